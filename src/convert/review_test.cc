// SPDX-License-Identifier: Apache-2.0
#include "convert/review.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

std::string reviewed(std::string_view desired, std::string_view objects) {
  const json::Value request = *json::parse(format(
      R"({{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request":
        {{"uid": "u-1", "desiredAPIVersion": "{}", "objects": [{}]}}}})",
      desired, objects));
  return json::print(review(request).at("response"));
}

constexpr std::string_view set =
    R"({"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachineSet",
        "metadata": {"name": "s1", "namespace": "ns1", "uid": "u"},
        "spec": {"minReadySeconds": 5}})";

TEST(Review, ConvertsEveryObjectInOrder) {
  const std::string same = R"({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
                               "metadata": {"name": "m"}})";
  EXPECT_EQ(reviewed("cluster.x-k8s.io/v1beta2", format("{}, {}", set, same)),
            R"({"convertedObjects":[{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet",)"
            R"("metadata":{"name":"s1","namespace":"ns1","uid":"u"},"spec":{"template":{"spec":)"
            R"({"minReadySeconds":5}}}},{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",)"
            R"("metadata":{"name":"m"}}],"result":{"status":"Success"},"uid":"u-1"})");
}

TEST(Review, FailsAsAWholeAndNamesTheObject) {
  const std::string bad = R"({"apiVersion": "cluster.x-k8s.io/v1alpha3", "kind": "Machine",
                              "metadata": {"name": "m1", "namespace": "ns1"}})";
  EXPECT_EQ(reviewed("cluster.x-k8s.io/v1beta2", format("{}, {}", set, bad)),
            R"({"result":{"message":"Machine ns1/m1: Machine m1 has version v1alpha3; expected )"
            R"(v1beta1 or v1beta2","status":"Failed"},"uid":"u-1"})");
  EXPECT_TRUE(reviewed("cluster.x-k8s.io/v1beta2", "7").contains("object 1: "));
}

TEST(Review, RefusesGroupsKindsAndVersionsItDoesNotKnow) {
  EXPECT_TRUE(reviewed("example.com/v1beta2", set).contains("it is of group cluster.x-k8s.io"));
  EXPECT_TRUE(reviewed("cluster.x-k8s.io/v1", set).contains("is not a version this webhook"));
  EXPECT_TRUE(reviewed("", set).contains("Failed"));
  EXPECT_TRUE(reviewed("cluster.x-k8s.io/v1beta2",
                       R"({"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "ClusterThing",
                           "metadata": {"name": "q"}})")
                  .contains("this kind is not known to differ between versions"));
}

TEST(Review, AnswersARequestThatMakesNoSense) {
  for (const std::string_view text :
       {"5", "{}", R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview"})",
        R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
            "request": {"uid": "u", "objects": 5}})"}) {
    const json::Value answer = review(*json::parse(text));
    EXPECT_EQ(json::print(*find(answer, "response.result.status")), R"("Failed")") << text;
    EXPECT_EQ(json::print(answer.at("kind")), R"("ConversionReview")");
  }
}

TEST(Review, HasALimit) {
  json::Value request = *json::parse(R"({"apiVersion": "apiextensions.k8s.io/v1",
    "kind": "ConversionReview", "request": {"uid": "u",
    "desiredAPIVersion": "cluster.x-k8s.io/v1beta2", "objects": []}})");
  request.at("request").at("objects").get_array().resize(review_objects_max + 1);
  EXPECT_TRUE(json::print(review(request)).contains("10001 objects are more than 10000"));
}

}  // namespace
}  // namespace telltale::convert
