#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Node pools on every platform, and their feature gates: real processes, played through the API.

The labels in the docstrings are those of HyperShift's document: which feature gate a test is about,
whose component it is, its suite, and how it may be run. tests/labels_test.py counts them.

Usage: live_pools_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import exposition
import live_objects as objects
from live_server import LiveCase, Run, Settings, condition, main, types_of
from live_up_test import UpServer
from live_workflows_test import now

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import metrics_test  # pylint: disable=wrong-import-position

ON = "--feature-gates=NodePoolProgressingCondition=true"
OFF = "--feature-gates=NodePoolProgressingCondition=false"
THRESHOLDS = [f"--failure-threshold={reason}=3s" for reason in (
    "CloudQuotaExceeded", "InsufficientCloudCapacity", "MissingCloudResources",
    "CAPIProviderFailed")]
NO_CAPACITY = ("failed to reconcile AzureMachine: PUT https://management.azure.com/: 409 Conflict: "
               "SkuNotAvailable: The requested VM size Standard_NC6 is currently not available in "
               "location 'westeurope'.")
NO_PROFILE = ("failed to create AWSMachine instance: failed to run instance: "
              "InvalidParameterValue: Value (harbor-worker-profile) for parameter "
              "iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name")


def series(run, family, headers=None, **labels):
    """The samples of a family that have these labels: {text of all labels: value}."""
    found = {}
    for line in run.metrics(headers).splitlines():
        match = re.match(rf"{family}{{(.*)}} (\S+)$", line)
        if match and all(f'{name}="{value}"' in match[1] for name, value in labels.items()):
            found[match[1]] = float(match[2])
    return found


class Pools(LiveCase):
    def make_pool(self, name, platform="AWS", replicas=1):
        """A pool that has been at work for long: no status turns twice within a minute."""
        hosted, _ = objects.make_hosted_pool(self.server, self.space, name, replicas, platform)
        self.server.set_status("HyperShiftPool", self.space, name, {"conditions": [
            condition("Progressing", "True", "Scaling", "Scaling", observedGeneration=1)]})
        return hosted

    def progressing(self, name):
        return self.server.condition("HyperShiftPool", self.space, name, "Progressing")

    def expect(self, name, status, reason, seconds=60):
        return self.expect_condition("HyperShiftPool", self.space, name, "Progressing", status,
                                     reason, seconds)

    def bring_node(self, pool, machine, kind="AWSMachine"):
        """The Machine comes up, and the operator counts it."""
        hosted = objects.hosted_names(self.space)
        objects.tell_hosted_machine(self.server, self.space, machine, "", kind)
        self.server.set_status("Machine", hosted, machine, {"nodeRef": {"name": f"n-{machine}"}})
        self.server.set_status("HyperShiftPool", self.space, pool, {"replicas": 1})

    def verdict(self, run, pool, headers=None):
        told = series(run, "telltale_object_verdict", headers, kind="NodePool", name=pool)
        return next((re.search(r'verdict="(\w+)"', labels)[1]
                     for labels, value in told.items() if value == 1), None)


class Platforms(Pools):
    def define(self, group, kind, plural, version):
        """A kind that telltale brings no definition of; everything in it is kept."""
        if self.server.api.get(f"/apis/{group}/{version}/{plural}").code == 200:
            return
        anything = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
        self.server.create("CustomResourceDefinition", None, f"{plural}.{group}", {
            "group": group, "scope": "Namespaced",
            "names": {"kind": kind, "plural": plural, "singular": kind.lower()},
            "versions": [{"name": version, "served": True, "storage": True,
                          "subresources": {"status": {}},
                          "schema": {"openAPIV3Schema": anything}}]})
        self.eventually(lambda: self.server.api.get(f"/apis/{group}/{version}/{plural}").code ==
                        200, f"{plural} are served")

    def test_every_platform_tells_of_its_failures_and_recovers(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        [Slow] Azure: no capacity. AWS: the instance profile is deleted, and restored. PowerVS,
        KubeVirt and Agent: what they tell outside of conditions."""
        server, space = self.server, self.space
        for kind, plural in (("VirtualMachine", "virtualmachines"),
                             ("VirtualMachineInstance", "virtualmachineinstances")):
            self.define("kubevirt.io", kind, plural, "v1")
        self.define("agent-install.openshift.io", "Agent", "agents", "v1beta1")
        run = self.run_telltale(ON, "--write=all", *THRESHOLDS)
        hosted = self.make_pool("azure", "Azure")
        objects.make_hosted_machine(server, space, "azure", "az1", NO_CAPACITY, "AzureMachine")
        self.make_pool("profile")
        objects.make_hosted_machine(server, space, "profile", "pr1", NO_PROFILE)
        self.make_pool("power", "PowerVS")
        objects.make_hosted_machine(server, space, "power", "pw1", None, "IBMPowerVSMachine")
        server.set_status("IBMPowerVSMachine", hosted, "pw1",
                          {"instanceState": "ERROR", "health": "CRITICAL",
                           "fault": "insufficient processor units available on the system"})
        self.make_pool("virtual", "KubeVirt")
        objects.make_hosted_machine(server, space, "virtual", "kv1", None, "KubevirtMachine")
        labels = {"capk.cluster.x-k8s.io/kubevirt-machine-name": "kv1",
                  "capk.cluster.x-k8s.io/kubevirt-machine-namespace": hosted}
        server.create("VirtualMachine", hosted, "kv1", {}, labels=labels,
                      status={"printableStatus": "ErrorUnschedulable"})
        server.create("VirtualMachineInstance", hosted, "kv1", {}, labels=labels, status={
            "phase": "Scheduling", "conditions": [condition(
                "PodScheduled", "False", "Unschedulable",
                "0/6 nodes are available: 6 Insufficient memory.", since=now())]})
        self.make_pool("hosts", "Agent")
        objects.make_hosted_machine(server, space, "hosts", "ag1", None, "AgentMachine")
        server.create("Agent", hosted, "host-7", {}, status={"conditions": [condition(
            "Installed", "False", "InstallationFailed", "The installation has failed: no disk",
            since=now())]})
        server.set_status("AgentMachine", hosted, "ag1",
                          {"agentRef": {"namespace": hosted, "name": "host-7"}})
        for pool, reason, words in (
                ("azure", "InsufficientCloudCapacity", "SkuNotAvailable"),
                ("profile", "MissingCloudResources", "iamInstanceProfile"),
                ("power", "InsufficientCloudCapacity", "processor units"),
                ("virtual", "InsufficientCloudCapacity", "6 Insufficient memory"),
                ("hosts", "CAPIProviderFailed", "no disk")):
            failed = self.expect(pool, "False", reason)
            self.assertIn(words, failed["message"], pool)
            self.assertIn("Recovery: ", failed["message"], pool)
            self.assertEqual(failed.get("severity"), "Error", pool)
            warning = self.eventually(lambda p=pool, r=reason: server.events(space, p, r),
                                      f"a Warning tells of {pool}")
            self.assertEqual([event["type"] for event in warning], ["Warning"])
        # The profile is restored: the Machine gets its instance, which joins.
        self.bring_node("profile", "pr1")
        # And Azure has room again.
        self.bring_node("azure", "az1", "AzureMachine")
        for pool in ("profile", "azure"):
            self.eventually(lambda p=pool: self.progressing(p)["reason"] in
                            ("Recovering", "AsExpected"), f"{pool} recovers", seconds=100)
            normal = self.eventually(lambda p=pool: server.events(space, p, "Recovered"),
                                     f"a Normal tells of the recovery of {pool}")
            self.assertEqual([event["type"] for event in normal], ["Normal"])
        self.assertIn("NodePool " + f"{space}/profile: checking for recovery from "
                      "MissingCloudResources", run.logged())


class Operations(Pools):
    def test_normal_work_is_progress(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        Provisioning, scaling, upgrading and being done are no failures, on any platform."""
        server, space = self.server, self.space
        self.run_telltale(ON, "--write=all")
        for platform in ("AWS", "Azure", "GCP", "OpenStack", "KubeVirt", "Agent", "PowerVS"):
            name = platform.lower()
            for doing in ("provisions", "scales", "upgrades", "rests"):
                objects.make_hosted_pool(server, space, f"{name}-{doing}", 1, platform)
            server.set_status("HyperShiftPool", space, f"{name}-provisions",
                              {"replicas": 0, "version": None})
            server.change("HyperShiftPool", space, f"{name}-rests", {"spec": {"replicas": 0}})
            server.change("HyperShiftPool", space, f"{name}-upgrades", {"spec": {"release": {
                "image": "quay.io/openshift-release-dev/ocp-release:4.20.4-multi"}}})
            server.set_status("HyperShiftPool", space, f"{name}-upgrades", {"replicas": 1})
        for platform in ("aws", "azure", "gcp", "openstack", "kubevirt", "agent", "powervs"):
            # What was written while the pool was being made may stand for a minute.
            for doing, status, reasons in (
                    ("provisions", "True", ("Provisioning",)),
                    ("scales", "True", ("Scaling", "Provisioning")),
                    ("upgrades", "True", ("Upgrading",)),
                    ("rests", "False", ("AsExpected",))):
                pool = f"{platform}-{doing}"
                self.eventually(
                    lambda p=pool, s=status, r=reasons: self.progressing(p).get("status") == s and
                    self.progressing(p)["reason"] in r, f"{pool} is {reasons}", seconds=90)


class Gates(Pools):
    def expect_silence(self, run, pool):
        """Nothing is said of Progressing, but everybody can ask and see the verdict."""
        self.assertIn("NodePoolProgressingCondition=false", run.printed())
        self.eventually(lambda: self.verdict(run, pool) == "Stuck", "the verdict is counted")
        self.assertEqual(series(run, "telltale_feature_enabled",
                                name="NodePoolProgressingCondition").popitem()[1], 0)
        attention = series(run, "telltale_object_attention", name=pool)
        self.assertEqual(len(attention), 1)
        self.assertIn('reason="CloudQuotaExceeded"', attention.popitem()[0])
        self.assertNotIn('type="Progressing"', run.metrics())
        self.assertEqual(series(run, "telltale_nodepool_progressing_failed"), {})
        self.assertNotIn("Progressing", run.logged())
        self.assertNotIn("checking for", run.logged())
        asked = subprocess.run(
            [Settings.telltale, "check", "--kubeconfig", self.server.kubeconfig, "-n", self.space,
             "-o", "json", "--failure-threshold=CloudQuotaExceeded=3s"],
            capture_output=True, text=True, timeout=60, check=False)
        items = {item["name"]: item for item in json.loads(asked.stdout)["items"]
                 if item["kind"] == "NodePool"}
        self.assertEqual(items[pool]["verdict"], "Stuck", "reading commands judge as always")

    def test_enable_disable_enable_again_and_downgrade(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        [Serial] [Slow] Off by default, on, off again (as an older version would be), and on."""
        server, space = self.server, self.space
        hosted, _ = objects.make_hosted_pool(server, space, "gate", replicas=1)
        objects.make_deployment(server, hosted, "harbor-x", "gate")
        objects.make_hosted_machine(server, space, "gate", "ga1")
        server.set_status("HyperShiftPool", space, "gate", {"conditions": []})
        # Not enabled: as before there was such a thing.
        run = self.run_telltale(*THRESHOLDS)
        self.expect_silence(run, "gate")
        self.assertEqual(self.progressing("gate"), {}, "nobody asked for it")
        self.assertEqual(server.events(space, "gate"), [])
        self.assertEqual(run.stop(), 0)
        # Enabled: the first visit tells, and neither pool nor Machine had to be made anew.
        run = self.run_telltale(ON, *THRESHOLDS)
        self.assertIn("NodePoolProgressingCondition=true", run.printed())
        failed = self.expect("gate", "False", "CloudQuotaExceeded")
        self.eventually(lambda: server.events(space, "gate", "CloudQuotaExceeded"), "a Warning")
        self.eventually(lambda: series(run, "telltale_nodepool_progressing_failed", name="gate",
                                       platform="AWS", reason="CloudQuotaExceeded"),
                        "its condition is counted")
        self.assertTrue(series(run, "telltale_object_condition", name="gate", type="Progressing"))
        self.assertIn("checking for failure conditions", run.logged())
        self.assertEqual(run.stop(), 0)
        # Disabled, which is all that a downgrade is: what stands stays, whatever happens.
        run = self.run_telltale(OFF, *THRESHOLDS)
        self.expect_silence(run, "gate")
        self.bring_node("gate", "ga1")
        self.eventually(lambda: self.verdict(run, "gate") == "Healthy", "it is well again")
        self.meanwhile(3)
        self.assertEqual(self.progressing("gate"), failed, "not updated, not removed")
        self.assertEqual(len(server.events(space, "gate")), 1)
        self.assertEqual(run.stop(), 0)
        # Enabled again: it goes on from what stands.
        run = self.run_telltale(ON, *THRESHOLDS)
        self.expect("gate", "False", "AsExpected", seconds=100)
        self.eventually(lambda: server.events(space, "gate", "Recovered"), "a Normal")
        self.assertEqual(len(server.events(space, "gate", "CloudQuotaExceeded")), 1,
                         "the failure was told once")

    def test_pools_of_before_get_it_at_the_first_visit(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        After an upgrade pools without the condition get it, steady ones False with AsExpected."""
        server, space = self.server, self.space
        objects.make_hosted_pool(server, space, "old", replicas=0)
        server.set_status("HyperShiftPool", space, "old", {"conditions": [
            condition("ValidReleaseImage", "True", "AsExpected")]})
        self.run_telltale(ON)
        self.expect("old", "False", "AsExpected")
        stored = server.read("HyperShiftPool", space, "old")
        self.assertIn("ValidReleaseImage", types_of(stored), "what others wrote is still there")

    def test_karpenters_gate(self):
        """[Suite:telltale/live] Degraded has a gate of its own, which is on unless told."""
        server = self.server
        pool = objects.make_karpenter_pool(server, f"{self.space}-k")
        name = pool["metadata"]["name"]
        for number in range(3):
            objects.make_claim(server, pool, f"{name}-{number}", {"conditions": [
                condition("Launched", "Unknown", "LaunchFailed", "no such image", since=now())]})
        run = self.run_telltale("--registration-ttl=6s", "--write=all",
                                "--feature-gates=NodePoolDegradedCondition=false")
        self.assertIn("NodePoolDegradedCondition=false", run.printed())
        self.eventually(lambda: self.verdict(run, name) is not None, "the verdict is counted")
        self.settle()
        stored = server.read("KarpenterPool", None, name)
        self.assertNotIn("Degraded", types_of(stored))
        self.assertNotIn("failedLaunches", stored["status"])
        self.assertNotIn('type="Degraded"', run.metrics())
        self.assertNotIn("Degraded", run.logged())
        self.assertEqual(server.events("default", name), [])
        self.assertEqual(run.stop(), 0)
        run = self.run_telltale("--write=all")
        self.assertIn("NodePoolDegradedCondition=true", run.printed())
        # Whether the claims had time to fail meanwhile is the machine's business.
        self.eventually(lambda: "Degraded" in types_of(server.read("KarpenterPool", None, name)),
                        "the condition is written")
        self.eventually(lambda: series(run, "telltale_object_condition", name=name,
                                       type="Degraded"), "and counted")


class GatesOfUp(Pools):
    @classmethod
    def setUpClass(cls):
        """The test has an `up` of its own."""

    def start(self, folder, *flags):
        run = Run(None, "--listen", "127.0.0.1:0", "-v", *flags, *THRESHOLDS, command="up",
                  folder=folder)
        self.runs.append(run)
        self.addCleanup(run.close)
        self.server = UpServer(run)
        return run, {"Authorization": f"Bearer {self.server.api.token}"}

    def test_up_is_silent_where_its_gate_is_off(self):
        """[OCPFeatureGate:NodePoolProgressingCondition] [Jira:"HyperShift"] [Suite:telltale/live]
        `up` tells of Progressing unless it is told not to; its screen is silent, too."""
        folder = tempfile.mkdtemp(prefix="telltale-up-")
        self.addCleanup(shutil.rmtree, folder, True)
        run, bearer = self.start(folder, OFF)
        self.assertIn("gates:    NodePoolProgressingCondition=false", run.printed())
        self.space = self.server.namespace("pools")
        objects.make_hosted_pool(self.server, self.space, "web")
        objects.make_hosted_machine(self.server, self.space, "web", "w1")
        self.eventually(lambda: self.verdict(run, "web", bearer) == "Stuck", "it is stuck")
        self.assertEqual(self.progressing("web"), {})
        self.assertNotIn("Progressing", run.printed().replace("NodePoolProgressing", ""))
        self.assertNotIn("Progressing", run.logged())
        self.assertNotIn('type="Progressing"', run.metrics(bearer))
        self.assertEqual(self.server.events(self.space, "web"), [])
        self.assertEqual(run.stop(), 0)
        run, bearer = self.start(folder)
        self.assertIn("gates:    NodePoolProgressingCondition=true", run.printed())
        self.expect("web", "False", "CloudQuotaExceeded")
        self.eventually(lambda: "CloudQuotaExceeded" in run.printed(), "the screen tells")
        self.assertTrue(series(run, "telltale_nodepool_progressing_failed", bearer, name="web"))
        families = exposition.parse(run.metrics(bearer))
        self.assertEqual(metrics_test.strangers(families), [], "docs/metrics.md names them all")


if __name__ == "__main__":
    main()
