// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/node_conditions.h"

#include <algorithm>
#include <optional>

#include "base/letters.h"
#include "base/text.h"
#include "kube/condition.h"

namespace telltale {
namespace {

constexpr std::size_t node_condition_bytes_max = 316;

bool is_type_character(char byte) {
  const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  return letter || (byte >= '0' && byte <= '9') || std::string_view("-_./").contains(byte);
}

bool is_condition_type(std::string_view text) {
  return !text.empty() && text.size() <= node_condition_bytes_max &&
         std::ranges::all_of(text, is_type_character);
}

std::optional<NodeCondition> parse_item(std::string_view item) {
  const std::size_t equals = item.find('=');
  const std::string_view type = trim(item.substr(0, equals));
  if (!is_condition_type(type)) return std::nullopt;
  NodeCondition made{.type = std::string(type),
                     .polarity = type == "Ready" ? Polarity::Positive : Polarity::Negative};
  const auto known = std::ranges::find(upstream_node_conditions(), type, &NodeCondition::type);
  made.expected = known != upstream_node_conditions().end();
  if (equals == std::string_view::npos) return made;
  const std::optional<Status> good = parse_status(trim(item.substr(equals + 1)));
  if (!good || *good == Status::Unknown) return std::nullopt;
  made.polarity = *good == Status::True ? Polarity::Positive : Polarity::Negative;
  return made;
}

}  // namespace

const NodeConditions& upstream_node_conditions() {
  static const NodeConditions four = {
      {.type = "Ready", .polarity = Polarity::Positive, .expected = true},
      {.type = "MemoryPressure", .expected = true},
      {.type = "DiskPressure", .expected = true},
      {.type = "PIDPressure", .expected = true}};
  return four;
}

const NodeConditions& proposed_node_conditions() {
  static const NodeConditions five = [] {
    NodeConditions made = upstream_node_conditions();
    made.push_back({.type = "NetworkUnavailable"});
    return made;
  }();
  return five;
}

Result<NodeConditions> parse_node_conditions(std::string_view text) {
  NodeConditions conditions;
  for (const std::string_view item : split(text, ',')) {
    const std::optional<NodeCondition> one = parse_item(item);
    if (!one) {
      return fail(Error::Kind::Invalid,
                  format("\"{}\" is not a condition of a Node such as Ready, MemoryPressure or "
                         "Certified=True",
                         printable(item)));
    }
    if (std::ranges::find(conditions, one->type, &NodeCondition::type) != conditions.end()) {
      return fail(Error::Kind::Invalid, format("{} is named twice", one->type));
    }
    if (conditions.size() == node_conditions_max) {
      return fail(Error::Kind::Invalid,
                  format("more than {} conditions of a Node", node_conditions_max));
    }
    conditions.push_back(*one);
  }
  return conditions;
}

std::string to_text(const NodeConditions& conditions) {
  std::string text;
  for (const NodeCondition& one : conditions) {
    if (!text.empty()) text += ',';
    text += one.type;
    const bool usual = (one.polarity == Polarity::Positive) == (one.type == "Ready");
    if (!usual) text += one.polarity == Polarity::Positive ? "=True" : "=False";
  }
  return text;
}

}  // namespace telltale
