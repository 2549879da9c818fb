// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/health.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "catalog/engine/condition_writer.h"

namespace telltale::controlplane {
namespace {

// The lines about one Machine, and whether all its conditions say the same.
struct Told {
  std::vector<std::string> lines = {};
  std::size_t conditions = 0;
  std::string_view message = {};
  bool all_alike = true;
  std::string node_line = {};

  void note(const Condition& condition) {
    if (conditions++ == 0) message = condition.message;
    all_alike = all_alike && condition.message == message;
  }
  static std::string line_about(const Condition& condition) {
    const std::string text = condition.message.empty()
                                 ? format("condition is {}", to_text(condition.status))
                                 : std::string(condition.message);
    return format("  * {}: {}", condition.type, text);
  }
  void complain(const Condition& condition) { lines.push_back(line_about(condition)); }
  // Everything that was noted says this.
  bool says_only(std::string_view text) const {
    return conditions > 0 && all_alike && message == text;
  }
  std::string text() const {
    const bool shared = conditions > 1 && all_alike && !message.empty();
    std::vector<std::string> told = lines;
    if (shared) told.assign(1, format("  * Control plane components: {}", message));
    if (!node_line.empty()) told.push_back(node_line);
    return join(told, "\n");
  }
  bool complains() const { return !lines.empty() || !node_line.empty(); }
};

void look(const OwnMachine& machine, std::string_view type, Health& health, Told& told) {
  const Condition* condition = find_condition(machine.judged->conditions, type);
  if (condition == nullptr) return;
  told.note(*condition);
  if (condition->status == Status::True) {
    health.good = true;
    return;
  }
  // A Machine without a provider ID has only just begun; that is no news.
  const bool begun = !machine.tie.provider_id.empty();
  if (condition->status == Status::Unknown && !begun) {
    health.good = true;
    return;
  }
  if (condition->reason == not_collected_reason) health.not_collected = true;
  (condition->status == Status::False ? health.bad : health.unknown) = true;
  told.complain(*condition);
}

bool is_gate(const Object& machine, std::string_view type) {
  return std::ranges::any_of(
      machine.body["spec"]["readinessGates"].items(),
      [&](const json::Tree& gate) { return gate["conditionType"].as_string("") == type; });
}

// Counted where it is a gate of the Machine, as all the others are. A Node that is gone or cannot
// be looked at is what they complain about already.
void look_at_node(const OwnMachine& machine, std::string_view type, Health& health, Told& told) {
  const Condition* condition = find_condition(machine.judged->conditions, type);
  if (condition == nullptr || condition->status != Status::False) return;
  if (!is_gate(machine.object(), type)) return;
  if (told.says_only(condition->message)) return;
  health.bad = true;
  told.node_line = Told::line_about(*condition);
}

// Machines by the text they share.
using Stories = std::map<std::string, std::vector<std::string_view>>;

std::string tell(const Stories& stories, std::span<const std::string> errors) {
  std::vector<std::tuple<std::size_t, std::string, std::string>> blocks;
  for (const auto& [text, machines] : stories) {
    std::vector<std::string_view> names = machines;
    std::ranges::sort(names);
    const std::string_view noun = names.size() > 1 ? "Machines" : "Machine";
    blocks.emplace_back(names.size(), join(names, ","),
                        format("* {} {}:\n{}", noun, list_names(names), text));
  }
  std::ranges::sort(blocks, [](const auto& left, const auto& right) {
    if (std::get<0>(left) != std::get<0>(right)) return std::get<0>(left) > std::get<0>(right);
    return std::get<1>(left) < std::get<1>(right);
  });
  std::vector<std::string> lines;
  for (auto& block : blocks) lines.push_back(std::move(std::get<2>(block)));
  for (const std::string& error : errors) lines.push_back("* " + error);
  return join(lines, "\n");
}

}  // namespace

Health add_up(Machines machines, std::span<const std::string_view> types,
              std::span<const std::string> errors) {
  return add_up_with_node(machines, types, {}, errors);
}

Health add_up_with_node(Machines machines, std::span<const std::string_view> types,
                        std::string_view node_type, std::span<const std::string> errors) {
  Health health{.bad = !errors.empty()};
  Stories stories;
  for (const OwnMachine& machine : machines) {
    Told told;
    for (const std::string_view type : types) look(machine, type, health, told);
    if (!node_type.empty()) look_at_node(machine, node_type, health, told);
    if (told.complains()) stories[told.text()].push_back(machine.object().key.name);
  }
  health.story = tell(stories, errors);
  return health;
}

}  // namespace telltale::controlplane
