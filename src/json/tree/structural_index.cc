// SPDX-License-Identifier: Apache-2.0
#include "json/tree/structural_index.h"

#include <algorithm>
#include <string>

#include <simdjson.h>

#include "base/text.h"
#include "json/tree/broken_text.h"

namespace telltale::json {
namespace {

static_assert(PaddedText::padding >= simdjson::SIMDJSON_PADDING);

constexpr std::size_t smallest_capacity = 64 * 1024;
// The index takes four bytes for each byte of text; after a giant document it is given back.
constexpr std::size_t largest_kept_capacity = 16 * 1024 * 1024;
// Only simdjson's own second stage would need more.
constexpr std::size_t unused_depth = 1;

const std::uint8_t* bytes_of(const char* text) {
  return reinterpret_cast<const std::uint8_t*>(text);
}

}  // namespace

struct StructuralIndex::Parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
};

StructuralIndex::StructuralIndex() : parser_(std::make_unique<Parser>()) {}
StructuralIndex::~StructuralIndex() = default;
StructuralIndex::StructuralIndex(StructuralIndex&&) noexcept = default;
StructuralIndex& StructuralIndex::operator=(StructuralIndex&&) noexcept = default;

bool StructuralIndex::reserve(std::size_t bytes) {
  auto& stages = parser_->stages;
  if (stages && stages->capacity() > largest_kept_capacity && bytes <= largest_kept_capacity) {
    stages.reset();
  }
  if (stages && bytes <= stages->capacity()) return true;
  const std::size_t doubled = stages ? 2 * stages->capacity() : smallest_capacity;
  // Doubling spares a reader of slowly growing documents a new index for each of them.
  const std::size_t capacity = std::max(bytes, std::min(doubled, largest_kept_capacity));
  stages.reset();
  return simdjson::get_active_implementation()->create_dom_parser_implementation(
             capacity, unused_depth, stages) == simdjson::SUCCESS;
}

std::expected<std::span<const std::uint32_t>, ReadError> StructuralIndex::find(PaddedText padded) {
  const std::string_view text = padded.text();
  if (text.empty()) return std::unexpected(explain_broken_text(text));
  if (!reserve(text.size())) {
    return std::unexpected(ReadError{Error::Kind::Internal, 0,
                                     format("no memory for the index of {} bytes", text.size())});
  }
  auto& stages = *parser_->stages;
  const simdjson::error_code code =
      stages.stage1(bytes_of(text.data()), text.size(), simdjson::stage1_mode::regular);
  if (code != simdjson::SUCCESS) return std::unexpected(explain_broken_text(text));
  stages.structural_indexes[stages.n_structural_indexes] = static_cast<std::uint32_t>(text.size());
  return std::span(stages.structural_indexes.get(), stages.n_structural_indexes + 1);
}

char* StructuralIndex::unescape(const char* source, char* target) const {
  auto* end =
      parser_->stages->parse_string(bytes_of(source), reinterpret_cast<std::uint8_t*>(target));
  return reinterpret_cast<char*>(end);
}

}  // namespace telltale::json
