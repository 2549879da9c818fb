// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a list that was cut off goes on. Opaque to clients; whoever makes one up gets a 400.

#include <optional>
#include <string>
#include <string_view>

#include "store/sealing/stamp.h"

namespace telltale::server {

struct ContinueToken {
  store::Revision revision = 0;  // of the first page; 0: whatever is newest (an inconsistent rest)
  std::string after;             // the last key looked at, behind the range's prefix

  bool operator==(const ContinueToken&) const = default;
};

std::string to_text(const ContinueToken& token);
std::optional<ContinueToken> read_continue_token(std::string_view text);

}  // namespace telltale::server
