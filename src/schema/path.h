// SPDX-License-Identifier: Apache-2.0
#pragma once

// The path to a field, as people read it: "spec.items[0].name". Names come from requests and may be
// as long as these, and each field below such a name would hold it once more: a path that is long
// enough for anybody to read grows no further.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace telltale::schema {

inline constexpr std::size_t path_bytes_max = 1024;

// The path with more behind it: words around a name, as in `path_with(path, "[", name, "]")`.
inline std::string path_with(const std::string& path, std::string_view before,
                             std::string_view name, std::string_view behind = {}) {
  if (path.size() >= path_bytes_max) return path;
  std::string longer = path;
  longer += before;
  if (name.size() <= path_bytes_max) {
    longer += name;
  } else {
    longer += truncate_utf8(name, path_bytes_max);
  }
  longer += behind;
  return longer;
}

// "spec" and "size" are "spec.size".
inline std::string field_below(const std::string& path, std::string_view name) {
  return path_with(path, path.empty() ? "" : ".", name);
}

inline std::string item_below(const std::string& path, std::size_t index) {
  return path_with(path, "[", format("{}", index), "]");
}

}  // namespace telltale::schema
