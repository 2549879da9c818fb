#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that stay (`-w`): in a pipe and on a terminal, against a server that runs.

Usage: watch_cli_test.py PATH_TO_TELLTALE
"""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import threading

from live_server import LiveCase, Settings, condition, main

SECONDS_MAX = 60
STUCK = [condition("ProvisionStopped", "True", "InstallAttemptsLimitReached",
                   "Install attempts limit reached")]
CALM = [condition("ProvisionStopped", "False", "ProvisionNotStopped")]


class Command:
    """A telltale that stays, and what it said so far: in pipes, or on a terminal of some size."""

    def __init__(self, server, arguments, size=None):
        self.home = tempfile.TemporaryDirectory(prefix="telltale-watch-")
        self.out, self.err = [], []
        self.terminal = None
        ends = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        make_it_ours = None
        if size:
            self.terminal, other = pty.openpty()
            self.resize(*size)
            ends = {"stdout": other, "stderr": other}
            # So that it hears of another size, as in a terminal that people look at.
            def make_it_ours():
                fcntl.ioctl(1, termios.TIOCSCTTY, 0)
        self.process = subprocess.Popen(
            [Settings.telltale, *arguments], stdin=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=make_it_ours, **ends,
            env={"PATH": os.environ.get("PATH", ""), "KUBECONFIG": server.kubeconfig,
                 "HOME": self.home.name, "LANG": "C.UTF-8", "TERM": "xterm"})
        if size:
            os.close(other)
            sources = [(self.terminal, self.out)]
        else:
            sources = [(self.process.stdout.fileno(), self.out),
                       (self.process.stderr.fileno(), self.err)]
        self.readers = [threading.Thread(target=self.read, args=source, daemon=True)
                        for source in sources]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def read(fd, into):
        while True:
            try:
                more = os.read(fd, 1 << 16)
            except OSError:
                return
            if not more:
                return
            into.append(more)

    @property
    def said(self):
        return b"".join(self.out).decode()

    @property
    def lines(self):
        return self.said.splitlines()

    @property
    def complained(self):
        return b"".join(self.err).decode()

    @property
    def frame(self):
        """What stands on the terminal now, line by line."""
        last = self.said.rsplit("\x1b[H", 1)[-1].split("\x1b[J", 1)[0]
        return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in last.splitlines()]

    def resize(self, columns, lines):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def interrupt(self):
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(SECONDS_MAX)
        for reader in self.readers:
            reader.join(SECONDS_MAX)
        return code

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.terminal is not None:
            os.close(self.terminal)
        else:
            for reader in self.readers:
                reader.join(SECONDS_MAX)
            self.process.stdout.close()
            self.process.stderr.close()
        self.home.cleanup()


class Watching(LiveCase):
    own_server = True

    def setUp(self):
        super().setUp()
        self.space = self.server.namespace(f"watch-{self._testMethodName.replace('_', '-')}"[:60])

    def start(self, *arguments, size=None):
        command = Command(self.server, arguments, size)
        self.addCleanup(command.close)
        return command

    def make(self, name, conditions=None, installed=True):
        self.server.create("ClusterDeployment", self.space, name, {
            "clusterName": name, "baseDomain": "example.com", "installed": installed,
            "platform": {"aws": {"region": "eu-west-1"}},
            "provisioning": {"imageSetRef": {"name": "x"}}},
            status={"conditions": conditions or CALM})

    def turn(self, name, conditions, installed):
        self.server.change("ClusterDeployment", self.space, name,
                           {"spec": {"installed": installed}})
        self.server.set_status("ClusterDeployment", self.space, name, {"conditions": conditions})

    def expect(self, command, holds, what):
        def ask():
            if command.process.poll() is not None:
                raise AssertionError("it ended")
            return holds()
        try:
            return self.eventually(ask, what)
        except AssertionError as trouble:
            raise AssertionError(f"{trouble}\n{command.said}\n{command.complained}") from None

    def test_check_says_what_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            self.make("cd")
            command = self.start(
                "check", "-w", "-n", self.space, "--exec",
                f'echo "$TELLTALE_VERDICT $TELLTALE_KIND $TELLTALE_NAME $TELLTALE_REASON" >> {log};'
                f' cat >> {log}; exit 4')
            self.expect(command, lambda: "1 healthy" in command.said, "the screen at the start")
            before = len(command.lines)
            self.turn("cd", STUCK, False)
            self.expect(command, lambda: "✗ Stuck" in command.said, "a line that it is Stuck")
            line = [line for line in command.lines[before:] if "✗ Stuck" in line][0]
            self.assertRegex(
                line, rf"^\d{{4}}-\S+Z ✗ Stuck ClusterDeployment {self.space}/cd "
                r"InstallAttemptsLimitReached Install attempts limit reached.*\(from \S \w+\)$")
            self.expect(command, lambda: "exit code 4" in command.complained, "how --exec ended")
            with open(log, encoding="utf-8") as text:
                first, item = text.read().splitlines()
            self.assertEqual(first, "Stuck ClusterDeployment cd InstallAttemptsLimitReached")
            self.assertEqual(json.loads(item)["verdict"], "Stuck")
            self.turn("cd", CALM, True)
            self.expect(command, lambda: "✓ Healthy ClusterDeployment" in command.said, "recovery")
            self.server.delete("ClusterDeployment", self.space, "cd")
            self.expect(command, lambda: "- Gone ClusterDeployment" in command.said, "its end")
            self.make("other", STUCK, False)
            self.expect(command, lambda: "InstallAttemptsLimitReached" in command.lines[-1]
                        and "(new)" in command.lines[-1], "one that is new")
            self.assertEqual(command.interrupt(), 3)

    def test_check_only_says_what_changes_from_now_on_as_data(self):
        self.make("cd", STUCK, False)
        present = self.start("check", "-w", "-n", self.space, "-o", "json")
        command = self.start("check", "--watch-only", "-n", self.space, "-o", "json")
        self.expect(present, lambda: present.lines, "what is there at the start")
        self.assertEqual(json.loads(present.lines[0])["change"], "Present")
        self.expect(command, lambda: self.watches("clusterdeployments") >= 2, "both watch")
        self.turn("cd", CALM, True)
        self.expect(command, lambda: any('"verdict":"Healthy"' in line for line in command.lines),
                    "a document that it is well")
        changes = [json.loads(line) for line in command.lines]
        self.assertEqual(changes[0]["from"]["reason"], "InstallAttemptsLimitReached")
        self.assertNotIn("\a", command.said)
        self.assertEqual(command.interrupt(), 0)

    def watches(self, resource):
        """How many watches of a resource the server has open."""
        text = self.server.api.get("/metrics").text
        found = re.findall(rf'^telltale_apiserver_requests_total{{[^}}]*resource="{resource}"'
                           rf'[^}}]*verb="watch"[^}}]*}} (\d+)', text, re.M)
        inflight = re.findall(r"^telltale_apiserver_watchers(?:{[^}]*})? (\d+)", text, re.M)
        return sum(map(int, found or inflight))

    def test_check_draws_in_place_and_rings(self):
        for number in range(6):
            self.make(f"cd-{number}", CALM, False)
        command = self.start("check", "-w", "-n", self.space, size=(100, 30))
        self.expect(command, lambda: "6 working" in "\n".join(command.frame), "the first frame")
        self.assertNotIn("\a", command.said)
        self.turn("cd-0", STUCK, False)
        self.expect(command, lambda: "1 needs you" in "\n".join(command.frame), "the next frame")
        self.assertEqual(command.said.count("\a"), 1)
        command.resize(60, 5)
        self.expect(command, lambda: len(command.frame) == 4
                    and re.fullmatch(r"\.\.\. \d+ more lines below", command.frame[-1]),
                    "a frame for five lines")
        command.resize(120, 40)
        self.expect(command, lambda: "next: telltale why" in command.frame[-1]
                    or "note:" in command.frame[-1], "a frame for forty lines")
        self.assertEqual(command.interrupt(), 3)
        left = command.said.rsplit("\x1b[?1049l", 1)
        self.assertEqual(len(left), 2, "the alternate screen is left")
        self.assertIn("1 needs you", left[1])

    def test_nobody_rings_where_nobody_wants_to_hear_it(self):
        self.make("cd", CALM, False)
        command = self.start("check", "-w", "--no-bell", "-n", self.space, size=(100, 30))
        self.expect(command, lambda: "1 working" in "\n".join(command.frame), "the first frame")
        self.turn("cd", STUCK, False)
        self.expect(command, lambda: "1 needs you" in "\n".join(command.frame), "the next frame")
        self.assertNotIn("\a", command.said)

    def test_it_goes_on_when_the_server_is_back(self):
        self.make("cd", CALM, False)
        piped = self.start("check", "-w", "-n", self.space)
        drawn = self.start("check", "-w", "-n", self.space, size=(200, 30))
        self.expect(piped, lambda: "1 working" in piped.said, "the first screen")
        self.expect(drawn, lambda: "1 working" in "\n".join(drawn.frame), "the first frame")
        self.server.api.stop()
        lost = "no connection to https://"
        self.expect(piped, lambda: lost in piped.complained, "a line that the server is away")
        self.expect(drawn, lambda: any(lost in line for line in drawn.frame), "the same below")
        self.server.start_again()
        self.expect(piped, lambda: "connected again" in piped.complained, "that it is back")
        self.expect(drawn, lambda: not any(lost in line for line in drawn.frame), "no warning")
        self.turn("cd", STUCK, False)
        self.expect(piped, lambda: "✗ Stuck" in piped.said, "what happened since")
        self.assertEqual(piped.complained.count(lost), 1, piped.complained)

    def test_why_says_that_the_object_is_gone_and_goes_on(self):
        self.make("cd", CALM, False)
        command = self.start("why", "clusterdeployment/cd", "-w", "-n", self.space)
        self.expect(command, lambda: "Working" in command.said, "the answer at the start")
        self.server.delete("ClusterDeployment", self.space, "cd")
        self.expect(command, lambda: 'no ClusterDeployment "cd"' in command.complained, "its end")
        self.make("cd", STUCK, False)
        self.expect(command, lambda: "Stuck" in command.said, "the one that came after")
        self.assertEqual(command.interrupt(), 3)
        missing = self.start("why", "clusterdeployment/none", "-w", "-n", self.space)
        self.assertEqual(missing.process.wait(SECONDS_MAX), 1)

    def test_history_says_what_is_new(self):
        self.make("cd", CALM, False)
        telltale = self.run_telltale()
        arguments = ["history", "clusterdeployment/cd", "-n", self.space, "--telltale",
                     telltale.url]
        self.eventually(lambda: self.journal_knows(arguments), "the journal knows it")
        piped = self.start(*arguments, "-w")
        only = self.start(*arguments, "--watch-only", "-o", "json")
        drawn = self.start(*arguments, "-w", size=(120, 40))
        self.expect(piped, lambda: "next:" in piped.said, "the table")
        self.expect(drawn, lambda: "next:" in "\n".join(drawn.frame), "the first frame")
        self.turn("cd", STUCK, False)
        self.expect(piped, lambda: re.search(r"^\d{4}-\S+Z \S \w+=\w+ .*Install", piped.said, re.M),
                    "a line for the new entry")
        self.expect(drawn, lambda: "InstallAttemptsLimitReached" in "\n".join(drawn.frame),
                    "the frame with it")
        self.expect(only, lambda: only.lines, "a document with it")
        document = json.loads(only.lines[0])
        self.assertEqual(document["kind"], "History")
        self.assertEqual(piped.interrupt(), 0)

    def journal_knows(self, arguments):
        done = subprocess.run(
            [Settings.telltale, *arguments], capture_output=True, text=True, check=False,
            timeout=SECONDS_MAX, env={"KUBECONFIG": self.server.kubeconfig, "HOME": "/nonexistent"})
        return done.returncode == 0 and "note:" not in done.stderr


if __name__ == "__main__":
    main()
