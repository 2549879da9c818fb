// SPDX-License-Identifier: Apache-2.0
#pragma once

// Nobody gives away more than they have: writing a role needs the rights in it, or the verb
// `escalate` on it; writing a binding needs the rights of the role it refers to, or the verb `bind`
// on that role.

#include <optional>

#include "json/value.h"
#include "server/access/identity/user.h"
#include "server/access/rbac/policy.h"
#include "server/request/status_error.h"

namespace telltale::server {

// Nothing when the write is fine: the object is about to be created or, if `old` is not null, to
// replace it. Else the 403 that names what is missing, or the 404 of a binding whose role is not
// there. Objects that are not RBAC's are always fine.
std::optional<StatusError> escalation(const Policy& policy, const User& user,
                                      const json::Value& object, const json::Value* old = nullptr);

}  // namespace telltale::server
