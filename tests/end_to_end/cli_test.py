#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The telltale program as people meet it: real processes, pipes, files, archives, terminals.

Usage: cli_test.py PATH_TO_TELLTALE
"""

import gzip
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

TELLTALE = ""
SECONDS_MAX = 60
UNHEALTHY = ("--clusters", "2", "--machines", "12", "--unhealthy", "60", "--seed", "7")
CONFIG_MAP = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n"
PLAIN = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
PLAIN.pop("NO_COLOR", None)


def telltale(*args, stdin=b"", env=None, program=None):
    return subprocess.run([program or TELLTALE, *args], input=stdin, capture_output=True,
                          timeout=SECONDS_MAX, env={**PLAIN, **(env or {})}, check=False)


def fleet(*args):
    made = telltale("generate", "fleet", *args)
    assert made.returncode == 0, made.stderr
    return made.stdout


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="telltale-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return str(path)


class Check(InFolder):
    def report(self, *args, stdin=b""):
        done = telltale("check", "-q", "-o", "json", *args, stdin=stdin)
        self.assertIn(done.returncode, (0, 3, 5), done.stderr)
        return json.loads(done.stdout)

    def test_judges_the_same_from_every_kind_of_input(self):
        yaml = fleet(*UNHEALTHY)
        listed = fleet(*UNHEALTHY, "-o", "json")
        lines = fleet(*UNHEALTHY, "-o", "ndjson")
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as tar:
            entry = tarfile.TarInfo("inside/fleet.yaml")
            entry.size = len(yaml)
            tar.addfile(entry, io.BytesIO(yaml))
        zipped = io.BytesIO()
        with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("fleet.ndjson", lines)
        self.write("tree/a/fleet.json", listed)
        wanted = self.report("-", stdin=yaml)
        self.assertGreater(wanted["summary"]["objects"], 24)
        self.assertEqual(wanted["errors"], [])
        for given in (self.report(self.write("fleet.yaml", yaml)),
                      self.report("-f", self.write("fleet.json", listed)),
                      self.report("-", stdin=lines),
                      self.report(self.write("dump.tar.gz", packed.getvalue())),
                      self.report(self.write("dump.zip", zipped.getvalue())),
                      self.report("-", stdin=gzip.compress(yaml)),
                      self.report(str(self.folder / "tree"))):
            self.assertEqual(given, wanted)

    def test_reports_what_the_contract_promises(self):
        report = self.report("-", stdin=fleet(*UNHEALTHY))
        self.assertEqual((report["apiVersion"], report["kind"]),
                         ("telltale.dev/v1alpha1", "Report"))
        verdicts = [item["verdict"] for item in report["items"]]
        for verdict in ("Healthy", "Working", "Stuck", "Unknown"):
            self.assertEqual(report["summary"][verdict.lower()], verdicts.count(verdict))
        self.assertEqual(report["summary"]["objects"], len(verdicts))
        order = [(item["kind"], item["namespace"], item["name"]) for item in report["items"]]
        self.assertEqual(order, sorted(order))
        for item in report["items"]:
            self.assertEqual("attention" in item, item["verdict"] != "Healthy", item["name"])
            if item["verdict"] == "Stuck":
                self.assertTrue(item["attention"]["guidance"] and item["attention"]["runbook"])

    def test_exit_codes_are_the_documented_ones(self):
        healthy = fleet("--unhealthy", "0")
        broken = healthy + b"---\nkind: Machine\n  bad: [\n"
        stuck = fleet(*UNHEALTHY)
        for code, args, stdin in ((0, ("check", "-"), healthy),
                                  (1, ("check", "-"), broken),
                                  (1, ("check", "no-such-file"), b""),
                                  (1, ("check",), b""),
                                  (2, ("check", "-", "--now", "soon"), healthy),
                                  (2, ("bogus",), b""),
                                  (3, ("check", "-"), stuck),
                                  (3, ("check", "-"), stuck + b"---\nkind: [\n"),
                                  (5, ("check", "-"), CONFIG_MAP),
                                  (5, ("check", "-n", "nowhere", "-"), healthy),
                                  (0, ("--help",), b""),
                                  (0, ("version",), b"")):
            done = telltale(*args, stdin=stdin)
            self.assertEqual(done.returncode, code,
                             (args, done.stdout[-300:], done.stderr[-300:]))

    def test_says_where_a_broken_file_is_broken_and_judges_the_rest(self):
        broken = b"---\nkind: Machine\n  a: [\n"
        path = self.write("broken.yaml", fleet("--unhealthy", "0") + broken)
        done = telltale("check", path)
        self.assertRegex(done.stderr.decode(), r"error: .*broken\.yaml:\d+: ")
        self.assertIn("documents were judged", done.stderr.decode())
        self.assertIn("Healthy", done.stdout.decode())

    def test_filters_what_is_shown_not_what_is_judged(self):
        data = fleet(*UNHEALTHY)
        everything = self.report("-", stdin=data)
        namespace = everything["items"][0]["namespace"]
        cluster = everything["items"][0]["name"].rsplit("-control-plane", 1)[0]
        some = self.report("-n", namespace, "-l", f"cluster.x-k8s.io/cluster-name={cluster}", "-",
                           stdin=data)
        self.assertTrue(0 < some["summary"]["objects"] < everything["summary"]["objects"])
        for item in some["items"]:
            self.assertIn(item, everything["items"])

    def test_threads_do_not_change_a_byte(self):
        data = fleet(*UNHEALTHY)
        outputs = {telltale("check", "-q", "-o", "json", "--threads", threads, "-",
                            stdin=data).stdout for threads in ("1", "2", "7")}
        self.assertEqual(len(outputs), 1)

    def test_refuses_hostile_input_without_crashing(self):
        for data in (b"\x00" * 1000, b"[" * 100000, b"{\"a\":" * 50000, b"\xff\xfe", b"a: &a [*a]",
                     b"---\n" * 10000, b"PK\x03\x04 but not really", b"\x1f\x8b\x08garbage"):
            done = telltale("check", "-", stdin=data)
            self.assertIn(done.returncode, (1, 5), (data[:20], done.stderr[-300:]))


class Why(InFolder):
    def test_explains_what_check_tells_one_to_ask(self):
        path = self.write("fleet one.yaml", fleet(*UNHEALTHY))
        shown = telltale("check", path).stdout.decode()
        command = next(line for line in shown.splitlines() if line.startswith("next: "))
        words = shlex.split(command.removeprefix("next: "))
        done = telltale(*words[1:])
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertTrue(done.stdout.decode().startswith("✗ Stuck  Machine fleet-"), done.stdout)
        self.assertIn("runbook", done.stdout.decode())

    def test_offers_names_that_are_near(self):
        data = fleet(*UNHEALTHY)
        items = json.loads(telltale("check", "-q", "-o", "json", "-", stdin=data).stdout)["items"]
        name = next(item["name"] for item in items if item["kind"] == "Machine")
        done = telltale("why", f"machine/{name}x", "-q", "-f", "-", stdin=data)
        self.assertEqual(done.returncode, 1)
        self.assertIn(name, done.stderr.decode())
        self.assertIn("did you mean", done.stderr.decode())

    def test_explains_every_condition_of_every_object_as_data(self):
        path = self.write("fleet.yaml", fleet("--machines", "6", "--unhealthy", "60"))
        report = json.loads(telltale("check", "-q", "-o", "json", path).stdout)
        for item in report["items"]:
            done = telltale("why", item["kind"], item["name"], "-n", item["namespace"], "-q", "-o",
                            "json", "-f", path)
            told = {one["type"]: one.get("condition") for one in
                    json.loads(done.stdout)["conditions"]}
            for condition in item["conditions"]:
                self.assertEqual(told[condition["type"]], condition, item["name"])


class Terminals(InFolder):
    screens = 0

    def screen(self, columns, command, **env):
        """What a terminal of that width shows, with its colours."""
        # A server of its own for every screen: the last one may not have ended yet.
        self.screens += 1
        socket = str(self.folder / f"tmux-{self.screens}")
        tmux = ["tmux", "-u", "-S", socket, "-f", "/dev/null"]
        channel = "telltale-done"
        script = f"{command}; tmux -S {shlex.quote(socket)} wait-for -S {channel}; cat"
        settings = {**PLAIN, **env}
        subprocess.run([*tmux, "new-session", "-d", "-x", str(columns), "-y", "200", script],
                       check=True, env=settings, timeout=SECONDS_MAX)
        try:
            subprocess.run([*tmux, "wait-for", channel], check=True, timeout=SECONDS_MAX)
            shown = subprocess.run([*tmux, "capture-pane", "-p", "-e"], check=True,
                                   capture_output=True, timeout=SECONDS_MAX).stdout.decode()
        finally:
            subprocess.run([*tmux, "kill-server"], check=False, timeout=SECONDS_MAX)
        return shown.rstrip("\n")

    def check_command(self):
        path = self.write("fleet.yaml", fleet(*UNHEALTHY))
        return f"{shlex.quote(TELLTALE)} check -q {shlex.quote(path)}"

    def test_lines_never_run_over_the_edge(self):
        command = self.check_command()
        for columns in (80, 200):
            shown = self.screen(columns, command, NO_COLOR="1")
            self.assertIn("✗ Stuck", shown)
            for line in shown.splitlines():
                self.assertLessEqual(len(line), columns, shown)
            # A line that was broken by the terminal itself would begin in the first column.
            words = ("VERDICT", "✗", "?", "~", "✓", " ", "next:")
            table = [line for line in shown.splitlines() if line]
            footer = next(i for i, line in enumerate(table) if "need you" in line)
            for line in table[:footer]:
                self.assertTrue(line.startswith(words), (columns, line))

    def test_colours_are_shown_unless_told_otherwise(self):
        command = self.check_command()
        self.assertIn("\x1b[", self.screen(120, command))
        self.assertNotIn("\x1b[", self.screen(120, command, NO_COLOR=""))
        self.assertNotIn("\x1b[", self.screen(120, command + " --color=never"))

    def test_pipes_get_no_decoration(self):
        data = fleet(*UNHEALTHY)
        self.assertNotIn(b"\x1b", telltale("check", "-", stdin=data).stdout)
        self.assertIn(b"\x1b", telltale("check", "--color=always", "-", stdin=data,
                                        env={"NO_COLOR": "1"}).stdout)


class NoServer(InFolder):
    def test_every_way_of_having_no_server_ends_alike(self):
        config = ("apiVersion: v1\nkind: Config\n"
                  "clusters: [{name: c, cluster: {server: 'http://127.0.0.1:1'}}]\n"
                  "contexts: [{name: c, context: {cluster: c}}]\ncurrent-context: c\n")
        ways = {"none": {}, "missing": {"KUBECONFIG": str(self.folder / "missing")}}
        for name, text in {
                "refused": config,
                "unknown host": config.replace("127.0.0.1", "nowhere.invalid"),
                "no context": config.replace("current-context: c", "current-context: ''"),
                "other context": config.replace("current-context: c", "current-context: d"),
                "empty": ""}.items():
            ways[name] = {"KUBECONFIG": self.write(name, text.encode())}
        for name, env in ways.items():
            for args in (("check",), ("tree",), ("get", "machines"), ("why", "machine/x"),
                         ("history", "machine/x"), ("wait", "machine/x", "--for=create")):
                done = telltale(*args, env={"HOME": str(self.folder), "KUBECONFIG": "", **env})
                self.assertEqual(done.returncode, 1, (name, args, done.stderr))
                self.assertIn(b"error: ", done.stderr, (name, args))
        self.assertEqual(telltale("wait", "machine/x").returncode, 2)


class Process(InFolder):
    def test_a_reader_that_goes_away_is_no_trouble(self):
        path = self.write("fleet.yaml", fleet(*UNHEALTHY))
        for line in ("generate fleet --clusters 200 --seed 1", f"check -q -o json {path}"):
            done = subprocess.run(
                ["bash", "-c", f"{shlex.quote(TELLTALE)} {line} | head -1"],
                capture_output=True, timeout=SECONDS_MAX, env=PLAIN, check=False)
            self.assertEqual(done.stderr, b"")
            self.assertEqual(done.stdout.count(b"\n"), 1)

    def test_a_full_disk_is_trouble(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TELLTALE, "generate", "fleet"], stdout=full,
                                  stderr=subprocess.PIPE, timeout=SECONDS_MAX, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"error: cannot write standard output", done.stderr)

    def test_a_fleet_can_be_piped_into_check(self):
        done = subprocess.run(
            ["bash", "-c", 'set -o pipefail; "$0" generate fleet --clusters 20 --unhealthy 0 | '
             '"$0" check -q -', TELLTALE], capture_output=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("✓ Healthy", done.stdout.decode())

    def test_it_is_a_kubectl_plugin_by_name(self):
        plugin = self.folder / "kubectl-telltale"
        plugin.symlink_to(os.path.abspath(TELLTALE))
        self.assertIn(b"kubectl telltale check", telltale(program=str(plugin)).stdout)

    def test_bash_completes_commands_flags_formats_and_conditions(self):
        script = self.write("telltale.bash", telltale("completion", "bash").stdout)
        for typed, wanted in ((["ch"], "check"), (["check", "--no-h"], "--no-headers"),
                              (["check", "-o", "ya"], "yaml"),
                              (["why", "machine/m1", "NodeH"], "NodeHealthy"),
                              (["completion", "fi"], "fish")):
            words = " ".join(shlex.quote(word) for word in ["telltale", *typed])
            done = subprocess.run(
                ["bash", "--norc", "-c",
                 f"source {shlex.quote(script)}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; "
                 "_telltale; printf '%s\\n' \"${COMPREPLY[@]}\""],
                capture_output=True, timeout=SECONDS_MAX, check=False)
            self.assertEqual(done.stdout.decode().split(), [wanted], done.stderr)


if __name__ == "__main__":
    TELLTALE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
