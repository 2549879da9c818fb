// SPDX-License-Identifier: Apache-2.0
#include "server/writes/pod_actions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view pods = "/api/v1/namespaces/default/pods";
constexpr std::string_view budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
constexpr std::string_view eviction = R"({"apiVersion":"policy/v1","kind":"Eviction"})";

class PodActionsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(server_
                  .post(pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p",
                      "labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}})")
                  .code,
              201);
  }

  void run_and_be(std::string_view ready) {
    ASSERT_EQ(server_
                  .merge(format("{}/p/status", pods),
                         format(R"({{"status":{{"phase":"Running","conditions":[{{"type":"Ready",
                             "status":"{}"}}]}}}})",
                                ready))
                  .code,
              200);
  }

  void budget(std::string_view name, int allowed) {
    ASSERT_EQ(server_
                  .post(budgets, format(R"({{"apiVersion":"policy/v1","kind":"PodDisruptionBudget",
                      "metadata":{{"name":"{}"}},"spec":{{"minAvailable":1,
                      "selector":{{"matchLabels":{{"a":"b"}}}}}}}})",
                                        name))
                  .code,
              201);
    ASSERT_EQ(server_
                  .merge(format("{}/{}/status", budgets, name),
                         format(R"({{"status":{{"observedGeneration":1,"disruptionsAllowed":{},
                             "desiredHealthy":1,"currentHealthy":1}}}})",
                                allowed))
                  .code,
              200);
  }

  auto bind(std::string_view node) {
    return server_.post(format("{}/p/binding", pods),
                        format(R"({{"apiVersion":"v1","kind":"Binding","metadata":{{"name":"p",
                            "annotations":{{"why":"room"}}}},"target":{{"kind":"Node",
                            "name":"{}"}}}})",
                               node));
  }
  auto evict() { return server_.post(format("{}/p/eviction", pods), eviction); }
  auto pod() { return server_.get(format("{}/p", pods)); }

  ServerForTest server_;
};

TEST_F(PodActionsTest, BindAPodOnce) {
  EXPECT_EQ(bind("n1").code, 201);
  const json::Value bound = pod().object;
  EXPECT_EQ(text_at(bound, "spec.nodeName"), "n1");
  EXPECT_EQ(text_at(bound, "metadata.annotations.why"), "room");
  EXPECT_EQ(text_at(list_at(bound, "status.conditions").front(), "type"), "PodScheduled");
  EXPECT_EQ(bind("n2").refusal(), "409 Conflict");
  EXPECT_EQ(text_at(pod().object, "spec.nodeName"), "n1");
}

TEST_F(PodActionsTest, BindToANodeOnly) {
  EXPECT_EQ(bind("").refusal(), "422 Invalid");
  EXPECT_EQ(server_.post(format("{}/q/binding", pods), R"({"target":{"name":"n"}})").refusal(),
            "404 NotFound");
}

TEST_F(PodActionsTest, EvictAPodThatNobodyGuards) {
  EXPECT_EQ(evict().code, 201);
  EXPECT_EQ(pod().code, 404);
  EXPECT_EQ(evict().refusal(), "404 NotFound");
}

TEST_F(PodActionsTest, EvictAsFarAsTheBudgetGoes) {
  run_and_be("True");
  budget("one", 0);
  EXPECT_EQ(evict().refusal(), "429 TooManyRequests");
  EXPECT_EQ(pod().code, 200);
  ASSERT_EQ(
      server_.merge(format("{}/one/status", budgets), R"({"status":{"disruptionsAllowed":1}})")
          .code,
      200);
  EXPECT_EQ(evict().code, 201);
  EXPECT_EQ(pod().code, 404);
  const json::Value spent = server_.get(format("{}/one", budgets)).object;
  EXPECT_EQ(number_at(spent, "status.disruptionsAllowed"), 0);
  EXPECT_TRUE(map_at(spent, "status.disruptedPods").contains("p"));
}

TEST_F(PodActionsTest, EvictAPodThatIsNotReadyWhileOthersAre) {
  run_and_be("False");
  budget("one", 0);
  EXPECT_EQ(evict().code, 201);
}

TEST_F(PodActionsTest, EvictNothingUnderTwoBudgets) {
  run_and_be("True");
  budget("one", 1);
  budget("two", 1);
  EXPECT_EQ(evict().code, 500);
  EXPECT_EQ(pod().code, 200);
}

TEST_F(PodActionsTest, TryWithoutDoing) {
  EXPECT_EQ(server_.post(format("{}/p/eviction?dryRun=All", pods), eviction).code, 201);
  EXPECT_EQ(server_
                .post(format("{}/p/binding?dryRun=All", pods),
                      R"({"kind":"Binding","target":{"name":"n"}})")
                .code,
            201);
  EXPECT_EQ(text_at(pod().object, "spec.nodeName"), "");
}

}  // namespace
}  // namespace telltale::server
