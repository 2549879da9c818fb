// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who asks: by client certificate, by bearer token, or nobody in particular. A wrong token is a 401
// on every path, since somebody meant to be somebody; so is a certificate that was taken back.

#include <functional>
#include <optional>
#include <string_view>

#include "http/message.h"
#include "server/access/identity/trust.h"
#include "server/access/identity/user.h"
#include "server/request/status_error.h"

namespace telltale::server {

inline constexpr std::string_view anonymous_user = "system:anonymous";
inline constexpr std::string_view authenticated_group = "system:authenticated";
inline constexpr std::string_view unauthenticated_group = "system:unauthenticated";

Outcome<User> authenticate(const http::Request& request, const Trust& trust);
// The administrator of a logical cluster, if the request bears that cluster's own token; the caller
// must not let that user out of it. Nothing for everybody else, whom `authenticate` knows.
std::optional<User> authenticate_within(const http::Request& request, const Trust& trust,
                                        const LogicalCluster& cluster);

// For what goes on for long, such as a watch: whether whoever asked for it is still believed.
// Nobody in particular always is. `trust` outlives it.
std::function<bool()> standing_of(const http::Request& request, const Trust& trust);

// Everybody is in one of the two groups; adds it if it is missing.
User with_standing(User user);

}  // namespace telltale::server
