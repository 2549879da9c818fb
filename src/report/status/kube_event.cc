// SPDX-License-Identifier: Apache-2.0
#include "report/status/kube_event.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/stable_hash.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/polarity.h"
#include "convert/dialect.h"
#include "json/writer.h"
#include "report/status/left_out.h"

namespace telltale {
namespace {

constexpr std::size_t name_prefix_bytes_max = 200;
constexpr std::string_view recovered = "Recovered";

// Things that go on as they should, however they are spelled.
constexpr std::string_view movement[] = {"ScalingUp",
                                         "ScalingDown",
                                         "RollingOut",
                                         "Updating",
                                         "Remediating",
                                         "Paused",
                                         "Deleted",
                                         "Deleting",
                                         "UpToDate",
                                         "ControlPlaneMachinesUpToDate",
                                         "WorkerMachinesUpToDate"};

// Added up from Machines, whose own Events say more.
constexpr std::string_view sums[] = {"MachinesReady", "ControlPlaneMachinesReady",
                                     "WorkerMachinesReady"};

bool is_one_of(std::span<const std::string_view> types, std::string_view type) {
  return std::ranges::find(types, type) != types.end();
}

bool is_quiet(const Object& object, std::string_view type) {
  const std::string_view known = Dialect::canonical_type(object.key.kind, type);
  return is_one_of(movement, known) || is_one_of(sums, known);
}

Priority standing(const Object& object, const Condition& condition) {
  if (condition.type.empty()) return Priority::Unknown;
  return priority_on(object.key.kind, condition);
}

// Whose reasons name failures, so that another reason is another failure.
bool has_failures(const Object& object) {
  return object.key.group == hypershift_group || object.key.group == karpenter_group ||
         object.key.group == hive_group;
}

bool is_failure(const Judged& judged, const Condition& condition) {
  return judged.verdict == Verdict::Stuck ||
         polarity_of(judged.object->key.kind, condition.type) == Polarity::Negative;
}

EventType type_when_bad(const Judged& judged, const Turn& turn) {
  const bool same_reason = turn.before.reason == turn.after.reason;
  switch (standing(*judged.object, turn.before)) {
    case Priority::Info:
      return EventType::Warning;
    case Priority::Issue:
      if (same_reason || !has_failures(*judged.object)) return EventType::None;
      break;
    case Priority::Unknown:
      break;
  }
  return is_failure(judged, turn.after) ? EventType::Warning : EventType::None;
}

constexpr bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// What of an object's name may begin that of an Event.
std::string name_prefix(std::string_view name) {
  std::string prefix(name.substr(0, name_prefix_bytes_max));
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const bool inside = prefix[i] == '.' && i > 0 && is_name_letter(prefix[i - 1]) &&
                        i + 1 < prefix.size() && is_name_letter(prefix[i + 1]);
    if (!is_name_letter(prefix[i]) && !inside) prefix[i] = '-';
  }
  const auto plain = [](char c) { return is_name_letter(c); };
  prefix.erase(prefix.begin(), std::ranges::find_if(prefix, plain));
  while (!prefix.empty() && !is_name_letter(prefix.back())) prefix.pop_back();
  return prefix.empty() ? "object" : prefix;
}

// Two hashes with different beginnings, as one of 128 bits.
std::string hashed_name(const Object& object, std::string_view told) {
  return format("{}.{:016x}{:016x}", name_prefix(object.key.name), stable_hash(told),
                stable_hash(told, 0x9e37'79b9'7f4a'7c15ULL));
}

// Reasons that are joined by commas are cut between them.
std::string_view cut_reason(std::string_view reason) {
  if (reason.size() <= event_word_bytes_max) return reason;
  const std::size_t comma = reason.rfind(',', event_word_bytes_max);
  const bool has_whole = comma != std::string_view::npos && comma > 0;
  return reason.substr(0, has_whole ? comma : utf8_prefix(reason, event_word_bytes_max));
}

std::string_view reason_of(const Object& object, const Turn& turn, EventType type) {
  const bool pool_recovers =
      type == EventType::Normal && is_a(object, hypershift_group, "NodePool");
  if (pool_recovers) return recovered;
  const std::string_view reason = cut_reason(turn.after.reason);
  return reason.empty() ? turn.after.type.substr(0, event_word_bytes_max) : reason;
}

std::string note_of(const Condition& condition) {
  const std::string said = condition.message.empty()
                               ? format("{} is {}", condition.type, to_text(condition.status))
                               : std::string(condition.message);
  return truncate_utf8(said, event_note_bytes_max);
}

// A time with the six digits that this API wants.
std::string micro_time(Instant instant) {
  std::string text = format_rfc3339(instant);
  text.insert(text.size() - 1, ".000000");
  return text;
}

// Who says it, and when.
struct Reporter {
  Instant now = no_time;
  std::string_view instance = {};
};

void write_regarding(json::Writer& out, const Object& object) {
  out.map("regarding", [&] {
    out.field("apiVersion", object.api_version);
    out.field("kind", object.key.kind);
    if (!object.key.namespace_name.empty()) out.field("namespace", object.key.namespace_name);
    out.field("name", object.key.name);
    if (!object.uid.empty()) out.field("uid", object.uid);
    if (!object.resource_version.empty()) out.field("resourceVersion", object.resource_version);
  });
}

// What it tells, in the words of the API.
struct Told {
  std::string_view action = {};
  std::string_view reason = {};
  std::string_view note = {};
};

std::string event_document(const KubeEvent& event, const Object& object, const Told& told,
                           const Reporter& reporter) {
  std::string_view instance = reporter.instance;
  instance = instance.substr(0, utf8_prefix(instance, event_word_bytes_max));
  std::string text;
  json::JsonWriter out(text);
  out.map([&] {
    out.field("apiVersion", "events.k8s.io/v1");
    out.field("kind", "Event");
    out.map("metadata", [&] {
      out.field("name", event.name);
      out.field("namespace", event.namespace_name);
    });
    write_regarding(out, object);
    out.field("type", event.warning ? "Warning" : "Normal");
    out.field("action", told.action);
    out.field("reason", told.reason);
    out.field("note", told.note);
    out.field("eventTime", micro_time(reporter.now));
    out.field("reportingController", reporting_controller);
    out.field("reportingInstance", instance.empty() ? field_manager : instance);
  });
  return text;
}

}  // namespace

EventType event_type(const Judged& judged, const Turn& turn) {
  const Object& object = *judged.object;
  if (is_quiet(object, turn.after.type)) return EventType::None;
  if (object.deleting() && judged.verdict != Verdict::Stuck) return EventType::None;
  switch (standing(object, turn.after)) {
    case Priority::Issue:
      return type_when_bad(judged, turn);
    case Priority::Info: {
      const bool was_bad = standing(object, turn.before) == Priority::Issue;
      return was_bad ? EventType::Normal : EventType::None;
    }
    case Priority::Unknown:
      break;
  }
  return EventType::None;
}

std::string event_name(const Object& object, const Turn& turn) {
  return hashed_name(
      object,
      format("{}\n{}\n{}\n{}\n{}", object.uid, turn.after.type,
             is_set(turn.before.last_transition) ? format_rfc3339(turn.before.last_transition) : "",
             to_text(turn.after.status), turn.after.reason));
}

std::optional<KubeEvent> event_of(const Judged& judged, const Turn& turn, Instant now,
                                  std::string_view instance) {
  const EventType type = event_type(judged, turn);
  if (type == EventType::None) return std::nullopt;
  const Object& object = *judged.object;
  KubeEvent event{.namespace_name = std::string(object.key.namespace_name),
                  .name = event_name(object, turn),
                  .warning = type == EventType::Warning};
  if (event.namespace_name.empty()) event.namespace_name = "default";
  const std::string note = note_of(turn.after);
  event.document = event_document(
      event, object,
      {.action = "ConditionChanged", .reason = reason_of(object, turn, type), .note = note},
      {.now = now, .instance = instance});
  return event;
}

KubeEvent plain_event(const Object& object, const PlainNews& news, Instant now,
                      std::string_view instance) {
  KubeEvent event{.namespace_name = std::string(object.key.namespace_name),
                  .name = hashed_name(object, format("{}\n{}\n{}\n{}", object.uid, news.about,
                                                     news.reason, news.note))};
  if (event.namespace_name.empty()) event.namespace_name = "default";
  const std::string note = truncate_utf8(news.note, event_note_bytes_max);
  event.document =
      event_document(event, object, {.action = news.reason, .reason = news.reason, .note = note},
                     {.now = now, .instance = instance});
  return event;
}

KubeEvent event_of_no_room(const Judged& judged, const std::vector<std::string_view>& types,
                           Instant now, std::string_view instance) {
  const Object& object = *judged.object;
  const std::string names = join(types, ",");
  const std::string message = tell_left_out(judged, types);
  const Turn turn{.after = {.type = names,
                            .status = Status::True,
                            .reason = "ConditionsLeftOut",
                            .message = message}};
  KubeEvent event{.namespace_name = std::string(object.key.namespace_name),
                  .name = event_name(object, turn),
                  .warning = true};
  if (event.namespace_name.empty()) event.namespace_name = "default";
  const std::string note = note_of(turn.after);
  event.document = event_document(
      event, object, {.action = "ConditionChanged", .reason = turn.after.reason, .note = note},
      {.now = now, .instance = instance});
  return event;
}

}  // namespace telltale
