// SPDX-License-Identifier: Apache-2.0
#pragma once

// A bug aborts with a sentence, in every build. Use it for what must hold, never for bad input.
//
//   check(index < rows.size(), "a decision names a row of its own table");

#include <source_location>
#include <string_view>

namespace telltale {

[[noreturn]] void abort_with(std::string_view sentence, std::source_location where);

constexpr void check(bool holds, std::string_view sentence,
                     std::source_location where = std::source_location::current()) {
  if (!holds) [[unlikely]]
    abort_with(sentence, where);
}

}  // namespace telltale
