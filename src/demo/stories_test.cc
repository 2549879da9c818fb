// SPDX-License-Identifier: Apache-2.0
#include "demo/stories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "demo/living_fleet.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

constexpr Instant start{Seconds(1'767'225'600)};

std::string text_at(const json::ValueMap& document, std::string_view pointer) {
  boost::system::error_code missing;
  const json::Value whole(document);
  const json::Value* found = whole.find_pointer(pointer, missing);
  if (found == nullptr || !found->is_string()) return {};
  return std::string(found->get_string());
}

// Conditions that telltale writes on what it judges, and that nobody else may.
const std::map<std::string, std::set<std::string>, std::less<>>& telltales_own() {
  static const std::map<std::string, std::set<std::string>, std::less<>> own{
      {"Cluster", {"*"}},
      {"KubeadmControlPlane", {"*"}},
      {"MachineDeployment", {"*"}},
      {"MachineSet", {"*"}},
      {"Machine", {"Available", "Ready", "NodeHealthy", "InfrastructureReady", "Deleted"}},
      {"NodePool", {"Progressing", "Degraded"}},
      {"ClusterDeployment",
       {"Provisioned", "ProvisionFailed", "ProvisionStopped", "RequirementsMet", "DeprovisionError",
        "AuthenticationFailure", "DNSNotReady", "InstallImagesNotResolved"}}};
  return own;
}

void expect_sound(const Write& write) {
  const auto parsed = json::parse(json::print(write.document));
  ASSERT_TRUE(parsed) << to_text(write);
  EXPECT_FALSE(text_at(write.document, "/apiVersion").empty()) << to_text(write);
  EXPECT_FALSE(text_at(write.document, "/kind").empty()) << to_text(write);
  EXPECT_FALSE(text_at(write.document, "/metadata/name").empty()) << to_text(write);
}

void expect_telltales_conditions_left_alone(const Write& write) {
  const auto own = telltales_own().find(text_at(write.document, "/kind"));
  boost::system::error_code missing;
  const json::Value whole(write.document);
  const json::Value* list = whole.find_pointer("/status/conditions", missing);
  if (own == telltales_own().end() || list == nullptr) return;
  for (const json::Value& one : list->as_array()) {
    const std::string type(one.at("type").as_string());
    const bool theirs = own->second.contains("*") || own->second.contains(type);
    EXPECT_FALSE(theirs) << to_text(write) << " writes " << type;
  }
}

// What is in the world after some writes: names, without order.
class Shelf {
 public:
  void take(const Writes& writes) {
    for (const Write& write : writes) {
      if (write.verb == Write::Verb::Apply) names_.insert(path_of(write));
      if (write.verb == Write::Verb::Delete) names_.erase(path_of(write));
    }
  }
  const std::set<std::string>& names() const { return names_; }

 private:
  std::set<std::string> names_;
};

TEST(DemoStories, TellTheirBeatsInOrderAndWithinARound) {
  for (const Story& story : stories()) {
    EXPECT_TRUE(std::ranges::is_sorted(story.steps, {}, &StoryStep::at)) << story.name;
    ASSERT_FALSE(story.steps.empty()) << story.name;
    EXPECT_LT(story.steps.back().at, round_length) << story.name;
    for (const StoryStep& step : story.steps) EXPECT_FALSE(step.says.empty()) << story.name;
  }
  EXPECT_TRUE(std::ranges::is_sorted(all_steps(), {}, &StoryStep::at));
}

TEST(DemoStories, AreSixAndEachBeginsWithinHalfAMinute) {
  EXPECT_EQ(stories().size(), 6U);
  for (const Story& story : stories()) EXPECT_LT(story.steps.front().at, Seconds(30)) << story.name;
}

TEST(DemoStories, WriteSoundDocumentsOnly) {
  for (const std::uint64_t round : {0U, 1U}) {
    for (const StoryStep& step : all_steps()) {
      const Writes writes = step.writes({.now = start, .round = round, .request = "r"});
      EXPECT_FALSE(writes.empty()) << step.says;
      for (const Write& write : writes) {
        expect_sound(write);
        expect_telltales_conditions_left_alone(write);
      }
    }
  }
}

TEST(DemoStories, LeaveTheFleetAsTheyFoundItAfterTwoRounds) {
  Shelf shelf;
  shelf.take(fleet_writes({.now = start}));
  for (const StoryStep& step : all_steps()) shelf.take(step.writes({.now = start, .round = 0}));
  const std::set<std::string> after_one = shelf.names();
  for (const StoryStep& step : all_steps()) shelf.take(step.writes({.now = start, .round = 1}));
  const std::set<std::string> after_two = shelf.names();
  for (const StoryStep& step : all_steps()) shelf.take(step.writes({.now = start, .round = 2}));
  EXPECT_EQ(shelf.names(), after_one) << "the sets of the rollout take turns";
  for (const StoryStep& step : all_steps()) shelf.take(step.writes({.now = start, .round = 3}));
  EXPECT_EQ(shelf.names(), after_two);
}

TEST(DemoStories, CanBeBrokenOffAnywhereAndTakenUpAgain) {
  Shelf fresh;
  fresh.take(fleet_writes({.now = start}));
  const std::vector<StoryStep> steps = all_steps();
  for (std::size_t told = 0; told <= steps.size(); ++told) {
    Shelf shelf;
    shelf.take(fleet_writes({.now = start}));
    for (std::size_t index = 0; index < told; ++index) {
      shelf.take(steps[index].writes({.now = start}));
    }
    shelf.take(fleet_writes({.now = start}));
    EXPECT_EQ(shelf.names(), fresh.names()) << "after " << told << " beats";
  }
}

TEST(DemoStories, RollEveryMachineOverToTheOtherSet) {
  Shelf shelf;
  shelf.take(fleet_writes({.now = start}));
  for (const StoryStep& step : all_steps()) shelf.take(step.writes({.now = start, .round = 0}));
  const auto machine_of = [](const MachinePlan& plan) {
    return "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/" + plan.name;
  };
  for (std::uint64_t index = 0; index < rolling_replicas; ++index) {
    EXPECT_FALSE(shelf.names().contains(machine_of(rolling_set(0, 3).machine(index))));
    EXPECT_TRUE(shelf.names().contains(machine_of(rolling_set(1, 3).machine(index))));
  }
}

}  // namespace
}  // namespace telltale::demo
