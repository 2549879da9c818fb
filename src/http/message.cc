// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <algorithm>
#include <utility>

#include "base/letters.h"

namespace telltale::http {

std::optional<std::string_view> find_header(const std::vector<Header>& headers,
                                            std::string_view name) {
  const auto found = std::ranges::find_if(
      headers, [&](const Header& header) { return same_letters(header.name, name); });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

Result<Response> whole(Response response) {
  for (const auto& piece : std::exchange(response.pieces, {})) response.body += *piece;
  const auto source = std::exchange(response.rest, std::nullopt);
  while (source) {
    const auto piece = source->next();
    if (!piece) return fail(piece.error());
    if (*piece == nullptr) break;
    response.body += **piece;
  }
  return response;
}

}  // namespace telltale::http
