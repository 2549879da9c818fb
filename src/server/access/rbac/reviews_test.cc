// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/reviews.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"
#include "server/access/identity/trust_for_test.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

const User scoped_bob{
    .name = "bob", .uid = "u1", .groups = {"devs"}, .extra = {{"scope", {"a", "b"}}}};
const User admin{.name = "root", .groups = {"system:masters", "system:authenticated"}};

Policy small_policy() {
  const std::vector<json::Value> objects{
      role_for_test("", "reader",
                    {{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}},
                     {.verbs = {"get"}, .non_resource_urls = {"/metrics"}}}),
      binding_for_test("", "readers", "ClusterRole", "reader", {{"Group", "devs"}}),
      binding_for_test("team", "lost", "Role", "gone", {{"User", "bob"}})};
  return Policy(objects);
}

class AccessReviews : public ::testing::Test {
 protected:
  Outcome<json::Value> ask(const std::string& kind, const std::string& body,
                           const User& user = scoped_bob,
                           const std::string& namespace_name = {}) const {
    const json::Value object = *json::parse(body);
    return answer_review({.kind = kind, .body = object, .namespace_name = namespace_name}, user,
                         policy_, trust_);
  }
  std::string status(const std::string& kind, const std::string& body,
                     const User& user = scoped_bob) const {
    const auto answer = ask(kind, body, user);
    return answer ? json::print(answer->at("status")) : answer.error().message;
  }
  const Policy policy_ = small_policy();
  const ManualClock clock_{*parse_rfc3339("2026-01-01T00:00:00Z")};
  const Trust trust_ = trust_for_test(
      {.tokens = Tokens({{"good", {.name = "carol", .groups = {"ops"}}}}, "key")}, clock_);
};

TEST_F(AccessReviews, AnswerAsTheRecordedServerDoes) {
  const auto answer = ask(
      "SelfSubjectAccessReview",
      R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":)"
      R"({"resourceAttributes":{"verb":"create","resource":"gadgets","group":"ref.example.com"}}})",
      admin);
  ASSERT_TRUE(answer);
  EXPECT_EQ(json::print(*answer),
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview",)"
            R"("metadata":{"creationTimestamp":null},"spec":{"resourceAttributes":)"
            R"({"group":"ref.example.com","resource":"gadgets","verb":"create"}},)"
            R"("status":{"allowed":true}})");
}

TEST_F(AccessReviews, SayWhyOneMay) {
  EXPECT_EQ(status("SelfSubjectAccessReview",
                   R"({"spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}})"),
            R"({"allowed":true,"reason":"RBAC: allowed by ClusterRoleBinding \"readers\" of )"
            R"(ClusterRole \"reader\" to Group \"devs\""})");
  EXPECT_EQ(status("SelfSubjectAccessReview",
                   R"({"spec":{"resourceAttributes":{"verb":"create","resource":"pods"}}})"),
            R"({"allowed":false})");
  EXPECT_EQ(status("SelfSubjectAccessReview",
                   R"({"spec":{"nonResourceAttributes":{"verb":"get","path":"/logs"}}})"),
            R"({"allowed":false})");
  EXPECT_TRUE(ask("SelfSubjectAccessReview",
                  R"({"spec":{"nonResourceAttributes":{"verb":"get","path":"/metrics"}}})")
                  ->at("status")
                  .at("allowed")
                  .as_bool());
}

TEST_F(AccessReviews, AskForExactlyOneKindOfAttributes) {
  EXPECT_EQ(status("SelfSubjectAccessReview", R"({"spec":{}})"),
            "SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: "
            "spec.resourceAttributes: Invalid value: \"null\": exactly one of "
            "nonResourceAttributes or resourceAttributes must be specified");
  EXPECT_EQ(status("SelfSubjectAccessReview",
                   R"({"spec":{"resourceAttributes":{},"nonResourceAttributes":{"path":"/x"}}})"),
            "SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: "
            "spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"
            "\"/x\", Verb:\"\"}: cannot be specified in combination with resourceAttributes");
  const auto error = ask("SelfSubjectAccessReview", "{}").error();
  EXPECT_EQ(error.code, 422);
  ASSERT_EQ(error.causes.size(), 1U);
  EXPECT_EQ(error.causes[0].field, "spec.resourceAttributes");
}

TEST_F(AccessReviews, HaveNoMetadataOfTheirOwn) {
  const std::string spec = R"("spec":{"resourceAttributes":{"verb":"get","resource":"pods"}})";
  EXPECT_EQ(
      ask("SelfSubjectAccessReview", R"({"metadata":{"name":"x"},)" + spec + "}").error().code,
      422);
  EXPECT_TRUE(ask(
      "SelfSubjectAccessReview",
      R"({"metadata":{"creationTimestamp":null,"labels":{},"managedFields":[{}]},)" + spec + "}"));
}

TEST_F(AccessReviews, AnswerAboutOthers) {
  const std::string who = R"({"spec":{"user":"eve","groups":["devs"],"extra":{"a":["b"]},)"
                          R"("resourceAttributes":{"verb":"get","resource":"pods"}}})";
  EXPECT_TRUE(ask("SubjectAccessReview", who)->at("status").at("allowed").as_bool());
  EXPECT_EQ(status("SubjectAccessReview",
                   R"({"spec":{"user":"eve","nonResourceAttributes":{"path":"/metrics"}}})"),
            R"({"allowed":false})");
  EXPECT_EQ(status("SubjectAccessReview", R"({"spec":{"resourceAttributes":{"verb":"get"}}})"),
            "SubjectAccessReview.authorization.k8s.io \"\" is invalid: spec.user: Invalid value: "
            "\"\": at least one of user or group must be specified");
}

TEST_F(AccessReviews, OfOneNamespaceStayWithinIt) {
  const auto local = [&](const std::string& asked, const std::string& url,
                         const std::string& metadata = "{}") {
    return ask("LocalSubjectAccessReview",
               R"({"metadata":)" + metadata +
                   R"(,"spec":{"user":"bob","groups":["devs"],"resourceAttributes":)"
                   R"({"verb":"get","resource":"pods","namespace":")" +
                   asked + R"("}}})",
               admin, url);
  };
  const auto answer = local("team", "team");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->at("status").at("allowed").as_bool());
  EXPECT_EQ(answer->at("metadata").at("namespace"), "team");
  EXPECT_EQ(local("other", "team").error().code, 422);
  EXPECT_EQ(local("other", "team", R"({"namespace":"other"})").error().code, 400);
  EXPECT_EQ(local("", "").error().code, 400);
  const auto path =
      ask("LocalSubjectAccessReview",
          R"({"spec":{"user":"a","nonResourceAttributes":{"path":"/x"}}})", admin, "team");
  EXPECT_EQ(path.error().causes.at(0).field, "spec.nonResourceAttributes");
}

TEST_F(AccessReviews, ListOnesOwnRules) {
  EXPECT_EQ(status("SelfSubjectRulesReview", R"({"spec":{"namespace":"team"}})"),
            R"({"evaluationError":"role.rbac.authorization.k8s.io \"gone\" not found",)"
            R"("incomplete":false,)"
            R"("nonResourceRules":[{"nonResourceURLs":["/metrics"],"verbs":["get"]}],)"
            R"("resourceRules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]})");
  EXPECT_EQ(status("SelfSubjectRulesReview", R"({"spec":{"namespace":"x"}})", {.name = "eve"}),
            R"({"incomplete":false,"nonResourceRules":[],"resourceRules":[]})");
  EXPECT_EQ(status("SelfSubjectRulesReview", R"({"spec":{}})"), "no namespace on request");
}

TEST_F(AccessReviews, TellWhoseATokenIs) {
  EXPECT_EQ(status("TokenReview", R"({"spec":{"token":"good"}})"),
            R"({"audiences":["https://kubernetes.default.svc.cluster.local"],"authenticated":true,)"
            R"("user":{"groups":["ops","system:authenticated"],)"
            R"("username":"carol"}})");
  EXPECT_EQ(status("TokenReview", R"({"spec":{"token":"bad"}})"),
            R"({"error":"invalid bearer token","user":{}})");
  EXPECT_EQ(status("TokenReview", R"({"spec":{}})"),
            "token is required for TokenReview in authentication");
}

TEST_F(AccessReviews, TellWhoOneIs) {
  const auto answer =
      ask("SelfSubjectReview", R"({"apiVersion":"authentication.k8s.io/v1","spec":{}})");
  ASSERT_TRUE(answer);
  EXPECT_EQ(json::print(*answer),
            R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview",)"
            R"("metadata":{"creationTimestamp":null},"status":{"userInfo":{"extra":)"
            R"({"scope":["a","b"]},"groups":["devs"],"uid":"u1","username":"bob"}}})");
}

TEST_F(AccessReviews, OfAnyShapeGetAnAnswerOrARefusal) {
  for (const char* kind :
       {"SelfSubjectAccessReview", "SubjectAccessReview", "LocalSubjectAccessReview",
        "SelfSubjectRulesReview", "TokenReview", "SelfSubjectReview"}) {
    EXPECT_TRUE(is_review(kind));
    for (const char* body :
         {"null", "[]", "3", R"({"spec":3})", R"({"spec":[],"metadata":[]})",
          R"({"spec":{"resourceAttributes":3,"user":[],"groups":"x","token":1,"namespace":{}}})",
          R"({"spec":{"nonResourceAttributes":[],"user":"a","extra":{"a":3}}})"}) {
      const auto answer = ask(kind, body);
      if (answer) {
        EXPECT_TRUE(answer->at("status").is_object());
      } else {
        EXPECT_LT(answer.error().code, 500);
      }
    }
  }
  EXPECT_FALSE(is_review("Pod"));
  EXPECT_EQ(ask("Pod", "{}").error().code, 400);
}

}  // namespace
}  // namespace telltale::server
