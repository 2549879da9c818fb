#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The reading commands, `wait` and `-w` against a server that runs: real processes, real sockets.

Usage: live_cli_test.py PATH_TO_TELLTALE
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from api_server import ApiServer, eventually

TELLTALE = ""
SECONDS_MAX = 120
MACHINE = "/apis/cluster.x-k8s.io/v1beta2/namespaces/{}/machines"
KEPT_BY_SERVER = ("uid", "resourceVersion", "generation", "managedFields", "creationTimestamp")


def run(*args, server=None, env=None, home=None, seconds=SECONDS_MAX):
    surroundings = {"PATH": os.environ.get("PATH", ""), "HOME": home or "/nonexistent",
                    "LANG": "C.UTF-8", **(env or {})}
    if server is not None:
        surroundings.setdefault("KUBECONFIG", server.kubeconfig)
    return subprocess.run([TELLTALE, *args], capture_output=True, text=True, timeout=seconds,
                          check=False, env=surroundings)


def plurals(server):
    """(apiVersion, kind) -> (path, whether it has namespaces and a status)."""
    found = {}
    versions = [("/api/v1", "v1")]
    for group in server.get("/apis").json["groups"]:
        for version in group["versions"]:
            versions.append((f"/apis/{version['groupVersion']}", version["groupVersion"]))
    for path, api_version in versions:
        resources = server.get(path).json["resources"]
        names = {resource["name"] for resource in resources}
        for resource in resources:
            if "/" in resource["name"]:
                continue
            has_status = f"{resource['name']}/status" in names
            found[(api_version, resource["kind"])] = (
                path, resource["name"], resource["namespaced"], has_status)
    return found


class Fleet:
    """Objects brought to a server: owners first, since it gives out UIDs of its own."""

    def __init__(self, server):
        self.server = server
        self.plurals = plurals(server)
        self.uids = {}

    def path(self, made):
        base, plural, namespaced, _ = self.plurals[(made["apiVersion"], made["kind"])]
        return f"{base}/namespaces/{made['metadata']['namespace']}/{plural}" if namespaced else \
            f"{base}/{plural}"

    def bring(self, manifests):
        waiting = list(manifests)
        spaces = {one["metadata"].get("namespace") for one in waiting} - {None, "default"}
        for space in sorted(spaces):
            self.server.post("/api/v1/namespaces", {"metadata": {"name": space}})
        while waiting:
            ready = [one for one in waiting if all(
                owner["uid"] in self.uids for owner in one["metadata"].get("ownerReferences", []))]
            if not ready:
                raise AssertionError(f"owners are missing of {waiting[0]['metadata']['name']}")
            waiting = [one for one in waiting if one not in ready]
            for one in ready:
                self.add(one)

    def add(self, made):
        made = json.loads(json.dumps(made))
        metadata = made["metadata"]
        old_uid = metadata.get("uid")
        for field in KEPT_BY_SERVER:
            metadata.pop(field, None)
        for owner in metadata.get("ownerReferences", []):
            owner["uid"] = self.uids[owner["uid"]]
        answer = self.server.post(self.path(made), made)
        if answer.code != 201:
            raise AssertionError(f"{made['kind']} {metadata['name']}: {answer.text}")
        if old_uid:
            self.uids[old_uid] = answer.json["metadata"]["uid"]
        if "status" in made and self.plurals[(made["apiVersion"], made["kind"])][3]:
            answer = self.server.put(f"{self.path(made)}/{metadata['name']}/status",
                                     {**answer.json, "status": made["status"]})
            if answer.code != 200:
                raise AssertionError(f"{made['kind']} {metadata['name']}: {answer.text}")


def condition(kind, status, reason="Because", message="", generation=None):
    made = {"type": kind, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": "2026-01-01T00:00:00Z"}
    return made if generation is None else {**made, "observedGeneration": generation}


def again(server):
    """Starts a server that was stopped where it was: on its data, and on its port."""
    server.process = subprocess.Popen(
        [TELLTALE, "serve", "--data-dir", server.data_dir, "--listen",
         f"127.0.0.1:{server.port}", "--http", "127.0.0.1:0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not server.process.stdout.readline().startswith("ready"):
        if server.process.poll() is not None:
            raise RuntimeError("the server did not start again")


class LiveCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ApiServer(TELLTALE)
        cls.addClassCleanup(cls.server.close)
        cls.home = tempfile.TemporaryDirectory(prefix="telltale-home-")
        cls.addClassCleanup(cls.home.cleanup)

    def telltale(self, *args, code=None, **more):
        done = run(*args, server=self.server, home=self.home.name, **more)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{args}\n{done.stdout}\n{done.stderr}")
        return done


class Reading(LiveCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        made = run("generate", "fleet", "--clusters", "2", "--machines", "8", "--unhealthy", "40",
                   "--seed", "2", "-o", "ndjson", home=cls.home.name)
        cls.manifests = [json.loads(line) for line in made.stdout.splitlines()]
        Fleet(cls.server).bring(cls.manifests)
        cls.space = next(one["metadata"]["namespace"] for one in cls.manifests
                         if one["kind"] == "Cluster")
        cls.cluster = next(one["metadata"]["name"] for one in cls.manifests
                           if one["kind"] == "Cluster")

    def names(self, kind, space=None):
        return sorted(one["metadata"]["name"] for one in self.manifests
                      if one["kind"] == kind and space in (None, one["metadata"]["namespace"]))

    def dumped(self):
        """Everything that the server holds of what is judged, as a dump of it."""
        items = []
        for (api_version, kind), (path, plural, _, _) in plurals(self.server).items():
            if "x-k8s.io" not in api_version or "beta1" in api_version:
                continue
            for item in self.server.get(f"{path}/{plural}").json["items"]:
                items.append({"apiVersion": api_version, "kind": kind, **item})
        items += [{"apiVersion": "v1", "kind": "Node", **item}
                  for item in self.server.get("/api/v1/nodes").json["items"]]
        path = os.path.join(self.home.name, "dump.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"apiVersion": "v1", "kind": "List", "items": items}, file)
        return path

    def test_lists_what_the_server_has(self):
        lines = self.telltale("get", "machines", "-n", self.space, code=0).stdout.splitlines()
        self.assertTrue(lines[0].startswith("NAME "), lines[0])
        self.assertEqual(sorted(line.split()[0] for line in lines[1:]),
                         self.names("Machine", self.space))
        everywhere = self.telltale("get", "machines", "-A", "-o", "name", code=0).stdout
        self.assertEqual(len(everywhere.splitlines()), len(self.names("Machine")))

    def test_looks_into_the_namespace_of_the_context_unless_told_otherwise(self):
        done = self.telltale("get", "machines", "-n", "kube-public", code=0)
        self.assertEqual(done.stdout, "")
        self.assertIn("No resources found in kube-public namespace.", done.stderr)

    def test_shows_kinds_that_are_not_judged_even_where_there_are_none(self):
        self.telltale("get", "dockermachines", "-n", self.space, code=0)
        done = self.telltale("get", "awsmachines", "-n", self.space, code=0)
        self.assertIn("No resources found", done.stderr)
        self.assertIn("does not read secrets", self.telltale("get", "secrets", code=1).stderr)

    def test_judges_a_server_as_it_would_judge_a_dump_of_it(self):
        now = "2026-01-02T00:00:00Z"
        live = json.loads(self.telltale("check", "-q", "-o", "json", "--now", now).stdout)
        dump = json.loads(run("check", "-q", "-o", "json", "--now", now, "--dialect", "auto",
                              self.dumped(), home=self.home.name).stdout)
        def told(report):
            return {(item["kind"], item["namespace"], item["name"]):
                    (item["verdict"], item["conditions"]) for item in report["items"]}
        self.assertEqual(told(live).keys(), told(dump).keys())
        for key, value in told(dump).items():
            self.assertEqual(told(live)[key], value, key)

    def test_grows_a_tree_and_explains_a_condition(self):
        done = self.telltale("tree", f"cluster/{self.cluster}", "-n", self.space)
        self.assertIn(f"Cluster {self.cluster}", done.stdout, done.stderr)
        machine = self.names("Machine", self.space)[0]
        done = self.telltale("why", f"machine/{machine}", "-n", self.space,
                             "--telltale", "http://127.0.0.1:1")
        self.assertIn(machine, done.stdout)
        self.assertIn("note: no telltale answers at http://127.0.0.1:1", done.stderr)
        done = self.telltale("why", "machine/nobody", "-n", self.space, "-q", code=1)
        self.assertIn('no Machine "nobody" in namespace', done.stderr)

    def test_finds_what_is_in_another_namespace(self):
        machine = self.names("Machine", self.space)[0]
        note = f"note: {machine} is in namespace {self.space}, not default\n"
        for command in ("why", "history"):
            done = self.telltale(command, f"machine/{machine}", "--telltale", "http://127.0.0.1:1")
            self.assertIn(done.returncode, (0, 3, 5), done.stderr)
            self.assertIn(note, done.stderr)
            self.assertTrue(done.stdout.strip())
        done = self.telltale("tree", f"cluster/{self.cluster}", "-q")
        self.assertIn(self.cluster, done.stdout, done.stderr)
        hint = (f'error: no Machine "{machine}" in namespace default; there is one in '
                f'{self.space}: add -n {self.space}\n')
        for args in (("get", "machine", machine),
                     ("wait", f"ma/{machine}", "--for=condition=Ready"),
                     ("wait", f"ma/{machine}", "--for=verdict=Healthy")):
            self.assertIn(hint, self.telltale(*args, code=1).stderr)

    def test_tells_from_the_object_what_no_journal_can(self):
        machine = self.names("Machine", self.space)[0]
        done = self.telltale("history", f"machine/{machine}", "Ready", "-n", self.space,
                             "--telltale", "http://127.0.0.1:1", code=0)
        self.assertIn("note: no telltale answers", done.stderr)
        self.assertTrue(done.stdout.strip())
        data = json.loads(self.telltale("history", f"machine/{machine}", "-n", self.space, "-q",
                                        "-o", "json", "--telltale", "http://127.0.0.1:1",
                                        code=0).stdout)
        self.assertEqual(data["kind"], "History")


class Errors(LiveCase):
    def test_says_what_to_do_without_a_kubeconfig(self):
        done = self.telltale("get", "machines", env={"KUBECONFIG": "/nonexistent/none"}, code=1)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)
        for hint in ("--kubeconfig", "-f", "telltale up"):
            self.assertIn(hint, done.stderr)

    def test_says_who_does_not_answer(self):
        path = os.path.join(self.home.name, "nobody")
        with open(self.server.kubeconfig, encoding="utf-8") as text:
            config = text.read().replace(str(self.server.port), "1")
        with open(path, "w", encoding="utf-8") as file:
            file.write(config)
        started = time.monotonic()
        done = self.telltale("check", "--kubeconfig", path, code=1)
        self.assertIn("127.0.0.1:1", done.stderr)
        self.assertLess(time.monotonic() - started, 20)

    def test_says_when_nobody_knows_us(self):
        path = os.path.join(self.home.name, "stranger")
        with open(self.server.kubeconfig, encoding="utf-8") as text:
            config = text.read().replace(self.server.token, "of-somebody-else")
        with open(path, "w", encoding="utf-8") as file:
            file.write(config)
        done = self.telltale("get", "machines", "--kubeconfig", path, code=1)
        self.assertIn("answered 401", done.stderr)

    def test_says_what_we_may_not(self):
        done = self.telltale("get", "machines", "--as", "bob", code=1)
        self.assertIn("answered 403", done.stderr)
        self.assertIn('User "bob" cannot', done.stderr)
        self.assertIn("viewer role", done.stderr)

    def test_says_which_type_is_none(self):
        done = self.telltale("wait", "gizmo/g1", "--for=create", code=1)
        self.assertIn('doesn\'t have a resource type "gizmo"', done.stderr)


class Waiting(LiveCase):
    counter = 0

    def machine(self, conditions=(), labels=None):
        Waiting.counter += 1
        name = f"m{Waiting.counter}"
        path = MACHINE.format("default")
        answer = self.server.post(path, {
            "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
            "metadata": {"name": name, "labels": labels or {}},
            "spec": {"clusterName": "c1", "bootstrap": {"dataSecretName": "b"},
                     "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                                           "kind": "DockerMachine", "name": name}}})
        self.assertEqual(answer.code, 201, answer.text)
        self.tell(name, conditions)
        return name

    def tell(self, name, conditions):
        answer = self.server.patch(f"{MACHINE.format('default')}/{name}/status",
                                   {"status": {"conditions": list(conditions)}})
        self.assertEqual(answer.code, 200, answer.text)

    def later(self, act, *args):
        """Does it while a telltale waits: when its watch has begun, as far as one can tell."""
        timer = threading.Timer(1.0, act, args)
        timer.start()
        self.addCleanup(timer.join)

    def test_ends_at_once_where_it_is_met(self):
        name = self.machine([condition("Ready", "True")])
        done = self.telltale("wait", f"machine/{name}", "--for=condition=ready", code=0)
        self.assertEqual(done.stdout, f"machine.cluster.x-k8s.io/{name} condition met\n")
        done = self.telltale("wait", "ma", name, "--for=jsonpath={.spec.clusterName}=c1", "-o",
                             "name", "--timeout=0", code=0)
        self.assertEqual(done.stdout, f"machine.cluster.x-k8s.io/{name}\n")
        done = self.telltale("wait", "ma", name, "--for=create", "-o", "json", code=0)
        self.assertEqual(json.loads(done.stdout)["metadata"]["name"], name)

    def test_waits_until_all_hold_on_one_version(self):
        name = self.machine([condition("Ready", "False"), condition("Available", "True")])
        def turn():
            self.tell(name, [condition("Ready", "True"), condition("Available", "False")])
            self.tell(name, [condition("Ready", "True"), condition("Available", "True")])
        self.later(turn)
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready",
                             "--for=condition=Available", code=0)
        self.assertIn("condition met", done.stdout)

    def test_times_out_and_says_what_stood(self):
        name = self.machine([condition("Ready", "False", "NodeNotReady", "Node n1 is gone")])
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready", "--timeout=1s", code=4)
        self.assertIn(f"error: timed out waiting for the condition on machines/{name}\n",
                      done.stderr)
        self.assertIn("Ready is False, NodeNotReady: Node n1 is gone", done.stderr)
        self.assertIn(f"next: telltale why machine/{name} -n default", done.stderr)
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready", "--timeout=0", code=4)
        self.assertIn(f"error: condition not met for machines/{name}\n", done.stderr)

    def test_does_not_count_conditions_that_are_older_than_the_object(self):
        name = self.machine([condition("Ready", "True", generation=1)])
        self.telltale("wait", f"ma/{name}", "--for=condition=Ready", "--timeout=0", code=0)
        self.server.patch(f"{MACHINE.format('default')}/{name}", {"spec": {"version": "v1.33.1"}})
        self.telltale("wait", f"ma/{name}", "--for=condition=Ready", "--timeout=0", code=4)

    def test_fails_as_soon_as_it_will_not_be(self):
        name = self.machine([condition("Ready", "Unknown")])
        self.later(self.tell, name, [condition("Ready", "False", "NodeDeleted", "gone for good")])
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready",
                             "--fail-on=condition=Ready=False", code=3)
        self.assertIn("--fail-on=condition=Ready=False holds", done.stderr)
        self.assertIn("gone for good", done.stderr)

    def test_waits_for_beginnings_and_ends(self):
        self.later(self.machine)
        name = f"m{Waiting.counter + 1}"
        self.telltale("wait", f"ma/{name}", "--for=create", code=0)
        self.later(self.server.delete, f"{MACHINE.format('default')}/{name}")
        done = self.telltale("wait", f"ma/{name}", "--for=delete", code=0)
        self.assertEqual(done.stdout, f"machine.cluster.x-k8s.io/{name} condition met\n")
        self.telltale("wait", f"ma/{name}", "--for=delete", code=0)
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready", code=1)
        self.assertIn(f'machines.cluster.x-k8s.io "{name}" not found', done.stderr)

    def test_waits_for_many(self):
        labels = {"batch": "many"}
        names = [self.machine([condition("Ready", "True")], labels) for _ in range(3)]
        done = self.telltale("wait", "machines", "-l", "batch=many", "--for=condition=Ready",
                             code=0)
        self.assertEqual(len(done.stdout.splitlines()), 3)
        self.tell(names[1], [condition("Ready", "False")])
        done = self.telltale("wait", "machines", "-l", "batch=many", "--for=condition=Ready",
                             "--timeout=1s", code=4)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        done = self.telltale("wait", "machines", "-l", "batch=none", "--for=condition=Ready",
                             code=1)
        self.assertIn("no matching resources found", done.stderr)
        self.telltale("wait", "machines", "--all", "--for=jsonpath={.spec.clusterName}=c1", code=0)

    def test_one_of_all_that_is_deleted_no_longer_counts(self):
        for what in ("condition=Ready", "verdict=Working"):
            labels = {"batch": "shrinking-" + what[:4]}
            kept = self.machine([condition("Ready", "False")], labels)
            lost = self.machine([condition("Ready", "False")], labels)
            def turn(kept=kept, lost=lost):
                self.server.delete(f"{MACHINE.format('default')}/{lost}")
                self.tell(kept, [condition("Ready", "True")])
            self.later(turn)
            expected = (0,) if what == "condition=Ready" else (0, 4)
            done = self.telltale("wait", "machines", "-l", f"batch={labels['batch']}",
                                 f"--for={what}", "--timeout=5s")
            self.assertIn(done.returncode, expected, done.stderr)
            self.assertNotIn(f"machines/{lost}", done.stderr)
        labels = {"batch": "vanishing"}
        last = self.machine([condition("Ready", "False")], labels)
        self.later(self.server.delete, f"{MACHINE.format('default')}/{last}")
        done = self.telltale("wait", "machines", "-l", "batch=vanishing", "--for=condition=Ready",
                             "--timeout=20s", code=1)
        self.assertIn("all were deleted", done.stderr)

    def test_one_that_was_named_and_is_deleted_ends_it(self):
        name = self.machine([condition("Ready", "False")])
        self.later(self.server.delete, f"{MACHINE.format('default')}/{name}")
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready", "--timeout=60s", code=1)
        self.assertIn(f"machine.cluster.x-k8s.io/{name} was deleted while waiting", done.stderr)
        again_there = self.machine([condition("Ready", "False")])
        self.later(self.server.delete, f"{MACHINE.format('default')}/{again_there}")
        self.telltale("wait", f"ma/{again_there}", "--for=condition=Ready", "--fail-on=delete",
                      "--timeout=60s", code=3)

    def test_says_at_once_that_a_condition_was_typed_wrong(self):
        name = self.machine([condition("Ready", "False"), condition("Mine", "True")])
        begun = time.monotonic()
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Avail", "--timeout=60s", code=2)
        self.assertIn("did you mean Available?", done.stderr)
        done = self.telltale("wait", f"ma/{name}", "--for=condition=Ready",
                             "--fail-on=condition=Reddy=False", "--timeout=60s", code=2)
        self.assertIn("did you mean Ready?", done.stderr)
        self.assertLess(time.monotonic() - begun, 30)
        self.telltale("wait", f"ma/{name}", "--for=condition=mine", "--timeout=60s", code=0)
        self.telltale("wait", f"ma/{name}", "--for=condition=ExampleComSomething",
                      "--timeout=1s", code=4)

    def test_waits_for_a_verdict_of_its_own(self):
        name = self.machine([])
        self.telltale("wait", f"ma/{name}", "--for=verdict=Healthy", "--timeout=1s", code=4)
        verdict = json.loads(self.telltale("check", "-o", "json", "-q").stdout)
        mine = next(item for item in verdict["items"] if item["name"] == name)["verdict"]
        self.telltale("wait", f"ma/{name}", f"--for=verdict={mine}", code=0)
        self.telltale("wait", f"ma/{name}", "--for=verdict=Healthy", f"--fail-on=verdict={mine}",
                      code=3)

    def test_survives_a_server_that_is_started_anew(self):
        server = ApiServer(TELLTALE)
        self.addCleanup(server.close)
        path = MACHINE.format("default")
        made = {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
                "metadata": {"name": "m"},
                "spec": {"clusterName": "c1", "bootstrap": {"dataSecretName": "b"},
                         "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                                               "kind": "DockerMachine", "name": "m"}}}
        self.assertEqual(server.post(path, made).code, 201)
        waiting = subprocess.Popen([TELLTALE, "wait", "ma/m", "--for=condition=Ready",
                                    "--timeout=60s"],
                                   env={"KUBECONFIG": server.kubeconfig, "HOME": self.home.name},
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(waiting.kill)
        time.sleep(1)
        server.stop()
        again(server)
        server.patch(f"{path}/m/status", {"status": {"conditions": [condition("Ready", "True")]}})
        out, err = waiting.communicate(timeout=SECONDS_MAX)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertIn("condition met", out)


class Watching(LiveCase):
    def start(self, *args):
        process = subprocess.Popen(
            [TELLTALE, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={"KUBECONFIG": self.server.kubeconfig, "HOME": self.home.name, "LANG": "C.UTF-8"})
        lines = []
        def read():
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        self.addCleanup(self.end, process, reader)
        return process, lines

    @staticmethod
    def end(process, reader):
        if process.poll() is None:
            process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
        process.stderr.close()

    def set_up(self, name):
        answer = self.server.post("/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters", {
            "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
            "metadata": {"name": name}, "spec": {"paused": False}})
        self.assertEqual(answer.code, 201, answer.text)

    def test_appends_a_line_for_every_row_that_changes(self):
        self.set_up("calm")
        self.set_up("other")
        process, lines = self.start("get", "clusters", "-w", "-o", "wide")
        eventually(lambda: len(lines) == 3, "the table at the start")
        self.assertTrue(lines[0].startswith("NAME"))
        watched = 'resource="clusters",verb="watch"'
        eventually(lambda: watched in self.server.get("/metrics").text, "a watch of the Clusters")
        self.server.patch("/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters/calm",
                          {"spec": {"paused": True}})
        eventually(lambda: len(lines) >= 4, "a line for the row that changed")
        self.assertTrue(lines[3].startswith("calm "), lines)
        self.set_up("young")
        eventually(lambda: any(line.startswith("young ") for line in lines), "a line for a new row")
        self.assertEqual(sum(line.startswith("other ") for line in lines), 1, lines)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(SECONDS_MAX), 0)

    def test_draws_the_tree_again_when_it_changes(self):
        self.set_up("grove")
        process, lines = self.start("tree", "cluster/grove", "-w")
        eventually(lambda: any("grove" in line for line in lines), "the tree at the start")
        before = len(lines)
        self.server.post(MACHINE.format("default"), {
            "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
            "metadata": {"name": "leaf", "labels": {"cluster.x-k8s.io/cluster-name": "grove"}},
            "spec": {"clusterName": "grove", "bootstrap": {"dataSecretName": "b"},
                     "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                                           "kind": "DockerMachine", "name": "leaf"}}})
        eventually(lambda: any("leaf" in line for line in lines[before:]), "one with the Machine")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(SECONDS_MAX), 0)


if __name__ == "__main__":
    TELLTALE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
