// SPDX-License-Identifier: Apache-2.0
#pragma once

// Acting as somebody else: kubectl's --as, --as-group and --as-uid, sent as Impersonate-* headers.
// Each part of who one wants to be needs the verb `impersonate` on it.

#include <cstddef>
#include <optional>
#include <vector>

#include "http/message.h"
#include "server/access/identity/user.h"
#include "server/access/rbac/policy.h"
#include "server/request/status_error.h"

namespace telltale::server {

// Each part is a permission to be asked for.
inline constexpr std::size_t impersonated_parts_max = 256;

struct Impersonation {
  User user;                       // who to be
  std::vector<Attributes> needed;  // what the one who asks must be allowed to
};

// Nothing when nobody else is meant.
Outcome<std::optional<Impersonation>> read_impersonation(const http::Request& request);

// Who acts: the user, or whom the user may impersonate.
Outcome<User> acting_user(const http::Request& request, const User& user, const Policy& policy);

}  // namespace telltale::server
