// SPDX-License-Identifier: Apache-2.0
#include "server/writes/names.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "schema/validate/dns_names.h"

namespace telltale::server {
namespace {

constexpr bool is_alphanumeric(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

bool is_label(std::string_view text) {
  if (text.empty() || !is_alphanumeric(text.front()) || !is_alphanumeric(text.back())) return false;
  return std::ranges::all_of(text, [](char byte) { return is_alphanumeric(byte) || byte == '-'; });
}

std::optional<std::string> error_in_segment(std::string_view name) {
  if (name == "." || name == "..") return format("may not be '{}'", name);
  for (const char byte : {'/', '%'}) {
    if (name.find(byte) != std::string_view::npos) return format("may not contain '{}'", byte);
  }
  return std::nullopt;
}

}  // namespace

NameRule rule_for(const Resource& resource) {
  if (resource.group.empty() && resource.plural == "namespaces") return NameRule::Label;
  if (resource.group == "rbac.authorization.k8s.io") return NameRule::PathSegment;
  return NameRule::Subdomain;
}

std::optional<std::string> error_in_name(std::string_view name, NameRule rule) {
  switch (rule) {
    case NameRule::PathSegment:
      return error_in_segment(name);
    case NameRule::Label:
      if (name.size() > schema::label_bytes_max) return "must be no more than 63 characters";
      if (is_label(name)) return std::nullopt;
      return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or "
             "'-', and must start and end with an alphanumeric character (e.g. 'my-name',  or "
             "'123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    case NameRule::Subdomain:
      break;
  }
  const std::vector<std::string> errors = schema::errors_in_dns1123_subdomain(name);
  if (errors.empty()) return std::nullopt;
  return errors.front();
}

std::optional<std::string> error_in_prefix(std::string_view prefix, NameRule rule) {
  std::string name(prefix);
  if (name.ends_with('-')) name.back() = 'a';
  return error_in_name(name, rule);
}

}  // namespace telltale::server
