// SPDX-License-Identifier: Apache-2.0
#include "server/request/incoming.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

Call call_about(bool custom) {
  auto resource = std::make_shared<Resource>(Resource{
      .group = "a.io", .plural = "gadgets", .kind = "Gadget", .versions = {Version{.name = "v1"}}});
  if (!custom) resource->behavior = std::make_shared<const KindBehavior>();
  Call call;
  call.resource = resource;
  call.version = &call.resource->versions[0];
  call.route = {.group = "a.io", .namespace_name = "ns", .name = "n"};
  return call;
}

int code_of_kind(std::string_view text, bool custom) {
  json::Value object = from_json(text);
  const auto checked = check_kind(object, call_about(custom));
  return checked ? 200 : checked.error().code;
}

TEST(Incoming, CustomObjectsSayWhatTheyAre) {
  EXPECT_EQ(code_of_kind(R"({"apiVersion":"a.io/v1","kind":"Gadget"})", true), 200);
  EXPECT_EQ(code_of_kind(R"({"apiVersion":"a.io/v1"})", true), 400);
  EXPECT_EQ(code_of_kind(R"({"kind":"Gadget"})", true), 400);
  EXPECT_EQ(code_of_kind(R"({"apiVersion":"a.io/v2","kind":"Gadget"})", true), 400);
  EXPECT_EQ(code_of_kind(R"({"apiVersion":"a.io/v1","kind":"Widget"})", true), 422);
}

TEST(Incoming, BuiltInObjectsMayLeaveItToThePath) {
  json::Value object = from_json("{}");
  EXPECT_TRUE(check_kind(object, call_about(false)).has_value());
  EXPECT_EQ(json::print(object), R"({"apiVersion":"a.io/v1","kind":"Gadget"})");
  EXPECT_EQ(code_of_kind(R"({"kind":"Widget"})", false), 400);
}

TEST(Incoming, ObjectsLieWhereThePathSays) {
  const Call call = call_about(true);
  json::Value object = from_json(R"({"metadata":{"name":"n"}})");
  EXPECT_TRUE(settle_namespace(object, call).has_value());
  EXPECT_EQ(text_at(object, "metadata.namespace"), "ns");
  EXPECT_TRUE(check_name_matches(object, call).has_value());
  json::Value other = from_json(R"({"metadata":{"name":"m","namespace":"elsewhere"}})");
  EXPECT_EQ(settle_namespace(other, call).error().code, 400);
  EXPECT_EQ(check_name_matches(other, call).error().code, 400);
}

TEST(Incoming, ManagersAreNamedByTheOptionOrTheAgent) {
  Call call = call_about(true);
  EXPECT_EQ(manager_of(call, {}), "unknown");
  call.http.headers = {{"User-Agent", "kubectl/v1.32 (linux)"}};
  EXPECT_EQ(manager_of(call, {}), "kubectl");
  EXPECT_EQ(manager_of(call, {.field_manager = "me"}), "me");
  for (const std::string bad : {"", "/v1", "a\x01z", "\xff"}) {
    call.http.headers = {{"User-Agent", bad}};
    EXPECT_EQ(manager_of(call, {}), "unknown");
  }
  call.http.headers = {{"User-Agent", std::string(500, 'a')}};
  EXPECT_EQ(manager_of(call, {}).size(), 128U);
}

TEST(Incoming, UnknownMetadataIsAWarningOrAnError) {
  Call call = call_about(true);
  json::Value object = from_json(R"({"metadata":{"bogus":1}})");
  const json::Value sent = object;
  EXPECT_TRUE(drop_unknown(object, {"spec.a"}, {}, call).has_value());
  EXPECT_EQ(call.warnings, (std::vector<std::string>{R"(duplicate field "spec.a")",
                                                     R"(unknown field "metadata.bogus")"}));
  object = sent;
  EXPECT_EQ(
      drop_unknown(object, {}, {.validation = WriteOptions::Validation::Strict}, call).error().code,
      400);
}

}  // namespace
}  // namespace telltale::server
