// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write.h"

#include <algorithm>
#include <utility>

#include "base/arena.h"
#include "base/instant.h"
#include "base/text.h"
#include "catalog/engine/gates.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "convert/shapes.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/print.h"
#include "report/severity.h"
#include "report/status/status_write_conditions.h"
#include "report/status/status_write_fields.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;
using json::ValueString;
using Method = StatusWrite::Method;

void put(ValueMap& root, std::string_view path, Value value) { convert::put(root, path, value); }

// Lays a condition over what the list has of it already; what the schema would prune is left out.
class ItemWriter {
 public:
  ItemWriter(const WriteBase& base, std::string_view path) : base_(base), path_(path) {}

  void write(ValueMap& item, const Condition& condition) const {
    item["type"] = ValueString(condition.type);
    item["status"] = ValueString(to_text(condition.status));
    item["reason"] = ValueString(condition.reason);
    item["message"] = ValueString(condition.message);
    put_time(item, "lastTransitionTime", condition.last_transition);
    item.erase("observedGeneration");
    if (condition.observed_generation != 0 && keeps("observedGeneration")) {
      item["observedGeneration"] = condition.observed_generation;
    }
    const Object& object = *base_.judged.object;
    if (is_a(object, hypershift_node_pool_kind)) write_severity(item, condition);
    const bool tells_look = list_rules_of(object.key).tells_last_look && keeps("lastProbeTime");
    if (tells_look) put_time(item, "lastProbeTime", base_.now);
  }

 private:
  bool keeps(std::string_view field) const {
    return base_.capability.keeps(format("{}[].{}", path_, field));
  }

  static void put_time(ValueMap& item, std::string_view name, Instant time) {
    if (is_set(time)) item[name] = ValueString(format_rfc3339(time));
  }

  void write_severity(ValueMap& item, const Condition& condition) const {
    item.erase("severity");
    const std::string_view severity = severity_shown(*base_.judged.object, condition);
    if (!severity.empty() && keeps("severity")) item["severity"] = ValueString(severity);
  }

  const WriteBase& base_;
  std::string_view path_;
};

bool any_news(const std::vector<ComputedField>& fields) {
  return std::ranges::any_of(fields, &ComputedField::is_news);
}

// A field that telltale applied once and no longer says is given up by the next apply. A map may be
// owned as a whole.
bool gives_up_field(const WriteBase& base, const std::vector<ComputedField>& fields) {
  return std::ranges::any_of(base.ownership.our_fields, [&](const std::string& path) {
    return std::ranges::none_of(fields, [&](const ComputedField& field) {
      return field.path == path || field.path.starts_with(path + ".");
    });
  });
}

ValueMap metadata_of(const Object& object) {
  ValueMap metadata;
  if (!object.resource_version.empty()) {
    metadata["resourceVersion"] = ValueString(object.resource_version);
  }
  return metadata;
}

void add_turns(const Choice& choice, const WriteBase& base, StatusWrite& write) {
  for (const SaidCondition& one : choice.said) {
    if (one.is_news) write.news.emplace_back(one.condition.type);
  }
  std::vector<Condition> said;
  for (const SaidCondition& one : choice.said) {
    const Condition* judged = find_condition(base.judged.conditions, one.condition.type);
    if (one.is_news && judged != nullptr) said.push_back(*judged);
  }
  write.turns =
      turns_between(*base.judged.object, stored_conditions(base), said, base.settings.dialect);
}

// The list as it came. Nothing when it is not known: then nobody can say what a write would lose.
std::optional<ValueList> list_as_it_came(const WriteBase& base) {
  const Object& object = *base.judged.object;
  if (base.stored_list.empty()) {
    const bool is_absent =
        object.conditions_at(list_path(object, base.settings.dialect.name)) == nullptr;
    return is_absent ? std::optional(ValueList()) : std::nullopt;
  }
  Result<Value> list = json::parse(base.stored_list);
  if (!list || !list->is_array()) return std::nullopt;
  return std::move(list->get_array());
}

// The last one of a type counts, as it does in reading.
std::size_t find_item(const ValueList& list, std::string_view type) {
  for (std::size_t i = list.size(); i > 0; --i) {
    const ValueMap* item = list[i - 1].if_object();
    const Value* name = item == nullptr ? nullptr : item->if_contains("type");
    if (name != nullptr && name->is_string() && name->get_string() == type) return i - 1;
  }
  return list.size();
}

// What is ours to keep and cannot be read is said as it came. False when that is not known.
bool repeat_unreadable(const WriteBase& base, const Choice& choice, ValueList& list) {
  if (choice.unreadable.empty()) return true;
  const std::optional<ValueList> stored = list_as_it_came(base);
  if (!stored) return false;
  for (const std::string& type : choice.unreadable) {
    const std::size_t at = find_item(*stored, type);
    if (at < stored->size()) list.push_back((*stored)[at]);
  }
  return true;
}

std::optional<StatusWrite> apply_of(const WriteBase& base, const WriteRules& rules, ListForm form) {
  const Object& object = *base.judged.object;
  const std::string_view path = list_path(object, base.settings.dialect.name);
  Arena arena;
  const Choice choice = form == ListForm::Absent ? Choice{} : choose_for_map(base, rules, arena);
  std::vector<ComputedField> fields = computed_fields(base, rules);
  const bool gives_up = rules.policy == WritePolicy::All && gives_up_field(base, fields);
  if (!choice.has_news() && !any_news(fields) && !gives_up) return std::nullopt;

  ValueMap body;
  body["apiVersion"] = ValueString(object.api_version);
  body["kind"] = ValueString(object.key.kind);
  ValueMap metadata = metadata_of(object);
  metadata["name"] = ValueString(object.key.name);
  if (!object.key.namespace_name.empty()) {
    metadata["namespace"] = ValueString(object.key.namespace_name);
  }
  body["metadata"] = std::move(metadata);
  body["status"].emplace_object();
  ValueList list;
  for (const SaidCondition& one : choice.said) {
    ItemWriter(base, path).write(list.emplace_back(ValueMap()).get_object(), one.condition);
  }
  if (!repeat_unreadable(base, choice, list)) return std::nullopt;
  if (!list.empty()) put(body, path, std::move(list));
  for (ComputedField& field : fields) put(body, field.path, std::move(field.value));
  StatusWrite write{.method = Method::Apply,
                    .body = json::print(Value(std::move(body))),
                    .let_go = choice.let_go};
  add_turns(choice, base, write);
  return write;
}

void edit_list(ValueList& list, const Choice& choice, const ItemWriter& writer) {
  for (const std::string_view type : choice.dropped) {
    for (std::size_t at = find_item(list, type); at < list.size(); at = find_item(list, type)) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  for (const SaidCondition& one : choice.said) {
    const std::size_t at = find_item(list, one.condition.type);
    if (at == list.size()) list.emplace_back(ValueMap());
    writer.write(list[at].get_object(), one.condition);
  }
}

std::vector<std::string> ours_after(const WriteBase& base, const Choice& choice) {
  std::vector<std::string> ours = base.ownership.ours;
  for (const SaidCondition& one : choice.said) ours.emplace_back(one.condition.type);
  std::erase_if(ours, [&](const std::string& type) {
    return std::ranges::find(choice.dropped, type) != choice.dropped.end() ||
           std::ranges::find(choice.let_go, type) != choice.let_go.end();
  });
  std::ranges::sort(ours);
  const auto repeated = std::ranges::unique(ours);
  ours.erase(repeated.begin(), repeated.end());
  return ours;
}

std::optional<StatusWrite> merge_patch_of(const WriteBase& base, const WriteRules& rules) {
  const Object& object = *base.judged.object;
  const std::string_view path = list_path(object, base.settings.dialect.name);
  const Choice choice = choose_for_list(base, rules);
  std::vector<ComputedField> fields = computed_fields(base, rules);
  std::erase_if(fields, [](const ComputedField& field) { return !field.is_news; });
  if (!choice.has_news() && fields.empty()) return std::nullopt;

  ValueMap body;
  body["metadata"] = metadata_of(object);
  if (choice.has_news()) {
    std::optional<ValueList> list = list_as_it_came(base);
    if (!list) return std::nullopt;
    edit_list(*list, choice, ItemWriter(base, path));
    put(body, path, std::move(*list));
  }
  for (ComputedField& field : fields) put(body, field.path, std::move(field.value));
  StatusWrite write{.method = Method::MergePatch,
                    .body = json::print(Value(std::move(body))),
                    .ours = ours_after(base, choice)};
  add_turns(choice, base, write);
  return write;
}

// Some kinds are written only where their definition has reasons at all.
bool is_able(const WriteBase& base, std::string_view path) {
  const Object& object = *base.judged.object;
  return !list_rules_of(object.key).needs_reasons ||
         base.capability.keeps(format("{}[].reason", path));
}

}  // namespace

std::optional<StatusWrite> status_write(const WriteBase& base, const WriteRules& rules) {
  const Object& object = *base.judged.object;
  const std::string_view path = list_path(object, base.settings.dialect.name);
  if (rules.policy == WritePolicy::None || !base.capability.has_status()) return std::nullopt;
  if (!writes(rules.gates, object, nullptr) || !is_able(base, path)) return std::nullopt;
  const bool only_judged = base.settings.provisioning.conditions == HiveConditions::Old;
  if (only_judged && is_a(object, cluster_deployment_kind)) return std::nullopt;
  const ListForm form = base.capability.list_form(path);
  return form == ListForm::Atomic ? merge_patch_of(base, rules) : apply_of(base, rules, form);
}

std::optional<Instant> claim_wake(const WriteBase& base, const WriteRules& rules) {
  return first_claim(base, rules);
}

std::string_view list_path(const Object& object, DialectName dialect) {
  if (!shapes::keeps_old_shape(object)) return "status.conditions";
  return dialect == DialectName::Upstream ? "status.v1beta2.conditions"
                                          : "status.experimentalConditions";
}

std::string stored_list(std::string_view document, std::string_view path) {
  const Result<Value> object = json::parse(document);
  if (!object) return {};
  const Value* list = convert::find(*object, path);
  return list == nullptr || list->is_null() ? std::string() : json::print(*list);
}

std::vector<Turn> turns_between(const Object& object, Conditions before, Conditions after,
                                const Dialect& dialect) {
  std::vector<Turn> turns;
  const std::string_view kind = object.key.kind;
  for (const Condition& condition : after) {
    if (!computes(object, condition.type, dialect)) continue;
    const std::string_view known = canonical_type(kind, condition.type);
    const Condition* old = find_in_either(before, kind, known, dialect);
    if (old == nullptr) {
      turns.push_back({.before = {}, .after = condition});
      continue;
    }
    const bool same_reason = canonical_reason(kind, known, old->reason) ==
                             canonical_reason(kind, known, condition.reason);
    if (old->status != condition.status || !same_reason) turns.push_back({*old, condition});
  }
  return turns;
}

std::string_view content_type_of(Method method) {
  return method == Method::Apply ? "application/apply-patch+yaml" : "application/merge-patch+json";
}

std::string_view query_of(Method method) {
  return method == Method::Apply ? "fieldManager=telltale&force=true" : "fieldManager=telltale";
}

}  // namespace telltale
