// SPDX-License-Identifier: Apache-2.0
#include "server/crds/check_crd.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/letters.h"
#include "base/text.h"
#include "kube/json_path.h"
#include "schema/structural/keywords.h"
#include "schema/structural/structure.h"
#include "schema/validate/dns_names.h"
#include "server/crds/crd_reading.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;
using schema::add;
using schema::FieldErrors;
using schema::required;
using schema::text_of;

void check_group(const std::string& group, FieldErrors& out) {
  if (group.empty()) {
    add(out, required("spec.group"));
    return;
  }
  const auto errors = schema::errors_in_dns1123_subdomain(group);
  if (!errors.empty()) {
    add(out, schema::invalid("spec.group", schema::quoted(group), join(errors, ",")));
  } else if (group.find('.') == std::string::npos) {
    add(out, schema::invalid("spec.group", schema::quoted(group),
                             "should be a domain with at least one dot"));
  }
}

void check_scope(const std::string& scope, FieldErrors& out) {
  if (scope.empty()) {
    add(out, required("spec.scope"));
  } else if (scope != "Cluster" && scope != "Namespaced") {
    add(out, schema::not_supported("spec.scope", schema::quoted(scope), {"Cluster", "Namespaced"}));
  }
}

void check_dns_label(const std::string& name, const std::string& path, FieldErrors& out) {
  const auto errors = schema::errors_in_dns1035_label(name);
  if (!errors.empty()) add(out, schema::invalid(path, schema::quoted(name), join(errors, ",")));
}

void check_kind_name(const std::string& kind, const std::string& path, FieldErrors& out) {
  if (kind.empty()) return;
  const auto errors = schema::errors_in_dns1035_label(lower(kind));
  if (errors.empty()) return;
  add(out, schema::invalid(
               path, schema::quoted(kind),
               format("may have mixed case, but should otherwise match: {}", join(errors, ","))));
}

void check_dns_labels(const ValueMap& names, std::string_view field, FieldErrors& out) {
  const std::vector<std::string> labels = schema::texts_of(names, field);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_dns_label(labels[i], format("spec.names.{}[{}]", field, i), out);
  }
}

void check_names(const ValueMap& names, FieldErrors& out) {
  for (const std::string_view field : {"plural", "singular", "kind", "listKind"}) {
    if (text_of(names, field).empty()) add(out, required(format("spec.names.{}", field)));
  }
  for (const std::string_view field : {"plural", "singular"}) {
    const std::string name = text_of(names, field);
    if (!name.empty()) check_dns_label(name, format("spec.names.{}", field), out);
  }
  const std::string kind = text_of(names, "kind"), list_kind = text_of(names, "listKind");
  check_kind_name(kind, "spec.names.kind", out);
  check_kind_name(list_kind, "spec.names.listKind", out);
  check_dns_labels(names, "shortNames", out);
  if (!kind.empty() && kind == list_kind) {
    add(out, schema::invalid("spec.names.listKind", schema::quoted(list_kind),
                             "kind and listKind may not be the same"));
  }
  check_dns_labels(names, "categories", out);
}

// The versions are told by their names; the API would print all of them.
std::string shown_versions(const std::vector<ValueMap>& versions) {
  json::ValueList names;
  for (const ValueMap& version : versions) names.emplace_back(text_of(version, "name"));
  return schema::shown(names);
}

void check_versions(const std::vector<ValueMap>& versions, FieldErrors& out) {
  std::set<std::string> seen;
  std::size_t storages = 0;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    seen.insert(text_of(versions[i], "name"));
    if (schema::flag_of(versions[i], "storage")) ++storages;
    check_version(versions[i], format("spec.versions[{}]", i), out);
  }
  if (seen.size() != versions.size()) {
    add(out, schema::invalid("spec.versions", shown_versions(versions),
                             "must contain unique version names"));
  }
  if (storages != 1) {
    add(out, schema::invalid("spec.versions", shown_versions(versions),
                             "must have exactly one version marked as storage version"));
  }
}

void check_stored_versions(const CrdParts& parts, FieldErrors& out) {
  const std::vector<std::string> stored = schema::texts_of(parts.status, "storedVersions");
  const std::set<std::string> stored_names(stored.begin(), stored.end());
  std::set<std::string> known;
  for (const ValueMap& version : versions_of(parts.spec)) {
    const std::string name = text_of(version, "name");
    known.insert(name);
    const bool is_stored = stored_names.contains(name);
    if (schema::flag_of(version, "storage") && !is_stored && !stored.empty()) {
      add(out, schema::invalid("status.storedVersions",
                               schema::shown(json::ValueList(stored.begin(), stored.end())),
                               format("must have the storage version {}", name)));
    }
  }
  if (stored.empty()) {
    add(out,
        schema::invalid("status.storedVersions", "[]", "must have at least one stored version"));
  }
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::string& name = stored[i];
    if (known.contains(name)) continue;
    add(out, schema::invalid(
                 format("status.storedVersions[{}]", i), schema::quoted(name),
                 format("missing from spec.versions; {0} was previously a storage version, and "
                        "must remain in spec.versions until a storage migration ensures no "
                        "data remains persisted in {0} and removes {0} from "
                        "status.storedVersions",
                        name)));
  }
}

void check_same(const std::string& now, const std::string& before, const std::string& path,
                FieldErrors& out) {
  if (now != before) add(out, schema::invalid(path, schema::quoted(now), "field is immutable"));
}

// Scope and kind are free until somebody may have stored something.
void check_immutable(const CrdParts& now, const json::Value& old, FieldErrors& out) {
  const CrdParts before(old);
  if (is_established(old)) {
    check_same(text_of(now.spec, "scope"), text_of(before.spec, "scope"), "spec.scope", out);
    check_same(text_of(now.names, "kind"), text_of(before.names, "kind"), "spec.names.kind", out);
  }
  check_same(text_of(now.spec, "group"), text_of(before.spec, "group"), "spec.group", out);
  check_same(text_of(now.names, "plural"), text_of(before.names, "plural"), "spec.names.plural",
             out);
}

void check_approval(const json::Value& crd, const json::Value* old, FieldErrors& out) {
  const ApprovalFound found = approval_of(crd);
  if (old != nullptr && approval_of(*old).approval == found.approval) return;
  const std::string path = format("metadata.annotations[{}]", approval_annotation);
  if (found.approval == Approval::Missing) add(out, required(path, found.why));
  if (found.approval == Approval::Invalid) {
    add(out, schema::invalid(path, schema::quoted(found.annotation), found.why));
  }
}

void check_object_name(const CrdParts& parts, FieldErrors& out) {
  const std::string name = text_of(parts.metadata, "name");
  if (name == text_of(parts.names, "plural") + "." + text_of(parts.spec, "group")) return;
  add(out, schema::invalid("metadata.name", schema::quoted(name),
                           "must be spec.names.plural+\".\"+spec.group"));
}

template <class Visit>
void each_schema(json::Value& crd, Visit visit) {
  Value* spec = crd.is_object() ? crd.get_object().if_contains("spec") : nullptr;
  Value* versions =
      spec != nullptr && spec->is_object() ? spec->get_object().if_contains("versions") : nullptr;
  if (versions == nullptr || !versions->is_array()) return;
  json::ValueList& list = versions->get_array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    ValueMap* version = list[i].if_object();
    Value* holder = version != nullptr ? version->if_contains("schema") : nullptr;
    if (holder == nullptr || !holder->is_object()) continue;
    Value* openapi = holder->get_object().if_contains("openAPIV3Schema");
    if (openapi != nullptr) visit(*openapi, format("spec.versions[{}].schema.openAPIV3Schema", i));
  }
}

void add_column_warnings(const ValueMap& version, const std::string& path,
                         std::vector<std::string>& warnings) {
  const json::ValueList* columns = schema::list_of(version, "additionalPrinterColumns");
  for (std::size_t i = 0; columns != nullptr && i < columns->size(); ++i) {
    const ValueMap* column = (*columns)[i].if_object();
    if (column == nullptr || parse_json_path(text_of(*column, "jsonPath"))) continue;
    warnings.push_back(
        format("{}.additionalPrinterColumns[{}].jsonPath is not understood by this "
               "server; its cells stay empty",
               path, i));
  }
}

void add_version_warnings(const ValueMap& version, const std::string& path,
                          std::vector<std::string>& warnings) {
  const ValueMap* holder = schema::map_of(version, "schema");
  const Value* openapi = holder != nullptr ? holder->if_contains("openAPIV3Schema") : nullptr;
  if (openapi != nullptr && schema::has_rules_anywhere(*schema::compile(*openapi))) {
    warnings.push_back(
        format("{}.schema.openAPIV3Schema: x-kubernetes-validations are not "
               "enforced by this server",
               path));
  }
  add_column_warnings(version, path, warnings);
}

}  // namespace

schema::FieldErrors check_crd(const json::Value& crd, const json::Value* old) {
  const CrdParts parts(crd);
  FieldErrors out;
  if (old == nullptr) check_object_name(parts, out);
  check_group(text_of(parts.spec, "group"), out);
  check_scope(text_of(parts.spec, "scope"), out);
  check_versions(versions_of(parts.spec), out);
  check_names(parts.names, out);
  if (const ValueMap* conversion = schema::map_of(parts.spec, "conversion")) {
    check_conversion(*conversion, out);
  }
  if (old != nullptr) check_immutable(parts, *old, out);
  // Without a storage version there is nothing to say about stored ones that was not said.
  if (out.empty()) check_stored_versions(parts, out);
  check_approval(crd, old, out);
  if (schema::flag_of(parts.spec, "preserveUnknownFields")) {
    add(out,
        schema::invalid("spec.preserveUnknownFields", "true",
                        "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                        "spec.versions[*].schema instead"));
  }
  return out;
}

schema::FieldErrors check_crd_status(const json::Value& crd) {
  FieldErrors out;
  check_stored_versions(CrdParts(crd), out);
  return out;
}

schema::FieldErrors prepare_crd(json::Value& crd, const json::Value* old, Instant now,
                                std::span<const AcceptedNames> others) {
  default_crd(crd);
  begin_crd_status(crd, old);
  schema::FieldErrors field_errors = check_crd(crd, old);
  if (field_errors.empty()) judge_crd_names(crd, now, others);
  return field_errors;
}

std::vector<std::string> prune_crd_schemas(json::Value& crd) {
  std::vector<std::string> removed;
  each_schema(crd, [&](Value& openapi, const std::string& path) {
    for (std::string& field : schema::prune_keywords(openapi, path)) {
      removed.push_back(std::move(field));
    }
  });
  return removed;
}

std::vector<std::string> crd_warnings(const json::Value& crd) {
  const CrdParts parts(crd);
  std::vector<std::string> warnings;
  const std::vector<ValueMap> versions = versions_of(parts.spec);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    add_version_warnings(versions[i], format("spec.versions[{}]", i), warnings);
  }
  return warnings;
}

}  // namespace telltale::server
