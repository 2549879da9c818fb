// SPDX-License-Identifier: Apache-2.0
#include "report/status/hub_status.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/instant.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/legacy/list.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "report/object.h"

namespace telltale {
namespace {

using convert::Change;
using json::Value;
using json::ValueList;
using json::ValueMap;
using json::ValueString;

void put_text(ValueMap& map, std::string_view name, std::string_view text) {
  if (!text.empty()) map[name] = ValueString(text);
}

void put_time(ValueMap& map, std::string_view name, Instant instant) {
  if (is_set(instant)) map[name] = ValueString(format_rfc3339(instant));
}

Value conditions_of(Conditions conditions) {
  ValueList list;
  for (const Condition& condition : conditions) {
    ValueMap map;
    put_text(map, "type", condition.type);
    put_text(map, "status", to_text(condition.status));
    put_text(map, "reason", condition.reason);
    map["message"] = ValueString(condition.message);
    put_time(map, "lastTransitionTime", condition.last_transition);
    if (condition.observed_generation != 0) {
      map["observedGeneration"] = condition.observed_generation;
    }
    list.push_back(std::move(map));
  }
  return list;
}

// A legacy condition leaves out what it has nothing to say about.
Value legacy_conditions_of(LegacyConditions conditions) {
  ValueList list;
  for (const LegacyCondition& one : conditions) {
    ValueMap map;
    put_text(map, "type", one.condition.type);
    put_text(map, "status", to_text(one.condition.status));
    put_text(map, "severity", legacy::to_text(one.severity));
    put_text(map, "reason", one.condition.reason);
    put_text(map, "message", one.condition.message);
    put_time(map, "lastTransitionTime", one.condition.last_transition);
    list.push_back(std::move(map));
  }
  return list;
}

struct NamedCount {
  std::string_view name;
  Count count;
};

std::vector<NamedCount> new_counters(const Counters& counters) {
  return {{"replicas", counters.replicas},           {"readyReplicas", counters.ready},
          {"availableReplicas", counters.available}, {"upToDateReplicas", counters.up_to_date},
          {"desiredReplicas", counters.desired},     {"unavailableReplicas", counters.unavailable}};
}

ValueMap half_of(const Counters& counters) {
  ValueMap map;
  for (const NamedCount& one : new_counters(counters)) {
    if (one.count) map[one.name] = *one.count;
  }
  return map;
}

Value versions_of(const VersionCounts& counts) {
  ValueList list;
  for (const VersionCount& one : counts) {
    ValueMap item;
    item["version"] = ValueString(one.version);
    item["replicas"] = one.replicas;
    list.push_back(std::move(item));
  }
  return list;
}

// Writes what was computed into a v1beta2 status. Old fields are named as in v1beta1; the tables of
// conversion know where each of them stands now.
class HubStatus {
 public:
  HubStatus(ValueMap& status, const convert::KindFields& fields, const Kind& kind,
            DialectName dialect)
      : status_(status), fields_(fields), kind_(kind), dialect_(dialect) {}

  void write(const LegacyStatus& legacy) {
    if (legacy.conditions.empty()) {
      convert::take(status_, place_of("conditions"));
    } else {
      put_old("conditions", legacy_conditions_of(legacy.conditions));
    }
    if (!legacy.phase.empty()) put_old("phase", ValueString(legacy.phase));
    if (is_set(legacy.last_updated)) {
      put_old("lastUpdated", ValueString(format_rfc3339(legacy.last_updated)));
    }
    write_counters(legacy.counters);
    write_latches(legacy.latches);
  }

  void write(const Judged& judged) {
    status_["conditions"] = conditions_of(judged.conditions);
    for (const NamedCount& one : new_counters(judged.counters)) {
      if (one.count) status_[one.name] = *one.count;
    }
    if (judged.halves == nullptr) return;
    write_half("controlPlane", judged.halves->control_plane);
    write_half("workers", judged.halves->workers);
  }

  void write(const Object& object, const StatusVersions& versions) {
    const json::Tree stored = object.body["status"];
    if (kind_.counters == CounterPlace::Halves) {
      for (const std::string_view half : {"controlPlane", "workers"}) {
        const json::Tree here = stored[half] ? stored[half] : stored["v1beta2"][half];
        write_versions(format("{}.versions", half), here["versions"],
                       half == "workers" ? versions.workers : versions.control_plane, versions);
      }
      return;
    }
    write_versions("versions", stored["versions"], versions.own, versions);
    if (kind_.is_control_plane && versions.known && !versions.own.empty()) {
      status_["version"] = ValueString(versions.own.front().version);
    }
  }

 private:
  // The same name on top where conversion has nothing to do; empty where v1beta2 has no such field.
  std::string_view place_of(std::string_view spoke) const {
    for (const convert::Group& group : fields_.status_in(dialect_)) {
      if (group.at != "status") continue;
      for (const convert::Field& field : group.fields) {
        if (field.spoke != spoke) continue;
        return field.change == Change::Renamed ? "backCompatibilty.updatedReplicas" : field.hub;
      }
    }
    return spoke;
  }

  void put_old(std::string_view spoke, Value value) {
    const std::string_view place = place_of(spoke);
    if (!place.empty()) convert::put(status_, place, value);
  }

  // Numbers of the old kind are always there. One whose name now means something else is not told.
  void write_counters(const LegacyCounters& counters) {
    for (const LegacyCount& one : kind_.legacy_counts) {
      const std::string_view place = place_of(one.name);
      // Speaking the other dialect, the object may have had a place for it that this one has not.
      if (place == one.name) convert::take(status_, format("backCompatibilty.{}", one.name));
      const bool has_new_meaning = place == "readyReplicas" || place == "availableReplicas";
      if (!has_new_meaning) put_old(one.name, (counters.*one.value).value_or(0));
    }
    if (kind_.is_control_plane) put_old("ready", counters.ready.value_or(0) > 0);
  }

  void write_latches(const Latches& latches) {
    if (latches.bootstrap == true) put_old("bootstrapReady", true);
    if (latches.infrastructure == true) put_old("infrastructureReady", true);
    if (latches.control_plane == true)
      put_old(kind_.is_control_plane ? "initialized" : "controlPlaneReady", true);
  }

  // What is not known stands as stored. A list that is empty now is said only where it was not.
  void write_versions(const std::string& path, const json::Tree& stored,
                      const VersionCounts& counts, const StatusVersions& versions) {
    const bool was_there = !stored.items().empty();
    if (versions.known ? counts.empty() && !was_there : !was_there) return;
    Value list = versions.known ? versions_of(counts) : json::to_value(stored);
    convert::put(status_, path, list);
  }

  void write_half(std::string_view name, const Counters& counters) {
    status_.erase(name);
    if (ValueMap half = half_of(counters); !half.empty()) status_[name] = std::move(half);
  }

  ValueMap& status_;
  const convert::KindFields& fields_;
  const Kind& kind_;
  DialectName dialect_;
};

}  // namespace

void write_hub_status(json::ValueMap& status, const HubFacts& facts) {
  const Kind* kind = judged_kind(facts.kind.group, facts.kind.kind);
  check(kind != nullptr, "what is judged has a record");
  HubStatus hub(status, facts.kind, *kind, facts.dialect);
  hub.write(facts.legacy);
  hub.write(facts.judged);
  hub.write(*facts.judged.object, facts.versions);
  Arena arena;
  const Value copied = json::to_value(copied_tree(facts.legacy.copy, arena));
  if (const ValueMap* fields = copied.if_object()) {
    for (const auto& field : *fields) status[field.key()] = field.value();
  }
}

}  // namespace telltale
