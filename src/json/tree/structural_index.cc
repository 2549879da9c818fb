// SPDX-License-Identifier: Apache-2.0
#include "json/tree/structural_index.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <simdjson.h>

#include "base/text.h"
#include "base/utf8.h"

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

// Finding the place that made simdjson reject a text as a whole: it says what was wrong, not where.
// Only run on broken texts, so it may take its time.

bool is_plain(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20; }

ReadError invalid(std::size_t offset, std::string message) {
  return {Error::Kind::Invalid, static_cast<std::uint32_t>(offset), std::move(message)};
}

std::optional<std::size_t> find_bad_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = is_plain(text[at]) ? 1 : utf8_character_size(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::nullopt;
}

std::optional<ReadError> find_bad_string(std::string_view text) {
  constexpr std::size_t outside = std::string_view::npos;
  std::size_t open = outside;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (open == outside) {
      if (text[at] == '"') open = at;
    } else if (text[at] == '"') {
      open = outside;
    } else if (text[at] == '\\') {
      ++at;
    } else if (is_control(text[at])) {
      return invalid(at, format("a control character (0x{:02X}) stands inside a string",
                                static_cast<unsigned char>(text[at])));
    }
  }
  if (open != outside) return invalid(open, "this string is never closed");
  return std::nullopt;
}

ReadError explain_broken_text(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return invalid(0, "expected a value, found the end of the text");
  }
  if (const auto offset = find_bad_utf8(text)) return invalid(*offset, "this is not UTF-8");
  if (const auto error = find_bad_string(text)) return *error;
  return invalid(0, "this is not JSON");
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
