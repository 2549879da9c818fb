// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a running telltale tells commands that ask it: histories and the state of connections.
//
//   GET /telltale/v1/history?group=&kind=&namespace=&name=&type=
//   GET /telltale/v1/connection?namespace=&name=

#include <optional>

#include "http/message.h"
#include "http/target.h"
#include "live/controller.h"

namespace telltale::live {

inline constexpr std::string_view history_path = "/telltale/v1/history";
inline constexpr std::string_view connection_path = "/telltale/v1/connection";

http::Response history_page(const Controller& controller, const http::Target& target, Instant now);
http::Response connection_page(const Controller& controller, const http::Target& target);

}  // namespace telltale::live
