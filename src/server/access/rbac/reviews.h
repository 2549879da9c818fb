// SPDX-License-Identifier: Apache-2.0
#pragma once

// Questions about access that clients ask as objects: they are answered and never stored.
// `kubectl auth can-i` sends a SelfSubjectAccessReview, `can-i --list` a SelfSubjectRulesReview,
// `auth whoami` a SelfSubjectReview.

#include <string>
#include <string_view>

#include "json/value.h"
#include "server/access/identity/trust.h"
#include "server/access/identity/user.h"
#include "server/access/rbac/policy.h"
#include "server/request/status_error.h"

namespace telltale::server {

struct Review {
  std::string kind;
  const json::Value& body;
  std::string namespace_name = {};  // from the URL
};

bool is_review(std::string_view kind);

// The object with its status, for a 201. Validation errors are as on any Kubernetes API server.
Outcome<json::Value> answer_review(const Review& review, const User& user, const Policy& policy,
                                   const Trust& trust);

}  // namespace telltale::server
