// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a Karpenter NodePool may use.

#include <array>
#include <string>

#include "base/instant.h"
#include "catalog/karpenter_nodepool/seen.h"
#include "table/words.h"

namespace telltale::karpenter_nodepool {

inline constexpr std::array<Word<Seen>, 3> all_words{{
    {"ttl", [](const Seen& seen, std::string& out) { out += format_age(seen.ttl); }},
    {"class.kind", [](const Seen& seen, std::string& out) { out += seen.class_kind; }},
    {"class.name", [](const Seen& seen, std::string& out) { out += seen.class_name; }},
}};

}  // namespace telltale::karpenter_nodepool
