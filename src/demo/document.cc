// SPDX-License-Identifier: Apache-2.0
#include "demo/document.h"

#include <iterator>
#include <utility>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::demo {
namespace {

std::string_view text_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* found = map.if_contains(name);
  const json::ValueString* text = found != nullptr ? found->if_string() : nullptr;
  return text != nullptr ? std::string_view(*text) : std::string_view();
}

std::string_view metadata_text(const json::ValueMap& document, std::string_view name) {
  const json::Value* metadata = document.if_contains("metadata");
  const json::ValueMap* map = metadata != nullptr ? metadata->if_object() : nullptr;
  return map != nullptr ? text_of(*map, name) : std::string_view();
}

// All kinds of the demonstration form their plurals so.
std::string plural_of(std::string_view kind) {
  return lower(kind) + (kind.ends_with('s') ? "es" : "s");
}

}  // namespace

std::string to_text(const Write& write) {
  const std::string_view space = metadata_text(write.document, "namespace");
  std::string text = format("{} {}{}{}", text_of(write.document, "kind"), space,
                            space.empty() ? "" : "/", metadata_text(write.document, "name"));
  if (!write.cluster.empty()) text += format(" in {}", write.cluster);
  return text;
}

std::string path_of(const Write& write) {
  const std::string_view version = text_of(write.document, "apiVersion");
  const std::string_view space = metadata_text(write.document, "namespace");
  std::string path = write.cluster.empty() ? "" : format("/clusters/{}", write.cluster);
  path += format("/{}/{}", version.contains('/') ? "apis" : "api", version);
  if (!space.empty()) path += format("/namespaces/{}", space);
  return path + format("/{}/{}", plural_of(text_of(write.document, "kind")),
                       metadata_text(write.document, "name"));
}

void append(Writes& writes, Writes more) {
  writes.insert(writes.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
}

Document::Document(std::string_view api_version, std::string_view kind,
                   std::string_view namespace_name, std::string_view name)
    : map_{{"apiVersion", api_version},
           {"kind", kind},
           {"metadata", json::ValueMap{{"name", name}}}} {
  if (!namespace_name.empty()) metadata()["namespace"] = namespace_name;
}

Document& Document::label(std::string_view key, std::string_view value) {
  metadata_map("labels")[key] = value;
  return *this;
}

Document& Document::annotation(std::string_view key, std::string_view value) {
  metadata_map("annotations")[key] = value;
  return *this;
}

Document& Document::owner(std::string_view api_version, std::string_view kind,
                          std::string_view name) {
  metadata()["ownerReferences"] = json::ValueList{json::ValueMap{{"apiVersion", api_version},
                                                                 {"kind", kind},
                                                                 {"name", name},
                                                                 {"controller", true},
                                                                 {"blockOwnerDeletion", true}}};
  return *this;
}

Document& Document::finalizer(std::string_view name) {
  metadata()["finalizers"] = json::ValueList{json::Value(name)};
  return *this;
}

Document& Document::part(std::string_view name, json::Value value) {
  map_[name] = std::move(value);
  return *this;
}

json::ValueMap& Document::metadata_map(std::string_view name) {
  json::Value& found = metadata()[name];
  return found.is_object() ? found.get_object() : found.emplace_object();
}

json::Value condition(const Said& said, Instant since) {
  return json::ValueMap{{"type", said.type},
                        {"status", said.status},
                        {"reason", said.reason},
                        {"message", said.message},
                        {"lastTransitionTime", format_rfc3339(since)}};
}

}  // namespace telltale::demo
