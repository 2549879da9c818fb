// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a document could not be read, and where: an offset rather than a line, because the caller may
// know of a larger file around the document.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace telltale::json {

struct ReadError {
  Error::Kind kind = Error::Kind::Invalid;  // or TooLarge, when a limit of ours is passed
  std::uint32_t offset = 0;                 // in bytes, from the start of the document
  std::string message;

  bool operator==(const ReadError&) const = default;
};

// "line 3: expected ...", for callers that have nothing better to say about the place.
Error to_error(const ReadError& error, std::string_view text);

}  // namespace telltale::json
