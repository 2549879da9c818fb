// SPDX-License-Identifier: Apache-2.0
#pragma once

// The cells of an object's row, looked at in one moment, as a line of JSON.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "json/print.h"
#include "json/value.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {

inline const Instant shown_at = *parse_rfc3339("2026-01-02T04:00:00Z");

using MakeCells = json::Value (*)(const json::Value&, Instant);

inline std::string cells(MakeCells make, std::string_view text) {
  return json::print(make(from_json(text), shown_at));
}

}  // namespace telltale::server
