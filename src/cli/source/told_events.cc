// SPDX-License-Identifier: Apache-2.0
#include "cli/source/told_events.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalog/explain/advice.h"

namespace telltale::cli {
namespace {

constexpr std::size_t event_lists_max = 8;
constexpr std::string_view events_group = "events.k8s.io";

struct EventSubject {
  std::string_view kind = {};
  std::string_view name = {};
  std::string_view uid = {};  // empty: unknown
};

// The object, its infrastructure, its bootstrap config, its installation.
std::vector<EventSubject> subjects_of(const Object& object) {
  const AdviceNames names = names_of_object(object);
  std::vector<EventSubject> subjects{{object.key.kind, object.key.name, object.uid}};
  for (const AdviceNames::Reference& one : {names.infrastructure, names.bootstrap, names.install}) {
    if (!one.kind.empty() && !one.name.empty()) subjects.push_back({one.kind, one.name});
  }
  return subjects;
}

bool is_event(const Object& object) {
  return object.key.kind == "Event" &&
         (object.key.group.empty() || object.key.group == events_group);
}

// The two groups have other names for the same fields.
json::Tree either(const json::Tree& body, std::string_view core, std::string_view newer) {
  const json::Tree found = body[core];
  return found ? found : body[newer];
}

const EventSubject* subject_told(const Object& event, std::string_view space,
                                 std::span<const EventSubject> subjects) {
  const json::Tree involved = either(event.body, "involvedObject", "regarding");
  if (involved["namespace"].as_string("") != space) return nullptr;
  const std::string_view uid = involved["uid"].as_string("");
  for (const EventSubject& subject : subjects) {
    if (involved["kind"].as_string("") != subject.kind) continue;
    if (involved["name"].as_string("") != subject.name) continue;
    // About another one of that name, which is gone.
    if (!uid.empty() && !subject.uid.empty() && uid != subject.uid) continue;
    return &subject;
  }
  return nullptr;
}

Instant last_told(const Object& event) {
  const json::Tree& body = event.body;
  Instant last = no_time;
  for (const json::Tree& time : {body["series"]["lastObservedTime"], body["lastTimestamp"],
                                 body["deprecatedLastTimestamp"], body["eventTime"]}) {
    const std::optional<Instant> told = parse_rfc3339(time.as_string(""));
    if (told && (!is_set(last) || *told > last)) last = *told;
  }
  return is_set(last) ? last : event.created;
}

std::size_t times_told(const json::Tree& body) {
  for (const json::Tree& count :
       {body["series"]["count"], body["count"], body["deprecatedCount"]}) {
    if (const auto number = count.as_int(); number && *number > 0) {
      return static_cast<std::size_t>(*number);
    }
  }
  return 1;
}

bool is_plain(std::string_view name) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789.-";
  return !name.empty() && name.find_first_not_of(plain) == std::string_view::npos;
}

}  // namespace

std::vector<MoreFields> event_fields_shown() {
  const std::vector<std::string> paths{
      "type", "count",           "series.count",           "regarding",
      "note", "deprecatedCount", "deprecatedLastTimestamp"};
  return {{.group = "", .kind = "Event", .paths = paths},
          {.group = std::string(events_group), .kind = "Event", .paths = paths}};
}

ToldEvents events_about(const World& world, const Object& object) {
  const std::vector<EventSubject> subjects = subjects_of(object);
  ToldEvents told;
  // One Event may be in a dump twice, once by each group's name.
  std::set<std::pair<std::string_view, std::string_view>> met;
  for (const Object& event : world.objects()) {
    if (!is_event(event)) continue;
    const EventSubject* subject = subject_told(event, object.key.namespace_name, subjects);
    if (subject == nullptr) continue;
    if (!met.emplace(event.key.namespace_name, event.key.name).second) continue;
    const json::Tree& body = event.body;
    told.newest.push_back({.at = last_told(event),
                           .type = std::string(body["type"].as_string("")),
                           .reason = std::string(body["reason"].as_string("")),
                           .message = std::string(either(body, "message", "note").as_string("")),
                           .about = subject == subjects.data()
                                        ? std::string()
                                        : format("{} {}", subject->kind, subject->name),
                           .count = times_told(body)});
  }
  std::ranges::stable_sort(told.newest, {}, &ToldEvent::at);
  if (told.newest.size() > events_shown_max) {
    told.older = told.newest.size() - events_shown_max;
    told.newest.erase(told.newest.begin(),
                      told.newest.begin() + static_cast<std::ptrdiff_t>(told.older));
  }
  return told;
}

std::vector<PlannedList> plan_events(const client::Served& served, const EventsWanted& wanted,
                                     std::span<const Object> read) {
  const client::ServedResource* events = served.find("", "Event");
  const client::ServedResource* about = find_served(served, wanted.type);
  if (wanted.name.empty() || events == nullptr || !events->can_list || about == nullptr) return {};
  std::set<std::pair<std::string_view, std::string_view>> places;
  for (const Object& object : read) {
    const Key& key = object.key;
    if (key.name != wanted.name || key.kind != about->kind || key.group != about->group) continue;
    for (const EventSubject& subject : subjects_of(object)) {
      if (is_plain(subject.name)) places.emplace(key.namespace_name, subject.name);
    }
  }
  std::vector<PlannedList> lists;
  for (const auto& [space, name] : places) {
    if (lists.size() == event_lists_max) break;
    lists.push_back({.resource = *events,
                     .namespace_name = std::string(space),
                     .field_selector = format("involvedObject.name={}", name),
                     .extent = PlannedList::Extent::Part});
  }
  return lists;
}

}  // namespace telltale::cli
