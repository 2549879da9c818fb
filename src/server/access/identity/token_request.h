// SPDX-License-Identifier: Apache-2.0
#pragma once

// POST .../serviceaccounts/<name>/token: a token for the account, for a while. What `kubectl create
// token` sends.

#include <string>
#include <string_view>
#include <vector>

#include "base/entropy.h"
#include "json/value.h"
#include "server/access/identity/trust.h"
#include "server/request/status_error.h"

namespace telltale::server {

inline constexpr std::string_view token_request_kind = "TokenRequest";
inline constexpr std::string_view token_request_group = "authentication.k8s.io";
// Longer ones are made that long, with a warning, as kube-apiserver does it.
inline constexpr Seconds account_token_life_max{24 * 3600};
inline constexpr std::size_t account_audiences_max = 32;

struct TokenRequest {
  std::string namespace_name;
  std::string name;  // of the account
  const json::Value& body;
};

// The object with its status, for a 201.
Outcome<json::Value> answer_token_request(const TokenRequest& request, const Trust& trust,
                                          Instant now, Entropy& entropy,
                                          std::vector<std::string>& warnings);

}  // namespace telltale::server
