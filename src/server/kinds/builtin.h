// SPDX-License-Identifier: Apache-2.0
#pragma once

// The resources that are there without any definition: the *.yaml files beside this one say how
// they look and what they are called, kind_behavior.h what else is special about them.
//
//   const Registry registry(builtin_resources());

#include <memory>
#include <vector>

#include "server/resource.h"

namespace telltale::server {

// In the order of the files. Every call compiles the schemas anew.
std::vector<std::shared_ptr<const Resource>> builtin_resources();

}  // namespace telltale::server
