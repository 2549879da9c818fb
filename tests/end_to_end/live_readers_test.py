#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One truth for every reader: `check`, `get`, `tree`, `why` and `wait` say what the telltale that
runs says, whose settings are not the defaults: a pool out of quota, and a Cluster whose connection
is lost. And what they say where nobody runs, or where whoever runs judges another cluster.

Usage: live_readers_test.py PATH_TO_TELLTALE
"""

import json
import os
import re
import shutil
import subprocess
import tempfile

import live_objects as objects
from api_server import ApiServer
from live_server import (SECONDS_MAX, LiveCase, Settings, condition, condition_of, main,
                         path_of)
from live_workflows_test import Workload

FLAGS = ("--cluster-probe-grace-period=3s", "--failure-threshold=CloudQuotaExceeded=2s",
         "--metrics-per-object=Cluster,NodePool", "--dialect=upstream")
EXIT = {"Healthy": 0, "Working": 0, "Stuck": 3, "Unknown": 5}
NOBODY = "http://127.0.0.1:1"


class Readers(LiveCase):
    def telltale(self, *arguments, url=NOBODY, folder=None, kubeconfig=True):
        server = ["--kubeconfig", self.server.kubeconfig] if kubeconfig else []
        asked = ["--telltale", url] if kubeconfig and url else []
        return subprocess.run(
            [Settings.telltale, *arguments, *server, *asked],
            capture_output=True, text=True, check=False, timeout=SECONDS_MAX,
            env={"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8",
                 "HOME": folder or "/nonexistent",
                 "XDG_STATE_HOME": os.path.join(folder or "/nonexistent", "state")})

    def run_and_share(self, *flags, **more):
        """A `run` whose token lies where commands of the same user look for it."""
        run = self.run_telltale(*flags, **more)
        run.home = tempfile.mkdtemp(prefix="telltale-home-")
        self.addCleanup(shutil.rmtree, run.home, True)
        state = os.path.join(run.home, "state", "telltale")
        os.makedirs(state)
        shutil.copy(os.path.join(run.folder, "data", "token"), state)
        return run

    def as_data(self, run, *arguments, **more):
        done = self.telltale(*arguments, "-o", "json", url=run.url, folder=run.home, **more)
        self.assertTrue(done.stdout, f"{arguments}: {done.stderr}")
        return json.loads(done.stdout), done

    def verdict_in_metrics(self, run, kind, name):
        found = re.search(rf'^telltale_object_verdict{{[^\n]*kind="{kind}"[^\n]*name="{name}"'
                          rf'[^\n]*verdict="(\w+)"[^\n]*}} 1$', run.metrics(), re.M)
        return found.group(1) if found else None

    def item(self, report, kind, name):
        return next(one for one in report["items"]
                    if (one["kind"], one["name"]) == (kind, name))

    @staticmethod
    def states(conditions):
        """What is said, without what every look says anew."""
        return sorted((one["type"], one["status"], one["reason"]) for one in conditions)

    def expect_one_truth(self, run, kind, word, name, verdict, **state):
        """Every reader gives this verdict and this condition of one object, as the server does."""
        self.eventually(lambda: self.verdict_in_metrics(run, kind, name) == verdict,
                        f"metrics call {kind} {name} {verdict}")
        report, done = self.as_data(run, "check", "-n", self.space)
        self.assertNotIn("note:", done.stderr)
        item = self.item(report, kind, name)
        self.assertEqual(item["verdict"], verdict, "check")
        states = self.states(item["conditions"])
        wanted = (state["type"], state["status"], state["reason"])
        self.assertIn(wanted, states, "check")

        shown, done = self.as_data(run, "get", f"{word}/{name}", "-n", self.space)
        self.assertEqual(self.states(shown["status"]["conditions"]), states, "get")
        self.assertNotIn("note:", done.stderr)

        tree, done = self.as_data(run, "tree", f"{word}/{name}", "-n", self.space)
        self.assertEqual(tree["items"][0]["verdict"], verdict, "tree")
        self.assertEqual(self.states(tree["items"][0]["conditions"]), states, "tree")

        why, done = self.as_data(run, "why", f"{word}/{name}", "-n", self.space)
        self.assertEqual(why["object"]["verdict"], verdict, "why")
        self.assertIn(wanted, self.states(one["condition"] for one in why["conditions"]
                                          if "condition" in one), "why")
        self.assertEqual(done.returncode, EXIT[verdict], "why")

        done = self.telltale("wait", f"{word}/{name}", f"--for=verdict={verdict}", "-n",
                             self.space, "--timeout", "0", url=run.url, folder=run.home)
        self.assertEqual(done.returncode, 0, done.stderr)
        return item

    def make_pool_without_quota(self):
        objects.make_hosted_pool(self.server, self.space, "gpu", replicas=1)
        objects.make_hosted_machine(self.server, self.space, "gpu", "gpu-0")

    def make_lost_cluster(self, name):
        objects.make_cluster(self.server, self.space, name)
        self.server.set_status("Cluster", self.space, name, {"conditions": [
            condition("ControlPlaneInitialized", "True", "Initialized")]})
        return Workload(self, self.server, self.space, name)

    def test_a_run_that_writes_nothing_is_believed(self):
        """What its probers and clocks know stands in no object: only asking can tell."""
        self.make_pool_without_quota()
        workload = self.make_lost_cluster("quiet")
        run = self.run_and_share("--write=none", *FLAGS)
        settings = json.loads(run.page("/telltale/v1/settings", self.bearer(run))[2])
        self.assertEqual(settings["dialect"], "upstream")
        self.assertEqual(settings["progressing"]["cloudQuotaExceeded"], "2s")
        self.assertEqual(settings["clusterProbeGracePeriod"], "3s")
        self.expect_one_truth(run, "NodePool", "nodepool", "gpu", "Stuck", type="Progressing",
                              status="False", reason="CloudQuotaExceeded")
        self.eventually(lambda: f"{self.space}/quiet: connected" in run.logged(), "it connects")
        workload.cut()
        self.expect_one_truth_of_lost(run, "quiet")
        self.assertEqual(self.server.condition("Cluster", self.space, "quiet",
                                               "RemoteConnectionProbe"), {}, "nothing is written")
        why, _ = self.as_data(run, "why", "cluster/quiet", "RemoteConnectionProbe", "-n",
                              self.space)
        self.assertIn("probe last succeeded at",
                      why["conditions"][0]["condition"]["message"])

        # Nobody there: what is stored stands, and a last line says so.
        report, done = self.as_data_of_nobody("check", "-n", self.space)
        self.assertNotIn("RemoteConnectionProbe", json.dumps(self.item(report, "Cluster", "quiet")))
        self.assertNotEqual(self.item(report, "NodePool", "gpu")["verdict"], "Stuck",
                            "the default threshold is not over")
        self.assertEqual(done.stderr.count("note: no telltale answers"), 1, done.stderr)
        self.assertTrue(done.stderr.endswith("; judged from what is stored\n"), done.stderr)

        # What is typed wins, which is said.
        report, done = self.as_data(run, "check", "-n", self.space, "--failure-threshold",
                                    "CloudQuotaExceeded=10h")
        self.assertNotEqual(self.item(report, "NodePool", "gpu")["verdict"], "Stuck")
        self.assertIn("note: --failure-threshold wins over the settings of the telltale at "
                      + run.url, done.stderr)

    def expect_one_truth_of_lost(self, run, name):
        def lost():
            report, _ = self.as_data(run, "check", "-n", self.space)
            probe = condition_of({"status": self.item(report, "Cluster", name)},
                                 "RemoteConnectionProbe")
            return probe.get("status") == "False"
        self.eventually(lost, "its connection is lost for `check`")
        return self.expect_one_truth(run, "Cluster", "cluster", name, "Working",
                                     type="RemoteConnectionProbe", status="False",
                                     reason="ProbeFailed")

    def as_data_of_nobody(self, *arguments):
        done = self.telltale(*arguments, "-o", "json")
        return json.loads(done.stdout), done

    @staticmethod
    def bearer(run):
        with open(os.path.join(run.home, "state", "telltale", "token"), encoding="utf-8") as text:
            return {"Authorization": f"Bearer {text.read().strip()}"}

    def test_a_lost_connection_that_was_stored_is_lost_for_everybody(self):
        workload = self.make_lost_cluster("wire")
        run = self.run_and_share("--write=all", *FLAGS)
        self.expect_condition("Cluster", self.space, "wire", "RemoteConnectionProbe", "True")
        workload.cut()
        told = self.expect_one_truth_of_lost(run, "wire")
        stored = self.expect_condition("Cluster", self.space, "wire", "RemoteConnectionProbe",
                                       "False", "ProbeFailed")
        run.stop()

        # Nobody runs any more: what was stored stands, live and in a dump.
        report, _ = self.as_data_of_nobody("check", "-n", self.space)
        live = self.item(report, "Cluster", "wire")
        dump = {"apiVersion": "v1", "kind": "List", "items": [
            one for kind in ("Cluster", "DockerCluster")
            for one in self.server.list(kind, self.space)]}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(dump, file)
            file.flush()
            done = self.telltale("check", "-f", file.name, "-o", "json", "--dialect", "upstream",
                                 kubeconfig=False)
            self.assertNotIn("note:", done.stderr, "of a dump nobody is asked")
            offline = self.item(json.loads(done.stdout), "Cluster", "wire")
        for reader, item in (("live", live), ("dump", offline)):
            probe = condition_of({"status": item}, "RemoteConnectionProbe")
            self.assertEqual((probe["status"], probe["reason"], probe["lastTransitionTime"]),
                             ("False", "ProbeFailed", stored["lastTransitionTime"]), reader)
            self.assertEqual(item["verdict"], told["verdict"], reader)

    def test_who_judges_another_cluster_is_not_believed(self):
        other = ApiServer(Settings.telltale)
        self.addCleanup(other.close)
        elsewhere = self.run_and_share(kubeconfig=other.kubeconfig)
        for arguments in (["check"], ["get", "clusters"], ["tree"]):
            done = self.telltale(*arguments, url=elsewhere.url, folder=elsewhere.home)
            last = done.stderr.splitlines()[-1]
            self.assertTrue(last.startswith("note: "), done.stderr)
            self.assertIn("judges another cluster", last)
            self.assertLessEqual(len(last), 100, last)

    def test_a_run_is_found_without_saying_where(self):
        """By the ConfigMap that it writes, as somebody who has its token and as somebody else."""
        run = self.run_and_share(own_namespace="telltale-system")
        data = os.path.join(run.folder, "data")
        shutil.copy(os.path.join(data, "address"), os.path.join(run.home, "state", "telltale"))
        path = path_of("ConfigMap", "telltale-system", "telltale-address")
        def published():
            answer = self.server.api.get(path)
            return answer.code == 200 and answer.json["data"]["url"] == run.url
        self.eventually(published, "it says where it answers")
        done = self.telltale("check", "--cluster-probe-grace-period=7s", url=None, folder=run.home)
        self.assertIn(f"wins over the settings of the telltale at {run.url}\n", done.stderr)
        done = self.telltale("check", url=None)
        self.assertRegex(done.stderr, rf"(?m)^note: {run.url} needs a token, which --telltale "
                         "sends; judged from what is stored$")
        version = self.server.api.get(path).json["metadata"]["resourceVersion"]
        self.assertEqual(run.stop(), 0, run.tail())
        self.assertEqual(self.server.api.get(path).json["metadata"]["resourceVersion"], version,
                         "it is left as it is")
        done = self.telltale("check", url=None, folder=run.home)
        self.assertIn(f"note: no telltale answers at {run.url}; judged from what is stored\n",
                      done.stderr)

    def test_a_run_that_writes_nothing_does_not_say_where_it_is(self):
        path = path_of("ConfigMap", "telltale-quiet", "telltale-address")
        self.run_and_share("--write=none", own_namespace="telltale-quiet")
        self.assertEqual(self.server.api.get(path).code, 404)

    def test_pages_are_for_those_who_may(self):
        run = self.run_and_share("--write=none")
        for page in ("settings", "connections", "memory"):
            self.assertEqual(run.page(f"/telltale/v1/{page}")[0], 401, page)
            code, _, text = run.page(f"/telltale/v1/{page}", self.bearer(run))
            self.assertEqual(code, 200, page)
            json.loads(text)


if __name__ == "__main__":
    main()
