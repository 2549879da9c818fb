// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is wrong with a command line, as an error in words for whoever typed it.

#include <expected>
#include <string>
#include <utility>

#include "base/result.h"

namespace telltale::cli {

inline std::unexpected<Error> usage(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

}  // namespace telltale::cli
