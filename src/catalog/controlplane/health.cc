// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/health.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "catalog/voice.h"

namespace telltale::controlplane {
namespace {

// The lines about one Machine, and whether all its conditions say the same.
struct Told {
  std::vector<std::string> lines = {};
  std::size_t conditions = 0;
  std::string_view message = {};
  bool all_alike = true;

  void note(const Condition& condition) {
    if (conditions++ == 0) message = condition.message;
    all_alike = all_alike && condition.message == message;
  }
  void complain(const Condition& condition) {
    const std::string text = condition.message.empty()
                                 ? format("condition is {}", to_text(condition.status))
                                 : std::string(condition.message);
    lines.push_back(format("  * {}: {}", condition.type, text));
  }
  std::string text() const {
    const bool shared = conditions > 1 && all_alike && !message.empty();
    return shared ? format("  * Control plane components: {}", message) : join(lines, "\n");
  }
};

void look(const Judged& machine, std::string_view type, Health& health, Told& told) {
  const Condition* condition = find_condition(machine.conditions, type);
  if (condition == nullptr) return;
  told.note(*condition);
  if (condition->status == Status::True) {
    health.good = true;
    return;
  }
  // A Machine without a provider ID has only just begun; that is no news.
  const bool begun = !machine.object->body["spec"]["providerID"].as_string("").empty();
  if (condition->status == Status::Unknown && !begun) {
    health.good = true;
    return;
  }
  if (condition->reason == not_collected_reason) health.not_collected = true;
  (condition->status == Status::False ? health.bad : health.unknown) = true;
  told.complain(*condition);
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

Health add_up(std::span<const Judged* const> machines, std::span<const std::string_view> types,
              std::span<const std::string> errors) {
  Health health{.bad = !errors.empty()};
  Stories stories;
  for (const Judged* machine : machines) {
    Told told;
    for (const std::string_view type : types) look(*machine, type, health, told);
    if (!told.lines.empty()) stories[told.text()].push_back(machine->object->key.name);
  }
  health.story = tell(stories, errors);
  return health;
}

}  // namespace telltale::controlplane
