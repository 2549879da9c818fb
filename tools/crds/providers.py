# SPDX-License-Identifier: Apache-2.0
"""Kinds of infrastructure, bootstrap and control plane providers, as far as Cluster API's contract
with them goes.

Their specs are theirs: nothing in them is checked or lost. Every kind is served in the versions of
both contracts, so that a manifest for either finds its place; beside them stand the versions that a
provider really has.
"""

from schema import (CLUSTER_LABEL, Definition, Version, age, anything, column, count, flag,
                    number, open_group, provider_conditions, template_metadata, text)

INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io"
BOOTSTRAP = "bootstrap.cluster.x-k8s.io"
CONTROL_PLANE = "controlplane.cluster.x-k8s.io"
AGENT = "capi-provider.agent-install.openshift.io"
CONTRACTS = ("v1beta1", "v1beta2")

FAILURE = {
    "failureReason": text("Why the provider gave up, as one word."),
    "failureMessage": text("Why the provider gave up."),
}


def machine_owner(kind):
    return f'.metadata.ownerReferences[?(@.kind=="{kind}")].name'


def provisioned():
    return open_group("What Cluster API waits for; it never goes back.", {
        "provisioned": flag("The infrastructure is there.")})


def status(version, what, fields):
    return open_group(f"What the provider says of the {what}.", {
        "ready": flag("It is ready, by the v1beta1 contract."),
        **fields, **FAILURE,
        "conditions": provider_conditions("What is observed, by the provider.", version),
    })


def infra_cluster(version):
    spec = open_group("What the provider is asked for.", {
        "controlPlaneEndpoint": open_group("Where the API server of the Cluster is reached.", {
            "host": text("Name or address."), "port": number("Port.")}),
    })
    return Version(version, "What a Cluster runs on.", spec,
                   status(version, "Cluster", {"initialization": provisioned()}), [
                       column("CLUSTER", CLUSTER_LABEL),
                       column("READY", ".status.ready", "boolean"),
                       column("PROVISIONED", ".status.initialization.provisioned", "boolean"),
                       column("ENDPOINT", ".spec.controlPlaneEndpoint.host", wide=True),
                       age("AGE")])


def infra_machine(version):
    spec = open_group("What the provider is asked for.", {
        "providerID": text("Name of the host at the provider, once there is one."),
    })
    return Version(version, "The host of a Machine.", spec,
                   status(version, "host", {"initialization": provisioned()}), [
                       column("CLUSTER", CLUSTER_LABEL),
                       column("MACHINE", machine_owner("Machine")),
                       column("PROVIDER ID", ".spec.providerID"),
                       column("READY", ".status.ready", "boolean"),
                       column("PROVISIONED", ".status.initialization.provisioned", "boolean"),
                       age("AGE")])


def infra_pool(version):
    fields = {
        "initialization": provisioned(),
        "replicas": number("How many hosts there are."),
        "infrastructureMachineKind": text("Kind of the hosts, where they are objects."),
    }
    return Version(version, "The hosts of a MachinePool.",
                   anything("What the provider is asked for."),
                   status(version, "pool", fields), [
                       column("CLUSTER", CLUSTER_LABEL),
                       column("MACHINE POOL", machine_owner("MachinePool")),
                       column("REPLICAS", ".status.replicas", "integer"),
                       column("READY", ".status.ready", "boolean"),
                       column("PROVISIONED", ".status.initialization.provisioned", "boolean"),
                       age("AGE")])


def template(version):
    spec = open_group("The mould.", {"template": open_group("What is made from it.", {
        "metadata": template_metadata("Labels and annotations of what is made."),
        "spec": anything("The spec of what is made."),
    })})
    return Version(version, "A mould for objects of a provider.", spec,
                   anything("What the provider says of what is made, such as its capacity."), [
                       column("CLUSTER CLASS", machine_owner("ClusterClass")),
                       column("CLUSTER", machine_owner("Cluster")),
                       age("AGE")])


def bootstrap_config(version):
    fields = {
        "initialization": open_group("What Cluster API waits for; it never goes back.", {
            "dataSecretCreated": flag("The bootstrap data is there.")}),
        "dataSecretName": text("The Secret with the bootstrap data."),
    }
    return Version(version, "What turns a host into a Node.",
                   anything("The configuration, in the provider's words."),
                   status(version, "configuration", fields), [
                       column("CLUSTER", CLUSTER_LABEL),
                       column("MACHINE", machine_owner("Machine")),
                       column("READY", ".status.ready", "boolean"),
                       column("DATA SECRET CREATED", ".status.initialization.dataSecretCreated",
                              "boolean"),
                       column("DATA SECRET", ".status.dataSecretName", wide=True),
                       age("AGE")])


def control_plane(version):
    spec = open_group("What the provider is asked for.", {
        "replicas": count("How many control plane Machines there should be."),
        "version": text("The Kubernetes version."),
    })
    fields = {
        "initialized": flag("The control plane took requests once, by the v1beta1 contract."),
        "initialization": open_group("What Cluster API waits for; it never goes back.", {
            "controlPlaneInitialized": flag("The control plane took requests once.")}),
        "version": text("The Kubernetes version that runs."),
    }
    return Version(version, "A control plane that a provider runs.", spec,
                   status(version, "control plane", fields), [
                       column("CLUSTER", CLUSTER_LABEL),
                       column("INITIALIZED", ".status.initialized", "boolean"),
                       column("READY", ".status.ready", "boolean"),
                       age("AGE"),
                       column("VERSION", ".spec.version")])


# How a kind is made, by how its name ends; the first that fits.
SHAPES = [
    ("Template", template),
    ("ControlPlane", control_plane),
    ("MachinePool", infra_pool),
    ("Cluster", infra_cluster),
    ("Config", bootstrap_config),
    ("", infra_machine),
]


def shape_of(kind):
    return next(make for ending, make in SHAPES if kind.endswith(ending))


def provider_kind(group_name, kind, more_versions=(), storage=None):
    versions = sorted({*CONTRACTS, *more_versions})
    labels = {
        "cluster.x-k8s.io/v1beta1": "_".join(one for one in versions if one != "v1beta2"),
        "cluster.x-k8s.io/v1beta2": "v1beta2",
    }
    return Definition(group_name, kind, [shape_of(kind)(version) for version in versions],
                      categories=["cluster-api"], labels=labels, storage=storage)


def with_templates(prefix, *parts):
    """prefix + part, and the template of each."""
    return [prefix + part + ending for part in parts for ending in ("", "Template")]


AGENT_KINDS = ["AgentCluster", *with_templates("Agent", "Machine")]

# File name -> (group, kinds, versions beside those of the contracts).
FAMILIES = {
    "bootstrap": (BOOTSTRAP, with_templates("Kubeadm", "Config") + with_templates("EKS", "Config"),
                  ()),
    "control-planes": (CONTROL_PLANE, ["KubeadmControlPlaneTemplate", "AWSManagedControlPlane",
                                       "ROSAControlPlane"], ()),
    "docker": (INFRASTRUCTURE, with_templates("Docker", "Cluster", "Machine", "MachinePool") +
               with_templates("Dev", "Cluster", "Machine", "MachinePool"), ()),
    "aws": (INFRASTRUCTURE, [*with_templates("AWS", "Cluster", "Machine"), "AWSMachinePool",
                             "AWSManagedCluster", "AWSManagedMachinePool", "ROSACluster",
                             "ROSAMachinePool"], ()),
    "azure": (INFRASTRUCTURE, [*with_templates("Azure", "Cluster", "Machine"), "AzureMachinePool",
                               "AzureMachinePoolMachine", "AzureManagedCluster",
                               "AzureManagedControlPlane", "AzureManagedMachinePool",
                               "AzureASOManagedCluster", "AzureASOManagedControlPlane",
                               "AzureASOManagedMachinePool"], ()),
    "gcp": (INFRASTRUCTURE, [*with_templates("GCP", "Cluster", "Machine"), "GCPManagedCluster",
                             "GCPManagedControlPlane", "GCPManagedMachinePool"], ()),
    "ibm": (INFRASTRUCTURE, with_templates("IBMPowerVS", "Cluster", "Machine") +
            with_templates("IBMVPC", "Cluster", "Machine"), ()),
    "kubevirt": (INFRASTRUCTURE, with_templates("Kubevirt", "Cluster", "Machine"), ("v1alpha1",)),
    "metal3": (INFRASTRUCTURE, with_templates("Metal3", "Cluster", "Machine", "Remediation"), ()),
    "nutanix": (INFRASTRUCTURE, with_templates("Nutanix", "Cluster", "Machine"), ()),
    "openstack": (INFRASTRUCTURE, with_templates("OpenStack", "Cluster", "Machine"),
                  ("v1alpha7",)),
    "vsphere": (INFRASTRUCTURE, [*with_templates("VSphere", "Cluster", "Machine"), "VSphereVM"],
                ()),
    # Its group is its own; some know it under the common one.
    "agent": (AGENT, AGENT_KINDS, ("v1alpha1",)),
    "agent-common": (INFRASTRUCTURE, AGENT_KINDS, ("v1alpha1",)),
}


def families():
    """File name -> definitions."""
    return {f"{group_name}_{name}": [provider_kind(group_name, kind, more) for kind in kinds]
            for name, (group_name, kinds, more) in FAMILIES.items()}
