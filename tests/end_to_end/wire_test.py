#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exchanges that were recorded with a real API server, asked again of this one.

wire/exchanges.yaml holds them in the order of their asking. An answer must have the recorded code,
content type and shape: a member more or less, at any depth, is a fault, unless the exchange names
the place and the reason. Words with a dollar stand for what differs in every world.

Usage: wire_test.py PATH_TO_TELLTALE
"""

import json
import re
import sys
import unittest
from pathlib import Path

import yaml

from api_server import ApiServer

TELLTALE = ""
EXCHANGES = Path(__file__).parent / "wire" / "exchanges.yaml"
GADGETS = "/apis/ref.example.com/v1/namespaces/default/gadgets"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"

STAND_FOR = {
    "$uid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "$version": r"[1-9][0-9]*",
    "$time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "$age": r"\d+s",
    "$hash": r"[A-Za-z0-9+/]{11}=",
    "$address": r"[\d.]+:\d+",
    "$text": r"(?s).+",
    "$generated": r"z-[bcdfghjklmnpqrstvwxz2456789]{5}",
    "$future": r"Timeout: Too large resource version: 99999999, current: \d+",
    "$checks": r"(\[\+\]\S+ ok\n)+readyz check passed",
}
# Sets that are written as lists: their order means nothing.
UNORDERED = {"verbs", "shortNames", "categories"}
# What tells the entries of a list apart where an exchange compares only some of them.
NAMES = ("name", "resource", "subresource", "groupVersion")


def named(entry):
    """What an entry of a list is called, in whichever way its kind says it."""
    if not isinstance(entry, dict):
        return entry
    where = entry.get("metadata", entry)
    return next((where[name] for name in NAMES if name in where), None)


class Comparison:
    """What differs between a recorded and a given value, as sentences with paths."""

    def __init__(self, exchange):
        self.reasons = exchange.get("deviations", {})
        self.some = exchange.get("some", [])
        self.used = set()
        self.faults = []

    def excused(self, path):
        for place in self.reasons:
            if re.fullmatch(place, path):
                self.used.add(place)
                return True
        return False

    def fault(self, path, sentence):
        if not self.excused(path):
            self.faults.append(f"{path or '(whole)'}: {sentence}")

    def compare(self, want, given, path=""):
        if isinstance(want, str) and want in STAND_FOR:
            if not isinstance(given, str) or not re.fullmatch(STAND_FOR[want], given):
                self.fault(path, f"{given!r} is no {want}")
        elif isinstance(want, dict) and isinstance(given, dict):
            self.compare_members(want, given, path)
        elif isinstance(want, list) and isinstance(given, list):
            self.compare_entries(want, given, path)
        elif want != given or type(want) is not type(given):
            self.fault(path, f"{given!r} instead of {want!r}")

    def compare_members(self, want, given, path):
        for name in sorted(want.keys() | given.keys()):
            below = f"{path}.{name}" if path else name
            if name not in given:
                self.fault(below, "missing")
            elif name not in want:
                self.fault(below, f"not in the recording: {given[name]!r}")
            else:
                self.compare(want[name], given[name], below)

    def compare_entries(self, want, given, path):
        last = path.rsplit(".", 1)[-1]
        if last in UNORDERED:
            want, given = sorted(want), sorted(given)
        if any(re.fullmatch(place, path) for place in self.some):
            by_name = {named(entry): entry for entry in given}
            given = [by_name[named(entry)] for entry in want if named(entry) in by_name]
            missing = [named(entry) for entry in want if named(entry) not in by_name]
            if missing:
                self.fault(path, f"missing entries {missing}")
                return
        if len(want) != len(given):
            self.fault(path, f"{len(given)} entries instead of {len(want)}: {given}")
            return
        for index, (left, right) in enumerate(zip(want, given)):
            self.compare(left, right, f"{path}[{index}]")


def applied(body):
    """The object as client-side apply writes it: with itself in an annotation."""
    body = json.loads(json.dumps(body))
    annotations = body["metadata"].setdefault("annotations", {})
    text = json.dumps(body, separators=(",", ":"), sort_keys=True)
    annotations[LAST_APPLIED] = text + "\n"
    return body


class Wire(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        with open(EXCHANGES, encoding="utf-8") as text:
            cls.world = yaml.safe_load(text)
        cls.server = ApiServer(TELLTALE)
        cls.addClassCleanup(cls.server.close)
        manager = "?fieldManager=kubectl-client-side-apply"
        for path, body in ((DEFINITIONS, cls.world["definition"]), (GADGETS, cls.world["g1"])):
            answer = cls.server.post(path + manager, applied(body))
            assert answer.code == 201, answer.text

    def headers_of(self, exchange):
        return {"User-Agent": "curl/7.88.1", "Accept": "*/*", **exchange.get("headers", {})}

    def ask(self, exchange):
        method, path = exchange["ask"].split(" ", 1)
        return self.server.ask(method, path, exchange.get("body"), self.headers_of(exchange),
                               token=exchange.get("token"))

    def faults_of_stream(self, exchange, comparison):
        path = exchange["ask"].split(" ", 1)[1]
        with self.server.watch(path, self.headers_of(exchange)) as watch:
            comparison.compare(exchange["code"], watch.code, "(code)")
            comparison.compare(exchange["type"], watch.response.getheader("Content-Type"), "(type)")
            for index, event in enumerate(exchange["events"]):
                comparison.compare(event, watch.next(), f"[{index}]")
            if exchange.get("ends"):
                comparison.compare([], watch.rest(), "(rest)")

    def faults_of_answer(self, exchange, comparison):
        answer = self.ask(exchange)
        comparison.compare(exchange["code"], answer.code, "(code)")
        comparison.compare(exchange["type"], answer.content_type, "(type)")
        for header in ("warning", "retry-after"):
            comparison.compare(exchange.get(header, []), answer.headers.get(header, []), header)
        if "openapi" in exchange:
            getattr(self, f"check_openapi_{exchange['openapi']}")(answer.json)
        elif "text" in exchange:
            comparison.compare(exchange["text"], answer.text.strip(), "(text)")
        elif answer.content_type.startswith(("application/json", "text/plain")):
            comparison.compare(exchange["answer"], answer.json)

    def check_openapi_root(self, index):
        self.assertEqual({"paths"}, index.keys())
        for path in ("api/v1", "apis/apiextensions.k8s.io/v1", "apis/ref.example.com/v1"):
            url = index["paths"][path]["serverRelativeURL"]
            self.assertRegex(url, f"^/openapi/v3/{re.escape(path)}\\?hash=[0-9A-F]+$")
            self.assertEqual(200, self.server.get(url).code)

    def check_openapi_gv(self, document):
        """What kubectl looks for: the kind's schema, and its PATCH with fieldValidation."""
        self.assertTrue(document["openapi"].startswith("3."))
        kind = {"group": "ref.example.com", "version": "v1", "kind": "Gadget"}
        schemas = document["components"]["schemas"]
        gadget = schemas["com.example.ref.v1.Gadget"]
        self.assertEqual([kind], gadget["x-kubernetes-group-version-kind"])
        self.assertEqual({"apiVersion", "kind", "metadata", "spec", "status"},
                         gadget["properties"].keys())
        self.assertIn("com.example.ref.v1.GadgetList", schemas)
        one = "/apis/ref.example.com/v1/namespaces/{namespace}/gadgets/{name}"
        paths = document["paths"]
        for path in ("/apis/ref.example.com/v1/gadgets", one, one + "/status", one + "/scale"):
            self.assertIn(path, paths)
        patch = paths[one]["patch"]
        self.assertEqual(kind, patch["x-kubernetes-group-version-kind"])
        self.assertIn("fieldValidation", [p.get("name") for p in patch["parameters"]])

    def test_every_recorded_exchange_is_answered_alike(self):
        for exchange in self.world["exchanges"]:
            with self.subTest(exchange["name"]):
                comparison = Comparison(exchange)
                if "events" in exchange:
                    self.faults_of_stream(exchange, comparison)
                else:
                    self.faults_of_answer(exchange, comparison)
                unused = comparison.reasons.keys() - comparison.used
                self.assertEqual([], comparison.faults)
                self.assertEqual(set(), unused, "deviations that no longer are")


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
