// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags and operands of `telltale get`: types and names in kubectl's grammar, and the formats
// that carry text of their own.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command_line/flags.h"
#include "cli/get/get.h"

namespace telltale::cli {

inline constexpr std::size_t get_columns_max = 100;

void declare_get(Flags& flags, GetOptions& options);

// The types that `get` and `wait` take, as kubectl spells them, for completion.
std::vector<std::string> resource_names();

// TYPE/NAME ..., as `get` and `wait` take them; the error says the form that was expected.
[[nodiscard]] Result<void> read_pairs(std::span<const std::string> words, std::string_view form,
                                      std::vector<GetSubject>& subjects);

// TYPE[,TYPE...] [NAME...], or TYPE/NAME ...
[[nodiscard]] Result<void> read_get_subjects(std::span<const std::string> words,
                                             GetOptions& options);
// wide, name, json, yaml, jsonpath=..., custom-columns=...
[[nodiscard]] Result<void> read_get_output(std::string_view typed, GetOptions& options);
// v1beta1, v1beta2, v1beta2-after-removal; after read_get_output, since only data has stages.
[[nodiscard]] Result<void> read_get_stage(std::string_view typed, GetOptions& options);
[[nodiscard]] Result<void> read_sort_by(std::string_view typed, GetOptions& options);
// Label keys, parted by commas.
[[nodiscard]] Result<void> read_label_columns(std::span<const std::string> typed,
                                              GetOptions& options);

}  // namespace telltale::cli
