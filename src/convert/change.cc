// SPDX-License-Identifier: Apache-2.0
#include "convert/change.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/text.h"
#include "convert/duration.h"
#include "convert/reference.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

constexpr std::size_t quoted_bytes_max = 80;

std::string quoted(const json::Value& value) {
  return printable(truncate_utf8(json::print(value), quoted_bytes_max));
}

Changed kept(const json::Value& value) { return {.value = value}; }
Changed unless_zero(const json::Value& value) { return is_zero(value) ? Changed{} : kept(value); }
Changed left(std::string error) { return {.error = std::move(error)}; }

bool is_zero_time(const json::Value& value) {
  return is_zero(value) || (value.is_string() && value.get_string() == "0001-01-01T00:00:00Z");
}

std::optional<std::int64_t> nanoseconds_of(const json::Value& value) {
  if (!value.is_string()) return std::nullopt;
  return parse_duration(value.get_string());
}

std::optional<std::int32_t> seconds_of(const json::Value& value) {
  const std::int64_t* seconds = value.if_int64();
  if (seconds == nullptr || !std::in_range<std::int32_t>(*seconds)) return std::nullopt;
  return static_cast<std::int32_t>(*seconds);
}

Changed duration_up(const json::Value& value) {
  if (value.is_null()) return {};
  const std::optional<std::int64_t> nanoseconds = nanoseconds_of(value);
  if (!nanoseconds) return left(format("{} is not a duration such as 10m0s", quoted(value)));
  return {.value = whole_seconds(*nanoseconds)};
}

Changed duration_down(const json::Value& value) {
  if (value.is_null()) return {};
  const std::optional<std::int32_t> seconds = seconds_of(value);
  if (!seconds) return left(format("{} is not a number of seconds", quoted(value)));
  return {.value = json::ValueString(duration_text(*seconds))};
}

Changed optional_duration_up(const json::Value& value) {
  return nanoseconds_of(value) == 0 ? Changed{} : duration_up(value);
}

// The items keep their order; those that are no maps are left alone.
template <class Each>
Changed each_timeout(const json::Value& value, std::string_view from, Each each) {
  const json::ValueList* list = value.if_array();
  if (list == nullptr) return kept(value);
  json::ValueList items = *list;
  for (json::Value& item : items) {
    json::ValueMap* map = item.if_object();
    if (map == nullptr) continue;
    const json::Value* timeout = map->if_contains(from);
    if (Changed changed = each(*map, timeout); !changed.error.empty()) return changed;
  }
  return {.value = std::move(items)};
}

Changed timeouts_up(const json::Value& value) {
  return each_timeout(value, "timeout", [](json::ValueMap& item, const json::Value* timeout) {
    if (timeout == nullptr) return Changed{};
    Changed changed = duration_up(*timeout);
    if (!changed.error.empty()) return changed;
    item.erase("timeout");
    if (changed.value) item["timeoutSeconds"] = *changed.value;
    return changed;
  });
}

// v1beta1 demands a timeout.
Changed timeouts_down(const json::Value& value) {
  const auto each = [](json::ValueMap& item, const json::Value* timeout) {
    Changed changed = timeout == nullptr ? Changed{} : duration_down(*timeout);
    if (!changed.error.empty()) return changed;
    item.erase("timeoutSeconds");
    const bool has_own = timeout == nullptr && item.contains("timeout");
    if (!has_own) item["timeout"] = changed.value.value_or(json::ValueString("0s"));
    return changed;
  };
  return each_timeout(value, "timeoutSeconds", each);
}

std::vector<std::string_view> names_in_order(const json::ValueMap& map) {
  std::vector<std::string_view> names;
  for (const auto& member : map) names.emplace_back(member.key());
  std::ranges::sort(names);
  return names;
}

Changed domains_up(const json::Value& value) {
  const json::ValueMap* map = value.if_object();
  if (map == nullptr) return unless_zero(value);
  json::ValueList list;
  for (const std::string_view name : names_in_order(*map)) {
    const json::Value& domain = map->at(name);
    json::ValueMap item;
    if (const json::ValueMap* fields = domain.if_object()) {
      item = *fields;
    } else if (!domain.is_null()) {
      return left(format("the failure domain {} is not a map", printable(name)));
    }
    item["name"] = json::ValueString(name);
    if (!item.contains("controlPlane")) item["controlPlane"] = false;
    list.push_back(std::move(item));
  }
  return {.value = std::move(list)};
}

Changed domains_down(const json::Value& value) {
  const json::ValueList* list = value.if_array();
  if (list == nullptr) return unless_zero(value);
  json::ValueMap map;
  for (const json::Value& item : *list) {
    json::Value domain = item;
    json::ValueMap* fields = domain.if_object();
    const json::Value* name = fields == nullptr ? nullptr : fields->if_contains("name");
    if (name == nullptr || !name->is_string()) return left("a failure domain has no name");
    const json::ValueString key = name->get_string();
    if (map.contains(key)) {
      return left(format("the failure domain {} stands twice", printable(key)));
    }
    fields->erase("name");
    if (const json::Value* flag = fields->if_contains("controlPlane"); flag && is_zero(*flag)) {
      fields->erase("controlPlane");
    }
    map[key] = std::move(domain);
  }
  return {.value = std::move(map)};
}

Changed args_up(const json::Value& value) {
  const json::ValueMap* map = value.if_object();
  if (map == nullptr) return kept(value);
  json::ValueList list;
  for (const std::string_view name : names_in_order(*map)) {
    list.push_back({{"name", json::ValueString(name)}, {"value", map->at(name)}});
  }
  return {.value = std::move(list)};
}

// Of an argument that stands twice the last one counts, as a map cannot hold both.
Changed args_down(const json::Value& value) {
  const json::ValueList* list = value.if_array();
  if (list == nullptr) return kept(value);
  json::ValueMap map;
  for (const json::Value& item : *list) {
    const json::ValueMap* fields = item.if_object();
    const json::Value* name = fields == nullptr ? nullptr : fields->if_contains("name");
    if (name == nullptr || !name->is_string()) return left("an argument has no name");
    const json::Value* text = fields->if_contains("value");
    map[name->get_string()] = text == nullptr ? json::Value(json::ValueString()) : *text;
  }
  return {.value = std::move(map)};
}

json::Value phase_down(const json::Value& value) {
  if (value.is_string() && value.get_string() == "Updating") return json::ValueString("Running");
  return value;
}

}  // namespace

bool is_zero(const json::Value& value) {
  switch (value.kind()) {
    case boost::json::kind::null:
      return true;
    case boost::json::kind::bool_:
      return !value.get_bool();
    case boost::json::kind::int64:
      return value.get_int64() == 0;
    case boost::json::kind::uint64:
      return value.get_uint64() == 0;
    case boost::json::kind::double_:
      return value.get_double() == 0;
    case boost::json::kind::string:
      return value.get_string().empty();
    case boost::json::kind::array:
      return value.get_array().empty();
    case boost::json::kind::object:
      return value.get_object().empty();
  }
  return false;
}

Changed change_up(Change change, const json::Value& value) {
  using enum Change;
  switch (change) {
    case Time:
      return is_zero_time(value) ? Changed{} : kept(value);
    case Flag:
    case OptionalFlag:
    case OptionalCount:
    case ZeroIsNone:
      return unless_zero(value);
    case Duration:
      return duration_up(value);
    case OptionalDuration:
      return optional_duration_up(value);
    case ContractRef:
      return {.value = contract_ref_up(value)};
    case TemplateRef:
      return {.value = template_ref_up(value)};
    case NodeRef:
      return {.value = node_ref_up(value)};
    case FailureDomains:
      return domains_up(value);
    case UnhealthyConditions:
      return timeouts_up(value);
    case Args:
      return args_up(value);
    default:
      return kept(value);
  }
}

Changed change_down(Change change, const json::Value& value, std::string_view own_namespace) {
  using enum Change;
  switch (change) {
    case Time:
      return is_zero_time(value) ? Changed{} : kept(value);
    case Phase:
      return {.value = phase_down(value)};
    case ZeroIsNone:
      return unless_zero(value);
    case Duration:
    case OptionalDuration:
      return duration_down(value);
    case ContractRef:
      return {.value = contract_ref_down(value, own_namespace)};
    case TemplateRef:
      return {.value = template_ref_down(value, own_namespace)};
    case NodeRef:
      return {.value = node_ref_down(value)};
    case FailureDomains:
      return domains_down(value);
    case UnhealthyConditions:
      return timeouts_down(value);
    case Args:
      return args_down(value);
    default:
      return kept(value);
  }
}

std::optional<json::Value> absent_up(Change change) {
  if (change == Change::Count) return json::Value(0);
  return std::nullopt;
}

std::optional<json::Value> absent_down(Change change) {
  using enum Change;
  if (change == Flag) return json::Value(false);
  if (change == Count || change == OptionalCount || change == Replicas) return json::Value(0);
  return std::nullopt;
}

void make_canonical(Change change, json::Value& value, std::string_view own_namespace) {
  using enum Change;
  const auto canonical_duration = [](json::Value& text) {
    if (const std::optional<std::int64_t> nanoseconds = nanoseconds_of(text)) text = *nanoseconds;
  };
  if (change == Duration || change == OptionalDuration) canonical_duration(value);
  if (change == Time && is_zero_time(value)) value = nullptr;
  if (change == Ready) value = nullptr;
  if (change == NodeRef) value = node_ref_up(value);
  if (change == ContractRef || change == TemplateRef) drop_own_namespace(value, own_namespace);
  if (change != UnhealthyConditions || !value.is_array()) return;
  for (json::Value& item : value.get_array()) {
    json::ValueMap* map = item.if_object();
    if (map == nullptr) continue;
    if (json::Value* timeout = map->if_contains("timeout")) canonical_duration(*timeout);
  }
}

}  // namespace telltale::convert
