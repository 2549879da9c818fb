# SPDX-License-Identifier: Apache-2.0
"""Hive's kinds: what telltale reads and writes of them by name, the rest as it comes. Condition
lists have no keys there; the last writer owns the whole list.
"""

from schema import (Definition, Version, age, anything, column, condition_part, condition_status,
                    count, flag, hive_conditions, items, long_number, name_reference, number,
                    open_group, plain, text, time)

HIVE = "hive.openshift.io"
CONTRACT = {"contracts.hive.openshift.io/clusterinstall": "true"}


def one_version(kind, about, spec, status, columns, **names):
    return Definition(HIVE, kind, [Version("v1", about, spec, status, columns)], **names)


def cluster_metadata():
    return open_group("What is known of the cluster once it is installed.", {
        "clusterID": text("Its ID."),
        "infraID": text("Name of its infrastructure."),
        "adminKubeconfigSecretRef": name_reference("The Secret with its kubeconfig."),
        "adminPasswordSecretRef": name_reference("The Secret with the administrator's password."),
    })


def cluster_deployment_spec():
    return open_group("What the cluster should be.", {
        "clusterName": text("Its name."),
        "baseDomain": text("The domain that its own is below."),
        "installed": flag("The cluster is installed; Hive sets this, and it never goes back."),
        "platform": anything("Where the cluster runs."),
        "provisioning": open_group("How Hive installs the cluster itself.", {
            "imageSetRef": name_reference("The ClusterImageSet with the release."),
            "releaseImage": text("The release, where there is no ClusterImageSet."),
            "installConfigSecretRef": name_reference("The Secret with install-config.yaml."),
            "installerImageOverride": text("An installer instead of the release's own."),
        }),
        "clusterInstallRef": open_group("The object that installs the cluster instead of Hive.", {
            "group": text("Its group."),
            "version": text("Its version."),
            "kind": text("Its kind."),
            "name": text("Its name."),
        }),
        "clusterMetadata": cluster_metadata(),
        "clusterPoolRef": open_group("The ClusterPool that this came from.", {
            "namespace": text("Its namespace."),
            "poolName": text("Its name."),
            "claimName": text("The ClusterClaim that has it."),
        }),
        "manageDNS": flag("Hive makes a DNSZone for the cluster."),
        "installAttemptsLimit": number("How often installing is tried; nothing is for ever."),
        "preserveOnDelete": flag("The cluster stays when this object goes."),
        "powerState": text("Running or Hibernating."),
        "pullSecretRef": name_reference("The Secret with which images are pulled."),
    })


def cluster_deployment_status():
    return open_group("What is observed of the cluster.", {
        "conditions": hive_conditions("What is observed of the cluster."),
        "provisionRef": name_reference("The ClusterProvision at work."),
        "installRestarts": plain("integer", "How often installing was begun again."),
        "installStartedTimestamp": time("When installing began."),
        "installedTimestamp": time("When it was done."),
        "installVersion": text("The version that was installed."),
        "installerImage": text("The installer's image."),
        "cliImage": text("The image of the command line tools."),
        "powerState": text("Whether the cluster runs."),
        "apiURL": text("Where its API server is reached."),
        "webConsoleURL": text("Where its console is reached."),
    })


def cluster_deployment():
    return one_version(
        "ClusterDeployment", "An OpenShift cluster that Hive installs, keeps and removes.",
        cluster_deployment_spec(), cluster_deployment_status(), [
            column("PROVISIONED", condition_status("Provisioned")),
            column("REASON", condition_part("Provisioned", "reason")),
            column("REQUIREMENTS", condition_status("RequirementsMet")),
            column("FAILED", condition_status("ProvisionFailed")),
            column("STOPPED", condition_status("ProvisionStopped")),
            column("DEPROVISION-ERROR", condition_status("DeprovisionError")),
            column("RESTARTS", ".status.installRestarts", "integer"),
            column("VERSION", ".status.installVersion"),
            column("POWERSTATE", ".status.powerState", wide=True),
            age("AGE"),
            column("MESSAGE", condition_part("Provisioned", "message"), wide=True),
        ], short_names=["cd"])


def cluster_provision():
    spec = open_group("One attempt to install a cluster.", {
        "clusterDeploymentRef": name_reference("The cluster."),
        "stage": text("initializing, provisioning, complete or failed."),
        "attempt": plain("integer", "The how manieth attempt this is, from 0."),
        "infraID": text("Name of the infrastructure."),
        "clusterID": text("ID of the cluster."),
        "installLog": text("What the installer wrote."),
        "prevProvisionName": text("The attempt before this one."),
    })
    status = open_group("What is observed of the attempt.", {
        "jobRef": name_reference("The Job that installs."),
        "conditions": hive_conditions("What is observed of the attempt."),
    })
    return one_version("ClusterProvision", "One attempt to install a cluster.", spec, status, [
        column("CLUSTERDEPLOYMENT", ".spec.clusterDeploymentRef.name"),
        column("STAGE", ".spec.stage"),
        column("INFRAID", ".spec.infraID"),
        age("AGE"),
    ])


def cluster_deprovision():
    spec = open_group("What is to be removed.", {
        "infraID": text("Name of the infrastructure."),
        "clusterID": text("ID of the cluster."),
        "clusterName": text("Name of the cluster."),
        "platform": anything("Where the cluster runs."),
    })
    status = open_group("How removing it goes.", {
        "completed": flag("Everything is removed."),
        "conditions": hive_conditions("What is observed of removing it."),
    })
    return one_version("ClusterDeprovision", "The removal of a cluster.", spec, status, [
        column("INFRAID", ".spec.infraID"),
        column("CLUSTERID", ".spec.clusterID"),
        column("COMPLETED", ".status.completed", "boolean"),
        age("AGE"),
    ], short_names=["cdr"])


def dns_zone():
    spec = open_group("The zone.", {
        "zone": text("The domain."),
        "linkToParentDomain": flag("Name servers are entered in the domain above."),
        "preserveOnDelete": flag("The zone stays when this object goes."),
        "aws": anything("Where the zone is kept, on AWS."),
        "gcp": anything("Where the zone is kept, on GCP."),
        "azure": anything("Where the zone is kept, on Azure."),
    })
    status = open_group("What is observed of the zone.", {
        "nameServers": items("Its name servers.", {"type": "string"}),
        "lastSyncGeneration": long_number("The generation that was synchronised last."),
        "lastSyncTimestamp": time("When it was synchronised last."),
        "conditions": hive_conditions("What is observed of the zone."),
    })
    return one_version("DNSZone", "A DNS zone of a cluster.", spec, status, [
        column("ZONE", ".spec.zone"),
        column("AVAILABLE", condition_status("ZoneAvailable")),
        age("AGE"),
    ])


def cluster_image_set():
    spec = open_group("The release.", {"releaseImage": text("Its image.")})
    return one_version("ClusterImageSet", "A release that clusters can be installed from.", spec,
                       anything("Nothing yet."), [
                           column("RELEASE", ".spec.releaseImage"), age("AGE"),
                       ], scope="Cluster", short_names=["imgset"])


def cluster_pool():
    spec = open_group("Which clusters are kept ready.", {
        "size": count("How many unclaimed clusters there should be."),
        "maxSize": number("How many clusters there may be in all."),
        "maxConcurrent": number("How many are made or removed at once."),
        "baseDomain": text("The domain that theirs are below."),
        "imageSetRef": name_reference("The ClusterImageSet with the release."),
        "platform": anything("Where the clusters run."),
    })
    status = open_group("What is observed of the pool.", {
        "size": number("How many unclaimed clusters there are."),
        "ready": number("How many of them can be claimed."),
        "standby": number("How many of them hibernate."),
        "conditions": hive_conditions("What is observed of the pool."),
    })
    version = Version("v1", "Clusters that are kept ready to be claimed.", spec, status, [
        column("SIZE", ".spec.size", "integer"),
        column("STANDBY", ".status.standby", "integer"),
        column("READY", ".status.ready", "integer"),
        column("BASEDOMAIN", ".spec.baseDomain"),
        column("IMAGESET", ".spec.imageSetRef.name"),
        age("AGE"),
    ], {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"})
    return Definition(HIVE, "ClusterPool", [version], short_names=["cp"])


def cluster_claim():
    spec = open_group("What is claimed.", {
        "clusterPoolName": text("The pool."),
        "namespace": text("Namespace of the cluster that was given."),
        "lifetime": text("How long it is claimed."),
    })
    status = open_group("What is observed of the claim.", {
        "conditions": hive_conditions("What is observed of the claim.")})
    return one_version("ClusterClaim", "A claim to a cluster of a pool.", spec, status, [
        column("POOL", ".spec.clusterPoolName"),
        column("PENDING", condition_part("Pending", "reason")),
        column("CLUSTERNAMESPACE", ".spec.namespace"),
        column("CLUSTERRUNNING", condition_part("ClusterRunning", "reason")),
        age("AGE"),
    ])


def cluster_install(group_name, kind, version_name, **names):
    """Any kind that keeps the contract with Hive: it installs, Hive only looks."""
    spec = open_group("What is to be installed.", {
        "clusterDeploymentRef": name_reference("The cluster."),
        "imageSetRef": name_reference("The ClusterImageSet with the release."),
        "clusterMetadata": cluster_metadata(),
    })
    status = open_group("How installing it goes.", {
        "installRestarts": plain("integer", "How often installing was begun again."),
        "conditions": hive_conditions("RequirementsMet, Completed, Failed, Stopped and others."),
    })
    version = Version(version_name, "The installation of a cluster that is not Hive's work.", spec,
                      status, [
                          column("CLUSTERDEPLOYMENT", ".spec.clusterDeploymentRef.name"),
                          column("REQUIREMENTS", condition_status("RequirementsMet")),
                          column("COMPLETED", condition_status("Completed")),
                          column("FAILED", condition_status("Failed")),
                          column("STOPPED", condition_status("Stopped")),
                          age("AGE"),
                      ])
    return Definition(group_name, kind, [version], labels=CONTRACT, **names)


def definitions():
    return [cluster_deployment(), cluster_provision(), cluster_deprovision(), dns_zone(),
            cluster_image_set(), cluster_pool(), cluster_claim()]


def install_definitions():
    extensions = "extensions.hive.openshift.io"
    return [
        cluster_install(extensions, "AgentClusterInstall", "v1beta1", short_names=["aci"]),
        cluster_install(extensions, "ImageClusterInstall", "v1alpha1", short_names=["ici"]),
        cluster_install("hiveinternal.openshift.io", "FakeClusterInstall", "v1alpha1"),
    ]
