// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/judge_machinepool.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/every_shape_for_test.h"
#include "catalog/owners/small_workers_for_test.h"

namespace telltale {
namespace {

using enum Status;

constexpr std::string_view config_group = "bootstrap.cluster.x-k8s.io";
constexpr std::string_view infra_group = "infrastructure.cluster.x-k8s.io";

// A pool mp-0 of three behind a provider that makes no Machines of its instances.
struct PoolWorld : SmallWorkers {
  std::string replicas = "3";
  std::string status;  // of the pool
  std::string conditions;
  std::string metadata = R"("creationTimestamp":"2026-01-01T06:00:00Z")";
  bool cluster_paused = false;
  std::string config = R"({"initialization":{"dataSecretCreated":true}})";        // empty: none
  std::string infra = R"({"initialization":{"provisioned":true},"replicas":3})";  // empty: none
  std::vector<std::string> stated;  // the conditions of each Machine
  std::string machine_metadata;

  void build() {
    documents.clear();
    documents.push_back(
        format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Cluster","metadata":{{"namespace":)"
               R"("default","name":"c1"}},"spec":{{"paused":{}}}}})",
               version, cluster_paused));
    add("MachinePool", "mp-0",
        {.spec = format(R"({}"template":{{"spec":{{"bootstrap":{{"configRef":{}}},)"
                        R"("infrastructureRef":{}}}}})",
                        replicas.empty() ? "" : format(R"("replicas":{},)", replicas),
                        reference_to(config_group, "KubeadmConfig"),
                        reference_to(infra_group, "DockerMachinePool")),
         .status = status,
         .conditions = conditions,
         .metadata = metadata});
    if (!config.empty()) add_provider(config_group, "KubeadmConfig", "mp-0", config);
    if (!infra.empty()) add_provider(infra_group, "DockerMachinePool", "mp-0", infra);
    for (std::size_t i = 0; i < stated.size(); ++i) {
      add_machine(format("m{}", i + 1), "MachinePool", "mp-0", stated[i], machine_metadata);
    }
  }

  // The provider makes Machines of its instances, all of them well.
  void support_machines(std::string_view replicas_of_infra = "3") {
    infra = format(R"({{"initialization":{{"provisioned":true}},"replicas":{},)"
                   R"("infrastructureMachineKind":"DockerMachine"}})",
                   replicas_of_infra);
    stated = {well, well, well};
  }

  Judged judged_pool() {
    build();
    return judged("MachinePool", "mp-0");
  }
  Said says(std::string_view type) {
    build();
    return said(condition("MachinePool", "mp-0", type));
  }
  bool lacks(std::string_view type) {
    return find_condition(judged_pool().conditions, type) == nullptr;
  }

 private:
  std::string reference_to(std::string_view group, std::string_view kind) const {
    if (version == "v1beta1") {
      return format(R"({{"apiVersion":"{}/v1beta1","kind":"{}","name":"mp-0"}})", group, kind);
    }
    return format(R"({{"apiGroup":"{}","kind":"{}","name":"mp-0"}})", group, kind);
  }
};

TEST(MachinePoolWorld, IsHealthyWithoutMachinesAndSaysNothingAboutThem) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool upstream) {
    world.conditions = condition_text("MachinesReady", "False") + "," +
                       condition_text("Remediating", "True") + "," +
                       condition_text(upstream ? "MachinesUpToDate" : "UpToDate", "False");
    const Judged judged = world.judged_pool();
    EXPECT_EQ(judged.verdict, Verdict::Healthy);
    EXPECT_EQ(judged.counters,
              (Counters{.replicas = 3, .ready = 3, .available = 3, .up_to_date = 3}));
    EXPECT_TRUE(world.lacks("MachinesReady"));
    EXPECT_TRUE(world.lacks("Remediating"));
    EXPECT_TRUE(world.lacks("UpToDate"));
    EXPECT_TRUE(world.lacks("MachinesUpToDate"));
    EXPECT_EQ(world.lacks("RollingOut"), !upstream);
    EXPECT_EQ(world.says("Available"), (Said{True, "Available", ""}));
    EXPECT_EQ(world.says("BootstrapConfigReady"), (Said{True, "Ready", ""}));
    EXPECT_EQ(world.says("InfrastructureReady"), (Said{True, "Ready", ""}));
    EXPECT_EQ(world.says("ScalingUp"), (Said{False, "NotScalingUp", ""}));
    EXPECT_EQ(world.says("ScalingDown"), (Said{False, "NotScalingDown", ""}));
    EXPECT_EQ(world.says(upstream ? "Deleting" : "Deleted"), (Said{False, "NotDeleting", ""}));
    EXPECT_EQ(world.says("Paused"), (Said{False, "NotPaused", ""}));
  });
}

TEST(MachinePoolWorld, CountsMachinesWhereThereAreSome) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool upstream) {
    world.support_machines("5");
    world.stated[0] = condition_text("Ready", "True") + "," +
                      condition_text("UpToDate", "False", "* Version v1, v2 required");
    const Judged judged = world.judged_pool();
    EXPECT_EQ(judged.counters,
              (Counters{.replicas = 5, .ready = 3, .available = 2, .up_to_date = 2}));
    EXPECT_EQ(world.says("MachinesReady"), (Said{True, "Ready", ""}));
    EXPECT_EQ(world.says(upstream ? "MachinesUpToDate" : "UpToDate"),
              (Said{False, "NotUpToDate", "* Machine m1:\n  * Version v1, v2 required"}));
    EXPECT_EQ(world.says("Available"),
              (Said{False, "NotAvailable", "2 available replicas, at least 3 required"}));
    EXPECT_EQ(world.says("ScalingDown"),
              (Said{True, "ScalingDown", "Scaling down from 5 to 3 replicas"}));
    if (upstream) {
      EXPECT_EQ(world.says("RollingOut"),
                (Said{True, "RollingOut",
                      "Rolling out 1 not up-to-date replicas\n* Version v1, v2 required"}));
    }
  });
}

TEST(MachinePoolWorld, KnowsByItsMachinesThatThereAreSome) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.stated = {well};
    EXPECT_EQ(world.says("MachinesReady"), (Said{True, "Ready", ""}));
    EXPECT_EQ(world.judged_pool().counters.available, 1);
  });
}

TEST(MachinePoolWorld, HasNoReplicasBeforeItsFirstMachine) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.support_machines("0");
    world.stated.clear();
    EXPECT_EQ(world.says("MachinesReady"), (Said{True, "NoReplicas", ""}));
    EXPECT_EQ(world.says("ScalingUp"),
              (Said{True, "ScalingUp", "Scaling up from 0 to 3 replicas"}));
  });
}

TEST(MachinePoolWorld, CannotTellAboutMachinesWithoutItsInfrastructure) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool upstream) {
    world.infra = "";
    world.completeness = Completeness::Complete;
    world.status = R"("replicas":2)";
    const Said unsure{Unknown, "InternalError", "Please check controller logs for errors"};
    EXPECT_EQ(world.says("MachinesReady"), unsure);
    EXPECT_EQ(world.says(upstream ? "MachinesUpToDate" : "UpToDate"), unsure);
    EXPECT_EQ(world.says("Remediating"), unsure);
    EXPECT_EQ(world.judged_pool().counters.replicas, 2);
    EXPECT_EQ(world.says("InfrastructureReady"),
              (Said{False, "ObjectDoesNotExist", "DockerMachinePool does not exist"}));
    EXPECT_EQ(world.says("ScalingUp"),
              (Said{True, "ScalingUp",
                    "Scaling up from 2 to 3 replicas is blocked because DockerMachinePool does not "
                    "exist"}));
  });
}

TEST(MachinePoolWorld, OutlivesItsInfrastructure) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.infra = "";
    world.completeness = Completeness::Complete;
    world.status = world.version == "v1beta1"
                       ? R"("infrastructureReady":true)"
                       : R"("initialization":{"infrastructureProvisioned":true})";
    EXPECT_EQ(world.says("InfrastructureReady"),
              (Said{False, "ObjectDeleted",
                    "DockerMachinePool has been deleted while the MachinePool still exists"}));
  });
}

TEST(MachinePoolWorld, IsNotAvailableWhileItsInfrastructureIsNotReady) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.infra = R"({"replicas":3})";
    EXPECT_EQ(world.says("Available"),
              (Said{False, "NotAvailable",
                    "* InfrastructureReady: DockerMachinePool status.initialization.provisioned is "
                    "false"}));
    world.infra = R"({"replicas":3,"conditions":[)" + condition_text("Ready", "False") + "]}";
    EXPECT_EQ(world.says("InfrastructureReady"), (Said{False, "Told", ""}));
    EXPECT_EQ(world.says("Available"),
              (Said{False, "NotAvailable", "* InfrastructureReady: Told"}));
    world.infra =
        R"({"replicas":3,"conditions":[)" + condition_text("Ready", "False", "* a\\n* b") + "]}";
    EXPECT_EQ(world.says("Available"),
              (Said{False, "NotAvailable", "* InfrastructureReady:\n  * a\n  * b"}));
  });
}

TEST(MachinePoolWorld, WaitsForWhatNobodyHasSetYet) {  // trap 33
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.infra = R"({"initialization":{"provisioned":true}})";
    EXPECT_EQ(world.says("Available"), (Said{Unknown, "WaitingForAvailableReplicasSet",
                                             "Waiting for status.availableReplicas set"}));
    EXPECT_EQ(world.judged_pool().counters, (Counters{.up_to_date = 3}));
    world.replicas = "";
    EXPECT_EQ(world.says("Available"),
              (Said{Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set"}));
    EXPECT_EQ(world.judged_pool().counters, Counters{});
  });
}

TEST(MachinePoolWorld, RemediatesByTheRuleOfTheDialect) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool upstream) {
    world.support_machines();
    const std::string unhealthy = "Machine m2 is not healthy (not to be remediated by MachinePool)";
    world.stated[1] = well + "," + condition_text("HealthCheckSucceeded", "False", "x");
    EXPECT_EQ(world.says("Remediating"), upstream ? (Said{False, "NotRemediating", unhealthy})
                                                  : (Said{True, "Remediating", unhealthy}));
  });
}

TEST(MachinePoolWorld, TellsHowFarItsDeletionIs) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool upstream) {
    const std::string_view type = upstream ? "Deleting" : "Deleted";
    world.metadata = R"("deletionTimestamp":"2026-01-01T11:58:00Z")";
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deleting 3 Machines"}));
    world.infra = "";
    world.completeness = Completeness::Complete;
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deletion completed"}));
    world.support_machines();
    world.stated = {condition_text("Ready", "True")};
    EXPECT_EQ(world.says(type), (Said{True, "Deleting", "Deleting 1 Machine"}));
    EXPECT_EQ(world.says("Available"), (Said{False, "NotAvailable", "Deletion in progress"}));
    EXPECT_EQ(world.judged_pool().verdict, Verdict::Working);
  });
}

TEST(MachinePoolWorld, KeepsEverythingWhileItIsPaused) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.cluster_paused = true;
    world.metadata = R"("annotations":{"cluster.x-k8s.io/paused":""})";
    world.status = R"("replicas":9)";
    world.conditions = condition_text("MachinesReady", "False");
    EXPECT_EQ(world.says("Paused"), (Said{True, "Paused",
                                          "Cluster spec.paused is set to true, MachinePool has the "
                                          "cluster.x-k8s.io/paused annotation"}));
    EXPECT_EQ(world.says("MachinesReady"), (Said{False, "Told", ""}));
    EXPECT_EQ(world.judged_pool().counters, (Counters{.replicas = 9}));
  });
}

TEST(MachinePoolWorld, KeepsWhatIsStoredWhereItsInfrastructureWasNotCollected) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.infra = "";
    world.status = R"("replicas":2)";
    world.conditions = condition_text("Available", "True");
    EXPECT_EQ(world.says("Available"), (Said{True, "Told", ""}));
    const Said missing{Unknown, "NotCollected", "DockerMachinePool mp-0 was not collected"};
    EXPECT_EQ(world.says("InfrastructureReady"), missing);
    EXPECT_EQ(world.says("ScalingUp"), missing);
    EXPECT_EQ(world.says("MachinesReady"), missing);
    EXPECT_EQ(world.judged_pool().counters.replicas, 2);
  });
}

TEST(MachinePoolWorld, ConcludesNothingFromMachinesThatWereNotCollected) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.support_machines();
    world.stated.clear();
    const Said missing{Unknown, "NotCollected", "Machines of namespace default were not collected"};
    EXPECT_EQ(world.says("MachinesReady"), missing);
    EXPECT_EQ(world.says("Available"), missing);
    EXPECT_EQ(world.judged_pool().counters, (Counters{.replicas = 3}));
    EXPECT_EQ(world.judged_pool().verdict, Verdict::Unknown);
  });
}

TEST(MachinePoolWorld, IsStuckAtOnceWhenAProviderBreaksTheContract) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.infra = R"({"replicas":3,"conditions":[{"status":"True"}]})";
    const Judged judged = world.judged_pool();
    EXPECT_EQ(judged.verdict, Verdict::Stuck);
    EXPECT_EQ(judged.cause.reason, "InvalidConditionReported");
    EXPECT_EQ(world.says("Available").message,
              "* InfrastructureReady: failed to convert status.conditions from DockerMachinePool "
              "to []metav1.Condition: type must be set for all conditions");
  });
}

TEST(MachinePoolWorld, IsStuckBecauseOfAMachineThatIs) {
  in_every_shape<PoolWorld>([](PoolWorld& world, bool) {
    world.support_machines();
    world.stated[1] = condition_text("Ready", "False", "x", "2026-01-01T06:00:00Z");
    const Judged judged = world.judged_pool();
    EXPECT_EQ(judged.verdict, Verdict::Stuck);
    ASSERT_NE(judged.cause.because, nullptr);
    EXPECT_EQ(judged.cause.because->key.name, "m2");
  });
}

TEST(MachinePoolWorld, IsStuckOnlyAfterItsPatience) {
  PoolWorld world;
  world.infra = R"({"replicas":3})";
  world.conditions = condition_text("Available", "False", "", "2026-01-01T11:30:00Z");
  EXPECT_EQ(world.judged_pool().verdict, Verdict::Working);
  EXPECT_EQ(world.judged_pool().wake, *parse_rfc3339("2026-01-01T12:15:00Z"));
  world.now = *parse_rfc3339("2026-01-01T12:15:00Z");
  EXPECT_EQ(world.judged_pool().verdict, Verdict::Stuck);
}

TEST(MachinePoolWorld, SurvivesFieldsOfTheWrongType) {
  PoolWorld world;
  world.infra = R"({"replicas":"three","infrastructureMachineKind":7,"initialization":[]})";
  EXPECT_EQ(world.says("Available").reason, "WaitingForAvailableReplicasSet");
  EXPECT_TRUE(world.lacks("MachinesReady"));
}

}  // namespace
}  // namespace telltale
