// SPDX-License-Identifier: Apache-2.0
#include "http/x509.h"

#include <cstddef>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "base/check.h"

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

}  // namespace

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
