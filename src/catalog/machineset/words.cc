// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/words.h"

#include "base/text.h"

namespace telltale::machineset {

void put_obstacles(const Seen& seen, std::string& out) {
  std::string missing;
  workers::put_missing_sources(seen, missing);
  if (seen.preflight.empty() && missing.empty()) return;
  out += " is blocked because:";
  if (!seen.preflight.empty()) out += format("\n{}", seen.preflight);
  if (!missing.empty()) out += format("\n* {}", missing);
}

}  // namespace telltale::machineset
