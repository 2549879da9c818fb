# SPDX-License-Identifier: Apache-2.0
"""Cluster, ClusterClass and KubeadmControlPlane."""

from cluster_api import (AVAILABLE, CORE, LABELS, NEW, OLD, READY, UP_TO_DATE, both, compatibility,
                         current, deletion_timeouts, desired, failure, gates, naming,
                         new_conditions, new_counters, observed, old_conditions, old_counters,
                         phase, preview, reference, selector_text, taints, versions_seen)
from schema import (CLUSTER_LABEL, REPLICAS_BY_SELECTOR, Definition, Version, age, anything, atomic,
                    column, condition_status, count, flag, group, items, keyed, named, number,
                    number_or_percent, open_group, template_metadata, text, texts_by_name, time)


# Cluster.

CLUSTER_COLUMNS = {
    OLD: [
        column("CLUSTER CLASS", ".spec.topology.class"),
        column("PHASE", ".status.phase"),
        age("AGE"),
        column("VERSION", ".spec.topology.version"),
    ],
    NEW: [
        column("CLUSTER CLASS", ".spec.topology.classRef.name"),
        column("PAUSED", condition_status("Paused"), wide=True),
        column("AVAILABLE", condition_status("Available")),
        column("CP_DESIRED", ".status.controlPlane.desiredReplicas", "integer"),
        column("CP_CURRENT", ".status.controlPlane.replicas", "integer", wide=True),
        column("CP_READY", ".status.controlPlane.readyReplicas", "integer", wide=True),
        column("CP_AVAILABLE", ".status.controlPlane.availableReplicas", "integer"),
        column("CP_UP_TO_DATE", ".status.controlPlane.upToDateReplicas", "integer"),
        column("W_DESIRED", ".status.workers.desiredReplicas", "integer"),
        column("W_CURRENT", ".status.workers.replicas", "integer", wide=True),
        column("W_READY", ".status.workers.readyReplicas", "integer", wide=True),
        column("W_AVAILABLE", ".status.workers.availableReplicas", "integer"),
        column("W_UP_TO_DATE", ".status.workers.upToDateReplicas", "integer"),
        age("AGE"),
        column("VERSION", ".spec.topology.version"),
    ],
}


def network_ranges(description):
    return group(description, {
        "cidrBlocks": atomic("The ranges, such as 10.244.0.0/16.", {"type": "string"})})


def topology_part(description, name=()):
    return open_group(description, {
        **dict(name),
        "metadata": template_metadata("Labels and annotations of what is made."),
        "replicas": count("How many there should be."),
    })


def topology(version):
    if version == OLD:
        of_class = {
            "class": text("The ClusterClass."),
            "classNamespace": text("Its namespace, if it is another one."),
            "rolloutAfter": time("Machines older than this are replaced, once it has passed."),
        }
    else:
        of_class = {"classRef": group("The ClusterClass.", {
            "name": text("Its name."),
            "namespace": text("Its namespace, if it is another one."),
        })}
    part = {"class": text("The class of the ClusterClass to take."),
            "name": text("Its name within the topology.")}.items()

    def parts(what):
        made = topology_part(f"One {what}.", part)
        made["required"] = ["name"]
        return keyed(f"The {what}s.", ["name"], made, maxItems=2000)

    variable = group("One value.", {
        "name": text("Name of the variable."),
        "value": {"description": "Its value, of any type.",
                  "x-kubernetes-preserve-unknown-fields": True},
        "definitionFrom": text("Which definition of the variable is meant."),
    }, required=["name"])
    return open_group("The whole Cluster from a class and a few values.", {
        **of_class,
        "version": text("The Kubernetes version."),
        "controlPlane": topology_part("The control plane."),
        "workers": open_group("The workers.", {
            "machineDeployments": parts("MachineDeployment"),
            "machinePools": parts("MachinePool"),
        }),
        "variables": keyed("Values of the class' variables.", ["name"], variable,
                           maxItems=1000),
    })


def cluster_spec(version):
    return group("What the Cluster should be.", {
        "paused": flag("Nothing of the Cluster is touched while this is true."),
        "controlPlaneRef": reference(version, "The object of a control plane provider."),
        "infrastructureRef": reference(version, "The object of an infrastructure provider."),
        "controlPlaneEndpoint": group("Where the API server of the Cluster is reached.", {
            "host": text("Name or address."), "port": number("Port.")}),
        "clusterNetwork": group("Networks of the Cluster.", {
            "apiServerPort": number("Port of the API server."),
            "pods": network_ranges("Addresses of Pods."),
            "services": network_ranges("Addresses of Services."),
            "serviceDomain": text("Domain of Services."),
        }),
        "availabilityGates": gates(
            "Further conditions that must hold for the Cluster to be Available."),
        "topology": topology(version),
    })


def machine_counts(of):
    return open_group(f"The {of} in numbers.", {
        "desiredReplicas": number("How many Machines there should be."),
        "replicas": number("How many Machines there are."),
        "upToDateReplicas": number(UP_TO_DATE),
        "readyReplicas": number(READY),
        "availableReplicas": number(AVAILABLE),
        "unavailableReplicas": number("How many are missing to be available."),
        **versions_seen(),
    })


def cluster_status(version):
    counts = {"controlPlane": machine_counts("control plane"),
              "workers": machine_counts("workers")}
    domain = {"controlPlane": flag("Control plane Machines may be here."),
              "attributes": texts_by_name("What else the provider says of it.")}
    if version == OLD:
        return open_group("What is observed of the Cluster.", {
            **old_conditions(), **preview(counted=False, extra=counts), **phase(), **failure(),
            "infrastructureReady": flag("The infrastructure is there."),
            "controlPlaneReady": flag("The control plane takes requests."),
            "failureDomains": named("Where Machines may be.", group("One domain.", domain)),
            **observed(),
        })
    return open_group("What is observed of the Cluster.", {
        **new_conditions("Cluster"),
        "initialization": open_group(
            "How far the first provisioning came; nothing here ever goes back.", {
                "infrastructureProvisioned": flag("The infrastructure was there."),
                "controlPlaneInitialized": flag("The control plane took requests."),
            }),
        **counts,
        "failureDomains": keyed("Where Machines may be.", ["name"], group(
            "One domain.", {"name": text("Its name."), **domain}, required=["name"])),
        **phase(), **observed(), **compatibility({**phase(), **failure()}),
    })


def cluster():
    return Definition(CORE, "Cluster", both(
        "A Kubernetes cluster: its control plane, its workers, and what they run on.",
        cluster_spec, cluster_status, CLUSTER_COLUMNS),
        short_names=["cl"], categories=["cluster-api"], labels=LABELS)


# ClusterClass: what differs between its versions is too much, so only its outline is here.

def cluster_class():
    def version(name):
        status = {"variables": items("Variables as they were found.", anything("One variable.")),
                  **observed()}
        found = (new_conditions("ClusterClass") if name == NEW else
                 {**old_conditions(), **preview(counted=False)})
        columns = [column("PAUSED", condition_status("Paused"), wide=True)] if name == NEW else []
        if name == NEW:
            columns.append(column("VARIABLES READY", condition_status("VariablesReady")))
        return Version(name, "A mould for Clusters.", open_group("The mould.", {
            "availabilityGates": gates("Gates of the Clusters that have none of their own."),
            "infrastructure": anything("The infrastructure of the Cluster."),
            "controlPlane": anything("The control plane."),
            "workers": anything("The classes of workers."),
            "variables": items("Variables that Clusters may set.", anything("One variable.")),
            "patches": items("Changes that variables make.", anything("One patch.")),
        }), open_group("What is observed of the class.", {**found, **status}),
            [*columns, age("AGE")])

    return Definition(CORE, "ClusterClass", [version(OLD), version(NEW)],
                      plural="clusterclasses", short_names=["cc"], categories=["cluster-api"],
                      labels=LABELS)


# KubeadmControlPlane.

CONTROL_PLANE = "controlplane.cluster.x-k8s.io"

CONTROL_PLANE_COLUMNS = {
    OLD: [
        column("CLUSTER", CLUSTER_LABEL),
        column("DESIRED", ".spec.replicas", "integer", wide=True),
        column("REPLICAS", ".status.replicas", "integer"),
        column("READY", ".status.readyReplicas", "integer"),
        column("UPDATED", ".status.updatedReplicas", "integer"),
        column("UNAVAILABLE", ".status.unavailableReplicas", "integer"),
        column("PHASE", ".status.phase"),
        age("AGE"),
        column("VERSION", ".spec.version"),
    ],
    NEW: [
        column("CLUSTER", CLUSTER_LABEL),
        column("PAUSED", condition_status("Paused"), wide=True),
        column("INITIALIZED", condition_status("Initialized")),
        column("DESIRED", ".spec.replicas", "integer"),
        column("CURRENT", ".status.replicas", "integer", wide=True),
        column("READY", ".status.readyReplicas", "integer"),
        column("AVAILABLE", ".status.availableReplicas", "integer"),
        column("UP-TO-DATE", ".status.upToDateReplicas", "integer"),
        age("AGE"),
        column("VERSION", ".spec.version"),
    ],
}


def rolling_strategy():
    return group("The strategy.", {
        "type": text("How old Machines are replaced.", enum=["RollingUpdate"]),
        "rollingUpdate": group("How fast.", {
            "maxSurge": number_or_percent("1 adds a Machine first, 0 removes one first.")}),
    })


def control_plane_spec(version):
    metadata = {"metadata": template_metadata("Labels and annotations of the Machines.")}
    machines = {
        "infrastructureRef": reference(version, "The template of the infrastructure."),
        "readinessGates": gates("Further conditions that must hold for a Machine to be Ready."),
        "taints": taints(),
        **deletion_timeouts(version),
    }
    before = group("What makes a Machine too old.", {
        "certificatesExpiryDays": number("It is replaced so many days before they expire.")})
    common = {
        **desired("How many control plane Machines there should be."),
        "version": text("The Kubernetes version of the control plane."),
        "kubeadmConfigSpec": anything("kubeadm's configuration of the Machines."),
    }
    after = time("Machines older than this are replaced, once it has passed.")
    retries = {"maxRetry": number("How often the same trouble is tried again.")}
    if version == OLD:
        return group("What the control plane should be.", {
            **common,
            "machineTemplate": group("What the Machines are made from.", {**metadata, **machines}),
            "rolloutAfter": after,
            "rolloutBefore": before,
            "rolloutStrategy": rolling_strategy(),
            "remediationStrategy": group("How unhealthy Machines are replaced.", {
                **retries,
                "retryPeriod": text("How long to wait before trying again."),
                "minHealthyPeriod": text("After how long trouble is new trouble."),
            }),
            "machineNamingStrategy": naming(),
        })
    return group("What the control plane should be.", {
        **common,
        "machineTemplate": group("What the Machines are made from.", {
            **metadata, "spec": group("The Machines.", machines)}),
        "rollout": group("How changes are rolled out.", {
            "after": after, "before": before, "strategy": rolling_strategy()}),
        "remediation": group("How unhealthy Machines are replaced.", {
            **retries,
            "retryPeriodSeconds": count("How long to wait before trying again."),
            "minHealthyPeriodSeconds": count("After how long trouble is new trouble."),
        }),
        "machineNaming": naming(),
    })


def control_plane_status(version):
    when = "timestamp" if version == OLD else "time"
    common = {
        **current("How many control plane Machines there are."), **selector_text(),
        "version": text("The lowest Kubernetes version among the Machines."),
        **versions_seen(), **observed(),
        "lastRemediation": open_group("The last Machine that was replaced for bad health.", {
            "machine": text("Its name."),
            "retryCount": number("How often it was tried."),
            when: time("When."),
        }),
        "ready": flag("The API server takes requests. Gone with v1beta1."),
        "unavailableReplicas": number("How many are missing to be available."),
    }
    old = old_counters("readyReplicas", "unavailableReplicas", "updatedReplicas")
    if version == OLD:
        return open_group("What is observed of the control plane.", {
            **old_conditions(), **preview(counted=True), **common, **old, **phase(), **failure(),
            "availableReplicas": number(AVAILABLE),
            "initialized": flag("The control plane took requests once."),
        })
    return open_group("What is observed of the control plane.", {
        **new_conditions("control plane"),
        "initialization": open_group(
            "How far the first provisioning came; nothing here ever goes back.", {
                "controlPlaneInitialized": flag("The control plane took requests once.")}),
        **common, **new_counters(), **compatibility({**old, **failure()}),
    })


def kubeadm_control_plane():
    return Definition(CONTROL_PLANE, "KubeadmControlPlane", both(
        "A control plane whose Machines kubeadm sets up.",
        control_plane_spec, control_plane_status, CONTROL_PLANE_COLUMNS, REPLICAS_BY_SELECTOR),
        short_names=["kcp"], categories=["cluster-api"], labels=LABELS)


def definitions():
    return [cluster(), cluster_class(), kubeadm_control_plane()]
