// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/version.h"

#include <charconv>
#include <tuple>

#include "base/text.h"

namespace telltale {
namespace {

bool take_number(std::string_view& text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

bool Version::operator<(const Version& other) const {
  return std::tie(major, minor, patch) < std::tie(other.major, other.minor, other.patch);
}

std::optional<Version> parse_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Version version;
  if (!take_number(text, version.major)) return std::nullopt;
  for (std::int64_t* part : {&version.minor, &version.patch}) {
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
    if (!take_number(text, *part)) return std::nullopt;
  }
  if (!text.empty() && text.front() != '-' && text.front() != '+') return std::nullopt;
  version.rest = text;
  return version;
}

std::string to_text(const Version& version) {
  return format("{}.{}.{}{}", version.major, version.minor, version.patch, version.rest);
}

}  // namespace telltale
