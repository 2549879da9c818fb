// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys and X.509 certificates of our own making: one authority, and what it signs. ECDSA P-256.

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"

namespace telltale::http {

struct KeyPair {
  std::string certificate_pem;
  std::string key_pem;
};

struct CertificateRequest {
  std::string common_name;
  std::vector<std::string> organizations = {};
  // DNS names and IP addresses under which a server is reached; none: a client's certificate.
  std::vector<std::string> subject_names = {};
  std::chrono::days valid{3650};
};

// `now` is when validity begins (an hour earlier, for clocks that are late).
[[nodiscard]] Result<KeyPair> make_authority(const std::string& common_name, Instant now,
                                             std::chrono::days valid, Entropy& entropy);
[[nodiscard]] Result<KeyPair> issue(const KeyPair& authority, const CertificateRequest& request,
                                    Instant now, Entropy& entropy);
// When it ends, which subject names it has (to know whether to issue it anew), and which it is.
struct CertificateFacts {
  std::string common_name;
  std::vector<std::string> subject_names;
  Instant not_after;
  std::string serial = {};  // as in http::Certificate
  std::string digest = {};  // what http::Certificate calls its authority
};
[[nodiscard]] Result<CertificateFacts> read_certificate(const std::string& pem);
// HMAC-SHA256 of the message, in lower-case hexadecimal digits.
std::string keyed_hash(std::string_view key, std::string_view message);
// Takes the same time wherever the two differ.
bool equal_in_constant_time(std::string_view one, std::string_view other);

}  // namespace telltale::http
