#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/metrics.md and the code name the same metrics, with the same types, and every query on that
page asks for one of them. The labels are checked where there is something to scrape: the suites of
live work call `strangers` with what they have read.

Usage: metrics_test.py
"""

import re
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PAGE = TOP / "docs" / "metrics.md"
ROW = re.compile(r"\| `([\w<>]+)(?:\{([\w,<>]+)\})?` \| (gauge|counter|histogram) \|")
KINDS = {"Gauge": "gauge", "Counter": "counter", "Histogram": "histogram"}
# How metrics are made in the code: (pattern, whose groups are named `name` and `kind`).
PREFIX = r"(?:telltale|controller_runtime|workqueue|rest_client|leader_election|apiserver)_"
NAME = rf'"(?P<name>{PREFIX}\w+)"'
EXPOSED = (
    re.compile(rf"family\(\s*{NAME},\s*(?:\w+::)*(?P<kind>Gauge|Counter|Histogram)"),
    re.compile(rf"write_one\(\s*out,\s*{NAME},\s*(?:\w+::)*(?P<kind>Gauge|Counter)"),
    re.compile(rf"(?P<kind>Latency)Histogram \w+\{{{NAME}"))
REGISTERED = (
    re.compile(rf"Build(?P<kind>Gauge|Counter|Histogram)\(\)\s*\.Name\({NAME}\)"),
    re.compile(rf"Build(?P<kind>Gauge|Counter|Histogram)\(\),\s*{NAME}"),
    re.compile(rf"\b(?P<kind>gauge|counter)\({NAME}"))
COMPATIBLE = re.compile(
    r'compatible_name\("(\w+)",\s*\w+(?:,\s*"(\w+)")?\),\s*MetricType::(Gauge|Counter|Histogram)')


def documented():
    """{name: (labels, type)}, in the order of the page."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row:
            if row[1] in found:
                raise AssertionError(f"{row[1]} stands twice in {PAGE.name}")
            found[row[1]] = (tuple(filter(None, (row[2] or "").split(","))), row[3])
    return found


def sources():
    for path in sorted((TOP / "src").rglob("*")):
        if path.suffix in (".cc", ".h") and not re.search(r"_(test|fuzz|for_test)\.", path.name):
            yield path.read_text(encoding="utf-8")


def in_the_code():
    """{name: type}; Exposition puts _total behind counters, the other library does not."""
    found = {}
    for text in sources():
        text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
        for pattern in EXPOSED:
            for made in pattern.finditer(text):
                kind = KINDS.get(made["kind"], "histogram")
                found[made["name"] + ("_total" if kind == "counter" else "")] = kind
        for pattern in REGISTERED:
            for made in pattern.finditer(text):
                found[made["name"]] = made["kind"].lower()
        for prefix, suffix, kind in COMPATIBLE.findall(text):
            total = "_total" if kind == "Counter" else ""
            found[f"{prefix}_<kind>_status_condition{suffix}{total}"] = KINDS[kind]
    return found


def strangers(families):
    """What parsed families (exposition.parse) say that the page does not: a list of sentences."""
    page = documented()
    wrong = []
    for name, family in families.items():
        kind = re.fullmatch(r"(kube|capi|telltale)_([a-z0-9]+)(_status_condition\w*)", name)
        known = page.get(f"{kind[1]}_<kind>{kind[3]}" if kind else name)
        if known is None:
            wrong.append(f"{name} is not documented")
            continue
        allowed = {kind[2] if kind and label == "<kind>" else label for label in known[0]} | {"le"}
        for _, labels in family.samples:
            more = {label for label, _ in labels} - allowed
            if more:
                wrong.append(f"{name} has labels that are not documented: {sorted(more)}")
                break
        if family.kind != known[1]:
            wrong.append(f"{name} is a {family.kind}, and documented as a {known[1]}")
    return wrong


class Page(unittest.TestCase):
    maxDiff = None

    def test_names_every_metric_and_no_other(self):
        code, page = in_the_code(), documented()
        self.assertGreater(len(code), 60, "the patterns find what the code makes")
        self.assertEqual(sorted(code), sorted(page))
        self.assertEqual(code, {name: kind for name, (_, kind) in page.items()})

    def test_asks_only_for_what_there_is(self):
        page = documented()
        queries = re.findall(r"```promql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
        self.assertGreaterEqual(len(queries), 5)
        for query in queries:
            asked = re.findall(rf"\b({PREFIX}\w+)(?:\{{([^}}]*)\}})?", query)
            self.assertTrue(asked, query)
            for name, selector in asked:
                known = page.get(re.sub(r"_(bucket|sum|count)$", "", name), page.get(name))
                self.assertIsNotNone(known, name)
                for label in re.findall(r"(\w+)\s*=", selector):
                    self.assertIn(label, known[0], f"{name} has no label {label}")
            for labels in re.findall(r"\bby \(([^)]*)\)", query):
                known = set().union(*(page[re.sub(r"_(bucket|sum|count)$", "", name)][0]
                                      for name, _ in asked)) | {"le"}
                self.assertLessEqual({label.strip() for label in labels.split(",")}, known, query)


if __name__ == "__main__":
    unittest.main()
