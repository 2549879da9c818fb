# SPDX-License-Identifier: Apache-2.0
"""Objects for the suites of live work, each as small as its kind allows, and what actors that are
not telltale say about them."""

from live_server import condition

RELEASE = "example.com/release:4.20.3"
QUOTA_ERROR = ("failed to create AWSMachine instance: failed to run instance: operation error EC2: "
               "RunInstances, https response error StatusCode: 400, api error VcpuLimitExceeded: "
               "You have requested more vCPU capacity than your current vCPU limit of 32 allows.")
CLUSTER_LABEL = "cluster.x-k8s.io/cluster-name"


def docker(kind, name):
    return {"apiGroup": "infrastructure.cluster.x-k8s.io", "kind": kind, "name": name}


def machine_spec(cluster, name):
    return {"clusterName": cluster, "version": "v1.33.2",
            "bootstrap": {"dataSecretName": f"{name}-data"},
            "infrastructureRef": docker("DockerMachine", name)}


def template_of(cluster, name):
    spec = machine_spec(cluster, name)
    spec["infrastructureRef"] = docker("DockerMachineTemplate", name)
    return {"metadata": {"labels": {CLUSTER_LABEL: cluster, "set": name}}, "spec": spec}


def infrastructure_status(ready=True, reason="Ready", message=""):
    return {"initialization": {"provisioned": True},
            "conditions": [condition("Ready", "True" if ready else "False", reason, message)]}


def make_cluster(server, space, name, provisioned=True, control_plane=False):
    spec = {"infrastructureRef": docker("DockerCluster", name)}
    if control_plane:
        spec["controlPlaneRef"] = {"apiGroup": "controlplane.cluster.x-k8s.io",
                                   "kind": "KubeadmControlPlane", "name": name}
    status = {"initialization": {"infrastructureProvisioned": True,
                                 "controlPlaneInitialized": True}} if provisioned else None
    cluster = server.create("Cluster", space, name, spec, status=status)
    labels = {CLUSTER_LABEL: name}
    server.create("DockerCluster", space, name, {}, owner=cluster, labels=labels,
                  status=infrastructure_status() if provisioned else None)
    if control_plane:
        machine_template = {"spec": {"infrastructureRef": docker("DockerMachineTemplate", name)}}
        server.create("KubeadmControlPlane", space, name, {
            "replicas": 1, "version": "v1.33.2", "machineTemplate": machine_template,
            "kubeadmConfigSpec": {}}, owner=cluster, labels=labels)
    return cluster


def make_machine(server, space, cluster, name, owner=None, ready=True, node=None):
    """A Machine and its DockerMachine; `node` is the name of its Node, if it has one."""
    spec = machine_spec(cluster, name)
    spec["providerID"] = f"docker:////{name}"
    status = {"initialization": {"bootstrapDataSecretCreated": True,
                                 "infrastructureProvisioned": True}}
    if node:
        status["nodeRef"] = {"name": node}
    machine = server.create("Machine", space, name, spec, owner=owner, status=status,
                            labels={CLUSTER_LABEL: cluster, "set": cluster})
    server.create("DockerMachine", space, name, {"providerID": f"docker:////{name}"},
                  owner=machine, labels={CLUSTER_LABEL: cluster},
                  status=infrastructure_status(ready, "Ready" if ready else "Creating"))
    return machine


def make_set(server, space, cluster, name, replicas=1, owner=None):
    return server.create("MachineSet", space, name, {
        "clusterName": cluster, "replicas": replicas, "selector": {"matchLabels": {"set": cluster}},
        "template": template_of(cluster, name)}, owner=owner, labels={CLUSTER_LABEL: cluster})


def make_deployment(server, space, cluster, name):
    return server.create("MachineDeployment", space, name, {
        "clusterName": cluster, "replicas": 1, "selector": {"matchLabels": {"set": cluster}},
        "template": template_of(cluster, name)}, labels={CLUSTER_LABEL: cluster})


def make_machine_pool(server, space, cluster, name):
    return server.create("MachinePool", space, name, {
        "clusterName": cluster, "replicas": 1, "template": template_of(cluster, name)},
        labels={CLUSTER_LABEL: cluster})


def node_status(ready=True):
    return {"conditions": [
        condition("Ready", "True" if ready else "False",
                  "KubeletReady" if ready else "KubeletNotReady",
                  "" if ready else "container runtime is down"),
        *(condition(f"{what}Pressure", "False", "Calm") for what in ("Memory", "Disk", "PID"))]}


def hosted_names(space):
    """The namespace of the hosted control plane of the cluster called harbor."""
    return f"{space}-harbor"


def make_hosted_pool(server, space, name, replicas=1, platform="AWS"):
    """A HyperShift NodePool that was complete once, in a HostedCluster called harbor."""
    hosted = server.namespace(hosted_names(space))
    if not any(one["metadata"]["name"] == "harbor"
               for one in server.list("HostedCluster", space)):
        server.create("HostedCluster", space, "harbor", {
            "infraID": "harbor-x", "release": {"image": RELEASE},
            "platform": {"type": "AWS", "aws": {"region": "eu-west-1"}}})
    return hosted, server.create("HyperShiftPool", space, name, {
        "clusterName": "harbor", "replicas": replicas, "arch": "amd64",
        "release": {"image": RELEASE},
        "management": {"upgradeType": "Replace", "autoRepair": False,
                       "replace": {"strategy": "RollingUpdate"}},
        "platform": {"type": platform, **({"aws": {"instanceType": "m6i.large"}}
                                          if platform == "AWS" else {})}},
        status={"replicas": 0, "version": "4.20.3",
                "conditions": [condition("ValidReleaseImage", "True", "AsExpected")]})


def make_hosted_machine(server, space, pool, name, message=QUOTA_ERROR, kind="AWSMachine"):
    hosted = hosted_names(space)
    machine = server.create("Machine", hosted, name, {
        "clusterName": "harbor-x", "version": "4.20.3",
        "bootstrap": {"dataSecretName": "user-data"},
        "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                              "kind": kind, "name": name}},
        labels={CLUSTER_LABEL: "harbor-x"},
        annotations={"hypershift.openshift.io/nodePool": f"{space}/{pool}"})
    server.create(kind, hosted, name, {"instanceType": "m6i.large"} if kind == "AWSMachine" else {},
                  owner=machine, labels={CLUSTER_LABEL: "harbor-x"})
    if message is not None:
        tell_hosted_machine(server, space, name, message, kind)
    return machine


def tell_hosted_machine(server, space, name, message, kind="AWSMachine"):
    """What the provider says: an error, or that it is well when there is none."""
    hosted = hosted_names(space)
    ready = condition("Ready", "False" if message else "True",
                      "InstanceProvisionFailed" if message else "Ready", message or "")
    server.set_status(kind, hosted, name,
                      {"ready": not message, "conditions": [ready]})
    infrastructure = {**ready, "type": "InfrastructureReady"}
    server.set_status("Machine", hosted, name, {"conditions": [ready, infrastructure]})


def make_karpenter_pool(server, name):
    server.create("EC2NodeClass", None, name, {"role": "node-role"})
    return server.create("KarpenterPool", None, name, {
        "template": {"spec": {
            "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": name},
            "requirements": []}}},
        status={"conditions": [condition("Ready", "True", "Ready")]})


def make_claim(server, pool, name, status):
    return server.create("NodeClaim", None, name, {
        "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass",
                         "name": pool["metadata"]["name"]}, "requirements": []},
        owner=pool, labels={"karpenter.sh/nodepool": pool["metadata"]["name"]}, status=status)


def make_deployment_of_hive(server, space, name):
    return server.create("ClusterDeployment", space, name, {
        "baseDomain": "example.com", "clusterName": name,
        "platform": {"aws": {"region": "eu-west-1", "credentialsSecretRef": {"name": "creds"}}},
        "pullSecretRef": {"name": "pull"}, "installAttemptsLimit": 1,
        "provisioning": {"imageSetRef": {"name": "img"},
                         "installConfigSecretRef": {"name": "config"}}, "installed": False})
