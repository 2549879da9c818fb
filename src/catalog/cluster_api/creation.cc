// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/creation.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "catalog/engine/judge_context.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

bool ends_word(char c) {
  return c == '"' || c == '\'' || c == ' ' || c == ',' || c == ':' || c == ';' || c == ')';
}

// Generated names change with every attempt; a message that carries one would never stand still.
std::string without_generated_names(std::string_view text, std::string_view owner_name) {
  const std::string prefix = format("{}-", owner_name);
  std::string out;
  while (!text.empty()) {
    const std::size_t found = text.find(prefix);
    if (found == std::string_view::npos) break;
    out += text.substr(0, found);
    out += prefix;
    out += '*';
    text.remove_prefix(found + prefix.size());
    while (!text.empty() && !ends_word(text.front())) text.remove_prefix(1);
  }
  out += text;
  return out;
}

// An Event about an older owner of the same name tells nothing about this one.
bool tells_of_failure(const Object& event, const Object& owner) {
  const std::string_view uid = event.body["involvedObject"]["uid"].as_string("");
  return event.body["reason"].as_string("") == "FailedCreate" &&
         (uid.empty() || owner.uid.empty() || uid == owner.uid);
}

Instant last_seen(const Object& event) {
  Instant last = shapes::time(event.body["lastTimestamp"]);
  last = std::max(last, shapes::time(event.body["eventTime"]));
  return std::max(last, shapes::time(event.body["series"]["lastObservedTime"]));
}

Instant newest_child(const World& world, const Object& owner, std::string_view child_kind) {
  Instant newest = owner.created;
  for (const std::uint32_t index : of_kind(world, world.owned_by(owner), child_kind)) {
    newest = std::max(newest, world.objects()[index].created);
  }
  return newest;
}

}  // namespace

std::string creation_errors(const World& world, const Object& owner, std::string_view child_kind) {
  std::set<std::string> errors;
  const Condition* created = find_condition(shapes::legacy_conditions(owner), "MachinesCreated");
  if (created != nullptr && created->status == Status::False) {
    const std::string_view text = created->message.empty() ? created->reason : created->message;
    errors.insert(without_generated_names(text, owner.key.name));
  }
  const auto events = world.about(owner);
  const Instant newest = events.empty() ? no_time : newest_child(world, owner, child_kind);
  for (const std::uint32_t index : events) {
    const Object& event = world.objects()[index];
    if (!tells_of_failure(event, owner) || last_seen(event) < newest) continue;
    const std::string_view text = event.body["message"].as_string("");
    errors.insert(without_generated_names(text, owner.key.name));
  }
  std::vector<std::string> first(errors.begin(), errors.end());
  if (first.size() > creation_errors_max) first.resize(creation_errors_max);
  return join(first, "; ");
}

}  // namespace telltale
