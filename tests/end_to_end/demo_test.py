#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale up --demo` as people see it: everybody is well at first, six stories are told within a
minute or so, and a later start takes up what an earlier one left. Real processes, real kubectl.

Usage: demo_test.py PATH_TO_TELLTALE
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import urllib.request

from api_server import ApiServer, START_SECONDS_MAX, eventually

TELLTALE = ""
KUBECTL = shutil.which("kubectl")
START_MAX = 180
# A minute is promised; the rest is for machines that have much else to do.
STORY_MAX = 90
END_MAX = 150

KINDS = ",".join(("clusters.cluster.x-k8s.io", "machines.cluster.x-k8s.io",
                  "machinesets.cluster.x-k8s.io", "machinedeployments.cluster.x-k8s.io",
                  "kubeadmcontrolplanes.controlplane.cluster.x-k8s.io",
                  "nodepools.hypershift.openshift.io", "nodepools.karpenter.sh",
                  "clusterdeployments.hive.openshift.io"))
# What says of each kind that it is well.
WELL = {"Cluster": ("Available", "True"), "Machine": ("Ready", "True"),
        "MachineSet": ("MachinesReady", "True"), "MachineDeployment": ("Available", "True"),
        "KubeadmControlPlane": ("Available", "True"), "ClusterDeployment": ("Provisioned", "True"),
        "NodePool.hypershift.openshift.io": ("Progressing", "False"),
        "NodePool.karpenter.sh": ("Degraded", "False")}


class Demo(ApiServer):
    """A running demonstration. Its lines go to a file, which nobody has to read in time. It comes
    back at the same address, which kubeconfigs of workload clusters name."""

    port = 0

    def start(self):
        self.log = open(os.path.join(self.folder, "stderr"), "ab")
        self.lines = os.path.join(self.folder, "stdout")
        with open(self.lines, "wb") as out:
            self.process = subprocess.Popen(
                [self.binary, "up", "--demo", "--data-dir", self.data_dir, "--listen",
                 f"127.0.0.1:{self.port}", "--http", "127.0.0.1:0", *self.flags],
                stdout=out, stderr=self.log)
        found = eventually(lambda: re.search(r"API https://([\d.]+):(\d+)", self.output()) or
                           self.ended(), "the addresses", START_SECONDS_MAX)
        self.host, self.port = found.group(1), int(found.group(2))
        self.read_kubeconfig()
        eventually(lambda: "\nfleet: " in self.output() or self.ended(), "the fleet", START_MAX)

    def ended(self):
        if self.process.poll() is None:
            return None
        raise AssertionError(f"the demonstration ended: {self.output()} {self.errors()}")

    def output(self):
        with open(self.lines, encoding="utf-8") as text:
            return text.read()

    def finish(self):
        code = self.process.wait(START_SECONDS_MAX)
        self.log.close()
        return code

    def objects(self, kinds=KINDS):
        got = self.kubectl(KUBECTL, self.folder, "get", kinds, "-A", "-o", "json")
        if got.returncode != 0:
            raise AssertionError(got.stderr)
        return json.loads(got.stdout)["items"]


def kind_of(one):
    kind = one["kind"]
    return f"{kind}.{one['apiVersion'].split('/')[0]}" if kind == "NodePool" else kind


def named(one):
    return f"{kind_of(one)} {one['metadata']['name']}"


def conditions(one):
    return {said["type"]: said for said in one.get("status", {}).get("conditions", [])}


def is_well(one):
    kind, status = WELL[kind_of(one)]
    said = conditions(one).get(kind, {})
    if kind == "Progressing" and said.get("reason") != "AsExpected":
        return False
    return said.get("status") == status


def said_on(objects, kind, name, condition, status, reason=None):
    """Whether such an object, whose name begins so, says so."""
    for one in objects:
        said = conditions(one).get(condition, {})
        if kind_of(one) == kind and one["metadata"]["name"].startswith(name) and \
                said.get("status") == status and reason in (None, said.get("reason")):
            return True
    return False


# Story -> what tells that it is being told.
STORIES = {
    "a pool runs out of quota": (
        "NodePool.hypershift.openshift.io", "np-gpu", "Progressing", "False", "CloudQuotaExceeded"),
    "a Node dies": ("Machine", "prod-us-md-0", "NodeHealthy", "Unknown"),
    "a cluster drops off": ("Cluster", "edge", "RemoteConnectionProbe", "False", "ProbeFailed"),
    "its Machines are out of sight": ("Machine", "edge-md-0", "NodeHealthy", "Unknown",
                                      "ConnectionDown"),
    "a rollout proceeds": ("MachineSet", "prod-eu-md-0-b84d5", "MachinesReady", "True", "Ready"),
    "a Karpenter pool degrades": ("NodePool.karpenter.sh", "general", "Degraded", "True"),
    "an installation fails": ("ClusterDeployment", "lab", "ProvisionFailed", "True"),
    "an installation is given up": ("ClusterDeployment", "lab", "ProvisionStopped", "True"),
}


@unittest.skipUnless(KUBECTL, "there is no kubectl in PATH")
class DemoTest(unittest.TestCase):
    def test_tells_its_stories_and_can_be_taken_up_again(self):
        with Demo(TELLTALE) as demo:
            self.begins_well(demo)
            self.tells_all_stories(demo)
            self.is_read_as_it_judges(demo)
            self.recovers(demo)
            demo.kill()
            demo.start()
            self.begins_well(demo)
            self.assertEqual(demo.stop(), 0)

    def begins_well(self, demo):
        self.assertIn("4 clusters, 23 machines, 3 node pools, 2 cluster deployments",
                      demo.output())

        # Stories begin after a few seconds, each with a few objects: everybody is seen well once.
        waiting = {named(one) for one in demo.objects()}
        self.assertEqual(sum(name.startswith("Cluster ") for name in waiting), 4)
        self.assertGreaterEqual(sum(name.startswith("Machine ") for name in waiting), 23)

        def all_seen():
            waiting.difference_update(named(one) for one in demo.objects() if is_well(one))
            return not waiting

        try:
            eventually(all_seen, "everybody is well", 30)
        except AssertionError as error:
            raise AssertionError(f"{error}; never: {sorted(waiting)}") from error

    def tells_all_stories(self, demo):
        missing = dict(STORIES)

        def told():
            objects = demo.objects()
            for story in [name for name, sign in missing.items() if said_on(objects, *sign)]:
                del missing[story]
            return not missing

        try:
            eventually(told, "all stories", STORY_MAX)
        except AssertionError as error:
            raise AssertionError(f"{error}; not told: {sorted(missing)}") from error

    def is_read_as_it_judges(self, demo):
        """Its thresholds are seconds; whoever reads judges with them, as the metrics show."""
        url = re.search(r"health (http://\S+)/readyz", demo.output()).group(1)
        request = urllib.request.Request(
            f"{url}/metrics", headers={"Authorization": f"Bearer {demo.token}"})

        def judged():
            with urllib.request.urlopen(request, timeout=10) as answer:
                found = re.findall(
                    r'^telltale_verdict_objects{kind="(\w+)",verdict="(\w+)"} (\d+)$',
                    answer.read().decode(), re.MULTILINE)
            return {(kind, verdict): int(count) for kind, verdict, count in found if int(count)}

        def read():
            done = subprocess.run(
                [TELLTALE, "check", "-A", "-o", "json", "--kubeconfig", demo.kubeconfig,
                 "--telltale", url], capture_output=True, text=True, check=False, timeout=60)
            self.assertNotIn("note:", done.stderr)
            return dict(collections.Counter(
                (item["kind"], item["verdict"]) for item in json.loads(done.stdout)["items"]))

        def agree():
            before, told, after = judged(), read(), judged()
            if before == told == after:
                return told
            seen[:] = [f"{before}\n{told}\n{after}"]
            return None

        seen = []
        try:
            told = eventually(agree, "check counts what the metrics count", END_MAX)
        except AssertionError as error:
            raise AssertionError(f"{error}; {seen}") from error
        self.assertTrue(any(verdict == "Stuck" for _, verdict in told), told)

    def recovers(self, demo):
        def notes():
            return {(event["regarding"]["kind"], event["regarding"]["name"], event["reason"])
                    for event in demo.objects("events.events.k8s.io")}

        wanted = {("NodePool", "np-gpu", "CloudQuotaExceeded"), ("NodePool", "np-gpu", "Recovered"),
                  ("Cluster", "edge", "ProbeFailed"), ("Cluster", "edge", "ProbeSucceeded"),
                  ("ClusterDeployment", "lab", "ProvisionStopped")}
        eventually(lambda: wanted <= notes(), "Events of failures and recoveries", END_MAX)
        eventually(lambda: all(is_well(one) for one in demo.objects() if
                               kind_of(one) != "ClusterDeployment"),
                   "everybody is well again", END_MAX)


if __name__ == "__main__":
    TELLTALE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
