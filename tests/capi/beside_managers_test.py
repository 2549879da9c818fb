#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale run` beside the real managers of Cluster API: its conditions are theirs, it writes none
of what they write, and a cluster that they have lost is lost for every reader.

Usage: beside_managers_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "end_to_end"))
import managers  # noqa: E402
from live_server import API, LiveCase, Settings, condition_of, main  # noqa: E402

KINDS = ("Cluster", "KubeadmControlPlane", "MachineDeployment", "MachineSet", "Machine")
WORKERS, WORKERS_LATER = 2, 5
MINUTES = 60
API["DevMachine"] = ("infrastructure.cluster.x-k8s.io/v1beta2", "devmachines")


class BesideManagers(LiveCase):
    own_server = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.managers = managers.Managers(cls.server)
        cls.addClassCleanup(cls.managers.close)

    def eventually(self, holds, what, seconds=4 * MINUTES):
        try:
            return super().eventually(holds, what, seconds)
        except AssertionError as trouble:
            raise AssertionError(f"{trouble}\n{self.managers.tails()}") from None

    def telltale(self, *arguments):
        return subprocess.run(
            [Settings.telltale, *arguments, "-n", self.space, "--kubeconfig",
             self.server.kubeconfig, "--telltale", self.telltale_run.url],
            capture_output=True, text=True, check=False, timeout=2 * MINUTES,
            env={"PATH": os.environ.get("PATH", ""), "HOME": self.telltale_run.folder,
                 "LANG": "C.UTF-8"})

    def apply(self, documents):
        done = self.server.kubectl("apply", "-n", self.space, "--server-side", "-f", "-",
                                   stdin=json.dumps({"apiVersion": "v1", "kind": "List",
                                                     "items": documents}))
        self.assertEqual(done.returncode, 0, done.stderr)

    def objects(self):
        return [one for kind in KINDS for one in self.server.list(kind, self.space)]

    def is_available(self, machines):
        """The fleet is at rest, with so many Machines."""
        stored = self.objects()
        found = [one for one in stored if one["kind"] == "Machine"]
        busy = [one for one in stored for kind in ("ScalingUp", "ScalingDown", "RollingOut",
                                                   "Deleting", "Remediating")
                if condition_of(one, kind).get("status") == "True"]
        wrong = [f"{one['kind']} {one['metadata']['name']}" for one in stored
                 if condition_of(one, "Available").get("status", "True") != "True"]
        if len(found) != machines or busy or wrong:
            raise AssertionError(f"{len(found)} Machines; not available: {wrong}; "
                                 f"{len(busy)} at work")
        return True

    def written_by_telltale(self):
        """Condition types on objects of Cluster API that telltale owns."""
        owned = set()
        for one in self.objects():
            for entry in one["metadata"].get("managedFields", ()):
                if entry["manager"] != "telltale":
                    continue
                fields = entry.get("fieldsV1", {}).get("f:status", {}).get("f:conditions", {})
                owned |= {f"{one['kind']} {key}" for key in fields if key.startswith("k:")}
        return owned

    def differences(self):
        """Where telltale judges otherwise than the managers wrote: (compared, differing)."""
        done = self.telltale("check", "-o", "json")
        self.assertIn(done.returncode, (0, 3, 5), done.stderr)
        judged = {(item["kind"], item["name"]): item for item in json.loads(done.stdout)["items"]}
        compared, differing = 0, []
        for one in self.objects():
            item = judged.get((one["kind"], one["metadata"]["name"]))
            for theirs in one.get("status", {}).get("conditions", ()) if item else ():
                ours = next((own for own in item["conditions"] if own["type"] == theirs["type"]),
                            {})
                compared += 1
                fields = ("status", "reason", "message")
                if any(ours.get(field, "") != theirs.get(field, "") for field in fields):
                    differing.append(
                        f"{one['kind']} {one['metadata']['name']} {theirs['type']}: theirs "
                        f"{[theirs.get(field) for field in fields]}, ours "
                        f"{[ours.get(field) for field in fields]}")
        return compared, differing

    def expect_agreement(self, what):
        """What changes between the two looks is looked at again."""
        def agree():
            compared, differing = self.differences()
            if differing:
                raise AssertionError("\n".join(differing[:10]))
            return compared
        compared = self.eventually(agree, f"the managers and telltale agree: {what}", 2 * MINUTES)
        print(f"{what}: {compared} of {compared} conditions are equal", flush=True)

    def test_a_fleet_from_its_creation_to_its_end(self):
        self.telltale_run = self.run_telltale("--cluster-probe-grace-period=50s",
                                              "--claim-after=2m")
        self.apply(managers.cluster_documents("c1", WORKERS))
        self.eventually(lambda: self.is_available(1 + WORKERS), "the fleet is available")
        self.expect_agreement("created")
        self.assertEqual(self.written_by_telltale(), set(), "nothing of theirs is taken")

        self.server.change("MachineDeployment", self.space, "c1-md",
                           {"spec": {"replicas": WORKERS_LATER}})
        self.eventually(lambda: self.is_available(1 + WORKERS_LATER), "it is scaled up")
        self.expect_agreement("scaled up")

        self.server.change("KubeadmControlPlane", self.space, "c1-cp",
                           {"spec": {"version": managers.NEW}})
        self.server.change("MachineDeployment", self.space, "c1-md",
                           {"spec": {"template": {"spec": {"version": managers.NEW}}}})
        self.eventually(self.is_upgraded, "it is upgraded", 6 * MINUTES)
        self.expect_agreement("upgraded")
        self.assertEqual(self.written_by_telltale(), set(), "nothing of theirs is taken")

        self.server.change("Cluster", self.space, "c1", {"spec": {"paused": True}})
        self.expect_condition("MachineDeployment", self.space, "c1-md", "Paused", "True")
        self.expect_agreement("paused")
        self.server.change("Cluster", self.space, "c1", {"spec": {"paused": False}})
        self.expect_condition("MachineDeployment", self.space, "c1-md", "Paused", "False")
        self.expect_agreement("going on")
        self.lose_and_regain()

        self.server.delete("Cluster", self.space, "c1")
        self.eventually(lambda: not self.objects(), "it is gone", 4 * MINUTES)
        self.assertEqual(self.telltale_run.metric("telltale_status_writes_total"), 0,
                         f"telltale wrote nothing\n{self.telltale_run.tail()}")

    def is_upgraded(self):
        versions = {one["spec"].get("version") for one in self.objects()
                    if one["kind"] == "Machine"}
        self.assertEqual(versions, {managers.NEW})
        return self.is_available(1 + WORKERS_LATER)

    def lose_and_regain(self):
        self.managers.lose_clusters()
        self.addCleanup(self.managers.regain_clusters)
        self.expect_condition("Cluster", self.space, "c1", "RemoteConnectionProbe", "False",
                              seconds=4 * MINUTES)
        self.eventually(self.is_lost_for_all, "it is lost for every reader", 2 * MINUTES)
        self.managers.regain_clusters()
        self.eventually(self.is_regained, "the managers see it again")
        self.eventually(lambda: self.is_available(1 + WORKERS_LATER), "it is regained")
        self.expect_agreement("regained")

    def is_regained(self):
        """A connection that was not given up before it answered again wakes nobody: the managers
        look when something happens to the Cluster."""
        self.server.change("Cluster", self.space, "c1",
                           {"metadata": {"annotations": {"looked": str(time.monotonic_ns())}}})
        self.meanwhile(2)
        return self.server.condition("Cluster", self.space, "c1",
                                     "RemoteConnectionProbe").get("status") == "True"

    def is_lost_for_all(self):
        check = self.telltale("check", "-o", "json")
        item = next(item for item in json.loads(check.stdout)["items"] if item["kind"] == "Cluster")
        self.assertNotEqual(item["verdict"], "Healthy", "check knows")
        for command in (("why", "cluster/c1", "RemoteConnectionProbe"), ("tree", "cluster/c1")):
            self.assertIn("False", self.telltale(*command).stdout, f"{command[0]} knows")
        stored = condition_of(self.server.read("Cluster", self.space, "c1"),
                              "RemoteConnectionProbe")
        ours = next(one for one in item["conditions"] if one["type"] == "RemoteConnectionProbe")
        self.assertEqual((ours["status"], ours["reason"]), (stored["status"], stored["reason"]))
        return True


if __name__ == "__main__":
    main()
