#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `telltale run` writes when it sees objects for the first time, and what it leaves alone.

Usage: live_first_visit_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import sys
from pathlib import Path

import exposition
import live_objects as objects
from live_server import LiveCase, condition, condition_of, main, path_of, types_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import metrics_test  # pylint: disable=wrong-import-position

GATE = "--feature-gates=NodePoolProgressingCondition=true"
SCALE = {"Remediating", "ScalingDown", "ScalingUp", "Paused", "Deleted", "UpToDate"}
EXPECTED = {
    "Cluster": {"Available", "RemoteConnectionProbe", "ControlPlaneAvailable", "WorkersAvailable"}
               | SCALE,
    "KubeadmControlPlane": {"Available", "ReplicaFailure", "MachinesReady"} | SCALE,
    "MachineDeployment": {"Available", "ReplicaFailure", "MachinesReady"} | SCALE,
    "MachineSet": {"ReplicaFailure", "MachinesReady"} | SCALE,
    "MachinePool": {"Available", "BootstrapConfigReady", "InfrastructureReady", "MachinesReady"}
                   | SCALE,
    "Machine": {"Available", "Ready", "UpToDate", "BootstrapConfigReady", "InfrastructureReady",
                "NodeHealthy", "NodeReady", "Paused", "Deleted"},
    "HyperShiftPool": {"Progressing"},
    "KarpenterPool": {"Degraded"},
    "ClusterDeployment": {"RequirementsMet", "ProvisionFailed", "Provisioned", "DeprovisionError"},
}
# On these other controllers act.
ACTED_ON = {"OwnerRemediated", "HealthCheckSucceeded", "ProvisionStopped",
            "ControlPlaneInitialized", "Initialized", "EtcdClusterHealthy",
            "ControlPlaneComponentsHealthy", "EtcdPodHealthy", "EtcdMemberHealthy",
            "APIServerPodHealthy", "ControllerManagerPodHealthy", "SchedulerPodHealthy"}
# Lists that are one value to the server have no owner per condition.
ATOMIC = ("HyperShiftPool", "ClusterDeployment")


class FirstVisit(LiveCase):
    number = 0

    def setUp(self):
        super().setUp()
        FirstVisit.number += 1
        self.here = self.server.namespace(f"{self.space}-{FirstVisit.number}")
        self.pool = f"{self.here}-pool"
        here, server = self.here, self.server
        objects.make_cluster(server, here, "c1", control_plane=True)
        deployment = objects.make_deployment(server, here, "c1", "md")
        machines = objects.make_set(server, here, "c1", "ms", owner=deployment)
        objects.make_machine(server, here, "c1", "m1", owner=machines)
        objects.make_machine_pool(server, here, "c1", "mp")
        objects.make_hosted_pool(server, here, "web")
        objects.make_karpenter_pool(server, self.pool)
        objects.make_deployment_of_hive(server, here, "cd")
        self.subjects = {"Cluster": "c1", "KubeadmControlPlane": "c1", "MachineDeployment": "md",
                         "MachineSet": "ms", "MachinePool": "mp", "Machine": "m1",
                         "HyperShiftPool": "web", "KarpenterPool": self.pool,
                         "ClusterDeployment": "cd"}

    def read_all(self):
        return {kind: self.server.read(kind, self.here, name)
                for kind, name in self.subjects.items()}

    def wait_for_all(self):
        for kind, name in self.subjects.items():
            self.eventually(
                lambda kind=kind, name=name: EXPECTED[kind] <= types_of(
                    self.server.read(kind, self.here, name)),
                f"{kind} {name} has the conditions {sorted(EXPECTED[kind])}")
        self.settle()
        return self.read_all()

    def check_only_status_changed(self, before, after):
        for kind, was in before.items():
            now = after[kind]
            for part in (set(was) | set(now)) - {"metadata", "status"}:
                self.assertEqual(was.get(part), now.get(part), f"{kind}: {part} was changed")
            changing = ("resourceVersion", "managedFields")
            self.assertEqual({k: v for k, v in was["metadata"].items() if k not in changing},
                             {k: v for k, v in now["metadata"].items() if k not in changing},
                             f"{kind}: metadata was changed")

    def check_owner(self, kind, stored):
        entries = [one for one in stored["metadata"]["managedFields"]
                   if one["manager"] == "telltale"]
        self.assertEqual(len(entries), 1, f"{kind}: telltale is one field manager: {entries}")
        entry = entries[0]
        self.assertEqual(entry.get("subresource"), "status", f"{kind}: of the status only")
        self.assertEqual(entry["operation"], "Update" if kind in ATOMIC else "Apply", kind)
        fields = entry["fieldsV1"]
        self.assertEqual(set(fields), {"f:status"}, f"{kind}: it owns nothing but status")
        if kind not in ATOMIC:
            owned = fields["f:status"]["f:conditions"]
            self.assertEqual({f'k:{{"type":"{one}"}}' for one in EXPECTED[kind]} - set(owned),
                             set(), f"{kind}: each of its conditions has its name on it")
        return fields["f:status"]

    def test_conditions_appear_and_nothing_else_changes(self):
        foreign = [condition("Foreign", "True", "Mine", "of somebody else"),
                   condition("Paused", "True", "Mine", "said by somebody else")]
        self.server.set_status("Machine", self.here, "m1", {"conditions": foreign},
                               manager="kubectl-somebody")
        mine = condition("ValidReleaseImage", "False", "Mine", "kept to the letter", severity="Odd")
        self.server.set_status("HyperShiftPool", self.here, "web", {"conditions": [mine]})
        before = self.read_all()
        self.run_telltale(GATE)
        after = self.wait_for_all()
        self.check_only_status_changed(before, after)
        for kind, stored in after.items():
            self.assertEqual(types_of(stored) & ACTED_ON, set(),
                             f"{kind}: conditions on which others act are not written")
            if kind == "Machine":
                continue
            status = self.check_owner(kind, stored)
            self.assertEqual(set(status) - {".", "f:conditions"}, set(),
                             f"{kind}: --write=missing writes conditions only")
        for one in foreign:
            self.assertEqual(condition_of(after["Machine"], one["type"]), one,
                             "what somebody else said on the Machine stays as it was")
        self.assertEqual(condition_of(after["HyperShiftPool"], "ValidReleaseImage"), mine,
                         "of a list without owners foreign conditions stay to the letter")
        for kind, stored in after.items():
            self.assertEqual(stored["metadata"]["generation"],
                             before[kind]["metadata"]["generation"], kind)
            for one in stored["status"]["conditions"]:
                if kind not in ATOMIC and one["type"] in EXPECTED[kind] - {"Paused"}:
                    self.assertEqual(one.get("observedGeneration"),
                                     stored["metadata"]["generation"], f"{kind} {one}")

    def test_everything_is_written_when_told_so(self):
        self.server.set_status("Machine", self.here, "m1", {
            "conditions": [condition("Foreign", "True"),
                           condition("Paused", "True", "Mine", "said by somebody else")]},
            manager="kubectl-somebody")
        before = self.read_all()
        self.run_telltale(GATE, "--write=all")
        after = self.wait_for_all()
        self.check_only_status_changed(before, after)
        self.expect_condition("Machine", self.here, "m1", "Paused", "False", "NotPaused")
        self.assertEqual(condition_of(after["Machine"], "Foreign")["status"], "True",
                         "types that telltale does not know stay, whoever wrote them")
        for kind, stored in after.items():
            self.assertEqual(types_of(stored) & ACTED_ON, set(),
                             f"{kind}: not even --write=all writes what others act on")
            self.check_owner(kind, stored)
        self.assertEqual(after["MachineSet"]["status"].get("replicas"), 1,
                         "--write=all writes counters")

    def test_kubectl_waits_for_them(self):
        self.run_telltale(GATE)
        for what, wanted in (("machine/m1", "InfrastructureReady"),
                             ("machineset/ms", "ScalingUp"),
                             ("machinedeployment/md", "Paused=False"),
                             ("cluster/c1", "Deleted=False"),
                             ("machinepool/mp", "BootstrapConfigReady"),
                             ("kubeadmcontrolplane/c1", "Paused=False"),
                             ("nodepools.hypershift.openshift.io/web", "Progressing"),
                             (f"nodepools.karpenter.sh/{self.pool}", "Degraded=False"),
                             ("clusterdeployment/cd", "RequirementsMet=False")):
            done = self.server.kubectl("wait", what, "-n", self.here, "--timeout=40s",
                                       f"--for=condition={wanted}")
            self.assertEqual(done.returncode, 0,
                             f"kubectl waits for {wanted} of {what}: {done.stderr}\n"
                             f"{self.runs[0].tail()}")
            self.assertIn("condition met", done.stdout)

    def test_acted_on_conditions_are_written_when_named(self):
        self.run_telltale("--write-acted-on=ControlPlaneInitialized",
                          "--write-acted-on=ProvisionStopped")
        self.expect_condition("Cluster", self.here, "c1", "ControlPlaneInitialized", "False")
        self.expect_condition("ClusterDeployment", self.here, "cd", "ProvisionStopped", "Unknown")
        self.wait_for_others()
        stored = self.server.read("KubeadmControlPlane", self.here, "c1")
        self.assertEqual(types_of(stored) & ACTED_ON, set(), "only what was named")

    def wait_for_others(self):
        self.eventually(lambda: EXPECTED["KubeadmControlPlane"] <= types_of(
            self.server.read("KubeadmControlPlane", self.here, "c1")),
            "the control plane has its conditions")

    def test_nothing_is_written_by_who_only_looks(self):
        before = self.settle()
        run = self.run_telltale(GATE, "--write=none")
        self.eventually(lambda: run.metric("telltale_condition_status") >= 40,
                        "conditions are judged and shown in /metrics")
        self.meanwhile(3)
        self.assertLessEqual(self.server.writes() - before, 1,
                             f"--write=none writes nothing (its namespace is the test's): "
                             f"{run.tail()}")
        for kind, stored in self.read_all().items():
            self.assertFalse(any(one["manager"] == "telltale"
                                 for one in stored["metadata"]["managedFields"]), kind)
        self.assertEqual(self.server.events(self.here), [], "no Events either")

    def test_a_gate_that_is_off_keeps_its_condition_unwritten(self):
        self.run_telltale()
        self.eventually(lambda: EXPECTED["Machine"] <= types_of(
            self.server.read("Machine", self.here, "m1")), "the Machine has its conditions")
        self.settle()
        stored = self.server.read("HyperShiftPool", self.here, "web")
        self.assertNotIn("Progressing", types_of(stored),
                         "without NodePoolProgressingCondition nobody writes Progressing")

    def test_metrics_are_well_formed_in_both_formats(self):
        run = self.run_telltale(GATE, "--metrics-per-object=Machine,NodePool",
                                "--metrics-compatibility")
        self.wait_for_all()
        text = run.metrics()
        families = exposition.parse(text)
        self.assertEqual(metrics_test.strangers(families), [], "docs/metrics.md names them all")
        self.assertIn("telltale_condition_status", families)
        self.assertIn('name="m1"', text, "Machines have series of their own, as was asked for")
        opened = run.metrics({"Accept": "application/openmetrics-text; version=1.0.0"})
        self.assertEqual({name.removesuffix("_total") for name in families},
                         set(exposition.parse(opened, open_metrics=True)),
                         "both formats tell of the same families")

    def test_what_comes_later_is_visited_too(self):
        self.run_telltale()
        self.settle()
        machine = objects.make_machine(self.server, self.here, "c1", "late")
        self.expect_condition("Machine", self.here, "late", "InfrastructureReady", "True")
        path = path_of("Machine", self.here, "late")
        self.assertEqual(self.server.api.get(path).json["metadata"]["uid"],
                         machine["metadata"]["uid"])


if __name__ == "__main__":
    main()
