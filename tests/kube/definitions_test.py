#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a real kube-apiserver says of telltale's definitions and examples, with a current kubectl:
all are accepted as they are, and their status can be written and waited for.

Usage: definitions_test.py PATH_TO_TELLTALE, and KUBECONFIG names a server that has them
"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

TELLTALE = ""
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS_MAX = 120


def kubectl(*arguments, stdin=None):
    return subprocess.run(["kubectl", *arguments], input=stdin, capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=False)


class KubectlCase(unittest.TestCase):
    def k(self, *arguments, stdin=None):
        """What a command prints that succeeds."""
        done = kubectl(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout


class Definitions(KubectlCase):
    def wanted(self):
        printed = subprocess.run([TELLTALE, "manifests", "crds"], capture_output=True, text=True,
                                 check=True).stdout
        return set(re.findall(r"^  name: (\S+\.\S+)$", printed, re.MULTILINE))

    def test_the_server_serves_every_definition_without_complaint(self):
        items = json.loads(self.k("get", "crd", "-o", "json"))["items"]
        self.assertEqual(set(), self.wanted() - {item["metadata"]["name"] for item in items})
        for item in items:
            conditions = {one["type"]: one["status"] for one in item["status"]["conditions"]}
            with self.subTest(item["metadata"]["name"]):
                self.assertEqual({"NamesAccepted": "True", "Established": "True"}, conditions)

    def test_every_definition_is_as_it_was_printed(self):
        printed = subprocess.run([TELLTALE, "manifests", "crds"], capture_output=True, text=True,
                                 check=True).stdout
        same = self.k("apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", "-",
                      stdin=printed)
        self.assertEqual(len(self.wanted()), len(same.splitlines()))


class Examples(KubectlCase):
    """Dumps as they are, with uid and status; the server keeps neither of them when it creates."""

    @classmethod
    def setUpClass(cls):
        cls.answers = [kubectl("apply", "-f", str(path)) for path in sorted(EXAMPLES.iterdir())]

    def test_every_example_is_accepted(self):
        for answer in self.answers:
            self.assertEqual(answer.returncode, 0, answer.stderr)
            others = [line for line in answer.stdout.splitlines() if not line.endswith(" created")]
            self.assertEqual([], others)

    def test_the_kinds_are_found_by_their_names(self):
        self.assertIn("web-0", self.k("get", "machines", "-n", "default"))
        self.assertIn("gpu", self.k("get", "nodepools.hypershift.openshift.io", "-n", "clusters"))
        self.assertIn("gpu", self.k("get", "nodepools.karpenter.sh"))

    def test_the_status_of_a_machine_is_applied_and_waited_for(self):
        self.status_is_written("Machine", "cluster.x-k8s.io/v1beta2", "machine/web-0",
                               "NodeHealthy", "-n", "default")

    def test_the_status_of_a_node_pool_is_applied_and_waited_for(self):
        self.status_is_written("NodePool", "hypershift.openshift.io/v1beta1",
                               "nodepool.hypershift.openshift.io/gpu", "TryOut", "-n", "clusters")
        self.status_is_written("NodePool", "karpenter.sh/v1", "nodepool.karpenter.sh/gpu", "TryOut")

    def status_is_written(self, kind, version, name, condition, *where):
        """By apply to True, by a merge patch to False, and kubectl sees either."""
        value = {"type": condition, "status": "True", "reason": "Tried", "message": "",
                 "lastTransitionTime": "2026-01-01T00:00:00Z"}
        wanted = {"apiVersion": version, "kind": kind, "metadata": {"name": name.split("/")[1]},
                  "status": {"conditions": [value]}}
        self.k("apply", *where, "--server-side", "--subresource=status",
               "--field-manager=kubectl-try", "-f", "-", stdin=json.dumps(wanted))
        self.wait(name, condition, "True", *where)
        object_now = json.loads(self.k("get", name, *where, "-o", "json"))
        conditions = [{**one, "status": "False"} for one in object_now["status"]["conditions"]]
        self.k("patch", name, *where, "--subresource=status", "--type=merge", "-p",
               json.dumps({"status": {"conditions": conditions}}))
        self.wait(name, condition, "False", *where)

    def wait(self, name, condition, status, *where):
        said = self.k("wait", name, *where, f"--for=condition={condition}={status}",
                      "--timeout=30s")
        self.assertIn("condition met", said)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
