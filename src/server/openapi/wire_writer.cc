// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/wire_writer.h"

#include <bit>

namespace telltale::server::openapi {
namespace {

constexpr std::uint32_t varint_wire = 0;
constexpr std::uint32_t fixed64_wire = 1;
constexpr std::uint32_t bytes_wire = 2;

}  // namespace

void WireWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    bytes_ += static_cast<char>((value & 0x7F) | 0x80);
    value >>= 7;
  }
  bytes_ += static_cast<char>(value);
}

void WireWriter::item(std::uint32_t field, std::string_view bytes) {
  varint((field << 3) | bytes_wire);
  varint(bytes.size());
  bytes_ += bytes;
}

void WireWriter::number(std::uint32_t field, std::int64_t value) {
  if (value == 0) return;
  varint((field << 3) | varint_wire);
  varint(static_cast<std::uint64_t>(value));
}

void WireWriter::real(std::uint32_t field, double value) {
  if (value == 0) return;
  varint((field << 3) | fixed64_wire);
  auto bits = std::bit_cast<std::uint64_t>(value);
  for (int byte = 0; byte < 8; ++byte, bits >>= 8) bytes_ += static_cast<char>(bits & 0xFF);
}

}  // namespace telltale::server::openapi
