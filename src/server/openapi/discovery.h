// SPDX-License-Identifier: Apache-2.0
#pragma once

// Discovery: how clients learn which groups, versions, resources and verbs there are. Plain answers
// go level by level (/api, /apis, /apis/G, /apis/G/V); the aggregated ones tell all of it at once.
// Pure functions of a Registry.

#include <cstdint>
#include <optional>
#include <string_view>

#include "json/value.h"
#include "server/registry.h"

namespace telltale::server {

// "/api"; the address is where this client reached us, "127.0.0.1:6443".
json::Value api_versions(std::string_view server_address);
// "/apis": the named groups, built-in ones first. Clients take the first group that fits a short
// name, so the order is part of the answer.
json::Value api_group_list(const Registry& registry);
// "/apis/G"; nothing for a group that is not served, and for the core group.
std::optional<json::Value> api_group(const Registry& registry, std::string_view group);
// "/api/v1" (the group is empty) and "/apis/G/V"; nothing for what is not served.
std::optional<json::Value> api_resource_list(const Registry& registry, std::string_view group,
                                             std::string_view version);

enum class DiscoveryPart : std::uint8_t { Core, Named };     // of "/api", of "/apis"
enum class DiscoveryVersion : std::uint8_t { V2, V2Beta1 };  // of apidiscovery.k8s.io

json::Value aggregated_discovery(const Registry& registry, DiscoveryPart part,
                                 DiscoveryVersion version);

// "/": every path that says what there is.
json::Value root_paths(const Registry& registry);

}  // namespace telltale::server
