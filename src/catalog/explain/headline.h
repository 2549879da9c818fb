// SPDX-License-Identifier: Apache-2.0
#pragma once

// A condition's message on one line, for people. Merged conditions are lists of lists ("* Machine
// a:
// \n  * InfrastructureReady: ..."), in which the same error stands once for every Machine; here it
// is said once, behind the names of all that have it.
//
//   headline_of("* Machine a:\n  * Ready: gone\n* Machine b:\n  * Ready: gone", HeadlineText::AsIs)
//       == "Machines a, b: gone"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace telltale {

inline constexpr std::size_t headline_bytes_max = 600;

enum class HeadlineText : std::uint8_t {
  AsIs,
  Errors,  // a provider's words: the innermost error of each
};

std::string headline_of(std::string_view message, HeadlineText text);

// The lines of a message as they stand, but where a provider's words are wrapped in those of others
// the innermost error alone. `text` is about a message without a list.
std::string lines_with_innermost_errors(std::string_view message, HeadlineText text);

}  // namespace telltale
