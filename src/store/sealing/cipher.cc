// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/cipher.h"

#include <algorithm>
#include <memory>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/check.h"
#include "base/encoding.h"

namespace telltale::store {
namespace {

constexpr std::string_view name_context = "telltale key name";
constexpr std::size_t name_bytes = 8;
// EVP counts in ints; no value comes near it.
constexpr std::size_t cipher_bytes_max = std::size_t{1} << 30;

struct FreeContext {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, FreeContext>;

const unsigned char* octets(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* octets(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::unexpected<Error> cipher_error() {
  return fail(Error::Kind::Internal, "OpenSSL does not encrypt with AES-256-GCM");
}

std::unexpected<Error> does_not_open() {
  return fail(Error::Kind::Invalid, "it was damaged, moved or sealed with another key");
}

}  // namespace

CipherKey::CipherKey(std::span<const std::uint8_t, cipher_key_bytes> bytes) {
  std::ranges::copy(bytes, bytes_.begin());
}

CipherKey::~CipherKey() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

CipherKey CipherKey::random(Entropy& entropy) {
  std::array<std::uint8_t, cipher_key_bytes> bytes{};
  entropy.fill(bytes);
  CipherKey key(bytes);
  OPENSSL_cleanse(bytes.data(), bytes.size());
  return key;
}

std::optional<CipherKey> CipherKey::from_bytes(std::string_view bytes) {
  if (bytes.size() != cipher_key_bytes) return std::nullopt;
  return CipherKey(std::span<const std::uint8_t, cipher_key_bytes>(octets(bytes), bytes.size()));
}

std::string CipherKey::name() const {
  std::string text(name_context);
  text.append(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  const int done =
      EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  OPENSSL_cleanse(text.data(), text.size());
  check(done == 1 && size >= name_bytes, "OpenSSL knows SHA-256");
  return to_hex({reinterpret_cast<const char*>(digest.data()), name_bytes});
}

CipherNonce random_nonce(Entropy& entropy) {
  CipherNonce nonce{};
  entropy.fill(nonce);
  return nonce;
}

Result<std::string> encrypted(const CipherKey& key, const CipherNonce& nonce,
                              std::string_view bytes, std::string_view context) {
  check(bytes.size() < cipher_bytes_max && context.size() < cipher_bytes_max,
        "what is sealed is small");
  const CipherContext cipher(EVP_CIPHER_CTX_new());
  std::string out(nonce.begin(), nonce.end());
  out.resize(cipher_nonce_bytes + bytes.size() + cipher_tag_bytes);
  unsigned char* const body = octets(out) + cipher_nonce_bytes;
  int size = 0;
  const bool done = cipher != nullptr &&
                    EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.bytes().data(),
                                       nonce.data()) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), nullptr, &size, octets(context),
                                      static_cast<int>(context.size())) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), body, &size, octets(bytes),
                                      static_cast<int>(bytes.size())) == 1 &&
                    EVP_EncryptFinal_ex(cipher.get(), body + bytes.size(), &size) == 1 &&
                    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, cipher_tag_bytes,
                                        body + bytes.size()) == 1;
  if (!done) return cipher_error();
  return out;
}

Result<std::string> decrypted(const CipherKey& key, std::string_view bytes,
                              std::string_view context) {
  if (bytes.size() < cipher_nonce_bytes + cipher_tag_bytes || bytes.size() > cipher_bytes_max) {
    return does_not_open();
  }
  const std::string_view nonce = bytes.substr(0, cipher_nonce_bytes);
  std::string tag(bytes.substr(bytes.size() - cipher_tag_bytes));
  bytes = bytes.substr(cipher_nonce_bytes, bytes.size() - cipher_nonce_bytes - cipher_tag_bytes);
  const CipherContext cipher(EVP_CIPHER_CTX_new());
  std::string out(bytes.size(), '\0');
  int size = 0;
  const bool begun =
      cipher != nullptr &&
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.bytes().data(),
                         octets(nonce)) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &size, octets(context),
                        static_cast<int>(context.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), octets(out), &size, octets(bytes),
                        static_cast<int>(bytes.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, cipher_tag_bytes, tag.data()) == 1;
  if (!begun) return cipher_error();
  if (EVP_DecryptFinal_ex(cipher.get(), octets(out) + out.size(), &size) == 1) return out;
  OPENSSL_cleanse(out.data(), out.size());
  return does_not_open();
}

}  // namespace telltale::store
