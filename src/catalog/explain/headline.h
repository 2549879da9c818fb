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

}  // namespace telltale
