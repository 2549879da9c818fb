// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/event.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "kube/label_syntax.h"
#include "server/kinds/micro_time.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using schema::FieldErrors;

constexpr std::size_t word_bytes_max = 128;
constexpr std::size_t note_bytes_max = 1024;
constexpr std::int64_t series_count_min = 2;
constexpr std::string_view new_api_version = "events.k8s.io/v1";

struct Name {
  std::string_view core;
  std::string_view newer;
};

constexpr std::array renamed_fields{
    Name{"involvedObject", "regarding"},
    Name{"message", "note"},
    Name{"reportingComponent", "reportingController"},
    Name{"source", "deprecatedSource"},
    Name{"firstTimestamp", "deprecatedFirstTimestamp"},
    Name{"lastTimestamp", "deprecatedLastTimestamp"},
    Name{"count", "deprecatedCount"},
};

// Of an event of the newer sort, in the order in which the API complains.
constexpr std::array<std::string_view, 13> unchanging{
    "involvedObject",   "reason",        "message", "source",
    "firstTimestamp",   "lastTimestamp", "count",   "type",
    "eventTime",        "action",        "related", "reportingComponent",
    "reportingInstance"};

void rename(json::ValueMap& map, std::string_view from, std::string_view to) {
  json::Value* value = map.if_contains(from);
  if (value == nullptr) return;
  json::Value moved = std::move(*value);
  map.erase(from);
  map[to] = std::move(moved);
}

// What a field of core events is called in the form at hand.
class Wording {
 public:
  explicit Wording(const json::Value& object)
      : newer_(text_at(object, "apiVersion") == new_api_version) {}

  std::string_view operator()(std::string_view core) const {
    const auto* found = std::ranges::find(renamed_fields, core, &Name::core);
    return newer_ && found != renamed_fields.end() ? found->newer : core;
  }

 private:
  bool newer_;
};

// Refusals name fields as the store does, whichever form was sent.
void check_namespace(const json::Value& object, const Wording& wording, FieldErrors& field_errors) {
  const std::string_view about = text_at(object, format("{}.namespace", wording("involvedObject")));
  const std::string_view own = text_at(object, "metadata.namespace");
  const bool exact = !text_at(object, "eventTime").empty();
  // What has no namespace is reported in one that is always there.
  const bool for_cluster = own.empty() || own == "default" || (exact && own == "kube-system");
  const bool agrees = about.empty() ? for_cluster : exact || own == about;
  if (agrees) return;
  add(field_errors, schema::invalid("involvedObject.namespace", schema::shown(json::Value(about)),
                                    "does not match event.namespace"));
}

void check_word(const json::Value& object, std::string_view name, FieldErrors& field_errors) {
  const std::string_view word = text_at(object, name);
  if (word.empty()) add(field_errors, schema::required(std::string(name)));
  if (word.size() > word_bytes_max) {
    add(field_errors, schema::invalid(std::string(name), schema::shown(json::Value("")),
                                      format("can have at most {} characters", word_bytes_max)));
  }
}

// Events with an exact time are of the newer sort, and must say who reports what.
void check_exact(const json::Value& object, const Wording& wording, FieldErrors& field_errors) {
  const std::string controller(wording("reportingComponent"));
  const std::string_view name = text_at(object, controller);
  if (name.empty()) {
    add(field_errors, schema::required(controller));
  } else if (const auto error = error_in_label_key(name)) {
    add(field_errors, schema::invalid(controller, schema::shown(json::Value(name)), *error));
  }
  for (const std::string_view word : {"reportingInstance", "action", "reason"}) {
    check_word(object, word, field_errors);
  }
  if (text_at(object, wording("message")).size() > note_bytes_max) {
    add(field_errors, schema::invalid("message", schema::shown(json::Value("")),
                                      format("can have at most {} characters", note_bytes_max)));
  }
}

// To a typed reader, what is empty is not there.
bool is_nothing(const json::Value* value) {
  if (value == nullptr || value->is_null() || *value == json::Value(0)) return true;
  if (const json::ValueString* text = value->if_string()) return text->empty();
  const json::ValueMap* map = value->if_object();
  return map != nullptr && map->empty();
}

// Fields that only older clients may set.
void check_unset(const json::Value& object, const Name& name, FieldErrors& field_errors) {
  if (is_nothing(member(object, name.newer))) return;
  add(field_errors,
      schema::invalid(std::string(name.core), schema::shown(json::Value("")), "needs to be unset"));
}

// A series is of several; the first event stands for itself.
void check_series(const json::Value& object, FieldErrors& field_errors) {
  if (member(object, "series") == nullptr) return;
  if (number_at(object, "series.count") < series_count_min) {
    add(field_errors, schema::invalid("series.count", schema::shown(json::Value("")),
                                      format("should be at least {}", series_count_min)));
  }
  if (text_at(object, "series.lastObservedTime").empty()) {
    add(field_errors, schema::required("series.lastObservedTime"));
  }
}

bool same(const json::Value* one, const json::Value* other) {
  if (is_nothing(one) || is_nothing(other)) return is_nothing(one) == is_nothing(other);
  return *one == *other;
}

// What has been reported is not reported otherwise later; only its series goes on.
void check_changes(const json::Value& object, const json::Value& old, FieldErrors& field_errors) {
  if (!same(member(object, "series"), member(old, "series"))) check_series(object, field_errors);
  for (const std::string_view core : unchanging) {
    const std::string_view name = Wording(object)(core);
    const json::Value* value = member(object, name);
    if (same(value, member(old, name))) continue;
    add(field_errors, schema::invalid(std::string(core == "reportingComponent" ? name : core),
                                      schema::shown(value == nullptr ? json::Value("") : *value),
                                      "field is immutable"));
  }
}

}  // namespace

void to_new_event(json::Value& object) {
  json::ValueMap* map = object.if_object();
  if (map == nullptr) return;
  for (const Name& name : renamed_fields) rename(*map, name.core, name.newer);
  (*map)["apiVersion"] = new_api_version;
}

void to_core_event(json::Value& object) {
  json::ValueMap* map = object.if_object();
  if (map == nullptr) return;
  for (const Name& name : renamed_fields) rename(*map, name.newer, name.core);
  (*map)["apiVersion"] = "v1";
}

void prepare_event(json::Value& object, const json::Value*) {
  drop_nulls(object);
  json::ValueMap* map = object.if_object();
  if (map == nullptr) return;
  settle_micro_time(*map, "eventTime");
  json::Value* series = map->if_contains("series");
  if (series == nullptr || !series->is_object()) return;
  settle_micro_time(series->get_object(), "lastObservedTime");
}

void validate_event(const json::Value& object, const json::Value*, FieldErrors& field_errors) {
  const Wording wording(object);
  check_micro_time(object, "eventTime", field_errors);
  check_micro_time(object, "series.lastObservedTime", field_errors);
  check_namespace(object, wording, field_errors);
  if (!text_at(object, "eventTime").empty()) check_exact(object, wording, field_errors);
}

void validate_new_event(const json::Value& object, const json::Value* old,
                        FieldErrors& field_errors) {
  validate_event(object, old, field_errors);
  // An event that came through the core group may be patched through this one as it is.
  if (old != nullptr) return check_changes(object, *old, field_errors);
  check_series(object, field_errors);
  if (text_at(object, "eventTime").empty()) add(field_errors, schema::required("eventTime"));
  const std::string_view type = text_at(object, "type");
  if (type != "Normal" && type != "Warning") {
    add(field_errors, schema::invalid("type", schema::shown(json::Value("")),
                                      format("has invalid value: {}", printable(type))));
  }
  for (const std::string_view core : {"firstTimestamp", "lastTimestamp", "count", "source"}) {
    check_unset(object, *std::ranges::find(renamed_fields, core, &Name::core), field_errors);
  }
}

}  // namespace telltale::server
