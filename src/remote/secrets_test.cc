// SPDX-License-Identifier: Apache-2.0
#include "remote/secrets.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "base/encoding.h"
#include "base/text.h"
#include "client/transport/transport_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;
using client::json_answer;
using client::refusal;

const ClusterName c1{.namespace_name = "team-a", .name = "c1"};

Result<std::string> read(const std::string& body) {
  return kubeconfig_of(json_answer(200, body), c1);
}

TEST(KubeconfigSecret, IsAskedForByItsName) {
  const client::Outgoing request = kubeconfig_request(c1, 10s);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/api/v1/namespaces/team-a/secrets/c1-kubeconfig");
  EXPECT_EQ(request.timeout, 10s);
}

TEST(KubeconfigSecret, HasItsKubeconfigUnderValue) {
  const std::string text = "apiVersion: v1\nkind: Config\n";
  const auto found = read(format(R"({{"data":{{"value":"{}"}}}})", to_base64(text)));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, text);
}

TEST(KubeconfigSecret, IsNotFoundWhereTheServerSaysSo) {
  const auto found = kubeconfig_of(refusal(404, "NotFound", "no such Secret"), c1);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().kind, Error::Kind::NotFound);
  EXPECT_TRUE(found.error().detail.contains("/secrets/c1-kubeconfig answered 404"));
}

TEST(KubeconfigSecret, SaysWhatIsMissingWithoutQuotingIt) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"data":{"value":"s3cr3t")", "is not a JSON object"},
      {R"(["s3cr3t"])", "has no data.value"},
      {R"({"data":{"kubeconfig":"s3cr3t"}})", "has no data.value"},
      {R"({"data":{"value":7}})", "has no data.value"},
      {R"({"data":"s3cr3t"})", "has no data.value"},
      {R"({"data":{"value":"s3cr3t!"}})", "data.value is not base64"}};
  for (const auto& [body, expected] : cases) {
    const auto found = read(body);
    ASSERT_FALSE(found.has_value()) << body;
    EXPECT_EQ(found.error().kind, Error::Kind::Invalid);
    EXPECT_TRUE(found.error().detail.starts_with("Secret team-a/c1-kubeconfig"));
    EXPECT_TRUE(found.error().detail.contains(expected)) << found.error().detail;
    EXPECT_FALSE(found.error().detail.contains("s3cr3t")) << found.error().detail;
  }
}

RC_GTEST_PROP(KubeconfigSecretLaws, NoAnswerCrashesIt, (const std::string& body, int status)) {
  const auto found = kubeconfig_of(json_answer(status, body), c1);
  RC_ASSERT(!found.has_value());
  CertificateLook look;
  look.add(0, json_answer(200, body));
  RC_ASSERT(look.found().documents.empty());
}

TEST(CertificateSecrets, AreAskedForWithoutTheirData) {
  const client::Outgoing request = certificate_request(c1, "sa", 10s);
  EXPECT_EQ(request.target, "/api/v1/namespaces/team-a/secrets/c1-sa");
  EXPECT_TRUE(http::find_header(request.headers, "accept")
                  .value_or("")
                  .starts_with("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"));
}

http::Response metadata_of(std::string_view name) {
  return json_answer(200,
                     format(R"({{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
                            R"("metadata":{{"namespace":"team-a","name":"{}",)"
                            R"("labels":{{"l":"1"}},"annotations":{{"kept":"not"}}}}}})",
                            name));
}

TEST(CertificateSecrets, BecomeObjectsInTheOrderOfTheirPurposes) {
  CertificateLook look;
  for (const std::size_t purpose : {3U, 1U, 0U, 2U}) {
    EXPECT_FALSE(look.over());
    look.add(purpose, metadata_of(format("c1-{}", certificate_purposes[purpose])));
  }
  EXPECT_TRUE(look.over());
  const CertificateSecrets found = look.found();
  EXPECT_TRUE(found.complete);
  ASSERT_EQ(found.documents.size(), 4U);
  EXPECT_EQ(found.documents[0], R"({"apiVersion":"v1","kind":"Secret","metadata":)"
                                R"({"labels":{"l":"1"},"name":"c1-ca","namespace":"team-a"}})");
  EXPECT_TRUE(found.documents[1].contains(R"("name":"c1-etcd")"));
  EXPECT_TRUE(found.documents[3].contains(R"("name":"c1-proxy")"));
}

TEST(CertificateSecrets, AreAbsentOnlyWhenTheServerSaysNotFound) {
  CertificateLook look;
  look.add(0, metadata_of("c1-ca"));
  look.add(1, refusal(404, "NotFound", "no such Secret"));
  look.add(2, metadata_of("c1-sa"));
  look.add(3, metadata_of("c1-proxy"));
  EXPECT_TRUE(look.found().complete);
  EXPECT_EQ(look.found().documents.size(), 3U);
}

TEST(CertificateSecrets, AreNotCompleteWhenOneCouldNotBeRead) {
  for (const Result<http::Response>& trouble : std::vector<Result<http::Response>>{
           refusal(403, "Forbidden", "no"), refusal(500, "InternalError", "no"),
           json_answer(200, "{}"), fail(Error::Kind::Unreachable, "gone")}) {
    CertificateLook look;
    look.add(0, metadata_of("c1-ca"));
    look.add(1, trouble);
    look.add(2, metadata_of("c1-sa"));
    look.add(3, metadata_of("c1-proxy"));
    EXPECT_FALSE(look.found().complete);
    EXPECT_EQ(look.found().documents.size(), 3U);
  }
}

TEST(CertificateSecrets, AreNotCompleteBeforeAllWereLookedAt) {
  CertificateLook look;
  look.add(0, metadata_of("c1-ca"));
  EXPECT_FALSE(look.over());
  EXPECT_FALSE(look.found().complete);
}

TEST(CertificateSecrets, KeepNoDataOfAServerThatSendsItAnyway) {
  CertificateLook look;
  look.add(0, json_answer(200, R"({"kind":"Secret","metadata":{"name":"c1-ca","namespace":"n"},)"
                               R"("data":{"tls.key":"s3cr3t"},"stringData":{"a":"s3cr3t"}})"));
  ASSERT_EQ(look.found().documents.size(), 1U);
  EXPECT_EQ(look.found().documents[0],
            R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"c1-ca","namespace":"n"}})");
}

}  // namespace
}  // namespace telltale::remote
