// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/members.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "catalog/cluster_api/in_place.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

constexpr std::string_view control_plane_label = "cluster.x-k8s.io/control-plane";
constexpr std::string_view pending_move =
    "in-place-updates.internal.cluster.x-k8s.io/pending-acknowledge-move";

// Adds to or takes out of any ordered set.
template <class Set, class Item>
void put(Set& set, const Item& item, bool add) {
  if (add) {
    set.insert(item);
  } else {
    const auto found = set.find(item);
    check(found != set.end(), "a Machine leaves only where it was added");
    set.erase(found);
  }
}

std::pair<std::string_view, const Judged*> named(const Judged& machine) {
  return {machine.object->key.name, &machine};
}

bool is(const Condition* condition, Status status) {
  return condition != nullptr && condition->status == status;
}

}  // namespace

// What owners want to know of one Machine, found in one walk through its conditions: in a fleet
// this is done three times for every Machine there is.
struct Members::Facts {
  const Judged& machine;
  const Condition* ready = nullptr;
  const Condition* available = nullptr;
  const Condition* up_to_date = nullptr;
  const Condition* health = nullptr;
  const Condition* remediated = nullptr;

  explicit Facts(const Judged& judged) : machine(judged) {
    const std::pair<std::string_view, const Condition**> places[] = {
        {"Ready", &ready},
        {"Available", &available},
        {"UpToDate", &up_to_date},
        {"HealthCheckSucceeded", &health},
        {"OwnerRemediated", &remediated}};
    for (const Condition& condition : judged.conditions) {
      for (const auto& [type, place] : places) {
        if (condition.type == type) *place = &condition;
      }
    }
  }

  AggregateSource source(const Condition* condition) const {
    return {.kind = machine.object->key.kind,
            .name = machine.object->key.name,
            .condition = condition,
            .control_plane = is_control_plane_machine(*machine.object)};
  }
};

namespace {

// Adds to or takes out of an aggregation.
void put(Aggregation& aggregation, const AggregateSource& source, bool add) {
  if (add) {
    aggregation.add(source);
  } else {
    aggregation.remove(source);
  }
}

}  // namespace

bool is_control_plane_machine(const Object& machine) {
  return machine.label(control_plane_label) != nullptr;
}

Members::Members(const Settings& settings, Instant now) : settings_(&settings), now_(now) {}

void Members::add(const Judged& machine) { change(machine, Step::Add); }
void Members::remove(const Judged& machine) { change(machine, Step::Remove); }

void Members::change(const Judged& machine, Step step) {
  const Facts facts(machine);
  count(facts, step);
  put(ready_, facts.source(facts.ready), step == Step::Add);
  change_up_to_date(facts, step);
  change_remediation(facts, step);
  change_verdict(machine, step);
  if (machine.object->deleting()) change_deletion(machine, step);
}

void Members::count(const Facts& facts, Step step) {
  const auto by = static_cast<std::int64_t>(step);
  const Object& object = *facts.machine.object;
  tally_.current += by;
  if (object.annotation(pending_move) == nullptr) tally_.acknowledged += by;
  if (is(facts.up_to_date, Status::False)) tally_.not_up_to_date += by;
  const bool updating = is_updated_in_place(object);
  const auto add = [&](const Condition* condition, std::int64_t& sum, std::int64_t& unsettled) {
    if (!is(condition, Status::True)) return;
    sum += by;
    if (updating) unsettled += by;
  };
  add(facts.ready, tally_.ready, tally_.updating_ready);
  add(facts.available, tally_.available, tally_.updating_available);
  add(facts.up_to_date, tally_.up_to_date, tally_.updating_up_to_date);
}

bool Members::may_miss_up_to_date(const Object& machine) const {
  return settings_->dialect.up_to_date == UpToDateRule::EverySet && machine.controller() == nullptr;
}

void Members::change_up_to_date(const Facts& facts, Step step) {
  const Judged& machine = facts.machine;
  if (facts.up_to_date == nullptr && may_miss_up_to_date(*machine.object)) return;
  const std::pair young{machine.object->created + up_to_date_grace + Seconds(1), &machine};
  const bool waits =
      step == Step::Add ? !outgrew_up_to_date_grace(*machine.object, now_) : young_.contains(young);
  if (facts.up_to_date == nullptr && waits) return put(young_, young, step == Step::Add);
  tally_.judged_up_to_date += static_cast<std::int64_t>(step);
  put(up_to_date_, facts.source(facts.up_to_date), step == Step::Add);
}

void Members::change_remediation(const Facts& facts, Step step) {
  if (!is(facts.health, Status::False)) return;
  put(unhealthy_, named(facts.machine), step == Step::Add);
  tally_.unhealthy += static_cast<std::int64_t>(step);
  if (!is(facts.remediated, Status::False)) return;
  tally_.to_be_remediated += static_cast<std::int64_t>(step);
  put(remediation_, facts.source(facts.remediated), step == Step::Add);
}

void Members::change_verdict(const Judged& machine, Step step) {
  if (machine.verdict == Verdict::Healthy) return;
  const auto place = static_cast<std::size_t>(machine.verdict) - 1;
  put(troubled_[place], named(machine), step == Step::Add);
}

void Members::change_deletion(const Judged& machine, Step step) {
  tally_.deleting += static_cast<std::int64_t>(step);
  put(deletions_, machine.object->deleted, step == Step::Add);
  if (step == Step::Remove) {
    unsettle_deletion(machine, leaving_.at(&machine));
    leaving_.erase(&machine);
    return;
  }
  settle_deletion(machine, leaving_[&machine]);
}

void Members::settle_deletion(const Judged& machine, Leaving& leaving) {
  leaving.deletion = deletion_of(machine, settings_->dialect);
  leaving.slow = is_slow(leaving.deletion, now_);
  leaving.causes = leaving.slow ? delay_causes(leaving.deletion, now_) : 0;
  leaving.next_change = telltale::next_deletion_change(leaving.deletion, now_);
  if (leaving.slow) slow_.insert(named(machine));
  for (std::size_t i = 0; i < causes_.size(); ++i) causes_[i] += leaving.causes >> i & 1U;
  if (is_set(leaving.next_change)) deletion_changes_.insert({leaving.next_change, &machine});
}

void Members::unsettle_deletion(const Judged& machine, const Leaving& leaving) {
  if (leaving.slow) slow_.erase(named(machine));
  for (std::size_t i = 0; i < causes_.size(); ++i) causes_[i] -= leaving.causes >> i & 1U;
  if (is_set(leaving.next_change)) deletion_changes_.erase({leaving.next_change, &machine});
}

void Members::advance(Instant now) {
  now_ = std::max(now_, now);
  while (!young_.empty() && young_.begin()->first <= now_) {
    const Judged& machine = *young_.begin()->second;
    young_.erase(young_.begin());
    change_up_to_date(Facts(machine), Step::Add);
  }
  while (!deletion_changes_.empty() && deletion_changes_.begin()->first <= now_) {
    const Judged& machine = *deletion_changes_.begin()->second;
    Leaving& leaving = leaving_.at(&machine);
    unsettle_deletion(machine, leaving);
    settle_deletion(machine, leaving);
  }
}

Instant Members::next_grown_up() const { return young_.empty() ? no_time : young_.begin()->first; }

Instant Members::next_deletion_change() const {
  return deletion_changes_.empty() ? no_time : deletion_changes_.begin()->first;
}

std::string Members::slow_deletions() const {
  unsigned found = 0;
  for (std::size_t i = 0; i < causes_.size(); ++i) found |= causes_[i] > 0 ? 1U << i : 0U;
  std::vector<std::string_view> names;
  for (const auto& [name, machine] : slow_) {
    if (names.size() == listed_names_max) break;
    names.push_back(name);
  }
  return describe_slow(names, slow_.size(), found);
}

std::string Members::unhealthy_names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, machine] : unhealthy_) {
    if (names.size() == listed_names_max) break;
    names.push_back(name);
  }
  return list_first_names(names, unhealthy_.size());
}

std::vector<std::string_view> Members::rollout_reasons() const {
  std::set<std::string_view> lines;
  for (const std::string_view message : up_to_date_.issue_messages()) {
    for (const std::string_view line : split(message, '\n')) lines.insert(line);
  }
  std::vector<std::string_view> ordered(lines.begin(), lines.end());
  std::ranges::stable_partition(
      ordered, [](std::string_view line) { return line.starts_with("* Version"); });
  return ordered;
}

const Judged* Members::first_with(Verdict verdict) const {
  if (verdict == Verdict::Healthy) return nullptr;
  const ByName& those = troubled_[static_cast<std::size_t>(verdict) - 1];
  return those.empty() ? nullptr : those.begin()->second;
}

Instant Members::newest_deletion() const {
  return deletions_.empty() ? no_time : *deletions_.rbegin();
}

}  // namespace telltale
