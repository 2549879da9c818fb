// SPDX-License-Identifier: Apache-2.0
#include "server/request/incoming.h"

#include <algorithm>

#include "base/text.h"
#include "json/print.h"
#include "schema/shape.h"
#include "server/objects/object_access.h"
#include "server/request/nesting.h"
#include "server/writes/metadata.h"
#include "server/writes/scale.h"

namespace telltale::server {
namespace {

constexpr std::size_t manager_bytes_max = 128;

std::vector<std::string> strict_errors(std::vector<std::string> unknown,
                                       const std::vector<std::string>& repeated) {
  std::vector<std::string> said;
  for (const std::string& path : repeated) said.push_back(format("duplicate field \"{}\"", path));
  std::ranges::sort(unknown);
  for (const std::string& path : unknown) said.push_back(format("unknown field \"{}\"", path));
  return said;
}

}  // namespace

Outcome<void> check_kind(json::Value& object, const Call& call) {
  const Resource& resource = *call.resource;
  const std::string wanted = resource.api_version(call.version->name);
  if (!resource.custom()) {
    if (text_at(object, "apiVersion").empty()) object.get_object()["apiVersion"] = wanted;
    if (text_at(object, "kind").empty()) object.get_object()["kind"] = resource.kind;
  }
  const std::string_view version = text_at(object, "apiVersion");
  const std::string_view kind = text_at(object, "kind");
  if (kind.empty()) {
    return refuse(bad_request(format("Object 'Kind' is missing in '{}'", schema::shown(object))));
  }
  if (version.empty()) {
    return refuse(
        bad_request(format("Object 'apiVersion' is missing in '{}'", schema::shown(object))));
  }
  if (kind != resource.kind) {
    if (!resource.custom()) {
      const std::string why = format("{} in version \"{}\" cannot be handled as a {}", kind,
                                     call.version->name, resource.kind);
      return refuse(call.http.method == "PATCH" ? unreadable(object, why, call) : bad_request(why));
    }
    return refuse(invalid(
        {.group = resource.group,
         .resource = std::string(kind),
         .name = std::string(text_at(object, "metadata.name"))},
        {schema::invalid("kind", schema::shown(json::Value(kind)), "must be " + resource.kind)}));
  }
  if (version != wanted) {
    return refuse(bad_request(
        format("the API version in the data ({}) does not match the expected API version ({})",
               version, wanted)));
  }
  return {};
}

Outcome<void> drop_unknown(json::Value& object, const std::vector<std::string>& repeated,
                           const WriteOptions& options, Call& call) {
  if (const auto field_errors = metadata_type_error(object)) {
    return refuse(unreadable(object, *field_errors, call));
  }
  const bool strict = options.validation == WriteOptions::Validation::Strict;
  const json::Value sent = strict ? object : json::Value{};
  std::vector<std::string> unknown = prune_metadata(object);
  if (call.version->structure) {
    std::vector<std::string> below =
        schema::prune(object, *call.version->structure, schema::Root::Resource);
    unknown.insert(unknown.end(), below.begin(), below.end());
  }
  const std::vector<std::string> said = strict_errors(std::move(unknown), repeated);
  if (said.empty() || options.validation == WriteOptions::Validation::Ignore) return {};
  if (strict) {
    return refuse(unreadable(sent, format("strict decoding error: {}", join(said, ", ")), call));
  }
  call.warnings.insert(call.warnings.end(), said.begin(), said.end());
  return {};
}

Outcome<void> settle_namespace(json::Value& object, const Call& call) {
  json::ValueMap& metadata = metadata_of(object);
  if (!call.resource->namespaced) {
    metadata.erase("namespace");
    return {};
  }
  const std::string_view given = text_at(object, "metadata.namespace");
  if (!given.empty() && given != call.route.namespace_name) {
    return refuse(bad_request(
        "the namespace of the provided object does not match the namespace sent on the request"));
  }
  metadata["namespace"] = call.route.namespace_name;
  return {};
}

Outcome<void> check_name_matches(const json::Value& object, const Call& call) {
  const std::string_view name = text_at(object, "metadata.name");
  if (name == call.route.name) return {};
  return refuse(
      bad_request(format("the name of the object ({}) does not match the name on the URL ({})",
                         name.empty() ? std::string_view("\"\"") : name, call.route.name)));
}

schema::FieldErrors errors_in(const json::Value& object, const json::Value* old, const Call& call) {
  schema::FieldErrors field_errors = metadata_errors(object, *call.resource);
  check_nesting(object, old, field_errors);
  const auto add = [&](const schema::FieldErrors& more) { field_errors.append(more); };
  if (old != nullptr) add(metadata_change_errors(object, *old, *call.resource));
  if (call.version->structure) {
    // Of Kubernetes' own kinds their behavior says where nothing may stand twice.
    add(schema::validate(
        object, *call.version->structure, schema::Root::Resource,
        call.version->shared ? schema::Repeats::Allowed : schema::Repeats::Refused));
  }
  if (call.version->scale && call.resource->custom())
    add(scale_errors(object, *call.version->scale));
  const KindBehavior* behavior = call.resource->behavior.get();
  if (behavior != nullptr && behavior->validate != nullptr) {
    behavior->validate(object, old, field_errors);
  }
  return field_errors;
}

StatusError refusal_of(const schema::FieldErrors& field_errors, const json::Value& object,
                       const Named& named, const Call& call) {
  const auto untyped = std::ranges::find(field_errors, schema::FieldError::Kind::TypeInvalid,
                                         &schema::FieldError::kind);
  if (call.resource->custom() || untyped == field_errors.end()) return invalid(named, field_errors);
  return unreadable(object, schema::to_text(*untyped), call);
}

StatusError unreadable(const json::Value& object, std::string_view why, const Call& call) {
  const Resource& resource = *call.resource;
  if (call.http.method != "PATCH") {
    return bad_request(format("{} in version \"{}\" cannot be handled as a {}: {}", resource.kind,
                              call.version->name, resource.kind, why));
  }
  if (body_type_of(call.content_type()) == BodyType::Apply) {
    const std::string kind = kind_text(object);
    return unexplained(format(
        "failed to convert new object ({}/{}; {}) to proper version: unable to convert "
        "unstructured object to {}: {}",
        text_at(object, "metadata.namespace"), text_at(object, "metadata.name"), kind, kind, why));
  }
  return invalid({}, {schema::invalid("patch", schema::quoted(json::print(object)), why)});
}

std::string kind_text(const json::Value& object) {
  const std::string_view version = text_at(object, "apiVersion");
  const bool core = version.find('/') == std::string_view::npos;
  return format("{}{}, Kind={}", core ? "/" : "", version, text_at(object, "kind"));
}

std::string manager_of(const Call& call, const WriteOptions& options) {
  if (!options.field_manager.empty()) return options.field_manager;
  const std::string_view agent = call.http.header("User-Agent").value_or("");
  const std::string_view name = agent.substr(0, agent.find('/')).substr(0, manager_bytes_max);
  return name.empty() || !is_printable(name) ? "unknown" : std::string(name);
}

}  // namespace telltale::server
