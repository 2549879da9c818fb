# SPDX-License-Identifier: Apache-2.0
"""What random worlds are made of: chance, times, conditions, objects of providers."""

import datetime
import random

NOW = datetime.datetime(2026, 1, 1, 12, 0, 0, tzinfo=datetime.timezone.utc)
CORE = "cluster.x-k8s.io/v1beta2"
INFRA = "infrastructure.cluster.x-k8s.io"
BOOT = "bootstrap.cluster.x-k8s.io"
PLANE = "controlplane.cluster.x-k8s.io"
VERSIONS = ["v1.33.2", "v1.34.1"]
EXTERNAL = {"endpoints": ["https://e"], "caFile": "a", "certFile": "b", "keyFile": "c"}
AGES = [1, 5, 9, 11, 30, 45, 55, 70, 110, 130, 250, 290, 310, 350, 600, 850, 950, 1800, 3600, 7200,
        86400]


def at(seconds_ago):
    return (NOW - datetime.timedelta(seconds=seconds_ago)).strftime("%Y-%m-%dT%H:%M:%SZ")


def condition(kind, status, reason, message="", ago=3600):
    return {"type": kind, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": at(ago)}


class Draw:
    """Chance, with a world's own temper."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.temper = self.rng.choice([0.0, 0.02, 0.05, 0.1, 0.2, 0.35])

    def bend(self, weight=1.0):
        return self.rng.random() < min(0.9, self.temper * weight)

    def often(self, chance):
        return self.rng.random() < chance

    def one(self, *choices):
        return self.rng.choice(choices)

    def ago(self):
        return self.rng.choice(AGES)

    def status(self):
        return self.rng.choice(["True", "False", "Unknown"])


class Parts:
    def __init__(self, seed, number):
        self.draw = Draw(f"{seed}/{number}")
        self.namespace = f"w{number}"
        self.objects = []
        self.version = self.draw.one(*VERSIONS)
        self.initialized = not self.draw.bend()
        self.provisioned = self.initialized or not self.draw.bend(2)
        self.connected = True
        self.external_etcd = False
        self.remote = None
        self.infra = None
        self.told = False  # by the infrastructure alone that it is provisioned
        self.lower = self.draw.often(0.2)  # judged in v1beta1

    # -- parts ---------------------------------------------------------------------------------

    def meta(self, name, **more):
        meta = {"namespace": self.namespace, "name": name, "uid": f"uid-{self.namespace}-{name}",
                "generation": self.draw.one(1, 2, 3), "creationTimestamp": at(self.draw.one(
                    5, 15, 600, 7200, 86400, 90000))}
        meta.update(more)
        return meta

    def remote_meta(self, name, namespace=None):
        meta = {"name": name, "uid": f"uid-{name}", "creationTimestamp": at(self.draw.one(
            30, 100, 200, 7200)), "annotations": {
                "cluster.x-k8s.io/cluster-name": "c",
                "cluster.x-k8s.io/cluster-namespace": self.namespace}}
        if namespace:
            meta["namespace"] = namespace
        return meta

    def add(self, version, kind, meta, spec=None, status=None, **more):
        thing = {"apiVersion": version, "kind": kind, "metadata": meta}
        if spec is not None:
            thing["spec"] = spec
        if status is not None:
            thing["status"] = status
        thing.update(more)
        self.objects.append(thing)
        return thing

    def owner(self, version, kind, name):
        return {"apiVersion": version, "kind": kind, "name": name, "controller": True,
                "blockOwnerDeletion": True, "uid": f"uid-{self.namespace}-{name}"}

    def stored(self, names):
        """Conditions of an earlier time, of which some are gone or differ."""
        kept = []
        for kind, good in names:
            if self.draw.bend(2):
                continue
            status, reason = good
            message = ""
            if self.draw.bend(2):
                status = self.draw.status()
                reason = self.draw.one("NotReady", "InternalError", "SomethingElse")
                message = self.draw.one("as it was before", "* Machine m: of old")
            kept.append(condition(kind, status, reason, message, self.draw.ago()))
        return kept

    def deleting(self, meta, weight=1.0):
        if self.draw.bend(weight):
            meta["deletionTimestamp"] = at(self.draw.one(10, 200, 400, 1000, 3600))
            meta["finalizers"] = ["cluster.x-k8s.io/referee"]
        return "deletionTimestamp" in meta

    def pause(self, meta, weight=0.4):
        if self.draw.bend(weight):
            meta.setdefault("annotations", {})["cluster.x-k8s.io/paused"] = "true"

    # -- objects of providers ------------------------------------------------------------------

    def provider_status(self, done, field, ready="Ready"):
        """The status of a provider object, in all the shapes that the contract allows."""
        draw = self.draw
        status = {"initialization": {field: done}}
        if draw.bend(0.5):
            del status["initialization"]
        if draw.often(0.5):
            return status
        shape = draw.one("good", "good", "good", "false", "unknown", "bare", "none")
        if shape == "none":
            return status
        one = condition(ready, "True" if done else "False", ready if done else "NotYet",
                        "" if done else "provider is at work", draw.ago())
        if draw.bend(3) and shape != "good":
            if shape == "false":
                one = condition(ready, "False", "Broken", draw.one("", "it is broken",
                                                                   "* one\n* two"), draw.ago())
            elif shape == "unknown":
                one = condition(ready, "Unknown", "NobodyKnows", "asking", draw.ago())
            else:
                one.pop("reason")
                one.pop("message")
                one["severity"] = "Info"
        if draw.often(0.8):
            status["conditions"] = [one]
        else:
            status["v1beta2"] = {"conditions": [one]}
            status["conditions"] = [condition(ready, draw.status(), "Legacy", "", draw.ago())]
        return status

    def malformed(self, status):
        if self.draw.bend(0.3) and status.get("conditions"):
            broken = status["conditions"][0]
            broken[self.draw.one("type", "status")] = ""
        return status
