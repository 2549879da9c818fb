// SPDX-License-Identifier: Apache-2.0
#include "server/conversion.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

Resource machines(Conversion conversion) {
  return {.group = "cluster.x-k8s.io",
          .plural = "machines",
          .kind = "Machine",
          .versions = {Version{.name = "v1beta2", .storage = true}, Version{.name = "v1beta1"}},
          .conversion = conversion};
}

json::Value machine() {
  return from_json(R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",)"
                   R"("metadata":{"name":"m"},"spec":{"clusterName":"c"},)"
                   R"("status":{"conditions":[{"type":"Ready","status":"True","reason":"Ok",)"
                   R"("lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
}

TEST(Conversion, OfNoneRewritesTheVersionOnly) {
  const Resource resource = machines(Conversion::None);
  json::Value expected = machine();
  expected.as_object()["apiVersion"] = "cluster.x-k8s.io/v1beta1";
  EXPECT_EQ(converted(machine(), resource, resource.versions[1]), expected);
  EXPECT_EQ(converted(machine(), resource, resource.versions[0]), machine());
}

TEST(Conversion, OfOurKindsMovesWhatTheVersionsCallDifferently) {
  const Resource resource = machines(Conversion::Telltale);
  const auto older = converted(machine(), resource, resource.versions[1]);
  ASSERT_TRUE(older.has_value());
  EXPECT_NE(json::print(*older).find(R"("experimentalConditions":[{)"), std::string::npos)
      << json::print(*older);
  const auto back = converted(*older, resource, resource.versions[0]);
  EXPECT_EQ(json::print(back->at("status").at("conditions")),
            json::print(machine().at("status").at("conditions")));
}

TEST(Conversion, WithoutAWebhookIsAFailureAndBlocks) {
  const Resource resource = machines(Conversion::Webhook);
  EXPECT_TRUE(conversion_blocks(resource));
  EXPECT_EQ(converted(machine(), resource, resource.versions[1]).error().code, 500);
  EXPECT_FALSE(conversion_blocks(machines(Conversion::None)));
}

}  // namespace
}  // namespace telltale::server
