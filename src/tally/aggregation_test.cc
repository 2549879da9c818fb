// SPDX-License-Identifier: Apache-2.0
#include "tally/aggregation.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace telltale {
namespace {

constexpr AggregateOptions into_machines_ready{.type = "Ready", .into = "MachinesReady"};

struct Child {
  std::string kind;
  std::string name;
  Condition condition;
  bool reports = true;
  bool control_plane = false;

  AggregateSource source() const {
    return {kind, name, reports ? &condition : nullptr, control_plane};
  }
};

std::string told(const Result<Condition>& merged) {
  if (!merged) return "nothing";
  return format("{}={} {}: {}", merged->type, to_text(merged->status), merged->reason,
                merged->message);
}

// Names must stay where they are as long as they are counted.
using Children = std::vector<std::unique_ptr<Child>>;

std::string from_scratch(const Children& children, const AggregateOptions& options) {
  std::vector<AggregateSource> sources;
  for (const auto& child : children) sources.push_back(child->source());
  Arena arena;
  return told(aggregate(sources, options, arena));
}

std::string added_up(const Aggregation& aggregation, const AggregateOptions& options) {
  Arena arena;
  return told(aggregation.compose(options, arena));
}

// Few enough messages and names that children meet in one message, and many enough that the rest
// must be counted.
Child any_child(Rng& rng, std::size_t serial) {
  static constexpr std::string_view messages[] = {
      "", "* NodeHealthy: gone", "two\nlines", "a", "b", "c", "d"};
  static constexpr std::string_view kinds[] = {"Machine", "MachineSet", "Cluster"};
  return {.kind = std::string(kinds[rng.below(3)]),
          .name = format("m{}", rng.one_in(5) ? rng.below(4) : serial),
          .condition = {.type = "Ready",
                        .status = static_cast<Status>(rng.below(3)),
                        .reason = "Reason",
                        .message = messages[rng.below(7)]},
          .reports = !rng.one_in(6),
          .control_plane = rng.one_in(4)};
}

RC_GTEST_PROP(Aggregation, SaysAfterAnyEditsWhatItWouldSayFromScratch, (std::uint64_t seed)) {
  Rng rng(seed);
  const Polarity polarity = rng.one_in(2) ? Polarity::Positive : Polarity::Negative;
  AggregateOptions options = into_machines_ready;
  options.polarity = polarity;
  Aggregation aggregation("Ready", polarity);
  Children children;
  for (std::size_t step = 0; step < 48; ++step) {
    const bool removes = !children.empty() && rng.one_in(3);
    if (removes) {
      const auto gone = children.begin() + static_cast<std::ptrdiff_t>(rng.below(children.size()));
      aggregation.remove((*gone)->source());
      // The order of the rest must not matter either.
      std::swap(*gone, children.back());
      children.pop_back();
    } else {
      children.push_back(std::make_unique<Child>(any_child(rng, step)));
      aggregation.add(children.back()->source());
    }
    RC_ASSERT(aggregation.size() == children.size());
    RC_ASSERT(added_up(aggregation, options) == from_scratch(children, options));
  }
}

TEST(Aggregation, SaysNothingAboutNobody) {
  EXPECT_EQ(added_up(Aggregation("Ready"), into_machines_ready), "nothing");
}

TEST(Aggregation, ForgetsAMessageWithItsLastReporter) {
  const Condition bad{.type = "Ready", .status = Status::False, .message = "ill"};
  const Condition good{.type = "Ready", .status = Status::True};
  Aggregation aggregation("Ready");
  aggregation.add({"Machine", "m1", &bad});
  aggregation.add({"Machine", "m2", &good});
  EXPECT_EQ(added_up(aggregation, into_machines_ready),
            "MachinesReady=False IssuesReported: * Machine m1: ill");
  aggregation.remove({"Machine", "m1", &bad});
  EXPECT_EQ(added_up(aggregation, into_machines_ready), "MachinesReady=True InfoReported: ");
}

TEST(Aggregation, ListsTheMessagesOfIssuesOnly) {
  const Condition bad{.type = "Ready", .status = Status::False, .message = "ill"};
  const Condition unknown{.type = "Ready", .status = Status::Unknown, .message = "who knows"};
  Aggregation aggregation("Ready");
  aggregation.add({"Machine", "m1", &bad});
  aggregation.add({"Machine", "m2", &unknown});
  EXPECT_EQ(aggregation.issue_messages(), std::vector<std::string_view>{"ill"});
  EXPECT_EQ(aggregation.count(Priority::Unknown), 1U);
}

TEST(AggregationDeathTest, AbortsWhenSomebodyLeavesWhoNeverCame) {
  const Condition bad{.type = "Ready", .status = Status::False, .message = "ill"};
  Aggregation aggregation("Ready");
  EXPECT_DEATH(aggregation.remove({"Machine", "m1", &bad}), "removes only what was added");
}

}  // namespace
}  // namespace telltale
