// SPDX-License-Identifier: Apache-2.0
#pragma once

// One request, understood: what it asks for, who asks, and what was true of the server's resources
// when it came. Handlers get it and nothing else of the transport.

#include <memory>
#include <string>
#include <vector>

#include "http/message.h"
#include "http/target.h"
#include "server/access/identity/user.h"
#include "server/flow/fair_queue.h"
#include "server/registry.h"
#include "server/request/route.h"
#include "server/request/status_error.h"

namespace telltale::server {

struct Call {
  http::Request http = {};
  http::Target target = {};
  Route route = {};
  std::string verb = {};
  User user = {};
  bool from_within = false;  // the user is one of the logical cluster that is asked
  Demand demand = {};        // what its turn depends on, once it has to wait for one
  std::shared_ptr<const Registry> registry = {};
  std::shared_ptr<const Resource> resource = {};  // of Route::What::Objects
  const Version* version = nullptr;               // of the resource
  std::vector<std::string> warnings = {};         // become Warning headers

  std::string_view accept() const { return http.header("Accept").value_or(""); }
  std::string_view content_type() const { return http.header("Content-Type").value_or(""); }
  // What errors are about: the resource by its plural, or by its kind.
  Named named() const {
    return {.group = route.group, .resource = route.resource, .name = route.name};
  }
};

}  // namespace telltale::server
