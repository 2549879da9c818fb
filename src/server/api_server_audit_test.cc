// SPDX-License-Identifier: Apache-2.0

// What an API server writes into its audit log, and what it refuses when it cannot.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "json/parse.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view policy_text = R"(
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- {level: None, users: [telltale-viewer]}
- {level: RequestResponse, resources: [{resources: [secrets]}], omitStages: [RequestReceived]}
- {level: Request, resources: [{resources: [configmaps]}]}
- {level: Metadata, omitStages: [RequestReceived]}
)";

class ApiServerAuditLevels : public testing::Test {
 protected:
  void SetUp() override { start({.path = path}); }
  void start(AuditSettings settings) {
    server.reset();
    auto opened = AuditLog::open(settings, clock);
    ASSERT_TRUE(opened.has_value()) << opened.error().detail;
    log = std::move(*opened);
    server = std::make_unique<ServerForTest>(ServerForTest::Brings::Nothing, log.get());
  }
  void start_with_policy() {
    auto policy = read_audit_policy(policy_text, "policy");
    ASSERT_TRUE(policy.has_value()) << policy.error().detail;
    start({.path = path, .policy = *policy});
  }
  // Since the last call.
  std::vector<json::Value> lines() {
    log->flush();
    std::ifstream file(path);
    std::vector<json::Value> all;
    for (std::string line; std::getline(file, line);) all.push_back(json::parse(line).value());
    std::vector<json::Value> fresh(all.begin() + static_cast<std::ptrdiff_t>(seen), all.end());
    seen = all.size();
    return fresh;
  }
  // "create configmaps Request ResponseComplete 201"
  std::vector<std::string> told() {
    std::vector<std::string> texts;
    for (const json::Value& line : lines()) {
      texts.push_back(format("{} {} {} {} {}", text_at(line, "verb"),
                             text_at(line, "objectRef.resource"), text_at(line, "level"),
                             text_at(line, "stage"), number_at(line, "responseStatus.code")));
    }
    return texts;
  }
  using Told = std::vector<std::string>;

  TempFolder folder;
  std::string path = folder.path("audit.log");
  SteppedClock clock;
  std::size_t seen = 0;
  std::unique_ptr<AuditLog> log;
  std::unique_ptr<ServerForTest> server;
};

TEST_F(ApiServerAuditLevels, ThePolicySaysHowMuchIsTold) {
  start_with_policy();
  EXPECT_EQ(server->make_configmap("a").code, 201);
  EXPECT_EQ(told(), (Told{"create configmaps Request RequestReceived 0",
                          "create configmaps Request ResponseComplete 201"}));
  server->get("/version");
  EXPECT_EQ(told(), Told{"get  Metadata ResponseComplete 200"});
  server->get("/version", as_person("viewer"));
  EXPECT_EQ(told(), Told{});
  server->get("/api/v1/secrets");
  EXPECT_EQ(told(), Told{"list secrets RequestResponse ResponseComplete 200"});
}

TEST_F(ApiServerAuditLevels, BodiesAreToldWithoutWhatOpensDoors) {
  start_with_policy();
  server->make_configmap("a");
  auto made = lines();
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(text_at(made[1], "requestObject.metadata.name"), "a");
  EXPECT_EQ(at(made[1], "responseObject"), nullptr);
  server->merge(format("{}/a", ServerForTest::configmaps), R"({"data":{"k":"v"}})");
  EXPECT_EQ(text_at(lines().at(1), "requestObject.data.k"), "v");
  server->post("/api/v1/namespaces/default/secrets",
               R"({"metadata":{"name":"s"},"stringData":{"key":"hush"}})");
  server->get("/api/v1/namespaces/default/secrets/s");
  server->get("/api/v1/secrets");
  server->get("/api/v1/secrets", {{"Accept", "application/yaml"}});
  const auto secrets = lines();
  ASSERT_EQ(secrets.size(), 4U);
  EXPECT_EQ(text_at(secrets[0], "requestObject.stringData.key"), "[left out]");
  EXPECT_EQ(text_at(secrets[1], "responseObject.data.key"), "[left out]");
  EXPECT_EQ(list_at(secrets[2], "responseObject.items").size(), 1U);
  for (const json::Value& line : secrets) {
    const std::string text = json::print(line);
    EXPECT_EQ(text.find("hush"), std::string::npos) << text;
    EXPECT_EQ(text.find("aHVzaA=="), std::string::npos) << text;
  }
}

TEST_F(ApiServerAuditLevels, WhatWasDeniedIsToldWithoutItsBody) {
  start_with_policy();
  server->ask("POST", std::string(ServerForTest::configmaps), R"({"metadata":{"name":"x"}})",
              as_person("status-writer"));
  const auto denied = lines();
  ASSERT_EQ(denied.size(), 2U);
  EXPECT_EQ(number_at(denied[1], "responseStatus.code"), 403);
  EXPECT_EQ(at(denied[1], "requestObject"), nullptr);
  server->get("/api/v1/configmaps", {{"Authorization", "Bearer wrong"}});
  EXPECT_EQ(told(), Told{"list configmaps Request ResponseComplete 401"});
}

TEST_F(ApiServerAuditLevels, AWatchIsToldWhenItBeginsAndWhenItEnds) {
  const auto stream = server->watch("/api/v1/secrets?watch=1");
  EXPECT_EQ(told(), (Told{"watch secrets Metadata ResponseStarted 200",
                          "list namespaces Metadata ResponseComplete 200"}));
  stream->leave();
  const auto ended = lines();
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(text_at(ended[0], "stage"), "ResponseComplete");
  EXPECT_EQ(text_at(ended[0], "verb"), "watch");
}

TEST_F(ApiServerAuditLevels, AnExceptionIsAPanic) {
  server->entropy().fail_next(1);  // not for the Audit-Id, but for what follows
  EXPECT_EQ(server->get("/api/v1/secrets?watch=1").code, 500);
  EXPECT_EQ(told(), Told{"watch secrets Metadata Panic 500"});
}

TEST_F(ApiServerAuditLevels, AnExceptionBeforeTheFirstWordEndsTheRequestAlone) {
  server->entropy().fail_next();
  EXPECT_EQ(server->get("/version").code, 500);
  EXPECT_NE(server->api().metrics_text(0).find("telltale_apiserver_exceptions_total 1"),
            std::string::npos);
  EXPECT_EQ(server->get("/version").code, 200);
}

TEST_F(ApiServerAuditLevels, WhoIsLetIntoAClusterKeepsTheirOwnGroups) {
  start({.path = path});
  server->get("/clusters/a/b/api/v1/nodes",
              {{"Impersonate-User", "eve"}, {"Impersonate-Group", "devs"}});
  const auto asked = lines();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(text_at(asked[0], "impersonatedUser.username"), "eve");
  EXPECT_EQ(json::print(asked[0].at("impersonatedUser")).find("system:masters"), std::string::npos);
}

TEST_F(ApiServerAuditLevels, MetricsCountByLevelAndReason) {
  start_with_policy();
  server->make_configmap("a");
  log->flush();
  const std::string metrics = server->api().metrics_text(0);
  EXPECT_NE(metrics.find(R"(telltale_audit_events_total{level="Request"} 2)"), std::string::npos);
  EXPECT_NE(metrics.find(R"(telltale_audit_lost_total{why="disk"} 0)"), std::string::npos);
}

class ApiServerAuditRequired : public ApiServerAuditLevels {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(logs);
    path = logs + "/audit.log";
    start({.path = path, .required = true});
  }
  std::string logs = folder.path("logs");
};

TEST_F(ApiServerAuditRequired, WhatIsDoneWasRecordedBefore) {
  EXPECT_EQ(server->make_configmap("a").code, 201);
  EXPECT_EQ(told(), (Told{"create configmaps Metadata RequestReceived 0",
                          "create configmaps Metadata ResponseComplete 201"}));
  EXPECT_EQ(server->get(format("{}/a", ServerForTest::configmaps)).code, 200);
  EXPECT_EQ(server->watch("/api/v1/configmaps?watch=1")->open(), true);
  EXPECT_EQ(server->get("/readyz?verbose=1").body,
            "[+]ping ok\n[+]store ok\n[+]audit ok\nreadyz check passed\n");
}

TEST_F(ApiServerAuditRequired, WhatCannotBeRecordedIsRefusedAndNotDone) {
  std::filesystem::remove_all(logs);
  const auto refused = server->make_configmap("a");
  EXPECT_EQ(refused.refusal(), "503 ServiceUnavailable");
  EXPECT_EQ(refused.header("Retry-After"), "1");
  EXPECT_EQ(refused.text("message"),
            "the audit log cannot be written, and what is not recorded is not done");
  EXPECT_EQ(server->get("/api/v1/configmaps").code, 503);
  EXPECT_EQ(server->get("/version").code, 503);
  EXPECT_EQ(server->get("/livez").code, 200);
  const auto ready = server->get("/readyz");
  EXPECT_EQ(ready.code, 500);
  EXPECT_NE(ready.body.find("[-]audit failed: cannot open the audit log " + path),
            std::string::npos)
      << ready.body;
  // It heals by itself, though nobody writes anything.
  std::filesystem::create_directory(logs);
  server->api().tick();
  log->flush();
  EXPECT_EQ(server->get("/readyz").code, 200);
  EXPECT_EQ(server->get(format("{}/a", ServerForTest::configmaps)).code, 404);
  EXPECT_EQ(server->make_configmap("a").code, 201);
}

TEST_F(ApiServerAuditRequired, WhoFloodsIsToldToWait) {
  AuditSettings settings{.path = path, .required = true};
  settings.clients.known = {.events = 1, .bytes = 1e6};
  start(settings);
  AnswerForTest last;
  for (int i = 0; i < 30 && last.code != 429; ++i) last = server->get("/api/v1/configmaps");
  EXPECT_EQ(last.refusal(), "429 TooManyRequests");
  EXPECT_EQ(server->make_configmap("a").code, 201) << "but what they change is recorded and done";
}

TEST_F(ApiServerAuditRequired, WhatThePolicyLeavesOutNeedsNoLog) {
  auto policy = read_audit_policy(
      "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- {level: None, verbs: [get]}\n"
      "- {level: Metadata, omitStages: [RequestReceived]}\n",
      "policy");
  start({.path = path, .policy = *policy, .required = true});
  EXPECT_EQ(server->make_configmap("a").code, 201);
  EXPECT_EQ(told(), (Told{"create configmaps Metadata RequestReceived 0",
                          "create configmaps Metadata ResponseComplete 201"}))
      << "a stage that the policy leaves out is written where it is the record";
  std::filesystem::remove_all(logs);
  EXPECT_EQ(server->get(format("{}/a", ServerForTest::configmaps)).code, 200);
  EXPECT_EQ(server->get("/api/v1/configmaps").code, 503);
}

TEST_F(ApiServerAuditRequired, AFullQueueRefuses) {
  start({.path = path, .queue_bytes_max = 100, .required = true});
  EXPECT_EQ(server->make_configmap("a").refusal(), "503 ServiceUnavailable");
}

}  // namespace
}  // namespace telltale::server
