// SPDX-License-Identifier: Apache-2.0
// Any bytes as a list, and as a watch that arrives in pieces of any size. The first byte chooses
// the sizes of the pieces.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "base/time_per_byte_for_test.h"
#include "client/watch/list_items.h"
#include "client/watch/reflector.h"
#include "client/watch/watch_event.h"
#include "client/watch/watch_values.h"

using namespace telltale;
using namespace telltale::client;

namespace {

constexpr std::size_t value_bytes_max = 4096;

const ServedResource& resource() {
  static const ServedResource pods{.version = "v1", .kind = "Pod", .plural = "pods"};
  return pods;
}

void take_values(WatchValues& values, TypeStamp& stamp, std::vector<std::string>& told) {
  while (const auto value = values.next()) {
    check(value->size() <= value_bytes_max, "values are limited");
    const auto event = read_event(*value);
    told.emplace_back(event ? stamp.complete(event->object) : *value);
    if (event && event->type == WatchEvent::Type::Error) {
      told.push_back(error_of_event(event->object.text).detail);
    }
  }
}

template <class NextSize>
std::vector<std::string> watched(std::string_view bytes, NextSize next_size) {
  WatchValues values(value_bytes_max);
  TypeStamp stamp(resource());
  std::vector<std::string> told;
  while (!bytes.empty()) {
    const std::size_t size = std::min<std::size_t>(next_size(), bytes.size());
    values.add(bytes.substr(0, size));
    take_values(values, stamp, told);
    bytes.remove_prefix(size);
  }
  told.emplace_back(values.rest());
  return told;
}

void check_list(std::string_view text) {
  std::size_t items = 0;
  const auto page = read_list(text, resource(), [&](std::string_view item) {
    check(item.starts_with('{') && item.ends_with('}'), "an item is a map");
    std::size_t at = 0;
    const auto again = take_object(item, at);
    check(again && at == item.size(), "an item stands for itself");
    check(again->has_api_version && again->has_kind, "an item says what it is");
    ++items;
  });
  check(items <= text.size(), "no item comes from nothing");
  check(page.has_value() || page.error().kind == Error::Kind::Invalid, "bad lists are invalid");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  check_list(text);
  Rng rng(bytes[0]);
  const auto whole = watched(text, [&] { return text.size(); });
  const auto cut = watched(text, [&] { return 1 + rng.below(1 + bytes[0]); });
  check(whole == cut, "any cut tells the same");
  return 0;
}
