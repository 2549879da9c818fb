// SPDX-License-Identifier: Apache-2.0
#include "http/tls/certificates.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <memory>
#include <utility>

#include <arpa/inet.h>
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "base/check.h"
#include "base/text.h"
#include "http/tls/x509.h"

namespace telltale::http {
namespace {

constexpr std::size_t serial_bytes = 16;
constexpr std::size_t subject_names_max = 100;
constexpr std::size_t name_bytes_max = 64;  // of a common name and an organization, by X.520
constexpr std::chrono::hours early{1};

struct FreeNames {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};
using NamesPointer = std::unique_ptr<GENERAL_NAMES, FreeNames>;

KeyPointer make_key() {
  KeyPointer key(EVP_EC_gen("P-256"));
  check(key != nullptr, "OpenSSL can make a key");
  return key;
}

// Positive and not zero, as RFC 5280 wants it.
void set_serial(X509& certificate, Entropy& entropy) {
  std::array<std::uint8_t, serial_bytes> bytes{};
  entropy.fill(bytes);
  bytes.front() = static_cast<std::uint8_t>((bytes.front() & 0x3fU) | 0x40U);
  BIGNUM* const number = BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr);
  BN_to_ASN1_INTEGER(number, X509_get_serialNumber(&certificate));
  BN_free(number);
}

std::time_t seconds_of(Instant instant) {
  return static_cast<std::time_t>(instant.time_since_epoch().count());
}

void set_validity(X509& certificate, Instant now, std::chrono::days valid) {
  ASN1_TIME_set(X509_getm_notBefore(&certificate), seconds_of(now - early));
  ASN1_TIME_set(X509_getm_notAfter(&certificate), seconds_of(now + valid));
}

bool add_name(X509_NAME& name, int field, const std::string& text) {
  if (text.empty() || text.size() > name_bytes_max) return false;
  return X509_NAME_add_entry_by_NID(&name, field, MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(text.data()),
                                    static_cast<int>(text.size()), -1, 0) == 1;
}

Result<void> set_subject(X509& certificate, const CertificateRequest& request) {
  X509_NAME& name = *X509_get_subject_name(&certificate);
  // Organizations first: Go and kubeadm write them in this order.
  for (const std::string& organization : request.organizations) {
    if (add_name(name, NID_organizationName, organization)) continue;
    return fail(Error::Kind::Invalid,
                format("\"{}\" cannot be an organization", printable(organization)));
  }
  if (add_name(name, NID_commonName, request.common_name)) return {};
  return fail(Error::Kind::Invalid,
              format("\"{}\" cannot be a common name", printable(request.common_name)));
}

void add_extension(X509& certificate, X509& issuer, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
  check(extension != nullptr, "the extensions of a certificate are well formed");
  X509_add_ext(&certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

bool is_dns_name(std::string_view name) {
  const auto fits = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '*' || byte == '_';
  };
  return !name.empty() && name.size() <= 253 && std::ranges::all_of(name, fits);
}

Result<GENERAL_NAME*> subject_name(const std::string& text) {
  ASN1_OCTET_STRING* const address = a2i_IPADDRESS(text.c_str());
  if (address == nullptr && !is_dns_name(text)) {
    return fail(Error::Kind::Invalid,
                format("\"{}\" is neither an IP address nor a DNS name", printable(text)));
  }
  GENERAL_NAME* const name = GENERAL_NAME_new();
  if (address != nullptr) {
    GENERAL_NAME_set0_value(name, GEN_IPADD, address);
    return name;
  }
  ASN1_IA5STRING* const dns = ASN1_IA5STRING_new();
  ASN1_STRING_set(dns, text.data(), static_cast<int>(text.size()));
  GENERAL_NAME_set0_value(name, GEN_DNS, dns);
  return name;
}

Result<void> add_subject_names(X509& certificate, const std::vector<std::string>& texts) {
  if (texts.size() > subject_names_max) {
    return fail(Error::Kind::TooLarge, format("more than {} subject names", subject_names_max));
  }
  const NamesPointer names(GENERAL_NAMES_new());
  for (const std::string& text : texts) {
    const auto name = subject_name(text);
    if (!name) return fail(name.error());
    sk_GENERAL_NAME_push(names.get(), *name);
  }
  X509_add1_ext_i2d(&certificate, NID_subject_alt_name, names.get(), 0, 0);
  return {};
}

CertificatePointer new_certificate(EVP_PKEY& key, Entropy& entropy) {
  CertificatePointer certificate(X509_new());
  check(certificate != nullptr, "OpenSSL has memory for a certificate");
  X509_set_version(certificate.get(), X509_VERSION_3);
  set_serial(*certificate, entropy);
  X509_set_pubkey(certificate.get(), &key);
  return certificate;
}

KeyPair sign(X509& certificate, EVP_PKEY& key, EVP_PKEY& authority_key) {
  check(X509_sign(&certificate, &authority_key, EVP_sha256()) > 0, "a certificate can be signed");
  ERR_clear_error();
  return {write_certificate(certificate), write_key(key)};
}

// A certificate that outlives its authority would promise more than it can keep.
void end_with(X509& certificate, const X509& authority) {
  const ASN1_TIME* const end = X509_get0_notAfter(&authority);
  if (ASN1_TIME_compare(X509_get0_notAfter(&certificate), end) > 0) {
    X509_set1_notAfter(&certificate, end);
  }
}

void add_usage(X509& certificate, X509& authority, const CertificateRequest& request) {
  const bool is_server = !request.subject_names.empty();
  add_extension(certificate, authority, NID_basic_constraints, "critical,CA:FALSE");
  add_extension(certificate, authority, NID_key_usage, "critical,digitalSignature");
  add_extension(certificate, authority, NID_ext_key_usage, is_server ? "serverAuth" : "clientAuth");
  add_extension(certificate, authority, NID_subject_key_identifier, "hash");
  add_extension(certificate, authority, NID_authority_key_identifier, "keyid:always");
}

std::string address_text(const ASN1_OCTET_STRING& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = ASN1_STRING_length(&address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(&address) != 16) return {};
  inet_ntop(family, ASN1_STRING_get0_data(&address), text.data(), text.size());
  return text.data();
}

std::vector<std::string> subject_names_of(const X509& certificate) {
  const NamesPointer names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> texts;
  for (int index = 0; names && index < sk_GENERAL_NAME_num(names.get()); ++index) {
    int kind = 0;
    const void* const value =
        GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names.get(), index), &kind);
    const auto* const text = static_cast<const ASN1_STRING*>(value);
    if (kind == GEN_IPADD) texts.push_back(address_text(*text));
    if (kind != GEN_DNS) continue;
    texts.emplace_back(reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                       static_cast<std::size_t>(ASN1_STRING_length(text)));
  }
  return texts;
}

}  // namespace

Result<KeyPair> make_authority(const std::string& common_name, Instant now, std::chrono::days valid,
                               Entropy& entropy) {
  const KeyPointer key = make_key();
  const CertificatePointer certificate = new_certificate(*key, entropy);
  const auto named = set_subject(*certificate, {.common_name = common_name});
  if (!named) return fail(named.error());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get()));
  set_validity(*certificate, now, valid);
  add_extension(*certificate, *certificate, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(*certificate, *certificate, NID_key_usage,
                "critical,digitalSignature,keyCertSign,cRLSign");
  add_extension(*certificate, *certificate, NID_subject_key_identifier, "hash");
  add_extension(*certificate, *certificate, NID_authority_key_identifier, "keyid:always");
  return sign(*certificate, *key, *key);
}

Result<KeyPair> issue(const KeyPair& authority, const CertificateRequest& request, Instant now,
                      Entropy& entropy) {
  const auto chain = read_chain(authority.certificate_pem);
  const KeyPointer authority_key = read_key(authority.key_pem);
  if (chain.empty() || !authority_key ||
      X509_check_private_key(chain.front().get(), authority_key.get()) != 1) {
    ERR_clear_error();
    return fail(Error::Kind::Invalid, "the authority's certificate and key cannot be used");
  }
  X509& issuer = *chain.front();
  const KeyPointer key = make_key();
  const CertificatePointer certificate = new_certificate(*key, entropy);
  if (const auto named = set_subject(*certificate, request); !named) return fail(named.error());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(&issuer));
  set_validity(*certificate, now, request.valid);
  end_with(*certificate, issuer);
  add_usage(*certificate, issuer, request);
  if (!request.subject_names.empty()) {
    const auto added = add_subject_names(*certificate, request.subject_names);
    if (!added) return fail(added.error());
  }
  return sign(*certificate, *key, *authority_key);
}

Result<CertificateFacts> read_certificate(const std::string& pem) {
  const auto chain = read_chain(pem);
  if (chain.empty()) return fail(Error::Kind::Invalid, "this is not a certificate in PEM");
  const X509& certificate = *chain.front();
  const Certificate subject = subject_of(certificate);
  CertificateFacts facts{.common_name = subject.common_name,
                         .subject_names = subject_names_of(certificate),
                         .not_after = subject.not_after,
                         .serial = subject.serial,
                         .digest = digest_of(certificate)};
  ERR_clear_error();
  return facts;
}

std::string keyed_hash(std::string_view key, std::string_view message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(),
       &size);
  std::string text;
  for (unsigned int index = 0; index < size; ++index) text += format("{:02x}", digest[index]);
  return text;
}

bool equal_in_constant_time(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace telltale::http
