// SPDX-License-Identifier: Apache-2.0
#include "server/crds/check_crd.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "schema/members.h"
#include "schema/validate/dns_names.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;
using schema::add;
using schema::FieldErrors;
using schema::required;
using schema::text_of;

// The API names these fields after its internal form, not after v1's.
constexpr std::string_view config_path = "spec.conversion.webhookClientConfig";
constexpr std::string_view versions_path = "spec.conversion.conversionReviewVersions";

bool is_written(const ValueMap& map, std::string_view name) {
  const Value* value = map.if_contains(name);
  return value != nullptr && !value->is_null();
}

std::vector<std::string> errors_in_url(std::string_view url) {
  constexpr std::string_view scheme = "https://";
  constexpr std::string_view form = "; desired format: https://host[/path]";
  std::vector<std::string> errors;
  if (!url.starts_with(scheme)) {
    errors.push_back(format("'https' is the only allowed URL scheme{}", form));
    return errors;
  }
  const std::string_view rest = url.substr(scheme.size());
  const std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (host.empty()) errors.push_back(format("host must be specified{}", form));
  if (host.find('@') != std::string_view::npos) {
    errors.push_back(format("user information is not permitted in the URL{}", form));
  }
  if (rest.find('#') != std::string_view::npos) {
    errors.push_back(format("fragments are not permitted in the URL{}", form));
  }
  if (rest.find('?') != std::string_view::npos) {
    errors.push_back(format("query parameters are not permitted in the URL{}", form));
  }
  return errors;
}

void check_service(const ValueMap& service, FieldErrors& out) {
  const std::string path = format("{}.service", config_path);
  if (text_of(service, "name").empty()) {
    add(out, required(path + ".name", "service name is required"));
  }
  if (text_of(service, "namespace").empty()) {
    add(out, required(path + ".namespace", "service namespace is required"));
  }
  const Value* port = service.if_contains("port");
  constexpr std::int64_t port_max = 65535;
  const bool good_port =
      port == nullptr || port->is_null() ||
      (port->is_int64() && port->get_int64() >= 1 && port->get_int64() <= port_max);
  if (!good_port) {
    add(out, schema::invalid(path + ".port", schema::shown(*port),
                             "port is not valid: must be between 1 and 65535, inclusive"));
  }
  const std::string url_path = text_of(service, "path");
  if (!url_path.empty() && !url_path.starts_with('/')) {
    add(out, schema::invalid(path + ".path", schema::quoted(url_path), "must start with a '/'"));
  }
}

void check_client_config(const ValueMap& config, FieldErrors& out) {
  const ValueMap* service = schema::map_of(config, "service");
  if (is_written(config, "url") == (service != nullptr)) {
    add(out, required(std::string(config_path), "exactly one of url or service is required"));
  } else if (service != nullptr) {
    check_service(*service, out);
  } else {
    const std::string url = text_of(config, "url");
    for (const std::string& error : errors_in_url(url)) {
      add(out, schema::invalid(format("{}.url", config_path), schema::quoted(url), error));
    }
  }
}

void check_review_versions(const std::vector<std::string>& versions, FieldErrors& out) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const std::string path = format("{}[{}]", versions_path, i);
    if (!seen.insert(versions[i]).second) {
      add(out, schema::invalid(path, schema::quoted(versions[i]), "duplicate version"));
      continue;
    }
    for (const std::string& error : schema::errors_in_dns1035_label(versions[i])) {
      add(out, schema::invalid(path, schema::quoted(versions[i]), error));
    }
  }
  if (versions.empty()) {
    add(out, required(std::string(versions_path)));
  } else if (!seen.contains("v1") && !seen.contains("v1beta1")) {
    json::ValueList list(versions.begin(), versions.end());
    add(out, schema::invalid(std::string(versions_path), schema::shown(list),
                             "must include at least one of v1, v1beta1"));
  }
}

void check_webhook(const ValueMap* webhook, FieldErrors& out) {
  const ValueMap* config = webhook != nullptr ? schema::map_of(*webhook, "clientConfig") : nullptr;
  if (config == nullptr) {
    add(out, required(std::string(config_path), "required when strategy is set to Webhook"));
  } else {
    check_client_config(*config, out);
  }
  std::vector<std::string> versions;
  if (webhook != nullptr) versions = schema::texts_of(*webhook, "conversionReviewVersions");
  check_review_versions(versions, out);
}

}  // namespace

void check_conversion(const json::ValueMap& conversion, schema::FieldErrors& out) {
  const std::string strategy = text_of(conversion, "strategy");
  const ValueMap* webhook = schema::map_of(conversion, "webhook");
  if (strategy.empty()) {
    add(out, required("spec.conversion.strategy"));
  } else if (strategy == "Webhook") {
    check_webhook(webhook, out);
    return;
  } else if (strategy != "None") {
    add(out, schema::not_supported("spec.conversion.strategy", schema::quoted(strategy),
                                   {"None", "Webhook"}));
  }
  if (webhook == nullptr) return;
  constexpr std::string_view why = "should not be set when strategy is not set to Webhook";
  if (is_written(*webhook, "clientConfig")) {
    add(out, schema::forbidden(std::string(config_path), why));
  }
  if (!schema::texts_of(*webhook, "conversionReviewVersions").empty()) {
    add(out, schema::forbidden(std::string(versions_path), why));
  }
}

}  // namespace telltale::server
