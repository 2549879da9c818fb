// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/names.h"

#include <ranges>
#include <vector>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::server::openapi {
namespace {

std::string reversed(std::string_view group) {
  const std::vector<std::string_view> parts = split(group, '.');
  std::string text;
  for (const std::string_view part : std::views::reverse(parts)) {
    if (!text.empty()) text += '.';
    text += part;
  }
  return text;
}

std::string package_of(const Resource& resource) {
  if (resource.custom()) return reversed(resource.group);
  if (resource.group.empty()) return "io.k8s.api.core";
  if (resource.group == "apiextensions.k8s.io") {
    return "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions";
  }
  if (resource.group == "apiregistration.k8s.io") {
    return "io.k8s.kube-aggregator.pkg.apis.apiregistration";
  }
  return format("io.k8s.api.{}", split(resource.group, '.').front());
}

constexpr bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr bool is_lower(char letter) { return letter >= 'a' && letter <= 'z'; }
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

constexpr char upper_letter(char letter) {
  return is_lower(letter) ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// "ref.example.com" becomes "RefExampleCom"; what is no letter or digit begins a new word.
std::string joined_words(std::string_view text) {
  std::string words;
  bool begins = true;
  for (const char letter : text) {
    const bool kept = is_upper(letter) || is_lower(letter) || is_digit(letter);
    if (kept) words += begins ? upper_letter(letter) : letter;
    begins = !kept;
  }
  return words;
}

std::string group_words(const Resource& resource) {
  std::string_view group = resource.group;
  if (group.empty()) return "Core";
  if (group.ends_with(".k8s.io")) group.remove_suffix(std::string_view(".k8s.io").size());
  return joined_words(group);
}

}  // namespace

std::string meta_name(std::string_view kind) { return format("{}{}", meta_prefix, kind); }

std::string schema_name(const Resource& resource, const Version& version, std::string_view kind) {
  return format("{}.{}.{}", package_of(resource), version.name, kind);
}

json::Value reference(std::string_view name, Dialect dialect) {
  const std::string_view folder =
      dialect == Dialect::V2 ? "#/definitions/" : "#/components/schemas/";
  return json::ValueMap{{"$ref", format("{}{}", folder, name)}};
}

json::Value described_reference(std::string_view description, std::string_view name,
                                Dialect dialect) {
  json::Value target = reference(name, dialect);
  if (dialect == Dialect::V2) {
    target.get_object()["description"] = description;
    return target;
  }
  json::ValueList all;
  all.push_back(std::move(target));
  return json::ValueMap{{"description", description}, {"allOf", std::move(all)}};
}

json::Value group_version_kind(const Resource& resource, const Version& version,
                               std::string_view kind) {
  return json::ValueMap{{"group", resource.group}, {"version", version.name}, {"kind", kind}};
}

std::string tag_of(const Resource& resource, const Version& version) {
  std::string words = group_words(resource);
  if (!words.empty()) words.front() = lower_letter(words.front());
  return format("{}_{}", words, version.name);
}

std::string operation_part(const Resource& resource, const Version& version) {
  return group_words(resource) + joined_words(version.name);
}

}  // namespace telltale::server::openapi
