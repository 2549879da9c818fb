# SPDX-License-Identifier: Apache-2.0
"""What the tests with a real kubectl share: the server, the kubectl, and things to try it on."""

import json
import os
import re
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from api_server import eventually

SECONDS_MAX = 180

# The minor version of the first kubectl that has something.
STATUS_FLAG_SINCE = 24  # --subresource
JSONPATH_WAIT_SINCE = 23
APPLY_STATUS_SINCE = 32
EVENTS_SINCE = 26
EXPLAIN_V3_SINCE = 27
WHOAMI_SINCE = 27
PRUNE_ALLOWLIST_SINCE = 26


class World:
    """What one run is about; kubectl_test.py fills it in."""

    telltale = ""
    examples = ""
    kubectl = ""
    minor = 0
    home = ""
    server = None


WORLD = World()

GADGETS = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.try.example.com}
spec:
  group: try.example.com
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, shortNames: [gd], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.replicas
        statusReplicasPath: .status.replicas
        labelSelectorPath: .status.selector
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
    - {name: Mode, type: string, jsonPath: .spec.mode, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        description: A thing to try commands on.
        properties:
          spec:
            type: object
            description: What is wanted.
            required: [size]
            properties:
              size: {type: integer, minimum: 0, maximum: 100, description: How large it is.}
              mode: {type: string, enum: [fast, slow], default: slow, description: How it runs.}
              replicas: {type: integer, default: 1}
              ports:
                type: array
                description: Where it listens.
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string, description: What the port is called.}
                    port: {type: integer}
          status:
            type: object
            x-kubernetes-preserve-unknown-fields: true
"""


def gadget(name="g1", **spec):
    """A Gadget as JSON text, which is YAML too."""
    return json.dumps({"apiVersion": "try.example.com/v1", "kind": "Gadget",
                       "metadata": {"name": name, "labels": {"app": "a"}},
                       "spec": {"size": 3, **spec}})


def config_map(name, owner=None, **data):
    metadata = {"name": name, "labels": {"app": "a"}}
    if owner:
        metadata["ownerReferences"] = [owner]
    return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata,
                       "data": data})


def definition(**changes):
    text = GADGETS
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


class KubectlTest(unittest.TestCase):
    """Every test has a namespace of its own, which all its commands name."""

    count = 0

    def setUp(self):
        KubectlTest.count += 1
        self.space = f"test-{KubectlTest.count}"
        made = WORLD.server.post("/api/v1/namespaces", {"metadata": {"name": self.space}})
        self.assertEqual(made.code, 201, made.text)

    def command(self, *arguments, stdin=None, identity=None, kubeconfig=None, env=None):
        if identity:
            kubeconfig = f"{WORLD.server.kubeconfig}-{identity}"
        return WORLD.server.kubectl(WORLD.kubectl, WORLD.home, *arguments, stdin=stdin,
                                    kubeconfig=kubeconfig, env=env, seconds=SECONDS_MAX)

    def bare(self, *arguments, **more):
        """What a command prints that succeeds."""
        done = self.command(*arguments, **more)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def k(self, *arguments, **more):
        return self.bare("--namespace", self.space, *arguments, **more)

    def fails(self, *arguments, code=1, **more):
        """What a command says that fails."""
        done = self.command("--namespace", self.space, *arguments, **more)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stderr.strip()

    def apply(self, text, *flags):
        return self.k("apply", *flags, "-f", "-", stdin=text)

    def stored(self, kind="gadget", name="g1"):
        return json.loads(self.k("get", kind, name, "-o", "json"))

    def path_of(self, plural, name=""):
        prefix = "/api/v1" if plural == "configmaps" else "/apis/try.example.com/v1"
        return f"{prefix}/namespaces/{self.space}/{plural}" + (f"/{name}" if name else "")

    def make(self, text, plural="gadgets"):
        """Created without kubectl, which is quicker; what came back."""
        answer = WORLD.server.post(self.path_of(plural), text)
        self.assertEqual(answer.code, 201, answer.text)
        return answer.json

    def there(self, plural, name):
        return WORLD.server.get(self.path_of(plural, name)).code == 200

    def editor(self, script):
        """An EDITOR that runs a shell script on the file."""
        path = os.path.join(tempfile.mkdtemp(dir=WORLD.home), "editor")
        Path(path).write_text(f'#!/bin/sh\nset -e\nfile=$1\n{script}\n', encoding="utf-8")
        os.chmod(path, 0o755)
        return {"EDITOR": path, "TMPDIR": WORLD.home}


class Lines:
    """A kubectl that goes on printing, and what it printed."""

    def __init__(self, test, *arguments, kubeconfig=None):
        self.test = test
        self.lines = []
        self.read = 0
        self.process = subprocess.Popen(
            [WORLD.kubectl, *arguments], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "HOME": WORLD.home,
                 "KUBECONFIG": kubeconfig or WORLD.server.kubeconfig})
        self.reader = threading.Thread(target=self.collect)
        self.reader.start()

    def collect(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def expect(self, pattern):
        """Waits for a line further on."""
        def found():
            for place in range(self.read, len(self.lines)):
                if re.search(pattern, self.lines[place]):
                    self.read = place + 1
                    return True
            return False
        try:
            eventually(found, pattern, SECONDS_MAX)
        except AssertionError:
            self.test.fail(f"no {pattern!r} in {self.lines}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
