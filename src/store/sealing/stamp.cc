// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/stamp.h"

#include <cstddef>
#include <optional>

#include "base/text.h"

namespace telltale::store {
namespace {

// Where the revision stands, without its quotes.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<Place> place_of(std::string_view value) {
  const auto mark = value.find(stamp_mark);
  if (mark == std::string_view::npos) return std::nullopt;
  const auto begin = mark + stamp_mark.size();
  const auto end = value.find('"', begin);
  if (end == std::string_view::npos) return std::nullopt;
  return Place{begin, end};
}

std::string with_stamp(std::string_view value, std::string_view stamp) {
  const auto place = place_of(value);
  if (!place) return std::string(value);
  std::string text;
  text.reserve(value.size() + stamp.size());
  text.append(value.substr(0, place->begin));
  text.append(stamp);
  text.append(value.substr(place->end));
  return text;
}

}  // namespace

std::string stamped(std::string_view value, Revision revision) {
  return with_stamp(value, format("{}", revision));
}

std::string unstamped(std::string_view value) { return with_stamp(value, {}); }

}  // namespace telltale::store
