// SPDX-License-Identifier: Apache-2.0
#include "condition/aggregate.h"

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "condition/caps.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::bad;
using test::good;
using test::unsure;

constexpr AggregateOptions available{.type = "Available"};

// The objects of one test; owns what the sources point at.
class Objects {
 public:
  Objects& add(std::string_view kind, std::string_view name, Condition condition) {
    conditions_.push_back(condition);
    sources_.push_back({.kind = kind, .name = name, .condition = &conditions_.back()});
    return *this;
  }
  Objects& add_control_plane(std::string_view name, Condition condition) {
    add("Machine", name, condition);
    sources_.back().control_plane = true;
    return *this;
  }
  Objects& add_missing(std::string_view kind, std::string_view name) {
    sources_.push_back({.kind = kind, .name = name});
    return *this;
  }
  std::span<const AggregateSource> sources() const { return sources_; }

 private:
  std::deque<Condition> conditions_;
  std::vector<AggregateSource> sources_;
};

std::string aggregate_of(std::span<const AggregateSource> sources,
                         const AggregateOptions& options) {
  Arena arena;
  const auto condition = aggregate(sources, options, arena);
  if (!condition) return "error: " + condition.error().detail;
  return std::string(to_text(condition->status)) + "/" + std::string(condition->reason) + "\n" +
         std::string(condition->message);
}

// The objects obj0, obj1, ... of kind Thing, one for each condition.
std::string available_of(const std::vector<Condition>& conditions) {
  std::deque<std::string> names;
  Objects objects;
  for (const Condition& condition : conditions) {
    names.push_back("obj" + std::to_string(names.size()));
    objects.add("Thing", names.back(), condition);
  }
  return aggregate_of(objects.sources(), available);
}

Condition no(std::string_view message) { return bad("Available", message); }
Condition maybe(std::string_view message) { return unsure("Available", message); }
Condition yes(std::string_view message) { return good("Available", message); }

TEST(Aggregate, NamesThreeMessagesAndThreeObjects) {
  struct Case {
    std::vector<Condition> conditions;
    std::string_view expected;
  };
  const Case cases[] = {
      // one issue; info is dropped
      {{no("M1"), yes("M9")}, "False/IssuesReported\n* Thing obj0: M1"},
      // three objects are all named
      {{no("M1"), no("M1"), no("M1"), yes("M9")},
       "False/IssuesReported\n* Things obj0, obj1, obj2: M1"},
      // more are counted
      {{no("M1"), no("M1"), no("M1"), no("M1"), no("M1"), yes("M9")},
       "False/IssuesReported\n* Things obj0, obj1, obj2, ... (2 more): M1"},
      // the message of most objects goes first
      {{no("M1"), no("M2"), no("M2"), no("M1"), no("M1"), no("M3"), yes("M9")},
       "False/IssuesReported\n"
       "* Things obj0, obj3, obj4: M1\n* Things obj1, obj2: M2\n* Thing obj5: M3"},
      // names break ties, and a fourth message is counted
      {{no("M1"), no("M2"), no("M4"), no("M5"), no("M1"), no("M3"), yes("M9")},
       "False/IssuesReported\n* Things obj0, obj4: M1\n* Thing obj1: M2\n* Thing obj2: M4\n"
       "And 2 Things with other issues"},
      // issues before unknown
      {{no("M1"), no("M2"), maybe("M3"), no("M4"), yes("M9")},
       "False/IssuesReported\n* Thing obj0: M1\n* Thing obj1: M2\n* Thing obj3: M4\n"
       "And 1 Thing with status unknown"},
      // both kinds of rest
      {{no("M1"), no("M2"), maybe("M3"), no("M4"), no("M5"), no("M6")},
       "False/IssuesReported\n* Thing obj0: M1\n* Thing obj1: M2\n* Thing obj3: M4\n"
       "And 2 Things with other issues\nAnd 1 Thing with status unknown"},
      // only unknown
      {{maybe("M1"), maybe("M2"), maybe("M4"), maybe("M5"), maybe("M1"), maybe("M3"), yes("M9")},
       "Unknown/UnknownReported\n* Things obj0, obj4: M1\n* Thing obj1: M2\n* Thing obj2: M4\n"
       "And 2 Things with status unknown"},
      // only info; the empty message is nobody's
      {{yes("M1"), yes("M2"), yes("M4"), yes(""), yes("M1"), yes("M3")},
       "True/InfoReported\n* Things obj0, obj4: M1\n* Thing obj1: M2\n* Thing obj2: M4\n"
       "And 1 Thing with additional info"},
      // all well, nothing to say
      {{yes(""), yes("")}, "True/InfoReported\n"},
      // lists are nested
      {{no("* a\n* b"), no("c\n* d")},
       "False/IssuesReported\n* Thing obj0:\n  * a\n  * b\n* Thing obj1:\n  * c\n    * d"},
  };
  for (const auto& [conditions, expected] : cases) EXPECT_EQ(available_of(conditions), expected);
}

TEST(Aggregate, OfFiveMachinesWithOneIssue) {  // golden string 3
  Objects machines;
  for (const std::string_view name : {"m4", "m2", "m5", "m1", "m3"}) {
    machines.add("Machine", name, bad("Ready", "* NodeHealthy: Waiting for a Node"));
  }
  EXPECT_EQ(aggregate_of(machines.sources(), {.type = "Ready", .into = "MachinesReady"}),
            "False/IssuesReported\n"
            "* Machines m1, m2, m3, ... (2 more):\n  * NodeHealthy: Waiting for a Node");
}

TEST(Aggregate, SharesItsBudgetAmongKinds) {  // golden string 9; defect c, settled in section 10
  Objects objects;
  const std::string_view md = "MachineDeployment";
  objects.add(md, "obj02", no("M1")).add(md, "obj01", no("M1")).add(md, "obj04", no("* M2"));
  objects.add(md, "obj03", no("* M2")).add(md, "obj06", no("* M3A\n* M3B"));
  objects.add(md, "obj05", no("M1")).add(md, "obj08", no("M1")).add(md, "obj07", no("M4"));
  objects.add(md, "obj09", no("M1")).add(md, "obj10", no("M5"));
  objects.add("MachineSet", "obj11", no("M1")).add("MachineSet", "obj12", no("M1"));
  EXPECT_EQ(aggregate_of(objects.sources(), available),
            "False/IssuesReported\n"
            "* MachineDeployments obj01, obj02, obj05, ... (2 more): M1\n"
            "* MachineDeployments obj03, obj04:\n  * M2\n"
            "* MachineDeployment obj06:\n  * M3A\n  * M3B\n"
            "And 2 MachineDeployments with other issues\n"
            "And 2 MachineSets with other issues");
}

TEST(Aggregate, GoesThroughKindsAlphabetically) {
  Objects objects;
  objects.add("MachineSet", "a", no("M1")).add("KubeadmControlPlane", "z", maybe("M2"));
  EXPECT_EQ(aggregate_of(objects.sources(), available),
            "False/IssuesReported\n* KubeadmControlPlane z: M2\n* MachineSet a: M1");
}

TEST(Aggregate, PutsTheControlPlaneFirst) {  // trap 7, #11421; trap 8, #11429
  Objects machines;
  machines.add_control_plane("m2", maybe("* M1")).add("Machine", "m1", maybe("* M1"));
  machines.add("Machine", "m4", no("* M2")).add("Machine", "m3", no("* M2"));
  machines.add("Machine", "m6", no("* M3A\n* M3B")).add("Machine", "m5", no("* M2"));
  EXPECT_EQ(aggregate_of(machines.sources(), available),
            "False/IssuesReported\n"
            "* Machines m2, m1:\n  * M1\n"  // unknown, and by fewer, yet the control plane's
            "* Machines m3, m4, m5:\n  * M2\n"
            "* Machine m6:\n  * M3A\n  * M3B");
}

TEST(Aggregate, NamesAControlPlaneMachineThatComesLateAmongMany) {  // trap 8, #11429
  Objects machines;
  for (const std::string_view name : {"m1", "m2", "m3", "m4"})
    machines.add("Machine", name, no("M"));
  machines.add_control_plane("z9", no("M"));
  EXPECT_EQ(aggregate_of(machines.sources(), available),
            "False/IssuesReported\n* Machines z9, m1, m2, ... (2 more): M");
}

TEST(Aggregate, LetsTheWorstReporterSpeakForAMessageOfAllKinds) {
  Objects objects;
  const std::string_view text = "same words";
  objects.add("A", "a1", maybe("x")).add("A", "a2", maybe(text)).add("B", "b1", no(text));
  EXPECT_EQ(aggregate_of(objects.sources(), available),  // a2 is unknown, b1 an issue
            "False/IssuesReported\n* A a2: same words\n* A a1: x\n* B b1: same words");
}

TEST(Aggregate, CountsAMissingConditionAsUnknown) {  // trap 9, #11435; trap 3: nothing to point at
  Objects objects;
  objects.add("Thing", "a", no("M1")).add_missing("Thing", "b");
  EXPECT_EQ(aggregate_of(objects.sources(), {.type = "Available", .into = "ThingsAvailable"}),
            "False/IssuesReported\n* Thing a: M1\n* Thing b: Condition Available not yet reported");
}

TEST(Aggregate, LeavesNoBlankAfterTheColonOfAnEmptyMessage) {  // defect d
  EXPECT_EQ(available_of({no("")}), "False/IssuesReported\n* Thing obj0:");
  EXPECT_EQ(available_of({no(""), no("x")}),
            "False/IssuesReported\n* Thing obj0:\n* Thing obj1: x");
}

TEST(Aggregate, OfNobodyIsAnError) {  // trap 11, #11952: ask before calling
  EXPECT_EQ(aggregate_of({}, available), "error: an aggregate needs at least one source object");
}

TEST(Aggregate, KeepsTheSourcesTypeAndPolarityUnlessToldOtherwise) {
  Objects objects;
  objects.add("Thing", "a", good("ScalingUp", "M1")).add("Thing", "b", bad("ScalingUp", "M9"));
  AggregateOptions options{.type = "ScalingUp", .polarity = Polarity::Negative};
  Arena arena;
  const auto same = aggregate(objects.sources(), options, arena);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->type, "ScalingUp");
  EXPECT_EQ(same->status, Status::True);
  EXPECT_EQ(same->message, "* Thing a: M1");

  options.into = "Calm";
  options.into_polarity = Polarity::Positive;
  options.reasons = {.issue = "NotCalm"};
  const auto turned = aggregate(objects.sources(), options, arena);
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->type, "Calm");
  EXPECT_EQ(turned->status, Status::False);
  EXPECT_EQ(turned->reason, "NotCalm");
  EXPECT_EQ(turned->last_transition, no_time);
}

TEST(Aggregate, AsksThePriorityRule) {
  const PriorityRule excuse{[](const Condition& condition, Polarity polarity, const void*) {
    return condition.message == "M1" ? Priority::Info : priority_of(condition, polarity);
  }};
  Objects objects;
  objects.add("Thing", "a", no("M1")).add("Thing", "b", yes(""));
  EXPECT_EQ(aggregate_of(objects.sources(), {.type = "Available", .priority = excuse}),
            "True/InfoReported\n* Thing a: M1");
}

TEST(Aggregate, NeverPassesTheMessageCap) {  // defect k
  const std::string page(30000, 'x');
  const std::string other_page(30000, 'y');
  const std::string text = available_of({no(page), no(other_page)});
  EXPECT_EQ(text.size(),
            std::string_view("False/IssuesReported\n").size() + condition_message_bytes_max);
  EXPECT_TRUE(text.ends_with("yyy..."));
}

TEST(Aggregate, CountsAHundredThousandObjectsExactly) {
  std::deque<std::string> names;
  std::deque<std::string> messages;
  Objects objects;
  for (int i = 0; i < 100'000; ++i) {
    names.push_back("m" + std::to_string(1'000'000 - i));
    // A third shares one message, all others have their own.
    if (i % 3 != 0) messages.push_back("trouble " + std::to_string(i));
    objects.add("Machine", names.back(), i % 3 == 0 ? no("shared") : no(messages.back()));
  }
  EXPECT_EQ(aggregate_of(objects.sources(), available),
            "False/IssuesReported\n"
            "* Machines m1000000, m900001, m900004, ... (33331 more): shared\n"
            "* Machine m900002: trouble 99998\n"
            "* Machine m900003: trouble 99997\n"
            "And 66664 Machines with other issues");
}

}  // namespace
}  // namespace telltale
