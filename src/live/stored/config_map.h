// SPDX-License-Identifier: Apache-2.0
#pragma once

// Entries of ConfigMaps in telltale's own namespace, put one by one. A map that is not there yet is
// made, and so is the namespace; somebody who was faster at that costs one more request.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/api.h"
#include "live/stored/own_namespace.h"

namespace telltale::live {

std::string config_map_path(std::string_view namespace_name, std::string_view name = {});

struct ConfigMapEntry {
  std::string namespace_name = {};
  std::string map = {};
  std::string name = {};
  std::string text = {};
  std::vector<std::pair<std::string, std::string>> more = {};  // entries put at the same time
  std::string resource_version = {};  // not empty: refused with a conflict if it is another one
};

// The answer that decides, whatever it took. `home` must outlive the request.
void put_entry(client::Api& api, OwnNamespace& home, const ConfigMapEntry& entry,
               std::function<void(Result<http::Response>)> then);

}  // namespace telltale::live
