// SPDX-License-Identifier: Apache-2.0
#include "server/request/fixed_paths.h"

#include <gtest/gtest.h>

#include "server/openapi/registry_for_test.h"

namespace telltale::server {
namespace {

TEST(FixedPaths, HealthFollowsTheStoreButLifeDoesNot) {
  const ServerHealth sick{.store = {.writable = false, .error = "/data/telltale.db: disk full"}};
  const http::Response ready = answer_health({}, "/readyz", sick);
  EXPECT_EQ(ready.status, 500);
  EXPECT_EQ(ready.body, "[+]ping ok\n[-]store failed: reason withheld\nreadyz check failed\n");
  EXPECT_EQ(answer_health({}, "/readyz", sick, Reasons::Told).body,
            "[+]ping ok\n[-]store failed: /data/telltale.db: disk full\nreadyz check failed\n");
  EXPECT_EQ(answer_health({}, "/livez", sick).status, 200);
  EXPECT_EQ(answer_health({}, "/readyz", {}).body, "ok");
  const http::Target verbose{.path = "/healthz", .parameters = {{"verbose", ""}}};
  EXPECT_EQ(answer_health(verbose, "/healthz", {}).body,
            "[+]ping ok\n[+]store ok\nhealthz check passed\n");
}

TEST(FixedPaths, HealthFollowsAnAuditLogThatIsRequired) {
  const http::Target verbose{.path = "/readyz", .parameters = {{"verbose", ""}}};
  EXPECT_EQ(answer_health(verbose, "/readyz", {.audit_error = ""}).body,
            "[+]ping ok\n[+]store ok\n[+]audit ok\nreadyz check passed\n");
  const ServerHealth sick{.audit_error = "cannot write the audit log /log: no space"};
  EXPECT_EQ(answer_health({}, "/readyz", sick).status, 500);
  EXPECT_EQ(answer_health({}, "/readyz", sick).body,
            "[+]ping ok\n[+]store ok\n[-]audit failed: reason withheld\nreadyz check failed\n");
  EXPECT_NE(answer_health({}, "/readyz", sick, Reasons::Told).body.find("/log: no space"),
            std::string::npos);
  EXPECT_EQ(answer_health({}, "/livez", sick).status, 200);
}

TEST(FixedPaths, DocumentsAreMadeOnceForEachRegistry) {
  Published published;
  const auto one = openapi::small_registry();
  const auto first = published.documents(one);
  EXPECT_EQ(published.documents(one), first);
  EXPECT_NE(published.documents(openapi::small_registry()), first);
}

TEST(FixedPaths, DiscoveryOfWhatIsNotServedIsNotFound) {
  Published published;
  Call call;
  call.route = {.what = Route::What::Group, .group = "no.such"};
  EXPECT_EQ(answer_discovery(call, *published.documents(openapi::small_registry()))->status, 404);
  call.route = {.what = Route::What::OpenApi, .rest = "v4"};
  EXPECT_EQ(answer_openapi(call, *published.documents(openapi::small_registry()))->status, 404);
}

TEST(FixedPaths, TheVersionIsOneThatClientsKnow) {
  const auto version = json::parse(answer_version().body);
  ASSERT_TRUE(version.has_value());
  EXPECT_TRUE(version->at("gitVersion").as_string().starts_with("v1."));
}

}  // namespace
}  // namespace telltale::server
