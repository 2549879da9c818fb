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

// Whose it is: one user, one namespace's service accounts (which whoever may, makes any number of),
// or one logical cluster. `asker` is who was authenticated, whomever they act as: else anybody who
// may impersonate would be many.
std::string flow_of(const Call& call, const User& asker);
Level level_of(const Call& call, const User& asker);
// In seats, one at least; a large one is cut to its level's measure later.
std::size_t width_of(const Call& call, const store::CurrentState& present);

Demand demand_of(const Call& call, const User& asker, const store::CurrentState& present);

}  // namespace telltale::server
