// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_bodies.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::server {
namespace {

const AuditRuling everything{.level = AuditLevel::RequestResponse};

Attributes about(std::string resource, std::string group = {}, std::string subresource = {}) {
  return {.verb = "create",
          .group = std::move(group),
          .version = "v1",
          .resource = std::move(resource),
          .subresource = std::move(subresource)};
}

http::Request sent(std::string body, std::string type = "application/json") {
  return {.method = "POST",
          .target = "/",
          .headers = {{"Content-Type", std::move(type)}},
          .body = std::move(body)};
}

std::string text_of(const AuditedBody& body) {
  return body.object ? json::print(*body.object) : "-";
}

std::string request_text(const http::Request& request, const Attributes& object,
                         const AuditRuling& ruling = everything) {
  return text_of(audited_request(request, object, ruling));
}

std::string response_text(std::string body, const Attributes& object,
                          const AuditRuling& ruling = everything) {
  return text_of(audited_response({.body = std::move(body)}, object, ruling));
}

TEST(AccessAuditBodies, TheLevelDecidesWhatIsTold) {
  const Attributes maps = about("configmaps");
  for (const AuditLevel level : {AuditLevel::None, AuditLevel::Metadata}) {
    EXPECT_EQ(request_text(sent(R"({"a":1})"), maps, {.level = level}), "-");
    EXPECT_EQ(response_text(R"({"a":1})", maps, {.level = level}), "-");
  }
  EXPECT_EQ(request_text(sent(R"({"a":1})"), maps, {.level = AuditLevel::Request}), R"({"a":1})");
  EXPECT_EQ(response_text(R"({"a":1})", maps, {.level = AuditLevel::Request}), "-");
  EXPECT_EQ(response_text(R"({"a":1})", maps), R"({"a":1})");
  EXPECT_EQ(response_text(R"({"a":1})", {.verb = "get", .path = "/version"}), "-")
      << "only of resources";
}

TEST(AccessAuditBodies, EveryFormOfABodyIsTold) {
  const Attributes maps = about("configmaps");
  EXPECT_EQ(request_text(sent("a: 1\nb: [x]\n", "application/yaml"), maps), R"({"a":1,"b":["x"]})");
  EXPECT_EQ(request_text(sent("a: 1\n", "application/apply-patch+yaml"), maps), R"({"a":1})");
  EXPECT_EQ(
      request_text(sent(R"([{"op":"add","path":"/a","value":1}])", "application/json-patch+json"),
                   maps),
      R"([{"op":"add","path":"/a","value":1}])");
  EXPECT_EQ(request_text(sent(R"({"a":null})", "application/merge-patch+json"), maps),
            R"({"a":null})");
  EXPECT_EQ(request_text(sent("{no json"), maps), "-");
  EXPECT_EQ(request_text(sent(""), maps), "-");
  const http::Response pieces{.body = R"({"items":[)",
                              .pieces = {std::make_shared<const std::string>(R"({"a":1})"),
                                         std::make_shared<const std::string>("]}")}};
  EXPECT_EQ(text_of(audited_response(pieces, maps, everything)), R"({"items":[{"a":1}]})");
  const http::Response yaml{.content_type = "application/yaml", .body = "a: 1\n"};
  EXPECT_EQ(text_of(audited_response(yaml, maps, everything)), R"({"a":1})");
}

TEST(AccessAuditBodies, ASecretNeverTellsItsValues) {
  const Attributes secrets = about("secrets");
  const std::string secret =
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","annotations":)"
      R"({"kubectl.kubernetes.io/last-applied-configuration":"hush"},"managedFields":["hush"]},)"
      R"("data":{"key":"hush"},"stringData":{"other":"hush"},"type":"Opaque"})";
  const std::string told =
      R"({"apiVersion":"v1","data":{"key":"[left out]"},"kind":"Secret","metadata":{"name":"s"},)"
      R"("stringData":{"other":"[left out]"},"type":"Opaque"})";
  EXPECT_EQ(request_text(sent(secret), secrets), told);
  EXPECT_EQ(response_text(secret, secrets), told);
  const std::string list = R"({"kind":"SecretList","items":[)" + secret + "]}";
  EXPECT_EQ(response_text(list, secrets), R"({"items":[)" + told + R"(],"kind":"SecretList"})");
  EXPECT_EQ(
      request_text(sent(R"({"data":{"key":"hush"},"odd":"hush"})", "application/merge-patch+json"),
                   secrets),
      R"({"data":{"key":"[left out]"},"metadata":{}})");
  EXPECT_EQ(request_text(sent(R"([{"op":"add","path":"/data/key","value":"hush","x":"hush"}])",
                              "application/json-patch+json"),
                         secrets),
            R"([{"op":"add","path":"/data/key","value":"[left out]"}])");
  const std::string table = R"({"kind":"Table","rows":[{"cells":["hush"]}]})";
  EXPECT_EQ(response_text(table, secrets), R"({"kind":"Table","metadata":{}})");
  const std::string odd = R"({"kind":"SecretList","items":["hush"],"data":"hush"})";
  EXPECT_EQ(response_text(odd, secrets).find("hush"), std::string::npos);
  EXPECT_EQ(request_text(sent("\"hush\""), secrets).find("hush"), std::string::npos);
}

TEST(AccessAuditBodies, TokensAreNeverTold) {
  const Attributes reviews = about("tokenreviews", "authentication.k8s.io");
  EXPECT_EQ(request_text(sent(R"({"spec":{"token":"hush","audiences":["a"]}})"), reviews),
            R"({"spec":{"audiences":["a"],"token":"[left out]"}})");
  EXPECT_EQ(response_text(R"({"spec":{"token":"hush"},"status":{}})", reviews),
            R"({"spec":{"token":"[left out]"},"status":{}})");
  const Attributes requests = about("serviceaccounts", "", "token");
  EXPECT_EQ(request_text(sent(R"({"spec":{"expirationSeconds":600}})"), requests),
            R"({"spec":{"expirationSeconds":600}})");
  EXPECT_EQ(response_text(R"({"status":{"token":"hush"}})", requests), "-");
  EXPECT_EQ(response_text(R"({"metadata":{"name":"a"}})", about("serviceaccounts")),
            R"({"metadata":{"name":"a"}})");
}

TEST(AccessAuditBodies, ManagedFieldsGoWhereThePolicySaysSo) {
  const AuditRuling without{.level = AuditLevel::RequestResponse, .omit_managed_fields = true};
  const std::string body = R"({"metadata":{"managedFields":[1],"name":"a"},)"
                           R"("items":[{"metadata":{"managedFields":[]}}]})";
  EXPECT_EQ(response_text(body, about("pods"), without),
            R"({"items":[{"metadata":{}}],"metadata":{"name":"a"}})");
  EXPECT_NE(response_text(body, about("pods")).find("managedFields"), std::string::npos);
}

TEST(AccessAuditBodies, LongOnesAreCutAndSaySo) {
  const std::string filler(1000, 'x');
  std::string items;
  for (int i = 0; i < 300; ++i)
    items += format(R"({}{{"n":{},"f":"{}"}})", i > 0 ? "," : "", i, filler);
  const auto list = audited_response({.body = R"({"kind":"L","items":[)" + items + "]}"},
                                     about("pods"), everything);
  EXPECT_TRUE(list.is_cut);
  EXPECT_EQ(list.object->at("kind"), "L");
  EXPECT_GT(list.object->at("items").as_array().size(), 90U);
  EXPECT_LT(text_of(list).size(), audit_object_bytes_max + 100);

  const std::string large(audit_object_bytes_max, 'x');
  const auto object = audited_request(
      sent(R"({"kind":"K","metadata":{"name":"n","labels":{}},"data":")" + large + R"("})"),
      about("configmaps"), everything);
  EXPECT_TRUE(object.is_cut);
  EXPECT_EQ(text_of(object), R"({"kind":"K","metadata":{"name":"n"}})");

  const auto named =
      audited_request(sent(R"({"kind":")" + large + R"("})"), about("configmaps"), everything);
  EXPECT_EQ(text_of(named), "{}");

  const std::string huge(audit_body_bytes_max, 'x');
  const auto unread = audited_request(sent("\"" + huge + "\""), about("configmaps"), everything);
  EXPECT_TRUE(unread.is_cut);
  EXPECT_FALSE(unread.object);
  EXPECT_TRUE(audited_response({.body = huge + "x"}, about("pods"), everything).is_cut);
}

}  // namespace
}  // namespace telltale::server
