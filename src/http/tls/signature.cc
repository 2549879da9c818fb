// SPDX-License-Identifier: Apache-2.0
#include "http/tls/signature.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include "base/check.h"
#include "http/tls/x509.h"

namespace telltale::http {
namespace {

constexpr int number_bytes = 32;
constexpr std::size_t signature_bytes = 64;
constexpr int key_bits = 256;

struct FreeDigest {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using DigestPointer = std::unique_ptr<EVP_MD_CTX, FreeDigest>;
struct FreeSignature {
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
using SignaturePointer = std::unique_ptr<ECDSA_SIG, FreeSignature>;

const unsigned char* octets_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// As OpenSSL has it, from the two numbers; empty when they are none.
std::vector<unsigned char> encoded(std::string_view plain) {
  if (plain.size() != signature_bytes) return {};
  const SignaturePointer signature(ECDSA_SIG_new());
  BIGNUM* const one = BN_bin2bn(octets_of(plain), number_bytes, nullptr);
  BIGNUM* const other = BN_bin2bn(octets_of(plain.substr(number_bytes)), number_bytes, nullptr);
  if (!signature || ECDSA_SIG_set0(signature.get(), one, other) != 1) {
    BN_free(one);
    BN_free(other);
    return {};
  }
  unsigned char* out = nullptr;
  const int size = i2d_ECDSA_SIG(signature.get(), &out);
  std::vector<unsigned char> bytes(out, out + (size > 0 ? size : 0));
  OPENSSL_free(out);
  return bytes;
}

}  // namespace

std::string make_signature_key() {
  const KeyPointer key(EVP_EC_gen("P-256"));
  check(key != nullptr, "OpenSSL can make a key");
  return write_key(*key);
}

Result<SignatureKey> SignatureKey::read(const std::string& pem) {
  KeyPointer key = read_key(pem);
  const bool fits = key && EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_EC &&
                    EVP_PKEY_get_bits(key.get()) == key_bits;
  if (!fits) return fail(Error::Kind::Invalid, "this is not a key to sign with");
  return SignatureKey(std::shared_ptr<EVP_PKEY>(key.release(), FreeKey()));
}

std::string SignatureKey::sign(std::string_view text) const {
  const DigestPointer context(EVP_MD_CTX_new());
  std::size_t size = static_cast<std::size_t>(EVP_PKEY_get_size(key_.get()));
  std::vector<unsigned char> bytes(size);
  const bool is_signed =
      context &&
      EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), bytes.data(), &size, octets_of(text), text.size()) == 1;
  check(is_signed, "a text can be signed");
  const unsigned char* begin = bytes.data();
  const SignaturePointer signature(d2i_ECDSA_SIG(nullptr, &begin, static_cast<long>(size)));
  check(signature != nullptr, "a signature can be read");
  std::string plain(signature_bytes, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(plain.data());
  BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), out, number_bytes);
  BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), out + number_bytes, number_bytes);
  ERR_clear_error();
  return plain;
}

bool SignatureKey::verify(std::string_view text, std::string_view signature) const {
  const std::vector<unsigned char> bytes = encoded(signature);
  if (bytes.empty()) return false;
  const DigestPointer context(EVP_MD_CTX_new());
  const bool fits =
      context &&
      EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1 &&
      EVP_DigestVerify(context.get(), bytes.data(), bytes.size(), octets_of(text), text.size()) ==
          1;
  ERR_clear_error();
  return fits;
}

}  // namespace telltale::http
