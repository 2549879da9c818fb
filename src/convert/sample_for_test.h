// SPDX-License-Identifier: Apache-2.0
#pragma once

// An object read from text, and the memory its text lives in.

#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "kube/read_object.h"

namespace telltale::shapes {

class SampleObject {
 public:
  explicit SampleObject(std::string_view json) {
    const json::Selection everything;
    ObjectReader reader([&](const json::Header&) -> const json::Selection& { return everything; },
                        arena_);
    const json::PaddedCopy text(json);
    std::vector<ObjectError> object_errors;
    const auto read = reader.read(text.padded(), {}, object_errors);
    check(read.has_value(), "a sample can be read");
    object_ = *read;
  }

  operator const Object&() const { return object_; }  // NOLINT: reads as the object it is

 private:
  Arena arena_;
  Object object_;
};

}  // namespace telltale::shapes
