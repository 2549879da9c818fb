// SPDX-License-Identifier: Apache-2.0
#include "server/request/negotiate.h"

#include <optional>

#include "base/letters.h"

namespace telltale::server {
namespace {

// Protobuf is only taken, never given.
constexpr std::string_view accepted = "application/json, application/yaml";

// One clause of an Accept header: the media type and the parameters that Kubernetes gives it.
struct Clause {
  std::string type;
  std::string as = {};
  std::string group = {};
  std::string version = {};
  bool refused = false;  // q=0
};

std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view piece = trim(text.substr(0, at));
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return piece;
}

Clause read_clause(std::string_view text) {
  Clause clause{.type = lower(take_until(text, ';'))};
  while (!text.empty()) {
    std::string_view value = take_until(text, ';');
    const std::string name = lower(take_until(value, '='));
    if (name == "as") clause.as = value;
    if (name == "g") clause.group = value;
    if (name == "v") clause.version = value;
    if (name == "q") clause.refused = value == "0" || value == "0.0" || value == "0.00";
  }
  return clause;
}

std::optional<Form::Encoding> encoding_of(std::string_view type) {
  if (type == "application/json" || type == "*/*" || type == "application/*") {
    return Form::Encoding::Json;
  }
  if (type == "application/yaml") return Form::Encoding::Yaml;
  return std::nullopt;
}

std::optional<Form> form_of(const Clause& clause, Shapes shapes) {
  const std::optional<Form::Encoding> encoding = encoding_of(clause.type);
  if (!encoding || clause.refused) return std::nullopt;
  if (clause.as.empty()) return Form{.encoding = *encoding};
  const bool known =
      clause.group == "meta.k8s.io" && (clause.version == "v1" || clause.version == "v1beta1");
  if (!known || shapes == Shapes::NotOffered) return std::nullopt;
  Form form{.encoding = *encoding, .table_version = clause.version};
  if (clause.as == "Table") {
    form.shape = Form::Shape::Table;
  } else if (clause.as == "PartialObjectMetadata" || clause.as == "PartialObjectMetadataList") {
    form.shape = Form::Shape::Metadata;
  } else {
    return std::nullopt;
  }
  return form;
}

}  // namespace

Outcome<Form> negotiate(std::string_view accept, Shapes shapes) {
  if (trim(accept).empty()) return Form{};
  while (!accept.empty()) {
    const std::optional<Form> form = form_of(read_clause(take_until(accept, ',')), shapes);
    if (form) return *form;
  }
  return refuse(not_acceptable(accepted));
}

std::string_view content_type_of(const Form& form) {
  return form.encoding == Form::Encoding::Json ? "application/json" : "application/yaml";
}

std::string aggregated_discovery_version(std::string_view accept) {
  while (!accept.empty()) {
    const Clause clause = read_clause(take_until(accept, ','));
    if (!encoding_of(clause.type)) continue;
    if (clause.as.empty()) return {};
    const bool ours = clause.as == "APIGroupDiscoveryList" && clause.group == "apidiscovery.k8s.io";
    if (ours && (clause.version == "v2" || clause.version == "v2beta1")) return clause.version;
  }
  return {};
}

BodyType body_type_of(std::string_view content_type) {
  const std::string type = lower(take_until(content_type, ';'));
  if (type.empty() || type == "application/json") return BodyType::Json;
  if (type == "application/yaml") return BodyType::Yaml;
  if (type == "application/vnd.kubernetes.protobuf") return BodyType::Protobuf;
  if (type == "application/json-patch+json") return BodyType::JsonPatch;
  if (type == "application/merge-patch+json") return BodyType::MergePatch;
  if (type == "application/strategic-merge-patch+json") return BodyType::StrategicMergePatch;
  if (type == "application/apply-patch+yaml") return BodyType::Apply;
  return BodyType::Other;
}

}  // namespace telltale::server
