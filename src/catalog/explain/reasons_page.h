// SPDX-License-Identifier: Apache-2.0
#pragma once

// The list of reasons as docs/reasons.md, and as data for programs; both dialects side by side.

#include <string>

#include "json/writer.h"

namespace telltale {

std::string render_reasons();
// A list of maps, one for each kind, type, status and reason.
void write_reasons(json::Writer& out);

}  // namespace telltale
