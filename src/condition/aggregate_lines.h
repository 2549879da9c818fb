// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lines of an aggregated message, in the words that aggregate() and the running tally share:
// "* Machines m1, m2: ..." and "And 2 Machines with other issues".

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace telltale {

// The objects of one kind that report one message.
struct AggregateLine {
  std::string_view kind;
  std::size_t count = 0;
  std::span<const std::string_view> names;  // the first few, in order
  std::string_view message;
};

void append_line(std::string& out, const AggregateLine& line);

// How many objects are only counted, by priority: issues, unknown, additional info.
using RestCounts = std::array<std::size_t, 3>;

void append_rest(std::string& out, std::string_view kind, const RestCounts& counts);

}  // namespace telltale
