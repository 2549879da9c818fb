// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/denial.h"

#include <string>

#include "base/text.h"
#include "server/access/rbac/reading.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {
namespace {

std::string sentence(const User& user, const Attributes& attributes) {
  if (!about_a_resource(attributes)) {
    return format("User {} cannot {} path {}", go_quoted(user.name), attributes.verb,
                  go_quoted(attributes.path));
  }
  const std::string resource = attributes.subresource.empty()
                                   ? attributes.resource
                                   : attributes.resource + "/" + attributes.subresource;
  const std::string where = attributes.namespace_name.empty()
                                ? std::string("at the cluster scope")
                                : "in the namespace " + go_quoted(attributes.namespace_name);
  return format("User {} cannot {} resource {} in API group {} {}", go_quoted(user.name),
                attributes.verb, go_quoted(resource), go_quoted(attributes.group), where);
}

// Names and paths come from whoever asked, and some clients are browsers.
std::string without_markup(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        safe += letter;
    }
  }
  return safe;
}

}  // namespace

StatusError denied(const User& user, const Attributes& attributes, std::string_view reason) {
  std::string why = without_markup(sentence(user, attributes));
  if (!reason.empty()) why += format(": {}", reason);
  StatusError error = forbidden(
      {.group = attributes.group, .resource = attributes.resource, .name = attributes.name}, why);
  error.empty_details = true;
  return error;
}

}  // namespace telltale::server
