// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who asks, and what for, as authorization sees it.

#include <string>
#include <utility>
#include <vector>

namespace telltale::server {

struct User {
  std::string name;
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<std::pair<std::string, std::vector<std::string>>> extra = {};

  bool anonymous() const { return name == "system:anonymous"; }
};

struct Attributes {
  std::string verb;  // get, list, watch, create, update, patch, delete, deletecollection
  std::string group = {};
  std::string version = {};
  std::string resource = {};  // empty: not about a resource
  std::string subresource = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string path = {};  // of what is not a resource: "/healthz"
};

}  // namespace telltale::server
