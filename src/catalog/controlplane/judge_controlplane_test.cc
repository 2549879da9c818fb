// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/judge_controlplane.h"

#include <gtest/gtest.h>

#include "catalog/controlplane/small_plane_for_test.h"
#include "catalog/every_shape_for_test.h"

namespace telltale::controlplane {
namespace {

using enum Status;

const std::string crash =
    R"({"phase":"Running","containerStatuses":[{"state":{"waiting":{"reason":"CrashLoopBackOff"}},)"
    R"("lastState":{"terminated":{"exitCode":1}}}]})";

TEST(ControlPlaneWorld, IsAvailableWhenAllIsWell) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool upstream) {
    EXPECT_EQ(plane.says("Available"), (Spoken{True, "Available", ""}));
    EXPECT_EQ(plane.says("CertificatesAvailable"), (Spoken{True, "Available", ""}));
    EXPECT_EQ(plane.says("Initialized"), (Spoken{True, "Initialized", ""}));
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"), (Spoken{True, "Healthy", ""}));
    EXPECT_EQ(plane.says("EtcdClusterHealthy"), (Spoken{True, "Healthy", ""}));
    EXPECT_EQ(plane.says("ScalingDown"), (Spoken{False, "NotScalingDown", ""}));
    EXPECT_EQ(plane.says("Remediating"), (Spoken{False, "NotRemediating", ""}));
    EXPECT_EQ(plane.says("Paused"), (Spoken{False, "NotPaused", ""}));
    EXPECT_EQ(plane.says(upstream ? "Deleting" : "Deleted"), (Spoken{False, "NotDeleting", ""}));
    EXPECT_EQ(plane.lacks("RollingOut"), !upstream);
    EXPECT_EQ(plane.lacks("ReplicaFailure"), upstream);
    EXPECT_EQ(plane.judged_plane().counters.replicas, 3);
  });
}

TEST(ControlPlaneWorld, TellsWhichPodsAreNotWell) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines[1].scheduler = crash;
    EXPECT_EQ(plane.machine_says("m2", "SchedulerPodHealthy"),
              (Spoken{False, "Failed", "CrashLoopBackOff"}));
    EXPECT_EQ(plane.machine_says("m2", "APIServerPodHealthy"), (Spoken{True, "Running", ""}));
    EXPECT_EQ(plane.machine_says("m2", "EtcdPodHealthy"), (Spoken{True, "Running", ""}));
    EXPECT_EQ(plane.machine_says("m2", "EtcdMemberHealthy"), (Spoken{True, "Healthy", ""}));
    EXPECT_EQ(
        plane.says("ControlPlaneComponentsHealthy"),
        (Spoken{False, "NotHealthy", "* Machine m2:\n  * SchedulerPodHealthy: CrashLoopBackOff"}));
    EXPECT_EQ(plane.says("Available").status, True);
  });
}

TEST(ControlPlaneWorld, RemarksOnTroubleThatLastsAndNotOnTroubleThatHasJustBegun) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines[1].scheduler = crash;
    plane.machines[1].conditions +=
        "," + stored_text("SchedulerPodHealthy", "False", "Failed", "x", "2026-01-01T11:59:50Z");
    EXPECT_EQ(plane.says("Available"), (Spoken{True, "Available", ""}));
    EXPECT_EQ(plane.judged_plane().wake, plane.now + Seconds(1));
    plane.now += Seconds(1);
    EXPECT_EQ(plane.says("Available"),
              (Spoken{True, "Available",
                      "* 2 of 3 Machines have healthy control plane components, at least 1 "
                      "required"}));
  });
}

TEST(ControlPlaneWorld, IsNotAvailableWithoutQuorum) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    for (const std::size_t i : {0U, 1U}) {
      plane.machines[i].conditions =
          stored_text("EtcdMemberHealthy", "False", "NotHealthy", "Etcd reports alarms: NOSPACE");
    }
    EXPECT_EQ(plane.says("Available"),
              (Spoken{False, "NotAvailable",
                      "* 1 of 3 etcd members is healthy, at least 2 healthy member required for "
                      "etcd quorum"}));
    EXPECT_EQ(plane.says("EtcdClusterHealthy"),
              (Spoken{False, "NotHealthy",
                      "* Machines m1, m2:\n  * EtcdMemberHealthy: Etcd reports alarms: NOSPACE"}));
  });
}

TEST(ControlPlaneWorld, NeedsNoQuorumOfAnEtcdThatOthersRun) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.kubeadm_spec =
        R"({"clusterConfiguration":{"etcd":{"external":{"endpoints":["https://e:2379"]}}}})";
    plane.machines[0].conditions = stored_text("EtcdMemberHealthy", "False", "Stale");
    EXPECT_EQ(plane.says("Available"), (Spoken{True, "Available", ""}));
    EXPECT_EQ(plane.says("EtcdClusterHealthy").reason, "(none)");
    EXPECT_EQ(plane.machine_says("m1", "EtcdMemberHealthy").reason, "Stale");
    EXPECT_EQ(plane.machine_says("m1", "EtcdPodHealthy").reason, "(none)");
    plane.plane_conditions += "," + stored_text("EtcdClusterHealthy", "False", "ByOthers", "x");
    plane.more.emplace_back(
        R"({"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
        R"({"namespace":"default","name":"c1"},"status":{"connected":false,)"
        R"("lastProbeSuccessTime":"2026-01-01T11:00:00Z","consecutiveFailures":9}})");
    EXPECT_EQ(plane.says("EtcdClusterHealthy"), (Spoken{False, "ByOthers", "x"}));
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"),
              (Spoken{Unknown, "ConnectionDown", "Last successful probe at 2026-01-01T11:00:00Z"}));
  });
}

TEST(ControlPlaneWorld, MissesItsCertificates) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.secret_left_out = "ca";
    EXPECT_EQ(plane.says("CertificatesAvailable"),
              (Spoken{False, "NotAvailable",
                      "Cluster certificate for ca is not available, please check cluster "
                      "certificate secrets"}));
    EXPECT_EQ(plane.says("Available"),
              (Spoken{False, "NotAvailable", "* Control plane certificates are not available"}));
    plane.replicas = "5";
    EXPECT_EQ(plane.says("ScalingUp"),
              (Spoken{True, "ScalingUp",
                      "Scaling up from 3 to 5 replicas is blocked because:\n"
                      "* cluster certificates are missing or unknown"}));
  });
}

TEST(ControlPlaneWorld, NeverTakesADumpWithoutSecretsForLostCertificates) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.secrets = false;
    EXPECT_EQ(plane.says("CertificatesAvailable").reason, "NotCollected");
    plane.plane_conditions += "," + stored_text("CertificatesAvailable", "True", "Available");
    EXPECT_EQ(plane.says("CertificatesAvailable"), (Spoken{True, "Available", ""}));
    EXPECT_EQ(plane.says("Available"), (Spoken{True, "Available", ""}));
    plane.completeness = Completeness::Complete;
    EXPECT_EQ(plane.says("CertificatesAvailable"),
              (Spoken{False, "NotAvailable",
                      "Cluster certificates for ca, sa, proxy, etcd are not available, please "
                      "check cluster certificate secrets"}));
  });
}

TEST(ControlPlaneWorld, LooksIntoNothingBeforeItIsInitialized) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.initialized = false;
    plane.plane_conditions = "";
    plane.pods = false;
    const Spoken waits{Unknown, "InspectionFailed",
                       "Waiting for Cluster control plane to be initialized"};
    EXPECT_EQ(plane.says("Initialized"), (Spoken{False, "NotInitialized", ""}));
    EXPECT_EQ(plane.says("Available"),
              (Spoken{False, "NotAvailable", "Control plane not yet initialized"}));
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"), waits);
    EXPECT_EQ(plane.says("EtcdClusterHealthy"), waits);
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy"), waits);
    EXPECT_EQ(plane.machine_says("m1", "EtcdMemberHealthy"), waits);
  });
}

TEST(ControlPlaneWorld, WaitsForTheClusterFirst) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.cluster_spec = R"("paused":false)";
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"),
              (Spoken{Unknown, "InspectionFailed",
                      "Waiting for Cluster spec.controlPlaneEndpoint to be set"}));
  });
}

TEST(ControlPlaneWorld, TellsOfMachinesThatAreStillBeingMade) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines[2] = {.name = "m3", .provider = "docker:////n3"};
    EXPECT_EQ(plane.machine_says("m3", "APIServerPodHealthy"),
              (Spoken{Unknown, "InspectionFailed",
                      "Waiting for a Node with spec.providerID docker:////n3 to exist"}));
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"),
              (Spoken{Unknown, "HealthUnknown",
                      "* Machine m3:\n  * Control plane components: Waiting for a Node with "
                      "spec.providerID docker:////n3 to exist"}));
    plane.machines[2].provider = "";
    EXPECT_EQ(plane.machine_says("m3", "SchedulerPodHealthy"),
              (Spoken{Unknown, "InspectionFailed",
                      "Waiting for DockerMachine to report spec.providerID"}));
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"), (Spoken{True, "Healthy", ""}));
    plane.replicas = "5";
    EXPECT_EQ(plane.says("ScalingUp").message,
              "Scaling up from 3 to 5 replicas is blocked because:\n"
              "* waiting for control plane components to become healthy\n"
              "* waiting for etcd cluster to become healthy");
  });
}

TEST(ControlPlaneWorld, DistrustsPodsOfANodeThatIsNotHeardOf) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines[0].node_ready = "Unknown";
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy"),
              (Spoken{Unknown, "InspectionFailed",
                      "Node Ready condition is Unknown, Pod data might be stale"}));
    plane.machines[0].has_node_object = false;
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy"),
              (Spoken{Unknown, "InspectionFailed", "Node n1 does not exist"}));
  });
}

TEST(ControlPlaneWorld, KeepsWhatIsStoredWherePodsWereNotCollected) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.pods = false;
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy").reason, "NotCollected");
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy").reason, "NotCollected");
    EXPECT_EQ(plane.says("Available").reason, "NotCollected");
    plane.plane_conditions += "," + stored_text("Available", "True", "Available");
    EXPECT_EQ(plane.says("Available"), (Spoken{True, "Available", ""}));
  });
}

TEST(ControlPlaneWorld, KeepsTheLastKnownStatusThroughAShortDisconnection) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.more.emplace_back(
        R"({"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
        R"({"namespace":"default","name":"c1"},"status":{"connected":false,)"
        R"("lastProbeSuccessTime":"2026-01-01T11:56:00Z","consecutiveFailures":7}})");
    const std::string pod = stored_text("APIServerPodHealthy", "False", "Failed", "old");
    plane.machines[0].conditions += "," + pod;
    plane.plane_conditions += "," + stored_text("ControlPlaneComponentsHealthy", "True", "Healthy");
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"), (Spoken{True, "Healthy", ""}));
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy"), (Spoken{False, "Failed", "old"}));
    EXPECT_EQ(plane.says("EtcdClusterHealthy").reason, "ConnectionDown");
    plane.now += std::chrono::minutes(2);
    const Spoken down{Unknown, "ConnectionDown", "Last successful probe at 2026-01-01T11:56:00Z"};
    EXPECT_EQ(plane.says("ControlPlaneComponentsHealthy"), down);
    EXPECT_EQ(plane.machine_says("m1", "APIServerPodHealthy"), down);
    EXPECT_EQ(plane.says("Available"),
              (Spoken{Unknown, "InspectionFailed", "Failed to get etcd members"}));
  });
}

TEST(ControlPlaneWorld, WaitsForADeletionBeforeItScalesOn) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.replicas = "1";
    plane.machines[2].metadata = R"(,"deletionTimestamp":"2026-01-01T11:00:00Z")";
    EXPECT_EQ(plane.machine_says("m3", "EtcdPodHealthy"),
              (Spoken{False, "Deleting", "Machine is deleting"}));
    EXPECT_EQ(plane.says("ScalingDown"),
              (Spoken{True, "ScalingDown",
                      "Scaling down from 3 to 1 replicas is blocked because:\n"
                      "* waiting for a control plane Machine to complete deletion\n"
                      "* Machine m3 is in deletion since more than 15m"}));
  });
}

TEST(ControlPlaneWorld, WaitsForAVersionThatTheTopologyHandsDown) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.replicas = "5";
    plane.cluster_spec += R"(,"topology":{"version":"v1.34.0"})";
    EXPECT_EQ(plane.says("ScalingUp").message,
              "Scaling up from 3 to 5 replicas is blocked because:\n"
              "* waiting for a version upgrade to v1.34.0 to be propagated");
    plane.cluster_metadata =
        R"(,"annotations":{"topology.internal.cluster.x-k8s.io/upgrade-step":"v1.33.0"})";
    EXPECT_EQ(plane.says("ScalingUp").message, "Scaling up from 3 to 5 replicas");
  });
}

TEST(ControlPlaneWorld, NamesATemplateThatIsGone) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool upstream) {
    plane.completeness = Completeness::Complete;
    plane.replicas = "4";
    EXPECT_EQ(plane.says("ScalingUp"),
              (Spoken{True, "ScalingUp",
                      "Scaling up from 3 to 4 replicas is blocked because:\n"
                      "* DockerMachineTemplate does not exist"}));
    if (!upstream) {
      EXPECT_EQ(plane.says("ReplicaFailure"),
                (Spoken{True, "TemplateNotFound", "DockerMachineTemplate does not exist"}));
    }
    plane.plane_metadata = R"(,"deletionTimestamp":"2026-01-01T11:58:00Z")";
    EXPECT_EQ(plane.says("ScalingUp"),
              (Spoken{False, "NotScalingUp",
                      "Scaling up would be blocked because DockerMachineTemplate does not exist"}));
  });
}

TEST(ControlPlaneWorld, TellsHowFarItsDeletionIs) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool upstream) {
    const std::string_view type = upstream ? "Deleting" : "Deleted";
    plane.plane_metadata = R"(,"deletionTimestamp":"2026-01-01T11:58:00Z")";
    EXPECT_EQ(plane.says(type), (Spoken{True, "WaitingForMachineDeletion", "Deleting 3 Machines"}));
    EXPECT_EQ(plane.says("Available"),
              (Spoken{False, "NotAvailable", "* Control plane metadata.deletionTimestamp is set"}));
    plane.machines[0].metadata = R"(,"deletionTimestamp":"2026-01-01T11:00:00Z")";
    EXPECT_EQ(plane.says(type),
              (Spoken{True, "WaitingForMachineDeletion",
                      "Deleting 3 Machines and Machine m1 is in deletion since more than 15m"}));
    plane.more.emplace_back(
        R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":)"
        R"("default","name":"w1"},"spec":{"clusterName":"c1"}})");
    plane.more.emplace_back(
        R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachinePool","metadata":{"namespace":)"
        R"("default","name":"p1"},"spec":{"clusterName":"c1"}})");
    EXPECT_EQ(plane.says(type),
              (Spoken{True, "WaitingForWorkersDeletion",
                      "KubeadmControlPlane deletion blocked because following objects still exist:"
                      "\n* MachinePools: p1\n* Machines: w1"}));
    plane.machines.clear();
    EXPECT_EQ(plane.says(type), (Spoken{True, "DeletionCompleted", "Deletion completed"}));
  });
}

TEST(ControlPlaneWorld, IsLeftAloneWhilePausedAndLeavesItsMachinesAlone) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.plane_metadata = R"(,"annotations":{"cluster.x-k8s.io/paused":""})";
    plane.plane_status = R"(,"replicas":9)";
    plane.machines[1].scheduler = crash;
    EXPECT_EQ(plane.says("Paused").status, True);
    EXPECT_TRUE(plane.lacks("ControlPlaneComponentsHealthy"));
    EXPECT_EQ(plane.says("Initialized").status, True);
    EXPECT_EQ(plane.judged_plane().counters.replicas, 9);
    EXPECT_EQ(plane.machine_says("m2", "SchedulerPodHealthy").reason, "(none)");
  });
}

TEST(ControlPlaneWorld, CountsNothingWhereItsMachinesWereNotCollected) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines.clear();
    plane.plane_status = R"(,"replicas":3)";
    EXPECT_EQ(plane.says("MachinesReady").reason, "NotCollected");
    EXPECT_EQ(plane.says("Available").reason, "NotCollected");
    EXPECT_EQ(plane.judged_plane().counters.replicas, 3);
  });
}

TEST(ControlPlaneWorld, HasNoEtcdMembersWhereNoMachineHasANode) {
  in_every_shape<SmallPlane>([](SmallPlane& plane, bool) {
    plane.machines = {{.name = "m1"}};
    EXPECT_EQ(plane.says("Available"),
              (Spoken{Unknown, "InspectionFailed", "Failed to get etcd members"}));
    plane.plane_conditions =
        stored_text("Initialized", "True", "Initialized", "", "2026-01-01T11:58:01Z");
    EXPECT_EQ(plane.says("Available"),
              (Spoken{False, "NotAvailable", "Waiting for etcd to report the list of members"}));
  });
}

TEST(ControlPlaneWorld, SaysTheSameWhenItIsJudgedAgain) {
  SmallPlane plane;
  plane.machines[1].scheduler = crash;
  const Judged first = plane.judged_plane();
  std::string stored;
  for (const Condition& condition : first.conditions) {
    std::string message(condition.message);
    for (std::size_t at = 0; (at = message.find('\n', at)) != std::string::npos; at += 2) {
      message.replace(at, 1, "\\n");
    }
    if (!stored.empty()) stored += ",";
    stored += stored_text(condition.type, to_text(condition.status), condition.reason, message,
                          format_rfc3339(condition.last_transition));
  }
  plane.plane_conditions = stored;
  const Judged second = plane.judged_plane();
  ASSERT_EQ(first.conditions.size(), second.conditions.size());
  for (std::size_t i = 0; i < first.conditions.size(); ++i) {
    EXPECT_EQ(first.conditions[i].message, second.conditions[i].message);
    EXPECT_EQ(first.conditions[i].last_transition, second.conditions[i].last_transition);
  }
}

}  // namespace
}  // namespace telltale::controlplane
