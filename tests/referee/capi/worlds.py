# SPDX-License-Identifier: Apache-2.0
"""Random worlds for the referee: one Cluster each, with everything that belongs to it.

A world is mostly calm and bent in a few places; how many is drawn first, so that single causes and
heaps of trouble both occur. The same seed and number give the same world."""

from world_parts import CORE, INFRA, PLANE, VERSIONS, at, condition
from world_owners import Owners


class Maker(Owners):
    def cluster(self):
        draw = self.draw
        meta = self.meta("c")
        spec = {"clusterNetwork": {"pods": {"cidrBlocks": ["10.0.0.0/8"]}}}
        status = {"initialization": {}, "conditions": []}
        self.has_infra = not draw.bend(0.4)
        if not self.has_infra:
            self.provisioned = True
        if self.provisioned or draw.bend(0.5):
            spec["controlPlaneEndpoint"] = {"host": "10.0.0.1", "port": 6443}
        if self.has_infra:
            spec["infrastructureRef"] = {"apiGroup": INFRA, "kind": "DockerCluster", "name": "c"}
            if not draw.bend(0.5):
                infra = self.meta("c")
                self.deleting(infra, 0.3)
                told = self.provider_status(self.provisioned, "provisioned")
                self.infra = self.add(f"{INFRA}/v1beta2", "DockerCluster", infra, {},
                                      self.malformed(told))
        if draw.bend(0.4):
            spec["paused"] = True
        self.pause(meta)
        # Told by the infrastructure and not stored yet, mostly while the Cluster is being made.
        self.told = self.infra is not None and draw.bend() and not self.initialized
        if not self.has_infra or self.provisioned and not self.told:
            status["initialization"]["infrastructureProvisioned"] = True
        self.has_plane = draw.often(0.94)
        if self.has_plane:
            spec["controlPlaneRef"] = {"apiGroup": PLANE, "kind": "KubeadmControlPlane",
                                       "name": "kcp"}
        if self.initialized:
            status["initialization"]["controlPlaneInitialized"] = True
            if not draw.bend():
                status["conditions"].append(condition("ControlPlaneInitialized", "True",
                                                      "Initialized", "", draw.ago()))
        if draw.often(0.15):
            self.topology(meta, spec, status)
        self.gates(spec, "availabilityGates", status)
        status["conditions"] += self.stored([
            ("Available", ("True", "Available")),
            ("RemoteConnectionProbe", ("True", "ProbeSucceeded")),
            ("InfrastructureReady", ("True", "Ready")),
            ("ControlPlaneAvailable", ("True", "Available")),
            ("WorkersAvailable", ("True", "Available")),
            ("RollingOut", ("False", "NotRollingOut")),
            ("Remediating", ("False", "NotRemediating")),
            ("ScalingUp", ("False", "NotScalingUp")),
            ("ScalingDown", ("False", "NotScalingDown")),
            ("WorkerMachinesReady", ("True", "Ready")),
            ("Deleting", ("False", "NotDeleting"))])
        self.cluster_deleting = self.deleting(meta, 0.6)
        self.add(CORE, "Cluster", meta, spec, status)
        self.connection(status)

    def topology(self, meta, spec, status):
        draw = self.draw
        spec["topology"] = {"classRef": {"name": "class"}, "version": self.version}
        if draw.bend():
            spec["topology"]["version"] = draw.one(*VERSIONS)
        gates = {}
        self.gates(gates, "availabilityGates", status)
        self.add(CORE, "ClusterClass", self.meta("class"), gates)
        if draw.often(0.3):
            meta.setdefault("annotations", {})["runtime.cluster.x-k8s.io/ok-to-delete"] = ""
        if not draw.bend():
            reason, text = draw.one(("ReconcileSucceeded", ""), ("ClusterUpgrading", "upgrading"),
                                    ("ReconcileFailed", "it failed"),
                                    ("ClusterClassNotReconciled", "class is old"),
                                    ("ReconcileSucceeded", ""))
            status["conditions"].append(condition(
                "TopologyReconciled", "True" if reason == "ReconcileSucceeded" else "False",
                reason, text, draw.ago()))

    def gates(self, spec, field, status):
        draw = self.draw
        if not draw.bend():
            return
        spec[field] = []
        for gate in draw.rng.sample(["example.com/Backup", "example.com/Calm", "Quota"], 2):
            entry = {"conditionType": gate}
            if draw.often(0.3):
                entry["polarity"] = draw.one("Positive", "Negative")
            spec[field].append(entry)
            if draw.often(0.7) and gate not in [c["type"] for c in status["conditions"]]:
                status["conditions"].append(condition(
                    gate, draw.status(), "GateSays", draw.one("", "gate text"), draw.ago()))

    def connection(self, status):
        """What a prober tells; without one, what is stored stands."""
        draw = self.draw
        if draw.bend(0.4):
            probe = [c for c in status["conditions"] if c["type"] == "RemoteConnectionProbe"]
            for one in probe:
                if one["status"] != "True":
                    one.update(draw.one(
                        condition("RemoteConnectionProbe", "False", "ProbeFailed",
                                  "Remote connection not established yet", draw.ago()),
                        condition("RemoteConnectionProbe", "False", "ProbeFailed",
                                  "Remote connection probe failed", draw.ago()),
                        condition("RemoteConnectionProbe", "False", "ProbeFailed",
                                  "Remote connection probe failed, probe last succeeded at "
                                  + at(draw.one(70, 200, 310, 3000)), draw.ago())))
                    self.connected = False
            return
        told = {"connected": True}
        if draw.often(0.3):
            told["lastProbeSuccessTime"] = at(draw.one(1, 8, 20))
        if draw.bend():
            self.connected = False
            told = {"connected": False, "consecutiveFailures": draw.one(0, 2, 5, 9)}
            if draw.often(0.7):
                told["lastProbeSuccessTime"] = at(draw.one(10, 45, 55, 200, 290, 310, 5000))
        elif draw.bend(0.2):
            told["lookupError"] = "the cache is cold"
        self.remote = self.add("telltale.dev/v1alpha1", "RemoteConnection", {
            "namespace": self.namespace, "name": "c"}, None, told)

    def make(self):
        draw = self.draw
        self.cluster()
        self.templates()
        self.control_plane()
        for name in ("md-0", "md-1")[:draw.one(0, 1, 1, 2)]:
            self.deployment(name)
        if draw.often(0.15):
            self.machine_set("alone", self.cluster_owner(), {}, self.template(self.version),
                             draw.one(0, 1, 3))
        if draw.often(0.15):
            self.machine("single", self.cluster_owner(), {}, self.version)
        if draw.often(0.12):
            self.pool(machines=draw.often(0.5))
        checks = [one for one, chance in (
            (("workers", {"cluster.x-k8s.io/deployment-name": "md-0"}), 0.3),
            (("planes", {"cluster.x-k8s.io/control-plane": ""}), 0.15)) if draw.often(chance)]
        for name, selector in checks:
            self.health_check(name, selector)
        # Machines of Clusters whose infrastructure is not ready are not checked: mostly it is.
        if checks and self.infra is not None and draw.often(0.97):
            self.infra["status"] = {"initialization": {"provisioned": self.provisioned}}
        return {"namespace": self.namespace, "lower": self.lower, "now": at(0),
                "objects": self.objects}


def make(seed, number):
    return Maker(seed, number).make()
