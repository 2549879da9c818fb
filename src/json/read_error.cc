// SPDX-License-Identifier: Apache-2.0
#include "json/read_error.h"

#include "base/text.h"
#include "json/position.h"

namespace telltale::json {

Error to_error(const ReadError& error, std::string_view text) {
  return {error.kind, format("line {}: {}", position_of(text, error.offset).line, error.message)};
}

}  // namespace telltale::json
