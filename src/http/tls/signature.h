// SPDX-License-Identifier: Apache-2.0
#pragma once

// Signatures of texts: ECDSA P-256 with SHA-256, in the form that JSON Web Signatures call ES256.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct evp_pkey_st;

namespace telltale::http {

// In PEM.
std::string make_signature_key();

// Immutable; safe to share between threads.
class SignatureKey {
 public:
  [[nodiscard]] static Result<SignatureKey> read(const std::string& pem);

  // 64 bytes: both numbers, one behind the other.
  std::string sign(std::string_view text) const;
  bool verify(std::string_view text, std::string_view signature) const;

 private:
  explicit SignatureKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace telltale::http
