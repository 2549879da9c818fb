#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The audit log of a real server: what the policy says is in it, it stays bounded, nobody pushes
out the others, and where it is required nothing happens that it does not hold.

Usage: audit_test.py PATH_TO_TELLTALE
"""

import glob
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

from api_server import ApiServer, eventually

TELLTALE = ""
SECONDS_MAX = 60
USAGE = 2
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
SECRETS = "/api/v1/namespaces/default/secrets"
# Every field that an Event of audit.k8s.io/v1 is documented to have.
EVENT_FIELDS = {"kind", "apiVersion", "level", "auditID", "stage", "requestURI", "verb", "user",
                "impersonatedUser", "sourceIPs", "userAgent", "objectRef", "responseStatus",
                "requestObject", "responseObject", "requestReceivedTimestamp", "stageTimestamp",
                "annotations"}
POLICY = """
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  nonResourceURLs: ["/healthz*", /readyz, /livez]
- level: RequestResponse
  omitManagedFields: true
  resources:
  - group: ""
    resources: [secrets, configmaps]
- level: Metadata
"""


def config_map(name, size=0):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name},
            "data": {"text": name + "." * size}}


def events_in(path):
    """Every line of a log and of what was moved aside; one that is no JSON raises."""
    stem, extension = os.path.splitext(path)
    events = []
    for name in sorted(glob.glob(f"{stem}-*{extension}")) + [path]:
        with open(name, encoding="utf-8") as lines:
            events += [json.loads(line) for line in lines]
    return events


def figures_of(server):
    """The figures of the log, by their names."""
    lines = [line.rsplit(" ", 1) for line in server.get("/metrics").text.splitlines()]
    return {line[0].removeprefix("telltale_audit_"): float(line[1]) for line in lines
            if line[0].startswith("telltale_audit_")}


class AuditCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-audit-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.log = os.path.join(self.folder, "audit.log")

    def start(self, *flags):
        self.server = ApiServer(TELLTALE, "--audit-log", self.log, *flags)
        self.addCleanup(self.server.close)
        return self.server

    def events(self, **wanted):
        """Those with these members; a member's own are named with two underscores."""
        def member(event, name):
            for part in name.split("__"):
                event = event.get(part, {}) if isinstance(event, dict) else {}
            return event
        return [event for event in events_in(self.log)
                if all(member(event, name) == value for name, value in wanted.items())]


class Levels(AuditCase):
    def test_without_a_policy_everything_is_told_and_no_bodies(self):
        server = self.start()
        answer = server.post(CONFIG_MAPS, config_map("a"))
        server.get(SECRETS, token=server.token_of("viewer"))
        server.get(SECRETS, token="wrong")
        with server.watch(f"{CONFIG_MAPS}?watch=1") as watch:
            watch.next()
        eventually(lambda: self.events(verb="watch", stage="ResponseComplete"), "a watch has ended")
        made = self.events(verb="create", objectRef__name="a") or self.events(verb="create")
        self.assertEqual(made[0]["auditID"], answer.headers["audit-id"][0])
        self.assertEqual([event["responseStatus"]["code"]
                          for event in self.events(objectRef__resource="secrets")], [403, 401])
        self.assertEqual(len(self.events(verb="watch", stage="ResponseStarted")), 1)
        for event in events_in(self.log):
            self.assertEqual(set(event) - EVENT_FIELDS, set())
            self.assertEqual(event["level"], "Metadata")
            self.assertNotIn("requestObject", event)
            self.assertNotIn("responseObject", event)
        self.assertEqual(stat.S_IMODE(os.stat(self.log).st_mode), 0o600)

    def test_a_policy_says_what_is_told(self):
        policy = os.path.join(self.folder, "policy.yaml")
        with open(policy, "w", encoding="utf-8") as file:
            file.write(POLICY)
        server = self.start("--audit-policy", policy)
        server.post(CONFIG_MAPS, config_map("a"))
        server.patch(f"{CONFIG_MAPS}/a", {"data": {"text": "b"}})
        server.post(CONFIG_MAPS, config_map("long", size=300_000))
        server.post(SECRETS, {"metadata": {"name": "s"}, "stringData": {"password": "hush-hush"}})
        server.get(SECRETS)
        server.get("/healthz")
        server.get("/version")
        eventually(lambda: self.events(requestURI="/version"), "the last event is there")
        made, long = self.events(verb="create", objectRef__resource="configmaps")
        self.assertEqual(made["level"], "RequestResponse")
        self.assertEqual(made["requestObject"]["data"], {"text": "a"})
        self.assertNotIn("managedFields", made["responseObject"]["metadata"])
        self.assertEqual(long["annotations"]["audit.k8s.io/truncated"], "true")
        self.assertEqual(long["requestObject"],
                         {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "long"}})
        self.assertEqual(self.events(verb="patch")[0]["requestObject"], {"data": {"text": "b"}})
        secret = self.events(verb="create", objectRef__resource="secrets")[0]
        self.assertEqual(secret["requestObject"]["stringData"], {"password": "[left out]"})
        self.assertEqual(self.events(requestURI="/healthz"), [])
        self.assertEqual(self.events(stage="RequestReceived"), [])
        self.assertEqual(self.events(requestURI="/version")[0]["level"], "Metadata")
        with open(self.log, encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn("hush-hush", text)
        self.assertNotIn("aHVzaC1odXNo", text)

    def refused(self, *flags):
        ended = subprocess.run([TELLTALE, "serve", "--data-dir", os.path.join(self.folder, "data"),
                                "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", *flags],
                               capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertNotEqual(ended.returncode, 0)
        return ended.returncode, ended.stderr

    def test_what_would_not_be_obeyed_is_no_start(self):
        policy = os.path.join(self.folder, "policy.yaml")
        with open(policy, "w", encoding="utf-8") as file:
            file.write(POLICY.replace("level: None", "level: Nothing"))
        code, words = self.refused("--audit-log", self.log, "--audit-policy", policy)
        self.assertEqual(code, 1)
        self.assertIn(f"{policy}:6: unknown level \"Nothing\"", words)
        code, words = self.refused("--audit-policy", policy)
        self.assertEqual(code, USAGE, words)
        self.assertIn("need --audit-log", words)
        code, _ = self.refused("--audit-log", self.log, "--audit-log-maxsize", "0")
        self.assertEqual(code, USAGE)


class Bounds(AuditCase):
    MEBIBYTE = 1 << 20

    def test_files_are_moved_aside_and_limited_while_many_write(self):
        policy = os.path.join(self.folder, "policy.yaml")
        with open(policy, "w", encoding="utf-8") as file:
            file.write(POLICY)
        server = self.start("--audit-log-maxsize", "1", "--audit-log-maxbackup", "3",
                            "--audit-policy", policy)

        def work(writer):
            connection = server.connect()
            for number in range(60):
                answer = server.post(CONFIG_MAPS, config_map(f"w{writer}-{number}", size=30_000),
                                     connection=connection)
                self.assertEqual(answer.code, 201)
            connection.close()

        threads = [threading.Thread(target=work, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS_MAX)
        self.assertEqual(server.stop(), 0)
        backups = glob.glob(os.path.join(self.folder, "audit-*.log"))
        self.assertEqual(len(backups), 3, backups)
        for file in (*backups, self.log):
            self.assertLessEqual(os.path.getsize(file), self.MEBIBYTE)
            self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        # Whole lines, each once, and what is left is the newest without a gap.
        ids = [event["auditID"] for event in events_in(self.log)]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertGreater(len(ids), 30)

    def test_a_kill_costs_no_line_that_was_answered_long_ago(self):
        server = self.start("--audit-log-maxsize", "1")
        names = [f"m{number}" for number in range(50)]
        for name in names:
            server.post(CONFIG_MAPS, config_map(name))
        eventually(lambda: len(self.events(verb="create")) >= len(names), "all are written")
        server.kill()
        with open(self.log, "ab") as file:
            file.write(b'{"kind":"Event","cut')  # as a crash within a write would leave it
        server.start()
        server.post(CONFIG_MAPS, config_map("after"))
        eventually(lambda: b'"after"' in self.raw() or b"create" in self.raw().splitlines()[-1],
                   "it goes on")
        lines = self.raw().splitlines()
        broken = [line for line in lines if line.startswith(b'{"kind":"Event","cut')]
        self.assertEqual(broken, [b'{"kind":"Event","cut'])
        for line in lines:
            if line not in broken:
                json.loads(line)

    def raw(self):
        with open(self.log, "rb") as file:
            return file.read()

    def test_sighup_opens_it_anew(self):
        server = self.start()
        server.get("/version")
        eventually(lambda: self.events(requestURI="/version"), "the first event is there")
        os.rename(self.log, self.log + ".mine")
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: server.get("/version").code == 200 and os.path.exists(self.log),
                   "there is a new file")

    def test_one_who_floods_leaves_the_others_lines(self):
        server = self.start()
        viewer = server.token_of("viewer")

        def knock(token, count):
            connection = server.connect()
            for _ in range(count):
                server.get("/api/v1/nodes", token=token, connection=connection)
            connection.close()

        flood = [threading.Thread(target=knock, args=(token, 3000)) for token in (viewer, "wrong")]
        for thread in flood:
            thread.start()
        made = []
        while any(thread.is_alive() for thread in flood):
            name = f"m{len(made)}"
            made.append(server.post(CONFIG_MAPS, config_map(name)).headers["audit-id"][0])
            made.append(server.get(f"{CONFIG_MAPS}/{name}").headers["audit-id"][0])
            if len(made) >= 400:
                break
        for thread in flood:
            thread.join(SECONDS_MAX)
        figures = figures_of(server)
        self.assertGreater(figures['lost_total{why="client"}'], 1000)
        self.assertEqual(figures['lost_total{why="queue"}'], 0)
        self.assertEqual(server.stop(), 0)
        events = events_in(self.log)
        there = {event["auditID"] for event in events}
        self.assertEqual([one for one in made if one not in there], [])
        sums = [event["annotations"] for event in events
                if "audit.telltale.dev/left-out" in event.get("annotations", {})]
        self.assertTrue(any(" events of anonymous at 127.0.0.1 left out" in one[
            "audit.telltale.dev/left-out-of"] for one in sums), sums)
        told = sum(int(one["audit.telltale.dev/left-out"]) for one in sums)
        self.assertGreaterEqual(told, figures['lost_total{why="client"}'])


class Required(AuditCase):
    def on_small_disk(self):
        mount = os.path.join(self.folder, "disk")
        os.mkdir(mount)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", mount],
                              capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {made.stderr.decode().strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", mount], check=False)
        self.log = os.path.join(mount, "audit.log")
        return os.path.join(mount, "ballast")

    def fill(self, ballast):
        file = os.open(ballast, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            while True:
                os.write(file, bytes(4096))
        except OSError:
            pass  # it is full
        finally:
            os.close(file)

    def test_a_full_disk_refuses_what_it_cannot_hold_and_heals(self):
        ballast = self.on_small_disk()
        server = self.start("--audit-required")
        self.assertEqual(server.post(CONFIG_MAPS, config_map("before")).code, 201)
        self.fill(ballast)
        acknowledged, refused = [], None
        for number in range(500):
            answer = server.post(CONFIG_MAPS, config_map(f"m{number}"))
            if answer.code == 503:
                refused = answer
                break
            self.assertEqual(answer.code, 201, answer.text)
            acknowledged.append(answer.headers["audit-id"][0])
        self.assertIsNotNone(refused, "the disk was never full")
        self.assertEqual(refused.json["reason"], "ServiceUnavailable")
        self.assertEqual(refused.headers["retry-after"], ["1"])
        self.assertIn("the audit log cannot be written", refused.json["message"])
        self.assertEqual(server.get("/livez").code, 200)
        ready = server.get("/readyz")
        self.assertEqual(ready.code, 500)
        self.assertIn("[-]audit failed: cannot write the audit log", ready.text)
        self.assertIn("[-]audit failed: reason withheld", server.get("/readyz", token="").text)
        os.remove(ballast)
        eventually(lambda: server.get("/readyz").code == 200, "it heals by itself")
        names = {item["metadata"]["name"] for item in server.get(CONFIG_MAPS).json["items"]}
        self.assertNotIn(f"m{len(acknowledged)}", names, "what was refused was not done")
        self.assertEqual(server.post(CONFIG_MAPS, config_map("after")).code, 201)
        there = {event["auditID"] for event in events_in(self.log)}
        self.assertEqual([one for one in acknowledged if one not in there], [])
        eventually(lambda: any("could not be written" in event.get("annotations", {}).get(
            "audit.telltale.dev/lost", "") for event in events_in(self.log)),
                   "what was lost is told")

    def test_a_folder_that_is_gone_refuses_and_heals(self):
        folder = os.path.join(self.folder, "logs")
        os.mkdir(folder)
        self.log = os.path.join(folder, "audit.log")
        server = self.start("--audit-required")
        shutil.rmtree(folder)
        self.assertEqual(server.post(CONFIG_MAPS, config_map("a")).code, 503)
        self.assertEqual(server.get(CONFIG_MAPS).code, 503)
        os.mkdir(folder)
        eventually(lambda: server.get("/readyz").code == 200, "it heals by itself")
        self.assertEqual(server.post(CONFIG_MAPS, config_map("a")).code, 201)

    def test_every_acknowledged_write_is_in_the_log_after_a_kill(self):
        server = self.start("--audit-required")
        made, lock = [], threading.Lock()

        def work(writer):
            connection = server.connect()
            for number in range(200):
                try:
                    answer = server.post(CONFIG_MAPS, config_map(f"w{writer}-{number}"),
                                         connection=connection)
                except OSError:
                    return  # the server was killed
                with lock:
                    made.append(answer.headers["audit-id"][0])

        threads = [threading.Thread(target=work, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        eventually(lambda: len(made) > 100, "writers have begun")
        server.kill()
        for thread in threads:
            thread.join(SECONDS_MAX)
        with open(self.log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.assertEqual([one for one in made if one not in text], [])

    def test_without_the_flag_it_is_lost_and_counted(self):
        folder = os.path.join(self.folder, "logs")
        os.mkdir(folder)
        self.log = os.path.join(folder, "audit.log")
        server = self.start()
        shutil.rmtree(folder)
        self.assertEqual(server.post(CONFIG_MAPS, config_map("a")).code, 201)
        eventually(lambda: figures_of(server)['lost_total{why="disk"}'] > 0, "it is counted")
        self.assertEqual(figures_of(server)["writable"], 0)
        self.assertEqual(server.get("/readyz").code, 200)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
