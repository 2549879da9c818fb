#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What people see: every story of tests/screens/stories.txt in terminals of three sizes, compared
with what was looked at and kept under tests/screens/<size>. With TELLTALE_REGENERATE=1 today's
screens are kept instead.

Usage: screens_test.py PATH_TO_TELLTALE
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

from terminal import TOP, plain, printed

TELLTALE = ""
SCREENS = TOP / "tests" / "screens"
SIZES = ((80, 24), (120, 40), (200, 50))
# What stands behind the answer of `why`: whoever reads it in a small terminal need not scroll.
ANSWER_ENDS = "changes when"


def stories():
    for line in (SCREENS / "stories.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, command = line.split(maxsplit=1)
            yield name, command


def kept_at(name, columns, lines):
    return SCREENS / f"{columns}x{lines}" / f"{name}.txt"


class Screens(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.shown = {}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "telltale").symlink_to(TELLTALE)
            for name, command in stories():
                for columns, lines in SIZES:
                    said = plain(printed(command, folder, columns, lines))
                    cls.shown[name, columns, lines] = f"$ {command}\n{said}\n"
        if os.environ.get("TELLTALE_REGENERATE"):
            cls.keep()

    @classmethod
    def keep(cls):
        for (name, columns, lines), text in cls.shown.items():
            page = kept_at(name, columns, lines)
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, encoding="utf-8")
        for page in SCREENS.glob("*/*.txt"):
            columns, lines = map(int, page.parent.name.split("x"))
            if (page.stem, columns, lines) not in cls.shown:
                page.unlink()

    def test_every_story_is_shown_as_it_was_kept(self):
        for key, text in self.shown.items():
            with self.subTest(story=key[0], size=key[1:]):
                self.assertEqual(kept_at(*key).read_text(encoding="utf-8"), text)

    def test_no_line_is_wider_than_the_terminal(self):
        for (name, columns, lines), text in self.shown.items():
            if name.startswith("get-"):
                continue  # Rows of `get` are kubectl's: one line each, whatever the width.
            for line in text.splitlines()[1:]:
                with self.subTest(story=name, size=(columns, lines)):
                    self.assertLessEqual(len(line), columns, line)

    def test_the_answer_of_why_needs_no_scrolling(self):
        asked = 0
        for (name, columns, lines), text in self.shown.items():
            shown = text.splitlines()
            ends = [at for at, line in enumerate(shown) if line.startswith(ANSWER_ENDS)]
            if not name.startswith("why-") or name == "why-all-rows" or not ends:
                continue
            asked += 1
            with self.subTest(story=name, size=(columns, lines)):
                self.assertLess(ends[0], lines)
        self.assertGreater(asked, len(SIZES))

    def test_nothing_is_left_to_be_filled_in(self):
        for (name, columns, lines), text in self.shown.items():
            for line in text.splitlines():
                if line.lstrip().startswith(("do", "next")):
                    with self.subTest(story=name, size=(columns, lines)):
                        self.assertNotRegex(line, r"<[a-z ]+>")


if __name__ == "__main__":
    TELLTALE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
