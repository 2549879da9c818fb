// SPDX-License-Identifier: Apache-2.0
#include "http/tls/x509.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <ctime>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::http {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using BioPointer = std::unique_ptr<BIO, FreeBio>;

BioPointer open_text(const std::string& text) {
  return BioPointer(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// An encrypted key would otherwise ask for its pass phrase on the terminal.
int no_pass_phrase(char*, int, int, void*) { return -1; }

std::string text_in(BIO& bio) {
  char* begin = nullptr;
  const long size = BIO_get_mem_data(&bio, &begin);
  return {begin, static_cast<std::size_t>(size)};
}

std::string utf8_of(const X509_NAME_ENTRY& entry) {
  unsigned char* text = nullptr;
  const int size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(&entry));
  if (size < 0) return {};
  std::string copy(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
  OPENSSL_free(text);
  return copy;
}

std::string serial_of(const X509& certificate) {
  BIGNUM* const number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(&certificate), nullptr);
  char* const digits = number == nullptr ? nullptr : BN_bn2hex(number);
  std::string text = digits == nullptr ? "" : digits;
  OPENSSL_free(digits);
  BN_free(number);
  return text;
}

}  // namespace

std::string digest_of(const X509& certificate) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  check(X509_digest(&certificate, EVP_sha256(), digest.data(), &size) == 1,
        "a certificate has a digest");
  std::string text;
  for (unsigned int index = 0; index < size; ++index) text += format("{:02x}", digest[index]);
  return text;
}

Instant end_of(const X509& certificate) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(&certificate), &parts) != 1) return no_time;
  const std::chrono::year_month_day date(
      std::chrono::year(parts.tm_year + 1900),
      std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
      std::chrono::day(static_cast<unsigned>(parts.tm_mday)));
  return std::chrono::sys_days(date) + std::chrono::hours(parts.tm_hour) +
         std::chrono::minutes(parts.tm_min) + std::chrono::seconds(parts.tm_sec);
}

void FreeCertificate::operator()(X509* certificate) const { X509_free(certificate); }
void FreeKey::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

std::vector<CertificatePointer> read_chain(const std::string& pem) {
  const BioPointer bio = open_text(pem);
  std::vector<CertificatePointer> chain;
  while (chain.size() < chain_certificates_max) {
    CertificatePointer next(PEM_read_bio_X509(bio.get(), nullptr, no_pass_phrase, nullptr));
    if (!next) break;
    chain.push_back(std::move(next));
  }
  // Running out of PEM blocks is how a good chain ends; anything else is a broken one.
  const auto error = ERR_peek_last_error();
  const bool ended =
      ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!ended) chain.clear();
  return chain;
}

KeyPointer read_key(const std::string& pem) {
  const BioPointer bio = open_text(pem);
  KeyPointer key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_pass_phrase, nullptr));
  ERR_clear_error();
  return key;
}

std::string write_certificate(X509& certificate) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  check(PEM_write_bio_X509(bio.get(), &certificate) == 1, "a certificate can be written");
  return text_in(*bio);
}

std::string write_key(EVP_PKEY& key) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  const int written =
      PEM_write_bio_PKCS8PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
  check(written == 1, "a key can be written");
  return text_in(*bio);
}

Certificate subject_of(const X509& certificate) {
  Certificate subject;
  subject.serial = serial_of(certificate);
  subject.not_after = end_of(certificate);
  const X509_NAME* const name = X509_get_subject_name(&certificate);
  for (int index = 0; index < X509_NAME_entry_count(name); ++index) {
    const X509_NAME_ENTRY* const entry = X509_NAME_get_entry(name, index);
    const int field = OBJ_obj2nid(X509_NAME_ENTRY_get_object(entry));
    if (field == NID_commonName) subject.common_name = utf8_of(*entry);
    if (field == NID_organizationName) subject.organizations.push_back(utf8_of(*entry));
  }
  return subject;
}

}  // namespace telltale::http
