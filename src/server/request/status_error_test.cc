// SPDX-License-Identifier: Apache-2.0
#include "server/request/status_error.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

const Named gadget{.group = "ref.example.com", .resource = "gadgets", .name = "a"};

TEST(StatusError, SaysWhatIsNotThereByResourceAndName) {
  EXPECT_EQ(json::print(to_status(not_found(gadget))),
            R"({"apiVersion":"v1","code":404,"details":{"group":"ref.example.com",)"
            R"("kind":"gadgets","name":"a"},"kind":"Status",)"
            R"("message":"gadgets.ref.example.com \"a\" not found","metadata":{},)"
            R"("reason":"NotFound","status":"StatusError"})");
  EXPECT_EQ(not_found({.group = {}, .resource = "pods", .name = "p"}).message,
            R"(pods "p" not found)");
}

TEST(StatusError, TellsTheTwoKindsOf409ApartByTheirReason) {
  EXPECT_EQ(already_exists(gadget).reason, "AlreadyExists");
  EXPECT_EQ(object_was_modified(gadget).reason, "Conflict");
  EXPECT_EQ(object_was_modified(gadget).message,
            R"(Operation cannot be fulfilled on gadgets.ref.example.com "a": the object has been )"
            "modified; please apply your changes to the latest version and try again");
}

TEST(StatusError, ListsEveryViolationAsACause) {
  const StatusError one = invalid({.group = "ref.example.com", .resource = "Gadget", .name = "a"},
                                  {schema::invalid("spec.size", "101", "too much")});
  EXPECT_EQ(one.message,
            R"(Gadget.ref.example.com "a" is invalid: spec.size: Invalid value: 101: too much)");
  ASSERT_EQ(one.causes.size(), 1U);
  EXPECT_EQ(one.causes[0].reason, "FieldValueInvalid");
  EXPECT_EQ(one.causes[0].field, "spec.size");
  const StatusError two =
      invalid(gadget, {schema::required("spec"), schema::forbidden("status", "no")});
  EXPECT_TRUE(two.message.ends_with("[spec: Required value, status: Forbidden: no]"))
      << two.message;
}

TEST(StatusError, SaysWhenToComeBackInHeaderAndDetails) {
  const http::Response busy = to_response(too_many_requests("busy", 7));
  EXPECT_EQ(busy.status, 429);
  EXPECT_EQ(http::find_header(busy.headers, "retry-after"), "7");
  EXPECT_NE(busy.body.find(R"("retryAfterSeconds":7)"), std::string::npos);
  EXPECT_EQ(to_response(unavailable("no")).headers.size(), 1U);
  EXPECT_TRUE(to_response(not_found(gadget)).headers.empty());
}

TEST(StatusError, NamesAVersionThatIsNotThereYet) {
  const StatusError future = resource_version_too_large(9, 5);
  EXPECT_EQ(future.code, 504);
  EXPECT_EQ(future.message, "Timeout: Too large resource version: 9, current: 5");
  EXPECT_EQ(future.causes[0].reason, "ResourceVersionTooLarge");
}

TEST(StatusError, CarriesTheTokenOfAnExpiredListInItsMetadata) {
  StatusError gone = expired("old");
  gone.continue_token = "token";
  EXPECT_NE(json::print(to_status(gone)).find(R"("metadata":{"continue":"token"})"),
            std::string::npos);
}

TEST(StatusError, ForbidsKindsObjectsAndPaths) {
  EXPECT_EQ(forbidden({}, "no").message, "forbidden: no");
  EXPECT_EQ(forbidden({.group = {}, .resource = "pods"}, "no").message, "pods is forbidden: no");
  EXPECT_EQ(forbidden(gadget, "no").message, R"(gadgets.ref.example.com "a" is forbidden: no)");
}

TEST(StatusError, LeavesDetailsOutUnlessTheyAreAskedFor) {
  EXPECT_EQ(json::print(to_status(unauthorized())).find("details"), std::string::npos);
  StatusError empty = bad_request("x");
  empty.empty_details = true;
  EXPECT_NE(json::print(to_status(empty)).find(R"("details":{})"), std::string::npos);
}

TEST(StatusError, WithoutAReasonGivesNone) {
  const json::Value status = to_status(unexplained("strange"));
  EXPECT_EQ(member(status, "reason"), nullptr);
  EXPECT_EQ(number_at(status, "code"), 500);
}

TEST(StatusError, SaysTheSameThingOnce) {
  const schema::FieldError twice = schema::invalid("metadata.uid", "\"x\"", "field is immutable");
  const StatusError error = invalid({.group = {}, .resource = "Node", .name = "n"}, {twice, twice});
  EXPECT_EQ(error.message,
            R"(Node "n" is invalid: metadata.uid: Invalid value: "x": field is immutable)");
  EXPECT_EQ(error.causes.size(), 2U);
}

TEST(StatusError, AnAnswerIsUtf8WhateverItQuotes) {
  StatusError error = bad_request("the agent is \xff\xfe");
  error.name = "a\xc3";
  const std::string body = to_response(error).body;
  ASSERT_TRUE(json::parse(body).has_value());
  EXPECT_NE(body.find("\\\\xff"), std::string::npos) << body;
}

TEST(StatusError, SaysHowManyViolationsItDoesNotTell) {
  schema::FieldErrors field_errors;
  for (std::size_t i = 0; i < schema::field_errors_max + 7; ++i) {
    field_errors.push_back(schema::required(format("f{}", i)));
  }
  const StatusError error = invalid({.group = {}, .resource = "R", .name = "a"}, field_errors);
  EXPECT_EQ(error.causes.size(), schema::field_errors_max);
  EXPECT_TRUE(error.message.ends_with(", and 7 more]")) << error.message;
}

}  // namespace
}  // namespace telltale::server
