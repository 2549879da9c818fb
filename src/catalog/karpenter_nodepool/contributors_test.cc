// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/contributors.h"

#include <deque>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/karpenter_nodepool/documents_for_test.h"
#include "catalog/stepper_for_test.h"
#include "table/table.h"

namespace telltale::karpenter_nodepool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Claims that failed, a condition that may be shown, and what is remembered.
class Stage {
 public:
  void fail(std::string_view uid, std::string_view reason, Instant when,
            std::string_view launched = {}, std::string_view word = "LaunchFailed") {
    Object claim;
    conditions_.push_back(
        {.type = "Launched", .status = Status::Unknown, .reason = word, .message = launched});
    lists_.push_back({"status.conditions", Conditions(&conditions_.back(), 1), {}});
    claim.condition_lists = std::span<const ConditionList>(&lists_.back(), 1);
    claims_.push_back(claim);
    failures_.push_back({&claims_.back(), uid, reason, when});
    tally_.counted.push_back({uid, reason, when});
  }
  void show(std::string_view reason, Instant since) {
    shown_ = {.type = "Degraded",
              .status = Status::True,
              .reason = reason,
              .message = "old",
              .last_transition = since};
  }
  void remember(const MemoryClock& clock) {
    clocks_.push_back(clock);
    memory_.clocks = clocks_;
  }
  void count(std::vector<Counted> counted) { tally_.counted = std::move(counted); }

  Evidence evidence(Instant now) const {
    return {.now = now,
            .rules = rules_,
            .shown = shown_.type.empty() ? nullptr : &shown_,
            .memory = memory_,
            .tally = tally_,
            .failures = failures_};
  }
  Joined joined(Instant now) const {
    const Evidence seen = evidence(now);
    return join_contributions(seen, evaluate_all(seen));
  }
  std::vector<MemoryClock> clocks(Instant now) const {
    const Evidence seen = evidence(now);
    return clocks_of(seen, evaluate_all(seen));
  }

 private:
  DegradedRules rules_;
  std::deque<Condition> conditions_;
  std::deque<ConditionList> lists_;
  std::deque<Object> claims_;
  std::vector<Failure> failures_;
  Tally tally_;
  Condition shown_;
  std::vector<MemoryClock> clocks_;
  Memory memory_;
};

TEST(KarpenterContributors, AreTwoAndNamed) {
  ASSERT_THAT(contributors(), SizeIs(2));
  EXPECT_EQ(contributors()[0].name, "launch");
  EXPECT_EQ(contributors()[1].name, "registration");
}

TEST(KarpenterContributors, AreSilentBelowTheThreshold) {
  Stage stage;
  stage.fail("a", launch_failure, at("10:00:00"));
  stage.fail("b", registration_failure, at("10:00:00"));
  EXPECT_EQ(stage.joined(at("10:01:00")).reason, "");
  EXPECT_THAT(stage.clocks(at("10:01:00")), IsEmpty());
}

TEST(KarpenterContributors, AreJoinedInTheOrderOfTheAlphabetWithTheNewestMessage) {
  Stage stage;
  stage.fail("a", registration_failure, at("10:00:00"));
  stage.fail("b", registration_failure, at("10:01:00"));
  stage.fail("c", launch_failure, at("10:02:00"), "no such image");
  const Joined joined = stage.joined(at("10:03:00"));
  EXPECT_EQ(joined.reason, "LaunchFailure,NodeRegistrationFailure");
  EXPECT_EQ(joined.message, "no such image");
  EXPECT_TRUE(joined.grows);
  EXPECT_THAT(stage.clocks(at("10:03:00")),
              ElementsAre(MemoryClock{.name = launch_failure, .since = at("10:03:00")},
                          MemoryClock{.name = registration_failure, .since = at("10:03:00")}));
}

TEST(KarpenterContributors, SayWhatTheProviderCallsItUnlessThatSaysNothing) {
  const auto message = [](std::string_view word, std::string_view text) {
    Stage stage;
    for (const std::string_view uid : {"a", "b", "c"}) {
      stage.fail(uid, launch_failure, at("10:00:00"), text, word);
    }
    return stage.joined(at("10:01:00")).message;
  };
  EXPECT_EQ(message("LaunchFailed", "no such image"), "no such image");
  EXPECT_EQ(message("AMINotFound", "no such image"), "AMINotFound: no such image");
  EXPECT_EQ(message("AMINotFound", "AMINotFound: none"), "AMINotFound: none");
  EXPECT_EQ(message("LaunchFailed", ""), "instance did not launch within 5m");
  EXPECT_EQ(message("AwaitingReconciliation", "object is awaiting reconciliation"),
            "instance did not launch within 5m");
}

TEST(KarpenterContributors, SayTheSameForTheSameErrorWithANewRequestId) {
  const auto message = [](std::string_view text) {
    Stage stage;
    for (const std::string_view uid : {"a", "b", "c"}) {
      stage.fail(uid, launch_failure, at("10:00:00"), text);
    }
    return stage.joined(at("10:01:00")).message;
  };
  EXPECT_EQ(message("api error Denied: no, request id: 0f1e2d3c-4b5a-6978-8695-a4b3c2d1e0f1"),
            message("api error Denied: no, request id: 11111111-2222-3333-4444-555555555555"));
}

TEST(KarpenterContributors, CallFailuresThatNobodyCanNameWhatTheStatusCallsThem) {
  Stage stage;
  stage.count({{"u1", "", at("10:00:00")}, {"u2", "", at("10:00:00")}, {"u3", "", at("10:00:00")}});
  const Joined joined = stage.joined(at("10:00:00"));
  EXPECT_EQ(joined.reason, launch_failure);
  EXPECT_EQ(joined.message, "3 NodeClaims failed to launch or to register");
}

TEST(KarpenterContributors, KeepTheirTimeWhileFailuresGoOn) {
  Stage stage;
  stage.show(launch_failure, at("10:00:00"));
  stage.remember({.name = launch_failure, .since = at("10:00:00")});
  for (const std::string_view uid : {"a", "b", "c", "d"}) {
    stage.fail(uid, launch_failure, at("10:10:00"), "new text");
  }
  EXPECT_FALSE(stage.joined(at("10:11:00")).grows);
  EXPECT_THAT(stage.clocks(at("10:11:00")),
              ElementsAre(MemoryClock{.name = launch_failure, .since = at("10:00:00")}));
}

TEST(KarpenterContributors, ASecondOneBeginsOnItsOwnAndOutlivesTheFirst) {
  Stage stage;
  stage.show(launch_failure, at("10:00:00"));
  stage.remember({.name = launch_failure, .since = at("10:00:00")});
  for (const std::string_view uid : {"a", "b", "c"}) {
    stage.fail(uid, launch_failure, at("10:00:00"), "text");
  }
  stage.fail("d", registration_failure, at("10:10:00"));
  const Joined grown = stage.joined(at("10:10:00"));
  EXPECT_EQ(grown.reason, "LaunchFailure,NodeRegistrationFailure");
  EXPECT_EQ(grown.message, "node did not register within 15m");
  EXPECT_TRUE(grown.grows);

  stage.show("LaunchFailure,NodeRegistrationFailure", at("10:00:00"));
  stage.remember({.name = registration_failure, .since = at("10:10:00")});
  EXPECT_EQ(stage.joined(at("10:14:59")).reason, "LaunchFailure,NodeRegistrationFailure");
  EXPECT_EQ(stage.joined(at("10:15:00")).reason, registration_failure);
  EXPECT_THAT(
      stage.clocks(at("10:15:00")),
      ElementsAre(
          MemoryClock{.name = launch_failure, .since = at("10:00:00"), .stopped = at("10:15:00")},
          MemoryClock{.name = registration_failure, .since = at("10:10:00")}));
}

TEST(KarpenterContributors, OneThatEndedStaysOutUntilTheReset) {
  Stage stage;
  stage.show(registration_failure, at("10:00:00"));
  stage.remember({.name = launch_failure, .since = at("10:00:00"), .stopped = at("10:15:00")});
  stage.remember({.name = registration_failure, .since = at("10:10:00")});
  for (const std::string_view uid : {"a", "b", "c"}) {
    stage.fail(uid, launch_failure, at("10:16:00"), "text");
  }
  const Joined joined = stage.joined(at("10:16:00"));
  EXPECT_EQ(joined.reason, registration_failure);
  EXPECT_EQ(joined.message, "old") << "nothing is known about it but what is shown";
  EXPECT_FALSE(joined.grows);
}

TEST(KarpenterContributors, WithoutMemoryAllThatIsShownBeganWithTheCondition) {
  Stage stage;
  stage.show("LaunchFailure,NodeRegistrationFailure", at("10:00:00"));
  const Evidence evidence = stage.evidence(at("10:01:00"));
  for (const Term& term :
       terms_of(*evidence.shown, evidence.memory, evidence.rules, evidence.now)) {
    EXPECT_EQ(term.began, at("10:00:00"));
    EXPECT_EQ(term.ends, at("10:15:00"));
  }
}

TEST(KarpenterContributors, OnesThatNobodyKnowsStayForTheirTime) {
  Stage stage;
  stage.show("FizzBuzzFailure,LaunchFailure", at("10:00:00"));
  stage.remember({.name = launch_failure, .since = at("10:05:00")});
  EXPECT_EQ(stage.joined(at("10:14:59")).reason, "FizzBuzzFailure,LaunchFailure");
  EXPECT_EQ(stage.joined(at("10:15:00")).reason, "LaunchFailure");
}

TEST(KarpenterReasons, AreSortedOnceEachAndJoinedByCommas) {
  EXPECT_EQ(join_reasons({}), "");
  EXPECT_EQ(join_reasons({"B", "A", "B", ""}), "A,B");
}

TEST(KarpenterReasons, ThatAreTooLongLoseTheirEndAndSaySo) {
  std::deque<std::string> names;
  std::vector<std::string_view> reasons;
  for (int i = 0; i < 60; ++i) {
    names.push_back(format("Contributor{:02}{}", i, std::string(20, 'x')));
    reasons.push_back(names.back());
  }
  const std::string joined = join_reasons(reasons);
  EXPECT_LE(joined.size(), 1024u);
  EXPECT_GT(joined.size() + names.front().size() + 1, 1024u) << "no more is lost than must be";
  EXPECT_TRUE(joined.starts_with(names[0] + "," + names[1]));
  EXPECT_TRUE(joined.ends_with(",Truncated"));
  EXPECT_TRUE(fits_reason_pattern(joined));
  EXPECT_EQ(join_reasons({std::string_view(std::string(2000, 'x'))}), "Truncated");
}

TEST(KarpenterReasons, OfExactlyTheLimitStayWhole) {
  const std::string one(511, 'a');
  const std::string two(512, 'b');
  EXPECT_EQ(join_reasons({one, two}).size(), 1024u);
  EXPECT_FALSE(join_reasons({one, two}).ends_with("Truncated"));
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
