// SPDX-License-Identifier: Apache-2.0
// Laws of the loop, whatever happens to it on the way: lost answers, conflicts, missed news, being
// killed. When the world stops changing, it says what it would have said had nothing happened.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconcile/cluster_for_test.h"
#include "reconcile/documents_for_test.h"

namespace telltale {
namespace {

constexpr int machines_max = 3;
constexpr std::string_view unprovisioned =
    R"(,"status":{"initialization":{"infrastructureProvisioned":false}})";

std::string machine_name(int number) { return format("m{}", number); }

// What the objects are, without what telltale made of them.
struct Desired {
  std::map<int, int> generations = {};      // of Machines that are there
  std::map<int, bool> infrastructure = {};  // of DockerMachines that are there: provisioned
};

void put_all(const Desired& desired, TestCluster& cluster) {
  cluster.put(cluster_json(unprovisioned));
  for (const auto& [number, generation] : desired.generations) {
    cluster.put(machine_json(machine_name(number), "", generation));
  }
  for (const auto& [number, provisioned] : desired.infrastructure) {
    cluster.put(docker_machine(machine_name(number), provisioned));
  }
}

class Story {
 public:
  Story() { put_all(desired_, cluster_); }

  void go_on() {
    switch (*rc::gen::inRange(0, 11)) {
      case 0:
      case 1:
        return put_infrastructure();
      case 2:
        return put_machine();
      case 3:
        return remove_machine();
      case 4:
        return cluster_.advance(Seconds(*rc::gen::inRange(1, 400)));
      case 5:
        return cluster_.restart();
      case 6:
        cluster_.watching = !cluster_.watching;
        return;
      case 7:
        return hinder();
      case 8:
        return die_half_way();
      default:
        cluster_.settle();
    }
  }

  // Nobody hinders it any more, and it hears of everything.
  void calm_down() {
    cluster_.interfere = {};
    cluster_.watching = true;
    cluster_.relist("cluster.x-k8s.io", "Cluster");
    cluster_.relist("cluster.x-k8s.io", "Machine");
    cluster_.relist("infrastructure.cluster.x-k8s.io", "DockerMachine");
    cluster_.settle();
    cluster_.advance(Seconds(1000));
  }

  TestCluster& cluster() { return cluster_; }
  const Desired& desired() const { return desired_; }

 private:
  void put_infrastructure() {
    const int number = *rc::gen::inRange(0, machines_max);
    desired_.infrastructure[number] = *rc::gen::arbitrary<bool>();
    cluster_.put(docker_machine(machine_name(number), desired_.infrastructure[number]));
  }
  void put_machine() {
    const int number = *rc::gen::inRange(0, machines_max);
    cluster_.put(machine_json(machine_name(number), "", ++desired_.generations[number]));
  }
  void remove_machine() {
    if (desired_.generations.empty()) return;
    const int number = desired_.generations.begin()->first;
    desired_.generations.erase(number);
    cluster_.remove(format("Machine/m{}", number));
  }
  // From now on some of what it asks for goes wrong; of what is lost some happened all the same.
  void hinder() {
    const auto fates = *rc::gen::container<std::vector<int>>(7, rc::gen::inRange(0, 8));
    cluster_.interfere = [this, fates, at = std::size_t{0}](
                             const Command& command) mutable -> std::optional<Outcome> {
      const int fate = fates[at++ % fates.size()];
      if (fate == 0) return Outcome{.how = Outcome::How::Conflict};
      if (fate == 1) return Outcome{.how = Outcome::How::Refused, .detail = "no"};
      if (fate == 2) return Outcome{.how = Outcome::How::Lost, .detail = "cut"};
      if (fate != 3) return std::nullopt;
      const auto again = std::exchange(cluster_.interfere, {});
      static_cast<void>(cluster_.perform(command));
      cluster_.interfere = again;
      return Outcome{.how = Outcome::How::Lost, .detail = "cut"};
    };
  }
  void die_half_way() {
    const std::vector<Command> commands = cluster_.loop().step(cluster_.now);
    const auto done = *rc::gen::inRange<std::size_t>(0, commands.size() + 1);
    for (std::size_t i = 0; i < done; ++i) static_cast<void>(cluster_.perform(commands[i]));
    cluster_.restart();
  }

  Desired desired_{.generations = {{0, 1}, {1, 1}}, .infrastructure = {{0, false}}};
  TestCluster cluster_;
};

// "Machine/m0 Ready=False/NotReady" and so on.
std::vector<std::string> said(const TestCluster& cluster, const Desired& desired) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name) {
    const json::Value& object = cluster.object(name);
    if (!object.as_object().contains("status")) return;
    const auto* list = object.at("status").as_object().if_contains("conditions");
    if (list == nullptr) return;
    for (const json::Value& one : list->as_array()) {
      lines.push_back(format("{} {}={}/{}: {}", name, std::string_view(one.at("type").as_string()),
                             std::string_view(one.at("status").as_string()),
                             std::string_view(one.at("reason").as_string()),
                             std::string_view(one.at("message").as_string())));
    }
  };
  add("Cluster/c1");
  for (const auto& [number, generation] : desired.generations) add(format("Machine/m{}", number));
  std::ranges::sort(lines);
  return lines;
}

RC_GTEST_PROP(ReconcilerProperty, EndsAsIfNothingHadHappenedOnTheWay, ()) {
  Story story;
  const int length = *rc::gen::inRange(0, 40);
  for (int i = 0; i < length; ++i) story.go_on();
  story.calm_down();
  TestCluster fresh;
  fresh.now = story.cluster().now;
  put_all(story.desired(), fresh);
  fresh.settle();
  RC_ASSERT(said(story.cluster(), story.desired()) == said(fresh, story.desired()));
}

RC_GTEST_PROP(ReconcilerProperty, ComesToRestAndStaysThere, ()) {
  Story story;
  const int length = *rc::gen::inRange(0, 40);
  for (int i = 0; i < length; ++i) story.go_on();
  story.calm_down();
  TestCluster& cluster = story.cluster();
  const std::size_t writes = cluster.writes;
  const std::size_t events = cluster.events.size();
  cluster.restart();
  cluster.settle();
  cluster.advance(Seconds(100'000));
  RC_ASSERT(cluster.writes == writes);
  RC_ASSERT(cluster.events.size() == events);
  RC_ASSERT(cluster.loop().figures().backing_off == 0U);
}

RC_GTEST_PROP(ReconcilerProperty, WritesOnlyChangesAndMovesTimesOnlyWithTheStatus, ()) {
  Story story;
  const int length = *rc::gen::inRange(0, 40);
  for (int i = 0; i < length; ++i) story.go_on();
  story.calm_down();
  RC_ASSERT(story.cluster().idle_writes == 0U);
  RC_ASSERT(story.cluster().torn_times == 0U);
}

}  // namespace
}  // namespace telltale
