// SPDX-License-Identifier: Apache-2.0
#include "client/watch/watch_event.h"

#include <gtest/gtest.h>

namespace telltale::client {
namespace {

using Type = WatchEvent::Type;

TEST(ClientWatchEvent, ReadsTheTypeAndTheObject) {
  const auto event = read_event(
      R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a","resourceVersion":"12"}}})");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->type, Type::Added);
  EXPECT_EQ(event->resource_version, "12");
  EXPECT_EQ(event->object.text, R"({"kind":"Pod","metadata":{"name":"a","resourceVersion":"12"}})");
  EXPECT_TRUE(event->object.has_kind);
}

TEST(ClientWatchEvent, KnowsEveryType) {
  const std::pair<const char*, Type> types[] = {
      {"ADDED", Type::Added},       {"MODIFIED", Type::Modified}, {"DELETED", Type::Deleted},
      {"BOOKMARK", Type::Bookmark}, {"ERROR", Type::Error},       {"added", Type::Unknown},
      {"NEWS", Type::Unknown}};
  for (const auto& [word, type] : types) {
    const auto event = read_event(std::string(R"({"object":{},"type":")") + word + R"("})");
    ASSERT_TRUE(event) << word;
    EXPECT_EQ(event->type, type) << word;
    EXPECT_EQ(event->resource_version, "");
  }
}

TEST(ClientWatchEvent, OtherLinesAreErrors) {
  for (const char* line :
       {"", " ", "[]", "{}", R"({"type":"ADDED"})", R"({"type":"ADDED","object":7})",
        R"({"type":"ADDED","object":{})", R"({"type":"ADDED","object":{]}})",
        R"({"type":"ADDED","object":{"a"}})", "<html>", R"("ADDED")"}) {
    EXPECT_FALSE(read_event(line)) << line;
  }
}

TEST(ClientWatchEvent, WhatIsShownOfABrokenLineIsShortAndSafe) {
  const auto event = read_event("\x1b[2J" + std::string(5000, 'x'));
  ASSERT_FALSE(event);
  EXPECT_LT(event.error().detail.size(), 200U);
  EXPECT_FALSE(event.error().detail.contains('\x1b'));
}

TEST(ClientWatchEvent, AnOldVersionIsGone) {
  for (const char* status : {R"({"kind":"Status","code":410,"message":"too old"})",
                             R"({"kind":"Status","reason":"Expired","message":"too old"})",
                             R"({"kind":"Status","reason":"Gone","code":0})"}) {
    EXPECT_EQ(error_of_event(status).kind, Error::Kind::Gone) << status;
  }
}

TEST(ClientWatchEvent, OtherErrorsKeepTheServersWords) {
  const Error error = error_of_event(
      R"({"kind":"Status","code":500,"reason":"InternalError","message":"etcd is away"})");
  EXPECT_EQ(error.kind, Error::Kind::Unreachable);
  EXPECT_EQ(error.detail, "the watch ended with 500: etcd is away");
  EXPECT_EQ(error_of_event("{").kind, Error::Kind::Unreachable);
  EXPECT_EQ(error_of_event(R"({"code":1e300})").kind, Error::Kind::Internal);
  EXPECT_EQ(error_of_event(R"({"code":99999999999})").kind, Error::Kind::Internal);
}

}  // namespace
}  // namespace telltale::client
