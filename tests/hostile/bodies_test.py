#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bodies made to be dear: deep, wide, alike, self-similar or no text at all. Each is answered
within a time that its bytes explain, with few words, and whatever it made can be deleted.

Usage: bodies_test.py PATH_TO_TELLTALE
"""

import json
import time

from hostile import CONFIGMAPS, RNG, HostileCase, Limits, main, sized
from gadgets import DEFINITIONS, GADGETS, config_map, definition, gadget

# A debug build on a busy machine; the faults took 99 and 100 s.
ANSWER_SECONDS_MAX = 15
REFUSAL_BYTES_MAX = 256 << 10  # one took 64 MB
# An apply that does not fit its schema is a 500 in these words, as kube-apiserver has it.
TYPED = "failed to create typed patch object"
YAML = {"Content-Type": "application/yaml"}
LIMITS = Limits(growth_mib=400)  # a body of 3 MiB as a tree, read by one worker or several
LABELS = 200_000
LIST = 30_000
KEYS = 250_000
CHANCES = sized(400, 10_000)


def nested(depth, inner='"x"'):
    return '{"a":' * depth + inner + "}" * depth


def text_with(body, mark, inner):
    """The body as JSON with `inner` in the place of `mark`: what json.dumps would refuse."""
    return json.dumps(body).replace(f'"{mark}"', inner)


def deep_gadget(name, depth):
    made = gadget(name)
    made["spec"]["free"] = "DEEP"
    return text_with(made, "DEEP", nested(depth))


class Bodies(HostileCase):
    def setUp(self):
        self.server = self.fresh_server()
        self.addCleanup(self.server.close)
        made = self.server.post(DEFINITIONS, definition())
        self.assertEqual(201, made.code, made.text)

    def judged(self, what, answer, took, codes):
        if TYPED not in answer.text:
            self.assertIn(answer.code, codes, f"{what}: {answer.text[:300]}")
        self.assertLess(took, ANSWER_SECONDS_MAX, what)
        if answer.code >= 400:
            self.assertLess(len(answer.body), REFUSAL_BYTES_MAX, what)

    def throw(self, what, method, path, body, codes, **more):
        """One request; it is answered with one of the codes, soon and in few words."""
        began = time.monotonic()
        answer = self.server.ask(method, path, body, **more)
        took = time.monotonic() - began
        self.judged(what, answer, took, codes)
        self.longest = max(self.longest, (took, what))
        return answer

    def attacked(self, name, work):
        self.longest = (0.0, "")
        with self.attack(name, LIMITS, self.server) as notes:
            work()
            notes.append(f"longest {self.longest[0]:.2f} s: {self.longest[1][:40]}")
        self.assert_nothing_stays()

    def assert_nothing_stays(self):
        """Whatever is there can be changed and deleted, one by one and with its namespace."""
        for path in (GADGETS, CONFIGMAPS):
            for item in self.server.get(path).json["items"]:
                one = f"{path}/{item['metadata']['name']}"
                changed = self.server.patch(one, {"metadata": {"labels": {"l": "v"}}})
                self.assertIn(changed.code, (200, 413, 422), changed.text[:300])
                gone = self.server.delete(one)
                self.assertEqual(200, gone.code, gone.text[:300])
            self.assertEqual([], self.server.get(path).json["items"])

    def test_nesting(self):
        def work():
            for depth in (60, 78, 79, 80, 81, *range(94, 102), 255, 256, 257, 10_000, 200_000):
                self.throw(f"nested {depth} deep", "POST", GADGETS, deep_gadget(f"d{depth}", depth),
                           (201, 400, 422))
                self.throw(f"nested {depth} deep, as YAML", "POST", GADGETS,
                           deep_gadget(f"y{depth}", depth), (201, 400, 422), headers=YAML)
                self.throw(f"lists {depth} deep", "POST", GADGETS, text_with(
                    {**gadget(f"l{depth}"), "spec": {"size": 1, "free": {"x": "DEEP"}}}, "DEEP",
                    "[" * depth + "]" * depth), (201, 400, 422))
            self.throw("a calm one", "POST", GADGETS, gadget("calm"), (201,))
            for depth in (70, 79, 96, 100, 10_000):
                self.throw(f"a patch nested {depth} deep", "PATCH", f"{GADGETS}/calm",
                           '{"spec":{"free":' + nested(depth) + "}}", (200, 400, 422),
                           headers={"Content-Type": "application/merge-patch+json"})
                self.throw(f"an apply nested {depth} deep", "PATCH",
                           f"{GADGETS}/applied?fieldManager=m", deep_gadget("applied", depth),
                           (200, 201, 400, 422),
                           headers={"Content-Type": "application/apply-patch+yaml"})
                self.throw(f"delete options nested {depth} deep", "DELETE", f"{GADGETS}/nobody",
                           nested(depth), (400, 404, 422))
        self.attacked("deep nesting", work)

    def test_labels(self):
        def work():
            for name, label in (("bad names", lambda n: f"-{n}-"), ("bad values", str)):
                value = "!" if name == "bad values" else "v"
                body = config_map("labels", labels={label(n): value for n in range(LABELS)})
                self.throw(f"{LABELS} {name}", "POST", CONFIGMAPS, body, (400, 413, 422))
            body = config_map("annotations", annotations={
                f"a/b/{n}": "x" for n in range(LABELS)})
            self.throw(f"{LABELS} bad annotations", "POST", CONFIGMAPS, body, (400, 413, 422))
            body = config_map("finalizers", finalizers=[f"!{n}" for n in range(LABELS)])
            self.throw(f"{LABELS} bad finalizers", "POST", CONFIGMAPS, body, (400, 413, 422))
            owners = [{"apiVersion": "v1", "kind": "X", "name": str(n), "uid": ""}
                      for n in range(LABELS // 8)]
            self.throw("bad owners", "POST", CONFIGMAPS,
                       config_map("owners", ownerReferences=owners), (400, 413, 422))
            selector = "%2C".join(f"k{n}!=v" for n in range(5000))
            self.throw("a selector of 5,000", "GET", f"{CONFIGMAPS}?labelSelector={selector}",
                       None, (400, 414, 422, 431))
        self.attacked("bad labels", work)

    def test_patches(self):
        strategic = {"Content-Type": "application/strategic-merge-patch+json"}
        steps = {"Content-Type": "application/json-patch+json"}

        def work():
            self.throw("a target", "POST", CONFIGMAPS, config_map("target", {"k": "v"}), (201,))
            target = f"{CONFIGMAPS}/target"
            drops = [{"$patch": "delete", "uid": str(n)} for n in range(LIST)]
            self.throw(f"{LIST} $patch: delete", "PATCH", target,
                       {"metadata": {"ownerReferences": drops}}, (200, 400, 422),
                       headers=strategic)
            self.throw(f"{LIST} in $setElementOrder", "PATCH", target,
                       {"metadata": {"$setElementOrder/ownerReferences": drops,
                                     "ownerReferences": drops}}, (200, 400, 422),
                       headers=strategic)
            for what, step in (
                    ("adds", lambda n: {"op": "add", "path": f"/data/k{n}", "value": "v"}),
                    ("tests", lambda n: {"op": "test", "path": "/data/k", "value": "v"}),
                    ("copies", lambda n: {"op": "copy", "from": "/data", "path": f"/data/c{n}"}),
                    ("doublings", lambda n: {"op": "copy", "from": "/data", "path": f"/data/d{n}"}),
                    ("firsts", lambda n: {"op": "add", "path": "/metadata/finalizers/0",
                                          "value": f"a.b/{n}"})):
                self.throw(f"{LIST} {what}", "PATCH", target, [step(n) for n in range(LIST)],
                           (200, 400, 413, 422), headers=steps)
            for manager in range(20):
                self.throw("an apply of many fields", "PATCH",
                           f"{CONFIGMAPS}/applied?fieldManager=m{manager}&force=true",
                           config_map("applied", {f"k{n}": str(manager) for n in range(2000)}),
                           (200, 201, 409, 413, 422),
                           headers={"Content-Type": "application/apply-patch+yaml"})
        self.attacked("huge patches", work)

    def test_texts(self):
        bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n"
            for n in range(20))
        head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\ndata:\n"
        numbers = ["1" * 1_000_000, "-" + "9" * 400, "1e" + "9" * 300, "0." + "0" * 100_000 + "1",
                   "1" * 20, "1e308", "1e309", "-0", "9223372036854775808", "0x10", "NaN", "01"]

        def work():
            self.throw("a YAML bomb of aliases", "POST", CONFIGMAPS, bomb + head + "  x: y\n",
                       (400, 413, 422), headers=YAML)
            self.throw("aliases in data", "POST", CONFIGMAPS,
                       head + "  x: &a y\n" + "".join(f"  k{n}: *a\n" for n in range(LIST)),
                       (201, 400, 413, 422), headers=YAML)
            self.throw("anchors without end", "POST", CONFIGMAPS,
                       head + "".join(f"  k{n}: &a{n} y\n" for n in range(LIST)),
                       (201, 400, 409, 413, 422), headers=YAML)
            self.throw("a YAML of tags", "POST", CONFIGMAPS, "!!x " * 100_000, (400, 422),
                       headers=YAML)
            self.throw("an indent without end", "POST", CONFIGMAPS,
                       "".join(" " * n + "a:\n" for n in range(1500)), (400, 422), headers=YAML)
            for number in numbers:
                self.throw(f"the number {number[:8]} of {len(number)}", "POST", GADGETS, text_with(
                    {**gadget(f"n{numbers.index(number)}"), "spec": {"size": "N"}}, "N", number),
                    (201, 400, 422))
                self.throw(f"the number {number[:8]} in a free place", "POST", GADGETS, text_with(
                    {**gadget(f"f{numbers.index(number)}"),
                     "spec": {"size": 1, "free": {"n": "N"}}}, "N", number), (201, 400, 422))
            for where, text in enumerate((b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80",
                                          b"\x00", b"\\ud800", b"\x80" * 100_000)):
                body = json.dumps(config_map(f"u{where}", {"k": "BAD"})).encode()
                self.throw(f"no UTF-8: {text[:4]!r}", "POST", CONFIGMAPS,
                           body.replace(b"BAD", text), (201, 400, 422))
                self.throw(f"no UTF-8 as YAML: {text[:4]!r}", "POST", CONFIGMAPS,
                           body.replace(b"BAD", text), (201, 400, 409, 422), headers=YAML)
        self.attacked("texts of every kind", work)

    def test_keys(self):
        def work():
            same = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"same"},"data":{' \
                + ",".join(['"k":"v"'] * KEYS) + "}}"
            for strict in ("Ignore", "Warn", "Strict"):
                self.throw(f"one key {KEYS} times, {strict}", "POST",
                           f"{CONFIGMAPS}?fieldValidation={strict}", same,
                           (201, 400, 409, 413, 422))
            wide = {f"{n:x}": "" for n in range(KEYS)}
            self.throw(f"{KEYS} keys", "POST", CONFIGMAPS, config_map("wide", wide),
                       (201, 400, 413, 422))
            self.throw(f"{KEYS} unknown fields", "POST", f"{GADGETS}?fieldValidation=Strict",
                       {**gadget("unknown"), **wide}, (201, 400, 413, 422))
            # Alike in their first 16 letters and in their length: whatever hashes a part meets
            # them all in one place.
            alike = {f"{'k' * 16}{RNG.randrange(16 ** 8):08x}": "" for n in range(KEYS // 3)}
            self.throw(f"{len(alike)} keys that are alike", "POST", GADGETS,
                       {**gadget("alike"), "spec": {"size": 1, "free": alike}},
                       (201, 400, 413, 422))
            self.throw("one long key", "POST", CONFIGMAPS,
                       config_map("long", {"k" * 1_000_000: "v"}), (201, 400, 413, 422))
            tags = [f"t{n}" for n in range(KEYS // 2)]
            self.throw("a set of many", "POST", GADGETS,
                       {**gadget("tags"), "spec": {"size": 1, "tags": tags}},
                       (201, 400, 413, 422))
            self.throw("a set of many twins", "POST", GADGETS,
                       {**gadget("twins"), "spec": {"size": 1, "tags": ["t"] * KEYS}},
                       (400, 413, 422))
        self.attacked("many keys", work)

    def test_bodies_of_chance(self):
        """Sound bodies with a few bytes that are not, of every type that is read."""
        sound = {
            "application/json": json.dumps(gadget("chance")),
            "application/yaml": "apiVersion: ref.example.com/v1\nkind: Gadget\nmetadata:\n"
                                "  name: chance\nspec: {size: 1, tags: [a, b], free: {x: [1]}}\n",
            "application/merge-patch+json": '{"spec":{"size":2,"free":{"x":null}}}',
            "application/json-patch+json": '[{"op":"add","path":"/spec/free","value":{"y":[1]}}]',
            "application/apply-patch+yaml": json.dumps(gadget("chance", 3))}

        def work():
            connection = self.server.connect()
            self.addCleanup(connection.close)
            for _ in range(CHANCES):
                kind = RNG.choice(list(sound))
                body = bytearray(sound[kind].encode())
                for _ in range(RNG.randrange(1, 5)):
                    at = RNG.randrange(len(body))
                    body[at:at + RNG.randrange(3)] = RNG.choice(
                        (RNG.randbytes(1), b'"', b"{", b"]", b"\\", b":", b"\n", b"\0", b"&a *a"))
                method, path = ("PATCH", f"{GADGETS}/chance?fieldManager=c") if "patch" in kind \
                    else ("POST", GADGETS)
                self.throw(f"{kind} {bytes(body)!r}", method, path, bytes(body),
                           (200, 201, 400, 404, 409, 415, 422),
                           headers={"Content-Type": kind}, connection=connection)
        self.attacked(f"{CHANCES} bodies of chance", work)

    def test_sizes(self):
        def work():
            for size in (2 << 20, (3 << 20) - 200, (3 << 20) + 1, 16 << 20):
                self.throw(f"a body of {size}", "POST", CONFIGMAPS,
                           config_map(f"s{size}", {"k": "x" * size}), (201, 413, 422))
            self.throw("a query of 60 KB", "GET", f"{CONFIGMAPS}?x={'y' * 60_000}", None,
                       (200, 400, 414, 431))
            self.throw("a name of 60 KB", "GET", f"{CONFIGMAPS}/{'y' * 60_000}", None,
                       (400, 404, 414, 431))
            self.throw("1,000 parameters", "GET",
                       f"{CONFIGMAPS}?{'&'.join(f'p{n}=1' for n in range(1000))}", None,
                       (200, 400, 414, 431))
        self.attacked("large bodies", work)


if __name__ == "__main__":
    main()
