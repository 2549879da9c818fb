# SPDX-License-Identifier: Apache-2.0
"""Cluster API's own kinds, in both versions and in both dialects' spelling.

Every field of either version is here, so a misspelt one is reported; the exceptions are what is too
large to be said again (a topology's parts, kubeadm's configuration) and the status, where
controllers that telltale does not know may have something of their own. Nothing is required that a
reader can do without.
"""

from schema import (Version, capi_conditions, contract_reference, count, group, keyed,
                    legacy_conditions, long_number, number, old_reference, open_group,
                    template_metadata, text)

CORE = "cluster.x-k8s.io"
OLD, NEW = "v1beta1", "v1beta2"
LABELS = {"cluster.x-k8s.io/v1beta1": OLD, "cluster.x-k8s.io/v1beta2": NEW}
ORDERS = ["Random", "Newest", "Oldest"]


def reference(version, description):
    return old_reference(description) if version == OLD else contract_reference(description)


def cluster_name():
    return text("The Cluster that this belongs to.", maxLength=63)


def gates(description):
    return keyed(description, ["conditionType"], group("One gate.", {
        "conditionType": text("Type of the condition that must be True.", minLength=1,
                              maxLength=316),
        "polarity": text("Negative for a condition that must be False instead.",
                         enum=["Positive", "Negative"]),
    }, required=["conditionType"]), maxItems=32)


def taints():
    return keyed("Taints of the Node.", ["key", "effect"], group("One taint.", {
        "key": text("Its key."),
        "value": text("Its value."),
        "effect": text("What it does to Pods.",
                       enum=["NoSchedule", "PreferNoSchedule", "NoExecute"]),
        "propagation": text("Whether it is set once or kept.",
                            enum=["Always", "OnInitialization"]),
    }, required=["effect", "key"]), maxItems=64)


def deletion_timeouts(version):
    if version == OLD:
        return {
            "nodeDrainTimeout": text("How long draining may take, such as 10m; 0s is for ever."),
            "nodeVolumeDetachTimeout": text("How long volumes may take to detach."),
            "nodeDeletionTimeout": text("How long deleting the Node is tried."),
        }
    return {"deletion": group("How patient a deletion is.", {
        "nodeDrainTimeoutSeconds": count("How long draining may take; 0 is for ever."),
        "nodeVolumeDetachTimeoutSeconds": count("How long volumes may take to detach."),
        "nodeDeletionTimeoutSeconds": count("How long deleting the Node is tried."),
    })}


def machine_spec(version, description="What the Machine should be."):
    return group(description, {
        "clusterName": cluster_name(),
        "bootstrap": group("Where the data that turns a host into a Node comes from.", {
            "configRef": reference(version, "The object of a bootstrap provider."),
            "dataSecretName": text("The Secret with the data, once there is one."),
        }),
        "infrastructureRef": reference(version, "The object of an infrastructure provider."),
        "version": text("The Kubernetes version that the Machine should run."),
        "providerID": text("Name of the host at the provider, as its Node has it.",
                           maxLength=512),
        "failureDomain": text("The failure domain that the Machine should be in."),
        # v1beta1 has it in the proposal only; upstream knows it since v1beta2.
        "minReadySeconds": count("How long the Machine must be Ready before it is Available."),
        "readinessGates": gates("Further conditions that must hold for the Machine to be Ready."),
        "taints": taints(),
        **deletion_timeouts(version),
    })


def machine_template(version):
    return group("What the Machines are made from.", {
        "metadata": template_metadata("Labels and annotations of the Machines."),
        "spec": machine_spec(version),
    })


def naming(description="How Machines are named."):
    return group(description, {
        "template": text("A Go template, such as {{ .machineSet.name }}-{{ .random }}.")})


def failure():
    return {
        "failureReason": text("Why nothing more is tried, as one word. Gone with v1beta1."),
        "failureMessage": text("Why nothing more is tried. Gone with v1beta1."),
    }


def observed():
    return {"observedGeneration": long_number("The generation that was looked at last.")}


def versions_seen():
    return {"versions": keyed("The Kubernetes versions that are running.", ["version"],
                              group("One version.", {
                                  "version": text("The version."),
                                  "replicas": number("How many run it."),
                              }, required=["version"]))}


READY = "How many Machines are Ready."
AVAILABLE = "How many Machines are Available."
UP_TO_DATE = "How many Machines are as their owner wants them now."


def new_counters():
    return {
        "readyReplicas": number(READY),
        "availableReplicas": number(AVAILABLE),
        "upToDateReplicas": number(UP_TO_DATE),
    }


def old_counters(*names):
    words = {
        "readyReplicas": "How many Nodes are ready.",
        "availableReplicas": "How many Nodes are ready for long enough.",
        "unavailableReplicas": "How many are missing to be available.",
        "updatedReplicas": "How many are made from the newest template.",
        "fullyLabeledReplicas": "How many have all labels of the template.",
    }
    return {name: number(words[name]) for name in names}


def preview(counted, extra=None):
    """What v1beta1 shows of the new status: at the top, or under v1beta2 as upstream has it."""
    observations = capi_conditions("The conditions of the v1beta2 API.")
    top = {"experimentalConditions": observations}
    if counted:
        top["experimentalReadyReplicas"] = number(READY)
        top["experimentalAvailableReplicas"] = number(AVAILABLE)
        top["upToDateReplicas"] = number(UP_TO_DATE)
    inner = {"conditions": observations, **(new_counters() if counted else {}), **(extra or {})}
    return {**top, **(extra or {}),
            "v1beta2": open_group("The status of the v1beta2 API, as upstream shows it.", inner)}


def compatibility(fields):
    """What v1beta2 keeps for readers of v1beta1, in the proposal's place and in upstream's."""
    old = {"conditions": legacy_conditions("The conditions of the v1beta1 API."), **fields}
    return {
        "backCompatibilty": open_group("What the v1beta1 API needs; gone when that goes.", old),
        "deprecated": open_group("What older versions need, as upstream has it.", {
            "v1beta1": open_group("What the v1beta1 API needs; gone when that goes.", old)}),
    }


def old_conditions():
    return {"conditions": legacy_conditions(
        "The conditions of the v1beta1 API; the new ones are experimentalConditions.")}


def new_conditions(what):
    return {"conditions": capi_conditions(f"What is observed of the {what}.")}


def phase():
    return {"phase": text("One word for where this is. Conditions tell more.")}


def selector_text():
    return {"selector": text("The selector as text, for the scale subresource.")}


def desired(description="How many Machines there should be."):
    return {"replicas": count(description)}


def current(description="How many Machines there are."):
    return {"replicas": number(description)}


def both(about, make_spec, make_status, columns, scale=None):
    """The kind in its two versions."""
    return [Version(version, about, make_spec(version), make_status(version), columns[version],
                    scale) for version in (OLD, NEW)]
