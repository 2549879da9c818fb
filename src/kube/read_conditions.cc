// SPDX-License-Identifier: Apache-2.0
#include "kube/read_conditions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/text.h"

namespace telltale {
namespace {

using json::Tree;

constexpr ConditionPlace in_v1beta2[] = {{"conditions", "status.v1beta2.conditions", {}}};
constexpr ConditionPlace in_v1beta1[] = {
    {"conditions", "status.deprecated.v1beta1.conditions", {}}};
constexpr ConditionPlace in_deprecated[] = {{"v1beta1", "", in_v1beta1}};
// The proposal misspelled the word, and its first users copied that.
constexpr ConditionPlace in_misspelled[] = {
    {"conditions", "status.backCompatibilty.conditions", {}}};
constexpr ConditionPlace in_back_compatibility[] = {
    {"conditions", "status.backCompatibility.conditions", {}}};
constexpr ConditionPlace in_status[] = {
    {"conditions", "status.conditions", {}},
    {"v1beta2", "", in_v1beta2},
    {"experimentalConditions", "status.experimentalConditions", {}},
    {"deprecated", "", in_deprecated},
    {"backCompatibilty", "", in_misspelled},
    {"backCompatibility", "", in_back_compatibility},
};

// The fields of one condition as they stand in the document, none of them checked yet.
struct Fields {
  Tree type;
  Tree status;
  Tree reason;
  Tree message;
  Tree last_transition;
  Tree observed_generation;
};

bool is_string(const Tree& tree) { return tree.is(Tree::Type::String); }
bool is_integer(const Tree& tree) { return tree.is(Tree::Type::Int); }

struct FieldRule {
  std::string_view name;
  Tree Fields::* field;
  std::string_view wanted;
  bool (*fits)(const Tree&);
};

// All but the type, which has to be known before the others can be spoken of.
constexpr FieldRule field_rules[] = {
    {"status", &Fields::status, "a string", is_string},
    {"reason", &Fields::reason, "a string", is_string},
    {"message", &Fields::message, "a string", is_string},
    {"lastTransitionTime", &Fields::last_transition, "a string", is_string},
    {"observedGeneration", &Fields::observed_generation, "a whole number", is_integer},
};

// Why a condition is left out: in Cluster API's words, and with the place for our error.
struct Trouble {
  std::string error;
  std::string_view wanted;
  std::string_view field;
  Tree found;
};

class ListReader {
 public:
  ListReader(std::string_view path, MissingReason rule, const Reading& reading)
      : path_(path), rule_(rule), reading_(reading) {}

  ConditionList read(const Tree& list);

 private:
  std::span<const Condition> read_items(std::span<const Tree> items);
  bool read_item(const Tree& item, std::size_t at, Condition& condition);
  Fields collect(const Tree& item) const;
  std::optional<Trouble> error_in(const Fields& fields) const;
  Condition convert(const Fields& fields, std::size_t at) const;
  void leave_out(const Tree& item, std::size_t at, const Trouble& error);

  std::string_view path_;
  MissingReason rule_;
  const Reading& reading_;
  std::string_view malformed_;
};

ConditionList ListReader::read(const Tree& list) {
  if (!list.is(Tree::Type::List)) {
    reading_.leave_out(list, "a list", path_);
    malformed_ = reading_.arena.keep(
        format("{} must be a list, found {}", path_, json::type_name(list.type())));
    return {path_, {}, malformed_};
  }
  const std::span<const Condition> conditions = read_items(list.items());
  if (list.items().size() > conditions_max) {
    reading_.object_errors.add(list.offset(),
                               format("{} has {} entries; only the first {} were read", path_,
                                      list.items().size(), conditions_max));
  }
  return {path_, conditions, malformed_};
}

std::span<const Condition> ListReader::read_items(std::span<const Tree> items) {
  items = items.first(std::min(items.size(), conditions_max));
  const std::span<Condition> conditions = reading_.arena.make<Condition>(items.size());
  std::size_t count = 0;
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (!read_item(items[at], at, conditions[count])) continue;
    const auto before = conditions.first(count);
    const auto earlier = std::ranges::find(before, conditions[count].type, &Condition::type);
    if (earlier == before.end()) {
      ++count;
      continue;
    }
    // A list has one entry per type; an API server would never have taken the second.
    reading_.object_errors.add(
        items[at].offset(), format("{}[{}] names {} once more; the earlier one was left out", path_,
                                   at, conditions[count].type));
    *earlier = conditions[count];
  }
  return conditions.first(count);
}

bool ListReader::read_item(const Tree& item, std::size_t at, Condition& condition) {
  if (!item.is(Tree::Type::Map)) {
    // Cluster API passes over these without an error, so the list is not malformed by them.
    const std::string where = format("{}[{}]", path_, at);
    reading_.object_errors.add(item.offset(),
                               format("{}; it was left out", expected_at("a map", where, item)));
    return false;
  }
  const Fields fields = collect(item);
  if (const auto error = error_in(fields)) {
    leave_out(item, at, *error);
    return false;
  }
  condition = convert(fields, at);
  return true;
}

Fields ListReader::collect(const Tree& item) const {
  Fields fields;
  for (const auto& [key, value] : item.members()) {
    if (key == "type") {
      fields.type = value;
    } else if (key == "status") {
      fields.status = value;
    } else if (key == "reason") {
      fields.reason = value;
    } else if (key == "message") {
      fields.message = value;
    } else if (key == "lastTransitionTime") {
      fields.last_transition = value;
    } else if (key == "observedGeneration") {
      fields.observed_generation = value;
    } else if (key == "lastHeartbeatTime" || key == "lastUpdateTime" || key == "lastProbeTime") {
      reading_.note_time(value);
    }
  }
  return fields;
}

std::optional<Trouble> ListReader::error_in(const Fields& fields) const {
  if (is_given(fields.type) && !is_string(fields.type)) {
    return Trouble{format("type must be a string for all conditions, found {}",
                          json::type_name(fields.type.type())),
                   "a string", "type", fields.type};
  }
  const std::string_view type = fields.type.as_string("");
  if (type.empty()) {
    return Trouble{"type must be set for all conditions", "a string", "type", fields.type};
  }
  for (const FieldRule& rule : field_rules) {
    const Tree& found = fields.*rule.field;
    if (!is_given(found) || rule.fits(found)) continue;
    return Trouble{format("{} for the {} condition must be {}, found {}", rule.name, type,
                          rule.wanted, json::type_name(found.type())),
                   rule.wanted, rule.name, found};
  }
  if (fields.status.as_string("").empty()) {
    return Trouble{format("status must be set for the {} condition", type), "a string", "status",
                   fields.status};
  }
  if (!parse_status(fields.status.as_string(""))) {
    return Trouble{format("status for the {} condition must be one of True, False, Unknown", type),
                   "True, False or Unknown", "status", fields.status};
  }
  return std::nullopt;
}

Condition ListReader::convert(const Fields& fields, std::size_t at) const {
  const std::string_view reason = fields.reason.as_string("");
  const bool put_a_word = reason.empty() && rule_ == MissingReason::NoReasonReported;
  const std::string_view time = fields.last_transition.as_string("");
  const auto last_transition = parse_rfc3339(time);
  if (!time.empty() && !last_transition) {
    reading_.leave_out(fields.last_transition, "a time",
                       format("{}[{}].lastTransitionTime", path_, at));
  }
  if (last_transition) reading_.newest = std::max(reading_.newest, *last_transition);
  return {.type = reading_.arena.intern(fields.type.as_string("")),
          .status = parse_status(fields.status.as_string("")).value_or(Status::Unknown),
          .reason = put_a_word ? "NoReasonReported" : reading_.arena.intern(reason),
          .message = reading_.arena.keep_short_once(fields.message.as_string("")),
          .last_transition = last_transition.value_or(no_time),
          .observed_generation = fields.observed_generation.as_int().value_or(0)};
}

void ListReader::leave_out(const Tree& item, std::size_t at, const Trouble& error) {
  if (malformed_.empty()) malformed_ = reading_.arena.keep(error.error);
  const std::string where = format("{}[{}].{}", path_, at, error.field);
  const std::uint32_t offset = error.found ? error.found.offset() : item.offset();
  reading_.object_errors.add(offset, format("{}; that condition was left out",
                                            expected_at(error.wanted, where, error.found)));
}

// Without a vector: every object of a dump comes through here.
struct FoundLists {
  static constexpr std::size_t max = 6;  // as many as there are places
  std::array<std::string_view, max> paths;
  std::array<Tree, max> lists;
  std::size_t count = 0;
};

void find_lists(const Tree& map, std::span<const ConditionPlace> places, FoundLists& found) {
  for (const ConditionPlace& place : places) {
    const Tree value = map[place.name];
    if (place.path.empty()) {
      find_lists(value, place.below, found);
    } else if (is_given(value)) {
      check(found.count < FoundLists::max, "there is room for a list at every place");
      found.paths[found.count] = place.path;
      found.lists[found.count++] = value;
    }
  }
}

}  // namespace

std::span<const ConditionPlace> condition_places() { return in_status; }

std::span<const ConditionList> read_condition_lists(const Tree& status, MissingReason rule,
                                                    const Reading& reading) {
  FoundLists found;
  find_lists(status, in_status, found);
  const std::span<ConditionList> lists = reading.arena.make<ConditionList>(found.count);
  for (std::size_t at = 0; at < found.count; ++at) {
    lists[at] = ListReader(found.paths[at], rule, reading).read(found.lists[at]);
  }
  return lists;
}

}  // namespace telltale
