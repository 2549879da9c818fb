// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/judge_machinedeployment.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/every_shape_for_test.h"
#include "catalog/owners/small_workers_for_test.h"

namespace telltale {
namespace {

using enum Status;

constexpr std::string_view strategy_v1beta1 =
    R"("strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":1}})";
constexpr std::string_view strategy_v1beta2 =
    R"("rollout":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":1}}})";

std::string template_of(std::string_view kubernetes) {
  return format(R"("template":{{"spec":{{"clusterName":"c1","version":"{}","bootstrap":)"
                R"({{"configRef":{{"apiGroup":"bootstrap.cluster.x-k8s.io","apiVersion":)"
                R"("bootstrap.cluster.x-k8s.io/v1beta1","kind":"KubeadmConfigTemplate","name":)"
                R"("boot"}}}},"infrastructureRef":{{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
                R"("apiVersion":"infrastructure.cluster.x-k8s.io/v1beta1","kind":)"
                R"("DockerMachineTemplate","name":"infra"}}}}}})",
                kubernetes);
}

// A deployment md-0 of four, with one set ms-0 of the current template and its Machines m1 to m4.
struct DeploymentWorld : SmallWorkers {
  std::string replicas = "4";
  std::string status;      // of the deployment
  std::string conditions;  // of the deployment
  std::string metadata = R"("creationTimestamp":"2026-01-01T06:00:00Z")";
  std::string more_spec;  // with a trailing comma
  bool cluster_paused = false;
  bool sets = true;
  int machines = 4;
  std::vector<std::string> stated = {well, well, well, well};  // conditions of each Machine
  std::string machine_metadata;

  void build() {
    documents.clear();
    documents.push_back(
        format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Cluster","metadata":{{"namespace":)"
               R"("default","name":"c1"}},"spec":{{"paused":{}}}}})",
               version, cluster_paused));
    const bool old = version == "v1beta1";
    add("MachineDeployment", "md-0",
        {.spec =
             format("{}{}{},{}", replicas.empty() ? "" : format(R"("replicas":{},)", replicas),
                    more_spec, old ? strategy_v1beta1 : strategy_v1beta2, template_of("v1.33.0")),
         .status = status,
         .conditions = conditions,
         .metadata = metadata});
    if (!sets) return;
    add_owned("MachineSet", "ms-0", "MachineDeployment", "md-0",
              {.spec = format(R"("replicas":{},{})", machines, template_of("v1.33.0")),
               .metadata = R"("creationTimestamp":"2026-01-01T07:00:00Z")"});
    for (int i = 0; i < machines; ++i) {
      add_machine(format("m{}", i + 1), "MachineSet", "ms-0",
                  stated.at(static_cast<std::size_t>(i)), machine_metadata);
    }
  }

  Judged judged_deployment() {
    build();
    return judged("MachineDeployment", "md-0");
  }
  Said says(std::string_view type) {
    build();
    return said(condition("MachineDeployment", "md-0", type));
  }
  bool lacks(std::string_view type) {
    return find_condition(judged_deployment().conditions, type) == nullptr;
  }
};

TEST(MachineDeploymentWorld, IsHealthyWhenAllIsWell) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    const Judged judged = world.judged_deployment();
    EXPECT_EQ(judged.verdict, Verdict::Healthy);
    EXPECT_EQ(judged.counters,
              (Counters{.replicas = 4, .ready = 4, .available = 4, .up_to_date = 4}));
    EXPECT_EQ(world.says("Available"), (Said{True, "Available", ""}));
    EXPECT_EQ(world.says("MachinesReady"), (Said{True, "Ready", ""}));
    EXPECT_EQ(world.says(upstream ? "MachinesUpToDate" : "UpToDate"), (Said{True, "UpToDate", ""}));
    EXPECT_EQ(world.says("ScalingUp"), (Said{False, "NotScalingUp", ""}));
    EXPECT_EQ(world.says("ScalingDown"), (Said{False, "NotScalingDown", ""}));
    EXPECT_EQ(world.says("Remediating"), (Said{False, "NotRemediating", ""}));
    EXPECT_EQ(world.says(upstream ? "Deleting" : "Deleted"), (Said{False, "NotDeleting", ""}));
    EXPECT_EQ(world.says("Paused"), (Said{False, "NotPaused", ""}));
  });
}

TEST(MachineDeploymentWorld, WritesReplicaFailureInOneDialectAndRollingOutInTheOther) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    world.add_provider("bootstrap.cluster.x-k8s.io", "KubeadmConfigTemplate", "boot", "{}");
    EXPECT_EQ(world.lacks("ReplicaFailure"), upstream);
    EXPECT_EQ(world.lacks("RollingOut"), !upstream);
  });
}

TEST(MachineDeploymentWorld, CountsWhatIsAvailableAgainstWhatMayBeMissing) {  // golden string 4
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.stated[0] = condition_text("Ready", "False", "x");
    EXPECT_EQ(world.says("Available"), (Said{True, "Available", ""}));
    world.stated[1] = world.stated[0];
    EXPECT_EQ(world.says("Available"),
              (Said{False, "NotAvailable",
                    "2 available replicas, at least 3 required "
                    "(spec.strategy.rollout.maxUnavailable is 1, spec.replicas is 4)"}));
  });
}

TEST(MachineDeploymentWorld, SaysNothingOfMaxUnavailableOnDelete) {
  DeploymentWorld world;
  world.build();
  std::string& text = world.documents[1];
  text.replace(text.find("RollingUpdate"), 13, "OnDelete");
  EXPECT_EQ(said(world.condition("MachineDeployment", "md-0", "Available")),
            (Said{True, "Available", ""}));
  world.stated[0] = condition_text("Ready", "False", "x");
  world.build();
  std::string& again = world.documents[1];
  again.replace(again.find("RollingUpdate"), 13, "OnDelete");
  EXPECT_EQ(said(world.condition("MachineDeployment", "md-0", "Available")),
            (Said{False, "NotAvailable", "3 available replicas, at least 4 required"}));
}

TEST(MachineDeploymentWorld, SaysWhyItRollsOut) {  // golden string 5
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    if (!upstream) return;
    const std::string old_version =
        condition_text("UpToDate", "False",
                       "* DockerMachine is not up-to-date\\n* Version v1.25.0, v1.26.0 required");
    world.stated = {well, old_version, old_version,
                    condition_text("UpToDate", "False", "* DockerMachine is not up-to-date")};
    EXPECT_EQ(world.says("RollingOut"),
              (Said{True, "RollingOut",
                    "Rolling out 3 not up-to-date replicas\n* Version v1.25.0, v1.26.0 required\n"
                    "* DockerMachine is not up-to-date"}));
    world.stated = {well, well, well, well};
    EXPECT_EQ(world.says("RollingOut"), (Said{False, "NotRollingOut", ""}));
  });
}

TEST(MachineDeploymentWorld, IsNotUpToDateAsLongAsOneMachineIsNot) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    world.stated[2] = condition_text("Ready", "True") + "," + condition_text("Available", "True") +
                      "," + condition_text("UpToDate", "False", "* Version v1, v2 required");
    EXPECT_EQ(world.says(upstream ? "MachinesUpToDate" : "UpToDate"),
              (Said{False, "NotUpToDate", "* Machine m3:\n  * Version v1, v2 required"}));
    EXPECT_EQ(world.judged_deployment().counters.up_to_date, 3);
    EXPECT_EQ(world.judged_deployment().verdict, Verdict::Working);
  });
}

TEST(MachineDeploymentWorld, MeasuresScalingUpAsTheDialectDoes) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    world.machines = 3;
    EXPECT_EQ(world.says("ScalingUp"),
              (Said{True, "ScalingUp", "Scaling up from 3 to 4 replicas"}));
    world.machines = 4;
    world.stated[0] = condition_text("Ready", "False", "x");
    EXPECT_EQ(world.says("ScalingUp"),
              upstream ? (Said{False, "NotScalingUp", ""})
                       : (Said{True, "ScalingUp", "3 of 4 replicas available"}));
  });
}

TEST(MachineDeploymentWorld, NamesATemplateThatIsGone) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    world.completeness = Completeness::Complete;
    const std::string both = "KubeadmConfigTemplate and DockerMachineTemplate do not exist";
    EXPECT_EQ(world.says("ScalingUp"),
              (Said{False, "NotScalingUp", "Scaling up would be blocked because " + both}));
    world.machines = 3;
    EXPECT_EQ(
        world.says("ScalingUp"),
        (Said{True, "ScalingUp", "Scaling up from 3 to 4 replicas is blocked because " + both}));
    if (!upstream) {
      EXPECT_EQ(world.says("ReplicaFailure"), (Said{True, "TemplateNotFound", both}));
    }
  });
}

TEST(MachineDeploymentWorld, TellsWhyASetCouldNotBeCreated) {
  DeploymentWorld world;
  world.sets = false;
  world.build();
  world.documents.push_back(
      R"({"apiVersion":"v1","kind":"Event","metadata":{"namespace":"default","name":"e1"},)"
      R"("involvedObject":{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineDeployment",)"
      R"("namespace":"default","name":"md-0","uid":"uid-md-0"},"reason":"FailedCreate","message":)"
      R"("Failed to create MachineSet md-0-x7k2: exceeded quota",)"
      R"("lastTimestamp":"2026-01-01T11:59:00Z"})");
  EXPECT_EQ(said(world.condition("MachineDeployment", "md-0", "ReplicaFailure")),
            (Said{True, "ReplicaFailure",
                  "Failed to create 1 of 1 MachineSets: Failed to create MachineSet md-0-*: "
                  "exceeded quota"}));
}

TEST(MachineDeploymentWorld, ScalesDownWithTheStoryOfSlowDeletions) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.replicas = "2";
    world.machine_metadata = R"("deletionTimestamp":"2026-01-01T11:00:00Z")";
    EXPECT_EQ(world.says("ScalingDown"),
              (Said{True, "ScalingDown",
                    "Scaling down from 4 to 2 replicas\n* Machines m1, m2, m3, ... (1 more) are in "
                    "deletion since more than 15m"}));
  });
}

TEST(MachineDeploymentWorld, RemediatesByTheRuleOfTheDialect) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    const std::string unhealthy =
        "Machine m2 is not healthy (not to be remediated by MachineDeployment/MachineSet)";
    world.stated[1] = well + "," + condition_text("HealthCheckSucceeded", "False", "x");
    EXPECT_EQ(world.says("Remediating"), upstream ? (Said{False, "NotRemediating", unhealthy})
                                                  : (Said{True, "Remediating", unhealthy}));
    world.stated[1] += "," + condition_text("OwnerRemediated", "False", "Waiting for remediation");
    EXPECT_EQ(world.says("Remediating"),
              (Said{True, "Remediating", "* Machine m2: Waiting for remediation"}));
  });
}

TEST(MachineDeploymentWorld, TellsHowFarItsDeletionIs) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool upstream) {
    const std::string_view type = upstream ? "Deleting" : "Deleted";
    world.metadata = R"("deletionTimestamp":"2026-01-01T11:58:00Z")";
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deleting 4 Machines"}));
    EXPECT_EQ(world.judged_deployment().verdict, Verdict::Working);
    world.machines = 1;
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deleting 1 Machine"}));
    EXPECT_EQ(world.says("Available"), (Said{False, "NotAvailable", "Deletion in progress"}));
    world.machines = 0;
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deleting 1 MachineSets"}));
    world.sets = false;
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deletion completed"}));
  });
}

TEST(MachineDeploymentWorld, WaitsForReplicasToBeSet) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.replicas = "";
    const Said waits{Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set"};
    EXPECT_EQ(world.says("Available"), waits);
    EXPECT_EQ(world.says("ScalingUp"), waits);
    EXPECT_EQ(world.says("ScalingDown"), waits);
  });
}

TEST(MachineDeploymentWorld, WaitsForASetToCount) {  // trap 33
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.sets = false;
    for (const char* replicas : {"0", "4"}) {
      world.replicas = replicas;
      EXPECT_EQ(world.says("Available"), (Said{Unknown, "WaitingForAvailableReplicasSet",
                                               "Waiting for status.availableReplicas set"}));
      EXPECT_EQ(world.judged_deployment().counters, Counters{});
    }
    EXPECT_EQ(world.says("ScalingUp"),
              (Said{True, "ScalingUp", "Scaling up from 0 to 4 replicas"}));
    EXPECT_EQ(world.says("MachinesReady"), (Said{True, "NoReplicas", ""}));
    EXPECT_EQ(world.judged_deployment().verdict, Verdict::Unknown);
  });
}

TEST(MachineDeploymentWorld, KeepsEverythingWhileItIsPausedEvenWithoutSets) {  // trap 34
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.sets = false;
    world.cluster_paused = true;
    world.metadata = R"("annotations":{"cluster.x-k8s.io/paused":""})";
    world.conditions = condition_text("Available", "True");
    const bool old = world.version == "v1beta1";
    world.status = R"("replicas":7)";
    if (!old) world.status += R"(,"availableReplicas":6)";
    const Judged judged = world.judged_deployment();
    EXPECT_EQ(judged.conditions.size(), 2u);
    EXPECT_EQ(judged.counters.replicas, 7);
    EXPECT_EQ(judged.counters.available, old ? Count() : Count(6));
    EXPECT_EQ(world.says("Paused"),
              (Said{True, "Paused",
                    "Cluster spec.paused is set to true, MachineDeployment has the "
                    "cluster.x-k8s.io/paused annotation"}));
    EXPECT_EQ(world.says("Available"), (Said{True, "Told", ""}));
  });
}

TEST(MachineDeploymentWorld, KeepsWhatIsStoredWhereItsSetsWereNotCollected) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.sets = false;
    world.status = R"("replicas":4)";
    world.conditions = condition_text("Available", "True");
    const Judged judged = world.judged_deployment();
    EXPECT_EQ(judged.counters.replicas, 4);
    EXPECT_EQ(world.says("Available"), (Said{True, "Told", ""}));
    EXPECT_EQ(
        world.says("ScalingUp"),
        (Said{Unknown, "NotCollected", "MachineSets of namespace default were not collected"}));
    EXPECT_EQ(world.says("MachinesReady"),
              (Said{Unknown, "NotCollected", "Machines of namespace default were not collected"}));
    world.completeness = Completeness::Complete;
    EXPECT_EQ(world.says("Available").reason, "WaitingForAvailableReplicasSet");
  });
}

TEST(MachineDeploymentWorld, SumsOldAndNewSets) {  // trap 32
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.stated[0] = condition_text("Ready", "True");
    world.build();
    world.add_owned("MachineSet", "ms-1", "MachineDeployment", "md-0",
                    {.spec = R"("replicas":1,)" + template_of("v1.32.0")});
    world.add_machine(
        "old-1", "MachineSet", "ms-1",
        condition_text("Available", "True") + "," +
            condition_text("UpToDate", "False", "* Version v1.32.0, v1.33.0 required"));
    EXPECT_EQ(world.judged("MachineDeployment", "md-0").counters,
              (Counters{.replicas = 5, .ready = 4, .available = 4, .up_to_date = 3}));
  });
}

TEST(MachineDeploymentWorld, IsStuckBecauseOfTheDeepestObject) {
  in_every_shape<DeploymentWorld>([](DeploymentWorld& world, bool) {
    world.stated[1] = condition_text("Ready", "False", "x", "2026-01-01T06:00:00Z");
    const Judged judged = world.judged_deployment();
    EXPECT_EQ(judged.verdict, Verdict::Stuck);
    ASSERT_NE(judged.cause.because, nullptr);
    EXPECT_EQ(judged.cause.because->key.name, "m2");
  });
}

TEST(MachineDeploymentWorld, IsStuckSoonWhenATemplateIsGone) {
  DeploymentWorld world;
  world.completeness = Completeness::Complete;
  world.sets = false;
  world.conditions = condition_text("ReplicaFailure", "True", "", "2026-01-01T11:50:00Z");
  const Judged judged = world.judged_deployment();
  EXPECT_EQ(judged.verdict, Verdict::Stuck);
  EXPECT_EQ(judged.cause.reason, "TemplateNotFound");
}

TEST(MachineDeploymentWorld, SurvivesFieldsOfTheWrongType) {
  DeploymentWorld world;
  world.build();
  world.documents.push_back(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineDeployment","metadata":)"
      R"({"namespace":"default","name":"odd"},"spec":{"replicas":-3,"rollout":{"strategy":[]},)"
      R"("template":{"spec":{"bootstrap":7}}},"status":{"replicas":"many"}})");
  EXPECT_EQ(world.condition("MachineDeployment", "odd", "Available").reason,
            "WaitingForReplicasSet");
}

}  // namespace
}  // namespace telltale
