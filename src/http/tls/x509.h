// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenSSL's certificates and keys with an owner, from PEM and back.

#include <memory>
#include <string>
#include <vector>

#include "base/instant.h"
#include "http/message.h"

struct x509_st;
struct evp_pkey_st;

namespace telltale::http {

struct FreeCertificate {
  void operator()(x509_st* certificate) const;
};
struct FreeKey {
  void operator()(evp_pkey_st* key) const;
};
using CertificatePointer = std::unique_ptr<x509_st, FreeCertificate>;
using KeyPointer = std::unique_ptr<evp_pkey_st, FreeKey>;

inline constexpr std::size_t chain_certificates_max = 100;

// Empty when any part of it cannot be read.
std::vector<CertificatePointer> read_chain(const std::string& pem);
// Nothing when it cannot be read; an encrypted one cannot.
KeyPointer read_key(const std::string& pem);
std::string write_certificate(x509_st& certificate);
std::string write_key(evp_pkey_st& key);
// SHA-256 of the whole certificate, in hexadecimal digits.
std::string digest_of(const x509_st& certificate);
Instant end_of(const x509_st& certificate);
// Who it is about: the last common name and all organizations, as Go reads them;
// with its serial number and its end. Who vouches for it is not known here.
Certificate subject_of(const x509_st& certificate);

}  // namespace telltale::http
