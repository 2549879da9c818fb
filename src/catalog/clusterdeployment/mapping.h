// SPDX-License-Identifier: Apache-2.0
#pragma once

// What became of Hive's old conditions: which of the five new ones tells what an old one told, and
// with which reason. Old conditions are never written; those that the five tell may be retired
// (retiring.h), all others are whoever's they were.

#include <span>
#include <string_view>

namespace telltale::clusterdeployment {

struct OldToNew {
  std::string_view old_type;
  std::string_view new_type;  // empty: it is told as before
  std::string_view reason;    // of the new condition; empty: copied, or none of its own
  std::string_view note;
};

std::span<const OldToNew> old_to_new();

}  // namespace telltale::clusterdeployment
