// SPDX-License-Identifier: Apache-2.0
// The aggregate against a plain reading of its law, which sorts everything and forgets nothing.

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "condition/aggregate.h"
#include "condition/indent.h"

namespace telltale {
namespace {

struct Thing {
  std::string kind;
  std::string name;
  Condition condition;
  bool control_plane = false;
};

constexpr AggregateOptions options{.type = "Available"};

std::string aggregate_message_of(const std::vector<Thing>& things) {
  std::vector<AggregateSource> sources;
  for (const Thing& thing : things) {
    sources.push_back({thing.kind, thing.name, &thing.condition, thing.control_plane});
  }
  Arena arena;
  const auto condition = aggregate(sources, options, arena);
  return condition ? std::string(condition->message) : condition.error().detail;
}

std::vector<Thing> things_to_tell(const std::vector<Thing>& things) {
  const auto is_info = [](const Thing& thing) { return thing.condition.status == Status::True; };
  const bool all_info = std::ranges::all_of(things, is_info);
  std::vector<Thing> told;
  for (const Thing& thing : things) {
    const bool tell = all_info ? !thing.condition.message.empty() : !is_info(thing);
    if (tell) told.push_back(thing);
  }
  return told;
}

// One message of one kind, with every name.
struct Group {
  bool first = false;
  Priority priority = Priority::Info;
  std::vector<std::pair<bool, std::string>> names;  // workers after the control plane
  std::string message;

  std::string joined() const {
    std::string text;
    for (const auto& [worker, name] : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  auto rank() const { return std::tuple(!first, priority, -std::ssize(names), joined()); }
};

std::string line_of(const std::string& kind, Group group) {
  const std::size_t more = group.names.size() - std::min<std::size_t>(3, group.names.size());
  std::string line = "* " + (group.names.size() == 1 ? kind : plural(kind)) + " ";
  group.names.resize(group.names.size() - more);
  line += group.joined() + (more > 0 ? format(", ... ({} more)", more) : "") + ":";
  append_indented(line, group.message);
  return line;
}

std::vector<Group> groups_of(const std::vector<Thing>& told, const std::string& kind) {
  std::map<std::string, Group> by_message;
  for (const Thing& thing : told) {
    Group& group = by_message[std::string(thing.condition.message)];
    group.message = thing.condition.message;
    group.first |= thing.control_plane;
    group.priority = std::min(group.priority, priority_of(thing.condition, Polarity::Positive));
    if (thing.kind == kind) group.names.emplace_back(!thing.control_plane, thing.name);
  }
  std::vector<Group> groups;
  for (auto& [message, group] : by_message) {
    std::ranges::sort(group.names);
    if (!group.names.empty()) groups.push_back(group);
  }
  std::ranges::sort(groups, {}, &Group::rank);
  return groups;
}

std::string plainly(const std::vector<Thing>& things) {
  const std::vector<Thing> told = things_to_tell(things);
  std::map<std::string, int> kinds;
  for (const Thing& thing : told) ++kinds[thing.kind];

  std::vector<std::string> lines;
  std::size_t budget = 3;
  for (const auto& [kind, count] : kinds) {
    std::map<Priority, std::size_t> rest;
    for (const Group& group : groups_of(told, kind)) {
      if (budget == 0) {
        rest[group.priority] += group.names.size();
      } else {
        lines.push_back(line_of(kind, group));
        --budget;
      }
    }
    for (const auto& [priority, number] : rest) {
      constexpr std::string_view words[] = {"other issues", "status unknown", "additional info"};
      lines.push_back(format("And {} with {}", counted(number, kind),
                             words[static_cast<std::size_t>(priority)]));
    }
  }
  return join(lines, "\n");
}

std::vector<Thing> any_things() {
  const std::vector<std::string_view> messages = {"",           "one", "two",  "* three",
                                                  "four\nfive", "six", "seven"};
  const auto any_status =
      *rc::gen::element(rc::gen::element(Status::True, Status::False, Status::Unknown),
                        rc::gen::element(Status::True, Status::True),
                        rc::gen::element(Status::True, Status::Unknown));
  std::vector<Thing> things(*rc::gen::inRange<std::size_t>(1, 30));
  for (std::size_t i = 0; i < things.size(); ++i) {
    Thing& thing = things[i];
    thing.kind = *rc::gen::element<std::string>("Machine", "MachinePool", "Alloy");
    thing.name = "m" + std::to_string(i);
    thing.control_plane = thing.kind == "Machine" && *rc::gen::inRange(0, 6) == 0;
    thing.condition = {.type = "Available",
                       .status = *any_status,
                       .reason = "R",
                       .message = *rc::gen::elementOf(messages)};
  }
  return things;
}

void shuffle(std::vector<Thing>& things) {
  for (std::size_t i = things.size(); i > 1; --i) {
    std::swap(things[i - 1], things[*rc::gen::inRange<std::size_t>(0, i)]);
  }
}

RC_GTEST_PROP(Aggregate, AgreesWithAPlainReadingOfItsLaw, ()) {
  std::vector<Thing> things = any_things();
  shuffle(things);
  RC_ASSERT(aggregate_message_of(things) == plainly(things));
}

RC_GTEST_PROP(Aggregate, DoesNotDependOnTheOrderOfItsSources, ()) {  // trap 7, #11282
  std::vector<Thing> things = any_things();
  for (Thing& thing : things) {  // namesakes too, as from several namespaces
    if (*rc::gen::inRange(0, 2) == 0) thing.name = "namesake";
  }
  const std::string expected = aggregate_message_of(things);
  shuffle(things);
  RC_ASSERT(aggregate_message_of(things) == expected);
}

}  // namespace
}  // namespace telltale
