// SPDX-License-Identifier: Apache-2.0
#include "server/logical_clusters.h"

#include <gtest/gtest.h>

#include "server/proto/base64.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view declared =
    "/apis/telltale.dev/v1alpha1/namespaces/default/logicalclusters";
constexpr std::string_view inside = "/clusters/default/c1";

class LogicalClustersTest : public testing::Test {
 protected:
  void SetUp() override { declare(); }

  void declare(std::string_view where = declared, std::string_view name = "c1",
               std::string_view more_metadata = {}) {
    const auto made = server.post(
        where, format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"LogicalCluster",)"
                      R"("metadata":{{"name":"{}"{}}}}})",
                      name, more_metadata));
    ASSERT_EQ(made.code, 201) << made.body;
    server.settle();
  }
  AnswerForTest make_node() {
    return server.post(format("{}/api/v1/nodes", inside), R"({"metadata":{"name":"n1"}})");
  }
  std::string kubeconfig() {
    const auto secret = server.get("/api/v1/namespaces/default/secrets/c1-kubeconfig");
    return from_base64(secret.text("data.value")).value_or("");
  }
  std::vector<http::Header> as_its_admin() {
    const std::string config = kubeconfig();
    const std::size_t start = config.find("token: ");
    std::string token = config.substr(start + 7, config.find('\n', start) - start - 7);
    std::erase(token, '"');
    return {{"Authorization", "Bearer " + token}};
  }

  ServerForTest server{ServerForTest::Brings::TelltaleDefinitions};
};

TEST_F(LogicalClustersTest, HaveTheirOwnNodesAndNamespaces) {
  EXPECT_EQ(make_node().code, 201);
  EXPECT_EQ(names_of(server.get(format("{}/api/v1/nodes", inside)).object), "n1");
  EXPECT_EQ(names_of(server.get("/api/v1/nodes").object), "");
  EXPECT_EQ(names_of(server.get(format("{}/api/v1/namespaces", inside)).object),
            "default kube-node-lease kube-public kube-system");
  EXPECT_EQ(server.get(format("{}/healthz", inside)).body, "ok");
  EXPECT_EQ(
      server.get(format("{}/apis/apiextensions.k8s.io/v1/customresourcedefinitions", inside)).code,
      404);
  EXPECT_EQ(server.get("/clusters/default/c2/api/v1/nodes").code, 404);
  EXPECT_EQ(server.get(format("{}/c1", declared)).text("status.endpoint"),
            "https://127.0.0.1:7443/clusters/default/c1");
}

TEST_F(LogicalClustersTest, HaveAnAdministratorWhoIsNobodyElsewhere) {
  EXPECT_NE(kubeconfig().find("https://127.0.0.1:7443/clusters/default/c1"), std::string::npos);
  EXPECT_EQ(server.get("/api/v1/namespaces/default/secrets/c1-kubeconfig").text("type"),
            "cluster.x-k8s.io/secret");
  const auto nodes = format("{}/api/v1/nodes", inside);
  EXPECT_EQ(server.get(nodes, as_its_admin()).code, 200);
  EXPECT_EQ(server.get("/api/v1/nodes", as_its_admin()).refusal(), "401 Unauthorized");
}

constexpr std::string_view secrets_of_default = "/api/v1/namespaces/default/secrets";

TEST_F(LogicalClustersTest, LeaveASecretOfOthersAloneThatHasTheNameOfTheirKubeconfig) {
  server.post(secrets_of_default,
              R"({"metadata":{"name":"c7-kubeconfig"},"data":{"value":"bWluZQ=="}})");
  const auto mine = server.get(format("{}/c7-kubeconfig", secrets_of_default));
  declare(declared, "c7");
  server.merge(format("{}/c7", declared), R"({"metadata":{"labels":{"a":"b"}}})");
  server.settle();
  EXPECT_EQ(server.get(format("{}/c7-kubeconfig", secrets_of_default)).body, mine.body);
  EXPECT_EQ(server.get("/clusters/default/c7/api/v1/nodes").code, 200)
      << "it is served all the same";
  // When the others have taken theirs away, there is room.
  server.remove(format("{}/c7-kubeconfig", secrets_of_default));
  server.settle();
  EXPECT_EQ(server.get(format("{}/c7-kubeconfig", secrets_of_default)).text("type"),
            "cluster.x-k8s.io/secret");
}

TEST_F(LogicalClustersTest, LeaveASecretAloneThatBelongsToAnotherOfTheirName) {
  const std::string path = format("{}/c1-kubeconfig", secrets_of_default);
  server.merge(path, R"({"metadata":{"ownerReferences":[{"apiVersion":"telltale.dev/v1alpha1",)"
                     R"("kind":"LogicalCluster","name":"c1","uid":"another"}]},)"
                     R"("data":{"value":"bWluZQ=="}})");
  server.merge(format("{}/c1", declared), R"({"metadata":{"labels":{"a":"b"}}})");
  server.settle();
  EXPECT_EQ(server.get(path).text("data.value"), "bWluZQ==");
}

TEST_F(LogicalClustersTest, BringTheirOwnSecretUpToDate) {
  const std::string path = format("{}/c1-kubeconfig", secrets_of_default);
  const std::string before = server.get(path).text("data.value");
  server.merge(path, R"({"data":{"value":"b2xk"}})");
  server.merge(format("{}/c1", declared), R"({"metadata":{"labels":{"a":"b"}}})");
  server.settle();
  EXPECT_EQ(server.get(path).text("data.value"), before);
}

TEST_F(LogicalClustersTest, DoNotHoldANamespaceThatEnds) {
  server.post("/api/v1/namespaces", R"({"metadata":{"name":"going"}})");
  const std::string_view clusters = "/apis/telltale.dev/v1alpha1/namespaces/going/logicalclusters";
  declare(clusters, "c1", held_by_finalizer);
  server.remove("/api/v1/namespaces/going");
  server.settle();
  server.merge(format("{}/c1", clusters), R"({"metadata":{"finalizers":null}})");
  server.settle();
  EXPECT_EQ(server.get("/api/v1/namespaces/going").code, 404);
}

TEST_F(LogicalClustersTest, DoNotAnswerWhileTheyAreCutOff) {
  const auto stream = server.watch(format("{}/api/v1/nodes?watch=1", inside));
  const auto other = server.watch("/api/v1/nodes?watch=1");
  server.merge(format("{}/c1", declared), R"({"spec":{"connected":false}})");
  EXPECT_FALSE(stream->open());
  EXPECT_TRUE(other->open());
  EXPECT_EQ(server.get(format("{}/api/v1/nodes", inside)).code, 0);
  EXPECT_EQ(server.get(format("{}/healthz", inside)).code, 0);
  server.merge(format("{}/c1", declared), R"({"spec":{"connected":true}})");
  EXPECT_EQ(server.get(format("{}/api/v1/nodes", inside)).code, 200);
}

TEST_F(LogicalClustersTest, AreErasedWithAllThatIsInThem) {
  make_node();
  const auto token = as_its_admin();
  server.remove(format("{}/c1", declared));
  EXPECT_EQ(server.get(format("{}/api/v1/nodes", inside)).code, 404);
  server.settle();
  EXPECT_TRUE(server.store().present().list({.prefix = "default:c1/"})->items.empty());
  EXPECT_EQ(server.get("/api/v1/namespaces/default/secrets/c1-kubeconfig").code, 404);
  declare();
  EXPECT_EQ(names_of(server.get(format("{}/api/v1/nodes", inside)).object), "");
  EXPECT_EQ(server.get(format("{}/api/v1/nodes", inside), token).refusal(), "401 Unauthorized");
}

TEST_F(LogicalClustersTest, KeepWhatTheirSuccessorWroteWhenTheyAreErasedLate) {
  make_node();
  server.remove(format("{}/c1", declared));
  server.post(declared, R"({"apiVersion":"telltale.dev/v1alpha1",)"
                        R"("kind":"LogicalCluster","metadata":{"name":"c1"}})");
  const auto fresh =
      server.post(format("{}/api/v1/nodes", inside), R"({"metadata":{"name":"n2"}})");
  EXPECT_EQ(fresh.code, 201);
  server.settle();
  EXPECT_EQ(names_of(server.get(format("{}/api/v1/nodes", inside)).object), "n2");
  EXPECT_EQ(server.get(format("{}/api/v1/namespaces/default", inside)).code, 200);
  EXPECT_EQ(server.get(format("{}/api/v1/nodes", inside), as_its_admin()).code, 200);
}

// A server that died between the deletion and the erasing goes on with it.
TEST_F(LogicalClustersTest, LeftoversOfOneThatIsGoneAreErased) {
  const std::string key = "default:gone/core_/nodes//n1";
  ASSERT_TRUE(store::commit_and_wait(server.store(), {.key = key, .value = R"({"kind":"Node"})"})
                  .has_value());
  server.settle();
  EXPECT_FALSE(server.store().present().get(key));
}

TEST_F(LogicalClustersTest, AreKnownAfterARestart) {
  const LogicalClusters anew(server.store());
  ASSERT_EQ(anew.all().size(), 1U);
  EXPECT_EQ(anew.all()[0].cluster.name, "c1");
  EXPECT_TRUE(anew.find("default", "c1")->connected);
  EXPECT_FALSE(anew.find("default", "c"));
}

}  // namespace
}  // namespace telltale::server
