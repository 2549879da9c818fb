#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale manifests` in real processes: what it prints is what kubectl takes.

Usage: manifests_test.py PATH_TO_TELLTALE DEPLOY_CRDS_FOLDER
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

import yaml

TELLTALE = ""
FOLDER = ""
SECONDS_MAX = 60


def manifests(*args):
    return subprocess.run([TELLTALE, "manifests", *args], capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=False)


# A megabyte of YAML takes a while without the C library.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def definitions(*args):
    given = json.loads(manifests("crds", *args, "-o", "json").stdout)
    return given["items"] if given["kind"] == "List" else [given]


def name_of(definition):
    return definition["metadata"]["name"]


class Manifests(unittest.TestCase):
    def test_what_is_printed_is_what_lies_in_the_repository(self):
        wanted = {}
        for file in Path(FOLDER).glob("*.yaml"):
            for one in yaml.load_all(file.read_text(encoding="utf-8"), LOADER):
                wanted[name_of(one)] = one
        printed = list(yaml.load_all(manifests("crds").stdout, LOADER))
        self.assertEqual([name_of(one) for one in printed], sorted(wanted))
        self.assertEqual({name_of(one): one for one in printed}, wanted)

    def test_yaml_and_json_say_the_same(self):
        listed = json.loads(manifests("crds", "--name", "hive.openshift.io", "-o", "json").stdout)
        self.assertEqual((listed["apiVersion"], listed["kind"]), ("v1", "List"))
        printed = manifests("crds", "--name", "hive.openshift.io").stdout
        self.assertEqual(listed["items"], list(yaml.load_all(printed, LOADER)))

    def test_every_definition_is_named_after_its_plural_and_group(self):
        for one in definitions():
            spec = one["spec"]
            self.assertEqual(name_of(one), f'{spec["names"]["plural"]}.{spec["group"]}')
            storage = [version["name"] for version in spec["versions"] if version["storage"]]
            self.assertEqual(len(storage), 1, name_of(one))

    def test_cluster_api_is_served_in_two_versions_and_stored_in_the_newer(self):
        for one in definitions("--name", "cluster.x-k8s.io"):
            versions = [(version["name"], version["storage"]) for version in
                        one["spec"]["versions"]]
            self.assertEqual(versions, [("v1beta1", False), ("v1beta2", True)], name_of(one))

    def test_a_pattern_chooses(self):
        self.assertEqual([name_of(one) for one in definitions("--name", "lc")],
                         ["logicalclusters.telltale.dev"])
        listed = manifests("crds", "--name", "*.karpenter.sh", "-o", "name").stdout
        self.assertEqual(listed.splitlines(), [
            "customresourcedefinition.apiextensions.k8s.io/nodeclaims.karpenter.sh",
            "customresourcedefinition.apiextensions.k8s.io/nodepools.karpenter.sh"])

    def test_no_two_definitions_of_a_group_share_a_name(self):
        taken = set()
        for one in definitions():
            names = one["spec"]["names"]
            for word in {names["plural"], names["singular"], *names.get("shortNames", [])}:
                self.assertNotIn((one["spec"]["group"], word), taken)
                taken.add((one["spec"]["group"], word))

    def test_the_list_names_what_there_is(self):
        listed = manifests()
        self.assertEqual(listed.returncode, 0)
        self.assertIn(f"crds       {len(definitions())} ", listed.stdout)

    def test_a_slip_is_a_usage_error_with_a_hint(self):
        for args, hint in ((["crsd"], "crds"), (["crds", "--name", "machinsets"], "machinesets")):
            refused = manifests(*args)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertIn(f"did you mean {hint}", refused.stderr)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    FOLDER = sys.argv.pop(1)
    unittest.main()
