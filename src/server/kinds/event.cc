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
#include "server/object_access.h"

namespace telltale::server {
namespace {

using schema::Violations;

constexpr std::size_t word_bytes_max = 128;
constexpr std::size_t note_bytes_max = 1024;
constexpr std::string_view new_api_version = "events.k8s.io/v1";

struct Name {
  std::string_view core;
  std::string_view newer;
};

constexpr std::array names{
    Name{"involvedObject", "regarding"},
    Name{"message", "note"},
    Name{"reportingComponent", "reportingController"},
    Name{"source", "deprecatedSource"},
    Name{"firstTimestamp", "deprecatedFirstTimestamp"},
    Name{"lastTimestamp", "deprecatedLastTimestamp"},
    Name{"count", "deprecatedCount"},
};

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
    const auto* found = std::ranges::find(names, core, &Name::core);
    return newer_ && found != names.end() ? found->newer : core;
  }

 private:
  bool newer_;
};

void check_namespace(const json::Value& object, const Wording& wording, Violations& violations) {
  const std::string field = format("{}.namespace", wording("involvedObject"));
  const std::string_view about = text_at(object, field);
  const std::string_view own = text_at(object, "metadata.namespace");
  const bool exact = !text_at(object, "eventTime").empty();
  // What has no namespace is reported in one that is always there.
  const bool for_cluster = own.empty() || own == "default" || (exact && own == "kube-system");
  const bool agrees = about.empty() ? for_cluster : exact || own == about;
  if (agrees) return;
  add(violations,
      schema::invalid(field, schema::shown(json::Value(about)), "does not match event.namespace"));
}

void check_word(const json::Value& object, std::string_view name, Violations& violations) {
  const std::string_view word = text_at(object, name);
  if (word.empty()) add(violations, schema::required(std::string(name)));
  if (word.size() > word_bytes_max) {
    add(violations, schema::invalid(std::string(name), schema::shown(json::Value("")),
                                    format("can have at most {} characters", word_bytes_max)));
  }
}

// Events with an exact time are of the newer sort, and must say who reports what.
void check_exact(const json::Value& object, const Wording& wording, Violations& violations) {
  const std::string controller(wording("reportingComponent"));
  const std::string_view name = text_at(object, controller);
  if (name.empty()) {
    add(violations, schema::required(controller));
  } else if (const auto trouble = trouble_in_label_key(name)) {
    add(violations, schema::invalid(controller, schema::shown(json::Value(name)), *trouble));
  }
  for (const std::string_view word : {"reportingInstance", "action", "reason"}) {
    check_word(object, word, violations);
  }
  const std::string note(wording("message"));
  if (text_at(object, note).size() > note_bytes_max) {
    add(violations, schema::invalid(note, schema::shown(json::Value("")),
                                    format("can have at most {} characters", note_bytes_max)));
  }
}

// Fields that only older clients may set.
void check_unset(const json::Value& object, std::string_view name, Violations& violations) {
  const json::Value* value = member(object, name);
  if (value == nullptr || *value == json::Value(0)) return;
  if (const json::ValueMap* map = value->if_object(); map != nullptr && map->empty()) return;
  add(violations,
      schema::invalid(std::string(name), schema::shown(json::Value("")), "needs to be unset"));
}

}  // namespace

void to_new_event(json::Value& object) {
  json::ValueMap* map = object.if_object();
  if (map == nullptr) return;
  for (const Name& name : names) rename(*map, name.core, name.newer);
  (*map)["apiVersion"] = new_api_version;
}

void to_core_event(json::Value& object) {
  json::ValueMap* map = object.if_object();
  if (map == nullptr) return;
  for (const Name& name : names) rename(*map, name.newer, name.core);
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

void validate_event(const json::Value& object, const json::Value*, Violations& violations) {
  const Wording wording(object);
  check_namespace(object, wording, violations);
  if (!text_at(object, "eventTime").empty()) check_exact(object, wording, violations);
}

void validate_new_event(const json::Value& object, const json::Value* old, Violations& violations) {
  validate_event(object, old, violations);
  // An event that came through the core group may be patched through this one as it is.
  if (old != nullptr) return;
  if (text_at(object, "eventTime").empty()) add(violations, schema::required("eventTime"));
  const std::string_view type = text_at(object, "type");
  if (type != "Normal" && type != "Warning") {
    add(violations, schema::invalid("type", schema::shown(json::Value("")),
                                    format("has invalid value: {}", printable(type))));
  }
  for (const std::string_view name : {"deprecatedFirstTimestamp", "deprecatedLastTimestamp",
                                      "deprecatedCount", "deprecatedSource"}) {
    check_unset(object, name, violations);
  }
}

}  // namespace telltale::server
