// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an API server answered, made ready for reading: one body, and its refusals in its own words.

#include <string>

#include "base/result.h"
#include "http/message.h"

namespace telltale::client {

// An answer made of pieces, which servers in this process give, as one body.
http::Response joined(http::Response answer);

// The message of a Status, or the beginning of whatever else came; safe for a terminal, at most
// `refusal_bytes_max`. Empty when there was nothing.
inline constexpr std::size_t refusal_bytes_max = 1024;
std::string refusal_text(const http::Response& answer);

// NotFound for 404, Conflict 409, Gone 410, TooLarge 413, Invalid 400 and 422, Unreachable 429 and
// 5xx, Internal for the rest.
Error::Kind kind_of_status(int status);

}  // namespace telltale::client
