#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What telltale writes about every case, in both dialects, stands in the list of reasons it prints.

Usage: reasons_test.py PATH_TO_TELLTALE FOLDER_OF_CASES
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cases"))
import case_files  # noqa: E402 pylint: disable=wrong-import-position

TELLTALE = ""
CASES = ""
SECONDS_MAX = 60
RUNS_AT_ONCE = 4
DIALECTS = ("proposal", "upstream")


def telltale(*args):
    return subprocess.run([TELLTALE, *args], capture_output=True, text=True, timeout=SECONDS_MAX,
                          check=False)


def listed_reasons():
    """{(dialect, kind, type): {(status, reason)}}; a copied condition has any status and reason."""
    listed = {}
    for entry in json.loads(telltale("tables", "--reasons", "-o", "json").stdout)["reasons"]:
        for dialect in DIALECTS:
            if name := entry.get(dialect):
                reasons = listed.setdefault((dialect, entry["kind"], name["type"]), set())
                reasons.add((entry.get("status", "*"), name["reason"]))
    return listed


def judge(case, dialect, folder):
    path = Path(tempfile.mkdtemp(dir=folder)) / f"{case.name}.yaml"
    path.write_text(case_files.text_of(case), encoding="utf-8")
    options = ["--now", case.options["now"], "--dialect", dialect]
    if case.options.get("complete"):
        options.append("--complete")
    out = telltale("check", "-o", "json", *options, str(path)).stdout
    return json.loads(out)["items"] if out else []


def all_cases():
    """Those of every folder; that each can be read, the test `cases` shows."""
    return [case for file in case_files.files_in(CASES) for case in case_files.read_cases(file)
            if isinstance(case, case_files.Case)]


class Reasons(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.listed = listed_reasons()
        cls.cases = all_cases()
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())

    def is_listed(self, dialect, kind, condition):
        said = (condition["status"], condition["reason"])
        own = self.listed[dialect, kind, condition["type"]]
        return said in own or ("*", "*") in own or said in self.listed[dialect, "*", "*"]

    def surprises(self, case):
        """Conditions of our types whose reason is neither listed nor stored in the case itself."""
        stored = case_files.text_of(case)
        for dialect in DIALECTS:
            for item in judge(case, dialect, self.folder):
                for condition in item["conditions"]:
                    ours = (dialect, item["kind"], condition["type"]) in self.listed
                    if not ours or self.is_listed(dialect, item["kind"], condition):
                        continue
                    if not re.search(rf"\b{condition['reason']}\b", stored):
                        yield f"{case.name} {dialect} {item['kind']} {condition}"

    def test_hold_everything_that_is_written_about_every_case(self):
        self.assertGreater(len(self.cases), 1200)
        with ThreadPoolExecutor(RUNS_AT_ONCE) as pool:
            found = [line for lines in pool.map(lambda case: list(self.surprises(case)), self.cases)
                     for line in lines]
        self.assertEqual(found, [])

    def test_would_miss_a_reason_that_was_lost(self):
        key = ("proposal", "Machine", "NodeHealthy")
        self.assertIn(("True", "Healthy"), self.listed[key])
        # Only this test's own view of the list is shortened.
        self.listed = {**self.listed, key: self.listed[key] - {("True", "Healthy")}}
        case = next(case for case in self.cases if case.name == "node_07_healthy")
        self.assertTrue(list(self.surprises(case)))


if __name__ == "__main__":
    CASES = sys.argv.pop()
    TELLTALE = sys.argv.pop()
    unittest.main()
