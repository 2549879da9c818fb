#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program's own armour, as it lies on the disk: addresses by chance, tables that are read-only
once it runs, no stack that can be executed, and calls that check what they are given.

Usage: hardening_test.py PATH_TO_TELLTALE
"""

import re
import subprocess
import unittest

from hostile import TELLTALE, main


class Hardening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        def ask(*flags):
            return subprocess.run(["readelf", "-W", *flags, TELLTALE[0]], capture_output=True,
                                  text=True, check=True,
                                  env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout
        cls.header, cls.segments = ask("-h"), ask("-l")
        cls.dynamic, cls.symbols = ask("-d"), ask("--dyn-syms")
        if "__asan_init" in cls.symbols or "__tsan_init" in cls.symbols:
            raise unittest.SkipTest("a build with sanitizers checks more, and in its own way")

    def flags_of(self, segment):
        """The flags of a segment, as in R E."""
        found = re.search(rf"^ +{segment} +(?:0x\w+ +){{5}}([RWE ]{{3}})", self.segments, re.M)
        self.assertIsNotNone(found, f"there is a segment {segment}\n{self.segments}")
        return found.group(1)

    def test_its_addresses_are_chosen_at_its_start(self):
        self.assertRegex(self.header, r"Type: +DYN ")
        self.assertRegex(self.dynamic, r"\(FLAGS_1\).*\bPIE\b")
        self.assertRegex(self.segments, r"(?m)^ +INTERP ", "a program, not a library")

    def test_its_tables_are_read_only_once_it_runs(self):
        self.assertNotIn("W", self.flags_of("GNU_RELRO"))
        self.assertRegex(self.dynamic, r"\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b")
        self.assertNotRegex(self.dynamic, r"\(TEXTREL\)|\bTEXTREL\b")

    def test_nothing_that_can_be_written_can_be_executed(self):
        self.assertNotIn("E", self.flags_of("GNU_STACK"))
        loads = re.findall(r"^ +LOAD +(?:0x\w+ +){5}([RWE ]{3})", self.segments, re.M)
        self.assertTrue(loads)
        self.assertEqual([], [flags for flags in loads if "W" in flags and "E" in flags])

    def test_its_stack_is_guarded(self):
        self.assertRegex(self.symbols, r"\bUND __stack_chk_fail\b")

    def test_its_calls_check_what_they_are_given(self):
        checked = set(re.findall(r"\bUND (__\w+_chk)\b", self.symbols))
        self.assertTrue(checked, "calls of libc that are fortified")

    def test_its_containers_check_what_they_are_asked(self):
        self.assertRegex(self.symbols, r"\bUND _ZSt21__glibcxx_assert_fail")

    def test_it_looks_for_libraries_nowhere_of_its_own(self):
        self.assertNotRegex(self.dynamic, r"\((?:RPATH|RUNPATH)\)")


if __name__ == "__main__":
    main()
