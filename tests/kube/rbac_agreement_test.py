#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random roles, bindings and requests: a real kube-apiserver and telltale's own must decide alike.

A world is a few Roles, ClusterRoles and bindings, drawn from small sets of words so that they often
meet, written to both servers. Then people ask for things: as requests of their own, with every form
of path (inside a namespace and outside, whatever the scope of the resource), and as questions
(SubjectAccessReviews) about what no path can say. Of a request it is compared whether it was
forbidden, found nothing at that path, or was let in; what comes of it then is agreement_test's.

Everything follows from a seed, which is printed: TELLTALE_TEST_SEED=N begins with that one,
TELLTALE_TEST_WORLDS=N says how many there are.

Usage: rbac_agreement_test.py PATH_TO_TELLTALE, and KUBECONFIG names the real server
"""

import json
import os
import random
import sys
import unittest

from kube_server import RunningServer

from api_server import ApiServer, eventually  # found where kube_server looks
from gadgets import DEFINITIONS, definition

TELLTALE = ""
WORLDS = int(os.environ.get("TELLTALE_TEST_WORLDS", "25"))
SEED = int(os.environ.get("TELLTALE_TEST_SEED", "1"))
REQUESTS = 120
QUESTIONS = 120
RBAC = "/apis/rbac.authorization.k8s.io/v1"
REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
SPACES = ("team-a", "team-b")
VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")
USERS = ("bob", "eve", "system:serviceaccount:team-a:robot")
GROUPS = ("devs", "ops")
NAMES = ("x", "y", "team-a")
PATHS = ("/healthz", "/metrics", "/api", "/apis/ref.example.com", "/openapi/v2", "/own/a", "/own/b")

# Where a resource lies: its group, its version, its plural and whether it has namespaces.
RESOURCES = (
    ("", "v1", "configmaps", True), ("", "v1", "secrets", True), ("", "v1", "nodes", False),
    ("", "v1", "namespaces", False),
    ("rbac.authorization.k8s.io", "v1", "roles", True),
    ("rbac.authorization.k8s.io", "v1", "clusterroles", False),
    ("ref.example.com", "v1", "gadgets", True), ("ref.example.com", "v1", "crates", False))
KINDS = {"configmaps": "ConfigMap", "secrets": "Secret", "nodes": "Node",
         "namespaces": "Namespace", "roles": "Role", "clusterroles": "ClusterRole",
         "gadgets": "Gadget", "crates": "Crate"}
METHODS = {"get": "GET", "list": "GET", "create": "POST", "update": "PUT", "patch": "PATCH",
           "delete": "DELETE", "deletecollection": "DELETE"}


class Dice:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, words):
        return self.random.choice(words)

    def some(self, words, at_most=2):
        return sorted({self.pick(words) for _ in range(self.random.randint(1, at_most))})

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def rule(self, everywhere):
        verbs = ["*"] if self.one_in(3) else self.some(VERBS, 5)
        if everywhere and self.one_in(4):
            return {"verbs": verbs, "nonResourceURLs": self.some((*PATHS, "/own/*", "/a*", "*"))}
        plurals = [resource[2] for resource in RESOURCES]
        parts = ["*", "*/status", "gadgets/status", "gadgets/scale", "namespaces/status"]
        groups = ["*"] if self.one_in(2) else self.some(("", "ref.example.com", RBAC[6:-3]))
        rule = {"verbs": verbs, "apiGroups": groups,
                "resources": self.some((*plurals, *plurals, *parts), 6)}
        if self.one_in(4):
            rule["resourceNames"] = self.some(NAMES)
        return rule

    def rules(self, everywhere):
        return [self.rule(everywhere) for _ in range(self.random.randint(1, 3))]

    def subject(self):
        if self.one_in(4):
            return {"kind": "ServiceAccount", "name": "robot", "namespace": self.pick(SPACES)}
        kind = self.pick(("User", "Group"))
        return {"kind": kind, "name": self.pick(USERS if kind == "User" else GROUPS),
                "apiGroup": "rbac.authorization.k8s.io"}

    def objects(self, world):
        """(path of the collection, object), those that others refer to first."""
        role_names = [f"role-{world}-{letter}" for letter in "abc"]
        made = []
        for name in role_names:
            for space in ("", *SPACES):
                if not self.one_in(5):
                    made.append((roles_in(space), {"metadata": {"name": name},
                                                   "rules": self.rules(not space)}))
        for number in range(self.random.randint(4, 9)):
            space = self.pick(("", *SPACES))
            kind = self.pick(("Role", "ClusterRole")) if space else "ClusterRole"
            made.append((bindings_in(space), {
                "metadata": {"name": f"binding-{world}-{number}"},
                "subjects": [self.subject() for _ in range(self.random.randint(1, 2))],
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind,
                            "name": self.pick(role_names)}}))
        return made

    def who(self):
        return self.pick(USERS), self.some(GROUPS) if self.one_in(2) else []

    def request(self):
        """A method, a path and a body. The name of a namespace stands for itself."""
        group, version, plural, _ = self.pick(RESOURCES)
        verb = self.pick(tuple(METHODS))
        named = verb in ("get", "update", "patch", "delete")
        base = f"/apis/{group}/{version}" if group else f"/api/{version}"
        space = self.pick(("", *SPACES))
        inside = f"/namespaces/{space}" if space else ""
        part = self.pick(("", "", "", "/status", "/scale")) if named else ""
        name = f"/{self.pick(NAMES)}" if named else ""
        query = "" if METHODS[verb] == "GET" else "?dryRun=All"
        if not named and verb != "create" and self.one_in(3):
            query += f"{'&' if query else '?'}fieldSelector=metadata.name%3D{self.pick(NAMES)}"
        body = {"apiVersion": f"{group}/{version}" if group else version, "kind": KINDS[plural],
                "metadata": {"name": name[1:] or "fresh"}}
        return METHODS[verb], f"{base}{inside}/{plural}{name}{part}{query}", body

    def question(self):
        if self.one_in(4):
            return {"nonResourceAttributes": {"verb": self.pick(("get", "post", "*")),
                                              "path": self.pick(PATHS)}}
        group, version, plural, _ = self.pick(RESOURCES)
        asked = {"verb": self.pick((*VERBS, "escalate", "*")), "group": group, "version": version,
                 "resource": self.pick((plural, plural, plural, "*"))}
        for word, values in (("subresource", ("status", "scale", "proxy")),
                             ("namespace", (*SPACES, "elsewhere")), ("name", (*NAMES, "z"))):
            if self.one_in(2):
                asked[word] = self.pick(values)
        return {"resourceAttributes": asked}


def roles_in(space):
    return f"{RBAC}/namespaces/{space}/roles" if space else f"{RBAC}/clusterroles"


def bindings_in(space):
    return f"{RBAC}/namespaces/{space}/rolebindings" if space else f"{RBAC}/clusterrolebindings"


class Side:
    """One of the two servers, asked over one connection."""

    def __init__(self, server):
        self.server = server
        self.connection = server.connect()

    def ask(self, method, path, body=None, headers=None):
        return self.server.ask(method, path, body, headers=headers, connection=self.connection)

    def make(self, path, body):
        answer = self.ask("POST", path, body)
        assert answer.code in (201, 409), (path, body, answer.text)

    def allows(self, spec):
        answer = self.ask("POST", REVIEWS, {"apiVersion": "authorization.k8s.io/v1",
                                            "kind": "SubjectAccessReview", "spec": spec})
        assert answer.code == 201, (spec, answer.text)
        return answer.json["status"]["allowed"]

    def outcome(self, who, method, path, body):
        """forbidden, nowhere or let in."""
        user, groups = who
        headers = {"Impersonate-User": user, "Content-Type": "application/json"}
        if groups:
            # http.client repeats no header; the first group is enough to be in one.
            headers["Impersonate-Group"] = groups[0]
        if method == "PATCH":
            headers["Content-Type"], body = "application/merge-patch+json", {}
        answer = self.ask(method, path, None if method == "GET" else body, headers)
        if answer.code == 403 and answer.json.get("reason") == "Forbidden":
            # Written by the handler, not by the door: nobody may grant what they do not have.
            return "let in" if "attempting to grant" in answer.text else "forbidden"
        if answer.code == 405 or (answer.code == 404 and not names_object(answer)):
            return "nowhere"
        return "let in"


def names_object(answer):
    """Whether it is about an object that is not there, not a path that leads nowhere: for that
    a real server answers a Status without details, or no Status at all."""
    try:
        return bool(answer.json.get("details", {}).get("name"))
    except (ValueError, AttributeError):
        return False


class RbacAgreement(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        telltale = ApiServer(TELLTALE)
        cls.addClassCleanup(telltale.close)
        cls.sides = {"kube": Side(RunningServer()), "telltale": Side(telltale)}
        for side in cls.sides.values():
            side.make(DEFINITIONS, definition())
            side.make(DEFINITIONS, definition("Crate", scope="Cluster"))
            for space in SPACES:
                side.make("/api/v1/namespaces", {"metadata": {"name": space}})
            for plural in ("gadgets", "crates"):
                path = f"/apis/ref.example.com/v1/{plural}"
                eventually(lambda side=side, path=path: side.ask("GET", path).code == 200,
                           f"{plural} are served")

    def write(self, world, objects):
        """A real server hears of its own roles a little later: of the last of each kind last."""
        user = f"canary-{world}"
        everything = [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}]
        canaries = []
        for space, kind in (("", "ClusterRole"), ("team-a", "Role")):
            name = f"canary-{world}"
            canaries.append((roles_in(space), {"metadata": {"name": name}, "rules": everything
                             if space else [{"verbs": ["get"], "apiGroups": [""],
                                             "resources": ["nodes"]}]}))
            canaries.append((bindings_in(space), {
                "metadata": {"name": name},
                "subjects": [{"kind": "User", "name": user,
                              "apiGroup": "rbac.authorization.k8s.io"}],
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": name}}))
        for side in self.sides.values():
            for path, body in (*objects, *canaries):
                side.make(path, body)
            for asked in ({"verb": "get", "resource": "nodes"},
                          {"verb": "get", "resource": "secrets", "namespace": "team-a"}):
                spec = {"user": user, "resourceAttributes": asked}
                eventually(lambda side=side, spec=spec: side.allows(spec), "the roles count")
        return [(path, body["metadata"]["name"]) for path, body in (*objects, *canaries)]

    def erase(self, made):
        for side in self.sides.values():
            for path, name in reversed(made):
                side.ask("DELETE", f"{path}/{name}")

    def forgotten(self, world):
        """What was erased counts no more, lest it speaks in the next world."""
        spec = {"user": f"canary-{world}",
                "resourceAttributes": {"verb": "get", "resource": "nodes"}}
        local = {"user": f"canary-{world}",
                 "resourceAttributes": {"verb": "get", "resource": "secrets",
                                        "namespace": "team-a"}}
        for side in self.sides.values():
            eventually(lambda side=side: not side.allows(spec) and not side.allows(local),
                       "the roles are forgotten")

    def compare(self, seed, objects, what, ask):
        answers = {name: ask(side) for name, side in self.sides.items()}
        if answers["kube"] != answers["telltale"]:
            self.fail(f"seed {seed}: {what}: {answers}\n"
                      + json.dumps(objects, indent=1))
        return answers["kube"]

    def test_both_servers_decide_alike(self):
        seen = {}
        for seed in range(SEED, SEED + WORLDS):
            dice = Dice(seed)
            objects = dice.objects(seed)
            made = self.write(seed, objects)
            with self.subTest(seed=seed):
                for _ in range(REQUESTS):
                    who, request = dice.who(), dice.request()
                    outcome = self.compare(seed, objects, (who, request),
                                           lambda side, who=who, request=request:
                                           side.outcome(who, *request))
                    seen[outcome] = seen.get(outcome, 0) + 1
                for _ in range(QUESTIONS):
                    (user, groups), question = dice.who(), dice.question()
                    spec = {"user": user, "groups": groups, **question}
                    allowed = self.compare(seed, objects, spec,
                                           lambda side, spec=spec: side.allows(spec))
                    seen[allowed] = seen.get(allowed, 0) + 1
            self.erase(made)
            self.forgotten(seed)
        print(f"seeds {SEED} to {SEED + WORLDS - 1}: {seen}", flush=True)
        # Dice that only ever show one side prove nothing.
        for outcome in ("forbidden", "nowhere", "let in", True, False):
            self.assertGreater(seen.get(outcome, 0), 10, outcome)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
