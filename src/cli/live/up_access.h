// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who acts inside `up`, and what they may do there: the controllers what `manifests rbac` lets a
// `run` do with the same flags, the actors of the demonstration what providers do. Neither is an
// administrator; one is, for as long as it takes to write this down.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command_line/control_options.h"
#include "client/api.h"
#include "json/value.h"
#include "server/access/identity/user.h"

namespace telltale::cli {

inline constexpr std::string_view up_namespace = "telltale-system";

server::User up_administrator();
server::User up_controllers();
server::User up_actors();

// The namespace, accounts, roles and bindings, in this order.
std::vector<json::Value> up_access_objects(const UpOptions& options);
// Paths of bindings of other flags, which the same folder may have been started with before.
std::vector<std::string> up_access_leftovers(const UpOptions& options);

// Brings the server to that, as an administrator. What others changed in these objects is undone.
[[nodiscard]] Result<void> write_up_access(client::Api& api, const UpOptions& options);

}  // namespace telltale::cli
