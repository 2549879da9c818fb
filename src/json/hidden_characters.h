// SPDX-License-Identifier: Apache-2.0
#pragma once

// Characters that are valid in JSON and YAML and that a terminal obeys instead of showing them
// (base/text.h, steering_prefix). What is printed for people has them escaped, which every reader
// of JSON and YAML undoes.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale::json {

// \u202e, for a character of one to three bytes of UTF-8.
void append_code(std::string& out, std::string_view character);
// JSON, as text, without them: they can only stand in its strings. From `start` on.
void escape_hidden(std::string& json_text, std::size_t start = 0);

}  // namespace telltale::json
