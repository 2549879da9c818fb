// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the reader of an object says about parts it could not use. The object is kept without them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/tree/tree.h"

namespace telltale {

struct ObjectError {
  std::uint32_t offset = 0;  // in bytes, inside the document
  std::string message;       // one sentence, no final period

  bool operator==(const ObjectError&) const = default;
};

// The errors about one object, each made to name it: `Node "n7": ...`.
class ObjectErrors {
 public:
  static constexpr std::size_t per_object_max = 32;

  ObjectErrors(std::string_view kind, std::string_view name, std::vector<ObjectError>& out)
      : kind_(kind), name_(name), out_(out) {}

  // Beyond the limit only the first is told, as the last.
  void add(std::uint32_t offset, std::string_view text);

 private:
  std::string_view kind_;
  std::string_view name_;
  std::vector<ObjectError>& out_;
  std::size_t count_ = 0;
};

// "expected a string at metadata.uid, found 5".
std::string expected_at(std::string_view what, std::string_view path, const json::Tree& found);

}  // namespace telltale
