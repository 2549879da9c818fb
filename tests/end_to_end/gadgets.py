# SPDX-License-Identifier: Apache-2.0
"""What the tests of the protocol share: a running server, a kind to play with, and short ways to
say what an answer should have been."""

import copy
import itertools
import unittest

from api_server import ApiServer

TELLTALE = []
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GADGETS = "/apis/ref.example.com/v1/namespaces/default/gadgets"
CONFIGMAPS = "/api/v1/namespaces/default/configmaps"
NAMESPACES = "/api/v1/namespaces"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
PROTOBUF = "application/vnd.kubernetes.protobuf"

CONDITIONS = {
    "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
    "items": {"type": "object", "required": ["type", "status"],
              "properties": {"type": {"type": "string"}, "status": {"type": "string"}}}}
SPEC = {
    "type": "object", "required": ["size"],
    "properties": {
        "size": {"type": "integer", "minimum": 0, "maximum": 100},
        "color": {"type": "string", "default": "blue", "enum": ["red", "blue"]},
        "big": {"type": "integer", "format": "int64"},
        "ratio": {"type": "number"},
        "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}
STATUS = {
    "type": "object",
    "properties": {"phase": {"type": "string"}, "size": {"type": "integer"},
                   "selector": {"type": "string"}, "conditions": CONDITIONS}}


def version(name, storage=False):
    return {
        "name": name, "served": True, "storage": storage,
        "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"],
                                       "properties": copy.deepcopy({"spec": SPEC,
                                                                    "status": STATUS})}},
        "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.size",
                                                 "statusReplicasPath": ".status.size",
                                                 "labelSelectorPath": ".status.selector"}},
        "additionalPrinterColumns": [
            {"name": "Phase", "type": "string", "jsonPath": ".status.phase"},
            {"name": "Size", "type": "integer", "jsonPath": ".spec.size", "priority": 1},
            {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}]}


def definition(kind="Gadget", group="ref.example.com", versions=None, scope="Namespaced"):
    plural = kind.lower() + "s"
    return {
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {"group": group, "scope": scope, "names": {"plural": plural, "kind": kind},
                 "versions": versions or [version("v1", storage=True)]}}


def gadget(name, size=1, **metadata):
    return {"apiVersion": "ref.example.com/v1", "kind": "Gadget",
            "metadata": {"name": name, **metadata}, "spec": {"size": size}}


def config_map(name, data=None, **metadata):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, **metadata},
            "data": data or {}}


class ServerCase(unittest.TestCase):
    """Each class has a server of its own, with gadgets in it."""
    flags = ()
    numbers = itertools.count(1)

    @classmethod
    def setUpClass(cls):
        cls.server = ApiServer(TELLTALE[0], "--no-crds", *cls.flags)
        cls.addClassCleanup(cls.server.close)
        answer = cls.server.post(DEFINITIONS, definition())
        assert answer.code == 201, answer.text

    def name(self, prefix="g"):
        """A name that no other test uses."""
        return f"{prefix}{next(self.numbers)}"

    def made(self, path, body, **more):
        """Creates it; what the server made of it."""
        answer = self.server.post(path, body, **more)
        self.assertEqual(201, answer.code, answer.text)
        return answer.json

    def done(self, answer, code=200):
        """The object of an answer that must have succeeded."""
        self.assertEqual(code, answer.code, answer.text)
        return answer.json

    def refused(self, answer, code, reason, words=""):
        """The Status of an answer that must say no in this way."""
        self.assertEqual(code, answer.code, answer.text)
        status = answer.json
        self.assertEqual(("Status", "v1", "Failure", reason, code),
                         (status["kind"], status["apiVersion"], status["status"],
                          status.get("reason"), status["code"]), answer.text)
        self.assertIn(words, status["message"])
        return status

    def causes(self, answer, *fields):
        status = self.refused(answer, 422, "Invalid")
        self.assertEqual(list(fields), [c.get("field") for c in status["details"]["causes"]],
                         answer.text)

    def new_gadget(self, size=1, **metadata):
        return self.made(GADGETS, gadget(self.name(), size, **metadata))


def revision(thing):
    return int(thing["metadata"]["resourceVersion"])


def path_of(thing):
    return f"{GADGETS}/{thing['metadata']['name']}"


def main(arguments):
    TELLTALE.append(arguments.pop(1))
    unittest.main(module="__main__")
