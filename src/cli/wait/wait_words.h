// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the words and flags behind `telltale wait` to what they ask for, in kubectl's grammar.

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/command_line/options.h"

namespace telltale::cli {

inline constexpr std::size_t wait_expectations_max = 32;

enum class WaitSelection : std::uint8_t { Named, All, Labelled };

// TYPE/NAME..., TYPE NAME..., or TYPE[,TYPE] of which all or those with labels are meant.
[[nodiscard]] Result<void> read_wait_subjects(std::span<const std::string> words,
                                              WaitSelection selection, WaitOptions& options);
[[nodiscard]] Result<void> read_expectations(std::span<const std::string> expected,
                                             std::span<const std::string> failing,
                                             WaitOptions& options);
// Below zero is a week, as with kubectl.
[[nodiscard]] Result<std::chrono::milliseconds> read_wait_timeout(std::string_view typed);
// A number alone is seconds; zero is for ever.
[[nodiscard]] Result<std::chrono::milliseconds> read_request_timeout(std::string_view typed);

}  // namespace telltale::cli
