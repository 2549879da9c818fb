// SPDX-License-Identifier: Apache-2.0
#include "report/settings_document.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

// Another field for each of these is another line of settings_document.cc and of the test below:
// this does not compile until somebody has thought of it.
[[maybe_unused]] void count_the_fields() {
  [[maybe_unused]] const auto& [dialect, conditions, connection, patience, progressing, degraded,
                                provisioning, nodes] = Settings{};
  [[maybe_unused]] const auto& [p1, p2, p3, p4, p5] = Patience{};
  [[maybe_unused]] const auto& [r1, r2, r3, r4, r5, r6, r7, r8, r9, r10] = ProgressingRules{};
  [[maybe_unused]] const auto& [d1, d2, d3, d4, d5, d6] = DegradedRules{};
  [[maybe_unused]] const auto& [v1, v2, v3] = ProvisioningRules{};
}

Seconds some_duration() { return Seconds(*rc::gen::inRange<std::int64_t>(1, 10'000'000)); }

RunningSettings some_settings() {
  RunningSettings made{.cluster_uid = *rc::gen::element<std::string>("", "u-1", "2f3e")};
  Settings& settings = made.settings;
  settings.dialect = *rc::gen::arbitrary<bool>() ? upstream_dialect() : proposal_dialect();
  settings.remote_connection_grace = some_duration();
  settings.remote_conditions_grace = some_duration();
  settings.patience = {some_duration(), some_duration(), some_duration(), some_duration(),
                       some_duration()};
  settings.progressing = {some_duration(), some_duration(), some_duration(), some_duration(),
                          some_duration(), some_duration(), some_duration(), some_duration(),
                          some_duration(), some_duration()};
  settings.degraded = {*rc::gen::inRange<std::int32_t>(0, 1000),
                       some_duration(),
                       some_duration(),
                       some_duration(),
                       *rc::gen::arbitrary<bool>(),
                       *rc::gen::arbitrary<bool>()};
  settings.provisioning.dns_timeout = some_duration();
  settings.provisioning.conditions =
      *rc::gen::element(HiveConditions::New, HiveConditions::Both, HiveConditions::Old);
  if (*rc::gen::arbitrary<bool>()) {
    settings.node_conditions = *parse_node_conditions("Ready,KernelDeadlock,Certified=True");
  }
  for (const GateFacts& gate : all_gates()) made.gates.*gate.value = *rc::gen::arbitrary<bool>();
  return made;
}

// Everything, or the text would differ.
RC_GTEST_PROP(SettingsDocument, ComesBackAsItWent, ()) {
  const RunningSettings settings = some_settings();
  const std::string text = write_settings(settings);
  const Result<RunningSettings> back = parse_settings(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(back->cluster_uid == settings.cluster_uid);
  RC_ASSERT(back->gates == settings.gates);
  RC_ASSERT(back->settings.dialect.name == settings.settings.dialect.name);
  RC_ASSERT(back->settings.connection_grace() == settings.settings.connection_grace());
  RC_ASSERT(back->settings.degraded.failures == settings.settings.degraded.failures);
  RC_ASSERT(back->settings.patience.owner_not_ready == settings.settings.patience.owner_not_ready);
  RC_ASSERT(back->settings.progressing.dwell == settings.settings.progressing.dwell);
  RC_ASSERT(write_settings(*back) == text);
}

TEST(SettingsDocument, IsAContract) {
  EXPECT_EQ(
      write_settings({.cluster_uid = "u-1"}),
      R"({"apiVersion":"telltale.dev/v1alpha1","clusterProbeGracePeriod":"40s",)"
      R"("clusterUID":"u-1","degraded":{"clearOnSuccess":false,"failures":3,"heartbeat":"5m0s",)"
      R"("launchTimeout":"5m0s","registrationTTL":"15m0s","resetOnSuccess":false},)"
      R"("dialect":"proposal","featureGates":{"NodePoolDegradedCondition":true,)"
      R"("NodePoolProgressingCondition":false},)"
      R"("hiveConditions":"both","kind":"Settings",)"
      R"("patience":{"deletionStage":"15m0s","machineNotReady":"10m0s",)"
      R"("machineWithoutNode":"20m0s","missingTemplate":"5m0s","ownerNotReady":"45m0s"},)"
      R"("progressing":{"absence":"5m0s","capiProviderFailed":"30m0s",)"
      R"("cloudQuotaExceeded":"15m0s","controllerError":"15m0s","dwell":"1m0s",)"
      R"("insufficientCloudCapacity":"30m0s","lookAgain":"5m0s",)"
      R"("machineDeploymentFailed":"45m0s","missingCloudResources":"5m0s",)"
      R"("recovering":"10m0s"},"provisioning":{"dnsTimeout":"10m0s"},)"
      R"("remoteConditionsGracePeriod":"5m0s"})");
}

TEST(SettingsDocument, LeavesDefaultsWhereNothingIsSaidAndPassesOverWhatIsNew) {
  const auto read = parse_settings(
      R"({"kind":"Settings","tomorrow":{"a":1},"patience":{"deletionStage":"1m","more":2}})");
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->settings.patience.deletion_stage, Seconds(60));
  EXPECT_EQ(read->settings.patience.owner_not_ready, Patience{}.owner_not_ready);
  EXPECT_EQ(read->cluster_uid, "");
}

TEST(SettingsDocument, SaysWhichFieldIsNone) {
  const auto error_of = [](std::string_view text) {
    const auto read = parse_settings(text);
    return read ? std::string("none") : read.error().detail;
  };
  EXPECT_EQ(error_of(R"({"kind":"Settings","patience":{"deletionStage":"soon"}})"),
            "expected a duration such as 5m0s at patience.deletionStage");
  EXPECT_EQ(error_of(R"({"kind":"Settings","progressing":{"dwell":"-1s"}})"),
            "expected a duration such as 5m0s at progressing.dwell");
  EXPECT_EQ(error_of(R"({"kind":"Settings","degraded":{"failures":-3}})"),
            "expected a number at degraded.failures");
  EXPECT_EQ(error_of(R"({"kind":"Settings","degraded":[]})"), "expected an object at degraded");
  EXPECT_EQ(error_of(R"({"kind":"Settings","dialect":"latin"})"),
            "expected proposal or upstream at dialect");
  EXPECT_EQ(error_of(R"({"kind":"Settings","featureGates":{"NodePoolProgressingCondition":1}})"),
            "expected true or false at featureGates.NodePoolProgressingCondition");
  EXPECT_EQ(error_of(R"({"kind":"Settings","clusterUID":7})"),
            "expected a short text at clusterUID");
  EXPECT_EQ(error_of(R"({"kind":"Status"})"), "expected a document of kind Settings");
  EXPECT_EQ(error_of("[]"), "expected a document of kind Settings");
  EXPECT_NE(error_of("<html>"), "none");
}

}  // namespace
}  // namespace telltale
