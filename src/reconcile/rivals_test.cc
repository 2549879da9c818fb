// SPDX-License-Identifier: Apache-2.0
// Beside others. The law, under `missing`: beside any writer that keeps writing, telltale's writes
// of that type end, and no object loses a condition.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/patch/merge_patch.h"
#include "json/print.h"
#include "reconcile/cluster_for_test.h"
#include "reconcile/documents_for_test.h"
#include "reconcile/reconciler.h"
#include "report/status/release.h"
#include "schema/fields/managed_fields.h"

namespace telltale {
namespace {

// A management cluster that telltale shares with others, and that keeps managedFields as an API
// server does (schema/): whoever updates or applies owns what it changed. Tells how often telltale
// changed a condition, and whether an object ever lost one.
class SharedCluster {
 public:
  explicit SharedCluster(ReconcilerOptions options) : options_(std::move(options)) { restart(); }

  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  std::vector<std::string> log = {};
  std::size_t events = 0;
  std::size_t releases = 0;
  std::size_t lost_conditions = 0;
  bool release_is_refused = false;
  std::map<std::string, std::size_t> changed = {};  // by telltale: "Machine/m1/Ready"

  Reconciler& loop() { return *loop_; }

  // Another process takes over: it knows what was stored.
  void restart() {
    const std::string known = loop_ ? loop_->writers().document() : std::string();
    loop_ = std::make_unique<Reconciler>(
        options_,
        ReconcilerSink{.on_log = [this](std::string_view line) { log.emplace_back(line); }});
    if (!known.empty()) check(loop_->writers().merge(known).has_value(), "what was stored is read");
    for (const auto& [name, object] : objects_) loop_->trees().put(json::print(object), {});
    for (const auto& [name, text] : memories_) loop_->trees().put(text, {});
    for (const std::string_view kind : {"Cluster", "Machine", "MachineSet", "MachineDeployment"}) {
      loop_->trees().cover("cluster.x-k8s.io", kind, {});
    }
    loop_->trees().cover("infrastructure.cluster.x-k8s.io", "DockerMachine", {});
    loop_->trees().cover("infrastructure.cluster.x-k8s.io", "DockerCluster", {});
    loop_->begin();
  }

  void create(std::string_view text, std::string_view manager = "maker") {
    json::Value object = *json::parse(text);
    json::ValueMap& metadata = object.as_object()["metadata"].as_object();
    metadata["uid"] = format("uid-{}", ++uids_);
    schema::record_update(nullptr, object, *structure_of(object), writer(object, manager, ""),
                          {.dropped = {"status"}});
    store(std::move(object));
  }

  // As somebody else writes: the status is theirs to bend.
  template <class Bend>
  void update(const std::string& name, std::string_view manager, std::string_view subresource,
              Bend bend) {
    const json::Value& live = objects_.at(name);
    json::Value next = live;
    bend(next.as_object()["status"]);
    schema::ResetFields reset;
    if (!subresource.empty()) reset.only = {"status"};
    schema::record_update(live, next, *structure_of(live), writer(live, manager, subresource),
                          reset);
    store(std::move(next));
  }
  void apply(const std::string& name, std::string_view manager, json::Value status) {
    store(applied(objects_.at(name), manager, std::move(status)));
  }

  const json::Value& object(const std::string& name) const { return objects_.at(name); }
  std::string text(const std::string& name) const { return json::print(objects_.at(name)); }
  static json::Value* find_condition(json::Value& status, std::string_view type) {
    json::Value* list = status.is_object() ? status.as_object().if_contains("conditions") : nullptr;
    if (list == nullptr) return nullptr;
    for (json::Value& one : list->as_array()) {
      if (one.at("type").as_string() == type) return &one;
    }
    return nullptr;
  }
  bool has(const std::string& name, std::string_view type) const {
    return types_of(objects_.at(name)).contains(std::string(type));
  }

  void settle() {
    settle_loop(*loop_, now, [this](const Command& command) { return perform(command); });
  }
  void advance(Seconds by) {
    advance_loop(*loop_, now, by, [this] { settle(); });
  }

 private:
  static bool is_list_of_one_value(const json::Value& object) {
    return object.at("kind").as_string() == "NodePool";
  }
  static schema::StructurePtr structure_of(const json::Value& object) {
    static const schema::StructurePtr of_map =
        structure_with(R"("x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["type"],)");
    static const schema::StructurePtr of_one_value = structure_with("");
    return is_list_of_one_value(object) ? of_one_value : of_map;
  }
  static schema::StructurePtr structure_with(std::string_view of_list) {
    const std::string text =
        format(R"({{"type":"object","properties":{{"spec":{{"type":"object",)"
               R"("x-kubernetes-preserve-unknown-fields":true}},"status":{{"type":"object",)"
               R"("x-kubernetes-preserve-unknown-fields":true,"properties":{{"conditions":)"
               R"({{"type":"array",{}"items":{{"type":"object","properties":)"
               R"({{"type":{{"type":"string"}},)"
               R"("status":{{"type":"string"}},"reason":{{"type":"string"}},)"
               R"("message":{{"type":"string"}},"severity":{{"type":"string"}},)"
               R"("observedGeneration":{{"type":"integer"}},)"
               R"("lastTransitionTime":{{"type":"string"}}}}}}}}}}}}}}}})",
               of_list);
    return schema::compile(*json::parse(text));
  }
  schema::Writer writer(const json::Value& object, std::string_view manager,
                        std::string_view subresource) const {
    return {.manager = std::string(manager),
            .api_version = std::string(object.at("apiVersion").as_string()),
            .subresource = std::string(subresource),
            .time = format_rfc3339(now)};
  }

  json::Value applied(const json::Value& live, std::string_view manager, json::Value status) const {
    json::ValueMap config;
    config["apiVersion"] = live.at("apiVersion");
    config["kind"] = live.at("kind");
    config["metadata"] = json::ValueMap{{"name", live.at("metadata").at("name")},
                                        {"namespace", live.at("metadata").at("namespace")}};
    config["status"] = std::move(status);
    auto made = schema::apply(live, config, *structure_of(live), writer(live, manager, "status"),
                              {.only = {"status"}}, schema::Force::Yes);
    check(made.has_value(), "a test applies what can be applied");
    return std::move(made->object);
  }

  static std::set<std::string> types_of(const json::Value& object) {
    std::set<std::string> types;
    const json::Value* list = convert::find(object, "status.conditions");
    if (list == nullptr) return types;
    for (const json::Value& one : list->as_array()) {
      types.emplace(std::string_view(one.at("type").as_string()));
    }
    return types;
  }

  void store(json::Value object) {
    object.as_object()["metadata"].as_object()["resourceVersion"] = format("{}", ++revision_);
    const std::string name = format("{}/{}", std::string_view(object.at("kind").as_string()),
                                    std::string_view(object.at("metadata").at("name").as_string()));
    const std::string text = json::print(object);
    objects_.insert_or_assign(name, std::move(object));
    loop_->trees().put(text, {});
  }

  Outcome perform(const Command& command) {
    using What = Command::What;
    if (!command.memory.empty()) memories_[command.target.name] = command.memory;
    events += command.events.size();
    if (command.what == What::WriteMemory || command.what == What::Tell) {
      return {.how = Outcome::How::Done};
    }
    const std::string name = format("{}/{}", command.target.kind, command.target.name);
    const auto known = objects_.find(name);
    if (known == objects_.end()) return {.how = Outcome::How::NotFound};
    if (command.what == What::Read) return {.how = Outcome::How::Done, .document = text(name)};
    const json::Value live = known->second;
    if (command.what == What::LetGo) return release(command, live);
    json::Value body = *json::parse(command.body);
    if (body.at("metadata").at("resourceVersion") != live.at("metadata").at("resourceVersion")) {
      return {.how = Outcome::How::Conflict};
    }
    json::Value next;
    if (command.method == StatusWrite::Method::Apply) {
      next = applied(live, "telltale", body.at("status"));
    } else {
      next = live;
      json::merge_patch(next, json::ValueMap{{"status", body.at("status")}});
      schema::record_update(live, next, *structure_of(live), writer(live, "telltale", "status"),
                            {.only = {"status"}});
    }
    note_changes(name, live, next);
    store(std::move(next));
    return {.how = Outcome::How::Done, .document = text(name)};
  }

  Outcome release(const Command& command, const json::Value& live) {
    if (release_is_refused) return {.how = Outcome::How::Refused, .detail = "forbidden"};
    const auto patch = release_patch(json::print(live), command.types);
    if (!patch) return {.how = Outcome::How::Done, .document = json::print(live)};
    ++releases;
    json::Value next = live;
    json::merge_patch(next, *json::parse(*patch));
    schema::record_update(live, next, *structure_of(live), writer(live, "telltale", ""),
                          {.dropped = {"status"}});
    check(next.at("status") == live.at("status"), "letting go changes no value");
    const std::string name = format("{}/{}", command.target.kind, command.target.name);
    store(std::move(next));
    return {.how = Outcome::How::Done, .document = text(name)};
  }

  void note_changes(const std::string& name, json::Value before, json::Value after) {
    const std::set<std::string> gone = types_of(after);
    for (const std::string& type : types_of(before)) {
      if (!gone.contains(type)) ++lost_conditions;
    }
    for (const std::string& type : gone) {
      const json::Value* old = find_condition(before.as_object()["status"], type);
      const json::Value* fresh = find_condition(after.as_object()["status"], type);
      if (old == nullptr || *old != *fresh) ++changed[format("{}/{}", name, type)];
    }
  }

  ReconcilerOptions options_;
  std::unique_ptr<Reconciler> loop_;
  std::map<std::string, json::Value> objects_;
  std::map<std::string, std::string> memories_;
  std::uint64_t revision_ = 100;
  std::uint64_t uids_ = 0;
};

constexpr int fleet_size = 3;

ReconcilerOptions rival_options(WritePolicy policy, Seconds claim_after = {}) {
  ReconcilerOptions options;
  options.rules = {.policy = policy, .acted_on = {}, .claim_after = claim_after};
  options.rules.gates.node_pool_progressing = true;
  options.alone = true;
  return options;
}

std::string rival_machine(int number) { return format("Machine/m{}", number); }

void make_fleet(SharedCluster& cluster) {
  cluster.create(cluster_json());
  for (int i = 0; i < fleet_size; ++i) {
    cluster.create(machine_json(format("m{}", i)));
    cluster.create(docker_machine(format("m{}", i), false));
  }
  cluster.settle();
}

void set_condition(json::Value& status, std::string_view type, std::string_view word,
                   std::string_view message) {
  if (!status.is_object()) status.emplace_object();
  json::Value& list = status.as_object()["conditions"];
  if (!list.is_array()) list.emplace_array();
  json::Value* one = SharedCluster::find_condition(status, type);
  if (one == nullptr) one = &list.as_array().emplace_back(json::ValueMap{});
  one->as_object()["type"] = json::ValueString(type);
  one->as_object()["status"] = json::ValueString(word);
  one->as_object()["reason"] = "Theirs";
  one->as_object()["message"] = json::ValueString(message);
  one->as_object()["lastTransitionTime"] = "2026-01-01T12:00:00Z";
}

void set_message(json::Value& status, std::string_view type, std::string_view message) {
  json::Value* one = SharedCluster::find_condition(status, type);
  if (one == nullptr) return set_condition(status, type, "True", message);
  one->as_object()["message"] = json::ValueString(message);
}

std::size_t changes_of(const SharedCluster& cluster, std::string_view type) {
  std::size_t count = 0;
  for (const auto& [name, changes] : cluster.changed) {
    const bool of_cluster = name.starts_with("Cluster/");
    if (!of_cluster && name.ends_with(format("/{}", type))) count += changes;
  }
  return count;
}

// Somebody who keeps writing one type.
struct Rival {
  enum class How { Message, Flapping, Whole, Apply, Removing };
  std::string manager;
  std::string subresource;
  std::string type;
  How how = How::Message;

  void write(SharedCluster& cluster, const std::string& name, int round) const {
    const std::string message = format("round {}", round);
    if (how == How::Apply) {
      json::Value status;
      set_condition(status, type, "True", message);
      return cluster.apply(name, manager, std::move(status));
    }
    cluster.update(name, manager, subresource, [&](json::Value& status) {
      switch (how) {
        case How::Flapping:
          return set_condition(status, type, round % 2 == 0 ? "True" : "False", "flapping");
        case How::Whole:
          return set_condition(status, type, "Unknown", message);
        case How::Removing: {
          const json::Value* one = SharedCluster::find_condition(status, type);
          if (one == nullptr) return;
          json::ValueList& list = status.as_object()["conditions"].as_array();
          list.erase(list.begin() + (one - list.data()));
          return;
        }
        default:
          return set_message(status, type, message);
      }
    });
  }
};

Rival any_rival() {
  using How = Rival::How;
  return {
      .manager = *rc::gen::element<std::string>("manager", "capi-machine", "operator", "",
                                                "kubectl-edit", "argocd"),
      .subresource = *rc::gen::element<std::string>("status", ""),
      .type = *rc::gen::element<std::string>("Ready", "Available", "InfrastructureReady", "Deleted",
                                             "Paused", "UpToDate"),
      .how = *rc::gen::element(How::Message, How::Flapping, How::Whole, How::Apply, How::Removing)};
}

RC_GTEST_PROP(ReconcilerRivals, BesideAnyWriterThatKeepsWritingOurWritesOfThatTypeEnd, ()) {
  SharedCluster cluster(rival_options(WritePolicy::Missing));
  cluster.release_is_refused = *rc::gen::arbitrary<bool>();
  make_fleet(cluster);
  std::vector<Rival> rivals;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) rivals.push_back(any_rival());
  const auto pauses = *rc::gen::container<std::vector<int>>(8, rc::gen::inRange(1, 40));
  const int restart_at = *rc::gen::inRange(0, 40);
  bool provisioned = false;
  std::map<std::string, std::size_t> before;
  for (int round = 0; round < 40; ++round) {
    for (const Rival& rival : rivals) {
      rival.write(cluster, rival_machine(round % fleet_size), round);
      if (round % 2 == 0) cluster.settle();
    }
    // Something is always to be said about the rest.
    provisioned = !provisioned;
    cluster.loop().trees().put(docker_machine(format("m{}", round % fleet_size), provisioned), {});
    cluster.advance(Seconds(pauses[static_cast<std::size_t>(round) % pauses.size()]));
    if (round == restart_at) cluster.restart();
    if (round == 19 + restart_at / 2) {
      for (const Rival& rival : rivals) before[rival.type] = changes_of(cluster, rival.type);
    }
  }
  for (const Rival& rival : rivals) {
    // A restart in the last rounds may cost one more write of what is taken away each time.
    const std::size_t most = restart_at >= 19 ? fleet_size : 0;
    RC_ASSERT(changes_of(cluster, rival.type) <= before[rival.type] + most);
  }
  RC_ASSERT(cluster.lost_conditions == 0U);
}

TEST(ReconcilerRivals, LetsGoOnTheObjectAtOnceAndSaysSo) {
  SharedCluster cluster(rival_options(WritePolicy::Missing));
  make_fleet(cluster);
  const std::size_t written = changes_of(cluster, "Ready");
  ASSERT_GE(written, 3U);
  cluster.update("Machine/m0", "operator", "status",
                 [](json::Value& status) { set_message(status, "Ready", "mine"); });
  cluster.advance(Seconds(5));
  EXPECT_EQ(changes_of(cluster, "Ready"), written);
  EXPECT_NE(cluster.text("Machine/m0").find(R"("message":"mine")"), std::string::npos);
  EXPECT_EQ(cluster.loop().figures().let_go_objects, 1U);
  EXPECT_EQ(cluster.loop().figures().let_go_kinds, 0U);
  EXPECT_EQ(cluster.events, 1U);
  EXPECT_EQ(cluster.releases, 0U) << "only with the next write";
  cluster.create(docker_machine("m0", true));
  cluster.advance(Seconds(5));
  EXPECT_EQ(cluster.releases, 1U);
  const Ownership left = read_ownership(cluster.text("Machine/m0"));
  EXPECT_FALSE(left.is_ours("Ready"));
  EXPECT_TRUE(left.is_ours("InfrastructureReady"));
  EXPECT_TRUE(cluster.has("Machine/m0", "Ready"));
  EXPECT_TRUE(read_ownership(cluster.text("Machine/m1")).is_ours("Ready"));
}

TEST(ReconcilerRivals, LetsGoOnTheKindWhenTwoObjectsAreWritten) {
  SharedCluster cluster(rival_options(WritePolicy::Missing));
  make_fleet(cluster);
  for (const int number : {0, 1}) {
    cluster.update(rival_machine(number), "operator", "status",
                   [](json::Value& status) { set_message(status, "InfrastructureReady", "mine"); });
    cluster.advance(Seconds(60));
  }
  EXPECT_EQ(cluster.loop().figures().let_go_kinds, 1U);
  const std::size_t written = changes_of(cluster, "InfrastructureReady");
  cluster.create(docker_machine("m2", true));
  cluster.create(machine_json("m7"));
  cluster.advance(Seconds(600));
  EXPECT_EQ(changes_of(cluster, "InfrastructureReady"), written) << "neither held nor fresh ones";
  EXPECT_TRUE(cluster.has("Machine/m2", "InfrastructureReady")) << "and nothing is lost";
  EXPECT_FALSE(cluster.has("Machine/m7", "InfrastructureReady"));
  EXPECT_TRUE(cluster.has("Machine/m7", "Ready")) << "all else goes on";
  cluster.advance(Seconds(86'400));
  cluster.loop().trees().mark_all_dirty();  // as every ten minutes
  cluster.settle();
  EXPECT_TRUE(cluster.has("Machine/m7", "InfrastructureReady")) << "nobody is there any more";
}

// An apply that no longer names a condition takes its fields off, and what telltale owns of it is
// all that stays: no status, so nobody can read it.
TEST(ReconcilerRivals, WhatAnotherApplyLeftWithoutAStatusStaysAsItStands) {
  for (const bool release_is_refused : {true, false}) {
    SharedCluster cluster(rival_options(WritePolicy::Missing));
    cluster.release_is_refused = release_is_refused;
    make_fleet(cluster);
    for (const std::string_view type : {"Ready", "Deleted"}) {
      json::Value status;
      set_condition(status, type, "True", "theirs");
      cluster.apply("Machine/m0", "operator", std::move(status));
      cluster.settle();
    }
    json::Value before = cluster.object("Machine/m0");
    const json::Value left = *SharedCluster::find_condition(before.as_object()["status"], "Ready");
    ASSERT_FALSE(left.as_object().contains("status"));
    const std::size_t written = cluster.changed["Machine/m0/InfrastructureReady"];
    cluster.loop().trees().put(docker_machine("m0", true), {});
    cluster.advance(Seconds(60));
    EXPECT_GT(cluster.changed["Machine/m0/InfrastructureReady"], written) << "all else goes on";
    json::Value after = cluster.object("Machine/m0");
    const json::Value* ready = SharedCluster::find_condition(after.as_object()["status"], "Ready");
    ASSERT_NE(ready, nullptr);
    EXPECT_EQ(*ready, left);
    EXPECT_EQ(cluster.lost_conditions, 0U);
  }
}

TEST(ReconcilerRivals, AFreshObjectWaitsForItsOwner) {
  SharedCluster cluster(rival_options(WritePolicy::Missing, Seconds(120)));
  make_fleet(cluster);  // Machines were made a minute ago
  EXPECT_FALSE(cluster.has("Machine/m0", "Ready"));
  EXPECT_TRUE(cluster.has("Machine/m0", "Deleted")) << "a name that nobody else has";
  ASSERT_TRUE(cluster.loop().wake());
  EXPECT_LE(*cluster.loop().wake(), cluster.now + Seconds(60));
  cluster.advance(Seconds(59));
  EXPECT_FALSE(cluster.has("Machine/m0", "Ready"));
  cluster.advance(Seconds(1));
  EXPECT_TRUE(cluster.has("Machine/m0", "Ready"));

  SharedCluster owned(rival_options(WritePolicy::Missing, Seconds(120)));
  make_fleet(owned);
  owned.update("Machine/m0", "manager", "status",
               [](json::Value& status) { set_condition(status, "Paused", "False", ""); });
  owned.advance(Seconds(1000));
  EXPECT_FALSE(owned.has("Machine/m1", "Ready")) << "upstream's controller is there";
  EXPECT_TRUE(owned.has("Machine/m1", "Deleted"));

  SharedCluster all(rival_options(WritePolicy::All, Seconds(120)));
  make_fleet(all);
  EXPECT_TRUE(all.has("Machine/m0", "Ready")) << "all does not wait";
}

TEST(ReconcilerRivals, ATypeThatIsNamedIsTakenBackAndBacksOff) {
  ReconcilerOptions options = rival_options(WritePolicy::Missing);
  options.rules.types = {"Ready"};
  SharedCluster cluster(options);
  make_fleet(cluster);
  for (int i = 0; i < 600; ++i) {
    cluster.update("Machine/m0", "operator", "status", [&](json::Value& status) {
      set_message(status, "Ready", format("round {}", i));
    });
    cluster.advance(Seconds(1));
  }
  const std::size_t written = cluster.changed["Machine/m0/Ready"];
  EXPECT_GE(written, 5U);
  EXPECT_LE(written, 14U);
  EXPECT_GT(cluster.loop().fights().counts().at({"Machine", "Ready"}), 10U);
  EXPECT_EQ(cluster.loop().figures().let_go_objects, 0U);
}

TEST(ReconcilerRivals, UnderAllAFightBacksOffAndEndsWhenTheOtherStops) {
  SharedCluster cluster(rival_options(WritePolicy::All));
  make_fleet(cluster);
  for (int i = 0; i < 300; ++i) {
    cluster.update("Machine/m0", "operator", "", [&](json::Value& status) {
      set_condition(status, "Ready", i % 2 == 0 ? "True" : "False", "theirs");
    });
    cluster.advance(Seconds(1));
  }
  EXPECT_LE(cluster.changed["Machine/m0/Ready"], 14U);
  cluster.advance(Seconds(700));
  EXPECT_EQ(cluster.text("Machine/m0").find("theirs"), std::string::npos);
  EXPECT_EQ(cluster.lost_conditions, 0U);
}

TEST(ReconcilerRivals, OfAListThatIsOneValueItIsForgottenThatItWasOurs) {
  using namespace hypershift_nodepool;
  SharedCluster cluster(rival_options(WritePolicy::Missing));
  cluster.create(text_of(PoolDocument{.desired = 2, .available = 1}));
  cluster.settle();
  ASSERT_TRUE(cluster.has("NodePool/np", "Progressing"));
  const std::size_t written = changes_of(cluster, "Progressing");
  for (int i = 0; i < 20; ++i) {
    cluster.update("NodePool/np", "operator", "status", [&](json::Value& status) {
      set_message(status, "Progressing", format("round {}", i));
    });
    cluster.advance(Seconds(30));
    if (i == 9) cluster.restart();
  }
  EXPECT_LE(changes_of(cluster, "Progressing"), written + 1) << "one after the restart";
  EXPECT_TRUE(cluster.has("NodePool/np", "Progressing"));
  EXPECT_EQ(cluster.loop().figures().let_go_kinds + cluster.loop().figures().let_go_objects, 1U);
}

TEST(ReconcilerRivals, AnotherTelltaleIsKnownByWritesThatWereNeverAnswered) {
  SharedCluster cluster(rival_options(WritePolicy::All));
  make_fleet(cluster);
  for (int i = 0; i < 20; ++i) {
    json::Value status;
    set_condition(status, "Ready", i % 2 == 0 ? "True" : "False", "of another telltale");
    cluster.apply("Machine/m0", "telltale", std::move(status));
    cluster.advance(Seconds(1));
  }
  EXPECT_TRUE(cluster.loop().is_silent());
  EXPECT_LE(cluster.changed["Machine/m0/Ready"], 5U);
}

}  // namespace
}  // namespace telltale
