// SPDX-License-Identifier: Apache-2.0
#include "server/api_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/temp_folder_for_test.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

using testing::HasSubstr;
using testing::Not;

class ApiServerTest : public testing::Test {
 protected:
  AnswerForTest get_as_nobody(std::string target) {
    auto channel = std::make_shared<ChannelForTest>();
    server.api().handle({.method = "GET", .target = std::move(target)}, http::Responder(channel));
    return channel->wait();
  }

  ServerForTest server;
};

constexpr std::string_view roles = "/apis/rbac.authorization.k8s.io/v1";

TEST_F(ApiServerTest, HasTheNamespacesThatEveryClusterHas) {
  EXPECT_EQ(names_of(server.get("/api/v1/namespaces").object),
            "default kube-node-lease kube-public kube-system");
  const auto space = server.get("/api/v1/namespaces/default");
  EXPECT_EQ(space.text("status.phase"), "Active");
  EXPECT_EQ(space.print("metadata.labels"), R"({"kubernetes.io/metadata.name":"default"})");
}

TEST_F(ApiServerTest, DecidesOnTheHeadWhoseBodyIsRead) {
  const auto ask = [&](std::string target, std::vector<http::Header> headers) {
    auto channel = std::make_shared<ChannelForTest>();
    auto wanted = server.api().handle_head(
        {.method = "POST", .target = std::move(target), .headers = std::move(headers)},
        http::Responder(channel));
    return std::pair(std::move(wanted), channel);
  };
  const std::string configmaps(ServerForTest::configmaps);
  const auto nobody = ask(configmaps, {});
  EXPECT_FALSE(nobody.first);
  EXPECT_EQ(nobody.second->wait().refusal(), "403 Forbidden");
  const auto liar = ask(configmaps, {{"Authorization", "Bearer wrong"}});
  EXPECT_FALSE(liar.first);
  EXPECT_EQ(liar.second->wait().refusal(), "401 Unauthorized");
  const auto viewer = ask(configmaps, as_person("viewer"));
  EXPECT_FALSE(viewer.first);
  EXPECT_EQ(viewer.second->wait().refusal(), "403 Forbidden");
  const auto lost = ask("/api/v1/namespaces/default/gizmos", as_person("admin"));
  EXPECT_FALSE(lost.first);
  EXPECT_EQ(lost.second->wait().code, 404);
  const auto admin = ask(configmaps, as_person("admin"));
  ASSERT_TRUE(admin.first);
  EXPECT_EQ(admin.first->client, admin_user);
  admin.first->then({R"({"metadata":{"name":"late"}})", nullptr});
  EXPECT_EQ(admin.second->wait().code, 201);
}

// Whoever is acted as, the bytes are those of the one who acts.
TEST_F(ApiServerTest, ChargesWhoeverHasShownCredentials) {
  auto headers = as_person("admin");
  headers.push_back({"Impersonate-User", "somebody"});
  headers.push_back({"Impersonate-Group", "system:masters"});
  const auto acting = server.api().handle_head(
      {.method = "GET", .target = std::string(ServerForTest::configmaps), .headers = headers},
      http::Responder(std::make_shared<ChannelForTest>()));
  ASSERT_TRUE(acting);
  EXPECT_EQ(acting->client, admin_user);
  const auto stranger = server.api().handle_head(
      {.method = "GET", .target = "/healthz"}, http::Responder(std::make_shared<ChannelForTest>()));
  ASSERT_TRUE(stranger);
  EXPECT_EQ(stranger->client, "");
  EXPECT_LE(stranger->bytes_max.value_or(1 << 30), 1U << 20);
}

TEST_F(ApiServerTest, SaysWhatItDoesNotRouteAsText) {
  for (const std::string_view path : {"/nothing", "/api/v1/gizmos", "/apis/no.such/v1",
                                      "/api/v1/namespaces/default/configmaps/a/bogus",
                                      "/api/v1/namespaces/default/configmaps/a/status/b"}) {
    const auto answer = server.get(path);
    EXPECT_EQ(answer.code, 404) << path;
    EXPECT_EQ(answer.body, "404 page not found\n") << path;
  }
}

TEST_F(ApiServerTest, RefusesMethodsThatMeanNothing) {
  server.make_configmap("a");
  const std::string one = format("{}/a", ServerForTest::configmaps);
  EXPECT_EQ(server.ask("BREW", one).refusal(), "405 MethodNotAllowed");
  EXPECT_EQ(server.ask("POST", one, "{}").refusal(), "405 MethodNotAllowed");
  EXPECT_EQ(server.ask("PUT", std::string(ServerForTest::configmaps), "{}").text("message"),
            "name must be provided");
  EXPECT_EQ(server.ask("POST", "/healthz").refusal(), "405 MethodNotAllowed");
  EXPECT_EQ(server.ask("POST", "/api/v1/watch/namespaces/default/configmaps", "{}").code, 405);
  EXPECT_EQ(server.ask("DELETE", "/api/v1/namespaces").refusal(), "405 MethodNotAllowed");
  EXPECT_EQ(server.ask("DELETE", "/api/v1/namespaces/default/status").code, 405);
  EXPECT_EQ(server.ask("GET", "/api/v1/configmaps?labelSelector=%zz").refusal(), "400 BadRequest");
}

TEST_F(ApiServerTest, KnowsItsUsers) {
  const std::string maps(ServerForTest::configmaps);
  EXPECT_EQ(server.get(maps, {{"Authorization", "Bearer wrong"}}).refusal(), "401 Unauthorized");
  EXPECT_EQ(get_as_nobody(maps).refusal(), "403 Forbidden");
  EXPECT_EQ(server.get(maps, as_person("viewer")).code, 200);
  EXPECT_EQ(server.ask("POST", maps, "{}", as_person("viewer")).refusal(), "403 Forbidden");
  EXPECT_EQ(server.get("/api/v1/secrets", as_person("viewer")).refusal(), "403 Forbidden");
  EXPECT_EQ(get_as_nobody("/healthz").code, 200);
  EXPECT_EQ(server.get("/nothing", as_person("viewer")).refusal(), "403 Forbidden");
}

TEST_F(ApiServerTest, NewRulesHoldAtOnce) {
  const std::string maps(ServerForTest::configmaps);
  const std::string body = R"({"metadata":{"generateName":"x-"}})";
  ASSERT_EQ(server.ask("POST", maps, body, as_person("viewer")).code, 403);
  server.post(format("{}/namespaces/default/roles", roles),
              R"({"metadata":{"name":"maker"},"rules":[{"apiGroups":[""],)"
              R"("resources":["configmaps"],"verbs":["create"]}]})");
  server.post(format("{}/namespaces/default/rolebindings", roles),
              R"({"metadata":{"name":"maker"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",)"
              R"("kind":"Role","name":"maker"},"subjects":[{"apiGroup":)"
              R"("rbac.authorization.k8s.io","kind":"User","name":"telltale-viewer"}]})");
  EXPECT_EQ(server.ask("POST", maps, body, as_person("viewer")).code, 201);
  EXPECT_EQ(
      server.ask("POST", "/api/v1/namespaces/kube-system/configmaps", body, as_person("viewer"))
          .code,
      403);
  server.remove(format("{}/namespaces/default/rolebindings/maker", roles));
  EXPECT_EQ(server.ask("POST", maps, body, as_person("viewer")).code, 403);
}

TEST_F(ApiServerTest, NobodyGrantsMoreThanTheyHave) {
  server.post(
      format("{}/clusterroles", roles),
      R"({"metadata":{"name":"role-maker"},"rules":[{"apiGroups":)"
      R"(["rbac.authorization.k8s.io"],"resources":["clusterroles"],"verbs":["create"]}]})");
  server.post(format("{}/clusterrolebindings", roles),
              R"({"metadata":{"name":"role-maker"},"roleRef":{"apiGroup":)"
              R"("rbac.authorization.k8s.io","kind":"ClusterRole","name":"role-maker"},"subjects":)"
              R"([{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":)"
              R"("telltale-viewer"}]})");
  const auto grab = server.ask("POST", format("{}/clusterroles", roles),
                               R"({"metadata":{"name":"all"},"rules":[{"apiGroups":["*"],)"
                               R"("resources":["*"],"verbs":["*"]}]})",
                               as_person("viewer"));
  EXPECT_EQ(grab.refusal(), "403 Forbidden") << grab.body;
}

// Rules that name an object hold for lists and watches that can show only that one.
TEST_F(ApiServerTest, AListOfOneNameIsAskedForByThatName) {
  server.post("/api/v1/namespaces/default/secrets", R"({"metadata":{"name":"mine"}})");
  server.post(format("{}/clusterroles", roles),
              R"({"metadata":{"name":"one-secret"},"rules":[{"apiGroups":[""],"resources":)"
              R"(["secrets"],"resourceNames":["mine"],"verbs":["list","watch"]}]})");
  server.post(format("{}/clusterrolebindings", roles),
              R"({"metadata":{"name":"one-secret"},"roleRef":{"apiGroup":)"
              R"("rbac.authorization.k8s.io","kind":"ClusterRole","name":"one-secret"},"subjects":)"
              R"([{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":)"
              R"("telltale-viewer"}]})");
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  const std::string only = secrets + "?fieldSelector=metadata.name%3D";
  EXPECT_EQ(server.get(only + "mine", as_person("viewer")).code, 200);
  EXPECT_EQ(server.get(only + "other", as_person("viewer")).code, 403);
  EXPECT_EQ(server.get(secrets, as_person("viewer")).code, 403);
}

TEST_F(ApiServerTest, ReviewsAreAnsweredAndNotStored) {
  const auto before = server.revision();
  const auto can = server.ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                              R"({"spec":{"resourceAttributes":{"verb":"create","resource":)"
                              R"("pods","namespace":"default"}}})",
                              as_person("viewer"));
  EXPECT_EQ(can.code, 201) << can.body;
  EXPECT_EQ(can.print("status.allowed"), "false");
  EXPECT_EQ(server.revision(), before);
  EXPECT_EQ(server.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews").refusal(),
            "405 MethodNotAllowed");
}

TEST_F(ApiServerTest, AnswersFixedPaths) {
  EXPECT_EQ(server.get("/version").text("major"), "1");
  for (const std::string_view path : {"/healthz", "/livez", "/readyz"}) {
    EXPECT_EQ(server.get(path).body, "ok") << path;
    EXPECT_THAT(server.get(format("{}?verbose", path)).body, HasSubstr("[+]ping ok\n"));
  }
  EXPECT_EQ(server.get("/healthz/bogus").code, 404);
  EXPECT_EQ(server.get("/api").text("kind"), "APIVersions");
  EXPECT_EQ(server.get("/apis").text("kind"), "APIGroupList");
  EXPECT_EQ(server.get("/api/v1").text("kind"), "APIResourceList");
  EXPECT_EQ(server.get("/apis/apps").text("kind"), "APIGroup");
  EXPECT_TRUE(server.get("/").has("paths"));
  EXPECT_TRUE(server.get("/openapi/v3").has("paths"));
  EXPECT_EQ(server.get("/openapi/v3/api/v1").code, 200);
  EXPECT_EQ(server.get("/openapi/v3/apis/no.such/v1").code, 404);
  EXPECT_EQ(server.get("/openapi/v2").text("swagger"), "2.0");
  EXPECT_EQ(server
                .get("/openapi/v2", {{"Accept",
                                      "application/com.github.proto-openapi.spec."
                                      "v2@v1.0+protobuf"}})
                .type,
            "application/octet-stream");
  const std::string aggregated =
      "application/json;g=apidiscovery.k8s.io;v=v2;"
      "as=APIGroupDiscoveryList";
  EXPECT_EQ(server.get("/apis", {{"Accept", aggregated}}).text("kind"), "APIGroupDiscoveryList");
  EXPECT_EQ(server.get("/apis", {{"Accept", aggregated}}).type, aggregated);
}

TEST_F(ApiServerTest, MetricsAreBoundedWhateverClientsSend) {
  for (int i = 0; i < 50; ++i) {
    server.ask(format("M{}", i), "/version");
    server.ask(format("M{}", i), "/api/v1/configmaps");
    server.get(format("/apis/made-up-{}/v1/things", i));
  }
  const std::string text = server.api().metrics_text(3);
  EXPECT_THAT(text, HasSubstr(R"(verb="other")"));
  EXPECT_THAT(text, Not(HasSubstr(R"(verb="m7")")));
  EXPECT_THAT(text, Not(HasSubstr("made-up")));
  EXPECT_THAT(text, HasSubstr("telltale_apiserver_connections 3"));
  EXPECT_THAT(server.get("/metrics").body, HasSubstr("telltale_store_objects"));
  EXPECT_EQ(get_as_nobody("/metrics").code, 403);
  EXPECT_FALSE(server.api().may_read({.method = "GET", .target = "/metrics"}, "/metrics"));
}

TEST_F(ApiServerTest, ADryRunWritesNothingAnywhere) {
  server.define_gadgets();
  server.make_gadget("a");
  server.settle();
  const auto before = server.revision();
  const auto made = server.post(format("{}?dryRun=All", ServerForTest::gadgets),
                                R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                                R"("metadata":{"name":"b"}})");
  EXPECT_EQ(made.code, 201);
  EXPECT_FALSE(made.has("metadata.resourceVersion"));
  EXPECT_TRUE(made.has("metadata.uid"));
  const std::string one = format("{}/a", ServerForTest::gadgets);
  EXPECT_EQ(server.merge(one + "?dryRun=All", R"({"spec":{"size":9}})").number("spec.size"), 9);
  EXPECT_EQ(server.merge(one + "/status?dryRun=All", R"({"status":{"phase":"Up"}})").code, 200);
  EXPECT_EQ(server.merge(one + "/scale?dryRun=All", R"({"spec":{"replicas":9}})").code, 200);
  EXPECT_EQ(server
                .apply(one + "?dryRun=All&fieldManager=me&force=true",
                       R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","spec":{"size":4}})")
                .number("spec.size"),
            4);
  EXPECT_EQ(server
                .post(format("{}?dryRun=All", ServerForTest::configmaps),
                      R"({"metadata":{"generateName":"x-"}})")
                .code,
            201);
  EXPECT_EQ(server.merge(one + "?dryRun=Some", "{}").refusal(), "422 Invalid");
  server.settle();
  EXPECT_EQ(server.revision(), before);
}

// One that is as large as a mistake makes it, or a library that gives up: the request ends.
TEST_F(ApiServerTest, AnExceptionEndsItsRequestAndNothingElse) {
  server.entropy().fail_next();
  const auto failed = server.make_configmap("a");
  EXPECT_EQ(failed.refusal(), "500 InternalError");
  EXPECT_EQ(server.make_configmap("a").code, 201);
  const std::string metrics = server.api().metrics_text(0);
  EXPECT_NE(metrics.find("telltale_apiserver_exceptions_total 1\n"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find(R"(code="500",resource="configmaps",verb="create"} 1)"), std::string::npos)
      << metrics;
}

TEST_F(ApiServerTest, EndsWithoutTakingMore) {
  server.api().finish();
  EXPECT_EQ(server.make_configmap("a").refusal(), "429 TooManyRequests");
}

TEST(ApiServerAudit, WritesDownWhoDidWhat) {
  const TempFolder folder;
  const SteppedClock clock;
  auto log = AuditLog::open({.path = folder.path("audit.log")}, clock);
  ASSERT_TRUE(log.has_value());
  {
    ServerForTest server(ServerForTest::Brings::Nothing, log->get());
    const auto made = server.make_configmap("a");
    EXPECT_EQ(made.header("Audit-Id").size(), 36U);
    EXPECT_EQ(made.header("Cache-Control"), "no-cache, private");
    server.get("/api/v1/secrets", as_person("viewer"));
    server.get("/api/v1/nodes", {{"Impersonate-User", "telltale-viewer"}});
  }
  (*log)->flush();
  std::ifstream file(folder.path("audit.log"));
  std::vector<json::Value> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line).value());
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(text_at(lines[0], "verb"), "create");
  EXPECT_EQ(text_at(lines[0], "user.username"), "telltale-admin");
  EXPECT_EQ(number_at(lines[0], "responseStatus.code"), 201);
  EXPECT_EQ(number_at(lines[1], "responseStatus.code"), 403);
  EXPECT_EQ(text_at(lines[1], "responseStatus.reason"), "Forbidden");
  EXPECT_EQ(text_at(lines[2], "user.username"), "telltale-admin");
  EXPECT_EQ(text_at(lines[2], "impersonatedUser.username"), "telltale-viewer");
}

TEST_F(ApiServerTest, APathThatIsNoUtf8IsACleanBadRequest) {
  for (const std::string_view target :
       {"/api/v1/namespaces/default/configmaps/%ff", "/api/v1/namespaces/%c3%28/configmaps",
        "/apis/%ed%a0%80/v1/x", "/api/v1/namespaces/default/configmaps/a%00%80",
        "/clusters/%ff/c1/api/v1/nodes", "/%fe"}) {
    for (const std::string_view method : {"GET", "PUT", "PATCH", "DELETE", "POST"}) {
      const auto answer = server.ask(std::string(method), std::string(target), "{}");
      EXPECT_EQ(answer.refusal(), "400 BadRequest") << method << target << answer.body;
      EXPECT_EQ(answer.text("message"), "the path of the request is not UTF-8");
    }
  }
  EXPECT_EQ(server.get("/api/v1/namespaces/default/configmaps/%c3%a9").refusal(), "404 NotFound");
}

TEST_F(ApiServerTest, WhateverAParameterHoldsTheAnswerIsUtf8) {
  for (const std::string_view query :
       {"labelSelector=a%3D%ff", "fieldSelector=%ff%3D1", "fieldSelector=metadata.name%3D%ff",
        "continue=%ff", "resourceVersion=%ff", "limit=%ff", "timeoutSeconds=%ff"}) {
    const auto answer = server.get(format("{}?{}", ServerForTest::configmaps, query));
    EXPECT_TRUE(answer.object.is_object()) << query << answer.body;
    EXPECT_LT(answer.code, 500) << query;
  }
}

}  // namespace
}  // namespace telltale::server
