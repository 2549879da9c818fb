// SPDX-License-Identifier: Apache-2.0
#pragma once

// The first lines of an HTTP/1.1 answer.

#include <string>
#include <string_view>

#include "http/exchange.h"

namespace telltale::http {

enum class Framing { Length, Chunks, UntilClose };
enum class Afterwards { KeepOpen, Close };

void append_head(std::string& out, const Answer& answer, Framing framing, Afterwards afterwards);
// Whether an answer with this status may have a body at all.
bool status_has_body(int status);
// A header that can be sent: nothing in it ends the line or the name early.
bool is_header_name(std::string_view name);
std::string header_value(std::string_view value);

}  // namespace telltale::http
