#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Node pools and ClusterDeployments as people meet them: the examples of docs/support.md.

Usage: pools_test.py PATH_TO_TELLTALE
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

TELLTALE = ""
SECONDS_MAX = 60
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NOW = ("--now", "2026-01-01T10:00:00Z")


def telltale(*args, stdin=""):
    return subprocess.run([TELLTALE, *args], input=stdin, capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=False)


def items_of(example, *args, stdin=""):
    path = "-" if stdin else str(EXAMPLES / example)
    made = telltale("check", path, "-o", "json", *NOW, *args, stdin=stdin)
    report = json.loads(made.stdout)
    assert not report["errors"], report["errors"]
    return {(i["kind"], i["name"]): i for i in report["items"]}


def condition(item, kind):
    return next((c for c in item["conditions"] if c["type"] == kind), None)


def said(item, kind):
    found = condition(item, kind)
    return f"{found['status']}/{found['reason']}" if found else "absent"


class HyperShift(unittest.TestCase):
    PATH = str(EXAMPLES / "hypershift.yaml")

    def test_one_pool_of_three_needs_a_human(self):
        items = items_of("hypershift.yaml")
        verdicts = {name: items["NodePool", name]["verdict"] for name in ("web", "gpu", "batch")}
        self.assertEqual(verdicts, {"web": "Healthy", "gpu": "Stuck", "batch": "Working"})
        gpu = items["NodePool", "gpu"]
        self.assertEqual(said(gpu, "Progressing"), "False/CloudQuotaExceeded")
        self.assertEqual(condition(gpu, "Progressing")["severity"], "Error")
        self.assertEqual(gpu["attention"]["runbook"], "telltale runbook CloudQuotaExceeded")
        self.assertEqual(gpu["attention"]["guidance"],
                         "raise the quota L-DB2E81BA in eu-west-1, or kubectl scale "
                         "nodepools.hypershift.openshift.io/gpu -n clusters --replicas=1")
        self.assertRegex(gpu["attention"]["cause"], "^VcpuLimitExceeded: You have requested")

    def test_one_cause_is_one_line(self):
        text = telltale("check", self.PATH, *NOW).stdout
        self.assertEqual(text.count("Stuck"), 1, text)
        self.assertIn("(1 cause)", text)

    def test_the_message_says_what_to_do_and_nothing_that_changes(self):
        gpu = items_of("hypershift.yaml")["NodePool", "gpu"]
        message = condition(gpu, "Progressing")["message"]
        self.assertIn("VcpuLimitExceeded", message)
        self.assertIn("Recovery: ", message)
        self.assertNotRegex(message, r"[0-9a-f]{8}-[0-9a-f]{4}-")

    def test_a_threshold_can_be_chosen(self):
        items = items_of("hypershift.yaml", "--failure-threshold", "CloudQuotaExceeded=1h")
        self.assertEqual(said(items["NodePool", "gpu"], "Progressing"), "True/Scaling")

    def test_why_leads_to_the_machine_and_the_runbook(self):
        text = telltale("why", "nodepool/gpu", "-f", self.PATH, *NOW).stdout
        self.assertIn("CloudQuotaExceeded", "".join(text.splitlines()[:3]))
        self.assertIn("telltale runbook CloudQuotaExceeded", text)

    def test_get_and_tree_show_the_pool(self):
        table = telltale("get", "nodepools", "-f", self.PATH, *NOW).stdout
        self.assertRegex(table, r"gpu .*False +CloudQuotaExceeded")
        tree = telltale("tree", "nodepool/gpu", "-f", self.PATH, *NOW).stdout
        self.assertIn("MachineDeployment", tree)


class Karpenter(unittest.TestCase):
    PATH = str(EXAMPLES / "karpenter.yaml")

    def test_three_nodes_that_never_registered_degrade_the_pool(self):
        gpu = items_of("karpenter.yaml")["NodePool", "gpu"]
        self.assertEqual(said(gpu, "Degraded"), "True/NodeRegistrationFailure")
        self.assertEqual(gpu["counters"]["failedLaunches"], 3)
        self.assertEqual(gpu["verdict"], "Stuck")
        self.assertEqual(said(gpu, "Ready").split("/")[0], "True")

    def test_both_health_conditions_are_shown(self):
        table = telltale("get", "nodepool", "-f", self.PATH, *NOW).stdout
        self.assertRegex(table.splitlines()[0], r"DEGRADED.*REGISTRATION")

    def test_the_time_to_register_can_be_chosen(self):
        gpu = items_of("karpenter.yaml", "--registration-ttl", "2h")["NodePool", "gpu"]
        self.assertEqual(said(gpu, "Degraded"), "False/NotDegraded")
        # Karpenter's own NodeRegistrationHealthy=False has that long, too.
        self.assertEqual(gpu["verdict"], "Working")


class Hive(unittest.TestCase):
    PATH = str(EXAMPLES / "hive.yaml")

    def test_every_stage_of_an_installation_has_its_verdict(self):
        items = items_of("hive.yaml")
        verdicts = {name: item["verdict"] for (kind, name), item in items.items()
                    if kind == "ClusterDeployment"}
        self.assertEqual(verdicts, {"buoy": "Healthy", "harbor": "Working", "pier": "Working",
                                    "reef": "Working", "wharf": "Stuck"})
        self.assertEqual(said(items["ClusterDeployment", "wharf"], "ProvisionStopped"),
                         "True/InstallAttemptsLimitReached")

    def test_a_person_can_wait_on_one_line(self):
        table = telltale("get", "clusterdeployment", "-f", self.PATH, *NOW).stdout
        self.assertRegex(table.splitlines()[0], r"NAME +PROVISIONED +REASON")
        self.assertRegex(table, r"wharf +False +ProvisionStopped")

    def test_tables_tell_where_the_old_conditions_went(self):
        text = telltale("tables", "ClusterDeployment").stdout
        for old in ("DNSNotReady", "InstallLaunchError", "ClusterInstallStopped"):
            self.assertIn(old, text)

    def test_old_conditions_stay_readable(self):
        reef = items_of("hive.yaml")["ClusterDeployment", "reef"]
        self.assertEqual(condition(reef, "DNSNotReady")["status"], "True")


class Usage(unittest.TestCase):
    def test_a_wrong_threshold_is_told(self):
        made = telltale("check", "-", "--failure-threshold", "Quota=1h", stdin="{}")
        self.assertEqual(made.returncode, 2)
        self.assertIn("CloudQuotaExceeded", made.stderr)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
