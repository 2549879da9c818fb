// SPDX-License-Identifier: Apache-2.0
#pragma once

// The CustomResourceDefinitions that telltale brings: what the embedded server has from its first
// start, and what `telltale manifests crds` prints. They are the files of deploy/crds, which are
// part of the program.
//
//   for (TelltaleCrd& one : telltale_crds()) install(std::move(one.object));

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::server {

struct TelltaleCrd {
  std::string name;       // "machines.cluster.x-k8s.io"
  std::string_view yaml;  // as people read it, without a line "---"; lives as long as the program
  json::Value object;
};

// All of them, by name. Made anew by each call.
std::vector<TelltaleCrd> telltale_crds();

}  // namespace telltale::server
