// SPDX-License-Identifier: Apache-2.0
#include "table/page.h"

namespace telltale {

std::string_view to_text(Act act) {
  switch (act) {
    case Act::Set:
      return "Set";
    case Act::Keep:
      return "Keep";
    case Act::Mirror:
      return "Mirror";
    case Act::Merge:
      return "Merge";
    case Act::Remove:
      break;
  }
  return "Remove";
}

}  // namespace telltale
