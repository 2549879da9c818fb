#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale get` as people meet it: real processes, real fleets, every print column of the seed.

Usage: get_test.py PATH_TO_TELLTALE
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TELLTALE = ""
SECONDS_MAX = 60

# (type, version): the columns of the seed; a star marks what only -o wide shows.
SEED = {
    ("machines", "v1beta1"): "NAME|CLUSTER|NODE NAME|PROVIDER ID|PHASE|AGE|VERSION",
    ("machines", "v1beta2"):
        "NAME|CLUSTER|PAUSED*|NODE NAME|PROVIDER ID|READY|AVAILABLE|UP TO DATE|AGE|VERSION|"
        "INTERNAL-IP*|EXTERNAL-IP*|OS-IMAGE*|KERNEL-VERSION*|CONTAINER-RUNTIME*",
    ("machinesets", "v1beta1"): "NAME|CLUSTER|DESIRED*|REPLICAS|READY|AVAILABLE|AGE|VERSION",
    ("machinesets", "v1beta2"):
        "NAME|CLUSTER|PAUSED*|DESIRED|CURRENT*|READY|AVAILABLE|UP-TO-DATE|AGE|VERSION",
    ("machinedeployments", "v1beta1"):
        "NAME|CLUSTER|DESIRED*|REPLICAS|READY|UPDATED|UNAVAILABLE|PHASE|AGE|VERSION",
    ("machinedeployments", "v1beta2"):
        "NAME|CLUSTER|PAUSED*|DESIRED|CURRENT*|READY|AVAILABLE|UP-TO-DATE|AGE|VERSION",
    ("clusters", "v1beta1"): "NAME|CLUSTER CLASS|PHASE|AGE|VERSION",
    ("clusters", "v1beta2"):
        "NAME|CLUSTER CLASS|PAUSED*|AVAILABLE|CP_DESIRED|CP_CURRENT*|CP_READY*|CP_AVAILABLE|"
        "CP_UP_TO_DATE|W_DESIRED|W_CURRENT*|W_READY*|W_AVAILABLE|W_UP_TO_DATE|AGE|VERSION",
    ("kubeadmcontrolplanes", "v1beta1"):
        "NAME|CLUSTER|DESIRED*|REPLICAS|READY|UPDATED|UNAVAILABLE|PHASE|AGE|VERSION",
    ("kubeadmcontrolplanes", "v1beta2"):
        "NAME|CLUSTER|PAUSED*|INITIALIZED|DESIRED|CURRENT*|READY|AVAILABLE|UP-TO-DATE|AGE|VERSION",
}


def telltale(*args, stdin=b""):
    return subprocess.run([TELLTALE, *args], input=stdin, capture_output=True,
                          timeout=SECONDS_MAX, check=False)


def columns(line):
    return re.split(r" {3,}", line.rstrip())


class HiddenCharacters(unittest.TestCase):
    """A name or value may hold what a terminal obeys; no form of output hands it on raw."""

    HIDDEN = "\u0085\u009b\u007f\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069"

    def test_no_output_for_people_holds_controls_or_marks_of_direction(self):
        machine = {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
                   "metadata": {"name": "m1", "namespace": "default",
                                "annotations": {"a" + self.HIDDEN: self.HIDDEN}},
                   "spec": {"clusterName": "c" + self.HIDDEN},
                   "status": {"phase": self.HIDDEN}}
        dump = json.dumps(machine, ensure_ascii=False).encode()
        for args in (["get", "machines", "-A", "-o", "json", "-f", "-"],
                     ["get", "machines", "-A", "-o", "yaml", "-f", "-"],
                     ["check", "-", "-o", "json"], ["check", "-", "-o", "yaml"],
                     ["convert", "-f", "-", "-o", "json", "--to", "v1beta1"],
                     ["convert", "-f", "-", "-o", "yaml", "--to", "v1beta1"]):
            done = telltale(*args, stdin=dump)
            text = done.stdout.decode()
            with self.subTest(args):
                self.assertTrue(text, done.stderr)
                self.assertEqual([c for c in text if c in self.HIDDEN], [])
                if "json" in args and args[0] == "get":
                    held = json.dumps(json.loads(text), ensure_ascii=False)
                    self.assertIn("\u202e", held)


def has_values(table, name):
    """Whether any row has something below that header."""
    begin = re.search(rf"(?:^|  ){re.escape(name)}(?:  |$)", table[0]).start()
    begin += len(table[0][begin:]) - len(table[0][begin:].lstrip())
    return any(line[begin:begin + 1].strip() for line in table[1:])


class Get(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="telltale-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.fleets = {}
        for version in ("v1beta1", "v1beta2"):
            made = telltale("generate", "fleet", "--machines", "12", "--clusters", "1",
                            "--unhealthy", "50", "--seed", "2", "--api-version", version)
            path = Path(cls.folder.name) / f"{version}.yaml"
            path.write_bytes(made.stdout)
            cls.fleets[version] = str(path)

    def get(self, *args, version="v1beta2", code=0):
        done = telltale("get", "-q", "-f", self.fleets[version], *args)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout.decode()

    def test_shows_exactly_the_columns_of_the_seed(self):
        """With -o wide all of them; without it those that carry something."""
        left_out = 0
        for (kind, version), table in SEED.items():
            with self.subTest(kind=kind, version=version):
                whole = self.get(kind, "-o", "wide", version=version).splitlines()
                self.assertGreater(len(whole), 1)
                self.assertEqual(columns(whole[0]), [name.rstrip("*") for name in table.split("|")])
                normal = [name for name in table.split("|")
                          if not name.endswith("*") and has_values(whole, name)]
                shown = self.get(kind, version=version).splitlines()
                self.assertEqual(columns(shown[0]), normal)
                left_out += len(table.split("|")) - len(normal)
        self.assertGreater(left_out, 0)

    def test_cells_agree_with_check(self):
        report = json.loads(telltale("check", "-q", "-o", "json", self.fleets["v1beta2"]).stdout)
        ready = {item["name"]: condition["status"]
                 for item in report["items"] if item["kind"] == "Machine"
                 for condition in item["conditions"] if condition["type"] == "Ready"}
        self.assertEqual(len(ready), 12)
        self.assertEqual(set(ready.values()) & {"True", "False"}, {"True", "False"})
        shown = self.get("machines", "-o", "custom-columns=NAME:.metadata.name,"
                         "READY:.status.conditions[?(@.type==\"Ready\")].status", "--no-headers")
        self.assertEqual(dict(line.split() for line in shown.splitlines()), ready)
        listed = json.loads(self.get("machines", "-o", "json"))
        self.assertEqual(listed["kind"], "List")
        for item in listed["items"]:
            wanted = next(one for one in report["items"] if one["kind"] == "Machine"
                          and one["name"] == item["metadata"]["name"])
            self.assertEqual(item["status"]["conditions"], wanted["conditions"])

    def test_data_has_the_shape_of_its_version(self):
        def statuses(*args):
            listed = json.loads(self.get("machinesets", "-o", "json", *args, version="v1beta1"))
            return [item["status"] for item in listed["items"]]
        for status in statuses():
            self.assertIn("experimentalConditions", status)
            self.assertIn("experimentalReadyReplicas", status)
        for status in statuses("--dialect", "upstream"):
            self.assertIn("conditions", status["v1beta2"])
            self.assertIn("readyReplicas", status["v1beta2"])

    def test_shows_each_version_of_a_kind_in_a_table_of_its_own(self):
        old = Path(self.fleets["v1beta1"]).read_bytes().replace(b"fleet-", b"older-")
        new = Path(self.fleets["v1beta2"]).read_bytes()
        done = telltale("get", "ms", "-q", "-f", "-", stdin=old + b"\n---\n" + new)
        self.assertEqual(done.returncode, 0, done.stderr)
        tables = done.stdout.decode().split("\n\n")
        self.assertEqual([columns(table.splitlines()[0])[3] for table in tables],
                         ["REPLICAS", "DESIRED"])

    def test_lists_kinds_that_nobody_judges(self):
        shown = self.get("dockermachines").splitlines()
        self.assertEqual(columns(shown[0]), ["NAME", "READY", "AGE"])
        self.assertEqual(len(shown), 13)

    def test_every_name_can_be_typed_again(self):
        for name in self.get("machines,kcp,cl", "-o", "name").splitlines():
            self.assertEqual(self.get(name, "-o", "name"), name + "\n")

    def test_refuses_with_the_right_exit_code(self):
        self.assertEqual(self.get("machines", "no-such-machine", code=1), "")
        self.assertEqual(self.get("mhc"), "")
        self.assertEqual(telltale("get").returncode, 2)
        self.assertEqual(telltale("get", "ma", "-f", "x", "-o", "jsonpath={.a[").returncode, 2)
        self.assertEqual(telltale("get", "machines", "-f", "/no/such/file").returncode, 1)


if __name__ == "__main__":
    TELLTALE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
