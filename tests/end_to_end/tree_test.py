#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale tree` as people meet it: in pipes, as data, and on terminals of 80 and 200 columns.

Usage: tree_test.py PATH_TO_TELLTALE
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
from pathlib import Path

TELLTALE = ""
SECONDS_MAX = 60
UNHEALTHY = ("--clusters", "3", "--machines", "12", "--unhealthy", "60", "--seed", "7")
PLAIN = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
PLAIN.pop("NO_COLOR", None)
NAMED = re.compile(r"^(?:[│├└─ ]+)?(?:control plane )?(?:[\d,]+ )?([A-Z][A-Za-z]+) (\S+)")


def telltale(*args, stdin=b"", env=None):
    return subprocess.run([TELLTALE, *args], input=stdin, capture_output=True,
                          timeout=SECONDS_MAX, env={**PLAIN, **(env or {})}, check=False)


def fleet(*args):
    made = telltale("generate", "fleet", *args)
    assert made.returncode == 0, made.stderr
    return made.stdout


def cells(text):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text
               if not unicodedata.combining(letter))


def nodes_of(node):
    yield node
    for child in node.get("children", []):
        yield from nodes_of(child)


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="telltale-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.write("fleet.yaml", fleet(*UNHEALTHY))

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def tree(self, *args):
        done = telltale("tree", "-q", "-f", self.path, *args)
        self.assertIn(done.returncode, (0, 3, 5), done.stderr)
        return done.stdout.decode()

    def data(self, *args):
        return json.loads(self.tree("-o", "json", *args))


class Data(InFolder):
    def test_holds_every_judged_object_once(self):
        report = json.loads(telltale("check", "-q", "-o", "json", self.path).stdout)
        judged = sorted((item["kind"], item["namespace"], item["name"], item["verdict"])
                        for item in report["items"] if item["kind"] == "Machine")
        told = sorted((node["kind"], node["namespace"], node["name"], node["verdict"])
                      for root in self.data()["items"] for node in nodes_of(root)
                      if node.get("kind") == "Machine")
        self.assertEqual(told, judged)

    def test_machines_reach_down_to_their_nodes(self):
        roots = self.data()["items"]
        self.assertEqual([root["kind"] for root in roots], ["Cluster"] * 3)
        below = [node for root in roots for node in nodes_of(root) if node.get("kind") == "Node"]
        self.assertGreater(len(below), 10)

    def test_causes_name_objects_of_the_tree(self):
        causes = [cause for root in self.data()["items"] for cause in root.get("causes", [])]
        self.assertTrue(causes)
        names = {f"{node['kind']} {node['namespace']}/{node['name']}"
                 for root in self.data("--show-machinesets")["items"] for node in nodes_of(root)
                 if "namespace" in node}
        for cause in causes:
            self.assertLessEqual(set(cause["objects"]), names)

    def test_the_worst_come_first(self):
        order = ["Stuck", "Unknown", "Working", "Healthy"]
        for root in self.data()["items"]:
            for node in nodes_of(root):
                ranks = [order.index(child["worst"]) for child in node.get("children", [])]
                self.assertEqual(ranks, sorted(ranks))

    def test_yaml_and_threads_do_not_change_what_is_said(self):
        self.assertTrue(self.tree("-o", "yaml").startswith("apiVersion: telltale.dev/v1alpha1\n"))
        self.assertEqual(self.tree("--threads", "1"), self.tree("--threads", "4"))

    def test_exit_codes_are_those_of_check(self):
        healthy = self.write("healthy.yaml", fleet("--unhealthy", "0"))
        for code, args in ((3, ("-f", self.path)), (0, ("-f", healthy)),
                           (1, ("-f", self.path, "machine/nobody")), (1, ("-f", "no-such-file")),
                           (1, ()), (2, ("-f", healthy, "--depth", "x")),
                           (5, ("-f", healthy, "-n", "nowhere"))):
            done = telltale("tree", *args)
            self.assertEqual(done.returncode, code, (args, done.stdout[-300:], done.stderr[-300:]))


class Pipes(InFolder):
    def test_every_row_is_one_line_and_nothing_is_cut(self):
        text = self.tree("--expand")
        self.assertNotIn("\x1b", text)
        self.assertNotIn("…", text)
        machines = [node["name"] for root in self.data()["items"] for node in nodes_of(root)
                    if node.get("kind") == "Machine"]
        told = [match.group(2) for match in map(NAMED.match, text.splitlines())
                if match and match.group(1) == "Machine"]
        self.assertEqual(sorted(told), sorted(machines))

    def test_the_cause_stands_in_the_first_lines(self):
        lines = self.tree().splitlines()
        self.assertTrue(lines[1].startswith("Cluster "), lines[1])
        self.assertIn(" because ", lines[2])
        self.assertTrue(lines[-1].startswith("next: telltale why "), lines[-1])
        again = telltale(*shlex.split(lines[-1])[2:])
        self.assertEqual(again.returncode, 3, again.stderr)

    def test_problems_only_leaves_out_what_is_healthy(self):
        roots = self.data("--problems")["items"]
        self.assertTrue(roots)
        for root in roots:
            for node in nodes_of(root):
                self.assertNotEqual(node["worst"], "Healthy")


class Terminals(InFolder):
    screens = 0

    def screen(self, columns, command, **env):
        """What a terminal of that width shows after the command."""
        # A server of its own for every screen: the last one may not have ended yet.
        self.screens += 1
        socket = str(self.folder / f"tmux-{self.screens}")
        tmux = ["tmux", "-u", "-S", socket, "-f", "/dev/null"]
        script = f"{command}; tmux -S {shlex.quote(socket)} wait-for -S done; cat"
        subprocess.run([*tmux, "new-session", "-d", "-x", str(columns), "-y", "400", script],
                       check=True, env={**PLAIN, **env}, timeout=SECONDS_MAX)
        try:
            subprocess.run([*tmux, "wait-for", "done"], check=True, timeout=SECONDS_MAX)
            shown = subprocess.run([*tmux, "capture-pane", "-p"], check=True,
                                   capture_output=True, timeout=SECONDS_MAX).stdout.decode()
        finally:
            subprocess.run([*tmux, "kill-server"], check=False, timeout=SECONDS_MAX)
        return shown.rstrip("\n").split("\n")

    def command(self, *more):
        return shlex.join([TELLTALE, "tree", "-q", "-f", self.path, *more])

    def setUp(self):
        super().setUp()
        if shutil.which("tmux") is None:
            self.skipTest("no tmux here")

    def test_no_line_is_broken_by_the_terminal(self):
        for columns in (80, 200):
            shown = self.screen(columns, self.command("--no-headers", "--expand",
                                                      "--show-conditions=all+"))
            for line in shown:
                self.assertLessEqual(cells(line), columns)
                # A line that the terminal had to break would start without the tree's own lines.
                self.assertRegex(line, r"^(Cluster |[│├└ ])", shown)

    def test_a_wide_terminal_has_messages_beside_the_rows(self):
        self.assertRegex(self.screen(200, self.command())[0], r"SINCE +MESSAGE$")
        self.assertRegex(self.screen(80, self.command())[0], r"SINCE$")

    def test_wide_letters_stay_in_their_columns(self):
        wide = "日本語のメッセージ 🚀 " * 8
        self.path = self.write("wide.json", json.dumps({
            "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
            "metadata": {"name": "m1", "namespace": "default",
                         "annotations": {"cluster.x-k8s.io/paused": ""}},
            "spec": {"clusterName": "c1"},
            "status": {"conditions": [{"type": "Ready", "status": "False", "reason": "Wide",
                                       "message": wide,
                                       "lastTransitionTime": "2026-01-01T10:00:00Z"}]},
        }).encode())
        for columns in (80, 200):
            shown = self.screen(columns, self.command("--no-headers", "machine/m1"))
            self.assertEqual("".join(shown).count("🚀"), 8, shown)
            self.assertIn("paused", shown[0])
            for line in shown:
                self.assertLessEqual(cells(line), columns)

    def test_a_terminal_without_utf8_gets_ascii(self):
        shown = self.screen(100, self.command(), LANG="C", LC_ALL="C")
        self.assertTrue(any(line.startswith("|- ") or line.startswith("`- ") for line in shown))
        self.assertTrue("".join(shown).isascii())


if __name__ == "__main__":
    TELLTALE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
