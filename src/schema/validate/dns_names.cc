// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/dns_names.h"

#include <algorithm>

#include "base/text.h"

namespace telltale::schema {
namespace {

bool is_small_letter(char letter) { return letter >= 'a' && letter <= 'z'; }
bool is_dns_alnum(char letter) {
  return is_small_letter(letter) || (letter >= '0' && letter <= '9');
}

bool is_dns_part(std::string_view part) {
  return !part.empty() && is_dns_alnum(part.front()) && is_dns_alnum(part.back()) &&
         std::ranges::all_of(part,
                             [](char letter) { return is_dns_alnum(letter) || letter == '-'; });
}

void add_if_long(std::vector<std::string>& errors, std::string_view name, std::size_t bytes_max) {
  if (name.size() > bytes_max) {
    errors.push_back(format("must be no more than {} characters", bytes_max));
  }
}

}  // namespace

std::vector<std::string> errors_in_dns1035_label(std::string_view name) {
  std::vector<std::string> errors;
  add_if_long(errors, name, label_bytes_max);
  if (!is_dns_part(name) || !is_small_letter(name.front())) {
    errors.emplace_back(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
        "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "
        "'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
  }
  return errors;
}

std::vector<std::string> errors_in_dns1123_subdomain(std::string_view name) {
  std::vector<std::string> errors;
  add_if_long(errors, name, subdomain_bytes_max);
  if (!std::ranges::all_of(split(name, '.'), is_dns_part)) {
    errors.emplace_back(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
        "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex "
        "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
        "')");
  }
  return errors;
}

}  // namespace telltale::schema
