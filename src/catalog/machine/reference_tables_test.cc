// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/reference_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/cluster_api/words.h"
#include "catalog/machine/see_for_test.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::machine {
namespace {

using ladders::now;
using laws::mirror;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Condition reports_ready{.type = "Ready", .status = False, .reason = "Creating"};

// Everything an object behind a Machine may be. One that is not there reports nothing.
Referred choose_referred(Choices& choose, std::string_view kind) {
  Referred seen{.ref_set = true, .kind = kind, .name = "x"};
  seen.sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
  seen.done = choose.flag();
  if (seen.sight != Sight::Present) return seen;
  seen.readable = choose.flag();
  if (choose.flag()) {
    seen.malformed = "type must be set for all conditions";
    seen.malformed_path = "status.conditions";
  }
  if (choose.flag()) seen.ready = &reports_ready;
  return seen;
}

template <class Visit>
void every_bootstrap(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen;
    seen.now = now;
    seen.deleted = choose.one_of({no_time, now});
    seen.bootstrap = choose_referred(choose, "KubeadmConfig");
    seen.bootstrap.ref_set = choose.flag();
    visit(seen);
  });
}

template <class Visit>
void every_infrastructure(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen;
    seen.now = now;
    seen.deleted = choose.one_of({no_time, now});
    seen.infrastructure = choose_referred(choose, "AWSMachine");
    visit(seen);
  });
}

// What an object that was read says; `flag` is the contract's own field.
Told read_object(const Referred& object, std::string_view flag) {
  if (!object.malformed.empty()) {
    return set_to(Unknown, "InvalidConditionReported",
                  format("failed to convert status.conditions from {} to []metav1.Condition: type "
                         "must be set for all conditions",
                         object.kind));
  }
  if (object.ready != nullptr) return mirror();
  if (object.done) return set_to(True, "Ready");
  return set_to(False, "NotReady",
                format("{} status.initialization.{} is false", object.kind, flag));
}

Told bootstrap_ladder(const Seen& seen) {
  const Referred& config = seen.bootstrap;
  if (!config.ref_set) return set_to(True, "DataSecretProvided");
  if (config.sight == Sight::NotCollected) return not_collected();
  if (config.sight == Sight::Present) {
    if (!config.readable) return set_to(Unknown, "InternalError", internal_error_message);
    return read_object(config, "dataSecretCreated");
  }
  if (is_set(seen.deleted) && config.done) {
    return set_to(False, "ObjectDeleted", "KubeadmConfig has been deleted");
  }
  return set_to(False, "ObjectDoesNotExist", "KubeadmConfig does not exist");
}

Told infrastructure_ladder(const Seen& seen) {
  const Referred& infra = seen.infrastructure;
  if (infra.sight == Sight::NotCollected) return not_collected();
  if (infra.sight == Sight::Present) {
    if (!infra.readable) return set_to(Unknown, "InternalError", internal_error_message);
    return read_object(infra, "provisioned");
  }
  if (!infra.done) return set_to(False, "ObjectDoesNotExist", "AWSMachine does not exist");
  if (is_set(seen.deleted)) {
    return set_to(False, "ObjectDeleted", "AWSMachine has been deleted");
  }
  return set_to(False, "ObjectDeleted",
                "AWSMachine has been deleted while the Machine still exists");
}

TEST(BootstrapConfigReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      bootstrap_config_ready_table, [](auto visit) { every_bootstrap(visit); }, bootstrap_ladder);
}

TEST(InfrastructureReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      infrastructure_ready_table, [](auto visit) { every_infrastructure(visit); },
      infrastructure_ladder);
}

// From objects to the row.

constexpr std::string_view machine_with_refs = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
  "kind": "Machine", "metadata": {"namespace": "default", "name": "m1"},
  "spec": {"clusterName": "c1",
    "bootstrap": {"configRef": {"apiGroup": "bootstrap.cluster.x-k8s.io",
                                "kind": "KubeadmConfig", "name": "k1"}},
    "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                          "kind": "AWSMachine", "name": "a1"}}})";

std::string aws_machine(std::string_view name, std::string_view status) {
  return format(R"({{"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
    "kind": "AWSMachine", "metadata": {{"namespace": "default", "name": "{}"}}, "status": {}}})",
                name, status);
}

Told infrastructure_of(const World& world) {
  return told_by(infrastructure_ready_table, see_m1(world));
}

TEST(InfrastructureReady, IsAbsentOnlyWhereOthersOfItsKindWereCollected) {
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs})), not_collected());
  const Told missing = set_to(False, "ObjectDoesNotExist", "AWSMachine does not exist");
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs, aws_machine("a2", "{}")})), missing);
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs}, Completeness::Complete)), missing);
}

TEST(InfrastructureReady, ReadsTheContractFieldOfEitherVersion) {
  const std::string new_field = aws_machine("a1", R"({"initialization": {"provisioned": true}})");
  const std::string old_field = aws_machine("a1", R"({"ready": true})");
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs, new_field})), set_to(True, "Ready"));
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs, old_field})), set_to(True, "Ready"));
}

TEST(InfrastructureReady, TellsWhichConditionIsMalformed) {
  const std::string broken = aws_machine("a1", R"({"conditions": [{"status": "True"}]})");
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs, broken})),
            set_to(Unknown, "InvalidConditionReported",
                   "failed to convert status.conditions from AWSMachine to []metav1.Condition: "
                   "type must be set for all conditions"));
}

TEST(InfrastructureReady, PrefersThePreviewConditionsOfAProvider) {
  const std::string both = aws_machine("a1", R"({
    "conditions": [{"status": "True"}],
    "v1beta2": {"conditions": [{"type": "Ready", "status": "True", "reason": "Ready"}]}})");
  EXPECT_EQ(infrastructure_of(world_of({machine_with_refs, both})), mirror());
}

}  // namespace
}  // namespace telltale::machine
