// SPDX-License-Identifier: Apache-2.0
#include "client/answer.h"

#include <gtest/gtest.h>

#include "client/api.h"
#include "client/transport/transport_for_test.h"

namespace telltale::client {
namespace {

TEST(ClientAnswer, GoodAnswersPassAsTheyAre) {
  for (const int status : {200, 201, 202, 204}) {
    const auto answer = accepted(json_answer(status, "{}"), "/x");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, status);
    EXPECT_EQ(answer->body, "{}");
  }
}

TEST(ClientAnswer, PiecesBecomeOneBody) {
  http::Response answer = json_answer(200, "a");
  answer.pieces = {std::make_shared<const std::string>("b"),
                   std::make_shared<const std::string>("c")};
  const auto whole = accepted(answer, "/x");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->body, "abc");
  EXPECT_TRUE(whole->pieces.empty());
}

TEST(ClientAnswer, ARefusalSpeaksInTheServersWords) {
  const auto answer = accepted(refusal(403, "Forbidden", "machines is forbidden"), "/apis/x/y");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().detail, "/apis/x/y answered 403: machines is forbidden");
  EXPECT_EQ(answer.error().kind, Error::Kind::Internal);
}

TEST(ClientAnswer, TheKindFollowsTheStatus) {
  using Kind = Error::Kind;
  const std::pair<int, Kind> expected[] = {
      {301, Kind::Internal},    {400, Kind::Invalid},     {401, Kind::Internal},
      {403, Kind::Internal},    {404, Kind::NotFound},    {409, Kind::Conflict},
      {410, Kind::Gone},        {413, Kind::TooLarge},    {418, Kind::Internal},
      {422, Kind::Invalid},     {429, Kind::Unreachable}, {500, Kind::Unreachable},
      {503, Kind::Unreachable}, {504, Kind::Unreachable}, {101, Kind::Internal}};
  for (const auto& [status, kind] : expected) {
    EXPECT_EQ(accepted(json_answer(status, ""), "/x").error().kind, kind) << status;
  }
}

TEST(ClientAnswer, WhatIsNoStatusIsShownAsText) {
  const auto said = [](std::string body) {
    return accepted(json_answer(502, std::move(body)), "/x").error().detail;
  };
  EXPECT_EQ(said(""), "/x answered 502");
  EXPECT_EQ(said("  bad gateway\n"), "/x answered 502: bad gateway");
  EXPECT_EQ(said("[1]"), "/x answered 502: [1]");
  EXPECT_EQ(said(R"({"kind":"Pod","message":"no"})"),
            R"(/x answered 502: {"kind":"Pod","message":"no"})");
  EXPECT_EQ(said(R"({"kind":"Status","message":7})"),
            R"(/x answered 502: {"kind":"Status","message":7})");
}

TEST(ClientAnswer, HostileTextIsShortAndSafe) {
  const std::string detail =
      accepted(json_answer(500, "\x1b[2J" + std::string(1 << 20, 'x')), "/x").error().detail;
  EXPECT_LT(detail.size(), refusal_bytes_max + 100);
  EXPECT_FALSE(detail.contains('\x1b'));
}

TEST(ClientAnswer, ErrorsPassAsTheyAre) {
  const auto answer = accepted(fail(Error::Kind::Unreachable, "no route"), "/x");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(), (Error{Error::Kind::Unreachable, "no route"}));
}

}  // namespace
}  // namespace telltale::client
