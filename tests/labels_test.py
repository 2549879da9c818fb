#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every label of a test is explained in CONTRIBUTING.md. The tests of HyperShift's Progressing
carry the labels that its document asks for, and there are as many as it asks for: in the docstrings
of live tests, so that `-k` and `-v` show them.

Usage: labels_test.py
"""

import ast
import re
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent
GATE = "[OCPFeatureGate:NodePoolProgressingCondition]"
COMPONENT = '[Jira:"HyperShift"]'
TESTS_MIN = 5
# Where labels are given.
BUILD_FILES = ("cmake/rooms.cmake", "tests/CMakeLists.txt", "tests/compile_fail/CMakeLists.txt")


def labelled():
    """{name of a test: its labels} of every test with a docstring that begins with one."""
    found = {}
    for path in sorted((TOP / "end_to_end").glob("*_test.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = " ".join((ast.get_docstring(node) or "").split())
                if words.startswith("["):
                    found[node.name] = re.match(r"((?:\[[^\]]*\] ?)+)", words)[1].strip()
    return found


def given():
    """The labels that the build gives to tests: named, or the second word of a program test."""
    found = set()
    for name in BUILD_FILES:
        text = (TOP.parent / name).read_text(encoding="utf-8")
        found |= set(re.findall(r"\bLABELS ([a-z_]+)", text))
        found |= set(re.findall(r"telltale_program_test\(\S+ ([a-z_]+) ", text))
    return found


class Labels(unittest.TestCase):
    def test_are_all_explained(self):
        text = (TOP.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
        explained = set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE))
        self.assertEqual(given() - {"label"}, explained)

    def test_are_on_as_many_tests_as_the_document_asks_for(self):
        about = [name for name, labels in labelled().items() if GATE in labels]
        self.assertGreaterEqual(len(about), TESTS_MIN, about)

    def test_name_component_and_suite_beside_the_gate(self):
        for name, labels in labelled().items():
            self.assertRegex(labels, r"\[Suite:[\w/-]+\]", name)
            if GATE in labels:
                self.assertIn(COMPONENT, labels, name)
            for label in re.findall(r"\[[^\]]*\]", labels):
                self.assertRegex(label, r'^\[(OCPFeatureGate:\w+|Jira:"\w+"|Suite:[\w/-]+|Serial|'
                                        r"Slow|Disruptive)\]$", name)


if __name__ == "__main__":
    unittest.main()
