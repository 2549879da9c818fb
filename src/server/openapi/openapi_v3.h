// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenAPI version 3: one document per group and version, and a root that lists them with a hash
// each, so that clients fetch again only what changed. kubectl reads schemas here for `explain`,
// and learns from the PATCH operations what a kind understands. Pure functions of a Registry.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "server/registry.h"

namespace telltale::server {

// "api/v1", "apis/ref.example.com/v1"
std::string openapi_v3_path(std::string_view group, std::string_view version);
// Every path that has a document.
std::vector<std::string> openapi_v3_paths(const Registry& registry);
// Nothing for a path that is not among them.
std::optional<json::Value> openapi_v3(const Registry& registry, std::string_view path);
// The same for the same text, on every machine.
std::string openapi_v3_hash(std::string_view document);
// From paths and the hashes of their documents.
json::Value openapi_v3_root(const std::vector<std::pair<std::string, std::string>>& hashes);
json::Value openapi_v3_root(const Registry& registry);

}  // namespace telltale::server
