// SPDX-License-Identifier: Apache-2.0
// What is sent to do harm costs the server little more, per byte, than what is sent in earnest.
#include "server/hostile_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "base/clock.h"

namespace telltale::server::hostile {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

constexpr std::size_t small_bytes = std::size_t{32} << 10;
constexpr int growth = 8;
// Eight times the bytes are eight times the work; sorting, caches and a busy machine take their
// share, but a quadratic algorithm takes 64 times.
constexpr double growth_max = 24;
constexpr Nanoseconds beneath_notice = std::chrono::milliseconds{40};
constexpr std::size_t answer_bytes_max = std::size_t{2} << 20;

struct Cost {
  Nanoseconds time{};
  AnswerForTest answer;
};

Cost cost_of(const Attack& attack, std::size_t bytes) {
  ServerForTest server;
  if (attack.prepare) attack.prepare(server, bytes);
  std::string body = attack.body(bytes);
  const Nanoseconds before = cpu_time();
  AnswerForTest answer = send(server, attack, std::move(body));
  return {cpu_time() - before, std::move(answer)};
}

std::vector<std::string> names_of_attacks() {
  std::vector<std::string> names;
  for (const Attack& attack : all_attacks()) names.emplace_back(attack.name);
  return names;
}

class HostileBodies : public testing::TestWithParam<std::string> {};

TEST_P(HostileBodies, CostNoMorePerByteWhenTheyGrow) {
  const std::vector<Attack> attacks = all_attacks();
  const auto attack = std::ranges::find(attacks, GetParam(), &Attack::name);
  ASSERT_NE(attack, attacks.end());
  const Cost small = cost_of(*attack, small_bytes);
  const Cost large = cost_of(*attack, small_bytes * growth);
  EXPECT_NE(large.answer.code, 0);
  // What has not the shape of its kind is a 500 without a reason, as on the real server.
  EXPECT_NE(large.answer.text("reason"), "InternalError") << large.answer.body.substr(0, 300);
  if (large.answer.code >= 400) {
    EXPECT_LT(large.answer.body.size(), answer_bytes_max);
  }
  const double base = static_cast<double>(std::max(small.time, beneath_notice / growth).count());
  EXPECT_LT(static_cast<double>(large.time.count()) / base, growth_max)
      << small.time.count() << " ns became " << large.time.count() << " ns";
}

INSTANTIATE_TEST_SUITE_P(All, HostileBodies, testing::ValuesIn(names_of_attacks()),
                         [](const auto& attack) {
                           std::string name = attack.param;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

// The object is read once, however many watch with selectors.
TEST(HostileWatches, SelectorsAreAskedOfALargeObjectTogether) {
  const auto cost = [](int watches) {
    ServerForTest server;
    for (int i = 0; i < watches; ++i) {
      server.watch(format("{}?watch=true&labelSelector=a%3Dv{},!b,c+notin+(x,y)",
                          ServerForTest::configmaps, i));
    }
    const std::string data(std::size_t{512} << 10, 'x');
    const std::string body = format(
        R"({{"metadata":{{"name":"big","labels":{{"a":"v0"}}}},"data":{{"a":"{}"}}}})", data);
    const Nanoseconds before = cpu_time();
    check(server.post(ServerForTest::configmaps, body).code == 201, "it is created");
    return cpu_time() - before;
  };
  const Nanoseconds one = cost(1);
  const Nanoseconds many = cost(300);
  EXPECT_LT(many, std::max(3 * one, one + std::chrono::nanoseconds{beneath_notice}))
      << one.count() << " ns became " << many.count() << " ns";
}

TEST(HostileOwners, OneOwnerIsReadOnceForAllThatNameIt) {
  const auto cost = [](std::size_t references) {
    ServerForTest server;
    const std::string data(std::size_t{256} << 10, 'x');
    server.post(ServerForTest::configmaps,
                format(R"({{"metadata":{{"name":"o"}},"data":{{"a":"{}"}}}})", data));
    std::string owners;
    for (std::size_t i = 0; i < references; ++i) {
      owners += format(R"({}{{"apiVersion":"v1","kind":"ConfigMap","name":"o","uid":"u{}"}})",
                       i == 0 ? "" : ",", i);
    }
    check(server.make_configmap("d", format(R"(,"ownerReferences":[{}])", owners)).code == 201,
          "it is created");
    const Nanoseconds before = cpu_time();
    server.advance_and_settle(Seconds{600});
    return cpu_time() - before;
  };
  const Nanoseconds few = cost(10);
  const Nanoseconds many = cost(2000);
  EXPECT_LT(many, 20 * std::max(few, Nanoseconds{beneath_notice / 8}))
      << few.count() << " ns became " << many.count() << " ns";
}

}  // namespace
}  // namespace telltale::server::hostile
