// SPDX-License-Identifier: Apache-2.0
#include "remote/prober.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include <rapidcheck/gtest.h>

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;
using enum Probed;
using Act = Prober::Act;
using Plan = Prober::Plan;

constexpr ConnectionRules rules{};
const Instant first_probe = *parse_rfc3339("2026-01-01T00:00:00Z");

// A Prober with a clock of its own; what is planned comes to pass when it was planned for.
struct Watch {
  Prober prober{rules};
  Instant now = first_probe;
  Plan plan = prober.begin();

  Plan pass(Probed came) {
    now += std::chrono::ceil<Seconds>(plan.after);
    plan = plan.act == Act::Connect ? prober.on_connect(came, now) : prober.on_probe(came, now);
    return plan;
  }
  const ConnectionState& state() const { return prober.state(); }
};

TEST(Prober, ConnectsAtOnceAndKnowsNothingBefore) {
  const Watch watch;
  EXPECT_EQ(watch.plan, (Plan{Act::Connect, 0ms}));
  EXPECT_EQ(watch.state(), ConnectionState{});
}

TEST(Prober, TakesConnectingForASuccessfulProbe) {
  Watch watch;
  EXPECT_EQ(watch.pass(Succeeded), (Plan{Act::Probe, 10s}));
  EXPECT_EQ(
      watch.state(),
      (ConnectionState{.connected = true, .last_probe = first_probe, .last_success = first_probe}));
}

TEST(Prober, TakesAFailureToConnectForAFailedProbe) {
  Watch watch;
  EXPECT_EQ(watch.pass(Failed), (Plan{Act::Connect, 30s}));
  EXPECT_EQ(watch.state(), (ConnectionState{.last_probe = first_probe, .consecutive_failures = 1}));
  EXPECT_EQ(watch.pass(Failed), (Plan{Act::Connect, 30s}));
  EXPECT_EQ(watch.state(),
            (ConnectionState{.last_probe = first_probe + 30s, .consecutive_failures = 2}));
}

TEST(Prober, DoesNotSpinWhenConnectingIsUnauthorized) {
  Watch watch;
  EXPECT_EQ(watch.pass(Unauthorized), (Plan{Act::Connect, 30s}));
  EXPECT_EQ(watch.state().consecutive_failures, 1U);
}

TEST(Prober, ProbesEveryTenSecondsWhileAllIsWell) {
  Watch watch;
  watch.pass(Succeeded);
  for (int i = 1; i <= 100; ++i) {
    EXPECT_EQ(watch.pass(Succeeded), (Plan{Act::Probe, 10s}));
    EXPECT_EQ(watch.state().last_success, first_probe + i * 10s);
  }
  EXPECT_EQ(watch.state().consecutive_failures, 0U);
}

TEST(Prober, LeavesTheLastSuccessAloneWhenAProbeFails) {
  Watch watch;
  watch.pass(Succeeded);
  EXPECT_EQ(watch.pass(Failed), (Plan{Act::Probe, 10s}));
  EXPECT_EQ(watch.state(), (ConnectionState{.connected = true,
                                            .last_probe = first_probe + 10s,
                                            .last_success = first_probe,
                                            .consecutive_failures = 1}));
}

TEST(Prober, LetsGoAtTheFifthFailureInARow) {
  Watch watch;
  watch.pass(Succeeded);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(watch.pass(Failed), (Plan{Act::Probe, 10s}));
  EXPECT_TRUE(watch.state().connected);
  EXPECT_EQ(watch.pass(Failed), (Plan{Act::Connect, 30s}));
  EXPECT_EQ(watch.state(), (ConnectionState{.connected = false,
                                            .last_probe = first_probe + 50s,
                                            .last_success = first_probe,
                                            .consecutive_failures = 5}));
}

TEST(Prober, ForgetsFailuresWithOneSuccess) {
  Watch watch;
  watch.pass(Succeeded);
  for (int i = 0; i < 4; ++i) watch.pass(Failed);
  watch.pass(Succeeded);
  EXPECT_EQ(watch.state().consecutive_failures, 0U);
  for (int i = 0; i < 4; ++i) watch.pass(Failed);
  EXPECT_TRUE(watch.state().connected);
}

TEST(Prober, ReconnectsAtOnceWhenAProbeIsUnauthorized) {
  Watch watch;
  watch.pass(Succeeded);
  EXPECT_EQ(watch.pass(Unauthorized), (Plan{Act::Connect, 1ms}));
  EXPECT_EQ(watch.state(), (ConnectionState{.connected = false,
                                            .last_probe = first_probe + 10s,
                                            .last_success = first_probe,
                                            .consecutive_failures = 1}));
  EXPECT_EQ(watch.pass(Succeeded), (Plan{Act::Probe, 10s}));
  EXPECT_EQ(watch.state().consecutive_failures, 0U);
}

TEST(Prober, TakesAnUnauthorizedFifthFailureForARotation) {
  Watch watch;
  watch.pass(Succeeded);
  for (int i = 0; i < 4; ++i) watch.pass(Failed);
  EXPECT_EQ(watch.pass(Unauthorized), (Plan{Act::Connect, 1ms}));
  EXPECT_EQ(watch.state().consecutive_failures, 5U);
}

TEST(Prober, KeepsWhatItKnowsWhileItIsAway) {
  Watch watch;
  watch.pass(Succeeded);
  for (int i = 0; i < 8; ++i) watch.pass(Failed);
  EXPECT_EQ(watch.state().last_success, first_probe);
  EXPECT_EQ(watch.state().consecutive_failures, 8U);
  EXPECT_EQ(watch.plan, (Plan{Act::Connect, 30s}));
}

TEST(Prober, ForgetsWhyNodesCouldNotBeReadWhenItLetsGo) {
  Watch watch;
  watch.pass(Succeeded);
  watch.prober.set_lookup_error("403");
  watch.pass(Unauthorized);
  EXPECT_EQ(watch.state().lookup_error, "");
}

TEST(Prober, ReadsAnewWhatWasLostWithoutCountingAFailure) {
  Watch watch;
  watch.pass(Succeeded);
  EXPECT_EQ(watch.prober.on_lost(), (Plan{Act::Connect, 1ms}));
  EXPECT_FALSE(watch.state().connected);
  EXPECT_EQ(watch.state().consecutive_failures, 0U);
}

TEST(ProberNews, IsWhatChangesAVerdictAndNotEverySuccess) {
  Watch watch;
  const auto is_told = [&](Probed came) {
    const ConnectionState before = watch.state();
    watch.pass(came);
    return is_news(before, watch.state());
  };
  EXPECT_TRUE(is_told(Failed));
  EXPECT_TRUE(is_told(Failed));
  EXPECT_TRUE(is_told(Succeeded));
  EXPECT_FALSE(is_told(Succeeded));
  EXPECT_TRUE(is_told(Failed));
  EXPECT_TRUE(is_told(Succeeded));
  EXPECT_FALSE(is_told(Succeeded));
}

// Whatever happens: the last success is never after the last probe, failures are counted since it,
// and a connection that stands has failed less often than agreed.
RC_GTEST_PROP(ProberLaws, HoldWhateverHappens, ()) {
  Watch watch;
  std::uint32_t failures = 0;
  for (const auto drawn : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3))) {
    const auto came = static_cast<Probed>(drawn);
    const bool stood = watch.state().connected;
    watch.pass(came);
    failures = came == Succeeded ? 0 : failures + 1;
    RC_ASSERT(watch.state().consecutive_failures == failures);
    RC_ASSERT(watch.state().last_probe == watch.now);
    RC_ASSERT((watch.state().last_success == watch.now) == (came == Succeeded));
    RC_ASSERT(watch.state().connected == (watch.plan.act == Act::Probe));
    RC_ASSERT(!watch.state().connected || failures < rules.failures_max);
    RC_ASSERT((watch.plan.after == 1ms) == (stood && came == Unauthorized));
  }
}

}  // namespace
}  // namespace telltale::remote
