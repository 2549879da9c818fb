// SPDX-License-Identifier: Apache-2.0
#pragma once

// When a server wants to be asked again: its Retry-After header, in seconds or as a date.

#include <chrono>
#include <optional>
#include <string_view>

#include "base/instant.h"
#include "http/message.h"

namespace telltale::client {

// A server that asks for a longer wait is not believed.
inline constexpr std::chrono::milliseconds retry_after_max{60'000};

// Between zero and the limit; nothing when the header is missing or says nothing we understand.
std::optional<std::chrono::milliseconds> retry_after(const http::Response& answer, Instant now);

// "Sun, 06 Nov 1994 08:49:37 GMT"; the two older forms that RFC 9110 lets servers forget are not
// read.
std::optional<Instant> parse_http_date(std::string_view text);

}  // namespace telltale::client
