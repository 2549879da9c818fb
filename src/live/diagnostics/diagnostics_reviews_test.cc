// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_reviews.h"

#include <gtest/gtest.h>

namespace telltale::live {
namespace {

TEST(DiagnosticsReviews, AskWhoHoldsAToken) {
  EXPECT_EQ(token_review("a\"b"), R"({"apiVersion":"authentication.k8s.io/v1",)"
                                  R"("kind":"TokenReview","spec":{"token":"a\"b"}})");
}

TEST(DiagnosticsReviews, AskWhetherAUserMayGetAPathWithAllThatIsKnownOfThem) {
  const auto user = read_token_review(
      R"({"kind":"TokenReview","status":{"authenticated":true,"user":{"username":"prometheus",)"
      R"("uid":"7","groups":["g"],"extra":{"k":["v"]},"other":1}}})");
  ASSERT_TRUE(user && *user);
  EXPECT_EQ(access_review(**user, "/metrics"),
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":)"
            R"({"extra":{"k":["v"]},"groups":["g"],"nonResourceAttributes":)"
            R"({"path":"/metrics","verb":"get"},"uid":"7","user":"prometheus"}})");
}

TEST(DiagnosticsReviews, ATokenThatIsNotAcceptedIsNobodys) {
  const auto nobody = [](std::string_view status) {
    const auto user =
        read_token_review(R"({"kind":"TokenReview","status":)" + std::string(status) + "}");
    return user && !*user;
  };
  EXPECT_TRUE(nobody("{}"));
  EXPECT_TRUE(nobody(R"({"authenticated":false,"user":{"username":"a"}})"));
  EXPECT_TRUE(nobody(R"({"authenticated":"true","user":{"username":"a"}})"));
  EXPECT_TRUE(nobody(R"({"authenticated":true})"));
  EXPECT_TRUE(nobody(R"({"authenticated":true,"user":{"username":""}})"));
  EXPECT_TRUE(nobody(R"({"authenticated":true,"user":{"username":5}})"));
}

TEST(DiagnosticsReviews, OnlyAPlainYesIsAYes) {
  const auto allowed = [](std::string_view status) {
    return read_access_review(R"({"kind":"SubjectAccessReview","status":)" + std::string(status) +
                              "}");
  };
  EXPECT_EQ(allowed(R"({"allowed":true})"), true);
  EXPECT_EQ(allowed(R"({"allowed":true,"denied":true})"), false);
  EXPECT_EQ(allowed(R"({"allowed":false})"), false);
  EXPECT_EQ(allowed(R"({"allowed":1})"), false);
  EXPECT_EQ(allowed("{}"), false);
}

TEST(DiagnosticsReviews, WhatIsNoReviewIsNoAnswer) {
  EXPECT_FALSE(read_token_review("{"));
  EXPECT_FALSE(read_token_review("[]"));
  EXPECT_FALSE(read_token_review(R"({"kind":"Status","status":"Failure"})"));
  EXPECT_FALSE(read_token_review(R"({"kind":"TokenReview"})"));
  EXPECT_FALSE(read_access_review(R"({"kind":"TokenReview","status":{"allowed":true}})"));
}

}  // namespace
}  // namespace telltale::live
