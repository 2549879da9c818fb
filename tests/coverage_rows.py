# SPDX-License-Identifier: Apache-2.0
"""What the sentences of the five documents ask for, in short words and in their order.

Their tables are in coverage_test.py. Rows are numbered per document, through all of its sections;
what no test shows is marked here and stands in the last section of the page, with the reason.
"""

NOT_SHOWN = "Not shown"
MARK = "not shown: "

# {document: {section: a requirement on each line}}
DOCUMENTS = {
    "Progressing": {
        "goals and user stories": """
An administrator knows of a failure that needs them
A monitoring system can alert on it, at scale
Support finds the blocked pool without a long search
An operator reads in the message what to do
What passes by itself is told from what needs a human
Existing condition types stay, none is replaced
No other type is introduced, no Failed, no field of its own
Reconciliation and retries are not changed: only status is written
""",
        "workflows": """
Normal operation: work is True, done is False with AsExpected, no alert
Failure: an error that outlasts its threshold is told with reason and recovery
The alert is raised and cleared by what is written
Recovery: Recovering, then False with AsExpected
Several failures: specific conditions first, then the most severe, then the first one seen
""",
        "API": """
A condition of the NodePool with type, status, reason, message and transition time
Status is True or False; for want of data nothing is written
The reasons are a closed list
A failed pool is looked at less often, every 5 minutes
Hosted control planes: failures of the cloud behind each pool
Clusters without NodePools are not concerned
A failed pool can still be edited, and the edit is seen
""",
        "detection and recovery": """
Quota: AWS VcpuLimitExceeded and InstanceLimitExceeded
Quota: errors of Azure about quotas
not shown: Quota: Azure's code QuotaExceeded by itself
From failureReason and failureMessage of Machines
Capacity: only when all Machines lack it
Capacity: AWS InsufficientInstanceCapacity and Azure SkuNotAvailable
Missing: instance profiles
not shown: Missing: IAM roles
Missing: security groups
Missing: subnets
A MachineDeployment that is not Available for long
Critical errors of the controller
Recovery is looked for while the condition is False
Recovery is told on clear signs only
Thresholds: quota 15 minutes
Thresholds: capacity 30 minutes
Thresholds: missing resources 5 minutes
Thresholds: MachineDeployment 45 minutes
Thresholds can be configured
Patterns for every platform that makes Machines
Patterns are documented: each has a name, and an answer names its pattern
Patterns grow with failures that users report
not shown: While False no expensive work is done
""",
        "events, messages and load": """
A Warning event on every turn to a failure
The event has the condition's reason and message
A failure is told once, however often it is looked at
Messages hold steps of the platform
Documentation of the platform is referred to
Written only when status or reason change
It does not churn where a failure comes and goes
""",
        "test plan": """
Unit tests: detection of every kind of failure
Unit tests: recovery from every kind of failure
Unit tests: thresholds
Unit tests: precedence
Unit tests: error patterns of platforms
Integration: False when Machines report lasting failures, True or as expected when they resolve
Integration: the message has recovery guidance
Integration: events on the turn to False
End to end: AWS quota exceeded, told, and recovered
End to end: Azure without capacity, told
End to end: AWS instance profile deleted, told, restored, recovered
End to end: all platforms provision, scale and upgrade as True
Tests carry the labels of feature gate, component and suite
""",
        "graduation": """
At least 5 tests with the label of the gate
not shown: Tests run 7 times a week, 14 times per platform, and 95 % pass
not shown: Tests on AWS, Azure, GCP, vSphere and bare metal with IPv4, IPv6 and dual stack
Preview: quota, capacity and missing resources on AWS and Azure
Preview: documentation of the condition and of recovery
Preview: the condition's status as metrics
Preview: a runbook for every failure reason
Preview: test coverage as in the test plan
not shown: Preview: feedback of early adopters
not shown: Preview: thresholds and recovery are tuned by what users report
GA: detection on all platforms of HyperShift
not shown: GA: stable over a minor release
not shown: GA: false positives below 1 %, by telemetry
not shown: GA: recovery succeeds for more than 80 % of those who follow the guidance
not shown: GA: on by default
not shown: GA: documentation in openshift-docs
GA: comprehensive runbooks for support
not shown: GA: monitoring validated in real use
GA: end-to-end tests of the major failures and recoveries
""",
        "upgrade, downgrade and version skew": """
The NodePool definition shows the condition
After an upgrade pools without the condition get it; steady ones False with AsExpected
No user action, and everything else stays
Behind a feature gate: written only while that is on
Enabling the gate needs no new NodePools
After a downgrade it stays in the status and is not updated
Its absence changes no verdict
A definition that cannot keep it: it is not written
not shown: An older operator ignores it
Guest clusters are not asked
Both versions of Cluster API's Machines are read
""",
        "operation and support": """
Health and readiness of the controller can be asked
Errors of reconciliation are in the log
Reconciliations, API calls and errors are measured
Throughput: no writes where nothing changes
Hundreds of NodePools
Log: "checking for failure conditions"
Log: "setting Progressing=False"
Log: recovery checks
A failure that is not detected still shows in other conditions
False positives: transitions can be compared with the Machines
Metrics: transitions and their rate
Thrashing: the history of conditions can be queried
Recovery that is not seen: the reason can be compared with the Machines
Disabled: it is no longer set, what stands stays
Disabled: new pools get none and work as before
Disabled: other signals go on
Enabled again: it goes on, nothing is lost
not shown: Escalation to teams
""",
    },
    "Degraded": {
        "the condition": """
A condition type Degraded on NodePools
A wrong network path is seen, counted, shown and mended
Three NodeClaims that fail degrade it, two do not
The number of failed launches stands in status.failedLaunches
failedLaunches is left out while it is zero
The definition of NodePools keeps failedLaunches, or it is known that it does not
Launches and registrations that fail both count
An edit of the NodePool resets the number to zero
Sufficient time resets the number to zero
It recovers after an update of the NodePool
It recovers when the registration TTL has passed since its transition time
Whichever comes first
The TTL is 15 minutes, and can be chosen
A success may clear it; by default it does not
No churn of writes
It is written with transition time, generation, reason, status and message
""",
        "several contributors": """
Further misconfigurations can be added
Reasons are joined by commas
The message is that of the most recent change
Metrics take joined reasons apart
A heartbeat evaluates each contributor
""",
        "what it does not do": """
It is no precondition of Ready
The pool is not passed over, nor its weight changed: only status is written
Validated keeps its meaning: other conditions are left alone
not shown: Karpenter goes on with other pools
""",
        "visibility": """
Print columns show it
Events tell of it and of its end
Metrics tell of it
Users can begin to find the cause
""",
    },
    "Status": {
        "goals": """
Readiness of Machines can be extended by others
Availability of Clusters can be extended by others
Replica counters are the same on every kind and bubble up to the Cluster
Conditions of Machines bubble up to control planes, deployments and pools
Trouble with a connection turns what needs it Unknown after a while
Lifecycle transitions have signals of their own
Everything in status can be a signal for monitoring and automation
MachinePools have the same conditions and counters
""",
        "readiness and availability": """
Ready means the same wherever it is counted
Ready of a Machine: bootstrap, infrastructure, Node, health check if present, gates
Deployments, sets, pools, control planes and Clusters have no Ready
Available holds in spite of some disruption and while rolling out
Contract fields no longer say ready for initial provisioning
Ready sums up what belongs to it, not every condition there is
MachineSets have neither availability nor readiness of their own
""",
        "conditions as Kubernetes has them": """
Polarity: names that make sense, of either polarity, and published
Types mean the same on all kinds
A reason is always there
Every condition is applied at the first visit, even when Unknown
Conditions are metav1.Conditions, without severity
Lists of conditions are maps by type
All relevant messages surface in a summary
Developers can plug in how conditions are merged
A terminal failure is a condition with a documented reason
FailureReason and FailureMessage go; only node pools and the old versions read them
Phase is deprecated; conditions say as much
""",
        "Machine": """
initialization never changes after provisioning
initialization is written where nobody else does
The back-compatibility block exists in v1beta2 until the removal only
It supports down conversions
Available is readiness that lasts for minReadySeconds
minReadySeconds is 0 unless it is set
Owners set UpToDate of their Machines
NodeReady and NodeHealthy turn Unknown after --remote-conditions-grace-period
Conditions that turn Unknown set nothing in motion: nobody is remediated for a lost connection
MachineHealthChecks set HealthCheckSucceeded and OwnerRemediated on their targets only
ExternalRemediationRequestAvailable in its place where a template is named
Control planes add conditions of pods and etcd to their Machines
minReadySeconds and readinessGates roll nothing out
readinessGates take conditions of positive polarity only
A gate may be a condition of Cluster API or of others
readinessGates are a map by type: one that is named twice counts once
OS-IMAGE, KERNEL-VERSION and CONTAINER-RUNTIME come from the Node
INTERNAL-IP and EXTERNAL-IP, whatever number of addresses there is
Starred columns with -o wide only, for kubectl too
""",
        "MachineSet and MachineDeployment": """
readyReplicas count Machines that are Ready, not Nodes
availableReplicas come from the Machines' Available
upToDateReplicas come from the Machines' UpToDate
Remediating of an older set says that the rollout does it
UpToDate is False on older sets and True on the current one
Conditions of sets are mostly those of deployments
Counter columns are the same on all kinds
maxUnavailable counts by the deployment's strategy
fullyLabeledReplicas: do we still need it
not shown: A column for the deployment's own Available
""",
        "Cluster": """
RemoteConnectionProbe is False only after 40 seconds
Or after --cluster-probe-grace-period
The last probe is remembered against flakes
Its time does not surface in the API
A lost connection is lost for every reader
TopologyReconciled only for Clusters with a topology, by its own reconciler
Paused reaches everything that is part of the Cluster
ControlPlaneInitialized stays once it is so
availabilityGates take conditions of positive polarity only
availabilityGates of the ClusterClass
Replicas: Machines count until they are gone
""",
        "control plane, contract and stages": """
ControlPlaneComponentsHealthy and EtcdClusterHealthy are strict: everything must be well
Available needs etcd's quorum and certificates
Contract: the version that a provider declares is read
Contract: other kinds of control plane by their fields
Contract: a field of the wrong type is told
Conversion between the versions by a webhook
Every stage of the roll-out can be seen
The tree from Cluster to Node tells it to users
not shown: The v1beta1 API is removed 9 months or 3 releases after v1beta2
""",
    },
    "Hive": {
        "goals": """
Fewer conditions on a ClusterDeployment
Nothing is lost with the old conditions
High-level conditions that callers can monitor
One condition for the progress of an installation
All 22 conditions of today are known
Those of other controllers stay as they are
Screens show the five and fold the rest
A utility: is the reason of a grouped condition ours
And it is switched back when its state is cleared
""",
        "RequirementsMet": """
Unknown until an installation can be launched
True when it can
False when a problem is found
Set by the deployment until a ClusterInstall takes over, then copied
Copied only after all reasons of ours are cleared
Never True by us where there is a ClusterInstall
Reason ClusterImageSetNotFound, cleared to Unknown
Reason AuthenticationFailure, cleared to Unknown
Reason DNSNotReady, cleared to Unknown
Reason InstallerImageResolutionFailed, cleared to Unknown
InstallerImageResolutionFailed is listed here and moved to ProvisionFailed: it is a requirement
InstallLaunchError is listed here and moved to ProvisionFailed: it is a failed provision
""",
        "the other four": """
ProvisionFailed: only after all requirements are met
ProvisionFailed: Unknown until the first error
ProvisionFailed: for errors only, a retry says nothing
ProvisionFailed: True as soon as there is a problem
ProvisionFailed: False once it is installed
ProvisionStopped: True when a ClusterInstall has given up
Provisioned: True once spec.installed is
Provisioned: callers can wait for it as for any condition
DeprovisionError: a bucket for any trouble of deprovisioning
Conditions are written as Hive has them, with the time of the probe
""",
    },
    "NodeHealthy": {
        "notes": """
observedGeneration is the generation of the Machine, on every row
No row asks for another reconcile; only time that changes a row wakes
The rows are asked in the document's order
Each of the two conditions is decided by itself
All conditions of the Node count, NetworkUnavailable too
Which conditions count can be chosen
A grace period before ConnectionDown is said
The last known status stands meanwhile
NodeReady mirrors the Node's Ready alone
Nodes are known from the connection to their cluster
Changes of Nodes are watched, not polled
BootstrapConfigReady and InfrastructureReady tell of provisioning
Ready sums up the health of the Node
""",
    },
}

# The table of the NodeHealthy document: what each of its cases expects.
NODE_HEALTHY = {
    "1. The Cluster's infrastructure is not provisioned":
        'Unknown/InspectionFailed "Waiting for Cluster status.initialization',
    "2. The control plane is not initialized":
        'Unknown/InspectionFailed "Waiting for Cluster control plane to be initialized"',
    "3. Never probed with success, fewer than 5 failures, not set":
        'Unknown/ConnectionDown "Remote connection not established yet"',
    "4. The last success is longer ago than the grace period":
        'Unknown/ConnectionDown "Last successful probe at 2',
    "5. Not connected, not set":
        'Unknown/ConnectionDown "Last successful probe at 2',
    "6. Another error on the way to the Node":
        'Unknown/InternalError "Please check controller logs for errors"',
    "7. All conditions of the Node are good":
        'True/Healthy ""',
    "8. Some are bad":
        'False/Unhealthy "\\* Node',
    "9. Some are unknown":
        'Unknown/Unknown "\\* Node',
    "10. Gone while the Machine is deleted":
        'False/Deleted "Node n1 has been deleted"',
    "11. Never there while the Machine is deleted":
        'Unknown/DoesNotExist "Node does not exist"',
    "12. Gone while the Machine still exists":
        'False/Deleted "Node n1 has been deleted while the Machine still exists"',
    "13. Not there yet, providerID known":
        'Unknown/InspectionFailed "Waiting for a Node with spec.providerID',
    "14. Not there yet, providerID not known":
        'Unknown/InspectionFailed "Waiting for DockerMachine to report spec.providerID"',
}

# Of the lists of the specification.
OTHERS_NOT_SHOWN = [
    "Cluster API 1.14, 9. Quirks of upstream that need not be copied",
    "Trap 49. One call to etcd per reconcile, no retries inside",
    "HyperShift contradiction 17. Step numbers of the recovery workflow",
    "Settled question K5, second half. A claim last seen before its DELETED event",
    "Hive's `installStartedTimestamp`",
]


def numbered():
    """Every requirement as (section, row, whether a test shows it)."""
    for document, sections in DOCUMENTS.items():
        number = 0
        for section, lines in sections.items():
            for line in lines.strip().splitlines():
                number += 1
                is_shown = not line.startswith(MARK)
                row = f"{document} {number}. {line.removeprefix(MARK)}"
                yield f"{document} document: {section}", row, is_shown


def requirements():
    """{section: rows}, those that nothing shows in a section of their own."""
    found = {"NodeHealthy document: table": list(NODE_HEALTHY)}
    for section, row, is_shown in numbered():
        found.setdefault(section, [])
        found.setdefault(section if is_shown else NOT_SHOWN, []).append(row)
    found[NOT_SHOWN] += OTHERS_NOT_SHOWN
    return found
