// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can be asked of a resource behind its name: /status, /scale, /finalize. Discovery and the
// OpenAPI documents list the same ones.

#include <string_view>
#include <vector>

#include "server/resource.h"

namespace telltale::server::openapi {

struct Subresource {
  std::string_view name;  // "status"
  std::vector<std::string_view> verbs;
  // What it speaks of instead of the resource's own kind, if it does.
  std::string_view group = {};
  std::string_view version = {};
  std::string_view kind = {};

  bool is_scale() const { return kind == "Scale"; }
};

// In the order in which discovery lists them.
std::vector<Subresource> subresources_of(const Resource& resource, const Version& version);

}  // namespace telltale::server::openapi
