// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_event.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/instant.h"
#include "json/parse.h"

namespace telltale::server {
namespace {

Microtime moment_at(std::string_view text, int micros) {
  return Microtime(*parse_rfc3339(text)) + std::chrono::microseconds(micros);
}

TEST(AccessAuditEvent, IsALineOfTheAuditApi) {
  const AuditEvent event{.audit_id = "id",
                         .request_uri = "/apis/g/v1/namespaces/a/gadgets/x/status?dryRun=All",
                         .verb = "patch",
                         .user = {.name = "bob", .uid = "u", .groups = {"devs"}},
                         .impersonated = User{.name = "eve"},
                         .source_ips = {"127.0.0.1"},
                         .user_agent = "kubectl/v1.32",
                         .object = {.verb = "patch",
                                    .group = "g",
                                    .version = "v1",
                                    .resource = "gadgets",
                                    .subresource = "status",
                                    .namespace_name = "a",
                                    .name = "x"},
                         .code = 404,
                         .status_reason = "NotFound",
                         .decision = "allow",
                         .decision_reason = "RBAC: yes",
                         .received = moment_at("2026-01-01T00:00:00Z", 7),
                         .completed = moment_at("2026-01-01T00:00:01Z", 123456)};
  EXPECT_EQ(
      to_line(event),
      R"({"annotations":{"authorization.k8s.io/decision":"allow","authorization.k8s.io/reason":)"
      R"("RBAC: yes"},"apiVersion":"audit.k8s.io/v1","auditID":"id","impersonatedUser":)"
      R"({"username":"eve"},"kind":"Event","level":"Metadata","objectRef":{"apiGroup":"g",)"
      R"("apiVersion":"v1","name":"x","namespace":"a","resource":"gadgets",)"
      R"("subresource":"status"},)"
      R"("requestReceivedTimestamp":"2026-01-01T00:00:00.000007Z","requestURI":)"
      R"("/apis/g/v1/namespaces/a/gadgets/x/status?dryRun=All","responseStatus":{"code":404,)"
      R"("metadata":{},"reason":"NotFound","status":"Failure"},"sourceIPs":["127.0.0.1"],)"
      R"("stage":"ResponseComplete","stageTimestamp":"2026-01-01T00:00:01.123456Z","user":)"
      R"({"groups":["devs"],"uid":"u","username":"bob"},"userAgent":"kubectl/v1.32",)"
      R"("verb":"patch"})"
      "\n");
}

TEST(AccessAuditEvent, LeavesOutWhatIsNotThere) {
  const json::Value line = *json::parse(to_line({.audit_id = "id", .code = 200}));
  for (const char* name : {"objectRef", "impersonatedUser", "annotations", "userAgent"}) {
    EXPECT_FALSE(line.as_object().contains(name)) << name;
  }
  EXPECT_EQ(line.at("responseStatus").at("code"), 200);
}

TEST(AccessAuditEvent, StaysOneShortLineWhateverWasSent) {
  AuditEvent event{.audit_id = "id",
                   .request_uri = std::string(100'000, 'x'),
                   .user = {.name = "a\nb\xff\x01", .groups = {}},
                   .user_agent = "\xc3"};
  event.user.groups.assign(10'000, std::string(10'000, '\xff'));
  const std::string line = to_line(event);
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_LT(line.size(), (audit_list_max + 8) * audit_text_bytes_max * 2);
  EXPECT_TRUE(json::parse(line));
  EXPECT_TRUE(std::ranges::all_of(line, [](char byte) { return byte == '\n' || byte >= ' '; }));
}

}  // namespace
}  // namespace telltale::server
