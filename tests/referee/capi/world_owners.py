# SPDX-License-Identifier: Apache-2.0
"""What owns Machines in random worlds: control planes, deployments, sets, pools; their checks."""

from world_parts import BOOT, CORE, EXTERNAL, INFRA, PLANE, VERSIONS, at, condition
from world_machines import Machines


class Owners(Machines):
    def control_plane(self):
        draw = self.draw
        count = draw.one(1, 3, 3, 3) if not draw.bend() else draw.one(0, 1, 2, 4)
        if not self.has_plane:
            for i in range(min(count, draw.one(0, 1, 2))):
                self.machine(f"cp{i}", None if draw.often(0.5) else self.cluster_owner(), {
                    "cluster.x-k8s.io/control-plane": ""}, self.version, plane=True)
            self.config_map()
            return
        if draw.bend(0.2):
            return
        if not self.provisioned or self.told:
            count = 0  # upstream makes none before
        meta = self.meta("kcp", labels={"cluster.x-k8s.io/cluster-name": "c"},
                         ownerReferences=[self.cluster_owner()])
        self.pause(meta)
        self.deleting(meta, 3 if self.cluster_deleting else 0.3)
        version = self.version
        spec = {"replicas": count if not draw.bend() else draw.one(1, 3, 5), "version": version,
                "machineTemplate": {"spec": {"infrastructureRef": {
                    "apiGroup": INFRA, "kind": "DockerMachineTemplate", "name": "infra"}}},
                "kubeadmConfigSpec": {}, "rollout": {"strategy": {
                    "type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}}}
        self.external_etcd = draw.bend(0.2)
        if self.external_etcd:
            spec["kubeadmConfigSpec"] = {"clusterConfiguration": {"etcd": {
                "external": dict(EXTERNAL)}}}
        if draw.bend(0.4):
            spec["rollout"]["after"] = at(draw.one(-100, 100, 3600, 80000))
        if draw.bend(0.3):
            spec["rollout"]["before"] = {"certificatesExpiryDays": 10}
        status = {"initialization": {}, "conditions": [], "replicas": count, "version": version,
                  "readyReplicas": count, "availableReplicas": count, "upToDateReplicas": count}
        if self.initialized:
            status["initialization"]["controlPlaneInitialized"] = True
            status["conditions"].append(condition("Initialized", "True", "Initialized", "",
                                                  draw.one(50, 100, 200, 4000, 80000)))
        status["conditions"] += self.stored([
            ("Available", ("True", "Available")),
            ("CertificatesAvailable", ("True", "Available")),
            ("EtcdClusterHealthy", ("True", "Healthy")),
            ("ControlPlaneComponentsHealthy", ("True", "Healthy")),
            ("MachinesReady", ("True", "Ready")), ("MachinesUpToDate", ("True", "UpToDate")),
            ("RollingOut", ("False", "NotRollingOut")), ("ScalingUp", ("False", "NotScalingUp")),
            ("ScalingDown", ("False", "NotScalingDown")),
            ("Remediating", ("False", "NotRemediating")), ("Deleting", ("False", "NotDeleting"))])
        self.add(f"{PLANE}/v1beta2", "KubeadmControlPlane", meta, spec, status)
        for i in range(count):
            old = draw.bend(0.5)
            self.machine(f"cp{i}", self.owner(f"{PLANE}/v1beta2", "KubeadmControlPlane", "kcp"), {
                "cluster.x-k8s.io/control-plane": "",
                "cluster.x-k8s.io/control-plane-name": "kcp"},
                draw.one(*VERSIONS) if old else version, plane=True)
        self.config_map()
        if self.remote is not None and draw.often(0.6):
            told = self.etcd()
            if told.get("error") or told["members"]:
                self.remote["status"]["etcd"] = told
        purposes = ("ca", "etcd", "sa", "proxy") + (
            ("apiserver-etcd-client",) if self.external_etcd else ())
        for purpose in purposes:
            if not draw.bend(0.3):
                self.add("v1", "Secret", self.meta(f"c-{purpose}", labels={
                    "cluster.x-k8s.io/cluster-name": "c"}), type="cluster.x-k8s.io/secret",
                    data={"tls.crt": "eA==", "tls.key": "eA=="})

    def etcd(self):
        """What etcd answers whoever asks it."""
        draw = self.draw
        if draw.bend(0.5):
            return {"error": draw.one("Failed to connect to etcd: it is gone",
                                      "Failed to get etcd members: no quorum")}
        members, alarms = [], []
        nodes = [o["metadata"]["name"] for o in self.objects
                 if o["kind"] == "Node" and "-n-cp" in o["metadata"]["name"]
                 and not o["metadata"]["name"].endswith("-twin")]
        for number, name in enumerate(nodes, 1):
            if draw.bend(0.3):
                continue
            members.append({"name": name, "id": number, "isLearner": draw.bend(0.4)})
            if draw.bend(0.4):
                alarms.append({"memberID": number, "type": draw.one("NOSPACE", "CORRUPT")})
        if draw.bend(0.3):
            members.append({"name": draw.one("", f"{self.namespace}-n-gone"), "id": 9,
                            "isLearner": draw.often(0.5)})
        return {"members": members, "alarms": alarms}

    def cluster_owner(self):
        return {"apiVersion": CORE, "kind": "Cluster", "name": "c",
                "uid": f"uid-{self.namespace}-c"}

    def config_map(self):
        if self.initialized:
            self.add("v1", "ConfigMap", self.remote_meta("kubeadm-config", "kube-system"), data={})

    def template(self, version, infra="infra", boot="boot"):
        return {"clusterName": "c", "version": version, "bootstrap": {"configRef": {
            "apiGroup": BOOT, "kind": "KubeadmConfigTemplate", "name": boot}},
            "infrastructureRef": {"apiGroup": INFRA, "kind": "DockerMachineTemplate",
                                  "name": infra}}

    def templates(self):
        for name in ("infra", "infra-2"):
            if not self.draw.bend(0.3):
                self.add(f"{INFRA}/v1beta2", "DockerMachineTemplate", self.meta(name), {})
        for name in ("boot", "boot-2"):
            if not self.draw.bend(0.3):
                self.add(f"{BOOT}/v1beta2", "KubeadmConfigTemplate", self.meta(name), {
                    "template": {"spec": {}}})

    def counters(self, count):
        if self.draw.bend():
            return {}
        return {"replicas": count, "readyReplicas": count, "availableReplicas": count,
                "upToDateReplicas": count}

    def set_conditions(self, more=()):
        return self.stored([
            ("MachinesReady", ("True", "Ready")), ("MachinesUpToDate", ("True", "UpToDate")),
            ("ScalingUp", ("False", "NotScalingUp")),
            ("ScalingDown", ("False", "NotScalingDown")),
            ("Remediating", ("False", "NotRemediating")), ("Deleting", ("False", "NotDeleting")),
            *more])

    def machine_set(self, name, owner, labels, template, count, more=None, revision="1"):
        draw = self.draw
        own = {"cluster.x-k8s.io/set-name": name, **labels}
        meta = self.meta(name, labels={"cluster.x-k8s.io/cluster-name": "c", **own},
                         ownerReferences=[owner],
                         annotations={"machinedeployment.clusters.x-k8s.io/revision": revision})
        self.pause(meta)
        self.deleting(meta, 0.5)
        if draw.bend(0.1):
            meta["annotations"]["machineset.cluster.x-k8s.io/skip-preflight-checks"] = draw.one(
                "All", "KubeadmVersionSkew")
        spec = {"clusterName": "c", "replicas": count, "selector": {"matchLabels": own},
                "template": {"metadata": {"labels": own}, "spec": template}}
        if draw.bend():
            spec["replicas"] = draw.one(0, 1, 2, 5)
        self.add(CORE, "MachineSet", meta, spec, {
            **self.counters(count), "conditions": self.set_conditions()})
        for i in range(count):
            self.machine(f"{name}-{i}", self.owner(CORE, "MachineSet", name), own,
                         template["version"])

    def deployment(self, name):
        draw = self.draw
        labels = {"cluster.x-k8s.io/deployment-name": name}
        meta = self.meta(name, labels={"cluster.x-k8s.io/cluster-name": "c"},
                         ownerReferences=[self.cluster_owner()],
                         annotations={"machinedeployment.clusters.x-k8s.io/revision": "2"})
        self.pause(meta)
        self.deleting(meta, 3 if self.cluster_deleting else 0.4)
        count = draw.one(0, 1, 2, 3)
        rolling = draw.bend()
        wanted = self.template(self.version)
        strategy = {"type": "RollingUpdate", "rollingUpdate": {
            "maxSurge": draw.one(1, 0, "25%"), "maxUnavailable": draw.one(0, 1, "25%", "50%", 2)}}
        if draw.bend(0.5):
            strategy = {"type": "OnDelete"}
        spec = {"clusterName": "c", "replicas": count, "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": wanted},
                "rollout": {"strategy": strategy}}
        if draw.bend(0.3):
            spec["rollout"]["after"] = at(draw.one(-100, 100, 80000))
        if draw.bend():
            spec["replicas"] = draw.one(0, 1, 3, 6)
        self.add(CORE, "MachineDeployment", meta, spec, {
            **self.counters(count), "conditions": self.set_conditions([
                ("Available", ("True", "Available")), ("RollingOut", ("False", "NotRollingOut"))])})
        owner = self.owner(CORE, "MachineDeployment", name)
        if rolling:
            old = self.template(draw.one(*VERSIONS), draw.one("infra", "infra-2"),
                                draw.one("boot", "boot-2"))
            if draw.often(0.3):
                old["failureDomain"] = "b"
            self.machine_set(f"{name}-old", owner, labels, old, draw.one(1, 2))
            count = draw.one(0, 1, 2)
        if not draw.bend(0.2):
            self.machine_set(f"{name}-new", owner, labels, wanted, count, revision="2")

    def pool(self, machines):
        draw = self.draw
        labels = {"cluster.x-k8s.io/cluster-name": "c"}
        meta = self.meta("pool", labels=dict(labels), ownerReferences=[self.cluster_owner()])
        self.pause(meta)
        self.deleting(meta, 0.4)
        count = draw.one(0, 1, 2, 3)
        template = self.template(self.version)
        template["infrastructureRef"] = {"apiGroup": INFRA, "kind": "DockerMachinePool",
                                         "name": "pool"}
        template["bootstrap"]["configRef"] = {"apiGroup": BOOT, "kind": "KubeadmConfig",
                                              "name": "pool"}
        spec = {"clusterName": "c", "replicas": count if not draw.bend() else draw.one(0, 2, 4),
                "template": {"spec": template}}
        self.add(CORE, "MachinePool", meta, spec, {**self.counters(count), "initialization": {
            "infrastructureProvisioned": True, "bootstrapDataSecretCreated": True}})
        self.add(f"{BOOT}/v1beta2", "KubeadmConfig", self.meta("pool", labels=dict(labels)), {}, {
            "initialization": {"dataSecretCreated": True}, "dataSecretName": "pool"})
        status = {"ready": True, "replicas": count, **self.provider_status(True, "provisioned")}
        if machines:
            status["infrastructureMachineKind"] = "DockerMachine"
        if not draw.bend(0.3):
            self.add(f"{INFRA}/v1beta2", "DockerMachinePool", self.meta("pool", labels=dict(
                labels)), {"providerIDList": ["x"]}, status)
        for i in range(count if machines else 0):
            self.machine(f"pool-{i}", self.owner(CORE, "MachinePool", "pool"), {
                "cluster.x-k8s.io/pool-name": "pool"}, self.version)

    def health_check(self, name, selector):
        draw = self.draw
        spec = {"clusterName": "c", "selector": {"matchLabels": selector}, "checks": {
            "nodeStartupTimeoutSeconds": draw.one(0, 60, 600, 7000),
            "unhealthyNodeConditions": [
                {"type": "Ready", "status": "False", "timeoutSeconds": draw.one(0, 60, 300)},
                {"type": "Ready", "status": "Unknown", "timeoutSeconds": draw.one(60, 300)}]},
            "remediation": {"triggerIf": {}}}
        if draw.often(0.3):
            spec["checks"]["unhealthyMachineConditions"] = [
                {"type": draw.one("NodeReady", "InfrastructureReady", "example.com/Calm"),
                 "status": draw.one("False", "Unknown"), "timeoutSeconds": draw.one(30, 300)}]
        if draw.often(0.4):
            spec["remediation"]["triggerIf"]["unhealthyLessThanOrEqualTo"] = draw.one(
                0, 1, "40%", "100%")
        elif draw.often(0.2):
            spec["remediation"]["triggerIf"]["unhealthyInRange"] = draw.one("[1-2]", "[0-5]")
        meta = self.meta(name, labels={"cluster.x-k8s.io/cluster-name": "c"})
        self.pause(meta)
        self.add(CORE, "MachineHealthCheck", meta, spec, {})
