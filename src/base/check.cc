// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace telltale {

void abort_with(std::string_view sentence, std::source_location where) {
  std::fprintf(stderr, "telltale: bug: this must hold: %.*s (%s:%u)\n",
               static_cast<int>(sentence.size()), sentence.data(), where.file_name(), where.line());
  std::abort();
}

}  // namespace telltale
