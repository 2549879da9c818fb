// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whole documents out of files, folders, archives and standard input: nothing selected, nothing
// typed, in the order of the input. For commands that give back what they read; those that judge
// read a dump instead.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dump/dump.h"
#include "json/value.h"

namespace telltale::cli {

struct WholeDocument {
  std::string file;
  int line = 0;  // where it begins, counted from one
  json::Value value;
};

// Calls `take` for every document, the items of Lists one by one, and `trouble` for what could not
// be read; both in the order of the input. An error only when there was nothing to do or the system
// gave out under us.
[[nodiscard]] Result<void> read_whole_documents(
    std::span<const std::string> paths, const dump::Options& options,
    const std::function<void(WholeDocument)>& take,
    const std::function<void(const dump::InputError&)>& on_error);

}  // namespace telltale::cli
