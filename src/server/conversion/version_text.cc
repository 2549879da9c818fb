// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/version_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

#include "base/text.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

std::expected<store::Revision, std::string> read_version_text(std::string_view text) {
  if (text.empty()) return 0;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = end == text.data() + text.size();
  if (whole && error == std::errc{}) {
    constexpr std::uint64_t revision_max = std::numeric_limits<store::Revision>::max();
    return static_cast<store::Revision>(std::min(number, revision_max));
  }
  const bool too_large = whole && error == std::errc::result_out_of_range;
  return std::unexpected(format("strconv.ParseUint: parsing {}: {}", schema::quoted(text),
                                too_large ? "value out of range" : "invalid syntax"));
}

}  // namespace telltale::server
