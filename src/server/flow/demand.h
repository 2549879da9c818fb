// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a request counts for when many wait (fair_queue.h): how important it is, whose it is, and
// how much it will take, as far as can be told without doing it. A wrong guess is mended by the
// time that it then took.

#include <string>

#include "server/access/identity/user.h"
#include "server/flow/fair_queue.h"
#include "server/request/call.h"
#include "store/current_state.h"

namespace telltale::server {

// The peer of requests that come from this very process (client/transport/inner_transport.h); those
// of sockets hold a port.
inline constexpr std::string_view inside_peer = "inside";

// What a seat stands for.
inline constexpr std::size_t objects_per_seat = 500;
inline constexpr std::size_t bytes_per_seat = std::size_t{1} << 20;

// Which flow a request belongs to: one user, the service accounts of one namespace (a user who may
// create accounts can have any number of them), or one logical cluster. `asker` is the user who was
// authenticated, not the one who is impersonated: otherwise one user could be many flows.
std::string flow_of(const Call& call, const User& asker);
Level level_of(const Call& call, const User& asker);
// In seats, one at least; a large one is cut to its level's measure later.
std::size_t width_of(const Call& call, const store::CurrentState& present);

Demand demand_of(const Call& call, const User& asker, const store::CurrentState& present);

}  // namespace telltale::server
