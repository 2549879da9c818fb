// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write_fields.h"

#include <algorithm>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/legacy/stored.h"
#include "convert/conversion.h"
#include "convert/fields.h"
#include "convert/shapes.h"
#include "convert/value_path.h"
#include "json/equal_values.h"
#include "json/parse.h"
#include "report/object.h"
#include "report/status/hub_status.h"

namespace telltale {
namespace {

using json::Value;
using json::ValueMap;
using json::ValueString;

// On these fields other controllers act as they do on the condition: in v1beta2, and on a Cluster
// and a control plane of v1beta1.
constexpr std::string_view acted_on_fields[] = {"status.initialization.controlPlaneInitialized",
                                                "status.controlPlaneReady", "status.initialized"};
constexpr std::string_view acted_on_type = "ControlPlaneInitialized";
constexpr std::string_view failed_launches = "status.failedLaunches";
// What telltale once copied here stays while nobody can tell it anew.
constexpr std::string_view copied_fields[] = {"status.nodeRef", "status.nodeInfo",
                                              "status.addresses", "status.version"};

struct Computed {
  ValueMap fields = {};
  bool legacy_is_news = false;  // the list of legacy conditions differs from the stored one
};

Computed plain_status(const WriteBase& base, Arena& arena) {
  const Judged& judged = base.judged;
  Value status = json::to_value(judged_status(judged, base.settings.dialect.name, arena));
  ValueMap* map = status.if_object();
  if (map == nullptr) return {};
  if (shapes::keeps_old_shape(*judged.object)) {
    for (const std::string_view name : old_counter_names) map->erase(name);
  }
  return {.fields = std::move(*map)};
}

// Everything that the object's own stage of the API has to say, and nothing that is only stored.
Computed staged_status_of(const WriteBase& base, const convert::KindFields& kind, Arena& arena) {
  const Object& object = *base.judged.object;
  const DialectName dialect = base.settings.dialect.name;
  const LegacyStatus legacy = legacy_status(*base.context, base.judged, arena);
  ValueMap hub;
  const StatusVersions versions = status_versions(*base.context, base.judged);
  write_hub_status(hub, {.judged = base.judged,
                         .legacy = legacy,
                         .versions = versions,
                         .kind = kind,
                         .dialect = dialect});
  const std::vector<LegacyCondition> stored = legacy::stored_conditions(object);
  const bool legacy_is_news = !std::ranges::equal(legacy.conditions, stored);
  if (!shapes::keeps_old_shape(object)) {
    return {.fields = std::move(hub), .legacy_is_news = legacy_is_news};
  }
  ValueMap document;
  document["apiVersion"] = ValueString(format("{}/v1beta2", object.key.group));
  document["kind"] = ValueString(object.key.kind);
  document["metadata"] = ValueMap();
  document["status"] = std::move(hub);
  auto staged = convert::convert_object(Value(std::move(document)),
                                        {.to = convert::Stage::V1Beta1, .dialect = dialect});
  if (!staged) return {};
  const Value* status = convert::find(staged->object, "status");
  if (status == nullptr || !status->is_object()) return {};
  return {.fields = status->get_object(), .legacy_is_news = legacy_is_news};
}

Computed computed_status(const WriteBase& base, Arena& arena) {
  const Key& key = base.judged.object->key;
  const convert::KindFields* kind = convert::find_kind_fields(key.group, key.kind);
  const bool whole = base.context != nullptr && kind != nullptr;
  return whole ? staged_status_of(base, *kind, arena) : plain_status(base, arena);
}

class FieldCollector {
 public:
  FieldCollector(const WriteBase& base, const WriteRules& rules, const Computed& status)
      : base_(base), rules_(rules), status_(status) {}

  std::vector<ComputedField> collect() {
    for (const auto& member : status_.fields) {
      take(format("status.{}", std::string_view(member.key())), member.value());
    }
    keep_copies();
    std::ranges::sort(fields_, {}, &ComputedField::path);
    return std::move(fields_);
  }

 private:
  void take(const std::string& path, const Value& value) {
    if (path == list_path(*base_.judged.object, base_.settings.dialect.name)) return;
    if (const ValueMap* map = value.if_object()) {
      for (const auto& member : *map) {
        take(format("{}.{}", path, std::string_view(member.key())), member.value());
      }
      return;
    }
    if (base_.capability.keeps(path) && may_write(path)) {
      fields_.push_back({path, value, is_news(path, value)});
    }
  }

  bool may_write(std::string_view path) const {
    const bool acted_on = std::ranges::find(acted_on_fields, path) != std::end(acted_on_fields);
    if (!acted_on || !rules_.acted_on) return true;
    return std::ranges::find(*rules_.acted_on, acted_on_type) != rules_.acted_on->end();
  }

  json::Tree stored_at(std::string_view path) const {
    json::Tree stored = base_.judged.object->body;
    for (const std::string_view step : split(path, '.')) stored = stored[step];
    return stored;
  }

  // A Node that is gone or out of reach takes nothing away that was known of it.
  void keep_copies() {
    for (const std::string& path : base_.ownership.our_fields) {
      const bool copied = std::ranges::any_of(copied_fields, [&](std::string_view root) {
        return path == root || (path.starts_with(root) && path[root.size()] == '.');
      });
      const bool told = std::ranges::any_of(fields_, [&](const ComputedField& field) {
        return field.path == path || field.path.starts_with(path + ".");
      });
      if (!copied || told) continue;
      if (const json::Tree stored = stored_at(path)) {
        fields_.push_back({path, json::to_value(stored), false});
      }
    }
  }

  bool is_news(std::string_view path, const Value& value) const {
    if (value.is_array() && path.ends_with(".conditions")) return status_.legacy_is_news;
    const json::Tree stored = stored_at(path);
    // A pool that never failed to launch says nothing about it.
    if (!stored && path == failed_launches) return value != Value(0);
    return !stored || !json::equal_values(json::to_value(stored), value);
  }

  const WriteBase& base_;
  const WriteRules& rules_;
  const Computed& status_;
  std::vector<ComputedField> fields_ = {};
};

bool has_anything(const Judged& judged) {
  return judged.counters != Counters{} || judged.halves != nullptr || judged.failed_launches;
}

}  // namespace

std::vector<ComputedField> computed_fields(const WriteBase& base, const WriteRules& rules) {
  if (rules.policy != WritePolicy::All) return {};
  if (base.context == nullptr && !has_anything(base.judged)) return {};
  Arena arena;
  const Computed status = computed_status(base, arena);
  return FieldCollector(base, rules, status).collect();
}

}  // namespace telltale
