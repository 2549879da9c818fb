# SPDX-License-Identifier: Apache-2.0
"""HyperShift's and Karpenter's kinds: what telltale reads and writes of them by name, the rest as
it comes. Their print columns are telltale's own, since neither seed document has any.
"""

from schema import (CLUSTER_LABEL, REPLICAS, Definition, Version, age, anything, column,
                    condition_part, condition_status, conditions, count, flag, items, keyed,
                    long_number, name_reference, number, number_or_percent, open_group, plain,
                    quantities, text, texts_by_name, time)

HYPERSHIFT = "hypershift.openshift.io"
KARPENTER = "karpenter.sh"


# HyperShift.

def hypershift_conditions():
    """A kind of its own, and a list that the last writer owns as a whole."""
    item = open_group("One observation.", {
        "type": text("What is observed.", maxLength=316),
        "status": text("True, False or Unknown."),
        "severity": text("How bad False is.", maxLength=1024),
        "reason": text("Why, as one word for programs.", maxLength=1024),
        "message": text("Why, for people.", maxLength=32768),
        "lastTransitionTime": time("When the status changed last."),
        "observedGeneration": long_number("The generation that this was observed of.", minimum=0),
    }, required=["lastTransitionTime", "status", "type"])
    return items("What is observed of the NodePool.", item, maxItems=100)


def hypershift_pool_spec():
    return open_group("What the NodePool should be.", {
        "clusterName": text("The HostedCluster that the Nodes belong to."),
        "replicas": count("How many Nodes there should be, unless autoScaling says."),
        "autoScaling": open_group("Bounds within which the autoscaler chooses.", {
            "min": count("The fewest Nodes."), "max": count("The most Nodes.")}),
        "release": open_group("The release that the Nodes should run.", {
            "image": text("Its image.")}),
        "management": open_group("How Nodes are changed and repaired.", {
            "autoRepair": flag("Unhealthy Nodes are replaced."),
            "upgradeType": text("Whether Nodes are replaced or changed where they are.",
                                enum=["Replace", "InPlace"]),
            "replace": open_group("How Nodes are replaced.", {
                "strategy": text("By whom.", enum=["RollingUpdate", "OnDelete"]),
                "rollingUpdate": open_group("How fast.", {
                    "maxSurge": number_or_percent("How many Nodes more there may be."),
                    "maxUnavailable": number_or_percent("How many Nodes fewer are fine."),
                }),
            }),
            "inPlace": open_group("How Nodes are changed where they are.", {
                "maxUnavailable": number_or_percent("How many Nodes fewer are fine.")}),
        }),
        "nodeDrainTimeout": text("How long draining may take; 0s is for ever."),
        "nodeVolumeDetachTimeout": text("How long volumes may take to detach; 0s is for ever."),
        "nodeLabels": texts_by_name("Labels of the Nodes."),
        "taints": items("Taints of the Nodes.", anything("One taint.")),
        "pausedUntil": text("true, or the time until which nothing is touched."),
        "arch": text("Processor of the Nodes."),
        "config": items("ConfigMaps with configuration of the Nodes.",
                        name_reference("One ConfigMap.")),
        "tuningConfig": items("ConfigMaps with tuning of the Nodes.",
                              name_reference("One ConfigMap.")),
        "osImageStream": name_reference("The stream of operating system images."),
        "platform": open_group("Where the Nodes run.", {
            "type": text("AWS, Azure, GCP, OpenStack, KubeVirt, Agent, PowerVS, IBMCloud, None."),
        }),
    })


def hypershift_pool_status():
    return open_group("What is observed of the NodePool.", {
        "replicas": number("How many Nodes are available."),
        "version": text("The release that all Nodes last ran; empty until the first is done."),
        "nodesInfo": open_group("What the Nodes run.", {
            "nodeVersions": items("Versions and how many Nodes have them.",
                                  anything("One version."))}),
        "platform": anything("What the platform says."),
        "conditions": hypershift_conditions(),
    })


def hypershift_pool():
    columns = [
        column("CLUSTER", ".spec.clusterName"),
        column("DESIRED", ".spec.replicas", "integer"),
        column("CURRENT", ".status.replicas", "integer"),
        column("PROGRESSING", condition_status("Progressing")),
        column("REASON", condition_part("Progressing", "reason")),
        column("VERSION", ".status.version"),
        column("PLATFORM", ".spec.platform.type", wide=True),
        column("AUTOSCALING-MIN", ".spec.autoScaling.min", "integer", wide=True),
        column("AUTOSCALING-MAX", ".spec.autoScaling.max", "integer", wide=True),
        column("UPGRADE", ".spec.management.upgradeType", wide=True),
        age("AGE"),
        column("MESSAGE", condition_part("Progressing", "message"), wide=True),
    ]
    version = Version("v1beta1", "Alike Nodes of a HostedCluster.", hypershift_pool_spec(),
                      hypershift_pool_status(), columns, REPLICAS)
    return Definition(HYPERSHIFT, "NodePool", [version], short_names=["np", "nps"])


def release_history(description):
    return open_group(description, {"history": items("Releases, the newest first.", open_group(
        "One release.", {
            "version": text("Its version."),
            "state": text("Completed or Partial."),
            "image": text("Its image."),
            "startedTime": time("When it was begun."),
            "completionTime": {**time("When it was done."), "nullable": True},
        }))})


def hosted_cluster():
    spec = open_group("What the HostedCluster should be.", {
        "release": open_group("The release.", {"image": text("Its image.")}),
        "platform": open_group("Where it runs.", {"type": text("AWS, Azure, KubeVirt, ...")}),
        "infraID": text("Name of its infrastructure; its Cluster is called so."),
        "clusterID": text("Its ID."),
        "pausedUntil": text("true, or the time until which nothing is touched."),
    })
    status = open_group("What is observed of the HostedCluster.", {
        "version": release_history("The release that it runs."),
        "controlPlaneVersion": release_history("The release of its control plane."),
        "kubeconfig": name_reference("The Secret with its kubeconfig."),
        "conditions": conditions("What is observed of the HostedCluster.", list_max=100),
    })
    columns = [
        column("VERSION", '.status.version.history[?(@.state=="Completed")].version'),
        column("KUBECONFIG", ".status.kubeconfig.name"),
        column("PROGRESS", '.status.version.history[?(@.state!="")].state'),
        column("AVAILABLE", condition_status("Available")),
        column("PROGRESSING", condition_status("Progressing")),
        age("AGE"),
        column("PLATFORM", ".spec.platform.type", wide=True),
        column("MESSAGE", condition_part("Available", "message"), wide=True),
    ]
    version = Version("v1beta1", "An OpenShift cluster whose control plane runs as Pods.", spec,
                      status, columns)
    return Definition(HYPERSHIFT, "HostedCluster", [version], short_names=["hc", "hcs"])


def hosted_control_plane():
    spec = open_group("What the control plane should be.", {
        "releaseImage": text("Image of the release."),
        "infraID": text("Name of its infrastructure."),
    })
    status = open_group("What is observed of the control plane.", {
        "ready": flag("It takes requests."),
        "initialized": flag("It took requests once."),
        "version": text("The release that it runs."),
        "conditions": conditions("What is observed of the control plane.", list_max=100),
    })
    columns = [
        column("CLUSTER", CLUSTER_LABEL),
        column("INITIALIZED", ".status.initialized", "boolean"),
        column("READY", ".status.ready", "boolean"),
        column("AVAILABLE", condition_status("Available")),
        column("VERSION", ".status.version"),
        age("AGE"),
    ]
    version = Version("v1beta1", "The control plane of a HostedCluster.", spec, status, columns)
    return Definition(HYPERSHIFT, "HostedControlPlane", [version], short_names=["hcp", "hcps"],
                      categories=["cluster-api"],
                      labels={"cluster.x-k8s.io/v1beta1": "v1beta1"})


# Karpenter.

def node_class_reference():
    return open_group("The NodeClass that says how Nodes are launched.", {
        "group": text("Its group."), "kind": text("Its kind."), "name": text("Its name.")})


def claim_fields():
    requirement = open_group("One requirement.", {
        "key": text("The label."),
        "operator": text("In, NotIn, Exists, DoesNotExist, Gt, Lt and the like."),
        "values": items("The values.", {"type": "string"}),
        "minValues": count("From how many values at least to choose."),
    })
    return {
        "nodeClassRef": node_class_reference(),
        "requirements": items("What Nodes must be like, by their labels.", requirement),
        "taints": items("Taints of the Nodes.", anything("One taint.")),
        "startupTaints": items("Taints that go away by themselves.", anything("One taint.")),
        "expireAfter": text("How old a Node may become, such as 720h or Never."),
        "terminationGracePeriod": text("How long draining may take."),
    }


def karpenter_pool():
    spec = open_group("What the NodePool should be.", {
        "template": open_group("What NodeClaims are made from.", {
            "metadata": open_group("Labels and annotations of the Nodes.", {
                "labels": texts_by_name("Labels."),
                "annotations": texts_by_name("Annotations."),
            }),
            "spec": open_group("The NodeClaims.", claim_fields()),
        }),
        "disruption": open_group("When Nodes are replaced for the better.", {
            "consolidationPolicy": text("Which Nodes may be consolidated."),
            "consolidateAfter": text("After how long, such as 30s or Never."),
            "budgets": items("How many at once.", anything("One budget.")),
        }),
        "limits": quantities("How much the pool may have in all."),
        "weight": number("Pools of higher weight are tried first."),
        "replicas": plain("integer", "How many Nodes a static pool should have.",
                          format="int64", minimum=0),
    })
    status = open_group("What is observed of the NodePool.", {
        "resources": quantities("What the pool has."),
        "nodes": long_number("How many Nodes the pool has."),
        "failedLaunches": long_number(
            "How many launches have failed since the pool was changed; three make it Degraded.",
            minimum=0),
        "nodeClassObservedGeneration": long_number(
            "The generation of the NodeClass that was looked at last."),
        "conditions": conditions("What is observed of the NodePool."),
    })
    columns = [
        column("NODECLASS", ".spec.template.spec.nodeClassRef.name"),
        column("NODES", ".status.nodes"),
        column("READY", condition_status("Ready")),
        column("DEGRADED", condition_status("Degraded")),
        column("REASON", condition_part("Degraded", "reason")),
        column("FAILED", ".status.failedLaunches", "integer"),
        column("REGISTRATION", condition_status("NodeRegistrationHealthy")),
        age("AGE"),
        column("WEIGHT", ".spec.weight", "integer", wide=True),
        column("MESSAGE", condition_part("Degraded", "message"), wide=True),
    ]
    scale = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.nodes"}
    version = Version("v1", "Which Nodes Karpenter may launch.", spec, status, columns, scale)
    return Definition(KARPENTER, "NodePool", [version], scope="Cluster", categories=["karpenter"])


def node_claim_conditions():
    """Karpenter leaves reason and message out, or empty, where there is nothing to say."""
    item = open_group("One observation.", {
        "type": text("What is observed.", maxLength=316),
        "status": text("True, False or Unknown.", enum=["True", "False", "Unknown"]),
        "reason": text("Why, as one word for programs.", maxLength=1024),
        "message": text("Why, for people.", maxLength=32768),
        "lastTransitionTime": time("When the status changed last."),
        "observedGeneration": long_number("The generation that this was observed of.", minimum=0),
    }, required=["lastTransitionTime", "status", "type"])
    return keyed("What is observed of the NodeClaim.", ["type"], item)


def node_claim():
    spec = open_group("What the Node should be.", {
        **claim_fields(),
        "resources": open_group("What the Node must offer.", {
            "requests": quantities("The least of it.")}),
    })
    status = open_group("What is observed of the NodeClaim.", {
        "nodeName": text("The Node, once it has registered."),
        "providerID": text("Name of the host at the provider."),
        "imageID": text("Image of the host."),
        "capacity": quantities("What the host has."),
        "allocatable": quantities("What Pods may use of it."),
        "lastPodEventTime": time("When a Pod came or went last."),
        "conditions": node_claim_conditions(),
    })
    columns = [
        column("TYPE", r".metadata.labels['node\.kubernetes\.io/instance-type']"),
        column("CAPACITY", r".metadata.labels['karpenter\.sh/capacity-type']"),
        column("ZONE", r".metadata.labels['topology\.kubernetes\.io/zone']"),
        column("NODE", ".status.nodeName"),
        column("READY", condition_status("Ready")),
        age("AGE"),
        column("ID", ".status.providerID", wide=True),
        column("NODEPOOL", r".metadata.labels['karpenter\.sh/nodepool']", wide=True),
        column("NODECLASS", ".spec.nodeClassRef.name", wide=True),
    ]
    version = Version("v1", "One Node that Karpenter launches.", spec, status, columns)
    return Definition(KARPENTER, "NodeClaim", [version], scope="Cluster",
                      categories=["karpenter"])


def node_class(group_name, kind, versions, short_names):
    def version(name):
        status = open_group("What is observed of the NodeClass.", {
            "conditions": conditions("What is observed of the NodeClass.")})
        return Version(name, "How Karpenter launches Nodes at one provider.",
                       anything("What the provider is told."), status,
                       [column("READY", condition_status("Ready")), age("AGE")])

    return Definition(group_name, kind, [version(name) for name in versions], scope="Cluster",
                      plural=kind.lower() + "es", short_names=short_names,
                      categories=["karpenter"])


def hypershift_definitions():
    return [hypershift_pool(), hosted_cluster(), hosted_control_plane()]


def karpenter_definitions():
    return [
        karpenter_pool(),
        node_claim(),
        node_class("karpenter.k8s.aws", "EC2NodeClass", ["v1"], ["ec2nc", "ec2ncs"]),
        node_class("karpenter.azure.com", "AKSNodeClass", ["v1alpha2", "v1beta1"],
                   ["aksnc", "aksncs"]),
        node_class("karpenter.k8s.gcp", "GCENodeClass", ["v1alpha1"], ["gcenc", "gcencs"]),
        node_class("karpenter.kwok.sh", "KWOKNodeClass", ["v1alpha1"], ["kwoknc", "kwokncs"]),
    ]
