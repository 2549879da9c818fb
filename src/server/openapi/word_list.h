// SPDX-License-Identifier: Apache-2.0
#pragma once

// Words as a list of JSON: verbs, short names, paths, content types.

#include <string_view>

#include "json/value.h"

namespace telltale::server::openapi {

template <class Words>
json::ValueList word_list(const Words& words) {
  json::ValueList list;
  for (const auto& word : words) list.emplace_back(std::string_view(word));
  return list;
}

}  // namespace telltale::server::openapi
