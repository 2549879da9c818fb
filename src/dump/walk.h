// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the paths a user names to the files behind them: folders are walked in the order of their
// names, links in them are not followed, and only files that look like documents or archives count.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dump/batch.h"
#include "dump/limits.h"

namespace telltale::dump {

struct FoundFile {
  std::string path;  // "-" for standard input
  FileContext::Origin origin = FileContext::Origin::Named;
  std::uint64_t bytes = 0;
};

struct Walk {
  std::vector<FoundFile> files;
  std::vector<InputError> input_errors;
  std::size_t passed_over = 0;
};

Walk walk_paths(std::span<const std::string> paths, const Limits& limits);

}  // namespace telltale::dump
