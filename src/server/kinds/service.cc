// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/service.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "schema/validate/dns_names.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"
#include "server/writes/names.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

constexpr std::int64_t service_port_max = 65535;
constexpr std::int64_t affinity_seconds = 10800;

bool is_reached_from_outside(std::string_view type) {
  return type == "NodePort" || type == "LoadBalancer";
}

void fill_target_ports(Value& spec) {
  Value* ports = member(spec, "ports");
  if (ports == nullptr || !ports->is_array()) return;
  for (Value& port : ports->get_array()) {
    const Value* number = member(port, "port");
    if (number == nullptr || member(port, "targetPort") != nullptr) continue;
    const Value target = *number;
    port.get_object()["targetPort"] = target;
  }
}

// The single address and the list of them say the same; the one that was given fills the other.
void join_addresses(ValueMap& spec) {
  const Value* one = spec.if_contains("clusterIP");
  const Value* many = spec.if_contains("clusterIPs");
  const bool has_one = one != nullptr && one->is_string() && !one->get_string().empty();
  const bool has_many = many != nullptr && many->is_array() && !many->get_array().empty();
  if (has_one) {
    const Value first = *one;
    spec["clusterIPs"] = ValueList{first};
  } else if (has_many) {
    const Value first = many->get_array().front();
    spec["clusterIP"] = first;
  }
}

// The single address, or the first of the list.
std::string_view first_address(const Value& object) {
  const std::string_view one = text_at(object, "spec.clusterIP");
  const ValueList& many = list_at(object, "spec.clusterIPs");
  if (!one.empty() || many.empty() || !many.front().is_string()) return one;
  return many.front().get_string();
}

void fill_by_type(ValueMap& spec, std::string_view type) {
  const auto put = [&](std::string_view name, Value value) {
    if (!spec.contains(name)) spec[name] = std::move(value);
  };
  if (is_reached_from_outside(type)) {
    put("externalTrafficPolicy", "Cluster");
  } else if (const Value* external = spec.if_contains("externalIPs"); external == nullptr) {
    spec.erase("externalTrafficPolicy");
  }
  if (type == "LoadBalancer") {
    put("allocateLoadBalancerNodePorts", true);
  } else {
    spec.erase("allocateLoadBalancerNodePorts");
  }
  if (type != "ExternalName") put("internalTrafficPolicy", "Cluster");
}

void fill_affinity(Value& spec) {
  if (text_at(spec, "sessionAffinity") != "ClientIP") {
    spec.get_object().erase("sessionAffinityConfig");
    return;
  }
  make_map(spec, "sessionAffinityConfig");
  ValueMap& config = make_map(*member(spec, "sessionAffinityConfig"), "clientIP");
  if (!config.contains("timeoutSeconds")) config["timeoutSeconds"] = affinity_seconds;
}

// What the server gave stays when a client leaves it out, as long as the type asks for it.
void keep_given(ValueMap& spec, const Value& old) {
  const std::string_view type = text_at(old, "spec.type");
  const Value* now = spec.if_contains("type");
  const bool named = now != nullptr && *now == Value("ExternalName");
  if (named) {
    // An address that a Service for another name takes along from before is given back.
    if (type != "ExternalName" && spec.contains("clusterIP") &&
        spec["clusterIP"] == Value(text_at(old, "spec.clusterIP"))) {
      spec.erase("clusterIP");
      spec.erase("clusterIPs");
    }
    return;
  }
  for (const std::string_view name : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
    const Value* before = at(old, format("spec.{}", name));
    if (before != nullptr && !spec.contains(name)) spec[name] = *before;
  }
}

void keep_node_ports(Value& spec, const Value& old) {
  Value* ports = member(spec, "ports");
  const std::string_view type = text_at(spec, "type");
  if (ports == nullptr || !ports->is_array()) return;
  for (Value& port : ports->get_array()) {
    if (!port.is_object()) continue;
    if (!is_reached_from_outside(type)) {
      if (is_reached_from_outside(text_at(old, "spec.type"))) port.get_object().erase("nodePort");
      continue;
    }
    if (number_at(port, "nodePort") != 0) continue;
    for (const Value& before : list_at(old, "spec.ports")) {
      const bool same = number_at(before, "port") == number_at(port, "port") &&
                        text_at(before, "protocol") == text_at(port, "protocol");
      const std::int64_t given = number_at(before, "nodePort");
      if (same && given != 0) port.get_object()["nodePort"] = given;
    }
  }
}

void check_service_ports(const Value& object, schema::FieldErrors& out) {
  const ValueList& ports = list_at(object, "spec.ports");
  std::set<std::pair<std::int64_t, std::string>> seen;
  std::set<std::string> names;
  for (std::size_t i = 0; i < ports.size() && !out.full(); ++i) {
    const std::string path = format("spec.ports[{}]", i);
    const std::int64_t number = number_at(ports[i], "port");
    if (number < 1 || number > service_port_max) {
      add(out, schema::invalid(path + ".port", format("{}", number),
                               "must be between 1 and 65535, inclusive"));
    }
    const Value* target = member(ports[i], "targetPort");
    const std::int64_t target_number = number_at(ports[i], "targetPort");
    const bool numbered = target != nullptr && target->is_int64();
    if (numbered && (target_number < 1 || target_number > service_port_max)) {
      add(out, schema::invalid(path + ".targetPort", format("{}", target_number),
                               "must be between 1 and 65535, inclusive"));
    }
    const std::string protocol(text_at(ports[i], "protocol"));
    const std::array<std::string_view, 3> known{"SCTP", "TCP", "UDP"};
    if (!protocol.empty() && std::ranges::find(known, protocol) == known.end()) {
      add(out, schema::not_supported(path + ".protocol", schema::quoted(protocol),
                                     {"SCTP", "TCP", "UDP"}));
    }
    const std::string name(text_at(ports[i], "name"));
    if (name.empty() && ports.size() > 1) add(out, schema::required(path + ".name"));
    if (!name.empty()) {
      if (const auto why = error_in_name(name, NameRule::Label)) {
        add(out, schema::invalid(path + ".name", schema::quoted(name), *why));
      }
      if (!names.insert(name).second) {
        add(out, schema::duplicate(path + ".name", schema::quoted(name)));
      }
    }
    if (!seen.emplace(number, protocol).second) {
      add(out, schema::duplicate(path, schema::shown(ports[i])));
    }
  }
}

void check_type_of_service(const Value& object, schema::FieldErrors& out) {
  const std::string_view type = text_at(object, "spec.type");
  const std::array<std::string_view, 4> known{"ClusterIP", "ExternalName", "LoadBalancer",
                                              "NodePort"};
  if (std::ranges::find(known, type) == known.end()) {
    add(out, schema::not_supported("spec.type", schema::quoted(type),
                                   {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"}));
    return;
  }
  const bool is_headless = first_address(object) == headless;
  if (type == "ExternalName") {
    if (!first_address(object).empty()) {
      add(out,
          schema::forbidden("spec.clusterIPs", "may not be set when `type` is 'ExternalName'"));
    }
    const std::string_view name = text_at(object, "spec.externalName");
    if (name.empty()) {
      add(out, schema::required("spec.externalName"));
      return;
    }
    for (const std::string& why :
         schema::errors_in_dns1123_subdomain(name.substr(0, name.size() - name.ends_with('.')))) {
      add(out, schema::invalid("spec.externalName", schema::quoted(name), why));
    }
    return;
  }
  if (list_at(object, "spec.ports").empty() && !is_headless) {
    add(out, schema::required("spec.ports"));
  }
  if (is_headless && is_reached_from_outside(type)) {
    add(out, schema::invalid("spec.clusterIPs[0]", "\"None\"",
                             format("may not be set to 'None' for {} services", type)));
  }
}

void check_families(const Value& object, schema::FieldErrors& out) {
  const std::string_view policy = text_at(object, "spec.ipFamilyPolicy");
  if (policy == "RequireDualStack") {
    add(out, schema::invalid("spec.ipFamilyPolicy", schema::quoted(policy),
                             "this cluster is not configured for dual-stack services"));
  }
  const ValueList& families = list_at(object, "spec.ipFamilies");
  for (std::size_t i = 0; i < families.size(); ++i) {
    if (families[i] == Value("IPv4")) continue;
    add(out, schema::invalid(format("spec.ipFamilies[{}]", i), schema::shown(families[i]),
                             "not configured on this cluster"));
  }
}

void check_address_kept(const Value& object, const Value* old, schema::FieldErrors& out) {
  if (old == nullptr) return;
  const std::string_view before = text_at(*old, "spec.clusterIP");
  const std::string_view now = first_address(object);
  const bool named = text_at(object, "spec.type") == "ExternalName" ||
                     text_at(*old, "spec.type") == "ExternalName";
  if (before.empty() || before == now || named) return;
  add(out, schema::invalid("spec.clusterIPs[0]", schema::quoted(now), "may not change once set"));
}

}  // namespace

void finish_service(json::Value& object) {
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object()) return;
  ValueMap& map = spec->get_object();
  if (text_at(*spec, "type") == "ExternalName") {
    for (const std::string_view name : {"internalTrafficPolicy", "ipFamilyPolicy", "ipFamilies"}) {
      map.erase(name);
    }
    return;
  }
  join_addresses(map);
  if (!map.contains("ipFamilyPolicy")) map["ipFamilyPolicy"] = "SingleStack";
  if (!map.contains("ipFamilies")) map["ipFamilies"] = ValueList{"IPv4"};
}

void prepare_service(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (!object.is_object()) return;
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object()) return;
  const std::string type(text_at(*spec, "type"));
  if (old != nullptr) {
    keep_given(spec->get_object(), *old);
    keep_node_ports(*spec, *old);
  }
  fill_by_type(spec->get_object(), type);
  fill_affinity(*spec);
  fill_target_ports(*spec);
}

void validate_service(const json::Value& object, const json::Value* old,
                      schema::FieldErrors& field_errors) {
  check_type_of_service(object, field_errors);
  check_service_ports(object, field_errors);
  check_families(object, field_errors);
  check_address_kept(object, old, field_errors);
  const std::string_view affinity = text_at(object, "spec.sessionAffinity");
  if (affinity != "None" && affinity != "ClientIP") {
    add(field_errors, schema::not_supported("spec.sessionAffinity", schema::quoted(affinity),
                                            {"ClientIP", "None"}));
  }
}

}  // namespace telltale::server
