// SPDX-License-Identifier: Apache-2.0
#include "http/tls/certificates.h"

#include <string>

#include <gtest/gtest.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "http/tls/x509.h"

namespace telltale::http {
namespace {

const Instant now{std::chrono::seconds(1'800'000'000)};

class HttpCertificates : public testing::Test {
 protected:
  SeededEntropy entropy_{7};
  KeyPair ca_ = *make_authority("telltale-ca", now, std::chrono::days(3650), entropy_);
};

TEST_F(HttpCertificates, TellWhatTheyAreFor) {
  const auto pair = issue(ca_,
                          {.common_name = "server",
                           .subject_names = {"127.0.0.1", "::1", "localhost", "*.example.org"},
                           .valid = std::chrono::days(30)},
                          now, entropy_);
  ASSERT_TRUE(pair);
  const auto facts = read_certificate(pair->certificate_pem);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->common_name, "server");
  EXPECT_EQ(facts->subject_names,
            (std::vector<std::string>{"127.0.0.1", "::1", "localhost", "*.example.org"}));
  EXPECT_EQ(facts->not_after, now + std::chrono::days(30));
}

TEST_F(HttpCertificates, NeverOutliveTheirAuthority) {
  const auto pair =
      issue(ca_, {.common_name = "x", .valid = std::chrono::days(9999)}, now, entropy_);
  EXPECT_EQ(read_certificate(pair->certificate_pem)->not_after, now + std::chrono::days(3650));
}

TEST_F(HttpCertificates, AnAuthorityMaySignAndServersAndClientsMayNot) {
  const auto server = issue(ca_, {.common_name = "s", .subject_names = {"h"}}, now, entropy_);
  const auto client = issue(ca_, {.common_name = "c"}, now, entropy_);
  const auto use_of = [](const std::string& pem) {
    const auto chain = read_chain(pem);
    return std::pair(X509_check_ca(chain.front().get()),
                     X509_get_extended_key_usage(chain.front().get()));
  };
  EXPECT_EQ(use_of(ca_.certificate_pem).first, 1);
  EXPECT_EQ(use_of(server->certificate_pem), std::pair(0, std::uint32_t{XKU_SSL_SERVER}));
  EXPECT_EQ(use_of(client->certificate_pem), std::pair(0, std::uint32_t{XKU_SSL_CLIENT}));
}

TEST_F(HttpCertificates, PointToTheKeyThatSignedThem) {
  const auto pair = issue(ca_, {.common_name = "s", .subject_names = {"h"}}, now, entropy_);
  const auto authority = read_chain(ca_.certificate_pem);
  const auto leaf = read_chain(pair->certificate_pem);
  EXPECT_EQ(X509_check_issued(authority.front().get(), leaf.front().get()), X509_V_OK);
  const ASN1_OCTET_STRING* const key = X509_get0_subject_key_id(authority.front().get());
  ASSERT_NE(key, nullptr);
  EXPECT_EQ(ASN1_OCTET_STRING_cmp(key, X509_get0_authority_key_id(leaf.front().get())), 0);
}

TEST_F(HttpCertificates, HaveDifferentSerialNumbers) {
  const auto serial_of = [](const KeyPair& pair) {
    const auto chain = read_chain(pair.certificate_pem);
    const ASN1_INTEGER* const serial = X509_get0_serialNumber(chain.front().get());
    return std::string(reinterpret_cast<const char*>(ASN1_STRING_get0_data(serial)),
                       static_cast<std::size_t>(ASN1_STRING_length(serial)));
  };
  const auto one = issue(ca_, {.common_name = "c"}, now, entropy_);
  const auto other = issue(ca_, {.common_name = "c"}, now, entropy_);
  EXPECT_EQ(serial_of(*one).size(), 16U);
  EXPECT_NE(serial_of(*one), serial_of(*other));
}

TEST_F(HttpCertificates, KeepNamesThatAreNotAscii) {
  const auto pair = issue(ca_, {.common_name = "Jürgen", .organizations = {"Büro"}}, now, entropy_);
  ASSERT_TRUE(pair);
  const Certificate subject = subject_of(*read_chain(pair->certificate_pem).front());
  EXPECT_EQ(subject.common_name, "Jürgen");
  EXPECT_EQ(subject.organizations, std::vector<std::string>{"Büro"});
}

TEST_F(HttpCertificates, AreNotIssuedForImpossibleNames) {
  const auto kind_of = [&](const CertificateRequest& request) {
    const auto pair = issue(ca_, request, now, entropy_);
    return pair ? "issued" : pair.error().detail;
  };
  EXPECT_EQ(kind_of({.common_name = ""}), "\"\" cannot be a common name");
  EXPECT_NE(kind_of({.common_name = std::string(65, 'a')}), "issued");
  EXPECT_NE(kind_of({.common_name = "a\xff"}), "issued");
  EXPECT_NE(kind_of({.common_name = "a", .organizations = {""}}), "issued");
  EXPECT_EQ(kind_of({.common_name = "a", .subject_names = {"no host"}}),
            "\"no host\" is neither an IP address nor a DNS name");
  EXPECT_NE(kind_of({.common_name = "a", .subject_names = {"a,DNS:b"}}), "issued");
  EXPECT_FALSE(make_authority("", now, std::chrono::days(1), entropy_));
}

TEST_F(HttpCertificates, AreNotIssuedByWhoeverHasNoKey) {
  const KeyPair other = *make_authority("other", now, std::chrono::days(1), entropy_);
  const KeyPair mixed{ca_.certificate_pem, other.key_pem};
  EXPECT_FALSE(issue(mixed, {.common_name = "a"}, now, entropy_));
  EXPECT_FALSE(issue({"", ""}, {.common_name = "a"}, now, entropy_));
}

TEST_F(HttpCertificates, ReadingGarbageIsAnError) {
  EXPECT_FALSE(read_certificate(""));
  EXPECT_FALSE(read_certificate("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"));
  EXPECT_FALSE(read_certificate(ca_.key_pem));
  EXPECT_EQ(read_key("garbage"), nullptr);
}

TEST(HttpKeyedHash, IsHmacSha256) {
  EXPECT_EQ(keyed_hash("key", "The quick brown fox jumps over the lazy dog"),
            "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
}

TEST(HttpKeyedHash, EqualityNeedsEveryByte) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abcd"));
}

}  // namespace
}  // namespace telltale::http
