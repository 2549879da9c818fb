# SPDX-License-Identifier: Apache-2.0
"""Where telltale and Cluster API may differ: differences.tsv, and what its predicates can ask.

A line has four columns: the kinds and the types that it speaks about (separated by commas, * is
all), a predicate on the world, and the line of the specification that wants it so. A predicate is a
Python expression over the names of View; it never sees what either side said."""

import collections
import functools

Entry = collections.namedtuple("Entry", "line kinds types holds spec")


class View:
    """One world, as predicates see it. `own` is the object that is judged."""

    def __init__(self, world):
        self.world = world
        self.objects = {}
        for one in world["objects"]:
            self.objects[one["kind"], one["metadata"]["name"]] = one
        self.own = None

    def get(self, thing, path, default=None):
        for step in path.split("."):
            if not isinstance(thing, dict) or step not in thing:
                return default
            thing = thing[step]
        return thing

    def of(self, kind):
        return [one for (of, _), one in self.objects.items() if of == kind]

    def planes(self):
        """The Machines that a KubeadmControlPlane owns."""
        return [one for one in self.of("Machine") if "cluster.x-k8s.io/control-plane-name"
                in self.get(one, "metadata.labels", {})]

    def waits_for_topology(self):
        """A Cluster of a class whose objects are not made yet."""
        spec = self.objects["Cluster", "c"]["spec"]
        return "topology" in spec and not {"infrastructureRef", "controlPlaneRef"} <= set(spec)

    def infra_ready(self):
        """Whether the Cluster's infrastructure object says that it is ready, in either place."""
        infra = self.objects.get(("DockerCluster", "c"))
        told = self.get(infra, "status.v1beta2.conditions") or self.get(
            infra, "status.conditions") or []
        for one in told:
            if one.get("type") == "Ready":
                return one.get("status") == "True"
        return not told and bool(self.get(infra, "status.initialization.provisioned"))

    def starts_silently(self, pod):
        """A Pod that is Pending for no reason it tells."""
        told = {one["type"]: one["status"] for one in self.get(pod, "status.conditions", [])}
        return (self.get(pod, "status.phase") == "Pending" and told.get("PodScheduled") == "True"
                and told.get("Initialized") == "True")

    def etcd_out_of_way(self):
        """No control plane Machine that stays has a Node over which etcd could be asked."""
        nodes = {one["metadata"]["name"]: one for one in self.of("Node")}
        ids = {self.get(one, "spec.providerID") for one in nodes.values()}
        return not any(self.get(one, "status.nodeRef.name") in nodes
                       or not self.get(one, "status.nodeRef.name")
                       and self.get(one, "spec.providerID") in ids
                       for one in self.planes() if not self.leaving(one))

    def untold_node(self):
        """Some Node that does not report all that is asked of it."""
        asked = {"Ready", "MemoryPressure", "DiskPressure", "PIDPressure"}
        return any(not asked <= {one["type"] for one in self.get(node, "status.conditions", [])}
                   for node in self.of("Node"))

    def names(self):
        found = {"own": self.own, "lower": bool(self.world.get("lower")), "any": any, "all": all,
                 "len": len, "cluster": self.objects.get(("Cluster", "c"), {}),
                 "kcp": self.objects.get(("KubeadmControlPlane", "kcp"), {}),
                 "remote": self.objects.get(("RemoteConnection", "c"))}
        for ask in (self.get, self.of, self.planes, self.waits_for_topology, self.infra_ready,
                    self.starts_silently, self.paused, self.stored, self.annotated, self.leaving,
                    self.untold_node, self.etcd_out_of_way):
            found[ask.__name__] = ask
        return found

    def stored(self, thing, kind):
        for one in self.get(thing, "status.conditions", []):
            if one.get("type") == kind:
                return one
        return None

    def annotated(self, thing, name):
        return name in self.get(thing, "metadata.annotations", {})

    def paused(self, thing):
        return self.annotated(thing, "cluster.x-k8s.io/paused")

    def leaving(self, thing):
        return "deletionTimestamp" in self.get(thing, "metadata", {})


@functools.lru_cache(maxsize=None)
def compiled(text):
    return compile(text, text, "eval")


class Line(Entry):
    def speaks_of(self, view, item, kind):
        if "*" not in self.kinds and item["kind"] not in self.kinds:
            return False
        if "*" not in self.types and kind not in self.types:
            return False
        view.own = view.objects.get((item["kind"], item["name"]), {})
        return bool(eval(compiled(self.holds), {"__builtins__": {}, **view.names()}))


def read(path):
    lines = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text or text.startswith("#"):
            continue
        kinds, types, holds, spec = text.split("\t")
        lines.append(Line(number, kinds.split(","), types.split(","), holds, spec))
    return lines
