// SPDX-License-Identifier: Apache-2.0
#pragma once

// The RBAC objects that are there from the start: the roles that every Kubernetes cluster has, as
// far as they make sense here, and those of telltale's own identities.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::server {

// Where the state that no object holds may be kept as ConfigMaps by telltale's own controllers.
inline constexpr std::string_view memory_namespace = "kube-system";

// `groups` are the API groups that are served, the core group left out or not: "read everything but
// Secrets" cannot be said in RBAC without naming them. To be made anew when groups come and go.
std::vector<json::Value> bootstrap_rbac(std::span<const std::string> groups);

// What must be written so that `existing` grants at least what `wanted` does; what somebody added
// stays, but for ways into logical clusters that earlier versions gave to readers. Nothing when it
// does already, or when its annotation rbac.authorization.kubernetes.io/autoupdate says "false".
std::optional<json::Value> brought_up_to(const json::Value& existing, const json::Value& wanted);

}  // namespace telltale::server
