// SPDX-License-Identifier: Apache-2.0
#include "remote/connection.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace telltale::remote {
namespace {

const ClusterName default_c1{.namespace_name = "default", .name = "c1"};
const Instant noon = *parse_rfc3339("2026-01-01T12:00:00Z");

TEST(RemoteConnectionDocument, OfAStandingConnectionNeverChanges) {
  const ConnectionState early{.connected = true, .last_probe = noon, .last_success = noon};
  const ConnectionState late{
      .connected = true, .last_probe = noon + Seconds{600}, .last_success = noon + Seconds{600}};
  EXPECT_EQ(connection_document(default_c1, early), connection_document(default_c1, late));
  EXPECT_EQ(connection_document(default_c1, early),
            R"({"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
            R"("metadata":{"name":"c1","namespace":"default"},)"
            R"("status":{"connected":true,"consecutiveFailures":0,"lookupError":""}})");
}

TEST(RemoteConnectionDocument, SaysWhenTheLastSuccessWasOnceProbesFail) {
  const ConnectionState failing{.connected = true,
                                .last_probe = noon + Seconds{15},
                                .last_success = noon,
                                .consecutive_failures = 1};
  EXPECT_TRUE(connection_document(default_c1, failing)
                  .contains(R"("lastProbeSuccessTime":"2026-01-01T12:00:00Z")"));
  ConnectionState away = failing;
  away.connected = false;
  away.consecutive_failures = 5;
  EXPECT_TRUE(connection_document(default_c1, away)
                  .contains(R"("connected":false,"consecutiveFailures":5,"lastProbeSuccessTime")"));
}

TEST(RemoteConnectionDocument, NamesNoTimeWhereNothingEverSucceeded) {
  const std::string text =
      connection_document(default_c1, {.last_probe = noon, .consecutive_failures = 2});
  EXPECT_FALSE(text.contains("Time"));
  EXPECT_TRUE(text.contains(R"("connected":false,"consecutiveFailures":2)"));
}

TEST(RemoteConnectionDocument, IsJsonWhateverTheTroubleSays) {
  const std::string text = connection_document(
      default_c1, {.connected = true, .lookup_error = "a \"quote\"\nand a line"});
  const auto read = json::parse(text);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->at("status").at("lookupError").as_string(), "a \"quote\"\nand a line");
  EXPECT_FALSE(text.contains('\n'));
}

}  // namespace
}  // namespace telltale::remote
