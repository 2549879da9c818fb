// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which objects of a world `get` was asked for, in the order they are shown.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/kinds.h"
#include "cli/get/get.h"
#include "cli/source/load.h"

namespace telltale::cli {

struct Listed {
  const Object* object = nullptr;
  const Judged* judged = nullptr;  // nothing when its kind is not judged
};

struct Selected {
  std::vector<Listed> objects;
  std::vector<Error> errors;  // what was typed and is not there
};

// What must be read so that columns and paths find what they would find in the whole document.
std::vector<MoreFields> fields_wanted(const GetOptions& options);

// By kind in the order of the subjects; within a kind by version, namespace and name, or by what
// --sort-by finds.
Selected select_objects(const GetOptions& options, const Loaded& loaded);

// "m2" before "m10": runs of digits are compared as numbers.
bool naturally_less(std::string_view left, std::string_view right);

}  // namespace telltale::cli
