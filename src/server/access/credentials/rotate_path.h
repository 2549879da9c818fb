// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `telltale rotate` asks of a running server:
//
//   POST /telltale/credentials/rotate[?only=NAME][&revoke=true]
//
// No role but cluster-admin lets anybody post to paths, whatever it lets them read.

#include <functional>

#include "base/result.h"
#include "http/message.h"
#include "server/access/credentials/credentials.h"
#include "server/request/call.h"
#include "server/request/status_error.h"

namespace telltale::server {

using Rotate = std::function<Result<void>(const Rotation& rotation)>;

bool is_rotate_path(const Route& route);
// Writes files: not on a thread of the http server.
Outcome<http::Response> answer_rotate(const Call& call, const Rotate& rotate, Instant now);

// What was done, for people.
std::string rotation_text(const Rotation& rotation, Instant now);

}  // namespace telltale::server
