// SPDX-License-Identifier: Apache-2.0
#include "json/tree/read_error.h"

#include "base/text.h"
#include "json/tree/position.h"

namespace telltale::json {

Error to_error(const ReadError& error, std::string_view text) {
  return {error.kind, format("line {}: {}", position_of(text, error.offset).line, error.message)};
}

}  // namespace telltale::json
