#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the seed documents tell step by step, played through the API while `telltale run` looks on.

Usage: live_workflows_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import base64
import datetime
import unittest

import live_objects as objects
from api_server import ApiServer
from live_server import (LiveCase, LiveServer, Settings, condition, is_long_run, main, path_of)

GRACE_SECONDS = 5


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Workload:
    """The workload cluster of a Cluster: within telltale's own server, or, where the management
    cluster is a real one, a server of its own."""

    def __init__(self, case, server, space, name):
        self.server, self.space, self.name = server, space, name
        self.other = None
        if server.kind == "embedded":
            server.create("LogicalCluster", space, name, {})
            self.home, self.target = f"/clusters/{space}/{name}", server
            return
        self.other = ApiServer(Settings.telltale)
        case.addCleanup(self.other.close)
        self.home, self.target = "", OtherServer(self.other)
        with open(self.other.kubeconfig, "rb") as text:
            value = base64.b64encode(text.read()).decode()
        server.create("Secret", space, f"{name}-kubeconfig",
                      labels={"cluster.x-k8s.io/cluster-name": name},
                      more={"type": "cluster.x-k8s.io/secret", "data": {"value": value}})

    def add_node(self, name, provider_id):
        self.target.create("Node", None, name, {"providerID": provider_id},
                           status=objects.node_status(), home=self.home)

    def tell_node(self, name, ready):
        self.target.set_status("Node", None, name, objects.node_status(ready), home=self.home)

    def remove_node(self, name):
        self.target.api.delete(path_of("Node", None, name, self.home))

    def cut(self):
        if self.other:
            self.other.kill()
        else:
            self.server.change("LogicalCluster", self.space, self.name,
                               {"spec": {"connected": False}})

    def join(self):
        if self.other:
            self.other.listen = f"127.0.0.1:{self.other.port}"
            self.other.start()
        else:
            self.server.change("LogicalCluster", self.space, self.name,
                               {"spec": {"connected": True}})


class OtherServer(LiveServer):
    """The same words for a server that somebody else made."""

    def __init__(self, api):  # pylint: disable=super-init-not-called
        self.api = api
        self.made = []


class ClusterApi(LiveCase):
    def make(self, name):
        objects.make_cluster(self.server, self.space, name)
        self.server.set_status("Cluster", self.space, name, {"conditions": [
            condition("ControlPlaneInitialized", "True", "Initialized")]})
        return Workload(self, self.server, self.space, name)

    def test_infrastructure_gets_ready(self):
        self.make("infra")
        objects.make_machine(self.server, self.space, "infra", "i1", ready=False)
        self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "i1", "InfrastructureReady", "False",
                              "Creating")
        self.expect_condition("Machine", self.space, "i1", "Ready", "False")
        self.server.set_status("DockerMachine", self.space, "i1",
                               objects.infrastructure_status())
        self.expect_condition("Machine", self.space, "i1", "InfrastructureReady", "True")

    def test_a_node_fails_and_is_well_again(self):
        workload = self.make("nodes")
        objects.make_machine(self.server, self.space, "nodes", "n1", node="n1")
        workload.add_node("n1", "docker:////n1")
        run = self.run_telltale()
        self.expect_condition("Cluster", self.space, "nodes", "RemoteConnectionProbe", "True",
                              "ProbeSucceeded")
        self.expect_condition("Machine", self.space, "n1", "NodeHealthy", "True")
        workload.tell_node("n1", ready=False)
        now_bad = self.expect_condition("Machine", self.space, "n1", "NodeHealthy", "False")
        self.assertIn("container runtime is down", now_bad["message"],
                      "the message says what the Node says")
        self.expect_condition("Machine", self.space, "n1", "Ready", "False")
        self.eventually(lambda: any(
            event["type"] == "Warning" and event["reason"] == now_bad["reason"]
            for event in self.server.events(self.space, "n1")),
            "a Warning tells that the Node failed")
        workload.tell_node("n1", ready=True)
        well = self.expect_condition("Machine", self.space, "n1", "NodeHealthy", "True")
        self.eventually(lambda: any(
            event["type"] == "Normal" and event["reason"] == well["reason"]
            for event in self.server.events(self.space, "n1")), "a Normal tells that it is well")
        workload.remove_node("n1")
        gone = self.expect_condition("Machine", self.space, "n1", "NodeHealthy", "False")
        self.assertIn("n1", gone["message"], "the message names the Node that is gone")
        self.assertEqual(run.stop(), 0, "SIGTERM ends it well")

    def test_a_restart_changes_nothing_that_needs_nodes(self):
        workload = self.make("calm")
        objects.make_machine(self.server, self.space, "calm", "k1", node="k1")
        workload.add_node("k1", "docker:////k1")
        run = self.run_telltale()
        self.expect_condition("Machine", self.space, "k1", "NodeHealthy", "True")
        self.settle()
        before = self.server.read("Machine", self.space, "k1")
        probe = self.server.condition("Cluster", self.space, "calm", "RemoteConnectionProbe")
        run.kill()
        self.run_telltale()
        self.eventually(lambda: "Cluster " + self.space + "/calm: connected"
                        in self.runs[-1].logged(), "it is connected again")
        self.meanwhile(2)
        self.assertEqual(self.server.read("Machine", self.space, "k1"), before,
                         "while it was not connected yet, nothing else was said")
        self.assertEqual(probe, self.server.condition("Cluster", self.space, "calm",
                                                      "RemoteConnectionProbe"))

    def test_a_connection_is_cut_and_comes_back(self):
        workload = self.make("wire")
        objects.make_machine(self.server, self.space, "wire", "w1", node="w1")
        workload.add_node("w1", "docker:////w1")
        flags = [f"--cluster-probe-grace-period={GRACE_SECONDS}s"]
        if is_long_run():
            flags.append("--remote-conditions-grace-period=2m")
        self.run_telltale(*flags)
        self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "True")
        workload.cut()
        self.expect_condition("Cluster", self.space, "wire", "RemoteConnectionProbe", "False",
                              "ProbeFailed")
        self.assertEqual(self.server.condition("Machine", self.space, "w1", "NodeHealthy")
                         ["status"], "True", "what needs Nodes stays as it was for a while")
        if is_long_run():
            self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "Unknown",
                                  "ConnectionDown", seconds=180)
        workload.join()
        self.expect_condition("Cluster", self.space, "wire", "RemoteConnectionProbe", "True",
                              "ProbeSucceeded", seconds=90)
        self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "True")
        told = sorted(event["type"] for event in self.server.events(self.space, "wire")
                      if event["reason"].startswith("Probe"))
        self.assertIn("Warning", told, "a Warning tells that the Cluster is out of reach")
        self.assertIn("Normal", told, "a Normal tells that it is back")


class HyperShift(LiveCase):
    def test_a_pool_runs_out_of_quota_and_recovers(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        [Slow] AWS: a quota is exceeded, the condition tells, and it recovers."""
        server, space = self.server, self.space
        hosted, _ = objects.make_hosted_pool(server, space, "gpu", replicas=2)
        # No status turns twice within a minute, so this one turned long ago.
        server.set_status("HyperShiftPool", space, "gpu", {"conditions": [
            condition("Progressing", "True", "Scaling", "Scaling", observedGeneration=1)]})
        run = self.run_telltale("--feature-gates=NodePoolProgressingCondition=true", "--write=all",
                                "--failure-threshold=CloudQuotaExceeded=3s")
        objects.make_hosted_machine(server, space, "gpu", "g1")
        failed = self.expect_condition("HyperShiftPool", space, "gpu", "Progressing", "False",
                                       "CloudQuotaExceeded")
        self.assertIn("VcpuLimitExceeded", failed["message"])
        self.assertEqual(failed.get("severity"), "Error")
        warning = self.eventually(
            lambda: server.events(space, "gpu", "CloudQuotaExceeded"), "a Warning tells of it")
        self.assertEqual([event["type"] for event in warning], ["Warning"])
        self.assertIn("checking for failure conditions", run.logged())
        self.assertIn("setting Progressing=False", run.logged())
        self.assertIn("checking for recovery from CloudQuotaExceeded",
                      self.eventually(lambda: "checking for recovery" in run.logged() and
                                      run.logged(), "recovery checks are logged", seconds=90))
        # The provider gets it done after the user asked for less.
        objects.tell_hosted_machine(server, space, "g1", "")
        server.set_status("Machine", hosted, "g1", {"nodeRef": {"name": "node-1"}})
        server.set_status("HyperShiftPool", space, "gpu", {"replicas": 1})
        server.change("HyperShiftPool", space, "gpu", {"spec": {"replicas": 1}})
        self.eventually(lambda: server.condition("HyperShiftPool", space, "gpu", "Progressing")
                        ["reason"] in ("Recovering", "AsExpected"),
                        "the pool recovers", seconds=100)
        normal = self.eventually(lambda: server.events(space, "gpu", "Recovered"),
                                 "a Normal tells of the recovery")
        self.assertEqual([event["type"] for event in normal], ["Normal"])
        self.assertEqual(len(server.events(space, "gpu", "CloudQuotaExceeded")), 1,
                         "the failure was told once")


class Karpenter(LiveCase):
    TTL_SECONDS = 12

    def test_three_failed_claims_degrade_a_pool(self):
        server = self.server
        pool = objects.make_karpenter_pool(server, self.space)
        name = pool["metadata"]["name"]
        self.run_telltale(f"--registration-ttl={self.TTL_SECONDS}s", "--write=all")
        self.expect_condition("KarpenterPool", None, name, "Degraded", "False", "NotDegraded")
        for number in range(3):
            objects.make_claim(server, pool, f"{name}-{number}",
                               {"conditions": [condition("Launched", "True", since=now())]})
        failed = self.expect_condition("KarpenterPool", None, name, "Degraded", "True",
                                       "NodeRegistrationFailure")
        self.assertIn("did not register", failed["message"])
        self.assertEqual(server.read("KarpenterPool", None, name)["status"]["failedLaunches"], 3)
        self.expect_condition("KarpenterPool", None, name, "Degraded", "False", "TTLExpired")
        self.assertEqual(server.condition("KarpenterPool", None, name, "Ready")["status"], "True",
                         "Ready is Karpenter's and stays")
        told = {(event["type"], event["reason"]) for event in server.events("default", name)}
        self.assertEqual(told, {("Warning", "NodeRegistrationFailure"), ("Normal", "TTLExpired")})


class Hive(LiveCase):
    def test_an_installation_fails_and_is_given_up(self):
        server, space = self.server, self.space
        deployment = objects.make_deployment_of_hive(server, space, "pier")
        server.create("ClusterProvision", space, "pier-0", {
            "clusterDeploymentRef": {"name": "pier"}, "attempt": 0, "stage": "provisioning"},
            owner=deployment, labels={"hive.openshift.io/cluster-deployment-name": "pier"})
        server.set_status("ClusterDeployment", space, "pier",
                          {"provisionRef": {"name": "pier-0"}, "installRestarts": 0})
        self.run_telltale()
        self.expect_condition("ClusterDeployment", space, "pier", "Provisioned", "False",
                              "Provisioning")
        server.change("ClusterProvision", space, "pier-0", {"spec": {"stage": "failed"}})
        server.set_status("ClusterProvision", space, "pier-0", {"conditions": [
            condition("ClusterProvisionFailed", "True", "VcpuLimitExceeded",
                      "more vCPU than the limit allows", lastProbeTime=now())]})
        failed = self.expect_condition("ClusterDeployment", space, "pier", "ProvisionFailed",
                                       "True", "VcpuLimitExceeded")
        self.assertEqual(failed["message"], "more vCPU than the limit allows")
        self.assertIn("lastProbeTime", failed)
        warning = self.eventually(lambda: server.events(space, "pier", "VcpuLimitExceeded"),
                                  "a Warning tells of the failure")
        self.assertEqual([event["type"] for event in warning], ["Warning"])
        self.assertEqual(server.condition("ClusterDeployment", space, "pier", "ProvisionStopped"),
                         {}, "a ClusterPool deletes what is stopped, so `run` does not say it")


if __name__ == "__main__":
    unittest.TestCase.maxDiff = None
    main()
