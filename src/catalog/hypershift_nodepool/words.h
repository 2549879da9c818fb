// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a NodePool may use. What a failure says is put together once, by
// texts.cc, since it depends on the platform.

#include <array>
#include <string>

#include "catalog/hypershift_nodepool/seen.h"
#include "table/words.h"

namespace telltale::hypershift_nodepool {

template <Class One>
void put_failure(const Seen& seen, std::string& out) {
  out += seen.failing[One].message;
}

inline constexpr std::array<Word<Seen>, 8> all_words{{
    {"blocked", put_failure<Class::Blocked>},
    {"missing", put_failure<Class::Missing>},
    {"quota", put_failure<Class::Quota>},
    {"capacity", put_failure<Class::Capacity>},
    {"provider", put_failure<Class::Provider>},
    {"deployment", put_failure<Class::Deployment>},
    {"controller", put_failure<Class::Controller>},
    {"desired", [](const Seen& seen, std::string& out) { out += seen.desired; }},
}};

}  // namespace telltale::hypershift_nodepool
