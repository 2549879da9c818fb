// SPDX-License-Identifier: Apache-2.0
#pragma once

// The wire format of protobuf, one field at a time. Knows nothing of messages and checks every
// length before it believes it: the bytes come from strangers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace telltale::server {

enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
  std::uint32_t number = 0;
  Wire wire = Wire::Varint;
  std::uint64_t value = 0;      // of Varint, Fixed64 and Fixed32
  std::string_view bytes = {};  // of Bytes; a view into what is read
};

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  // Nothing at the end.
  [[nodiscard]] Result<std::optional<WireField>> next();
  // A number of a packed list; nothing at the end.
  [[nodiscard]] Result<std::optional<std::uint64_t>> next_packed();

 private:
  Result<std::uint64_t> varint();
  Result<std::uint64_t> fixed(std::size_t size);
  Result<std::string_view> bytes();

  std::string_view rest_;
};

}  // namespace telltale::server
