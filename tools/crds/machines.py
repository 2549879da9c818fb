# SPDX-License-Identifier: Apache-2.0
"""Machine, MachineSet, MachineDeployment, MachinePool and MachineHealthCheck."""

from cluster_api import (CORE, LABELS, NEW, OLD, ORDERS, both, cluster_name, compatibility, current,
                         desired, failure, machine_spec, machine_template, naming, new_conditions,
                         new_counters, observed, old_conditions, old_counters, phase, preview,
                         selector_text, versions_seen)
from schema import (REPLICAS, REPLICAS_BY_SELECTOR, Definition, age, atomic, column,
                    condition_status, count, flag, group, number, number_or_percent, old_reference,
                    open_group, selector, text, time)


# Machine.

MACHINE_COLUMNS = {
    OLD: [
        column("CLUSTER", ".spec.clusterName"),
        column("NODE NAME", ".status.nodeRef.name"),
        column("PROVIDER ID", ".spec.providerID"),
        column("PHASE", ".status.phase"),
        age("AGE"),
        column("VERSION", ".spec.version"),
    ],
    NEW: [
        column("CLUSTER", ".spec.clusterName"),
        column("PAUSED", condition_status("Paused"), wide=True),
        column("NODE NAME", ".status.nodeRef.name"),
        column("PROVIDER ID", ".spec.providerID"),
        column("READY", condition_status("Ready")),
        column("AVAILABLE", condition_status("Available")),
        column("UP TO DATE", condition_status("UpToDate")),
        age("AGE"),
        column("VERSION", ".spec.version"),
        column("INTERNAL-IP", '.status.addresses[?(@.type=="InternalIP")].address', wide=True),
        column("EXTERNAL-IP", '.status.addresses[?(@.type=="ExternalIP")].address', wide=True),
        column("OS-IMAGE", ".status.nodeInfo.osImage", wide=True),
        column("KERNEL-VERSION", ".status.nodeInfo.kernelVersion", wide=True),
        column("CONTAINER-RUNTIME", ".status.nodeInfo.containerRuntimeVersion", wide=True),
    ],
}


def node_info():
    words = ["architecture", "bootID", "containerRuntimeVersion", "kernelVersion",
             "kubeProxyVersion", "kubeletVersion", "machineID", "operatingSystem", "osImage",
             "systemUUID"]
    return open_group("What the Node says of its system.",
                      {word: text(f"{word} of the Node.") for word in words})


def machine_status(version):
    common = {
        "nodeRef": (old_reference if version == OLD else name_of_node)("The Node, once seen."),
        "nodeInfo": node_info(),
        "addresses": atomic("Addresses of the host.", group("One address.", {
            "type": text("InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS."),
            "address": text("The address."),
        }, required=["address", "type"])),
        "certificatesExpiryDate": time("When the certificates of a control plane expire."),
        "deletion": group("How far the deletion has come.", {
            "nodeDrainStartTime": time("When draining began."),
            "waitForNodeVolumeDetachStartTime": time("When waiting for volumes began."),
            "waitForPreDrainHookStartTime": time("When waiting for pre-drain hooks began."),
            "waitForPreTerminateHookStartTime": time(
                "When waiting for pre-terminate hooks began."),
        }),
        **observed(),
    }
    updated = {"lastUpdated": time("When the phase changed last.")}
    if version == OLD:
        return open_group("What is observed of the Machine.", {
            **old_conditions(), **preview(counted=False), **common, **phase(), **updated,
            **failure(),
            "bootstrapReady": flag("The bootstrap data is there."),
            "infrastructureReady": flag("The infrastructure is there."),
        })
    return open_group("What is observed of the Machine.", {
        **new_conditions("Machine"), "initialization": machine_initialization(), **common,
        "failureDomain": text("The failure domain that the Machine is in."),
        **phase(), **updated,
        **compatibility({**phase(), **updated, **failure()}),
    })


def name_of_node(description):
    return open_group(description, {"name": text("Name of the Node.")})


def machine_initialization():
    return open_group("How far the first provisioning came; nothing here ever goes back.", {
        "bootstrapSecretCreated": flag("The bootstrap data was there."),
        "bootstrapDataSecretCreated": flag("The bootstrap data was there, in upstream's words."),
        "infrastructureProvisioned": flag("The infrastructure was there."),
    })


def machine():
    return Definition(CORE, "Machine", both(
        "A host that is, or is to become, a Node of a Cluster.",
        machine_spec, machine_status, MACHINE_COLUMNS),
        short_names=["ma"], categories=["cluster-api"], labels=LABELS)


# MachineSet and MachineDeployment.

SET_COLUMNS_NEW = [
    column("CLUSTER", ".spec.clusterName"),
    column("PAUSED", condition_status("Paused"), wide=True),
    column("DESIRED", ".spec.replicas", "integer"),
    column("CURRENT", ".status.replicas", "integer", wide=True),
    column("READY", ".status.readyReplicas", "integer"),
    column("AVAILABLE", ".status.availableReplicas", "integer"),
    column("UP-TO-DATE", ".status.upToDateReplicas", "integer"),
    age("AGE"),
    column("VERSION", ".spec.template.spec.version"),
]

SET_COLUMNS = {
    OLD: [
        column("CLUSTER", ".spec.clusterName"),
        column("DESIRED", ".spec.replicas", "integer", wide=True),
        column("REPLICAS", ".status.replicas", "integer"),
        column("READY", ".status.readyReplicas", "integer"),
        column("AVAILABLE", ".status.availableReplicas", "integer"),
        age("AGE"),
        column("VERSION", ".spec.template.spec.version"),
    ],
    NEW: SET_COLUMNS_NEW,
}

DEPLOYMENT_COLUMNS = {
    OLD: [
        column("CLUSTER", ".spec.clusterName"),
        column("DESIRED", ".spec.replicas", "integer", wide=True),
        column("REPLICAS", ".status.replicas", "integer"),
        column("READY", ".status.readyReplicas", "integer"),
        column("UPDATED", ".status.updatedReplicas", "integer"),
        column("UNAVAILABLE", ".status.unavailableReplicas", "integer"),
        column("PHASE", ".status.phase"),
        age("AGE"),
        column("VERSION", ".spec.template.spec.version"),
    ],
    NEW: SET_COLUMNS_NEW,
}


def delete_order():
    return text("Which Machines go first when there are too many.", enum=ORDERS)


def machine_set_spec(version):
    common = {
        "clusterName": cluster_name(),
        **desired(),
        "selector": selector("Which Machines count."),
        "template": machine_template(version),
    }
    if version == OLD:
        return group("What the MachineSet should be.", {
            **common,
            "minReadySeconds": number("How long a Machine must be ready to be available."),
            "deletePolicy": delete_order(),
            "machineNamingStrategy": naming(),
        })
    return group("What the MachineSet should be.", {
        **common,
        "deletion": group("How Machines are deleted.", {"order": delete_order()}),
        "machineNaming": naming(),
    })


def machine_set_status(version):
    common = {**current(), **selector_text(), **versions_seen(), **observed()}
    old = old_counters("readyReplicas", "availableReplicas", "fullyLabeledReplicas")
    if version == OLD:
        return open_group("What is observed of the MachineSet.", {
            **old_conditions(), **preview(counted=True), **common, **old, **failure()})
    return open_group("What is observed of the MachineSet.", {
        **new_conditions("MachineSet"), **common, **new_counters(),
        **compatibility({**old, **failure()})})


def machine_set():
    return Definition(CORE, "MachineSet", both(
        "A number of alike Machines.",
        machine_set_spec, machine_set_status, SET_COLUMNS, REPLICAS_BY_SELECTOR),
        short_names=["ms"], categories=["cluster-api"], labels=LABELS)


def strategy(version):
    rolling = {
        "maxSurge": number_or_percent("How many Machines more than desired there may be."),
        "maxUnavailable": number_or_percent("How many Machines fewer than desired are fine."),
    }
    if version == OLD:
        rolling["deletePolicy"] = delete_order()
    return {
        "type": text("How old Machines are replaced.", enum=["RollingUpdate", "OnDelete"]),
        "rollingUpdate": group("How fast Machines are replaced.", rolling),
    }


def remediation_pace():
    return {"maxInFlight": number_or_percent("How many are replaced at once for bad health.")}


def machine_deployment_spec(version):
    common = {
        "clusterName": cluster_name(),
        **desired(),
        "selector": selector("Which Machines count."),
        "template": machine_template(version),
        "paused": flag("Nothing is rolled out while this is true."),
    }
    if version == OLD:
        return group("What the MachineDeployment should be.", {
            **common,
            "strategy": group("How a new template is rolled out.", {
                **strategy(version),
                "remediation": group("How unhealthy Machines are replaced.", remediation_pace()),
            }),
            "minReadySeconds": number("How long a Machine must be ready to be available."),
            "progressDeadlineSeconds": number("How long a rollout may stand still."),
            "revisionHistoryLimit": number("How many old MachineSets are kept."),
            "rolloutAfter": time("Machines older than this are replaced, once it has passed."),
            "machineNamingStrategy": naming(),
        })
    return group("What the MachineDeployment should be.", {
        **common,
        "rollout": group("How a new template is rolled out.", {
            "after": time("Machines older than this are replaced, once it has passed."),
            "strategy": group("The strategy.", strategy(version)),
        }),
        "remediation": group("How unhealthy Machines are replaced.", remediation_pace()),
        "deletion": group("How Machines are deleted.", {"order": delete_order()}),
        "machineNaming": naming(),
    })


def machine_deployment_status(version):
    common = {**current(), **selector_text(), **versions_seen(), **observed(), **phase()}
    old = old_counters("readyReplicas", "availableReplicas", "unavailableReplicas",
                       "updatedReplicas")
    if version == OLD:
        return open_group("What is observed of the MachineDeployment.", {
            **old_conditions(), **preview(counted=True), **common, **old, **failure()})
    return open_group("What is observed of the MachineDeployment.", {
        **new_conditions("MachineDeployment"), **common, **new_counters(),
        **compatibility({**old, **phase(), **failure()})})


def machine_deployment():
    return Definition(CORE, "MachineDeployment", both(
        "A number of alike Machines that are replaced when their template changes.",
        machine_deployment_spec, machine_deployment_status, DEPLOYMENT_COLUMNS,
        REPLICAS_BY_SELECTOR),
        short_names=["md"], categories=["cluster-api"], labels=LABELS)


# MachinePool.

POOL_COLUMNS = {
    OLD: [
        column("Cluster", ".spec.clusterName"),
        column("Desired", ".spec.replicas", "integer", wide=True),
        column("Replicas", ".status.replicas"),
        column("Phase", ".status.phase"),
        age(),
        column("Version", ".spec.template.spec.version"),
    ],
    NEW: [
        column("Cluster", ".spec.clusterName"),
        column("Desired", ".spec.replicas", "integer"),
        column("Current", ".status.replicas", "integer"),
        column("Ready", ".status.readyReplicas", "integer"),
        column("Available", ".status.availableReplicas", "integer"),
        column("Up-to-date", ".status.upToDateReplicas", "integer"),
        column("Paused", condition_status("Paused"), wide=True),
        column("Phase", ".status.phase"),
        age(),
        column("Version", ".spec.template.spec.version"),
    ],
}


def machine_pool_spec(version):
    fields = {
        "clusterName": cluster_name(),
        **desired("How many hosts there should be."),
        "template": machine_template(version),
        "failureDomains": atomic("Where hosts may be.", {"type": "string"}),
        "providerIDList": atomic("Names of the hosts at the provider.", {"type": "string"}),
    }
    if version == OLD:
        fields["minReadySeconds"] = number("How long a host must be ready to be available.")
    return group("What the MachinePool should be.", fields)


def machine_pool_status(version):
    common = {
        **current("How many hosts there are."), **versions_seen(), **observed(), **phase(),
        "nodeRefs": atomic("The Nodes that are there.", old_reference("One Node.")),
    }
    old = old_counters("readyReplicas", "availableReplicas", "unavailableReplicas")
    if version == OLD:
        return open_group("What is observed of the MachinePool.", {
            **old_conditions(), **preview(counted=True), **common, **old, **failure(),
            "bootstrapReady": flag("The bootstrap data is there."),
            "infrastructureReady": flag("The infrastructure is there."),
        })
    return open_group("What is observed of the MachinePool.", {
        **new_conditions("MachinePool"), "initialization": machine_initialization(), **common,
        **new_counters(), **compatibility({**old, **phase(), **failure()})})


def machine_pool():
    return Definition(CORE, "MachinePool", both(
        "A number of alike hosts that the provider manages as one.",
        machine_pool_spec, machine_pool_status, POOL_COLUMNS, REPLICAS),
        short_names=["mp"], categories=["cluster-api"], labels=LABELS)


# MachineHealthCheck.

HEALTH_CHECK_COLUMNS = {
    OLD: [
        column("Cluster", ".spec.clusterName"),
        column("ExpectedMachines", ".status.expectedMachines", "integer"),
        column("MaxUnhealthy", ".spec.maxUnhealthy"),
        column("CurrentHealthy", ".status.currentHealthy", "integer"),
        age(),
    ],
    NEW: [
        column("Cluster", ".spec.clusterName"),
        column("Replicas", ".status.expectedMachines", "integer"),
        column("Healthy", ".status.currentHealthy", "integer"),
        column("Paused", condition_status("Paused"), wide=True),
        age(),
    ],
}


def unhealthy(version, of):
    patience = ({"timeout": text("For how long, such as 5m.")} if version == OLD else
                {"timeoutSeconds": count("For how long.")})
    return atomic(f"When a Machine counts as unhealthy, by conditions of its {of}.", group(
        "One condition that is bad when it lasts.", {
            "type": text("Its type."), "status": text("The status that is bad."), **patience,
        }, required=["status", "type"]), maxItems=100)


def health_check_spec(version):
    common = {"clusterName": cluster_name(), "selector": selector("Which Machines are checked.")}
    too_many = number_or_percent("Remediate only while no more than these are unhealthy.")
    in_range = text("Remediate only while so many are unhealthy, such as [3-5].",
                    pattern=r"^\[[0-9]+-[0-9]+\]$")
    if version == OLD:
        return group("What is checked, and what follows.", {
            **common,
            "unhealthyConditions": unhealthy(version, "Node"),
            "unhealthyMachineConditions": unhealthy(version, "Machine"),
            "nodeStartupTimeout": text("How long a Machine may take to get a Node."),
            "maxUnhealthy": too_many,
            "unhealthyRange": in_range,
            "remediationTemplate": old_reference("What remediates instead of the owner."),
        })
    return group("What is checked, and what follows.", {
        **common,
        "checks": group("What makes a Machine unhealthy.", {
            "unhealthyNodeConditions": unhealthy(version, "Node"),
            "unhealthyMachineConditions": unhealthy(version, "Machine"),
            "nodeStartupTimeoutSeconds": count("How long a Machine may take to get a Node."),
        }),
        "remediation": group("What follows.", {
            "triggerIf": group("When to remediate at all.", {
                "unhealthyLessThanOrEqualTo": too_many, "unhealthyInRange": in_range}),
            "templateRef": group("What remediates instead of the owner.", {
                "apiVersion": text("Group and version of the template."),
                "kind": text("Its kind."),
                "name": text("Its name, in the same namespace."),
            }),
        }),
    })


def health_check_status(version):
    common = {
        "expectedMachines": count("How many Machines are checked."),
        "currentHealthy": count("How many of them are healthy."),
        "remediationsAllowed": count("How many more may be remediated now."),
        "targets": atomic("Names of the Machines that are checked.", {"type": "string"}),
        **observed(),
    }
    if version == OLD:
        return open_group("What is observed of the check.", {
            **old_conditions(), **preview(counted=False), **common})
    return open_group("What is observed of the check.", {
        **new_conditions("MachineHealthCheck"), **common, **compatibility({})})


def machine_health_check():
    return Definition(CORE, "MachineHealthCheck", both(
        "When Machines count as unhealthy, and what is done about it.",
        health_check_spec, health_check_status, HEALTH_CHECK_COLUMNS),
        short_names=["mhc", "mhcs"], categories=["cluster-api"], labels=LABELS)


def definitions():
    return [machine(), machine_set(), machine_deployment(), machine_pool(),
            machine_health_check()]
