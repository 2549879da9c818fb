// SPDX-License-Identifier: Apache-2.0
#pragma once

// Protobuf by hand, as a generated client would write it: tests say what goes over the wire.
//
//   const std::string lease = enveloped("coordination.k8s.io/v1", "Lease",
//                                       bytes_field(1, bytes_field(1, "a")));

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace telltale::server {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value > 127; value >>= 7U) out.push_back(static_cast<char>((value & 127U) | 128U));
  out.push_back(static_cast<char>(value));
  return out;
}

inline std::string tag(std::uint32_t number, unsigned wire) {
  return varint(std::uint64_t{number} << 3U | wire);
}

inline std::string int_field(std::uint32_t number, std::int64_t value) {
  return tag(number, 0) + varint(static_cast<std::uint64_t>(value));
}

inline std::string bytes_field(std::uint32_t number, std::string_view bytes) {
  return tag(number, 2) + varint(bytes.size()) + std::string(bytes);
}

inline std::string double_field(std::uint32_t number, double value) {
  std::string out = tag(number, 1);
  auto bits = std::bit_cast<std::uint64_t>(value);
  for (int at = 0; at < 8; ++at, bits >>= 8U) out.push_back(static_cast<char>(bits & 0xFFU));
  return out;
}

inline std::string entry_field(std::uint32_t number, std::string_view key, std::string_view value) {
  return bytes_field(number, bytes_field(1, key) + bytes_field(2, value));
}

inline std::string time_field(std::uint32_t number, std::int64_t seconds, std::int64_t nanos) {
  return bytes_field(number, int_field(1, seconds) + int_field(2, nanos));
}

// The prefix, the kind and the object.
inline std::string enveloped(std::string_view api_version, std::string_view kind,
                             std::string_view object) {
  return std::string("k8s\0", 4) +
         bytes_field(1, bytes_field(1, api_version) + bytes_field(2, kind)) +
         bytes_field(2, object) + bytes_field(3, "") + bytes_field(4, "");
}

}  // namespace telltale::server
