# SPDX-License-Identifier: Apache-2.0
"""Machines of random worlds, with their Nodes, Pods and provider objects."""

from world_parts import BOOT, CORE, EXTERNAL, INFRA, VERSIONS, Parts, at, condition


class Machines(Parts):
    def machine(self, name, owner, labels, version, plane=False):
        draw = self.draw
        meta = self.meta(name, labels={"cluster.x-k8s.io/cluster-name": "c", **labels})
        if owner:
            meta["ownerReferences"] = [owner]
        self.pause(meta, 0.1 if plane else 0.3)
        leaving = self.deleting(meta)
        up = self.provisioned and not draw.bend()
        booted = up or not draw.bend()
        spec = {"clusterName": "c", "version": version, "bootstrap": {}, "infrastructureRef": {
            "apiGroup": INFRA, "kind": "DockerMachine", "name": name}}
        status = {"initialization": {}, "conditions": []}
        if draw.often(0.97):
            spec["bootstrap"]["configRef"] = {"apiGroup": BOOT, "kind": "KubeadmConfig",
                                              "name": name}
        else:
            spec["bootstrap"]["dataSecretName"] = "given"
        if booted:
            status["initialization"]["bootstrapDataSecretCreated"] = True
        provider = f"docker:////{self.namespace}-{name}"
        if up:
            if not draw.bend(0.3):
                spec["providerID"] = provider
            status["initialization"]["infrastructureProvisioned"] = True
        # A Machine of v1beta1 has no such field.
        if draw.often(0.3) and not self.lower:
            spec["minReadySeconds"] = draw.one(0, 10, 60, 600)
        node = None
        if up and self.initialized and not draw.bend():
            node = self.node(name, provider, plane, version)
            if not draw.bend(0.5):
                status["nodeRef"] = {"name": f"{self.namespace}-n-{name}"}
                if not draw.bend():
                    status["nodeInfo"] = self.node_info(version)
        self.machine_references(name, provider, up, booted, plane, version, leaving)
        self.gates(spec, "readinessGates", status)
        self.machine_conditions(status, plane)
        self.machine_marks(meta, spec, status, leaving, node)
        return self.add(CORE, "Machine", meta, spec, status)

    def node_info(self, version):
        draw = self.draw
        told = version if not draw.bend() else draw.one(*VERSIONS)
        return {"machineID": "", "systemUUID": "", "bootID": "", "kernelVersion": "6.1",
                "osImage": "linux", "containerRuntimeVersion": "c", "kubeletVersion": told,
                "kubeProxyVersion": "", "operatingSystem": "linux", "architecture": "amd64"}

    def node(self, name, provider, plane, version):
        draw = self.draw
        meta = self.remote_meta(f"{self.namespace}-n-{name}")
        spec = {"providerID": provider}
        if plane and not draw.bend(0.4):
            meta["labels"] = {"node-role.kubernetes.io/control-plane": ""}
        taints = []
        if plane and not draw.bend(0.4):
            taints.append({"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"})
        if draw.bend(0.3):
            taints.append({"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"})
        if taints:
            spec["taints"] = taints
        conditions = []
        sick = draw.bend()
        text = draw.one("", "kubelet is gone", "kubelet is gone", "disk is full")
        for kind, good in (("Ready", "True"), ("MemoryPressure", "False"),
                           ("DiskPressure", "False"), ("PIDPressure", "False")):
            told, message = good, ""
            if sick and draw.often(0.5):
                told, message = draw.status(), draw.one(text, "something else")
            if sick and draw.often(0.02):
                continue
            conditions.append({"type": kind, "status": told, "reason": "Kubelet",
                               "message": message, "lastTransitionTime": at(draw.ago()),
                               "lastHeartbeatTime": at(10)})
        if draw.bend(0.3):
            return None
        if draw.bend(0.1):
            twin = dict(meta, name=meta["name"] + "-twin")
            self.add("v1", "Node", twin, dict(spec), {"conditions": conditions})
        node = self.add("v1", "Node", meta, spec, {"conditions": conditions,
                                                   "nodeInfo": self.node_info(version)})
        if plane:
            self.pods(meta["name"])
        return node

    def pods(self, node):
        draw = self.draw
        for component in ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd"):
            if draw.bend(0.3):
                continue
            meta = self.remote_meta(f"{component}-{node}", "kube-system")
            meta["annotations"]["kubernetes.io/config.mirror"] = "x"
            ready = {"type": "Ready", "status": "True"}
            status = {"phase": "Running", "conditions": [
                ready, {"type": "PodScheduled", "status": "True"},
                {"type": "Initialized", "status": "True"}]}
            if draw.bend():
                self.sick_pod(status, ready)
            self.add("v1", "Pod", meta, {"nodeName": node, "containers": [
                {"name": component, "image": component}]}, status)

    def sick_pod(self, status, ready):
        draw = self.draw
        ready["status"] = "False"
        kind = draw.one("pending", "waiting", "failing", "ended", "probing", "phase", "odd")
        if kind == "pending":
            status["phase"] = "Pending"
            for one in status["conditions"][1:]:
                one["status"] = draw.one("True", "False")
        elif kind == "phase":
            status["phase"] = draw.one("Succeeded", "Failed", "Unknown")
        elif kind in ("waiting", "failing"):
            status["containerStatuses"] = [{
                "name": "x", "image": "x", "imageID": "", "ready": False, "restartCount": 1,
                "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": {
                    "terminated": {"exitCode": 1 if kind == "failing" else 0}}}]
        elif kind == "ended":
            status["containerStatuses"] = [{
                "name": "x", "image": "x", "imageID": "", "ready": False, "restartCount": 0,
                "state": {"terminated": {"reason": "Error", "exitCode": 2}}, "lastState": {}}]

    def machine_references(self, name, provider, up, booted, plane, version, leaving):
        draw = self.draw
        gone = 3 if leaving else 0.4
        cloned = {"cluster.x-k8s.io/cloned-from-name": "infra" if not draw.bend() else "old",
                  "cluster.x-k8s.io/cloned-from-groupkind": f"DockerMachineTemplate.{INFRA}"}
        if draw.bend(0.5):
            cloned = {}
        labels = {"cluster.x-k8s.io/cluster-name": "c"}
        own = [self.owner(CORE, "Machine", name)]
        if not draw.bend(gone):
            meta = self.meta(name, annotations=cloned, labels=dict(labels), ownerReferences=own)
            self.deleting(meta, 2 if leaving else 0.1)
            spec = {"providerID": provider} if up or draw.bend() else {}
            self.add(f"{INFRA}/v1beta2", "DockerMachine", meta, spec, self.malformed(
                self.provider_status(up, "provisioned")))
        if not draw.bend(gone):
            meta = self.meta(name, labels=dict(labels), ownerReferences=own)
            if plane:
                meta["labels"]["cluster.x-k8s.io/control-plane"] = ""
            self.deleting(meta, 2 if leaving else 0.1)
            status = self.provider_status(booted, "dataSecretCreated")
            status.pop("v1beta2", None)
            for one in status.get("conditions", []):
                one.pop("severity", None)
            if booted:
                status["dataSecretName"] = name
            spec = self.kubeadm_spec() if plane else {}
            self.add(f"{BOOT}/v1beta2", "KubeadmConfig", meta, spec, status)

    def kubeadm_spec(self):
        """What upstream would have made of the control plane's own spec, mostly."""
        draw = self.draw
        spec = {"clusterConfiguration": {"featureGates": {"ControlPlaneKubeletLocalMode": True}},
                draw.one("joinConfiguration", "joinConfiguration", "initConfiguration"): {}}
        if "joinConfiguration" in spec:
            spec["joinConfiguration"] = {"controlPlane": {}}
        if self.external_etcd:
            spec["clusterConfiguration"]["etcd"] = {"external": dict(EXTERNAL)}
        if draw.bend(0.5):
            change = draw.one("gate", "commands", "image")
            if change == "gate":
                del spec["clusterConfiguration"]["featureGates"]
            elif change == "commands":
                spec["preKubeadmCommands"] = ["true"]
            else:
                spec["clusterConfiguration"]["imageRepository"] = "example.com/images"
        return spec

    def machine_conditions(self, status, plane):
        names = [("Available", ("True", "Available")), ("Ready", ("True", "Ready")),
                 ("BootstrapConfigReady", ("True", "Ready")),
                 ("InfrastructureReady", ("True", "Ready")),
                 ("NodeHealthy", ("True", "NodeHealthy")), ("NodeReady", ("True", "NodeReady")),
                 ("UpToDate", ("True", "UpToDate")), ("Updating", ("False", "NotUpdating")),
                 ("Deleting", ("False", "NotDeleting"))]
        if plane and self.initialized:
            names += [("APIServerPodHealthy", ("True", "Running")),
                      ("ControllerManagerPodHealthy", ("True", "Running")),
                      ("SchedulerPodHealthy", ("True", "Running")),
                      ("EtcdPodHealthy", ("True", "Running")),
                      ("NodeKubeadmLabelsAndTaintsSet", ("True", "Set"))]
        status["conditions"] += self.stored(names)
        if plane:
            self.member(status)

    def member(self, status):
        draw = self.draw
        told = condition("EtcdMemberHealthy", "True", "Healthy", "", draw.ago())
        if draw.bend():
            told = draw.one(
                condition("EtcdMemberHealthy", "False", "NotHealthy",
                          "Etcd reports alarms: NOSPACE", draw.ago()),
                condition("EtcdMemberHealthy", "False", "NotHealthy",
                          "Etcd reports alarms: CORRUPT", draw.ago()))
        status["conditions"].append(told)

    def machine_marks(self, meta, spec, status, leaving, node):
        """Annotations and stored stages: hooks, in-place updates, health, deletion."""
        draw = self.draw
        notes = {}
        if draw.bend(0.3):
            notes["in-place-updates.internal.cluster.x-k8s.io/update-in-progress"] = ""
        if draw.bend(0.2):
            notes["runtime.cluster.x-k8s.io/pending-hooks"] = draw.one("UpdateMachine",
                                                                       "AfterClusterUpgrade")
        if draw.bend(0.5 if leaving else 0.1):
            notes["pre-drain.delete.hook.machine.cluster.x-k8s.io/backup"] = "me"
        if draw.bend(0.5 if leaving else 0.1):
            notes["pre-terminate.delete.hook.machine.cluster.x-k8s.io/b"] = "me"
            notes["pre-terminate.delete.hook.machine.cluster.x-k8s.io/a"] = "me"
        if draw.bend(0.3):
            notes["machine.cluster.x-k8s.io/exclude-node-draining"] = ""
        if draw.bend(0.2):
            notes["cluster.x-k8s.io/remediate-machine"] = ""
        if notes:
            meta.setdefault("annotations", {}).update(notes)
        if draw.bend(0.5):
            status["conditions"].append(condition(
                "HealthCheckSucceeded", draw.one("True", "False", "False"), "UnhealthyNode",
                "Health check failed: of old", draw.ago()))
            if draw.often(0.6):
                status["conditions"].append(condition(
                    "OwnerRemediated", "False", draw.one("WaitingForRemediation",
                                                         "RemediationDeferred"),
                    draw.one("Waiting for remediation", "* later"), draw.ago()))
        if leaving:
            self.leave(meta, spec, status, node)

    def leave(self, meta, spec, status, node):
        draw = self.draw
        stage = draw.one("none", "drain", "drain", "volumes", "terminate")
        if draw.often(0.3):
            spec["deletion"] = {"nodeDrainTimeoutSeconds": draw.one(0, 60, 600),
                                "nodeVolumeDetachTimeoutSeconds": draw.one(0, 60, 600)}
        began = draw.one(30, 100, 400, 1200)
        status["conditions"] = [c for c in status["conditions"] if c["type"] != "Deleting"]
        told = ("True", "Deleting", "Deletion started")
        if stage == "drain":
            status["deletion"] = {"nodeDrainStartTime": at(began)}
            told = ("True", "DrainingNode", f"Drain not completed yet (started at {at(began)}):\n"
                    f"* Pod shop/{meta['name']}: deletionTimestamp set, but still not removed from "
                    "the Node")
            if node is not None:
                self.busy_pod(meta["name"], node["metadata"]["name"])
        elif stage == "volumes":
            status["deletion"] = {"nodeDrainStartTime": at(began + 100),
                                  "waitForNodeVolumeDetachStartTime": at(began)}
            told = ("True", "WaitingForVolumeDetach",
                    f"Waiting for Node volumes to be detached (started at {at(began)})\n"
                    "* Node with .status.volumesAttached entries not matching a PersistentVolume: "
                    "kubernetes.io/csi/d^v")
            if node is not None:
                node["status"]["volumesAttached"] = [{"name": "kubernetes.io/csi/d^v",
                                                      "devicePath": ""}]
        elif stage == "terminate":
            status["deletion"] = {"waitForPreTerminateHookStartTime": at(began)}
            told = ("True", "WaitingForPreTerminateHook", "of old")
        if stage != "none":
            status["conditions"].append(condition("Deleting", *told, draw.ago()))

    def busy_pod(self, name, node):
        """A Pod that keeps a drain from ending."""
        pod = self.remote_meta(name, "shop")
        pod.update(deletionTimestamp=at(5), finalizers=["x/y"], ownerReferences=[
            {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "web",
             "controller": True}])
        self.add("v1", "Pod", pod, {"nodeName": node, "containers": []}, {"phase": "Running"})
        if not any(one["kind"] == "Namespace" for one in self.objects):
            self.add("v1", "Namespace", self.remote_meta("shop"))
