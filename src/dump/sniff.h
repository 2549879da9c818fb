// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tells formats apart by their first bytes, and decides by name which files of a folder or an
// archive are worth opening at all.

#include <cstddef>
#include <string_view>

namespace telltale::dump {

enum class Format {
  Empty,
  Json,  // one document, several, or NDJSON
  Yaml,
  Archive,  // or a single compressed file
  Utf16,
  Binary,
};

// How much of a file sniff() wants to see.
inline constexpr std::size_t sniffed_bytes = 4096;

// The name decides only where the bytes do not: an archive may begin with zeroes.
Format sniff(std::string_view head, std::string_view name);

// The mark that some editors put in front of UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// For files nobody named: only these are opened.
bool has_document_name(std::string_view name);
bool has_archive_name(std::string_view name);
bool is_worth_opening(std::string_view path);

}  // namespace telltale::dump
