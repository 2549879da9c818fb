// SPDX-License-Identifier: Apache-2.0
#include "server/logical_clusters.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
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

// Whoever is told that there is one uses it at once: the server's own work has not been done here.
TEST_F(LogicalClustersTest, HaveTheirNamespacesWhenTheirCreationIsAnswered) {
  const std::string body = R"({"apiVersion":"telltale.dev/v1alpha1","kind":"LogicalCluster",)"
                           R"("metadata":{"name":"c2"}})";
  const auto in_kube_system = [&](std::string_view cluster) {
    return server.post(
        format("/clusters/default/{}/api/v1/namespaces/kube-system/configmaps", cluster),
        R"({"metadata":{"name":"kubeadm-config"}})");
  };
  ASSERT_EQ(server.post(declared, body).code, 201);
  EXPECT_EQ(in_kube_system("c2").code, 201);
  const auto applied = server.apply(format("{}/c3?fieldManager=me", declared),
                                    R"({"apiVersion":"telltale.dev/v1alpha1",)"
                                    R"("kind":"LogicalCluster","metadata":{"name":"c3"}})");
  ASSERT_EQ(applied.code, 201) << applied.body;
  EXPECT_EQ(in_kube_system("c3").code, 201);
  // A successor's are its own, before and after the predecessor is erased.
  ASSERT_EQ(server.remove(format("{}/c2", declared)).code, 200);
  ASSERT_EQ(server.post(declared, body).code, 201);
  EXPECT_EQ(names_of(server.get("/clusters/default/c2/api/v1/namespaces").object),
            "default kube-node-lease kube-public kube-system");
  server.settle();
  EXPECT_EQ(names_of(server.get("/clusters/default/c2/api/v1/namespaces").object),
            "default kube-node-lease kube-public kube-system");
  EXPECT_EQ(in_kube_system("c2").code, 201);  // the predecessor's is gone
  // A dry run makes nothing.
  EXPECT_EQ(server
                .post(format("{}?dryRun=All", declared),
                      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"LogicalCluster",)"
                      R"("metadata":{"name":"c4"}})")
                .code,
            201);
  EXPECT_TRUE(server.store().present().list({.prefix = "default:c4/"})->items.empty());
}

TEST_F(LogicalClustersTest, HaveAnAdministratorWhoIsNobodyElsewhere) {
  EXPECT_NE(kubeconfig().find("https://127.0.0.1:7443/clusters/default/c1"), std::string::npos);
  EXPECT_EQ(server.get("/api/v1/namespaces/default/secrets/c1-kubeconfig").text("type"),
            "cluster.x-k8s.io/secret");
  const auto nodes = format("{}/api/v1/nodes", inside);
  EXPECT_EQ(server.get(nodes, as_its_admin()).code, 200);
  EXPECT_EQ(server.get("/api/v1/nodes", as_its_admin()).refusal(), "401 Unauthorized");
}

// ---- who is let in

class LogicalClusterDoor : public LogicalClustersTest {
 protected:
  void SetUp() override {
    LogicalClustersTest::SetUp();
    server.post("/api/v1/namespaces", R"({"metadata":{"name":"team-b"}})");
    declare("/apis/telltale.dev/v1alpha1/namespaces/team-b/logicalclusters");
  }
  // Gives a user of the management cluster the rules in a namespace, or everywhere.
  void grant(std::string_view place, std::string_view space, std::string_view user,
             std::string_view rules) {
    const std::string base = format("{}/apis/rbac.authorization.k8s.io/v1", place);
    const bool local = !space.empty();
    const std::string home = local ? format("{}/namespaces/{}/", base, space) : base + "/cluster";
    const auto role = server.post(
        home + "roles", format(R"({{"metadata":{{"name":"{}"}},"rules":[{}]}})", user, rules));
    ASSERT_EQ(role.code, 201) << role.body;
    const auto binding = server.post(
        home + "rolebindings",
        format(
            R"({{"metadata":{{"name":"{0}"}},"subjects":[{{"kind":"User","name":"{0}"}}],)"
            R"("roleRef":{{"apiGroup":"rbac.authorization.k8s.io","kind":"{1}","name":"{0}"}}}})",
            user, local ? "Role" : "ClusterRole"));
    ASSERT_EQ(binding.code, 201) << binding.body;
  }
  int as(std::string_view user, std::string method, std::string target, std::string body = {},
         std::vector<http::Header> headers = as_person("admin")) {
    headers.push_back({"Impersonate-User", std::string(user)});
    const auto answer = server.ask(std::move(method), std::move(target), std::move(body), headers);
    if (answer.stream) answer.stream->leave();
    return answer.code;
  }
};

constexpr std::string_view every_right = R"({"apiGroups":["*"],"resources":["*"],"verbs":["*"]})";

TEST_F(LogicalClusterDoor, IsNotOpenedByRightsInANamespaceOfTheSameName) {
  grant("", "default", "bob", every_right);
  for (const char* path : {"/api/v1/namespaces/default/secrets", "/api/v1/namespaces/default",
                           "/api", "/healthz", "/version", "/no/such/page"}) {
    EXPECT_EQ(as("bob", "GET", format("/clusters/team-b/c1{}", path)), 403) << path;
    EXPECT_EQ(as("bob", "DELETE", format("/clusters/team-b/c1{}", path)), 403) << path;
  }
  EXPECT_EQ(as("bob", "GET", "/clusters/default/c1/api/v1/nodes"), 200) << "it is in his namespace";
}

TEST_F(LogicalClusterDoor, AnswersStrangersTheSameWhetherThereIsOneOrNot) {
  server.merge(format("{}/c1", declared), R"({"spec":{"connected":false}})");
  for (const std::string_view who : {"", "viewer", "status-writer"}) {
    for (const char* cluster : {"default/c1", "team-b/c1", "team-b/none", "nowhere/none"}) {
      for (const char* path : {"/api/v1/nodes", "/api/v1/namespaces/default/secrets/x", "/readyz",
                               "/api/v1/namespaces/default/nodes", "/apis/no.such/v1/things"}) {
        std::vector<http::Header> headers = as_person(who);
        if (who.empty()) headers = {{"Authorization", ""}};
        const auto answer = server.get(format("/clusters/{}{}", cluster, path), headers);
        EXPECT_EQ(answer.refusal(), "403 Forbidden") << who << " " << cluster << path;
      }
    }
  }
  const auto wrong = std::vector<http::Header>{{"Authorization", "Bearer wrong"}};
  EXPECT_EQ(server.get("/clusters/team-b/c1/api/v1/nodes", wrong).code, 401);
  EXPECT_EQ(server.get("/clusters/team-b/none/api/v1/nodes", wrong).code, 401);
}

TEST_F(LogicalClusterDoor, OpensByMethodAndNameToAdministratorsOfThatOne) {
  const auto proxy = [](std::string_view verbs, std::string_view names) {
    return format(R"({{"apiGroups":["telltale.dev"],"resources":["logicalclusters/proxy"],)"
                  R"("verbs":[{}],"resourceNames":[{}]}})",
                  verbs, names);
  };
  grant("", "team-b", "reader", proxy(R"("get")", R"("c1")"));
  grant("", "team-b", "maker", proxy(R"("create","delete")", R"("c1")"));
  grant("", "team-b", "other", proxy(R"("*")", R"("c2")"));
  const std::string secrets = "/clusters/team-b/c1/api/v1/namespaces/default/secrets";
  const std::string secret = R"({"metadata":{"name":"s"}})";
  EXPECT_EQ(as("reader", "GET", secrets), 200);
  EXPECT_EQ(as("reader", "GET", secrets + "?watch=1"), 200);
  EXPECT_EQ(as("reader", "HEAD", secrets), 200);
  EXPECT_EQ(as("reader", "POST", secrets, secret), 403);
  EXPECT_EQ(as("reader", "GET", "/clusters/default/c1/api/v1/nodes"), 403);
  EXPECT_EQ(as("reader", "GET", "/clusters/team-b/c2/api/v1/nodes"), 403);
  EXPECT_EQ(as("maker", "GET", secrets), 403);
  EXPECT_EQ(as("maker", "POST", secrets, secret), 201);
  EXPECT_EQ(as("maker", "PUT", secrets + "/s", secret), 403);
  EXPECT_EQ(as("maker", "PATCH", secrets + "/s", "{}"), 403);
  EXPECT_EQ(as("maker", "DELETE", secrets + "/s"), 200);
  EXPECT_EQ(as("maker", "DELETE", secrets), 200) << "a collection is deleted by the same method";
  EXPECT_EQ(as("other", "GET", secrets), 403);
  EXPECT_EQ(as("other", "GET", "/clusters/team-b/c2/api/v1/nodes"), 404) << "there is none";
  // An administrator there grants what there is to grant.
  EXPECT_EQ(
      as("maker", "POST", "/clusters/team-b/c1/apis/rbac.authorization.k8s.io/v1/clusterroles",
         format(R"({{"metadata":{{"name":"all"}},"rules":[{}]}})", every_right)),
      201);
}

TEST_F(LogicalClusterDoor, HasInsideOnlyTheRolesThatLieInside) {
  grant(inside, "", "carol",
        R"({"apiGroups":[""],"resources":["nodes"],"verbs":["list"]},)"
        R"({"nonResourceURLs":["/healthz"],"verbs":["get"]})");
  grant("", "", "dave", every_right);
  const auto own = as_its_admin();
  const auto nodes = format("{}/api/v1/nodes", inside);
  EXPECT_EQ(as("carol", "GET", nodes, {}, own), 200);
  EXPECT_EQ(as("carol", "GET", nodes + "/n1", {}, own), 403);
  EXPECT_EQ(as("carol", "GET", format("{}/healthz", inside), {}, own), 200);
  EXPECT_EQ(as("carol", "GET", format("{}/version", inside), {}, own), 403);
  EXPECT_EQ(as("dave", "GET", nodes, {}, own), 403) << "his rights are outside";
  EXPECT_EQ(as("dave", "GET", nodes), 200);
  EXPECT_EQ(as("carol", "GET", nodes), 403) << "her rights are inside";
  EXPECT_EQ(as("carol", "GET", "/api/v1/nodes"), 403);
  EXPECT_EQ(as("carol", "GET", "/clusters/team-b/c1/api/v1/nodes"), 403);
}

TEST_F(LogicalClusterDoor, LetsNobodyInsideGrantMoreThanTheyHave) {
  grant(inside, "", "carol",
        R"({"apiGroups":["rbac.authorization.k8s.io"],"resources":["*"],"verbs":["create"]})");
  const auto roles = format("{}/apis/rbac.authorization.k8s.io/v1/clusterroles", inside);
  const std::string body = format(R"({{"metadata":{{"name":"more"}},"rules":[{}]}})", every_right);
  EXPECT_EQ(as("carol", "POST", roles, body, as_its_admin()), 403);
}

TEST_F(LogicalClusterDoor, AnswersQuestionsAboutAccessByWhatLiesInside) {
  grant("", "default", "erin", every_right);
  const auto review = server.ask(
      "POST", format("{}/apis/authorization.k8s.io/v1/subjectaccessreviews", inside),
      R"({"spec":{"user":"erin","resourceAttributes":{"namespace":"default","verb":"get",)"
      R"("resource":"secrets"}}})",
      as_its_admin());
  EXPECT_EQ(review.code, 201);
  EXPECT_EQ(review.print("status.allowed"), "false");
}

// ---- whose Secret it is

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
  const auto told = server.get(format("{}/c7", declared));
  ASSERT_EQ(list_at(told.object, "status.conditions").size(), 1U) << told.body;
  const json::Value condition = list_at(told.object, "status.conditions")[0];
  EXPECT_EQ(text_at(condition, "type"), "KubeconfigReady");
  EXPECT_EQ(text_at(condition, "status"), "False");
  EXPECT_EQ(text_at(condition, "reason"), "SecretNotOwned");
  server.settle();
  EXPECT_EQ(server.get(format("{}/c7", declared)).version(), told.version()) << "told once";
  // When the others have taken theirs away, there is room.
  server.remove(format("{}/c7-kubeconfig", secrets_of_default));
  server.settle();
  EXPECT_EQ(server.get(format("{}/c7-kubeconfig", secrets_of_default)).text("type"),
            "cluster.x-k8s.io/secret");
  EXPECT_EQ(text_at(list_at(server.get(format("{}/c7", declared)).object, "status.conditions")[0],
                    "reason"),
            "SecretWritten");
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
