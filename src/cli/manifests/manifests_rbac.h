// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale manifests rbac: roles for `telltale run`, who has them, and whom it runs as. Split, so
// that whoever must agree to them can agree to some.

#include <string>
#include <vector>

#include "cli/manifests/manifests_rbac_rules.h"
#include "json/value.h"

namespace telltale::cli {

struct RbacDocument {
  std::string comment = {};  // a sentence; empty: it speaks for itself
  json::Value object = {};
  std::string name = {};  // as kubectl says it: "role.rbac.authorization.k8s.io/telltale-leases"
};

// In an order in which they can be applied.
std::vector<RbacDocument> rbac_documents(const RbacOptions& options);

// Documents and their comments.
std::string rbac_yaml(const std::vector<RbacDocument>& documents);

}  // namespace telltale::cli
