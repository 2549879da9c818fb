// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/row_sum.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace telltale::store {
namespace {

constexpr std::uint64_t odd_factor = 0x9e3779b97f4a7c15;

// Every step can be undone, so two texts that differ in one word never meet in it.
std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * odd_factor;
  return sum ^ (sum >> 29);
}

// Little-endian on every machine.
std::uint64_t word_at(std::string_view text, std::size_t offset) {
  const auto size = text.size() - offset < 8 ? text.size() - offset : 8;
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + offset, size);
    return word;
  }
  std::uint64_t word = 0;
  for (std::size_t index = 0; index < size; ++index) {
    word |= std::uint64_t{static_cast<unsigned char>(text[offset + index])} << (8 * index);
  }
  return word;
}

std::uint64_t mixed(std::uint64_t sum, std::string_view text) {
  sum = mixed(sum, text.size());
  for (std::size_t offset = 0; offset < text.size(); offset += 8) {
    sum = mixed(sum, word_at(text, offset));
  }
  return sum;
}

}  // namespace

std::uint64_t row_sum(const LogRow& row) {
  auto sum = mixed(row.deleted ? 1 : 2, static_cast<std::uint64_t>(row.revision));
  sum = mixed(sum, row.key);
  return mixed(sum, row.value);
}

}  // namespace telltale::store
