// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a running telltale tells commands that ask it: histories, and everything that they need to
// judge as it does: its settings, the state of connections, and Memory.
//
//   GET /telltale/v1/history?group=&kind=&namespace=&name=&type=&anywhere=
//       anywhere=true: that of the one other namespace that has it, where this one has not
//   GET /telltale/v1/connection?namespace=&name=
//   GET /telltale/v1/settings
//   GET /telltale/v1/connections?after=        a page of RemoteConnections; `next` is there: go on
//   GET /telltale/v1/memory?after=             the same of Memory

#include <optional>

#include "http/message.h"
#include "http/target.h"
#include "live/controller.h"

namespace telltale::live {

inline constexpr std::string_view history_path = "/telltale/v1/history";
inline constexpr std::string_view connection_path = "/telltale/v1/connection";
inline constexpr std::string_view settings_path = "/telltale/v1/settings";
inline constexpr std::string_view connections_path = "/telltale/v1/connections";
inline constexpr std::string_view memory_path = "/telltale/v1/memory";
inline constexpr std::string_view all_pages[] = {connection_path, connections_path, history_path,
                                                 memory_path, settings_path};

// The page that the target names; nothing where it is none of these.
std::optional<http::Response> answer_page(const Controller& controller, const http::Target& target,
                                          Instant now);

http::Response history_page(const Controller& controller, const http::Target& target, Instant now);
http::Response connection_page(const Controller& controller, const http::Target& target);
http::Response settings_page(const Controller& controller);
http::Response told_page(const Controller& controller, const http::Target& target, ToldKind kind);

}  // namespace telltale::live
