#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the pages show is what the program prints: runs the commands on the pages that need nothing
but the examples, in a terminal of 120 columns, and compares. With TELLTALE_REGENERATE=1 the pages
get today's output instead.

Usage: pages_test.py PATH_TO_TELLTALE
"""

import functools
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import terminal
from terminal import TOP, plain

TELLTALE = ""
PAGES = ("README.md", "docs/administrator.md", "docs/automation.md", "docs/monitoring.md",
         "docs/support.md")
BLOCK = re.compile(r"^(```\w*\n)(.*?)^```$", re.M | re.S)
PROMPT = re.compile(r"^(?=\$ )", re.M)
OFFLINE = re.compile(r"\btelltale (?:check|classify|get|tree|why)\b")
COMMANDS_MIN = 10
printed = functools.partial(terminal.printed, columns=120, lines=50)


def runs_here(command):
    """Whether it reads the examples or its own words, and what it needs is installed."""
    tools = ("jq" not in command or shutil.which("jq")) and "kubectl" not in command.split()
    own = "examples/" in command or "classify" in command
    return bool(OFFLINE.search(command)) and own and tools


def sessions(text):
    """(where it begins, the command, what the page shows) of every command that runs here."""
    for block in BLOCK.finditer(text):
        begin = block.start(2)
        for part in PROMPT.split(block[2]):
            command, _, shown = part.partition("\n")
            if command.startswith("$ ") and runs_here(command[2:]):
                yield begin + len(command) + 1, command[2:], shown
            begin += len(part)


class Pages(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        (Path(self.folder) / "telltale").symlink_to(TELLTALE)

    def bring_up_to_date(self, page, text):
        for begin, command, shown in reversed(list(sessions(text))):
            said = printed(command, self.folder)
            if plain(said) != plain(shown):
                lines = "\n".join(map(str.rstrip, said.strip().splitlines()))
                rest = shown[len(shown.rstrip("\n")):] or "\n"
                text = text[:begin] + lines + rest + text[begin + len(shown):]
        page.write_text(text, encoding="utf-8")

    def test_commands_on_the_pages_print_what_the_pages_show(self):
        count = 0
        for name in PAGES:
            text = (TOP / name).read_text(encoding="utf-8")
            if os.environ.get("TELLTALE_REGENERATE"):
                self.bring_up_to_date(TOP / name, text)
                text = (TOP / name).read_text(encoding="utf-8")
            for _, command, shown in sessions(text):
                with self.subTest(page=name, command=command):
                    self.assertEqual(plain(shown), plain(printed(command, self.folder)))
                count += 1
        self.assertGreaterEqual(count, COMMANDS_MIN)


if __name__ == "__main__":
    TELLTALE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
