// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes one protobuf message, field by field. Values that are the default of their type are left
// out, as proto3 does; messages are written even when empty, since their presence says something.

#include <cstdint>
#include <string>
#include <string_view>

namespace telltale::server::openapi {

class WireWriter {
 public:
  void text(std::uint32_t field, std::string_view value) {
    if (!value.empty()) item(field, value);
  }
  // An element of a list or a message, which counts even when it is empty.
  void item(std::uint32_t field, std::string_view bytes);
  void message(std::uint32_t field, const WireWriter& inner) { item(field, inner.bytes_); }
  void truth(std::uint32_t field) { number(field, 1); }
  void number(std::uint32_t field, std::int64_t value);
  void real(std::uint32_t field, double value);

  std::string take() { return std::move(bytes_); }

 private:
  void varint(std::uint64_t value);

  std::string bytes_;
};

}  // namespace telltale::server::openapi
