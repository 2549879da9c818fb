// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/workloads/pod_spec.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "schema/path.h"
#include "server/kinds/label_selection.h"
#include "server/objects/object_access.h"
#include "server/writes/names.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;
using schema::field_below;
using schema::item_below;

constexpr std::int64_t port_max = 65535;
constexpr std::array<std::string_view, 3> container_lists{"containers", "initContainers",
                                                          "ephemeralContainers"};

ValueList* list_in(Value& object, std::string_view name) {
  Value* list = member(object, name);
  return list == nullptr ? nullptr : list->if_array();
}

// An image without a tag, or with the tag that moves, may be another one tomorrow.
std::string_view pull_policy_for(std::string_view image) {
  const std::string_view last = image.substr(image.rfind('/') + 1);
  if (last.find('@') != std::string_view::npos) return "IfNotPresent";
  const std::size_t colon = last.find(':');
  const bool moves = colon == std::string_view::npos || last.substr(colon + 1) == "latest";
  return moves ? "Always" : "IfNotPresent";
}

void fill_container(Value& container) {
  ValueMap* map = container.if_object();
  if (map == nullptr || map->contains("imagePullPolicy")) return;
  (*map)["imagePullPolicy"] = pull_policy_for(text_at(container, "image"));
}

void fill_ports_of_host(Value& container) {
  ValueList* ports = list_in(container, "ports");
  if (ports == nullptr) return;
  for (Value& port : *ports) {
    const Value* number = member(port, "containerPort");
    if (number == nullptr || member(port, "hostPort") != nullptr) continue;
    const Value same = *number;
    port.get_object()["hostPort"] = same;
  }
}

// Limits that nothing is asked for beside are what is asked for.
void fill_requests(Value& container) {
  const Value* limits = at(container, "resources.limits");
  if (limits == nullptr || !limits->is_object()) return;
  const ValueMap given = limits->get_object();
  ValueMap& requests = make_map(*member(container, "resources"), "requests");
  for (const auto& [name, amount] : given) {
    if (!requests.contains(name)) requests.emplace(name, amount);
  }
}

bool has_amount(const Value& container, std::string_view of, std::string_view name) {
  return at(container, format("resources.{}.{}", of, name)) != nullptr;
}

void check_number_range(const Value& object, std::string_view name, const std::string& path,
                        schema::FieldErrors& out) {
  const Value* number = member(object, name);
  if (number == nullptr || !number->is_int64()) return;
  if (number->get_int64() >= 1 && number->get_int64() <= port_max) return;
  add(out, schema::invalid(field_below(path, name), schema::shown(*number),
                           "must be between 1 and 65535, inclusive"));
}

void check_known_word(const Value& object, std::string_view name, const std::string& path,
                      std::initializer_list<std::string_view> known, schema::FieldErrors& out) {
  const std::string_view word = text_at(object, name);
  if (word.empty() || std::ranges::find(known, word) != known.end()) return;
  add(out, schema::not_supported(field_below(path, name), schema::quoted(word),
                                 std::vector<std::string>(known.begin(), known.end())));
}

// A name that must be a label and stand once.
void check_own_name(const Value& object, const std::string& path, std::set<std::string>& seen,
                    schema::FieldErrors& out) {
  const std::string name(text_at(object, "name"));
  if (name.empty()) return;  // The schema says so.
  if (const auto why = error_in_name(name, NameRule::Label)) {
    add(out, schema::invalid(field_below(path, "name"), schema::quoted(name), *why));
  }
  if (!seen.insert(name).second) {
    add(out, schema::duplicate(field_below(path, "name"), schema::quoted(name)));
  }
}

void check_ports(const Value& container, const std::string& path, schema::FieldErrors& out) {
  const ValueList& ports = list_at(container, "ports");
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::string below = item_below(field_below(path, "ports"), i);
    if (number_at(ports[i], "containerPort") == 0) {
      add(out, schema::required(field_below(below, "containerPort")));
    } else {
      check_number_range(ports[i], "containerPort", below, out);
    }
    check_number_range(ports[i], "hostPort", below, out);
    check_known_word(ports[i], "protocol", below, {"SCTP", "TCP", "UDP"}, out);
  }
}

void check_mounts(const Value& container, const std::string& path,
                  const std::set<std::string>& volumes, schema::FieldErrors& out) {
  const ValueList& mounts = list_at(container, "volumeMounts");
  std::set<std::string> places;
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    const std::string below = item_below(field_below(path, "volumeMounts"), i);
    const std::string name(text_at(mounts[i], "name"));
    if (!name.empty() && !volumes.contains(name)) {
      add(out, schema::not_found(field_below(below, "name"), schema::quoted(name)));
    }
    const std::string place(text_at(mounts[i], "mountPath"));
    if (!place.empty() && !places.insert(place).second) {
      add(out, schema::invalid(field_below(below, "mountPath"), schema::quoted(place),
                               "must be unique"));
    }
  }
}

void check_container(const Value& container, const std::string& path,
                     const std::set<std::string>& volumes, schema::FieldErrors& out) {
  if (text_at(container, "image").empty()) add(out, schema::required(field_below(path, "image")));
  check_known_word(container, "imagePullPolicy", path, {"Always", "IfNotPresent", "Never"}, out);
  check_known_word(container, "terminationMessagePolicy", path, {"FallbackToLogsOnError", "File"},
                   out);
  check_ports(container, path, out);
  check_mounts(container, path, volumes, out);
}

std::set<std::string> check_volumes(const Value& spec, const std::string& path,
                                    schema::FieldErrors& out) {
  std::set<std::string> seen;
  const ValueList& volumes = list_at(spec, "volumes");
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const std::string below = item_below(field_below(path, "volumes"), i);
    check_own_name(volumes[i], below, seen, out);
    const ValueMap* sources = volumes[i].if_object();
    if (sources != nullptr && sources->size() > 2) {
      add(out, schema::forbidden(below, "may not specify more than 1 volume type"));
    }
  }
  return seen;
}

}  // namespace

void fill_pod_spec(json::Value& spec) {
  if (!spec.is_object()) return;
  make_map(spec, "securityContext");
  const Value* host = member(spec, "hostNetwork");
  const bool on_host = host != nullptr && *host == Value(true);
  for (const std::string_view name : container_lists) {
    ValueList* containers = list_in(spec, name);
    if (containers == nullptr) continue;
    for (Value& container : *containers) {
      fill_container(container);
      if (on_host) fill_ports_of_host(container);
    }
  }
  ValueList* volumes = list_in(spec, "volumes");
  if (volumes != nullptr) {
    for (Value& volume : *volumes) {
      ValueMap* map = volume.if_object();
      if (map != nullptr && map->size() == 1 && map->contains("name")) {
        (*map)["emptyDir"] = ValueMap{};
      }
    }
  }
  // The older name of the account goes with the newer one.
  const std::string account(text_at(spec, "serviceAccountName"));
  const std::string older(text_at(spec, "serviceAccount"));
  if (!account.empty()) spec.get_object()["serviceAccount"] = account;
  if (account.empty() && !older.empty()) spec.get_object()["serviceAccountName"] = older;
}

void fill_amounts(json::Value& spec) {
  for (const std::string_view name : {"containers", "initContainers"}) {
    ValueList* containers = list_in(spec, name);
    if (containers == nullptr) continue;
    for (Value& container : *containers) {
      if (member(container, "resources") != nullptr) fill_requests(container);
    }
  }
}

std::string quality_of(const json::Value& spec) {
  bool any = false;
  bool all = true;
  for (const std::string_view list : {"containers", "initContainers"}) {
    for (const Value& container : list_at(spec, list)) {
      for (const std::string_view name : {"cpu", "memory"}) {
        const bool limited = has_amount(container, "limits", name);
        any = any || limited || has_amount(container, "requests", name);
        const Value* limit = at(container, format("resources.limits.{}", name));
        const Value* request = at(container, format("resources.requests.{}", name));
        all = all && limited && (request == nullptr || *request == *limit);
      }
    }
  }
  if (!any) return "BestEffort";
  return all ? "Guaranteed" : "Burstable";
}

void check_pod_spec(const json::Value& spec, const std::string& path, schema::FieldErrors& out) {
  const std::set<std::string> volumes = check_volumes(spec, path, out);
  if (list_at(spec, "containers").empty()) {
    add(out, schema::required(field_below(path, "containers")));
  }
  std::set<std::string> names;
  for (const std::string_view list : container_lists) {
    const ValueList& containers = list_at(spec, list);
    for (std::size_t i = 0; i < containers.size() && !out.full(); ++i) {
      const std::string below = item_below(field_below(path, list), i);
      check_own_name(containers[i], below, names, out);
      check_container(containers[i], below, volumes, out);
    }
  }
  check_known_word(spec, "restartPolicy", path, {"Always", "OnFailure", "Never"}, out);
  check_known_word(spec, "dnsPolicy", path,
                   {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}, out);
  const std::int64_t patience = number_at(spec, "terminationGracePeriodSeconds");
  if (patience < 0) {
    add(out, schema::invalid(field_below(path, "terminationGracePeriodSeconds"),
                             format("{}", patience), "must be greater than or equal to 0"));
  }
}

void check_selector(const json::Value& spec, schema::FieldErrors& out) {
  const Value* labels = at(spec, "template.metadata.labels");
  const Value none = ValueMap{};
  const Value& own = labels == nullptr || !labels->is_object() ? none : *labels;
  const Value* selector = member(spec, "selector");
  const auto add_mismatch = [&] {
    add(out, schema::invalid("spec.template.metadata.labels", schema::shown(own),
                             "`selector` does not match template `labels`"));
  };
  // The schema says that there must be one; what is not there selects nothing.
  if (selector == nullptr || !selector->is_object()) return add_mismatch();
  if (map_at(*selector, "matchLabels").empty() && list_at(*selector, "matchExpressions").empty()) {
    add(out, schema::invalid("spec.selector", schema::shown(*selector),
                             "empty selector is invalid for deployment"));
    return;
  }
  if (!selects(*selector, own.get_object())) add_mismatch();
}

void check_pod_template(const json::Value& spec, Restarts restarts, schema::FieldErrors& out) {
  static const Value empty = ValueMap{};
  const Value* pods = at(spec, "template.spec");
  check_pod_spec(pods == nullptr ? empty : *pods, "spec.template.spec", out);
  if (pods == nullptr) return;
  const std::string_view policy = text_at(*pods, "restartPolicy");
  const std::string path = "spec.template.spec.restartPolicy";
  if (restarts == Restarts::Always && policy != "Always") {
    add(out, schema::not_supported(path, schema::quoted(policy), {"Always"}));
  }
  if (restarts == Restarts::Never && policy == "Always") {
    add(out, schema::required(path, "valid values: \"OnFailure\", \"Never\""));
  }
}

}  // namespace telltale::server
