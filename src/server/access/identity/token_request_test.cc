// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/token_request.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view accounts = "/api/v1/namespaces/default/serviceaccounts";
constexpr std::string_view builder_token =
    "/api/v1/namespaces/default/serviceaccounts/builder/token";
constexpr std::string_view who_am_i = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

std::vector<http::Header> bearer(std::string_view token) {
  return {{"Authorization", format("Bearer {}", token)}};
}

class AccessTokenRequest : public ::testing::Test {
 protected:
  AccessTokenRequest() { make_account(); }
  void make_account() {
    ASSERT_EQ(server_.post(accounts, R"({"metadata":{"name":"builder"}})").code, 201);
  }
  AnswerForTest request(std::string_view spec = "{}") {
    return server_.post(builder_token, format(R"({{"apiVersion":"authentication.k8s.io/v1",)"
                                              R"("kind":"TokenRequest","spec":{}}})",
                                              spec));
  }
  std::string token(std::string_view spec = "{}") {
    return std::string(text_at(request(spec).object, "status.token"));
  }
  AnswerForTest who(std::string_view token) {
    return server_.ask("POST", std::string(who_am_i),
                       R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"})",
                       bearer(token));
  }
  AnswerForTest review(std::string_view token, std::string_view audiences) {
    return server_.post("/apis/authentication.k8s.io/v1/tokenreviews",
                        format(R"({{"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview",)"
                               R"("spec":{{"token":"{}","audiences":{}}}}})",
                               token, audiences));
  }

  ServerForTest server_;
};

TEST_F(AccessTokenRequest, IsAnsweredWithATokenThatIsTheAccount) {
  const auto answer = request();
  ASSERT_EQ(answer.code, 201) << answer.body;
  EXPECT_EQ(text_at(answer.object, "kind"), "TokenRequest");
  EXPECT_EQ(number_at(answer.object, "spec.expirationSeconds"), 3600);
  EXPECT_EQ(text_at(answer.object, "status.expirationTimestamp"), "2026-01-01T01:00:00Z");
  const auto me = who(text_at(answer.object, "status.token"));
  ASSERT_EQ(me.code, 201) << me.body;
  EXPECT_EQ(text_at(me.object, "status.userInfo.username"),
            "system:serviceaccount:default:builder");
  EXPECT_EQ(
      json::print(*at(me.object, "status.userInfo.groups")),
      R"(["system:serviceaccounts","system:serviceaccounts:default","system:authenticated"])");
}

TEST_F(AccessTokenRequest, IsForThoseWhoMayCreateTokens) {
  const auto refused = server_.ask("POST", std::string(builder_token), "{}", as_person("viewer"));
  EXPECT_EQ(refused.code, 403);
  EXPECT_NE(refused.body.find("serviceaccounts/token"), std::string::npos) << refused.body;
  EXPECT_EQ(server_.get(builder_token).code, 404);
  EXPECT_EQ(server_.post("/api/v1/namespaces/default/pods/builder/token", "{}").code, 404);
  EXPECT_EQ(server_
                .post("/api/v1/namespaces/default/serviceaccounts/nobody/token",
                      R"({"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest"})")
                .code,
            404);
}

TEST_F(AccessTokenRequest, HasALifeWithinLimits) {
  EXPECT_EQ(request(R"({"expirationSeconds":599})").code, 422);
  EXPECT_EQ(request(R"({"expirationSeconds":600})").code, 201);
  EXPECT_EQ(request(R"({"expirationSeconds":4294967297})").code, 422);
  EXPECT_EQ(request(R"({"expirationSeconds":"long"})").code, 400);
  const auto clipped = request(R"({"expirationSeconds":100000})");
  EXPECT_EQ(number_at(clipped.object, "spec.expirationSeconds"), 86400);
  EXPECT_EQ(text_at(clipped.object, "status.expirationTimestamp"), "2026-01-02T00:00:00Z");
  const auto warning = http::find_header(clipped.headers, "Warning");
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->find("shortened to 86400 seconds"), std::string_view::npos);
}

TEST_F(AccessTokenRequest, GivesATokenThatEnds) {
  const std::string made = token(R"({"expirationSeconds":600})");
  server_.advance(Seconds(599));
  EXPECT_EQ(who(made).code, 201);
  server_.advance(Seconds(1));
  EXPECT_EQ(who(made).code, 401);
}

TEST_F(AccessTokenRequest, GivesATokenThatEndsWithItsAccount) {
  const std::string made = token();
  EXPECT_EQ(server_.remove(format("{}/builder", accounts)).code, 200);
  EXPECT_EQ(who(made).code, 401);
  make_account();  // another one, of the same name
  EXPECT_EQ(who(made).code, 401);
  EXPECT_EQ(who(token()).code, 201);
}

TEST_F(AccessTokenRequest, GivesATokenForWhoeverIsAskedFor) {
  const std::string elsewhere = token(R"({"audiences":["vault","other"]})");
  EXPECT_EQ(who(elsewhere).code, 401);
  EXPECT_EQ(at(review(elsewhere, "[]").object, "status.authenticated"), nullptr);
  const auto known = review(elsewhere, R"(["vault","third"])");
  EXPECT_EQ(text_at(known.object, "status.user.username"), "system:serviceaccount:default:builder");
  EXPECT_EQ(json::print(*at(known.object, "status.audiences")), R"(["vault"])");
  EXPECT_EQ(at(review("admin-token", R"(["vault"])").object, "status.authenticated"), nullptr);
  std::string many = "[";
  for (int one = 0; one <= 32; ++one) many += format(R"({}"a{}")", one == 0 ? "" : ",", one);
  EXPECT_EQ(request(format(R"({{"audiences":{}]}})", many)).code, 422);
}

TEST_F(AccessTokenRequest, BindsATokenToAPodOrASecret) {
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  const auto secret = server_.post(secrets, R"({"metadata":{"name":"s"}})");
  const std::string uid(text_at(secret.object, "metadata.uid"));
  const auto bound_to = [&](std::string_view kind, std::string_view name, std::string_view id) {
    return format(
        R"({{"boundObjectRef":{{"kind":"{}","apiVersion":"v1","name":"{}","uid":"{}"}}}})", kind,
        name, id);
  };
  const std::string made = token(bound_to("Secret", "s", uid));
  EXPECT_EQ(who(made).code, 201);
  EXPECT_EQ(request(bound_to("Secret", "s", "other")).code, 409);
  EXPECT_EQ(request(bound_to("Secret", "t", "")).code, 404);
  EXPECT_EQ(request(bound_to("ConfigMap", "s", "")).code, 400);
  EXPECT_EQ(server_.remove(secrets + "/s").code, 200);
  EXPECT_EQ(who(made).code, 401);

  const std::string pods = "/api/v1/namespaces/default/pods";
  const auto pod = [&](std::string_view name, std::string_view account) {
    return server_
        .post(pods, format(R"({{"metadata":{{"name":"{}"}},"spec":{{"serviceAccountName":"{}",)"
                           R"("containers":[{{"name":"c","image":"i"}}]}}}})",
                           name, account))
        .code;
  };
  ASSERT_EQ(pod("p", "builder"), 201);
  ASSERT_EQ(pod("q", "somebody"), 201);
  EXPECT_EQ(request(bound_to("Pod", "q", "")).code, 400);
  const auto me = who(token(bound_to("Pod", "p", "")));
  EXPECT_NE(me.body.find(R"("authentication.kubernetes.io/pod-name":["p"])"), std::string::npos);
}

TEST_F(AccessTokenRequest, EndsTheWatchesOfWhoeverIsNotBelievedAnyMore) {
  const std::string binding =
      R"({"metadata":{"name":"b"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",)"
      R"("kind":"ClusterRole","name":"cluster-admin"},"subjects":[{"kind":"ServiceAccount",)"
      R"("name":"builder","namespace":"default"}]})";
  ASSERT_EQ(server_.post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", binding).code,
            201);
  const auto watch_as = [&](std::string_view token) {
    return server_.get("/api/v1/configmaps?watch=true", bearer(token)).stream;
  };
  const auto admin = watch_as("admin-token");
  const auto account = watch_as(token());
  const auto ending = watch_as(token(R"({"expirationSeconds":600})"));
  ASSERT_TRUE(admin && account && ending);
  server_.advance(Seconds(1));
  EXPECT_TRUE(admin->open() && account->open() && ending->open());
  server_.advance(Seconds(600));
  EXPECT_TRUE(account->open());
  EXPECT_FALSE(ending->open());
  EXPECT_EQ(server_.remove(format("{}/builder", accounts)).code, 200);
  server_.advance(Seconds(1));
  EXPECT_FALSE(account->open());
  EXPECT_TRUE(admin->open());

  // Everybody's tokens are replaced: the administrator's old one is among those that ended.
  server_.api().replace_trust(std::make_shared<const TrustedCredentials>(
      TrustedCredentials{.tokens = Tokens({{"new-token", user_of_person("admin")}}, "a secret")}));
  EXPECT_FALSE(admin->open());
  EXPECT_EQ(who("admin-token").code, 401);
  EXPECT_EQ(who("new-token").code, 201);
}

TEST_F(AccessTokenRequest, IsRotatedByAdministratorsOnly) {
  const std::string path = "/telltale/credentials/rotate";
  EXPECT_EQ(server_.ask("POST", path, {}, as_person("viewer")).code, 403);
  EXPECT_EQ(server_.ask("POST", path, {}, as_person("status-writer")).code, 403);
  EXPECT_EQ(server_.ask("POST", path).code, 503);  // a test's server keeps none
  EXPECT_EQ(server_.ask("GET", path).code, 405);
  EXPECT_EQ(server_.ask("POST", path + "?revoke=perhaps").code, 400);
}

}  // namespace
}  // namespace telltale::server
