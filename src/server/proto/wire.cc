// SPDX-License-Identifier: Apache-2.0
#include "server/proto/wire.h"

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr unsigned varint_bytes_max = 10;
constexpr std::uint64_t field_number_max = (std::uint64_t{1} << 29U) - 1;

std::unexpected<Error> broken(std::string what) {
  return fail(Error::Kind::Invalid, std::move(what));
}

}  // namespace

Result<std::uint64_t> WireReader::varint() {
  std::uint64_t value = 0;
  for (unsigned at = 0; at < varint_bytes_max; ++at) {
    if (rest_.empty()) return broken("unexpected EOF");
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    // The tenth byte has room for one bit only.
    if (at + 1 == varint_bytes_max && byte > 1) break;
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * at);
    if ((byte & 0x80U) == 0) return value;
  }
  return broken("proto: integer overflow");
}

Result<std::uint64_t> WireReader::fixed(std::size_t size) {
  if (rest_.size() < size) return broken("unexpected EOF");
  std::uint64_t value = 0;
  for (std::size_t at = 0; at < size; ++at)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[at])) << (8 * at);
  rest_.remove_prefix(size);
  return value;
}

Result<std::string_view> WireReader::bytes() {
  const auto size = varint();
  if (!size) return fail(size.error());
  if (*size > rest_.size()) return broken("unexpected EOF");
  const std::string_view read = rest_.substr(0, static_cast<std::size_t>(*size));
  rest_.remove_prefix(read.size());
  return read;
}

Result<std::optional<WireField>> WireReader::next() {
  if (rest_.empty()) return std::nullopt;
  const auto tag = varint();
  if (!tag) return fail(tag.error());
  const std::uint64_t number = *tag >> 3U;
  if (number == 0 || number > field_number_max)
    return broken(format("proto: illegal tag {} (wire type {})", number, *tag & 7U));
  WireField field{.number = static_cast<std::uint32_t>(number)};
  Result<std::uint64_t> value = 0;
  switch (*tag & 7U) {
    case 0:
      value = varint();
      break;
    case 1:
      field.wire = Wire::Fixed64;
      value = fixed(8);
      break;
    case 2: {
      const auto read = bytes();
      if (!read) return fail(read.error());
      field.wire = Wire::Bytes;
      field.bytes = *read;
      break;
    }
    case 5:
      field.wire = Wire::Fixed32;
      value = fixed(4);
      break;
    default:
      return broken(format("proto: illegal wireType {}", *tag & 7U));
  }
  if (!value) return fail(value.error());
  field.value = *value;
  return field;
}

Result<std::optional<std::uint64_t>> WireReader::next_packed() {
  if (rest_.empty()) return std::nullopt;
  const auto value = varint();
  if (!value) return fail(value.error());
  return *value;
}

}  // namespace telltale::server
