#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale up`: the server and the controllers in one process, ended and started again on the same
folder. What it shows on /metrics is read as strictly as scrapers do.

Usage: live_up_test.py PATH_TO_TELLTALE
"""

import json
import os
import re
import shutil
import ssl
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import yaml

import exposition
import live_objects as objects
from api_server import ApiServer, read_kubeconfig
from live_server import (SECONDS_MAX, LiveCase, LiveServer, Run, Settings, condition, main,
                         types_of)

OPEN_METRICS = "application/openmetrics-text; version=1.0.0"


class UpServer(LiveServer):
    """The API of a running `up`, in the words of the harness."""

    def __init__(self, run):  # pylint: disable=super-init-not-called
        self.kind, self.made, self.shared = "embedded", [], False
        self.home = run.folder
        found = re.search(r"API https://([\d.]+):(\d+)", run.printed())
        self.api = ApiServer.__new__(ApiServer)
        self.api.host, self.api.port = found.group(1), int(found.group(2))
        self.api.kubeconfig = os.path.join(run.folder, "data", "kubeconfig")
        self.api.ca, self.api.token = read_kubeconfig(self.api.kubeconfig)
        self.api.tls = ssl.create_default_context(cadata=self.api.ca)


class UpCase(LiveCase):
    """Each test has an `up` of its own."""

    @classmethod
    def setUpClass(cls):
        """No server but that."""

    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(prefix="telltale-up-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.start()

    def start(self, *flags):
        run = Run(None, "--listen", "127.0.0.1:0", "-v", *flags, command="up", folder=self.folder)
        self.runs.append(run)
        self.addCleanup(run.close)
        self.server = UpServer(run)
        self.up = run
        return run

    def bearer(self, **more):
        return {"Authorization": f"Bearer {self.server.api.token}", **more}

    def telltale(self, *arguments):
        return subprocess.run(
            [Settings.telltale, *arguments, "--kubeconfig", self.server.kubeconfig],
            capture_output=True, text=True, check=False, timeout=SECONDS_MAX,
            env={"PATH": os.environ.get("PATH", ""), "HOME": self.folder, "LANG": "C.UTF-8"})


class Up(UpCase):
    def populate(self):
        space = self.space = self.server.namespace("fleet")
        objects.make_cluster(self.server, space, "c1", control_plane=True)
        deployment = objects.make_deployment(self.server, space, "c1", "md")
        machines = objects.make_set(self.server, space, "c1", "ms", owner=deployment)
        objects.make_machine(self.server, space, "c1", "m1", owner=machines)
        objects.make_hosted_pool(self.server, space, "web")
        objects.make_karpenter_pool(self.server, "general")
        objects.make_deployment_of_hive(self.server, space, "cd")
        self.expect_condition("Machine", space, "m1", "InfrastructureReady", "True")

    def history(self):
        return self.telltale("history", "machine/m1", "InfrastructureReady", "-n", self.space,
                             "-o", "json", "--telltale", self.up.url)

    def test_keeps_its_kubeconfig_to_itself_and_says_how_to_use_it(self):
        path = os.path.join(self.folder, "data", "kubeconfig")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600, "nobody else reads it")
        self.assertIn(f"export KUBECONFIG={path}", self.up.printed(),
                      "it prints what to type")
        done = self.server.kubectl("get", "namespaces", "-o", "name")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("namespace/telltale-system", done.stdout)

    def test_writes_everything_also_what_others_would_act_on(self):
        self.populate()
        self.expect_condition("Cluster", self.space, "c1", "ControlPlaneInitialized", "False")
        self.expect_condition("HyperShiftPool", self.space, "web", "Progressing", "True")
        self.expect_condition("KarpenterPool", None, "general", "Degraded", "False")
        self.expect_condition("ClusterDeployment", self.space, "cd", "ProvisionStopped", "Unknown")
        self.eventually(lambda: self.server.read("MachineSet", self.space, "ms")
                        .get("status", {}).get("replicas") == 1, "counters are written, too")

    def test_a_restart_on_the_same_folder_changes_nothing(self):
        self.populate()
        self.server.set_status("DockerMachine", self.space, "m1",
                               objects.infrastructure_status(False, "Broken"))
        self.expect_condition("Machine", self.space, "m1", "InfrastructureReady", "False",
                              "Broken")
        self.settle()
        kinds = ("Cluster", "MachineDeployment", "MachineSet", "Machine", "HyperShiftPool",
                 "KarpenterPool", "ClusterDeployment", "Event")
        before = {kind: self.server.list(kind) for kind in kinds}
        told = self.history()
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("Broken", told.stdout, "the history tells of it")
        pool = self.telltale("history", "nodepool.karpenter.sh/general", "--telltale", self.up.url)
        self.assertEqual((pool.returncode, pool.stderr), (0, ""), "a kind without namespaces, too")
        for end, wanted in ((Run.stop, 0), (Run.kill, -9)):
            self.assertEqual(end(self.up), wanted, f"it ends as it was told\n{self.up.tail()}")
            self.start()
            self.eventually(self.judged, "the fleet is judged again")
            self.meanwhile(3)
            self.assertEqual({kind: self.server.list(kind) for kind in kinds}, before,
                             f"nothing is changed by starting again\n{self.up.tail()}")
            again = self.history()
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual(self.transitions(again), self.transitions(told),
                             "the history survives")

    def put_old_condition(self, status, since):
        """As an older Hive writes it."""
        stored = self.server.read("ClusterDeployment", self.space, "cd")
        kept = [one for one in stored["status"].get("conditions", [])
                if one["type"] != "AuthenticationFailure"] if "status" in stored else []
        one = condition("AuthenticationFailure", status, "PlatformAuth", "denied", since)
        one["lastProbeTime"] = since
        done = self.server.kubectl(
            "patch", "clusterdeployment", "cd", "-n", self.space, "--subresource=status",
            "--type=merge", "-p", json.dumps({"status": {"conditions": [*kept, one]}}))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_old_conditions_of_hive_are_retired_and_stay_evidence(self):
        self.up.stop()
        self.start("--hive-conditions=both")
        self.space = self.server.namespace("fleet")
        objects.make_deployment_of_hive(self.server, self.space, "cd")
        self.put_old_condition("True", "2026-01-01T00:00:00Z")
        self.expect_condition("ClusterDeployment", self.space, "cd", "RequirementsMet", "False",
                              "AuthenticationFailure")
        self.settle()
        verdict = self.telltale("why", "clusterdeployment/cd", "-n", self.space).stdout
        self.assertIn("AuthenticationFailure",
                      types_of(self.server.read("ClusterDeployment", self.space, "cd")),
                      "both leaves it alone")
        self.up.stop()
        self.start()  # new is what `up` does by itself
        self.eventually(lambda: "AuthenticationFailure" not in types_of(
            self.server.read("ClusterDeployment", self.space, "cd")), "it is retired")
        self.settle()
        self.expect_condition("ClusterDeployment", self.space, "cd", "RequirementsMet", "False",
                              "AuthenticationFailure")
        again = self.telltale("why", "clusterdeployment/cd", "-n", self.space).stdout
        self.assertEqual(verdict.split("\n")[0], again.split("\n")[0], "the verdict is the same")
        before = self.server.read("ClusterDeployment", self.space, "cd")
        self.up.stop()
        self.start()
        self.meanwhile(3)
        self.assertEqual(self.server.read("ClusterDeployment", self.space, "cd"), before,
                         "starting again changes nothing")
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self.put_old_condition("False", now)
        self.expect_condition("ClusterDeployment", self.space, "cd", "RequirementsMet", "False",
                              "ClusterImageSetNotFound")
        self.settle()
        self.assertIn("AuthenticationFailure",
                      types_of(self.server.read("ClusterDeployment", self.space, "cd")),
                      "whoever writes it again is believed")

    def judged(self):
        families = exposition.parse(self.up.metrics(self.bearer()))
        return "telltale_condition_status" in families and any(
            dict(labels)["kind"] == "Machine"
            for _, labels in families["telltale_condition_status"].samples)

    @staticmethod
    def transitions(done):
        """Without what depends on when it was asked."""
        data = json.loads(done.stdout)
        text = json.dumps(data, sort_keys=True)
        return sorted(re.findall(r'"reason": "[^"]*"', text))

    def test_metrics_are_well_formed_in_both_formats(self):
        self.populate()
        self.eventually(self.judged, "conditions are counted")
        code, kind, text = self.up.page("/metrics", self.bearer())
        self.assertEqual(code, 200)
        self.assertTrue(kind.startswith("text/plain; version=0.0.4"), kind)
        families = exposition.parse(text)
        self.assertEqual(families["telltale_condition_status"].kind, "gauge")
        code, kind, text = self.up.page("/metrics", self.bearer(Accept=OPEN_METRICS))
        self.assertEqual(code, 200)
        self.assertTrue(kind.startswith("application/openmetrics-text"), kind)
        opened = exposition.parse(text, open_metrics=True)
        self.assertEqual({re.sub("_total$", "", name) for name in families}, set(opened),
                         "both formats tell of the same families")
        self.assertEqual(self.up.page("/metrics")[0], 401, "not everybody may read them")
        code, _, text = self.up.page("/healthz?verbose")
        self.assertEqual(code, 200, f"everybody may ask whether it lives\n{text}")

    def test_says_which_token_reads_metrics_and_that_can_be_pasted(self):
        code, _, text = self.up.page("/metrics")
        self.assertEqual(code, 401)
        command = text.splitlines()[-1]
        self.assertTrue(command.startswith("curl -H "), text)
        done = subprocess.run(["bash", "-c", command.replace("curl ", "curl -sS ", 1)],
                              capture_output=True, text=True, check=False, timeout=SECONDS_MAX)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("telltale_condition_status", done.stdout)
        code, _, text = self.up.page("/metrics", {"X-Forwarded-For": "192.0.2.7"})
        self.assertEqual(code, 401)
        self.assertNotIn(self.folder, text, "paths are for those who are here")

    def test_is_scraped_as_the_page_says(self):
        """The jobs of docs/monitoring.md, with the folder and the port of this test."""
        page = Path(__file__).resolve().parents[2] / "docs" / "monitoring.md"
        text = re.search(r"```yaml\n(scrape_configs:.*?)```", page.read_text(), re.S).group(1)
        text = text.replace("/var/lib/telltale", os.path.join(self.folder, "data"))
        jobs = {job["job_name"]: job for job in yaml.safe_load(text)["scrape_configs"]}
        self.assertEqual(jobs["telltale-run"]["authorization"]["credentials_file"],
                         os.path.join(self.folder, "data", "token"))
        job = jobs["telltale-up"]
        self.assertEqual(job["static_configs"][0]["targets"], ["127.0.0.1:7480"])
        with open(job["authorization"]["credentials_file"], encoding="utf-8") as token:
            shown = {"Authorization": f"Bearer {token.read().strip()}"}
        code, _, text = self.up.page(job.get("metrics_path", "/metrics"), shown)
        self.assertEqual(code, 200, text)
        exposition.parse(text)

    def test_is_found_by_the_kubeconfigs_it_makes(self):
        for suffix in ("", "-viewer", "-status-writer"):
            path = os.path.join(self.folder, "data", "kubeconfig" + suffix)
            done = subprocess.run(
                [Settings.telltale, "check", "--kubeconfig", path,
                 "--cluster-probe-grace-period=7s"],
                capture_output=True, text=True, check=False, timeout=SECONDS_MAX,
                env={"PATH": os.environ.get("PATH", ""), "HOME": self.folder, "LANG": "C.UTF-8"})
            self.assertIn(f"wins over the settings of the telltale at {self.up.url}\n",
                          done.stderr, suffix)

    def test_says_in_detail_whether_it_is_ready(self):
        code, _, text = self.up.page("/readyz?verbose")
        self.assertEqual(code, 200, f"{text}{self.up.tail()}")
        self.assertRegex(text, r"(?m)^\[\+\]\S+ ok$")
        self.assertTrue(text.rstrip().endswith("readyz check passed"), text)

    def test_a_second_look_at_one_object_shows_what_kubectl_shows(self):
        self.populate()
        done = self.server.kubectl("wait", "machine/m1", "-n", self.space, "--timeout=40s",
                                   "--for=condition=InfrastructureReady")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.telltale("get", "machines", "-n", self.space, "-o", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("InfrastructureReady", done.stdout)
        self.assertIn("Ready", types_of(self.server.read("Machine", self.space, "m1")))


class Strictness(unittest.TestCase):
    """Whoever judges is judged: what must not pass does not."""

    def test_refuses_what_scrapers_refuse(self):
        good = "# HELP a b\n# TYPE a gauge\na{x=\"1\"} 2\n"
        self.assertEqual(exposition.parse(good)["a"].samples, {("a", (("x", "1"),)): 2.0})
        for bad in (good[:-1], good + good, good + 'a{x="1"} 3\n', good + "b 1\n",
                    good + 'a{x="1} 2\n', good + "a  1\n", good + "a{x=\"1\",x=\"2\"} 1\n",
                    "# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
                    "# TYPE c counter\nc -1\n", "a 1\n", good + "\n", good + "a one\n"):
            with self.assertRaises(ValueError, msg=bad):
                exposition.parse(bad)
        with self.assertRaises(ValueError, msg="no end"):
            exposition.parse(good, open_metrics=True)
        with self.assertRaises(ValueError, msg="a counter's sample has a suffix"):
            exposition.parse("# TYPE c counter\nc 1\n# EOF\n", open_metrics=True)


if __name__ == "__main__":
    main()
