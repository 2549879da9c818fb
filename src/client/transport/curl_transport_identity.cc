// SPDX-License-Identifier: Apache-2.0
#include "client/transport/curl_transport_identity.h"

#include <utility>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::client {
namespace {

// Names of extra fields are part of a header's name: what cannot stand there is percent-encoded.
std::string escape_key(std::string_view key) {
  constexpr std::string_view signs = "!#$&'*+-.^_`|~";
  std::string escaped;
  for (const char letter : key) {
    const char small = lower_letter(letter);
    const bool plain = (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') ||
                       signs.find(letter) != std::string_view::npos;
    escaped += plain ? std::string(1, letter)
                     : format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
  }
  return escaped;
}

std::vector<http::Header> standing_headers(const Access& access, std::string user_agent) {
  std::vector<http::Header> headers{{"User-Agent", std::move(user_agent)}};
  for (http::Header& header : impersonation_headers(access.as)) {
    headers.push_back(std::move(header));
  }
  return headers;
}

}  // namespace

std::vector<http::Header> impersonation_headers(const Impersonation& as) {
  std::vector<http::Header> headers;
  if (as.user.empty()) return headers;
  headers.push_back({"Impersonate-User", as.user});
  if (!as.uid.empty()) headers.push_back({"Impersonate-Uid", as.uid});
  for (const std::string& group : as.groups) headers.push_back({"Impersonate-Group", group});
  for (const auto& [key, values] : as.extra) {
    for (const std::string& value : values) {
      headers.push_back({format("Impersonate-Extra-{}", escape_key(key)), value});
    }
  }
  return headers;
}

Identity::Identity(const Access& access, std::string user_agent)
    : base_(access.origin), headers_(standing_headers(access, std::move(user_agent))) {}

http::Call Identity::call_for(const Outgoing& request, const RequestCredentialsPointer& proof) {
  http::Call call{.origin = origin_for(proof),
                  .method = request.method,
                  .target = request.target,
                  .headers = request.headers,
                  .body = request.body};
  call.headers.insert(call.headers.end(), headers_.begin(), headers_.end());
  if (!proof->authorization.empty()) {
    call.headers.push_back({"Authorization", proof->authorization});
  }
  return call;
}

std::shared_ptr<const http::Origin> Identity::origin_for(const RequestCredentialsPointer& proof) {
  const std::scoped_lock lock(mutex_);
  if (origin_ == nullptr || last_ != proof) {
    http::Origin origin = base_;
    origin.certificate_pem = proof->certificate_pem;
    origin.key_pem = proof->key_pem;
    origin_ = std::make_shared<const http::Origin>(std::move(origin));
    last_ = proof;
  }
  return origin_;
}

}  // namespace telltale::client
