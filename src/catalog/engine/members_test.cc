// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/members.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "catalog/engine/merge_machines.h"

namespace telltale {
namespace {

constexpr Instant midnight{std::chrono::sys_days(std::chrono::year(2026) / 5 / 1)};

constexpr std::string_view drain_message =
    "* Pod a/b: cannot evict pod as it would violate the pod's disruption budget. More words";

// A judged Machine that owns all it points to.
struct Subject {
  std::string name = {};
  std::vector<Condition> conditions = {};
  std::vector<Label> labels = {};
  std::vector<Label> annotations = {};
  Object object = {};
  Judged judged = {};

  void add(std::string_view type, Status status, std::string_view message = {},
           std::string_view reason = "Reason") {
    conditions.push_back({.type = type, .status = status, .reason = reason, .message = message});
  }
  void finish() {
    object.key.kind = "Machine";
    object.key.name = name;
    object.labels = labels;
    object.annotations = annotations;
    judged.object = &object;
    judged.conditions = conditions;
  }
};

std::unique_ptr<Subject> any_subject(Rng& rng, std::size_t serial) {
  static constexpr std::string_view messages[] = {"", "* Version v1, v2 required", "ill\n* worse"};
  auto subject = std::make_unique<Subject>();
  subject->name = format("m{}", serial);
  for (const std::string_view type :
       {"Ready", "Available", "UpToDate", "HealthCheckSucceeded", "OwnerRemediated"}) {
    if (rng.one_in(4)) continue;
    subject->add(type, static_cast<Status>(rng.below(3)), messages[rng.below(3)]);
  }
  if (rng.one_in(3)) subject->labels.push_back({"cluster.x-k8s.io/control-plane", ""});
  if (rng.one_in(8)) {
    subject->annotations.push_back(
        {"in-place-updates.internal.cluster.x-k8s.io/update-in-progress", ""});
  }
  if (rng.one_in(3)) {
    subject->object.deleted = midnight - Seconds(static_cast<std::int64_t>(rng.below(1000)));
    subject->add("Deleted", Status::True, drain_message, "DrainingNode");
  }
  subject->object.created = midnight - Seconds(static_cast<std::int64_t>(rng.below(30)));
  subject->judged.verdict = static_cast<Verdict>(rng.below(4));
  subject->finish();
  return subject;
}

std::string told_of_members(const Members& members) {
  Arena arena;
  const Tally& tally = members.tally();
  std::string text =
      format("{} {} {} {} {} {} {} {} {} {}\n", tally.current, tally.acknowledged, tally.ready,
             tally.available, tally.up_to_date, tally.not_up_to_date, tally.judged_up_to_date,
             tally.unhealthy, tally.to_be_remediated, tally.deleting);
  for (const Condition& merged : {merge_ready(members, arena), merge_up_to_date(members, arena),
                                  merge_remediation(members, arena)}) {
    text += format("{} {}\n", merged.reason, merged.message);
  }
  text += describe_rollout(members) + members.slow_deletions() + members.unhealthy_names();
  for (const Verdict verdict : {Verdict::Working, Verdict::Stuck, Verdict::Unknown}) {
    const Judged* first = members.first_with(verdict);
    text += first != nullptr ? first->object->key.name : std::string_view("-");
  }
  for (const Instant instant :
       {members.next_grown_up(), members.next_deletion_change(), members.newest_deletion()}) {
    text += is_set(instant) ? format_rfc3339(instant) : "never";
  }
  return text;
}

RC_GTEST_PROP(Members, SayAfterAnyEditsWhatTheyWouldSayFromScratch, (std::uint64_t seed)) {
  Rng rng(seed);
  const Settings settings;
  Instant now = midnight;
  Members members(settings, now);
  std::vector<std::unique_ptr<Subject>> all;
  for (std::size_t step = 0; step < 40; ++step) {
    const std::uint64_t what = rng.below(4);
    if (what == 0 && !all.empty()) {
      const std::size_t gone = rng.below(all.size());
      members.remove(all[gone]->judged);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(gone));
    } else if (what == 1) {
      now += Seconds(static_cast<std::int64_t>(rng.below(400)));
      members.advance(now);
    } else {
      all.push_back(any_subject(rng, step));
      members.add(all.back()->judged);
    }
    Members scratch(settings, now);
    for (const auto& subject : all) scratch.add(subject->judged);
    RC_ASSERT(told_of_members(members) == told_of_members(scratch));
  }
}

TEST(Members, TellEachReasonOfARolloutOnceAndVersionsFirst) {
  const Settings settings;
  Members members(settings, midnight);
  Subject first{.name = "m1"};
  first.add("UpToDate", Status::False,
            "* DockerMachine is not up-to-date\n* Version v1, v2 required");
  first.finish();
  Subject second{.name = "m2"};
  second.add("UpToDate", Status::False, "* DockerMachine is not up-to-date");
  second.finish();
  members.add(first.judged);
  members.add(second.judged);
  EXPECT_EQ(describe_rollout(members),
            "Rolling out 2 not up-to-date replicas\n* Version v1, v2 required\n"
            "* DockerMachine is not up-to-date");
}

TEST(Members, LeaveOutAMachineThatNobodyOwnsAndNobodyCallsUpToDate) {
  const Settings settings;
  Members members(settings, midnight);
  Subject alone{.name = "m1"};
  alone.finish();
  members.add(alone.judged);
  EXPECT_EQ(members.tally().judged_up_to_date, 0);
  EXPECT_EQ(members.next_grown_up(), no_time);
  Subject told{.name = "m2"};
  told.add("UpToDate", Status::True, "");
  told.finish();
  members.add(told.judged);
  EXPECT_EQ(members.tally().judged_up_to_date, 1);
}

TEST(Members, CountAYoungMachineOnlyOnceItIsOldEnoughToBeMissed) {
  Settings settings;
  settings.dialect = upstream_dialect();
  Members members(settings, midnight);
  Subject young{.name = "m1"};
  young.object.created = midnight;
  young.finish();
  members.add(young.judged);
  EXPECT_EQ(members.tally().judged_up_to_date, 0);
  EXPECT_EQ(members.next_grown_up(), midnight + Seconds(11));
  members.advance(midnight + Seconds(11));
  EXPECT_EQ(members.tally().judged_up_to_date, 1);
  EXPECT_EQ(members.next_grown_up(), no_time);
}

}  // namespace
}  // namespace telltale
