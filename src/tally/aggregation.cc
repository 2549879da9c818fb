// SPDX-License-Identifier: Apache-2.0
#include "tally/aggregation.h"

#include "base/check.h"
#include "base/text.h"
#include "condition/caps.h"

namespace telltale {

Aggregation::Reading Aggregation::read(const AggregateSource& source) const {
  if (source.condition == nullptr) {
    return {format("Condition {} not yet reported", type_), Priority::Unknown};
  }
  return {std::string(source.condition->message), priority_of(*source.condition, polarity_)};
}

Messages* Aggregation::place_of(const Reading& reading) {
  if (reading.priority != Priority::Info) return &trouble_;
  return reading.text.empty() ? nullptr : &good_;
}

void Aggregation::add(const AggregateSource& source) {
  const Reading reading = read(source);
  ++counts_[static_cast<std::size_t>(reading.priority)];
  if (Messages* place = place_of(reading); place != nullptr) {
    place->add({source.kind, source.name, source.control_plane, reading.text, reading.priority});
  }
}

void Aggregation::remove(const AggregateSource& source) {
  const Reading reading = read(source);
  std::size_t& count = counts_[static_cast<std::size_t>(reading.priority)];
  check(count > 0, "a tally removes only what was added");
  --count;
  if (Messages* place = place_of(reading); place != nullptr) {
    place->remove({source.kind, source.name, source.control_plane, reading.text, reading.priority});
  }
}

Priority Aggregation::top() const {
  if (count(Priority::Issue) > 0) return Priority::Issue;
  return count(Priority::Unknown) > 0 ? Priority::Unknown : Priority::Info;
}

Result<Condition> Aggregation::compose(const AggregateOptions& options, Arena& arena) const {
  if (empty()) return fail(Error::Kind::Invalid, "an aggregate needs at least one source object");
  const Messages& told = top() == Priority::Info ? good_ : trouble_;
  return Condition{.type = options.into.empty() ? std::string_view(options.type) : options.into,
                   .status = merged_status(top(), options.into_polarity.value_or(polarity_)),
                   .reason = merged_reason(top(), options.reasons),
                   .message = keep_message(told.compose(), arena)};
}

}  // namespace telltale
