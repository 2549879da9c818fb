#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The published schema of the Report (docs/schemas) fits what `check -o json` prints: of the
examples, of generated fleets and of the worlds of the cases; and a report that breaks the contract
does not fit it.

Usage: report_schema_test.py PATH_TO_TELLTALE PATH_TO_CASES
"""

import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cases"))
import case_files  # noqa: E402 pylint: disable=wrong-import-position
import run  # noqa: E402 pylint: disable=wrong-import-position

TELLTALE = ""
CASES = ""
SECONDS_MAX = 120
CASES_STEP = 4  # neighbours are much alike
EXAMPLES = ROOT / "examples"
SCHEMA = json.loads((ROOT / "docs/schemas/report.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(
    SCHEMA, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    if hasattr(jsonschema.Draft202012Validator, "FORMAT_CHECKER") else None)


def telltale(*args, stdin=""):
    return subprocess.run([TELLTALE, *args], input=stdin, capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=False).stdout


def report_on(*args, stdin=""):
    return json.loads(telltale("check", *args, "-o", "json", "-q", stdin=stdin))


def misfits(report):
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}"[:400]
            for e in VALIDATOR.iter_errors(report)]


def judged_case(folder, case):
    """What does not fit in the report on one case."""
    path = Path(tempfile.mkdtemp(dir=folder)) / f"{case.name}.yaml"
    path.write_text(case_files.text_of(case), encoding="utf-8")
    done = run.judge(TELLTALE, case.options, path)
    return [f"{case.path}:{case.line}: {case.name}: {bad}"
            for bad in misfits(json.loads(done.stdout))] if done.stdout else []


class Schema(unittest.TestCase):
    maxDiff = None

    def test_is_one_itself(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_describes_every_field_and_allows_no_others(self):
        def walk(part, where):
            if isinstance(part, list):
                for one in part:
                    walk(one, where)
            if not isinstance(part, dict):
                return
            if part.get("type") == "object":
                self.assertIs(part.get("additionalProperties"), False, where)
            for name, one in part.get("properties", {}).items():
                if "if" not in where:
                    self.assertTrue(one.get("description") or "const" in one, f"{where}.{name}")
            for name, one in part.items():
                walk(one, f"{where}.{name}")
        walk({k: v for k, v in SCHEMA.items() if k != "$defs"}, "")
        for name, part in SCHEMA["$defs"].items():
            walk(part, name)


class Reports(unittest.TestCase):
    maxDiff = None

    def test_of_the_examples_fit(self):
        for example in sorted(EXAMPLES.iterdir()):
            for more in ((), ("--dialect", "upstream")):
                report = report_on(str(example), *more)
                self.assertEqual(misfits(report), [], example)
                self.assertTrue(report["items"], example)

    def test_of_generated_fleets_fit(self):
        for seed in range(1, 5):
            fleet = telltale("generate", "fleet", "--clusters", "3", "--machines", "60",
                             "--unhealthy", "40", "--seed", str(seed))
            self.assertEqual(misfits(report_on("-", stdin=fleet)), [], seed)

    def test_of_nothing_and_of_broken_input_fit(self):
        self.assertEqual(misfits(report_on("-", stdin="")), [])
        broken = report_on("-", stdin="kind: [\n---\napiVersion: v1\nkind: Node\n")
        self.assertTrue(broken["errors"])
        self.assertEqual(misfits(broken), [])

    def test_of_the_cases_fit(self):
        cases = [c for c in run.cases_in([CASES]) if not isinstance(c, case_files.Mistake)]
        self.assertGreater(len(cases), 1000)
        cases = cases[::CASES_STEP]
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda case: judged_case(folder, case), cases))
        self.assertEqual([bad for one in found for bad in one][:10], [])

    def test_say_what_the_table_says_of_everything_that_is_not_healthy(self):
        seen = set()
        for example in sorted(EXAMPLES.iterdir()):
            for item in report_on(str(example))["items"]:
                self.assertEqual("attention" in item, item["verdict"] != "Healthy", item["name"])
                attention = item.get("attention", {})
                if item["verdict"] == "Stuck":
                    self.assertTrue(attention["guidance"] and attention["runbook"], item["name"])
                seen.update(attention)
        self.assertEqual(seen, set(SCHEMA["$defs"]["attention"]["properties"]))


class Tampering(unittest.TestCase):
    def setUp(self):
        self.report = report_on(str(EXAMPLES / "hypershift.yaml"))
        self.stuck = next(i for i, item in enumerate(self.report["items"])
                          if item["verdict"] == "Stuck")

    def breaks(self, change):
        tampered = copy.deepcopy(self.report)
        change(tampered, tampered["items"][self.stuck])
        self.assertNotEqual(misfits(tampered), [])

    def test_does_not_fit(self):
        self.assertEqual(misfits(self.report), [])
        for change in (
                lambda report, item: report.update(more=1),
                lambda report, item: report.pop("errors"),
                lambda report, item: report.update(kind="report"),
                lambda report, item: report.update(now="yesterday"),
                lambda report, item: report["summary"].update(stuck=-1),
                lambda report, item: item.update(verdict="Broken"),
                lambda report, item: item.update(verdict="Healthy"),
                lambda report, item: item.pop("attention"),
                lambda report, item: item["attention"].pop("message"),
                lambda report, item: item["attention"].update(guidance="kubectl get <name>"),
                lambda report, item: item["attention"].update(runbook="docs/runbooks/A.md"),
                lambda report, item: item["attention"].update(cause="two\nlines"),
                lambda report, item: item["attention"].update(since=12),
                lambda report, item: item["conditions"][0].update(status="Maybe"),
                lambda report, item: item["conditions"][0].update(extra=True)):
            self.breaks(change)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    CASES = sys.argv.pop(1)
    unittest.main()
