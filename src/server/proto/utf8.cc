// SPDX-License-Identifier: Apache-2.0
#include "server/proto/utf8.h"

#include <algorithm>
#include <cstddef>

namespace telltale::server {
namespace {

// What a first byte promises: how many bytes follow, and between what the second one must lie.
struct Promise {
  std::size_t following;
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

constexpr std::size_t never = 4;

Promise promise_of(unsigned char first) {
  if (first < 0x80) return {0};
  if (first < 0xC2) return {never};
  if (first < 0xE0) return {1};
  if (first == 0xE0) return {2, 0xA0, 0xBF};
  if (first == 0xED) return {2, 0x80, 0x9F};
  if (first < 0xF0) return {2};
  if (first == 0xF0) return {3, 0x90, 0xBF};
  if (first < 0xF4) return {3};
  if (first == 0xF4) return {3, 0x80, 0x8F};
  return {never};
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const Promise promise = promise_of(static_cast<unsigned char>(bytes.front()));
    if (promise.following >= never || bytes.size() <= promise.following) return false;
    if (promise.following > 0) {
      const auto second = static_cast<unsigned char>(bytes[1]);
      if (second < promise.second_min || second > promise.second_max) return false;
      if (!std::ranges::all_of(bytes.substr(1, promise.following), is_continuation)) return false;
    }
    bytes.remove_prefix(promise.following + 1);
  }
  return true;
}

}  // namespace telltale::server
