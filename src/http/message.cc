// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <algorithm>

#include "base/letters.h"

namespace telltale::http {

std::optional<std::string_view> find_header(const std::vector<Header>& headers,
                                            std::string_view name) {
  const auto found = std::ranges::find_if(
      headers, [&](const Header& header) { return same_letters(header.name, name); });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

}  // namespace telltale::http
