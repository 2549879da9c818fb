#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale up` carries a fleet that nobody else manages: there are only specs, what providers say
about their objects, and the Nodes of a workload cluster. Everything else in a status is telltale's.

Usage: live_alone_test.py PATH_TO_TELLTALE
"""

import json

import live_objects as objects
from live_server import main, path_of
from live_up_test import UpCase

SYSTEM = {"architecture": "amd64", "bootID": "b", "containerRuntimeVersion": "containerd://2.1.4",
          "kernelVersion": "6.12.9", "kubeProxyVersion": "v1.33.2", "kubeletVersion": "v1.33.2",
          "machineID": "m", "operatingSystem": "linux", "osImage": "Debian 13", "systemUUID": "s"}


def node_status(address, **system):
    return {**objects.node_status(), "nodeInfo": {**SYSTEM, **system},
            "addresses": [{"type": "Hostname", "address": "host"},
                          {"type": "InternalIP", "address": address}]}


class Alone(UpCase):
    def populate(self):
        space = self.space = self.server.namespace("fleet")
        self.home = f"/clusters/{space}/c1"
        cluster = objects.make_cluster(self.server, space, "c1", provisioned=False,
                                       control_plane=True)
        self.assertNotIn("status", cluster)
        plane = self.server.read("KubeadmControlPlane", space, "c1")
        deployment = objects.make_deployment(self.server, space, "c1", "md")
        workers = objects.make_set(self.server, space, "c1", "ms", owner=deployment)
        self.make_machine("cp", plane, {"cluster.x-k8s.io/control-plane": ""})
        self.make_machine("w1", workers, {})
        self.server.create("LogicalCluster", space, "c1", {})
        for number, name in enumerate(("cp", "w1")):
            self.server.create("Node", None, name, {"providerID": f"docker:////{name}"},
                               status=node_status(f"10.0.0.{number}"), home=self.home)
        self.server.create("ConfigMap", "kube-system", "kubeadm-config", more={"data": {}},
                           home=self.home)

    def make_machine(self, name, owner, labels):
        spec = {**objects.machine_spec("c1", name), "providerID": f"docker:////{name}"}
        labels = {objects.CLUSTER_LABEL: "c1", "set": "c1", **labels}
        machine = self.server.create("Machine", self.space, name, spec, owner=owner, labels=labels)
        self.server.create("DockerMachine", self.space, name, {"providerID": f"docker:////{name}"},
                           owner=machine, labels={objects.CLUSTER_LABEL: "c1"})

    def provision(self):
        """What the infrastructure provider says, and nobody else."""
        self.server.set_status("DockerCluster", self.space, "c1", objects.infrastructure_status())
        for name in ("cp", "w1"):
            self.server.set_status("DockerMachine", self.space, name, {
                **objects.infrastructure_status(),
                "addresses": [{"type": "ExternalIP", "address": "192.0.2.7"}]})

    def status(self, kind, name, version=None):
        path = path_of(kind, self.space, name)
        path = path.replace("v1beta2", version) if version else path
        return self.server.api.get(path).json.get("status", {})

    def expect(self, kind, name, what, version=None):
        """Every path leads to its value."""
        def holds():
            status = self.status(kind, name, version)
            for path, wanted in what.items():
                found = status
                for step in path.split("."):
                    found = found.get(step, {}) if isinstance(found, dict) else {}
                if found != wanted:
                    raise AssertionError(f"{path} is {json.dumps(found)}, not {wanted}")
            return True
        self.eventually(holds, f"{kind} {name} says {what}")

    def test_carries_a_fleet_from_its_specs_to_healthy_nodes(self):
        self.populate()
        self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "Unknown",
                              "InspectionFailed")
        self.expect("Cluster", "c1", {"backCompatibilty.phase": "Provisioning"})
        self.provision()
        self.expect("Cluster", "c1", {"initialization.infrastructureProvisioned": True,
                                      "initialization.controlPlaneInitialized": True})
        self.expect_condition("Cluster", self.space, "c1", "RemoteConnectionProbe", "True")
        self.expect("KubeadmControlPlane", "c1", {"initialization.controlPlaneInitialized": True,
                                                  "backCompatibilty.readyReplicas": 1})
        self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "True")
        self.expect("Machine", "w1", {
            "initialization.infrastructureProvisioned": True, "nodeRef.name": "w1",
            "nodeInfo": SYSTEM, "backCompatibilty.phase": "Running",
            "addresses": [{"type": "ExternalIP", "address": "192.0.2.7"},
                          {"type": "Hostname", "address": "host"},
                          {"type": "InternalIP", "address": "10.0.0.1"}]})
        versions = [{"version": "v1.33.2", "replicas": 1}]
        self.expect("MachineSet", "ms", {"replicas": 1, "readyReplicas": 1, "versions": versions})
        self.expect("KubeadmControlPlane", "c1", {"versions": versions, "version": "v1.33.2"})
        self.expect("Cluster", "c1", {"controlPlane.versions": versions,
                                      "workers.versions": versions})
        self.expect("MachineDeployment", "md", {"backCompatibilty.phase": "Running",
                                                "backCompatibilty.readyReplicas": 1})
        self.expect("Machine", "w1", {"phase": "Running", "infrastructureReady": True,
                                      "nodeInfo.osImage": "Debian 13"}, version="v1beta1")
        self.expect("MachineSet", "ms", {"readyReplicas": 1, "experimentalReadyReplicas": 1},
                    version="v1beta1")
        self.look_at_the_columns()
        self.rest()
        self.follow_the_node()

    def look_at_the_columns(self):
        shown = self.server.kubectl("get", "machines", "-n", self.space, "-o", "wide")
        told = self.telltale("get", "machines", "-n", self.space, "-o", "wide")
        for text in (shown.stdout, told.stdout):
            for cell in ("Debian 13", "6.12.9", "containerd://2.1.4", "10.0.0.1", "192.0.2.7"):
                self.assertIn(cell, text)

    def rest(self):
        before = self.settle()
        self.meanwhile(4)
        self.assertEqual(self.server.writes() - before, 0,
                         f"nothing is written at rest\n{self.up.tail()}")
        self.assertEqual(self.up.stop(), 0)
        self.start()
        before = self.settle()
        self.eventually(lambda: "telltale_condition_status" in self.up.metrics(self.bearer()),
                        "the fleet is judged again")
        self.meanwhile(4)
        self.assertEqual(self.server.writes() - before, 0,
                         f"nothing is written after a restart\n{self.up.tail()}")

    def follow_the_node(self):
        self.server.set_status("Node", None, "w1", node_status("10.0.0.9", osImage="Debian 14"),
                               home=self.home)
        self.expect("Machine", "w1", {"nodeInfo.osImage": "Debian 14"})
        self.server.api.delete(path_of("Node", None, "w1", self.home))
        self.expect_condition("Machine", self.space, "w1", "NodeHealthy", "False", "Deleted")
        self.settle()
        self.expect("Machine", "w1", {"nodeInfo.osImage": "Debian 14", "nodeRef.name": "w1"})


if __name__ == "__main__":
    main()
