#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same requests to a real kube-apiserver and to telltale's own, which must answer alike.

agreement.yaml holds the cases. Each has an object of its own, a Gadget named $name, and may prepare
it (`given`); `ask` is the request whose two answers are compared: the code, of a refusal its reason
and the fields it names, of an object all of it but what differs in every world. Words are not
compared. `compare: code` stops after code and reason. Where telltale differs and that is known, the
case says so (`differs`), and fails when it is no longer true.

Usage: agreement_test.py PATH_TO_TELLTALE, and KUBECONFIG names the real server
"""

import json
import sys
import unittest
from pathlib import Path

import yaml

from kube_server import RunningServer

from api_server import ApiServer, eventually  # found where kube_server looks
from gadgets import DEFINITIONS, GADGETS, definition

TELLTALE = ""
CASES = Path(__file__).parent / "agreement.yaml"
# What no two servers have in common.
OWN = {"uid", "resourceVersion", "continue", "creationTimestamp", "time", "clusterIP", "clusterIPs",
       "nodePort", "lastTransitionTime"}
# Services without an address have none everywhere.
HEADLESS = ("None", ["None"])
TYPES = {"apply": "application/apply-patch+yaml", "merge": "application/merge-patch+json",
         "json": "application/json-patch+json",
         "strategic": "application/strategic-merge-patch+json"}
WATCH_EVENTS_MAX = 20


def is_own(value):
    is_text = isinstance(value, (str, int)) or (isinstance(value, list) and value
                                                and isinstance(value[0], str))
    return is_text and value and value not in HEADLESS


def same_in_every_world(value):
    if isinstance(value, dict):
        return {name: "…" if name in OWN and is_own(inner) else same_in_every_world(inner)
                for name, inner in value.items()}
    return [same_in_every_world(inner) for inner in value] if isinstance(value, list) else value


def essence(code, body, compare):
    """What of an answer must be alike."""
    if not isinstance(body, dict):
        return {"code": code}
    if body.get("kind") == "Status" and code >= 400:
        causes = body.get("details", {}).get("causes", [])
        fields = sorted((cause.get("reason", ""), cause.get("field", "")) for cause in causes)
        refusal = {"code": code, "reason": body.get("reason")}
        return refusal if compare == "code" else {**refusal, "causes": fields}
    return {"code": code} if compare == "code" else {"code": code,
                                                     "body": same_in_every_world(body)}


class Player:
    """Plays a case on one server."""

    def __init__(self, server, name):
        self.server = server
        self.name = name
        server.post(GADGETS, {"apiVersion": "ref.example.com/v1", "kind": "Gadget",
                              "metadata": {"name": name}, "spec": {"size": 3}})

    def filled(self, value):
        text = json.dumps(value)
        current = self.server.get(f"{GADGETS}/{self.name}").json.get("metadata", {})
        for word, meaning in (("$gadgets", GADGETS), ("$name", self.name),
                              ("$uid", current.get("uid", "")),
                              ("$version", current.get("resourceVersion", ""))):
            text = text.replace(word, meaning)
        return json.loads(text)

    def ask(self, step):
        step = self.filled(step)
        method, path = step["ask"].split(" ", 1)
        if method == "WATCH":
            return self.watch(path)
        headers = {"Content-Type": TYPES.get(step.get("as"), "application/json")}
        if "accept" in step:
            headers["Accept"] = step["accept"]
        answer = self.server.ask(method, path, step.get("body"), headers=headers)
        try:
            return answer.code, answer.json
        except ValueError:
            return answer.code, answer.text

    def watch(self, path):
        """The events until the end, each as its type, its kind or code, and its name."""
        with self.server.watch(f"{path}&timeoutSeconds=1") as stream:
            if stream.code != 200:
                return stream.code, json.loads(stream.response.read())
            shown = []
            while (event := stream.next()) is not None and len(shown) < WATCH_EVENTS_MAX:
                inner = event["object"]
                shown.append([event["type"], inner.get("code", inner["kind"]),
                              inner["metadata"].get("name")])
            return 200, {"events": shown}

    def play(self, case):
        for step in case.get("given", []):
            code, body = self.ask(step)
            assert code < 300, (step, code, body)
        return essence(*self.ask(case), case.get("compare"))


class Agreement(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))
        cls.telltale = ApiServer(TELLTALE)
        cls.addClassCleanup(cls.telltale.close)
        cls.kube = RunningServer()
        for server in (cls.telltale, cls.kube):
            answer = server.post(DEFINITIONS, definition())
            assert answer.code in (201, 409), answer.text
            cls.served(server)

    @staticmethod
    def served(server):
        eventually(lambda: server.get(GADGETS).code == 200, "gadgets are served")

    def test_both_servers_answer_alike(self):
        for number, case in enumerate(self.cases, start=1):
            with self.subTest(case["case"]):
                name = f"agreement-{number}"
                wanted = Player(self.kube, name).play(case)
                given = Player(self.telltale, name).play(case)
                if "differs" in case:
                    self.assertNotEqual(wanted, given, "they agree now; take `differs` away")
                else:
                    self.assertEqual(wanted, given)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
