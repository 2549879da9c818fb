// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/condition_writer.h"

#include <algorithm>
#include <vector>

#include "catalog/judged.h"
#include "catalog/names.h"
#include "condition/order.h"

namespace telltale {

void ConditionWriter::begin(const Object& object, Conditions stored) {
  object_ = &object;
  list_rules_ = list_rules_of(object.key);
  // What the API has no room for is judged all the same: others rest on it
  // (report/status/left_out.h).
  set_.reset(stored, stored_conditions_max);
  wake_ = no_time;
}

std::optional<Condition> ConditionWriter::get(std::string_view proposal_type) const {
  const Condition* found =
      find_in_either(set_.view(), object_->key.kind, proposal_type, settings_.dialect);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

void ConditionWriter::wake_at(Instant instant) { wake_by(wake_, instant, now_); }

std::optional<Condition> ConditionWriter::set(std::string_view type, Condition condition) {
  const Dialect& dialect = settings_.dialect;
  const std::string_view kind = object_->key.kind;
  condition.type = written_type(dialect, kind, type);
  condition.reason = written_reason(dialect, kind, type, condition.reason);
  // A status that the other dialect's name already tells did not begin just now.
  if (set_.get(condition.type) == nullptr) {
    const Condition* alias = set_.get(other_type(dialect, kind, type));
    if (alias != nullptr && alias->status == condition.status) {
      condition.last_transition = alias->last_transition;
    }
  }
  const std::int64_t generation = list_rules_.tells_generation ? object_->generation : 0;
  if (!list_rules_.message_is_news) keep_old_message(condition, generation);
  // A full list is the only refusal; what was not written does not stand.
  const SetOutcome outcome = set_.set(condition, {generation, now_}, arena_);
  if (outcome == SetOutcome::Full) return std::nullopt;
  if (condition.type != type) forget_own(type);
  return *set_.get(condition.type);
}

void ConditionWriter::keep_old_message(Condition& condition, std::int64_t generation) const {
  const Condition* old = set_.get(condition.type);
  if (old == nullptr || old->observed_generation != generation) return;
  if (old->status != condition.status || old->reason != condition.reason) return;
  condition.message = old->message;
}

void ConditionWriter::forget_own(std::string_view type) {
  if (settings_.dialect.name == DialectName::Upstream) set_.remove(type);
}

std::optional<Condition> ConditionWriter::keep(std::string_view type) {
  const Dialect& dialect = settings_.dialect;
  const std::string_view kind = object_->key.kind;
  const std::string_view written = written_type(dialect, kind, type);
  if (set_.get(written) != nullptr) {
    if (written != type) forget_own(type);
    return *set_.get(written);
  }
  const Condition* alias = set_.get(other_type(dialect, kind, type));
  if (alias == nullptr) return std::nullopt;
  Condition renamed = *alias;
  renamed.reason = canonical_reason(kind, type, alias->reason);
  return set(type, renamed);
}

std::optional<Condition> ConditionWriter::miss(std::string_view type, const std::string& evidence) {
  if (get(type)) return keep(type);
  return set(type, {.type = {},
                    .status = Status::Unknown,
                    .reason = not_collected_reason,
                    .message = arena_.keep(evidence)});
}

Conditions ConditionWriter::finish() {
  const Conditions stands = set_.view();
  const auto before = [](const Condition& left, const Condition& right) {
    return comes_before(left.type, right.type);
  };
  if (set_.changed()) return arena_.keep(stands);
  if (std::ranges::is_sorted(stands, before)) return stands;
  // Nothing would be written, but people and programs get one order all the same.
  std::vector<Condition> sorted(stands.begin(), stands.end());
  sort_conditions(sorted);
  return arena_.keep(sorted);
}

}  // namespace telltale
