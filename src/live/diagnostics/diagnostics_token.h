// SPDX-License-Identifier: Apache-2.0
#pragma once

// The token by which commands on this machine ask the running telltale: a file that only its owner
// may read.

#include <string>

#include "base/entropy.h"
#include "base/result.h"

namespace telltale::live {

// The token in that file; made (mode 0600, its folder 0700) where it is not there or is too short
// to be one. What others could read is not trusted any more: it is made anew.
[[nodiscard]] Result<std::string> load_or_make_token(const std::string& path, Entropy& entropy);
// For those who ask: NotFound where nobody has made one.
[[nodiscard]] Result<std::string> load_token(const std::string& path);

}  // namespace telltale::live
