// SPDX-License-Identifier: Apache-2.0
#pragma once

// Turns requests into calls: where to, and with the headers that say who asks.

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "client/kubeconfig/credentials.h"
#include "client/kubeconfig/kubeconfig.h"
#include "client/transport/transport.h"
#include "http/client/client_call.h"

namespace telltale::client {

// The Impersonate- headers, in the spelling the API server reads.
std::vector<http::Header> impersonation_headers(const Impersonation& as);

// Safe to share between threads.
class Identity {
 public:
  Identity(const Access& access, std::string user_agent);

  // Without any time-out.
  http::Call call_for(const Outgoing& request, const RequestCredentialsPointer& proof);

 private:
  std::shared_ptr<const http::Origin> origin_for(const RequestCredentialsPointer& proof);

  const http::Origin base_;
  const std::vector<http::Header> headers_;
  std::mutex mutex_;
  RequestCredentialsPointer last_;
  std::shared_ptr<const http::Origin> origin_;  // with the certificate of the last proof
};

}  // namespace telltale::client
