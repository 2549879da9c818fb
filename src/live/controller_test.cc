// SPDX-License-Identifier: Apache-2.0
#include "live/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "live/controller_for_test.h"
#include "server/server_for_test.h"

namespace telltale::live {
namespace {

using testing::HasSubstr;

constexpr std::string_view machines = "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines";

std::string machine_path(std::string_view name) { return format("{}/{}", machines, name); }

std::string machine_json(std::string_view name, std::string_view cluster) {
  return format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":)"
      R"("default","name":"{0}","labels":{{"cluster.x-k8s.io/cluster-name":"{1}"}}}},)"
      R"("spec":{{"clusterName":"{1}","infrastructureRef":{{"apiGroup":)"
      R"("infrastructure.cluster.x-k8s.io","kind":"DockerMachine","name":"{0}"}},)"
      R"("bootstrap":{{"dataSecretName":"s"}}}}}})",
      name, cluster);
}

http::Response refusal(int code, std::string_view reason) {
  return {.status = code,
          .body = format(R"({{"kind":"Status","apiVersion":"v1","status":"Failure",)"
                         R"("code":{},"reason":"{}","message":"the test says so"}})",
                         code, reason)};
}

class ControllerTest : public testing::Test {
 protected:
  explicit ControllerTest(const ControllerOptions& options = ControllerForTest::options())
      : world_(
            [this](http::Request request, http::Responder responder) {
              server_.api().handle(std::move(request), std::move(responder));
            },
            options) {}

  void make_machine(std::string_view name, std::string_view cluster = "c1") {
    const auto made = server_.post(machines, machine_json(name, cluster));
    ASSERT_EQ(made.code, 201) << made.body;
  }
  std::string condition(const std::string& path, std::string_view type) {
    const server::AnswerForTest answer = server_.get(path);
    const json::Value* list = server::at(answer.object, "status.conditions");
    if (list == nullptr || !list->is_array()) return {};
    for (const json::Value& one : list->as_array()) {
      if (server::text_at(one, "type") != type) continue;
      return format("{}/{}", server::text_at(one, "status"), server::text_at(one, "reason"));
    }
    return {};
  }
  bool is_judged(std::string_view name) {
    return world_.comes([&] { return has_condition(name); });
  }
  bool has_condition(std::string_view name) {
    return !condition(machine_path(name), "BootstrapConfigReady").empty();
  }
  // Everything that was to be done before this is done once it is.
  void settle(std::string_view marker) {
    make_machine(marker, marker);
    ASSERT_TRUE(is_judged(marker)) << testing::PrintToString(world_.writes());
  }

  server::ServerForTest server_{server::ServerForTest::Brings::TelltaleDefinitions};
  ControllerForTest world_;
};

TEST_F(ControllerTest, SetsConditionsOnTheFirstVisitAndThenLeavesTheObjectAlone) {
  make_machine("m1");
  world_.start();
  ASSERT_TRUE(is_judged("m1"));
  EXPECT_EQ(condition(machine_path("m1"), "BootstrapConfigReady"), "True/DataSecretProvided");
  settle("marker");
  const std::size_t written = world_.writes_to("/machines/m1/status");
  settle("another");
  EXPECT_EQ(world_.writes_to("/machines/m1/status"), written);
  EXPECT_EQ(written, 1U);
}

TEST_F(ControllerTest, WritesNothingAfterARestart) {
  make_machine("m1");
  world_.start();
  ASSERT_TRUE(is_judged("m1"));
  settle("marker");
  world_.stop_first();
  const std::vector<std::string> before = world_.writes();
  world_.start();
  settle("another");
  const std::vector<std::string> after = world_.writes();
  for (std::size_t i = before.size(); i < after.size(); ++i) {
    EXPECT_THAT(after[i], HasSubstr("another"));
  }
}

TEST_F(ControllerTest, BeginsToWatchAKindWhoseDefinitionComesLater) {
  const std::string definition =
      format("{}/nodepools.karpenter.sh", server::ServerForTest::definitions);
  json::Value saved = server_.get(definition).object;
  ASSERT_EQ(server_.remove(definition).code, 200);
  server_.settle();
  world_.start();
  settle("marker");
  json::ValueMap& metadata = saved.as_object()["metadata"].as_object();
  for (const std::string_view field : {"uid", "resourceVersion", "managedFields"}) {
    metadata.erase(field);
  }
  saved.as_object().erase("status");
  ASSERT_EQ(server_.post(server::ServerForTest::definitions, json::print(saved)).code, 201);
  server_.settle();
  const auto made = server_.post(
      "/apis/karpenter.sh/v1/nodepools",
      R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"gpu"},"spec":)"
      R"({"template":{"spec":{"nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass",)"
      R"("name":"x"},"requirements":[]}}}})");
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_TRUE(world_.comes([&] { return world_.logged("NodePool gpu: setting"); }))
      << testing::PrintToString(world_.log());
}

TEST_F(ControllerTest, JudgesWhatItMaySeeWhenAKindIsForbidden) {
  world_.interfere([](const http::Request& request) -> std::optional<http::Response> {
    if (request.target.find("/machinepools") == std::string::npos) return std::nullopt;
    return refusal(403, "Forbidden");
  });
  make_machine("m1");
  Controller& controller = world_.start();
  EXPECT_TRUE(is_judged("m1"));
  EXPECT_TRUE(world_.comes([&] {
    return std::ranges::any_of(controller.status().readiness(), [](const ReadinessCheck& check) {
      return check.name == "watch/machinepools.cluster.x-k8s.io" && check.ok &&
             check.detail.find("403") != std::string::npos;
    });
  }));
}

TEST_F(ControllerTest, CatchesUpAfterItsWatchesWereCut) {
  make_machine("m1");
  world_.start();
  ASSERT_TRUE(is_judged("m1"));
  ASSERT_TRUE(world_.comes([&] { return world_.wire().cut() > 0; }));
  make_machine("m2");
  EXPECT_TRUE(is_judged("m2"));
}

TEST_F(ControllerTest, GetsThroughAStormOfConflicts) {
  world_.interfere(
      [left = 4](const http::Request& request) mutable -> std::optional<http::Response> {
        const bool is_it = request.method == "PATCH" &&
                           request.target.find("/machines/m1/status") != std::string::npos;
        if (!is_it || left-- <= 0) return std::nullopt;
        return refusal(409, "Conflict");
      });
  make_machine("m1");
  world_.start();
  EXPECT_TRUE(is_judged("m1"));
  EXPECT_EQ(world_.writes_to("/machines/m1/status"), 5U);
}

TEST_F(ControllerTest, DoesNotBeginWithoutWhatItRememberedWhileThatCanBeHad) {
  std::atomic<bool> down = true;
  world_.interfere([&](const http::Request& request) -> std::optional<http::Response> {
    if (!down || request.target.find("/memories") == std::string::npos) return std::nullopt;
    return refusal(500, "InternalError");
  });
  make_machine("m1");
  world_.start();
  EXPECT_TRUE(world_.comes([&] { return world_.logged("waiting for memory"); }));
  EXPECT_FALSE(world_.logged("judging"));
  down = false;
  EXPECT_TRUE(is_judged("m1"));
}

TEST_F(ControllerTest, StoresMemoryBeforeTheStatusAndDropsItWithItsPool) {
  using namespace hypershift_nodepool;
  for (const std::string_view name : {"clusters", "clusters-hc"}) {
    server_.post("/api/v1/namespaces",
                 format(R"({{"apiVersion":"v1","kind":"Namespace","metadata":)"
                        R"({{"name":"{}"}}}})",
                        name));
  }
  const std::string path = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/nodepools";
  const auto made = server_.post(
      path, R"({"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
            R"({"namespace":"clusters","name":"np"},"spec":{"clusterName":"hc","replicas":1,)"
            R"("management":{"upgradeType":"Replace"},"platform":{"type":"AWS"},)"
            R"("release":{"image":"example.com/r:1"}}})");
  ASSERT_EQ(made.code, 201) << made.body;
  world_.start();
  const auto memory_path = "/apis/telltale.dev/v1alpha1/namespaces/clusters/memories";
  const auto remembers = [&] {
    return server_.get(memory_path).body.find("\"np\"") != std::string::npos;
  };
  ASSERT_TRUE(world_.comes(remembers)) << testing::PrintToString(world_.writes());
  ASSERT_TRUE(world_.comes([&] { return world_.writes_to("/nodepools/np/status") > 0; }));
  const std::vector<std::string> writes = world_.writes();
  const auto first = [&](std::string_view part) {
    return std::ranges::find_if(
        writes, [&](const std::string& one) { return one.find(part) != std::string::npos; });
  };
  EXPECT_LT(first("/memories/"), first("/nodepools/np/status"));
  ASSERT_EQ(server_.remove(path + "/np").code, 200);
  EXPECT_TRUE(world_.comes([&] { return !remembers(); }));
}

// Better a failure that is forgotten with the process than one that is never told.
TEST_F(ControllerTest, KeepsMemoryInProcessWhileItsNamespaceIsMissing) {
  world_.controller_options().memory = {.form = MemoryForm::ConfigMaps,
                                        .namespace_name = "nowhere"};
  world_.interfere([](const http::Request& request) -> std::optional<http::Response> {
    if (request.method != "POST" || !request.target.starts_with("/api/v1/namespaces?")) return {};
    return http::Response{.status = 403, .content_type = "application/json", .body = "{}"};
  });
  server_.post("/api/v1/namespaces",
               R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"clusters"}})");
  const std::string path = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/nodepools";
  for (const std::string_view name : {"one", "two"}) {
    const auto made = server_.post(
        path,
        format(R"({{"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
               R"({{"namespace":"clusters","name":"{}"}},"spec":{{"clusterName":"hc","replicas":1,)"
               R"("management":{{"upgradeType":"Replace"}},"platform":{{"type":"AWS"}},)"
               R"("release":{{"image":"example.com/r:1"}}}}}})",
               name));
    ASSERT_EQ(made.code, 201) << made.body;
  }
  Controller& controller = world_.start();
  EXPECT_TRUE(world_.comes([&] {
    return !condition(path + "/one", "Progressing").empty() &&
           !condition(path + "/two", "Progressing").empty();
  })) << testing::PrintToString(world_.log());
  EXPECT_TRUE(world_.comes([&] { return controller.status().figures().memory_kept == 2; }));
  const std::vector<std::string> log = world_.log();
  EXPECT_EQ(std::ranges::count_if(
                log, [](const std::string& line) { return line.contains("cannot be made"); }),
            1);
  server_.post("/api/v1/namespaces",
               R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"nowhere"}})");
  EXPECT_TRUE(world_.comes([&] {
    const std::string map = server_.get("/api/v1/namespaces/nowhere/configmaps").body;
    return map.contains("clusters_nodepool.hypershift.openshift.io.one") &&
           map.contains("clusters_nodepool.hypershift.openshift.io.two");
  }));
  EXPECT_TRUE(world_.comes([&] { return controller.status().figures().memory_kept == 0; }));
}

TEST_F(ControllerTest, ASecondTelltaleLooksOnUntilTheFirstIsGone) {
  LeaseOptions& lease = world_.controller_options().lease;
  lease.writer = LeaseRules{.duration = std::chrono::seconds(3),
                            .renew_deadline = std::chrono::seconds(2),
                            .retry_period = std::chrono::milliseconds(100)};
  lease.identity = "first";
  make_machine("m1");
  world_.start();
  ASSERT_TRUE(is_judged("m1"));
  lease.identity = "second";
  world_.controller_options().reconcile.rules.policy = WritePolicy::Missing;
  Controller& second = world_.start();
  ASSERT_TRUE(world_.comes([&] {
    return world_.logged("first holds the Lease telltale-writer and writes here (--write=all)");
  })) << testing::PrintToString(world_.log());
  ASSERT_TRUE(world_.comes([&] { return second.status().figures().loop.silent; }));
  EXPECT_EQ(second.status().figures().loop.status_writes, 0U);
  world_.stop_first();
  EXPECT_TRUE(world_.comes([&] { return world_.logged("writing again"); }));
}

TEST_F(ControllerTest, KeepsAJournalAndTellsAboutItself) {
  const TempFolder folder;
  world_.controller_options().journal_file = folder.path("journal.jsonl");
  make_machine("m1");
  Controller& controller = world_.start();
  ASSERT_TRUE(is_judged("m1"));
  EXPECT_TRUE(controller.status().history({"cluster.x-k8s.io", "Machine", "default", "m1", {}},
                                          "BootstrapConfigReady"));
  ASSERT_TRUE(world_.comes([&] { return controller.status().figures().loop.status_writes > 0; }));
  EXPECT_TRUE(controller.status().figures().begun);
  Exposition out(Exposition::Format::Prometheus);
  controller.status().write_metrics(out);
  const std::string text = std::move(out).finish();
  EXPECT_THAT(text, HasSubstr("workqueue_depth 0"));
  EXPECT_THAT(text, HasSubstr("controller_runtime_reconcile_total{"));
  EXPECT_THAT(text, HasSubstr("leader_election_master_status{name=\"telltale\"} 1"));
  EXPECT_FALSE(controller.clusters().state_of({"default", "c1"}));
}

TEST_F(ControllerTest, ForgetsAClusterThatIsGone) {
  const std::string path = "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters";
  const auto made = server_.post(
      path, R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":)"
            R"({"namespace":"default","name":"c1"},"spec":{"infrastructureRef":{"apiGroup":)"
            R"("infrastructure.cluster.x-k8s.io","kind":"DockerCluster","name":"c1"}}})");
  ASSERT_EQ(made.code, 201) << made.body;
  Controller& controller = world_.start();
  ASSERT_TRUE(world_.comes([&] { return !condition(path + "/c1", "Available").empty(); }));
  ASSERT_TRUE(world_.comes([&] { return controller.status().figures().trees.trees == 1; }));
  ASSERT_EQ(server_.remove(path + "/c1").code, 200);
  EXPECT_TRUE(world_.comes([&] { return controller.status().figures().trees.trees == 0; }));
}

// Whenever it is told to: nothing hangs, nothing is called back afterwards.
TEST_F(ControllerTest, StopsAtAnyMoment) {
  for (int i = 0; i < 4; ++i) make_machine(format("m{}", i), format("c{}", i));
  for (std::size_t moment = 0; moment < 50; ++moment) {
    const std::size_t begun = world_.requests();
    world_.start();
    ASSERT_TRUE(world_.comes([&] { return world_.requests() >= begun + moment; }));
    world_.stop_first();
  }
}

class ShardedControllerTest : public ControllerTest {
 protected:
  static ControllerOptions sharded() {
    ControllerOptions options = ControllerForTest::options();
    options.lease.mode = LeaseOptions::Mode::Shards;
    options.lease.shards = 4;
    options.lease.rules = {.duration = std::chrono::milliseconds(3000),
                           .renew_deadline = std::chrono::milliseconds(2000),
                           .retry_period = std::chrono::milliseconds(200)};
    return options;
  }
  ShardedControllerTest() : ControllerTest(sharded()) {}
};

TEST_F(ShardedControllerTest, ShareTheFleetAndTakeOverFromOneThatLeaves) {
  world_.controller_options().lease.identity = "one";
  Controller& one = world_.start();
  world_.controller_options().lease.identity = "two";
  Controller& two = world_.start();
  static_cast<void>(one);
  for (int i = 0; i < 8; ++i) make_machine(format("m{}", i), format("c{}", i));
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(is_judged(format("m{}", i)));
  ASSERT_TRUE(world_.comes([&] { return world_.logged("holding 2 of 4 shards"); }));
  world_.stop_first();
  for (int i = 8; i < 16; ++i) make_machine(format("m{}", i), format("c{}", i));
  for (int i = 8; i < 16; ++i) EXPECT_TRUE(is_judged(format("m{}", i)));
  EXPECT_TRUE(world_.comes([&] { return world_.logged("holding 4 of 4 shards"); }));
  EXPECT_TRUE(world_.comes([&] { return two.status().figures().begun; }));
}

class LeadingControllerTest : public ControllerTest {
 protected:
  static ControllerOptions leading() {
    ControllerOptions options = ControllerForTest::options();
    options.lease.mode = LeaseOptions::Mode::Leader;
    return options;
  }
  LeadingControllerTest() : ControllerTest(leading()) {}
};

TEST_F(LeadingControllerTest, GivesTheLeaseBackInGoodOrderWithoutCallingItLost) {
  make_machine("m1");
  world_.start();
  ASSERT_TRUE(is_judged("m1"));
  world_.stop_first();
  EXPECT_EQ(world_.lost_leases, 0);
  EXPECT_FALSE(world_.logged("could not be given back"));
  world_.start();
  make_machine("m2");
  EXPECT_TRUE(is_judged("m2"));
}

}  // namespace
}  // namespace telltale::live
