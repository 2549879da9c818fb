// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/etcd.h"

#include <memory>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/controlplane/choose_machine.h"
#include "catalog/controlplane/health.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::controlplane {
namespace {

using enum Status;
using ladders::now;

constexpr std::string_view member_types[] = {"EtcdMemberHealthy"};

// Machines m1, m2, ... on Nodes n1, n2, ...; each test states their conditions.
class Crew {
 public:
  std::string more = "";  // of the next Machines' spec, and of their metadata
  std::string metadata = "";

  Judged& add(std::vector<Condition> conditions, std::string_view node = "yes",
              std::string_view provider_id = "x") {
    const std::size_t number = worlds_.size() + 1;
    const std::string name = node.empty() ? "" : format("n{}", number);
    const std::string text = format(
        R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":)"
        R"("default","name":"m{}"{}}},"spec":{{"clusterName":"c1","providerID":"{}"{}}},)"
        R"("status":{{"nodeRef":{{"name":"{}"}}}}}})",
        number, metadata, provider_id, more, name);
    worlds_.push_back(std::make_unique<World>(world_of({text})));
    lists_.push_back(std::make_unique<std::vector<Condition>>(std::move(conditions)));
    judged_.push_back(std::make_unique<Judged>(
        Judged{.object = &worlds_.back()->objects().front(), .conditions = *lists_.back()}));
    own_.push_back({judged_.back().get(), tie_of(*worlds_.back(), *judged_.back()->object)});
    return *judged_.back();
  }
  Machines machines() const { return own_; }

 private:
  std::vector<std::unique_ptr<World>> worlds_;
  std::vector<std::unique_ptr<std::vector<Condition>>> lists_;
  std::vector<std::unique_ptr<Judged>> judged_;
  std::vector<OwnMachine> own_;
};

Condition member(Status status, std::string_view message = "", Seconds age = Seconds(60)) {
  return {.type = "EtcdMemberHealthy",
          .status = status,
          .reason = "Told",
          .message = message,
          .last_transition = now - age};
}

TEST(ControlPlaneEtcd, TakesEachMachineWithANodeForAVotingMember) {
  Crew crew;
  crew.add({member(True)});
  crew.add({member(False)});
  crew.add({}, "");
  const auto members = members_by_machines(crew.machines());
  ASSERT_EQ(members.size(), 2U);
  const Etcd etcd = count_members(members, crew.machines(), now);
  EXPECT_TRUE(etcd.known);
  EXPECT_EQ(etcd.voting, 2);
  EXPECT_EQ(etcd.quorum(), 2);
  EXPECT_EQ(etcd.members.healthy, 1);
  EXPECT_FALSE(etcd.has_quorum());
}

TEST(ControlPlaneEtcd, KnowsNoMembersWithoutNodes) {
  Crew crew;
  crew.add({}, "");
  EXPECT_FALSE(count_members(members_by_machines(crew.machines()), crew.machines(), now).known);
}

TEST(ControlPlaneEtcd, CountsNeitherLearnersNorTheNamelessAsHealthy) {  // defect f
  Crew crew;
  crew.add({member(True)});
  crew.add({member(True)});
  crew.add({member(True)});
  const EtcdMember members[] = {
      {.name = "n1"}, {.name = "n2"}, {.name = "n3", .learner = true}, {.name = "", .id = 7}};
  const Etcd etcd = count_members(members, crew.machines(), now);
  EXPECT_EQ(etcd.members.total, 4);
  EXPECT_EQ(etcd.voting, 2);
  EXPECT_EQ(etcd.learners, 2);
  EXPECT_EQ(etcd.members.healthy, 2);
}

TEST(ControlPlaneEtcd, NoticesTroubleTheSecondAfterTenSeconds) {
  Crew crew;
  crew.add({member(False, "", Seconds(10))});
  const auto members = members_by_machines(crew.machines());
  const Share young = count_members(members, crew.machines(), now).members;
  EXPECT_EQ(young.newly_troubled, 1);
  EXPECT_EQ(young.troubled, 0);
  EXPECT_EQ(young.next_troubled, now + Seconds(1));
  const Share old = count_members(members, crew.machines(), now + Seconds(1)).members;
  EXPECT_EQ(old.troubled, 1);
  EXPECT_EQ(old.next_troubled, no_time);
}

TEST(ControlPlaneEtcd, GivesAStrangeMemberToTheOnlyMachineThatIsBeingMade) {
  Crew crew;
  crew.add({member(True)});
  crew.add({member(True)}, "");
  const EtcdMember members[] = {{.name = "n1"}, {.name = "n9"}};
  EXPECT_EQ(count_members(members, crew.machines(), now).members.healthy, 2);
  crew.add({member(True)}, "");
  EXPECT_EQ(count_members(members, crew.machines(), now).members.healthy, 1);
  EXPECT_EQ(count_members(members, crew.machines(), now).members.troubled, 1);
}

TEST(ControlPlaneEtcd, DoesNotCountMachinesWithoutAProviderId) {
  Crew crew;
  crew.add({member(True)});
  crew.add({member(Unknown)}, "", "");
  const Share share = count_well(crew.machines(), member_types, now);
  EXPECT_EQ(share.total, 2);
  EXPECT_EQ(share.healthy, 1);
  EXPECT_EQ(share.newly_troubled + share.troubled, 0);
}

TEST(ControlPlaneHealth, TellsOfMembersWithoutMachines) {  // golden string 7
  Crew crew;
  crew.add({member(False, "Etcd reports alarms: NOSPACE")});
  const EtcdMember members[] = {{.name = "n1"}, {.name = "m9"}};
  const auto errors = members_without_machine(members, crew.machines());
  const Health health = add_up(crew.machines(), member_types, errors);
  EXPECT_TRUE(health.bad);
  EXPECT_EQ(health.story,
            "* Machine m1:\n  * EtcdMemberHealthy: Etcd reports alarms: NOSPACE\n"
            "* Etcd member m9 does not have a corresponding Machine");
}

TEST(ControlPlaneHealth, NamesAMemberWithoutANameByItsId) {
  const EtcdMember members[] = {{.name = "", .id = 42}};
  EXPECT_EQ(members_without_machine(members, {}),
            std::vector<std::string>{
                "Etcd member 42 (Name not yet assigned) does not have a corresponding Machine"});
}

constexpr std::string_view two_types[] = {"APIServerPodHealthy", "SchedulerPodHealthy"};

std::vector<Condition> pods(Status api, std::string_view api_text, Status scheduler,
                            std::string_view scheduler_text) {
  return {{.type = two_types[0], .status = api, .reason = "R", .message = api_text},
          {.type = two_types[1], .status = scheduler, .reason = "R", .message = scheduler_text}};
}

TEST(ControlPlaneHealth, GroupsMachinesThatTellTheSameStory) {
  Crew crew;
  crew.add(pods(True, "", False, "Pod does not exist"));
  for (int i = 0; i < 4; ++i) crew.add(pods(Unknown, "Node is gone", Unknown, "Node is gone"));
  const Health health = add_up(crew.machines(), two_types);
  EXPECT_TRUE(health.bad);
  EXPECT_TRUE(health.unknown);
  EXPECT_EQ(health.story,
            "* Machines m2, m3, m4, ... (1 more):\n  * Control plane components: Node is gone\n"
            "* Machine m1:\n  * SchedulerPodHealthy: Pod does not exist");
}

TEST(ControlPlaneHealth, OrdersStoriesOfAsManyMachinesByName) {
  Crew crew;
  crew.add(pods(False, "z", True, ""));
  crew.add(pods(False, "a", True, ""));
  EXPECT_EQ(add_up(crew.machines(), two_types).story,
            "* Machine m1:\n  * APIServerPodHealthy: z\n* Machine m2:\n  * APIServerPodHealthy: a");
}

TEST(ControlPlaneHealth, SaysTheStatusWhereThereIsNoMessage) {
  Crew crew;
  crew.add(pods(False, "", True, ""));
  crew.add({{.type = two_types[0], .status = Unknown, .reason = "R"}});
  EXPECT_EQ(add_up(crew.machines(), two_types).story,
            "* Machine m1:\n  * APIServerPodHealthy: condition is False\n"
            "* Machine m2:\n  * APIServerPodHealthy: condition is Unknown");
}

TEST(ControlPlaneHealth, PassesOverWhatIsUnknownOfAMachineThatHasOnlyBegun) {
  Crew crew;
  crew.add(pods(Unknown, "Waiting", Unknown, "Waiting"), "", "");
  const Health health = add_up(crew.machines(), two_types);
  EXPECT_TRUE(health.good);
  EXPECT_FALSE(health.unknown);
  EXPECT_EQ(health.story, "");
}

// A Node's marks count where they are a gate of the Machine, and only as a complaint of their own.
TEST(ControlPlaneHealth, CountsTheMarksOfANodeAmongTheComponents) {
  const auto told = [](std::string_view message) {
    std::vector<Condition> conditions = pods(False, "m", False, "m");
    conditions.push_back({.type = "Marks", .status = False, .reason = "R", .message = message});
    return conditions;
  };
  Crew crew;
  crew.more = R"(,"readinessGates":[{"conditionType":"Marks"}])";
  crew.add(told("no label"));
  crew.add(told("m"));
  crew.more = "";
  crew.add(told("no label"));
  const Health health = add_up_with_node(crew.machines(), two_types, "Marks", {});
  EXPECT_EQ(health.story,
            "* Machines m2, m3:\n  * Control plane components: m\n"
            "* Machine m1:\n  * Control plane components: m\n  * Marks: no label");
}

TEST(ControlPlaneMembers, MatchTheMachinesOnceTheirNodesAreOld) {
  Crew crew;
  crew.add({});
  crew.add({});
  const auto node = [](std::string_view name, std::string_view created) {
    return format(R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{}",)"
                  R"("creationTimestamp":"{}","annotations":{{"cluster.x-k8s.io/cluster-name":)"
                  R"("c1","cluster.x-k8s.io/cluster-namespace":"default"}}}}}})",
                  name, created);
  };
  const EtcdMember members[] = {{.name = "n1"}};
  const World young =
      world_of({node("n1", "2026-01-01T00:00:00Z"), node("n2", format_rfc3339(now - Seconds(60)))});
  const Match waits = match_members(members, crew.machines(), young, now);
  EXPECT_TRUE(waits.holds);
  EXPECT_EQ(waits.until, now + Seconds(61));
  EXPECT_FALSE(match_members(members, crew.machines(), young, waits.until).holds);
}

TEST(ControlPlaneMembers, DoNotMatchWhereOneHasNoMachine) {
  Crew crew;
  crew.add({});
  const EtcdMember members[] = {{.name = "n1"}, {.name = "stray"}};
  const World world = world_of({});
  EXPECT_FALSE(match_members(members, crew.machines(), world, now).holds);
  crew.add({}, "");  // one that is still being made may be the stray one
  EXPECT_TRUE(match_members(members, crew.machines(), world, now).holds);
}

// Whom a control plane would remove next.

std::string chosen(const Crew& crew, std::string_view cluster_status = "{}") {
  const World world =
      world_of({format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":{{)"
                       R"("namespace":"default","name":"c1"}},"status":{}}})",
                       cluster_status)});
  const OwnMachine* found =
      choose_for_removal(crew.machines(), &world.objects().front(), two_types);
  return found == nullptr ? "nobody" : std::string(found->object().key.name);
}

TEST(ControlPlaneRemoval, TakesTheOldestOfThoseThatComeFirst) {
  EXPECT_EQ(chosen(Crew()), "nobody");
  Crew crew;
  crew.metadata = R"(,"creationTimestamp":"2026-01-01T02:00:00Z")";
  crew.add({});
  crew.metadata = R"(,"creationTimestamp":"2026-01-01T01:00:00Z")";
  crew.add({});
  EXPECT_EQ(chosen(crew), "m2");
  crew.metadata = R"(,"creationTimestamp":"2026-01-01T03:00:00Z")";
  crew.add({{.type = "UpToDate", .status = False, .reason = "NotUpToDate"}});
  EXPECT_EQ(chosen(crew), "m3");
  crew.metadata = R"(,"creationTimestamp":"2026-01-01T04:00:00Z")";
  crew.add({{.type = "UpToDate", .status = False, .reason = "NotUpToDate"},
            {.type = two_types[0], .status = False, .reason = "R"}});
  EXPECT_EQ(chosen(crew), "m4");
  crew.metadata = R"(,"annotations":{"cluster.x-k8s.io/delete-machine":""})";
  crew.add({});
  EXPECT_EQ(chosen(crew), "m5");
}

TEST(ControlPlaneRemoval, LooksAtFailureDomains) {
  Crew crew;
  const auto add = [&](std::string_view domain, int hour) {
    crew.more = format(R"(,"failureDomain":"{}")", domain);
    crew.metadata = format(R"(,"creationTimestamp":"2026-01-01T0{}:00:00Z")", hour);
    crew.add({});
  };
  add("a", 1);
  add("b", 3);
  add("b", 2);
  const std::string_view list =
      R"({"failureDomains":[{"name":"a","controlPlane":true},{"name":"b","controlPlane":true}]})";
  const std::string_view map =
      R"({"failureDomains":{"a":{"controlPlane":true},"b":{"controlPlane":true}}})";
  EXPECT_EQ(chosen(crew, list), "m3");
  EXPECT_EQ(chosen(crew, map), "m3");
  add("gone", 4);
  EXPECT_EQ(chosen(crew, list), "m4");
}

TEST(ControlPlaneHealth, KnowsNothingWhereNobodyReports) {
  Crew crew;
  crew.add({});
  const Health health = add_up(crew.machines(), two_types);
  EXPECT_FALSE(health.good || health.bad || health.unknown || health.not_collected);
}

}  // namespace
}  // namespace telltale::controlplane
