// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write.h"

#include <array>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "condition/caps.h"
#include "report/status/status_write_conditions.h"
#include "report/status/status_write_for_test.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

using Method = StatusWrite::Method;
using Types = std::vector<std::string>;

constexpr std::string_view old_time = "2026-01-01T10:00:00Z";

std::string item(std::string_view type, std::string_view status = "True",
                 std::string_view reason = "Ready", std::string_view more = "") {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"",)"
                R"("lastTransitionTime":"{}"{}}})",
                type, status, reason, old_time, more);
}

Condition said(std::string_view type, Status status = Status::True,
               std::string_view reason = "Ready") {
  return {.type = type,
          .status = status,
          .reason = reason,
          .message = "",
          .last_transition = *parse_rfc3339(old_time)};
}

std::string core_object(std::string_view kind, std::string_view status,
                        std::string_view version = "v1beta2") {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"{}","metadata":{{"namespace":)"
                R"("default","name":"x","uid":"u","resourceVersion":"7"}},"spec":{{}},)"
                R"("status":{{{}}}}})",
                version, kind, status);
}

std::string with_list(std::string_view items) { return format(R"("conditions":[{}])", items); }

std::string pool(std::string_view group, std::string_view version, std::string_view status) {
  return format(R"({{"apiVersion":"{}/{}","kind":"NodePool","metadata":{{"namespace":"clusters",)"
                R"("name":"x","resourceVersion":"7"}},"spec":{{}},"status":{{{}}}}})",
                group, version, status);
}

std::string deployment(std::string_view items) {
  return format(R"({{"apiVersion":"hive.openshift.io/v1","kind":"ClusterDeployment","metadata":)"
                R"({{"namespace":"default","name":"x","resourceVersion":"7"}},"spec":{{}},)"
                R"("status":{{"conditions":[{}]}}}})",
                items);
}

// One object as it is read, with a judgement made by hand.
struct Spoken {
  explicit Spoken(std::string document, std::vector<Condition> conditions = {})
      : text(std::move(document)),
        world(world_of({std::string_view(text)})),
        list(std::move(conditions)) {
    judged.object = &world.objects().front();
    judged.conditions = list;
    ownership.has_fields = true;
    capability = Capability::customary(judged.object->key.group, judged.object->key.kind);
    rules.acted_on = std::nullopt;
    rules.policy = WritePolicy::All;
    rules.gates.node_pool_progressing = true;
    stored = stored_list(text, "status.conditions");
  }

  std::optional<StatusWrite> write() const {
    return status_write({.judged = judged,
                         .ownership = ownership,
                         .capability = capability,
                         .settings = settings,
                         .stored_list = stored,
                         .now = noon},
                        rules);
  }
  json::Value body() const {
    const auto made = write();
    check(made.has_value(), "there is something to write");
    return parsed(made->body);
  }
  // As compact text; "-" when there is none.
  std::string at(std::string_view path) const {
    const json::Value value = body();
    const json::Value* found = convert::find(value, path);
    return found == nullptr ? "-" : json::print(*found);
  }
  Types types(std::string_view path = "status.conditions") const {
    const json::Value value = body();
    const json::Value* found = convert::find(value, path);
    Types names;
    if (found == nullptr) return names;
    for (const json::Value& one : found->get_array()) names.emplace_back(type_of_item(one));
    return names;
  }

  std::string text;
  World world;
  std::vector<Condition> list;
  Judged judged;
  Ownership ownership;
  Capability capability = Capability::customary("", "");
  Settings settings;
  WriteRules rules;
  std::string stored;
};

TEST(StatusWrite, IsAnApplyThatNamesItsObjectAndItsVersion) {
  const Spoken machine(core_object("Machine", ""), {said("Ready")});
  EXPECT_EQ(machine.write()->method, Method::Apply);
  EXPECT_EQ(machine.write()->body,
            R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"name":"x",)"
            R"("namespace":"default","resourceVersion":"7"},"status":{"conditions":[)"
            R"({"lastTransitionTime":"2026-01-01T10:00:00Z","message":"","reason":"Ready",)"
            R"("status":"True","type":"Ready"}]}})");
}

TEST(StatusWrite, NothingNewIsNothingToWrite) {
  Spoken machine(core_object("Machine", with_list(item("Ready"))), {said("Ready")});
  EXPECT_FALSE(machine.write());
  machine.ownership.ours = {"Ready"};
  EXPECT_FALSE(machine.write());
}

TEST(StatusWrite, EveryFieldOfAConditionIsNews) {
  const auto differs = [](auto bend) {
    Condition condition = said("Ready");
    bend(condition);
    return Spoken(core_object("Machine", with_list(item("Ready"))), {condition})
        .write()
        .has_value();
  };
  EXPECT_TRUE(differs([](Condition& one) { one.status = Status::False; }));
  EXPECT_TRUE(differs([](Condition& one) { one.reason = "Other"; }));
  EXPECT_TRUE(differs([](Condition& one) { one.message = "words"; }));
  EXPECT_TRUE(differs([](Condition& one) { one.last_transition += Seconds(1); }));
  EXPECT_TRUE(differs([](Condition& one) { one.observed_generation = 3; }));
  EXPECT_FALSE(differs([](Condition&) {}));
}

TEST(StatusWrite, SaysWhatIsOursAgainWhenAnythingIsNew) {
  Spoken machine(core_object("Machine", with_list(item("Available") + "," + item("Ready"))),
                 {said("Available"), said("Ready", Status::False)});
  machine.ownership.ours = {"Available", "Ready"};
  EXPECT_EQ(machine.types(), (Types{"Available", "Ready"}));
  machine.ownership.ours = {"Ready"};
  EXPECT_EQ(machine.types(), (Types{"Ready"}));
  machine.ownership = {.has_fields = false};
  EXPECT_EQ(machine.types(), (Types{"Available", "Ready"}));
}

TEST(StatusWrite, NeverAppliesWhatItDoesNotCompute) {
  Spoken machine(core_object("Machine", with_list(item("example.com/Gate"))),
                 {said("Ready"), said("example.com/Gate")});
  EXPECT_EQ(machine.types(), (Types{"Ready"}));
  machine.list = {said("example.com/Gate", Status::False), said("TopologyReconciled")};
  machine.judged.conditions = machine.list;
  EXPECT_FALSE(machine.write());
}

TEST(StatusWrite, OfTheMissingPolicyLeavesTheConditionsOfOthersAlone) {
  Spoken machine(core_object("Machine", with_list(item("Ready") + "," + item("Available"))),
                 {said("Available", Status::False), said("Ready", Status::False), said("Paused")});
  machine.rules.policy = WritePolicy::Missing;
  machine.ownership.owners = {{"Ready", "manager"}};
  EXPECT_EQ(machine.types(), (Types{"Available", "Paused"}));
  machine.ownership.owners = {{"Available", "a"}, {"Paused", "b"}, {"Ready", "a"}};
  EXPECT_FALSE(machine.write());
  machine.rules.policy = WritePolicy::All;
  EXPECT_EQ(machine.types(), (Types{"Available", "Ready", "Paused"}));
}

TEST(StatusWrite, WithoutKnownOwnersOnlyAbsentConditionsAreMissing) {
  Spoken machine(core_object("Machine", with_list(item("Ready"))),
                 {said("Available"), said("Ready", Status::False)});
  machine.rules.policy = WritePolicy::Missing;
  machine.ownership.has_fields = false;
  EXPECT_EQ(machine.types(), (Types{"Available"}));
}

TEST(StatusWrite, ConditionsOnWhichOthersActMustBeNamed) {
  for (const WritePolicy policy : {WritePolicy::Missing, WritePolicy::All}) {
    Spoken machine(core_object("Machine", ""),
                   {said("Ready"), said("EtcdPodHealthy"), said("OwnerRemediated")});
    machine.rules.policy = policy;
    EXPECT_EQ(machine.types(), (Types{"Ready", "EtcdPodHealthy", "OwnerRemediated"}));
    machine.rules.acted_on = Types{};
    EXPECT_EQ(machine.types(), (Types{"Ready"}));
    machine.rules.acted_on = Types{"OwnerRemediated"};
    EXPECT_EQ(machine.types(), (Types{"Ready", "OwnerRemediated"}));
  }
}

TEST(StatusWrite, OfNothingIsNotMade) {
  Spoken machine(core_object("Machine", ""), {said("Ready")});
  machine.rules.policy = WritePolicy::None;
  EXPECT_FALSE(machine.write());
}

TEST(StatusWrite, DropsWhatItAppliedAndNoLongerSays) {
  Spoken machine(core_object("Machine", with_list(item("Ready") + "," + item("Deleted", "False"))),
                 {said("Ready")});
  machine.settings.dialect = upstream_dialect();
  EXPECT_FALSE(machine.write()) << "what is not ours cannot be dropped";
  machine.ownership.ours = {"Deleted", "Ready"};
  EXPECT_EQ(machine.types(), (Types{"Ready"}));
  EXPECT_TRUE(machine.write()->turns.empty());
  machine.ownership.ours = {"Deleted"};
  EXPECT_EQ(machine.at("status"), "{}");
}

TEST(StatusWrite, GivesUpAnActedOnConditionThatIsNoLongerNamed) {
  Spoken machine(core_object("Machine", with_list(item("OwnerRemediated"))),
                 {said("OwnerRemediated")});
  machine.rules.acted_on = Types{};
  machine.ownership.ours = {"OwnerRemediated"};
  EXPECT_EQ(machine.at("status"), "{}");
}

// Leaving it out would remove the fields that are only ours and leave the others' behind, a torn
// condition that no server takes.
TEST(StatusWrite, KeepsWhatItSharesAsItStands) {
  Spoken machine(
      core_object("Machine", with_list(item("Available") + "," + item("Ready", "False", "No"))),
      {said("Available", Status::False), said("Ready")});
  machine.rules.policy = WritePolicy::Missing;
  machine.ownership = {.ours = {"Available", "Ready"},
                       .owners = {{"Ready", "manager"}},
                       .shared = {"Ready"},
                       .has_fields = true};
  EXPECT_EQ(machine.types(), (Types{"Available", "Ready"}));
  EXPECT_NE(
      machine.at("status.conditions").find(R"("reason":"No","status":"False","type":"Ready")"),
      std::string::npos);
  machine.list.front() = said("Available");
  EXPECT_FALSE(machine.write()) << "it is no reason to write";
}

// As an apply leaves it that gave up a part: nobody can read it, and it is not ours to remove.
TEST(StatusWrite, KeepsWhatItSharesAsItStandsEvenWhereItCannotBeRead) {
  constexpr std::string_view torn = R"({"type":"Ready","message":"theirs","extra":[1]})";
  Spoken machine(core_object("Machine", with_list(format("{},{}", item("Available"), torn))),
                 {said("Available", Status::False), said("Ready")});
  machine.rules.policy = WritePolicy::Missing;
  machine.ownership = {.ours = {"Available", "Ready"},
                       .owners = {{"Ready", "manager"}},
                       .shared = {"Ready"},
                       .has_fields = true};
  EXPECT_EQ(machine.types(), (Types{"Available", "Ready"}));
  EXPECT_NE(
      machine.at("status.conditions").find(R"({"extra":[1],"message":"theirs","type":"Ready"})"),
      std::string::npos)
      << machine.at("status.conditions");
  machine.stored.clear();
  EXPECT_FALSE(machine.write()) << "nobody can say what it would lose";
}

TEST(StatusWrite, TakesNoMoreThanTheServerDoes) {
  std::string items;
  for (int i = 0; i < 31; ++i) items += (i == 0 ? "" : ",") + item(format("example.com/G{}", i));
  Spoken machine(core_object("Machine", with_list(items)), {said("Available"), said("Ready")});
  // What sums up the object comes first.
  EXPECT_EQ(machine.types(), (Types{"Ready"}));
}

TEST(StatusWrite, SpeaksLegalReasonsOnly) {
  Spoken machine(core_object("Machine", ""), {said("Ready", Status::True, "not-legal, really")});
  EXPECT_NE(machine.at("status.conditions").find(R"("not_legal,_really")"), std::string::npos);
  Spoken again(core_object("Machine", with_list(item("Ready", "True", "not_legal,_really"))),
               {said("Ready", Status::True, "not-legal, really")});
  EXPECT_FALSE(again.write());
}

TEST(StatusWrite, MakesTheNearestLegalReason) {
  Arena arena;
  EXPECT_EQ(legal_reason("Ready", arena), "Ready");
  EXPECT_EQ(legal_reason("a b", arena), "a_b");
  EXPECT_EQ(legal_reason("9 lives:", arena), "lives");
  EXPECT_EQ(legal_reason("\xc3\xa4", arena), "NoReasonReported");
  EXPECT_EQ(legal_reason("", arena), "NoReasonReported");
  EXPECT_TRUE(valid_reason(legal_reason(std::string(5000, 'a'), arena)));
}

TEST(StatusWrite, StandsWhereTheVersionAndTheDialectHaveIt) {
  Spoken machine(core_object("Machine", "", "v1beta1"), {said("Ready")});
  EXPECT_FALSE(machine.write()) << "upstream's definition would prune the proposal's list";
  machine.settings.dialect = upstream_dialect();
  EXPECT_EQ(machine.types("status.v1beta2.conditions"), (Types{"Ready"}));
  EXPECT_EQ(list_path(*machine.judged.object, DialectName::Proposal),
            "status.experimentalConditions");
  const Spoken newer(core_object("Machine", ""), {});
  EXPECT_EQ(list_path(*newer.judged.object, DialectName::Upstream), "status.conditions");
}

TEST(StatusWrite, ComparesWithTheListItWrites) {
  Spoken machine(core_object("Machine", with_list(item("Ready", "False", "Legacy")), "v1beta1"),
                 {said("Ready")});
  machine.settings.dialect = upstream_dialect();
  EXPECT_EQ(machine.types("status.v1beta2.conditions"), (Types{"Ready"}));
  EXPECT_TRUE(machine.write()->turns.front().before.type.empty());
}

TEST(StatusWrite, NeedsAStatusSubresource) {
  Spoken machine(core_object("Machine", ""), {said("Ready")});
  machine.capability = *Capability::of(
      parsed(R"({"spec":{"versions":[{"name":"v1beta2","served":true,"schema":{"openAPIV3Schema":)"
             R"({"x-kubernetes-preserve-unknown-fields":true}}}]}})"),
      "v1beta2");
  EXPECT_FALSE(machine.write());
}

// --- counters ---

Spoken machine_set(std::string_view status, std::string_view version = "v1beta2") {
  Spoken set(core_object("MachineSet", status, version));
  set.judged.counters = {.replicas = 3, .ready = 2, .available = 1, .up_to_date = 0};
  return set;
}

TEST(StatusWrite, CarriesCountersWhereEverythingIsWritten) {
  Spoken set = machine_set("");
  EXPECT_EQ(set.at("status"),
            R"({"availableReplicas":1,"readyReplicas":2,"replicas":3,"upToDateReplicas":0})");
  set.rules.policy = WritePolicy::Missing;
  EXPECT_FALSE(set.write());
}

TEST(StatusWrite, ComparesCountersWithTheStoredOnes) {
  const Spoken same =
      machine_set(R"("replicas":3,"readyReplicas":2,"availableReplicas":1,"upToDateReplicas":0)");
  EXPECT_FALSE(same.write());
  const Spoken other =
      machine_set(R"("replicas":3,"readyReplicas":3,"availableReplicas":1,"upToDateReplicas":0)");
  EXPECT_EQ(other.at("status.readyReplicas"), "2");
  EXPECT_EQ(other.at("status.replicas"), "3") << "unchanged ones stay ours";
}

TEST(StatusWrite, DropsACounterThatIsNoLongerKnown) {
  Spoken set =
      machine_set(R"("replicas":3,"readyReplicas":2,"availableReplicas":1,"upToDateReplicas":0)");
  set.judged.counters.ready = {};
  EXPECT_FALSE(set.write());
  set.ownership.our_fields = {"status.readyReplicas"};
  EXPECT_EQ(set.at("status.readyReplicas"), "-");
  EXPECT_EQ(set.at("status.replicas"), "3");
}

TEST(StatusWrite, LeavesTheOldCountersOfV1Beta1Alone) {
  Spoken set = machine_set(R"("replicas":5,"readyReplicas":5)", "v1beta1");
  set.settings.dialect = upstream_dialect();
  EXPECT_EQ(set.at("status"),
            R"({"v1beta2":{"availableReplicas":1,"readyReplicas":2,"upToDateReplicas":0}})");
}

TEST(StatusWrite, CountsTheHalvesOfAClusterAsFarAsTheyAreKept) {
  Spoken cluster(core_object("Cluster", R"("controlPlane":{"desiredReplicas":3,"replicas":2})"));
  const ClusterCounters halves{.control_plane = {.replicas = 3, .desired = 3, .unavailable = 1},
                               .workers = {.replicas = 0}};
  cluster.judged.halves = &halves;
  EXPECT_EQ(cluster.at("status"),
            R"({"controlPlane":{"desiredReplicas":3,"replicas":3},"workers":{"replicas":0}})");
}

TEST(StatusWrite, FailedLaunchesAreWrittenWhereTheyAreKept) {
  Spoken karpenter(pool("karpenter.sh", "v1", R"("failedLaunches":1)"), {said("Degraded")});
  karpenter.judged.failed_launches = 2;
  EXPECT_EQ(karpenter.at("status.failedLaunches"), "-");
  karpenter.capability = *Capability::of(
      parsed(R"({"spec":{"versions":[{"name":"v1","served":true,"subresources":{"status":{}},)"
             R"("schema":{"openAPIV3Schema":{"properties":{"status":{"properties":{)"
             R"("failedLaunches":{"type":"integer"}}}}}}}]}})"),
      "v1");
  EXPECT_EQ(karpenter.at("status"), R"({"failedLaunches":2})") << "conditions would be pruned";
  karpenter.judged.failed_launches = 1;
  EXPECT_FALSE(karpenter.write());
}

TEST(StatusWrite, APoolThatNeverFailedNeedNotSaySo) {
  Spoken karpenter(pool("karpenter.sh", "v1", ""));
  karpenter.capability = *Capability::of(
      parsed(R"({"spec":{"versions":[{"name":"v1","served":true,"subresources":{"status":{}},)"
             R"("schema":{"openAPIV3Schema":{"x-kubernetes-preserve-unknown-fields":true}}}]}})"),
      "v1");
  karpenter.judged.failed_launches = 0;
  EXPECT_FALSE(karpenter.write());
}

// --- lists that are one value to the server ---

constexpr std::string_view foreign =
    R"({"lastHeartbeatTime":"2026-01-01T09:00:00Z","severity":"Warning","status":"False",)"
    R"("type":"ValidPlatform","zone":{"a":[1,2.5]}})";

std::string hypershift_pool(std::string_view items) {
  return pool("hypershift.openshift.io", "v1beta1", with_list(items));
}

TEST(StatusWriteList, IsAGuardedPatchOfTheWholeListWithForeignConditionsAsTheyCame) {
  const Spoken np(hypershift_pool(foreign), {said("Progressing", Status::False, "AsExpected")});
  EXPECT_EQ(np.write()->method, Method::MergePatch);
  EXPECT_EQ(np.write()->body,
            format(R"({{"metadata":{{"resourceVersion":"7"}},"status":{{"conditions":[{},)"
                   R"({{"lastTransitionTime":"2026-01-01T10:00:00Z","message":"","reason":)"
                   R"("AsExpected","status":"False","type":"Progressing"}}]}}}})",
                   foreign));
  EXPECT_EQ(np.write()->ours, (Types{"Progressing"}));
}

TEST(StatusWriteList, ReplacesItsOwnConditionInItsPlace) {
  Spoken np(hypershift_pool(item("Progressing", "True", "Scaling", R"(,"extra":1)") + "," +
                            std::string(foreign)),
            {said("Progressing", Status::False, "CloudQuotaExceeded")});
  EXPECT_EQ(np.types(), (Types{"Progressing", "ValidPlatform"}));
  EXPECT_NE(np.write()->body.find(R"("extra":1)"), std::string::npos);
  EXPECT_NE(np.write()->body.find(R"("severity":"Error")"), std::string::npos);
}

TEST(StatusWriteList, ASeverityGoesWithItsFailure) {
  const Spoken np(
      hypershift_pool(item("Progressing", "False", "CloudQuotaExceeded", R"(,"severity":"Error")")),
      {said("Progressing", Status::True, "Recovering")});
  EXPECT_EQ(np.write()->body.find("severity"), std::string::npos);
}

TEST(StatusWriteList, IsNotWrittenBlindly) {
  Spoken np(hypershift_pool(foreign), {said("Progressing")});
  for (const std::string_view unknown : {"", "{", "{}", "7"}) {
    np.stored = unknown;
    EXPECT_FALSE(np.write()) << unknown;
  }
  Spoken fresh(pool("hypershift.openshift.io", "v1beta1", ""), {said("Progressing")});
  EXPECT_EQ(fresh.types(), (Types{"Progressing"}));
}

TEST(StatusWriteList, StrangeItemsPassThrough) {
  Spoken np(hypershift_pool(R"(7,null,{"type":9},)" + item("A") + "," + item("A")),
            {said("A"), said("Progressing")});
  EXPECT_NE(np.write()->body.find(R"([7,null,{"type":9},)"), std::string::npos);
  EXPECT_EQ(np.types().size(), 6U);
}

TEST(StatusWriteList, OfAPoolWaitsForItsGateAndItsDefinition) {
  Spoken np(hypershift_pool(""), {said("Progressing")});
  np.rules.gates.node_pool_progressing = false;
  EXPECT_FALSE(np.write());
  np.rules.gates.node_pool_progressing = true;
  EXPECT_TRUE(np.write());
  np.capability = *Capability::of(
      parsed(R"({"spec":{"versions":[{"name":"v1beta1","served":true,"subresources":{"status":{}},)"
             R"("schema":{"openAPIV3Schema":{"properties":{"status":{"properties":{"conditions":)"
             R"({"type":"array","items":{"properties":{"type":{}}}}}}}}}}]}})"),
      "v1beta1");
  EXPECT_FALSE(np.write());
}

TEST(StatusWriteList, OfTheMissingPolicyLeavesWhatHiveWrote) {
  Spoken cd(
      deployment(item("RequirementsMet", "True", "Met") + "," + item("DeprovisionError", "False")),
      {said("RequirementsMet", Status::False, "Other"), said("ProvisionFailed"),
       said("DeprovisionError", Status::True)});
  cd.rules.policy = WritePolicy::Missing;
  EXPECT_EQ(cd.write()->ours, (Types{"DeprovisionError", "ProvisionFailed"}));
  EXPECT_NE(cd.write()->body.find(R"("reason":"Met")"), std::string::npos);
  cd.ownership.ours = {"RequirementsMet"};
  EXPECT_EQ(cd.write()->ours, (Types{"DeprovisionError", "ProvisionFailed", "RequirementsMet"}));
  EXPECT_EQ(cd.write()->body.find(R"("reason":"Met")"), std::string::npos);
}

TEST(StatusWriteList, TellsHiveWhenItLooked) {
  const std::string probe = R"(,"lastProbeTime":"2026-01-01T10:00:00Z")";
  const Spoken cd(deployment(item("Provisioned", "True", "Ready", probe) + "," +
                             item("ProvisionFailed", "True", "Ready", probe)),
                  {said("Provisioned"), said("ProvisionFailed", Status::False)});
  const std::string list = cd.at("status.conditions");
  EXPECT_NE(list.find(R"({"lastProbeTime":"2026-01-01T10:00:00Z")"), std::string::npos);
  EXPECT_NE(list.find(R"({"lastProbeTime":"2026-01-01T12:00:00Z")"), std::string::npos);
  EXPECT_EQ(list.find("observedGeneration"), std::string::npos);
}

TEST(StatusWriteList, RemovesOnlyWhatTheVerdictRemoved) {
  Spoken cd(deployment(item("Provisioned") + "," + item("ProvisionFailed") + "," + item("Ready")),
            {said("Provisioned"), said("Ready")});
  EXPECT_EQ(cd.types(), (Types{"Provisioned", "Ready"}));
  cd.rules.policy = WritePolicy::Missing;
  EXPECT_FALSE(cd.write());
  cd.ownership.ours = {"ProvisionFailed"};
  EXPECT_EQ(cd.types(), (Types{"Provisioned", "Ready"}));
  EXPECT_TRUE(cd.write()->ours.empty());
}

TEST(StatusWriteList, IsReadFromTheDocument) {
  EXPECT_EQ(stored_list(R"({"status":{"conditions":[{"b":1,"a":2}]}})", "status.conditions"),
            R"([{"a":2,"b":1}])");
  for (const std::string_view none :
       {"", "7", "{}", R"({"status":[]})", R"({"status":{"conditions":null}})"}) {
    EXPECT_EQ(stored_list(none, "status.conditions"), "") << none;
  }
}

// --- turns ---

TEST(StatusWrite, TellsWhichConditionsTurn) {
  Spoken machine(core_object("Machine", with_list(item("Available") + "," + item("Ready") + "," +
                                                  item("Paused", "False"))),
                 {said("Available", Status::False), said("Ready", Status::True, "Other"),
                  said("Paused", Status::False), said("NodeReady")});
  machine.list[2].message = "other words";
  const std::vector<Turn> turns = machine.write()->turns;
  ASSERT_EQ(turns.size(), 3U);
  EXPECT_EQ(turns[0].before.status, Status::True);
  EXPECT_EQ(turns[0].after.status, Status::False);
  EXPECT_EQ(turns[1].after.reason, "Other");
  EXPECT_EQ(turns[2].after.type, "NodeReady");
  EXPECT_TRUE(turns[2].before.type.empty());
}

TEST(StatusWrite, AnotherNameIsNoTurn) {
  Spoken machine(core_object("Machine", with_list(item("Deleted", "False", "NotDeleted") + "," +
                                                  item("NodeHealthy", "True", "Healthy"))),
                 {said("Deleting", Status::False, "NotDeleted"),
                  said("NodeHealthy", Status::True, "NodeHealthy")});
  machine.settings.dialect = upstream_dialect();
  EXPECT_TRUE(machine.write()->turns.empty());
}

TEST(StatusWrite, TurnsBetweenTwoVerdictsAreOfComputedTypesOnly) {
  const Spoken machine(core_object("Machine", ""));
  const std::array before{said("Ready"), said("example.com/Gate")};
  const std::array after{said("Ready", Status::False), said("example.com/Gate", Status::False)};
  const auto turns = turns_between(*machine.judged.object, before, after, machine.settings.dialect);
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns.front().after.type, "Ready");
}

TEST(StatusWrite, KnowsWhoseTypesAreWhose) {
  const Spoken machine(core_object("Machine", ""));
  const Object& object = *machine.judged.object;
  EXPECT_TRUE(computes(object, "Deleted", proposal_dialect()));
  EXPECT_FALSE(computes(object, "Deleting", proposal_dialect()));
  EXPECT_TRUE(computes(object, "Deleting", upstream_dialect()));
  EXPECT_FALSE(computes(object, "Deleted", upstream_dialect()));
  EXPECT_FALSE(computes(object, "Updating", proposal_dialect()));
  EXPECT_TRUE(computes(object, "HealthCheckSucceeded", proposal_dialect()));
  EXPECT_FALSE(computes(object, "ScalingUp", proposal_dialect()));
  const Spoken np(hypershift_pool(""));
  EXPECT_TRUE(computes(*np.judged.object, "Progressing", proposal_dialect()));
  EXPECT_FALSE(computes(*np.judged.object, "Degraded", proposal_dialect()));
  const Spoken karpenter(pool("karpenter.sh", "v1", ""));
  EXPECT_TRUE(computes(*karpenter.judged.object, "Degraded", proposal_dialect()));
  EXPECT_FALSE(computes(*karpenter.judged.object, "Ready", proposal_dialect()));
  EXPECT_TRUE(only_telltale_writes(*karpenter.judged.object, "Degraded"));
  EXPECT_FALSE(only_telltale_writes(*karpenter.judged.object, "Ready"));
  EXPECT_FALSE(only_telltale_writes(object, "Ready"));
}

TEST(StatusWrite, SaysHowItIsSent) {
  EXPECT_EQ(content_type_of(Method::Apply), "application/apply-patch+yaml");
  EXPECT_EQ(content_type_of(Method::MergePatch), "application/merge-patch+json");
  EXPECT_EQ(query_of(Method::Apply), "fieldManager=telltale&force=true");
  EXPECT_EQ(query_of(Method::MergePatch), "fieldManager=telltale");
}

}  // namespace
}  // namespace telltale
