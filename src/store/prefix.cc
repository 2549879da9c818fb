// SPDX-License-Identifier: Apache-2.0
#include "store/prefix.h"

namespace telltale::store {

std::optional<std::string> behind_prefix(std::string_view prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.remove_suffix(1);
  if (prefix.empty()) return std::nullopt;
  std::string bound(prefix);
  bound.back() = static_cast<char>(static_cast<unsigned char>(bound.back()) + 1);
  return bound;
}

}  // namespace telltale::store
