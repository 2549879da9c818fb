// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random objects of every kind the converter knows, in either version and dialect, drawn from the
// tables themselves: a new row is tested without anybody remembering it.

#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "convert/fields.h"
#include "convert/value_path.h"
#include "json/random_value_for_test.h"
#include "json/value.h"

namespace telltale::convert {

class RandomObjects {
 public:
  explicit RandomObjects(std::uint64_t seed) : rng_(seed) {}

  const KindFields& kind() {
    const auto kinds = all_kind_fields();
    return kinds[rng_.below(kinds.size())];
  }

  DialectName dialect() { return rng_.one_in(2) ? DialectName::Proposal : DialectName::Upstream; }

  json::Value spoke(const KindFields& kind, DialectName dialect) {
    json::Value object = start(kind, "v1beta1");
    fill(object, kind, dialect, Side::Spoke);
    return object;
  }

  json::Value hub(const KindFields& kind, DialectName dialect) {
    json::Value object = start(kind, "v1beta2");
    fill(object, kind, dialect, Side::Hub);
    return object;
  }

  Rng& rng() { return rng_; }

 private:
  enum class Side { Spoke, Hub };

  static json::Value text(std::string_view value) { return json::ValueString(value); }

  json::Value start(const KindFields& kind, std::string_view version) {
    json::ValueMap metadata{{"name", "o1"}, {"namespace", "ns1"}, {"uid", "u-1"}};
    if (rng_.one_in(2)) metadata["labels"] = {{"a", "b"}};
    if (rng_.one_in(2)) metadata["annotations"] = {{"example.com/x", "y"}};
    json::ValueMap object{{"apiVersion", text(format("{}/{}", kind.group, version))},
                          {"kind", text(kind.kind)},
                          {"metadata", metadata},
                          {"spec", json::ValueMap()},
                          {"status", json::ValueMap()}};
    object["spec"].get_object()["unknown"] = json::random_value(rng_);
    object["status"].get_object()["unknownToo"] = json::random_value(rng_);
    if (rng_.one_in(4)) object["data"] = json::random_value(rng_);
    if (rng_.one_in(8)) object.erase("status");
    if (rng_.one_in(8)) object.erase("spec");
    return object;
  }

  void fill(json::Value& object, const KindFields& kind, DialectName dialect, Side side) {
    for (const auto& groups : {kind.spec, kind.status_in(dialect)}) {
      for (const Group& group : groups) fill_group(object, group, side);
    }
  }

  void fill_group(json::Value& object, const Group& group, Side side) {
    const std::string_view root = group.at.substr(0, group.at.find('.'));
    if (find(object, root) == nullptr || rng_.one_in(6)) return;
    if (const std::size_t items = group.at.find("[]."); items != std::string_view::npos) {
      return fill_each(object, group, items, side);
    }
    fill_here(object, group, side);
  }

  // The list in the middle of the way, then what stands in each of its items.
  void fill_each(json::Value& object, const Group& group, std::size_t items, Side side) {
    fill_here(object, {group.at.substr(0, items), {}, Scope::EachItem}, side);
    for (json::Value& item : find(object, group.at.substr(0, items))->get_array()) {
      fill_here(item, {group.at.substr(items + 3), group.fields, group.scope}, side);
    }
  }

  void fill_here(json::Value& object, const Group& group, Side side) {
    json::ValueMap& map = object.get_object();
    if (group.scope == Scope::Map) {
      json::Value empty = json::ValueMap();
      if (find(object, group.at) == nullptr) put(map, group.at, empty);
      fill_map(*find_map(object, group.at), group, side);
      return;
    }
    if (find(object, group.at) == nullptr) {
      json::Value items = json::ValueList();
      for (std::uint64_t i = rng_.below(4); i > 0; --i) {
        items.get_array().push_back({{"name", text(format("item-{}", i))}, {"extra", 7}});
      }
      put(map, group.at, items);
    }
    for (json::Value& item : find(object, group.at)->get_array()) {
      fill_map(item.get_object(), group, side);
    }
  }

  void fill_map(json::ValueMap& map, const Group& group, Side side) {
    for (const Field& field : group.fields) {
      const std::string_view path = side == Side::Spoke ? field.spoke : field.hub;
      if (path.empty() || rng_.one_in(3)) continue;
      json::Value value = side == Side::Spoke ? spoke_value(field) : hub_value(field);
      put(map, path, value);
    }
  }

  json::Value count() { return static_cast<std::int64_t>(rng_.below(4)); }
  json::Value time() {
    return text(rng_.one_in(2) ? "2026-01-01T10:00:00Z" : "2026-02-03T04:05:06Z");
  }

  // Where the tables do not say what a value is, its name does.
  json::Value plain(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('.') + 1);
    if (name.ends_with("onditions")) return conditions();
    if (name.ends_with("Replicas") || name == "minReadySeconds") return count();
    if (name.ends_with("aming") || name.ends_with("amingStrategy")) {
      return {{"template", "t-{{ .x }}"}};
    }
    if (name.ends_with("etadata")) return {{"labels", {{"a", "b"}}}};
    if (name.ends_with("trategy")) return {{"type", "RollingUpdate"}, {"extra", count()}};
    if (name == "rolloutBefore" || name == "before") return {{"certificatesExpiryDays", 21}};
    if (name == "controlPlane" || name == "workers") return {{"readyReplicas", count()}};
    return json::ValueString(json::random_text(rng_));
  }

  json::Value conditions() {
    json::ValueList list;
    for (std::uint64_t i = rng_.below(4); i > 0; --i) {
      list.push_back({{"type", text(format("T{}", i * 7 % 5))},
                      {"status", text(rng_.one_in(2) ? "True" : "False")},
                      {"severity", "Error"},
                      {"lastTransitionTime", time()},
                      {"reason", "R"},
                      {"message", json::ValueString(json::random_text(rng_))}});
    }
    return list;
  }

  json::Value duration() {
    constexpr std::string_view some[] = {"0s", "10s", "10m0s", "1h0m0s", "1h1m1s", "10m", "1500ms"};
    return text(some[rng_.below(7)]);
  }

  json::Value unhealthy(Side side) {
    json::ValueList list;
    for (std::uint64_t i = rng_.below(3); i > 0; --i) {
      json::ValueMap item{{"type", text(format("T{}", i))}, {"status", "False"}};
      if (side == Side::Spoke) item["timeout"] = duration();
      if (side == Side::Hub && !rng_.one_in(3)) item["timeoutSeconds"] = count();
      list.push_back(item);
    }
    return list;
  }

  json::Value object_reference() {
    json::ValueMap ref{{"kind", "Thing"}, {"name", "n1"}};
    ref["apiVersion"] = text(rng_.one_in(2) ? "infrastructure.cluster.x-k8s.io/v1beta1"
                                            : "infrastructure.example.com/v1alpha7");
    if (rng_.one_in(2)) ref["namespace"] = text(rng_.one_in(2) ? "ns1" : "other");
    if (rng_.one_in(4)) ref["uid"] = "u-2";
    return ref;
  }

  json::Value spoke_value(const Field& field) {
    using enum Change;
    switch (field.change) {
      case Time:
        return rng_.one_in(4) ? json::Value() : time();
      case Phase:
        return text(rng_.one_in(2) ? "Running" : "Pending");
      case Flag:
      case OptionalFlag:
      case Ready:
        return rng_.one_in(2);
      case Count:
      case OptionalCount:
      case Replicas:
      case ZeroIsNone:
      case Renamed:
        return count();
      case Duration:
      case OptionalDuration:
        return duration();
      case ContractRef:
      case TemplateRef:
        return object_reference();
      case NodeRef:
        return {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", "n"}, {"uid", "u-3"}};
      case FailureDomains:
        return {{"b", {{"controlPlane", true}, {"attributes", {{"k", "v"}}}}}, {"a", {{"x", 1}}}};
      case UnhealthyConditions:
        return unhealthy(Side::Spoke);
      case Args:
        return {{"v", "4"}, {"feature-gates", "A=true"}};
      default:
        return plain(field.spoke);
    }
  }

  json::Value hub_value(const Field& field) {
    using enum Change;
    switch (field.change) {
      case Phase:
        return text(rng_.one_in(2) ? "Updating" : "Running");
      case Time:
        return time();
      case Duration:
      case OptionalDuration:
        return static_cast<std::int64_t>(rng_.below(10'000));
      case ContractRef:
        return {{"apiGroup", "infrastructure.cluster.x-k8s.io"}, {"kind", "Thing"}, {"name", "n1"}};
      case TemplateRef:
        return {{"apiVersion", "x.cluster.x-k8s.io/v1"}, {"kind", "Thing"}, {"name", "n1"}};
      case NodeRef:
        return {{"name", "n"}};
      case FailureDomains:
        return json::ValueList{{{"name", "a"}, {"controlPlane", rng_.one_in(2)}},
                               {{"name", "b"}, {"attributes", {{"k", "v"}}}}};
      case UnhealthyConditions:
        return unhealthy(Side::Hub);
      case Args:
        return json::ValueList{{{"name", "v"}, {"value", "4"}}, {{"name", "a"}, {"value", "b"}}};
      case Move:
      case HubOnly:
        return plain(field.hub);
      default:
        return spoke_value(field);
    }
  }

  Rng rng_;
};

}  // namespace telltale::convert
