// SPDX-License-Identifier: Apache-2.0
#include "reconcile/reconciler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "reconcile/cluster_for_test.h"
#include "reconcile/documents_for_test.h"

namespace telltale {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class ReconcilerTest : public testing::Test {
 protected:
  ReconcilerTest() {
    cluster_.put(cluster_json());
    cluster_.put(machine_json("m1"));
    cluster_.put(docker_machine("m1", false));
  }

  TestCluster cluster_;
};

TEST_F(ReconcilerTest, SetsConditionsOnTheFirstVisit) {
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
  EXPECT_EQ(cluster_.condition("Machine/m1", "BootstrapConfigReady"), "True/DataSecretProvided");
  EXPECT_NE(cluster_.condition("Cluster/c1", "Available"), "");
}

TEST_F(ReconcilerTest, TellsWhichConditionsFindNoRoom) {
  std::string theirs;
  for (int i = 0; i < 31; ++i) {
    theirs += format(R"({}{{"type":"T{}","status":"True","reason":"R","message":"",)"
                     R"("lastTransitionTime":"2026-01-01T10:00:00Z"}})",
                     i == 0 ? "" : ",", i);
  }
  cluster_.put(machine_json("m2", format(R"(,"status":{{"conditions":[{}]}})", theirs)));
  std::vector<std::string> told;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    for (const KubeEvent& event : command.events) told.push_back(event.document);
    return {};
  };
  cluster_.settle();
  EXPECT_NE(cluster_.condition("Machine/m2", "Ready"), "");
  EXPECT_EQ(cluster_.condition("Machine/m2", "Available"), "");
  EXPECT_THAT(told, Contains(AllOf(HasSubstr(R"("reason":"ConditionsLeftOut")"),
                                   HasSubstr("left out: Available, "))));
}

TEST_F(ReconcilerTest, WritesNothingInAnUnchangedWorld) {
  cluster_.settle();
  const std::size_t writes = cluster_.writes;
  cluster_.loop().trees().mark_all_dirty();
  cluster_.settle();
  EXPECT_EQ(cluster_.writes, writes);
}

TEST_F(ReconcilerTest, WritesNothingAfterARestart) {
  cluster_.settle();
  const std::size_t writes = cluster_.writes;
  cluster_.restart();
  cluster_.settle();
  EXPECT_EQ(cluster_.writes, writes);
}

TEST_F(ReconcilerTest, JudgesNothingBeforeItMayBegin) {
  Reconciler loop(TestCluster::all_written());
  loop.trees().put(json::print(cluster_.object("Machine/m1")), {});
  EXPECT_TRUE(loop.step(cluster_.now).empty());
  EXPECT_FALSE(loop.has_work(cluster_.now));
}

TEST_F(ReconcilerTest, FollowsAChangeUpTheTree) {
  cluster_.settle();
  cluster_.put(docker_machine("m1", true));
  cluster_.settle();
  EXPECT_THAT(cluster_.condition("Machine/m1", "InfrastructureReady"), HasSubstr("True/"));
}

TEST_F(ReconcilerTest, WritesEveryObjectAtMostOnceAtATime) {
  for (const Command& command : cluster_.loop().step(cluster_.now)) {
    EXPECT_EQ(command.what, Command::What::WriteStatus);
  }
  cluster_.loop().trees().mark_all_dirty();
  EXPECT_TRUE(cluster_.loop().step(cluster_.now).empty());
}

TEST_F(ReconcilerTest, ReadsAgainAfterAConflictAndKeepsWhatOthersWrote) {
  cluster_.watching = false;  // Somebody writes, and we do not hear of it.
  cluster_.put(machine_json("m1", R"(,"status":{"conditions":[{"type":"Foreign","status":"True",)"
                                  R"("reason":"Theirs","message":"",)"
                                  R"("lastTransitionTime":"2026-01-01T11:00:00Z"}]})"));
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Machine/m1", "Foreign"), "True/Theirs");
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
  EXPECT_GE(cluster_.loop().figures().conflicts, 1U);
}

TEST_F(ReconcilerTest, LeavesAnObjectAloneForAWhileWhenOthersAreAlwaysFaster) {
  unsigned attempts = 0;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus || command.target.kind != "Machine") return {};
    ++attempts;
    return Outcome{.how = Outcome::How::Conflict};
  };
  cluster_.settle();
  EXPECT_EQ(attempts, 3U);
  ASSERT_TRUE(cluster_.loop().wake());
  cluster_.interfere = {};
  cluster_.advance(Seconds(2));
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
}

TEST_F(ReconcilerTest, WritesSoonAfterAStormOfOthersHoweverLongItWas) {
  cluster_.interfere = [](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus || command.target.kind != "Machine") return {};
    return Outcome{.how = Outcome::How::Conflict};
  };
  cluster_.settle();
  for (int minute = 0; minute < 10; ++minute) cluster_.advance(Seconds(60));
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "");
  cluster_.interfere = {};
  cluster_.advance(Seconds(3));
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
}

TEST_F(ReconcilerTest, ReadsBeforeItWritesAgainWhenAnAnswerWasLost) {
  bool lose = true;
  std::vector<Command::What> asked;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.target.kind != "Machine") return {};
    asked.push_back(command.what);
    if (!std::exchange(lose, false)) return {};
    cluster_.interfere = {};
    static_cast<void>(cluster_.perform(command));  // It happened; only the answer was lost.
    return Outcome{.how = Outcome::How::Lost, .detail = "cut"};
  };
  cluster_.settle();
  const std::size_t writes = cluster_.writes;
  cluster_.advance(Seconds(5));
  EXPECT_EQ(cluster_.writes, writes);
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
}

TEST_F(ReconcilerTest, BacksOffFromWhatTheServerRefusesAndSaysWhy) {
  unsigned attempts = 0;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.target.kind != "Machine") return {};
    ++attempts;
    return Outcome{.how = Outcome::How::Refused, .detail = "forbidden"};
  };
  cluster_.settle();
  EXPECT_EQ(attempts, 1U);
  EXPECT_THAT(cluster_.log, Contains(HasSubstr("Machine d/m1: the server refuses: forbidden")));
  cluster_.advance(Seconds(10));
  EXPECT_EQ(attempts, 4U);  // after 1, 3 and 7 seconds
}

TEST_F(ReconcilerTest, NeverGoesBackToAnOlderState) {
  cluster_.settle();
  const std::string before = json::print(cluster_.object("Machine/m1"));
  cluster_.put(machine_json("m1", R"(,"status":{})"));
  cluster_.settle();
  const std::size_t writes = cluster_.writes;
  EXPECT_EQ(cluster_.loop().trees().put(before, {}), TreeIndex::Effect::Stale);
  cluster_.settle();
  EXPECT_EQ(cluster_.writes, writes);
}

TEST_F(ReconcilerTest, ForgetsAnObjectThatTheServerSaysIsGone) {
  cluster_.watching = false;
  cluster_.remove("Machine/m1");
  cluster_.settle();
  EXPECT_EQ(cluster_.loop().trees().find({"cluster.x-k8s.io", "Machine", "d", "m1", {}}), nullptr);
}

TEST_F(ReconcilerTest, GivesTheSameResultHoweverManyChangesWereSeenAsOne) {
  TestCluster other;
  for (const bool provisioned : {false, true, false}) {
    cluster_.put(docker_machine("m1", provisioned));
    cluster_.settle();
  }
  other.put(cluster_json());
  other.put(machine_json("m1"));
  other.put(docker_machine("m1", false));
  other.settle();
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"),
            other.condition("Machine/m1", "InfrastructureReady"));
}

TEST_F(ReconcilerTest, TreatsAnObjectOfTheSameNameAsAnother) {
  cluster_.settle();
  cluster_.watching = false;  // The deletion and the creation are seen as one.
  cluster_.remove("Machine/m1");
  cluster_.watching = true;
  cluster_.put(machine_json("m1"));
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
}

TEST_F(ReconcilerTest, WritesNothingWhenItOnlyObserves) {
  ReconcilerOptions options;
  options.rules.policy = WritePolicy::None;
  TestCluster observing(options);
  observing.put(cluster_json());
  observing.put(machine_json("m1"));
  observing.settle();
  EXPECT_EQ(observing.writes, 0U);
  EXPECT_GT(observing.loop().figures().judged_objects, 0U);
}

TEST_F(ReconcilerTest, LeavesTreesOfOtherReplicasAlone) {
  cluster_.loop().set_share([](std::string_view) { return false; });
  EXPECT_EQ(cluster_.settle(), 0U);
  cluster_.loop().set_share([](std::string_view tree) { return tree == "capi/d/c1"; });
  EXPECT_GT(cluster_.settle(), 0U);
}

TEST_F(ReconcilerTest, WakesWhenTimeAloneChangesSomething) {
  const auto connection = [](std::string_view status) {
    return format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
                  R"("metadata":{{"namespace":"d","name":"c1"}},"status":{{{}}}}})",
                  status);
  };
  cluster_.loop().trees().put(connection(R"("connected":true)"), {});
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Cluster/c1", "RemoteConnectionProbe"), "True/ProbeSucceeded");
  cluster_.loop().trees().put(connection(R"("connected":false,"consecutiveFailures":7,)"
                                         R"("lastProbeSuccessTime":"2026-01-01T12:00:00Z")"),
                              {});
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Cluster/c1", "RemoteConnectionProbe"), "True/ProbeSucceeded");
  cluster_.advance(Seconds(40));
  EXPECT_EQ(cluster_.condition("Cluster/c1", "RemoteConnectionProbe"), "True/ProbeSucceeded");
  cluster_.advance(Seconds(1));
  EXPECT_EQ(cluster_.condition("Cluster/c1", "RemoteConnectionProbe"), "False/ProbeFailed");
}

// The answer to a write may arrive behind the news that the object is gone.
TEST_F(ReconcilerTest, DoesNotBringBackAnObjectByALateAnswer) {
  const std::vector<Command> commands = cluster_.loop().step(cluster_.now);
  const auto about_machine =
      std::ranges::find_if(commands, [](const Command& one) { return one.target.name == "m1"; });
  ASSERT_NE(about_machine, commands.end());
  const Outcome late = cluster_.perform(*about_machine);
  ASSERT_EQ(late.how, Outcome::How::Done);
  cluster_.remove("Machine/m1");
  cluster_.loop().finished(about_machine->id, late, cluster_.now);
  EXPECT_EQ(cluster_.loop().trees().find({"cluster.x-k8s.io", "Machine", "d", "m1", {}}), nullptr);
}

TEST_F(ReconcilerTest, WaitsLongerEachTimeAWriteIsLostThoughReadingWorks) {
  std::vector<Instant> attempts;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus || command.target.kind != "Machine") return {};
    attempts.push_back(cluster_.now);
    return Outcome{.how = Outcome::How::Lost, .detail = "cut"};
  };
  cluster_.settle();
  cluster_.advance(Seconds(20));
  ASSERT_EQ(attempts.size(), 5U);  // at 0, 1, 3, 7 and 15 seconds
  EXPECT_EQ(attempts.back() - attempts.front(), Seconds(15));
  EXPECT_EQ(cluster_.loop().figures().backing_off, 1U);
  cluster_.interfere = {};
  cluster_.advance(Seconds(20));
  EXPECT_EQ(cluster_.loop().figures().backing_off, 0U);
}

TEST_F(ReconcilerTest, KeepsAnObjectThatIsThereThoughThereIsNothingToWriteTo) {
  unsigned attempts = 0;
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus || command.target.kind != "Machine") return {};
    ++attempts;
    return Outcome{.how = Outcome::How::NotFound, .detail = "no such page"};
  };
  cluster_.settle();
  cluster_.advance(Seconds(60));
  EXPECT_NE(cluster_.loop().trees().find({"cluster.x-k8s.io", "Machine", "d", "m1", {}}), nullptr);
  EXPECT_LE(attempts, 10U);
}

TEST_F(ReconcilerTest, ForgetsConflictsOnceThereIsNothingToSay) {
  cluster_.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus || command.target.kind != "Machine") return {};
    static_cast<void>(std::exchange(cluster_.interfere, {}));
    return Outcome{.how = Outcome::How::Conflict};
  };
  cluster_.settle();
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
  EXPECT_EQ(cluster_.loop().figures().backing_off, 0U);
}

TEST_F(ReconcilerTest, KeepsToTheNumberOfCommandsUnderWay) {
  ReconcilerOptions options = TestCluster::all_written();
  options.in_flight_max = 1;
  TestCluster narrow(options);
  for (const std::string_view name : {"c1", "c2", "c3"}) {
    narrow.put(format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":)"
                      R"({{"namespace":"d","name":"{}","generation":1}},"spec":{{}}}})",
                      name));
  }
  EXPECT_EQ(narrow.loop().step(narrow.now).size(), 1U);
  EXPECT_FALSE(narrow.loop().has_work(narrow.now));
  EXPECT_TRUE(narrow.loop().step(narrow.now).empty());
  EXPECT_EQ(narrow.loop().figures().dirty_trees, 2U);
}

TEST_F(ReconcilerTest, GoesOnWithATreeThatBecameOursWhileCommandsWereUnderWay) {
  const std::vector<Command> commands = cluster_.loop().step(cluster_.now);
  ASSERT_FALSE(commands.empty());
  cluster_.loop().set_share([](std::string_view) { return false; });
  for (const Command& command : commands) {
    cluster_.loop().finished(command.id, {.how = Outcome::How::Lost, .detail = "not ours"},
                             cluster_.now);
  }
  EXPECT_EQ(cluster_.settle(), 0U);
  cluster_.loop().set_share({});
  cluster_.advance(Seconds(5));
  EXPECT_EQ(cluster_.condition("Machine/m1", "InfrastructureReady"), "False/NotReady");
}

// A pool whose only Machine cannot be had.
void put_failing_pool(TestCluster& cluster) {
  using namespace hypershift_nodepool;
  cluster.put(text_of(
      PoolDocument{.desired = 1, .available = 0, .conditions = std::vector<ConditionDocument>{}}));
  cluster.put(text_of(WorkloadDocument{.desired = 1, .existing = 1, .available = 0}));
  cluster.put(text_of(MachineDocument{.conditions = std::vector<ConditionDocument>{}}));
  cluster.put(text_of(failing("m1", quota_error, "10:00:00")));
}

ReconcilerOptions with_gates() {
  ReconcilerOptions options = TestCluster::all_written();
  options.rules.gates.node_pool_progressing = true;
  return options;
}

bool remembers(Reconciler& loop) {
  for (const TreeIndex::ObjectTree* tree : loop.trees().trees()) {
    for (const TreeIndex::Entry* entry : tree->entries) {
      if (entry->object().key.kind == "Memory") return true;
    }
  }
  return false;
}

TEST(ReconcilerMemory, TravelsWithTheStatusThatFollowsFromIt) {
  TestCluster cluster(with_gates());
  std::vector<Command> asked;
  cluster.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.target.kind == "NodePool") asked.push_back(command);
    return {};
  };
  put_failing_pool(cluster);
  cluster.settle();
  // What was written of its MachineDeployment meanwhile starts another clock, which says nothing.
  ASSERT_EQ(std::ranges::count(asked, Command::What::WriteStatus, &Command::what), 1);
  EXPECT_EQ(asked.front().what, Command::What::WriteStatus);
  EXPECT_THAT(asked.front().memory, HasSubstr("CloudQuotaExceeded"));
  EXPECT_EQ(cluster.memories().size(), 1U);
  EXPECT_TRUE(remembers(cluster.loop()));
}

TEST(ReconcilerMemory, IsBelievedOnlyOnceTheStatusIsWritten) {
  TestCluster cluster(with_gates());
  cluster.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.memory.empty()) return {};
    return Outcome{.how = Outcome::How::Refused, .detail = "forbidden"};
  };
  put_failing_pool(cluster);
  cluster.settle();
  EXPECT_EQ(cluster.condition("NodePool/np", "Progressing"), "");
  EXPECT_FALSE(remembers(cluster.loop()));
  cluster.interfere = {};
  cluster.advance(Seconds(5));
  EXPECT_NE(cluster.condition("NodePool/np", "Progressing"), "");
  EXPECT_TRUE(remembers(cluster.loop()));
}

// The sign of recovery is a difference to what was remembered, which the new memory no longer has.
TEST(ReconcilerMemory, DoesNotLoseTheSignOfRecovery) {
  using namespace hypershift_nodepool;
  TestCluster cluster(with_gates());
  put_failing_pool(cluster);
  cluster.settle();
  ASSERT_EQ(cluster.condition("NodePool/np", "Progressing"), "False/CloudQuotaExceeded");
  json::Value pool = cluster.object("NodePool/np");
  pool.as_object()["spec"].as_object()["replicas"] = 2;
  pool.as_object()["status"].as_object()["replicas"] = 1;
  cluster.put(text_of(WorkloadDocument{.desired = 2, .existing = 2, .available = 1}));
  cluster.put(text_of(
      InfrastructureDocument{.name = "m1", .conditions = std::vector<ConditionDocument>{}}));
  cluster.put(json::print(pool));
  cluster.advance(Seconds(120));
  EXPECT_EQ(cluster.condition("NodePool/np", "Progressing"), "True/Recovering");
}

TEST(ReconcilerMemory, OfWhoOnlyObservesIsKeptSoThatClocksRun) {
  ReconcilerOptions options;
  options.rules.policy = WritePolicy::None;
  TestCluster observing(options);
  put_failing_pool(observing);
  EXPECT_EQ(observing.settle(), 0U);
  EXPECT_TRUE(remembers(observing.loop()));
  EXPECT_FALSE(observing.loop().has_work(observing.now));
}

std::size_t lines_with(const TestCluster& cluster, std::string_view words) {
  return static_cast<std::size_t>(std::ranges::count_if(
      cluster.log, [&](const std::string& line) { return line.contains(words); }));
}

TEST(ReconcilerGates, ThatAreOnTellOfEveryCheckAndOfRecovery) {
  TestCluster cluster(with_gates());
  put_failing_pool(cluster);
  cluster.settle();
  EXPECT_EQ(lines_with(cluster, "NodePool clusters/np: checking for failure conditions"), 1U);
  const auto recoveries = [&] {
    return lines_with(cluster,
                      "NodePool clusters/np: checking for recovery from CloudQuotaExceeded");
  };
  EXPECT_EQ(recoveries(), 1U) << "from the first look that finds the failure shown";
  cluster.advance(Seconds(301));
  EXPECT_EQ(recoveries(), 2U);
}

TEST(ReconcilerGates, ThatAreOffTellNothingAndStillRemember) {
  ReconcilerOptions options = TestCluster::all_written();
  options.rules.gates.node_pool_progressing = false;
  TestCluster cluster(options);
  put_failing_pool(cluster);
  cluster.settle();
  cluster.advance(Seconds(301));
  EXPECT_EQ(cluster.condition("NodePool/np", "Progressing"), "");
  EXPECT_EQ(lines_with(cluster, "NodePool"), 0U);
  EXPECT_TRUE(std::ranges::none_of(
      cluster.events, [](const std::string& name) { return name.starts_with("np."); }));
  EXPECT_TRUE(remembers(cluster.loop())) << "the verdict goes on";
}

}  // namespace
}  // namespace telltale
