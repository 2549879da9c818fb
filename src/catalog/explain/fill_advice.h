// SPDX-License-Identifier: Apache-2.0
#pragma once

// The grammar of advice (kind_data.h): "see why[: kubectl describe <self>|: ask <owner>]". What is
// in brackets is said only if every blank in it can be filled; of alternatives the first such, and
// brackets may stand in brackets.

#include <functional>
#include <string>
#include <string_view>

namespace telltale {

// What stands for a blank; empty: nobody knows.
using FillBlank = std::function<std::string(std::string_view blank)>;

std::string fill_advice(std::string_view advice, const FillBlank& fill);

// Whether brackets are closed and every blank stands in some.
bool is_well_formed_advice(std::string_view advice);

}  // namespace telltale
