// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a refused permission is told: the 403 that clients of every Kubernetes API know.

#include <string_view>

#include "server/access/identity/user.h"
#include "server/request/status_error.h"

namespace telltale::server {

// `machines.cluster.x-k8s.io is forbidden: User "bob" cannot list resource "machines" in API group
// "cluster.x-k8s.io" in the namespace "default"`, and behind it the reason, if there is one.
StatusError denied(const User& user, const Attributes& attributes, std::string_view reason);

}  // namespace telltale::server
