// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "server/kinds/field_checks.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

constexpr std::int64_t user_priority_max = 1'000'000'000;
constexpr std::int64_t endpoints_max = 1000;
constexpr std::int64_t webhook_seconds_max = 30;

void require_items(const Value& object, std::string_view path, schema::FieldErrors& out) {
  if (list_at(object, path).empty()) add(out, schema::required(std::string(path)));
}

void check_share(const Value& object, std::string_view path, schema::FieldErrors& out) {
  const Value* share = at(object, path);
  if (share == nullptr) return;
  if (share->is_int64() && share->get_int64() < 0) {
    add(out, schema::invalid(std::string(path), schema::shown(*share),
                             "must be greater than or equal to 0"));
  }
  const std::string_view text = text_at(object, path);
  if (share->is_string() && (text.size() < 2 || text.back() != '%')) {
    add(out, schema::invalid(std::string(path), schema::quoted(text),
                             "a valid percent string must be a numeric string followed by an "
                             "ending '%' (e.g. '1%',  or '93%', regex used for validation is "
                             "'[0-9]+%')"));
  }
}

}  // namespace

void validate_budget(const json::Value& object, const json::Value*,
                     schema::FieldErrors& field_errors) {
  if (at(object, "spec.minAvailable") != nullptr && at(object, "spec.maxUnavailable") != nullptr) {
    add(field_errors, schema::invalid("spec", schema::shown(*member(object, "spec")),
                                      "minAvailable and maxUnavailable cannot be both set"));
  }
  check_share(object, "spec.minAvailable", field_errors);
  check_share(object, "spec.maxUnavailable", field_errors);
  check_known(object, "spec.unhealthyPodEvictionPolicy", {"AlwaysAllow", "IfHealthyBudget"},
              field_errors);
}

void prepare_autoscaler(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object() || !list_at(*spec, "metrics").empty()) return;
  ValueMap target{{"type", "Utilization"}, {"averageUtilization", 80}};
  ValueMap resource{{"name", "cpu"}, {"target", std::move(target)}};
  spec->get_object()["metrics"] =
      ValueList{ValueMap{{"type", "Resource"}, {"resource", std::move(resource)}}};
}

void validate_autoscaler(const json::Value& object, const json::Value*,
                         schema::FieldErrors& field_errors) {
  const std::int64_t least = number_at(object, "spec.minReplicas");
  const std::int64_t most = number_at(object, "spec.maxReplicas");
  if (least < 1) {
    add(field_errors, schema::invalid("spec.minReplicas", format("{}", least),
                                      "must be greater than or equal to 1"));
  }
  if (most == 0) add(field_errors, schema::required("spec.maxReplicas"));
  if (most < 1) {
    add(field_errors,
        schema::invalid("spec.maxReplicas", format("{}", most), "must be greater than 0"));
  } else if (most < least) {
    add(field_errors, schema::invalid("spec.maxReplicas", format("{}", most),
                                      "must be greater than or equal to `minReplicas`"));
  }
}

void prepare_network_policy(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object() || !list_at(*spec, "policyTypes").empty()) return;
  ValueList types{"Ingress"};
  if (!list_at(*spec, "egress").empty()) types.push_back("Egress");
  spec->get_object()["policyTypes"] = std::move(types);
}

void validate_ingress(const json::Value& object, const json::Value*,
                      schema::FieldErrors& field_errors) {
  const bool has_rules = !list_at(object, "spec.rules").empty();
  if (!has_rules && at(object, "spec.defaultBackend") == nullptr) {
    add(field_errors, schema::invalid("spec", schema::shown(map_at(object, "spec")),
                                      "either `defaultBackend` or `rules` must be specified"));
  }
  const ValueList& rules = list_at(object, "spec.rules");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const ValueList& paths = list_at(rules[i], "http.paths");
    for (std::size_t j = 0; j < paths.size() && !field_errors.full(); ++j) {
      const std::string where = format("spec.rules[{}].http.paths[{}]", i, j);
      const std::string_view type = text_at(paths[j], "pathType");
      const std::string_view path = text_at(paths[j], "path");
      if (!type.empty() && type != "Exact" && type != "Prefix" &&
          type != "ImplementationSpecific") {
        add(field_errors, schema::not_supported(where + ".pathType", schema::quoted(type),
                                                {"Exact", "ImplementationSpecific", "Prefix"}));
      }
      const bool absolute = path.starts_with('/');
      const bool optional = type == "ImplementationSpecific" && path.empty();
      if (!type.empty() && !absolute && !optional) {
        add(field_errors,
            schema::invalid(where + ".path", schema::quoted(path), "must be an absolute path"));
      }
    }
  }
}

void prepare_endpoint_slice(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* ports = member(object, "ports");
  if (ports == nullptr || !ports->is_array()) return;
  for (Value& port : ports->get_array()) {
    if (!port.is_object()) continue;
    if (member(port, "name") == nullptr) port.get_object()["name"] = "";
    if (member(port, "protocol") == nullptr) port.get_object()["protocol"] = "TCP";
  }
}

void validate_endpoint_slice(const json::Value& object, const json::Value* old,
                             schema::FieldErrors& field_errors) {
  check_known(object, "addressType", {"FQDN", "IPv4", "IPv6"}, field_errors);
  check_unchanged(object, old, "addressType", field_errors);
  const ValueList& endpoints = list_at(object, "endpoints");
  if (static_cast<std::int64_t>(endpoints.size()) > endpoints_max) {
    add(field_errors, schema::too_many("endpoints", endpoints.size(), endpoints_max));
  }
  for (std::size_t i = 0; i < endpoints.size() && !field_errors.full(); ++i) {
    if (list_at(endpoints[i], "addresses").empty()) {
      add(field_errors, schema::required(format("endpoints[{}].addresses", i),
                                         "must contain at least 1 address"));
    }
  }
}

void validate_priority_class(const json::Value& object, const json::Value* old,
                             schema::FieldErrors& field_errors) {
  const std::string_view name = text_at(object, "metadata.name");
  const std::int64_t value = number_at(object, "value");
  const bool is_system = name == "system-node-critical" || name == "system-cluster-critical";
  if (name.starts_with("system-") && !is_system) {
    add(field_errors, schema::forbidden("metadata.name",
                                        "priority class names with 'system-' prefix are "
                                        "reserved for system use only"));
  } else if (!is_system && value > user_priority_max) {
    add(field_errors, schema::forbidden("value", format("maximum allowed value of a user defined "
                                                        "priority is {}",
                                                        user_priority_max)));
  }
  check_known(object, "preemptionPolicy", {"Never", "PreemptLowerPriority"}, field_errors);
  forbid_change(object, old, "value", "may not be changed in an update.", field_errors);
  check_unchanged(object, old, "preemptionPolicy", field_errors);
}

void validate_storage_class(const json::Value& object, const json::Value* old,
                            schema::FieldErrors& field_errors) {
  check_known(object, "reclaimPolicy", {"Delete", "Retain"}, field_errors);
  check_known(object, "volumeBindingMode", {"Immediate", "WaitForFirstConsumer"}, field_errors);
  for (const std::string_view path :
       {"parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"}) {
    check_unchanged(object, old, path, field_errors);
  }
}

void validate_volume_attachment(const json::Value& object, const json::Value* old,
                                schema::FieldErrors& field_errors) {
  const bool inline_volume = at(object, "spec.source.inlineVolumeSpec") != nullptr;
  const bool by_name = !text_at(object, "spec.source.persistentVolumeName").empty();
  if (!inline_volume && !by_name) {
    add(field_errors, schema::required("spec.source",
                                       "must specify either `inlineVolumeSpec` or "
                                       "`persistentVolumeName`"));
  }
  check_unchanged(object, old, "spec", field_errors);
}

void validate_volume_claim(const json::Value& object, const json::Value* old,
                           schema::FieldErrors& field_errors) {
  require_items(object, "spec.accessModes", field_errors);
  if (at(object, "spec.resources.requests.storage") == nullptr) {
    add(field_errors, schema::required("spec.resources[storage]"));
  }
  if (old == nullptr) return;
  const auto fixed = [](const Value& claim) {
    Value spec = *member(claim, "spec");
    for (const std::string_view name : {"resources", "volumeName", "volumeAttributesClassName"}) {
      if (spec.is_object()) spec.get_object().erase(name);
    }
    return spec;
  };
  if (member(object, "spec") == nullptr || member(*old, "spec") == nullptr) return;
  if (fixed(object) == fixed(*old)) return;
  add(field_errors, schema::forbidden("spec",
                                      "spec is immutable after creation except "
                                      "resources.requests and volumeAttributesClassName for "
                                      "bound claims"));
}

void validate_volume(const json::Value& object, const json::Value*,
                     schema::FieldErrors& field_errors) {
  require_items(object, "spec.accessModes", field_errors);
  if (map_at(object, "spec.capacity").empty()) {
    add(field_errors, schema::required("spec.capacity"));
  }
  check_known(object, "spec.persistentVolumeReclaimPolicy", {"Delete", "Recycle", "Retain"},
              field_errors);
  static constexpr std::string_view no_sources[] = {"accessModes",
                                                    "capacity",
                                                    "claimRef",
                                                    "mountOptions",
                                                    "nodeAffinity",
                                                    "storageClassName",
                                                    "volumeMode",
                                                    "persistentVolumeReclaimPolicy",
                                                    "volumeAttributesClassName"};
  std::size_t sources = 0;
  for (const auto& [name, value] : map_at(object, "spec")) {
    sources += std::ranges::find(no_sources, std::string_view(name)) == std::end(no_sources);
  }
  if (sources == 0) add(field_errors, schema::required("spec", "must specify a volume type"));
  if (sources > 1) {
    add(field_errors, schema::forbidden("spec", "may not specify more than 1 volume type"));
  }
}

void validate_signing_request(const json::Value& object, const json::Value* old,
                              schema::FieldErrors& field_errors) {
  require_items(object, "spec.usages", field_errors);
  const std::string_view signer = text_at(object, "spec.signerName");
  if (!signer.empty() && signer.find('/') == std::string_view::npos) {
    add(field_errors, schema::invalid("spec.signerName", schema::quoted(signer),
                                      "must be a fully qualified domain and path of the form "
                                      "'example.com/signer-name'"));
  }
  check_unchanged(object, old, "spec", field_errors);
}

void prepare_device_claim(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* spec = member(object, "spec");
  if (spec != nullptr && member(*spec, "spec") != nullptr) spec = member(*spec, "spec");
  Value* devices = spec == nullptr ? nullptr : member(*spec, "devices");
  Value* requests = devices == nullptr ? nullptr : member(*devices, "requests");
  if (requests == nullptr || !requests->is_array()) return;
  const auto fill = [](Value& request) {
    if (!request.is_object()) return;
    if (text_at(request, "allocationMode").empty()) {
      request.get_object()["allocationMode"] = "ExactCount";
    }
    const bool counted = text_at(request, "allocationMode") == "ExactCount";
    if (counted && member(request, "count") == nullptr) request.get_object()["count"] = 1;
  };
  for (Value& request : requests->get_array()) {
    if (Value* exactly = member(request, "exactly")) fill(*exactly);
    Value* choices = member(request, "firstAvailable");
    if (choices == nullptr || !choices->is_array()) continue;
    for (Value& choice : choices->get_array()) fill(choice);
  }
}

void prepare_webhooks(json::Value& object, const json::Value*) {
  drop_nulls(object);
  Value* webhooks = member(object, "webhooks");
  if (webhooks == nullptr || !webhooks->is_array()) return;
  for (Value& webhook : webhooks->get_array()) {
    Value* config = webhook.is_object() ? member(webhook, "clientConfig") : nullptr;
    Value* service = config == nullptr ? nullptr : member(*config, "service");
    if (service != nullptr && service->is_object() && member(*service, "port") == nullptr) {
      service->get_object()["port"] = 443;
    }
  }
}

void validate_webhooks(const json::Value& object, const json::Value*,
                       schema::FieldErrors& field_errors) {
  const ValueList& webhooks = list_at(object, "webhooks");
  for (std::size_t i = 0; i < webhooks.size() && !field_errors.full(); ++i) {
    const Value& webhook = webhooks[i];
    const std::string path = format("webhooks[{}]", i);
    const std::string_view name = text_at(webhook, "name");
    if (!name.empty() && split(name, '.').size() < 3) {
      add(field_errors,
          schema::invalid(path + ".name", schema::quoted(name),
                          "should be a domain with at least three segments separated by dots"));
    }
    const bool by_url = !text_at(webhook, "clientConfig.url").empty();
    const bool by_service = at(webhook, "clientConfig.service") != nullptr;
    if (by_url == by_service) {
      add(field_errors,
          schema::required(path + ".clientConfig", "exactly one of url or service is required"));
    }
    if (list_at(webhook, "admissionReviewVersions").empty()) {
      add(field_errors,
          schema::required(path + ".admissionReviewVersions", "must specify one of v1, v1beta1"));
    }
    const std::int64_t seconds = number_at(webhook, "timeoutSeconds");
    if (seconds < 1 || seconds > webhook_seconds_max) {
      add(field_errors, schema::invalid(path + ".timeoutSeconds", format("{}", seconds),
                                        "the timeout value must be between 1 and 30 seconds"));
    }
  }
}

void validate_runtime_class(const json::Value& object, const json::Value* old,
                            schema::FieldErrors& field_errors) {
  check_unchanged(object, old, "handler", field_errors);
}

}  // namespace telltale::server
