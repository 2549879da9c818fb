// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server's own definitions let telltale write: the CustomResourceDefinitions of the judged
// kinds, read by name.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/api.h"
#include "client/discovery.h"
#include "report/status/capability.h"

namespace telltale::live {

struct KnownCapability {
  std::string group;
  std::string kind;
  std::string version;
  Capability capability;
};

struct KnownDefinitions {
  std::vector<KnownCapability> capabilities = {};
  // The definitions that judging itself looks at (Karpenter's and HyperShift's node pools).
  std::vector<std::string> documents = {};
  std::vector<std::string> errors = {};  // one sentence for each that could not be read
  // What Cluster API's definitions speak; nothing when there are none.
  std::optional<DialectName> dialect = {};
};

// Called back once, on any thread. What cannot be read is a trouble, never an error.
void read_definitions(client::Api& api, const client::Served& served,
                      std::function<void(KnownDefinitions)> then);

}  // namespace telltale::live
