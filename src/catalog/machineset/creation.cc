// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/creation.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

bool ends_word(char c) {
  return c == '"' || c == '\'' || c == ' ' || c == ',' || c == ':' || c == ';' || c == ')';
}

// Generated names change with every attempt; a message that carries one would never stand still.
std::string without_generated_names(std::string_view text, std::string_view set_name) {
  const std::string prefix = format("{}-", set_name);
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

// An Event about an older set of the same name tells nothing about this one.
bool tells_of_failure(const Object& event, const Object& set) {
  const std::string_view uid = event.body["involvedObject"]["uid"].as_string("");
  return event.body["reason"].as_string("") == "FailedCreate" &&
         (uid.empty() || set.uid.empty() || uid == set.uid);
}

Instant last_seen(const Object& event) {
  Instant last = shapes::time(event.body["lastTimestamp"]);
  last = std::max(last, shapes::time(event.body["eventTime"]));
  return std::max(last, shapes::time(event.body["series"]["lastObservedTime"]));
}

// A Machine that was created after the failure shows that creating works again.
Instant newest_machine(const Sheet& sheet, const Object& set) {
  Instant newest = set.created;
  for (const Judged* machine : sheet.machines) newest = std::max(newest, machine->object->created);
  return newest;
}

}  // namespace

std::string creation_errors(const World& world, const Sheet& sheet, const Object& machine_set) {
  std::set<std::string> errors;
  const Condition* created =
      find_condition(shapes::legacy_conditions(machine_set), "MachinesCreated");
  if (created != nullptr && created->status == Status::False) {
    const std::string_view text = created->message.empty() ? created->reason : created->message;
    errors.insert(without_generated_names(text, machine_set.key.name));
  }
  const Instant newest = newest_machine(sheet, machine_set);
  for (const std::uint32_t index : world.about(machine_set)) {
    const Object& event = world.objects()[index];
    if (!tells_of_failure(event, machine_set) || last_seen(event) < newest) continue;
    const std::string_view text = event.body["message"].as_string("");
    errors.insert(without_generated_names(text, machine_set.key.name));
  }
  std::vector<std::string> first(errors.begin(), errors.end());
  if (first.size() > creation_errors_max) first.resize(creation_errors_max);
  return join(first, "; ");
}

}  // namespace telltale::machineset
