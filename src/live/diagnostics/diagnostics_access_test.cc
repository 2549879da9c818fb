// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_access.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "client/transport/transport_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Word = AccessVerdict::Word;

struct AccessWorld {
  client::ManualScheduler time = {};
  client::ScriptedTransport transport = {};
  client::Api api{transport, time, time.clock(), 1};
  SeededEntropy entropy{3};
  std::vector<AccessVerdict> verdicts = {};

  std::unique_ptr<DiagnosticsAccess> access(AccessOptions options = {}) {
    if (options.management == nullptr) options.management = &api;
    options.local_token = "the-local-token-of-this-machine";
    return std::make_unique<DiagnosticsAccess>(options, time.clock(), entropy);
  }
  DiagnosticsAccess::Then then() {
    return [this](const AccessVerdict& verdict) { verdicts.push_back(verdict); };
  }
  void ask(DiagnosticsAccess& access, const std::string& token,
           const std::string& path = "/metrics") {
    access.ask(format("Bearer {}", token), path, then());
    time.advance(1ms);
  }
  // The reviews that are waited for.
  void say_who(const std::string& user) {
    transport.last().answer(
        client::json_answer(201, format(R"({{"kind":"TokenReview","status":{{"authenticated":true,)"
                                        R"("user":{{"username":"{}"}}}}}})",
                                        user)));
    time.advance(1ms);
  }
  void say_whether(bool allowed) {
    transport.last().answer(client::json_answer(
        201, format(R"({{"kind":"SubjectAccessReview","status":{{"allowed":{}}}}})", allowed)));
    time.advance(1ms);
  }
};

TEST(DiagnosticsAccess, WithoutATokenNobodyIsAskedAndNobodyComesIn) {
  AccessWorld world;
  const auto access = world.access();
  for (const char* header : {"", "Bearer", "Bearer ", "Basic abc", "bearertoken"}) {
    access->ask(header, "/metrics", world.then());
  }
  access->ask(format("Bearer {}", std::string(20'000, 'a')), "/metrics", world.then());
  EXPECT_EQ(world.verdicts, std::vector<AccessVerdict>(6));
  EXPECT_EQ(world.transport.size(), 0U);
}

TEST(DiagnosticsAccess, TheLocalTokenOpensEverythingAtOnce) {
  AccessWorld world;
  const auto access = world.access();
  access->ask("bearer the-local-token-of-this-machine", "/history", world.then());
  EXPECT_THAT(world.verdicts, ElementsAre(AccessVerdict{.word = Word::Allowed, .user = "local"}));
}

TEST(DiagnosticsAccess, OthersAreReviewedWhoTheyAreAndWhatTheyMay) {
  AccessWorld world;
  const auto access = world.access();
  world.ask(*access, "secret");
  EXPECT_THAT(world.transport.last().request().body, HasSubstr(R"("token":"secret")"));
  world.say_who("prometheus");
  EXPECT_EQ(world.transport.last().target(), "/apis/authorization.k8s.io/v1/subjectaccessreviews");
  EXPECT_THAT(world.transport.last().request().body, HasSubstr(R"("path":"/metrics")"));
  world.say_whether(true);
  EXPECT_THAT(world.verdicts,
              ElementsAre(AccessVerdict{.word = Word::Allowed, .user = "prometheus"}));
}

TEST(DiagnosticsAccess, WhoIsKnownAndNotAllowedIsForbidden) {
  AccessWorld world;
  const auto access = world.access();
  world.ask(*access, "secret");
  world.say_who("eve");
  world.say_whether(false);
  EXPECT_THAT(world.verdicts, ElementsAre(AccessVerdict{.word = Word::Forbidden, .user = "eve"}));
}

TEST(DiagnosticsAccess, WhoIsNotKnownIsUnauthorizedWithoutAskingFurther) {
  AccessWorld world;
  const auto access = world.access();
  world.ask(*access, "secret");
  world.transport.last().answer(
      client::json_answer(201, R"({"kind":"TokenReview","status":{"authenticated":false}})"));
  EXPECT_THAT(world.verdicts, ElementsAre(AccessVerdict{.word = Word::Unauthorized}));
  EXPECT_EQ(world.transport.size(), 1U);
}

TEST(DiagnosticsAccess, IsBelievedForTenSecondsPerTokenAndPath) {
  AccessWorld world;
  const auto access = world.access();
  world.ask(*access, "secret");
  world.say_who("a");
  world.say_whether(true);
  world.time.advance(9s);
  world.ask(*access, "secret");
  EXPECT_EQ(world.verdicts.size(), 2U);
  EXPECT_EQ(world.transport.size(), 2U);
  world.ask(*access, "secret", "/history");
  EXPECT_EQ(world.transport.size(), 3U);
  world.ask(*access, "secret2");
  EXPECT_EQ(world.transport.size(), 4U);
  world.time.advance(1s);
  world.ask(*access, "secret");
  EXPECT_EQ(world.transport.size(), 5U);
}

TEST(DiagnosticsAccess, ManyThatAskTheSameWaitForOneReview) {
  AccessWorld world;
  const auto access = world.access();
  for (int times = 0; times < 5; ++times) world.ask(*access, "secret");
  EXPECT_EQ(world.transport.size(), 1U);
  world.say_who("a");
  world.say_whether(true);
  EXPECT_EQ(world.verdicts.size(), 5U);
  EXPECT_EQ(world.transport.size(), 2U);
}

TEST(DiagnosticsAccess, WhatCouldNotBeFoundOutIsUnavailableAndAskedAgain) {
  AccessWorld world;
  const auto access = world.access();
  world.ask(*access, "secret");
  world.transport.last().answer(client::refusal(403, "Forbidden", "no reviews for you"));
  world.ask(*access, "secret");
  world.transport.last().answer(client::json_answer(200, "nonsense"));
  world.ask(*access, "secret");
  world.say_who("a");
  world.transport.last().answer(client::json_answer(200, "[]"));
  EXPECT_EQ(world.verdicts, std::vector<AccessVerdict>(3, {.word = Word::Unavailable}));
  EXPECT_EQ(world.transport.size(), 4U);
}

TEST(DiagnosticsAccess, OnlySoManyWait) {
  AccessWorld world;
  const auto access = world.access({.waiting_max = 3});
  for (int caller = 0; caller < 5; ++caller) world.ask(*access, format("token-{}", caller));
  EXPECT_EQ(world.transport.size(), 3U);
  EXPECT_EQ(world.verdicts, std::vector<AccessVerdict>(2, {.word = Word::Unavailable}));
}

TEST(DiagnosticsAccess, RemembersOnlySoMany) {
  AccessWorld world;
  const auto access = world.access({.verdicts_max = 4});
  const auto review = [&](int caller) {
    world.ask(*access, format("token-{}", caller));
    world.say_who("a");
    world.say_whether(true);
  };
  for (int caller = 0; caller < 20; ++caller) review(caller);
  EXPECT_EQ(world.transport.size(), 40U);
  world.ask(*access, "token-19");
  EXPECT_EQ(world.transport.size(), 40U);
  world.ask(*access, "token-0");
  EXPECT_EQ(world.transport.size(), 41U);
}

TEST(DiagnosticsAccess, NobodyIsToldAfterItsEnd) {
  AccessWorld world;
  auto access = world.access();
  world.ask(*access, "secret");
  access.reset();
  world.say_who("a");
  EXPECT_THAT(world.verdicts, IsEmpty());
  EXPECT_EQ(world.transport.size(), 1U);
}

}  // namespace
}  // namespace telltale::live
