// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/gates.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

TEST(Gates, AreOffUnlessSomebodyTurnsThemOn) {
  EXPECT_EQ(parse_gates(""), Gates{});
  EXPECT_FALSE(Gates{}.node_pool_progressing);
  EXPECT_TRUE(parse_gates("NodePoolProgressingCondition=true")->node_pool_progressing);
  EXPECT_FALSE(parse_gates("NodePoolProgressingCondition=false")->node_pool_progressing);
  EXPECT_TRUE(Gates{}.node_pool_degraded);
  EXPECT_FALSE(parse_gates("NodePoolDegradedCondition=false")->node_pool_degraded);
  EXPECT_EQ(all_gates().size(), 2U);
}

TEST(Gates, TakeTheLastWordAndDoNotMindBlanks) {
  const auto gates =
      parse_gates(" NodePoolProgressingCondition = true , NodePoolProgressingCondition=false,");
  ASSERT_TRUE(gates.has_value());
  EXPECT_FALSE(gates->node_pool_progressing);
}

TEST(Gates, NameTheKnownOnesWhereOneIsUnknown) {
  const auto gates = parse_gates("NodePoolProgressing=true");
  ASSERT_FALSE(gates.has_value());
  EXPECT_EQ(gates.error().kind, Error::Kind::Invalid);
  EXPECT_EQ(gates.error().detail,
            "there is no feature gate \"NodePoolProgressing\"; there is "
            "NodePoolProgressingCondition, NodePoolDegradedCondition");
}

TEST(Gates, AreTrueOrFalse) {
  for (const std::string_view text :
       {"NodePoolProgressingCondition", "NodePoolProgressingCondition=",
        "NodePoolProgressingCondition=yes", "NodePoolProgressingCondition=true=false"}) {
    EXPECT_FALSE(parse_gates(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_gates(std::string(1 << 20, ',')).has_value());
}

// Whether a definition with this version, if any, lets us write to a pool.
bool allows(std::string_view group, std::string_view version, bool on = true) {
  const std::string pool = format(
      R"({{"apiVersion": "{}/v1", "kind": "NodePool", "metadata": {{"name": "np"}}}})", group);
  const std::string definition = format(
      R"({{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
          "metadata": {{"name": "nodepools.hypershift.openshift.io"}},
          "spec": {{"versions": [{}]}}}})",
      version);
  const World world = world_of({pool, definition});
  const Object* found = version.empty() ? nullptr : &world.objects().back();
  return writes({.node_pool_progressing = on}, world.objects().front(), found);
}

constexpr std::string_view hypershift = "hypershift.openshift.io";
constexpr std::string_view able =
    R"({"name": "v1beta1", "served": true, "subresources": {"status": {}}, "schema": {
        "openAPIV3Schema": {"properties": {"status": {"properties": {"conditions": {"items":
        {"properties": {"reason": {"type": "string"}}}}}}}}}})";

TEST(Gates, AllowWritingWhereTheyAreOnAndTheDefinitionKeepsIt) {
  EXPECT_TRUE(allows(hypershift, able));
  EXPECT_TRUE(allows(hypershift, "")) << "no definition at hand";
  EXPECT_FALSE(allows(hypershift, able, false));
}

TEST(Gates, SayNothingAboutOtherPools) { EXPECT_TRUE(allows("karpenter.sh", "", false)); }

TEST(Gates, RefuseADefinitionThatWouldDropIt) {
  EXPECT_FALSE(allows(hypershift, R"({"name": "v1beta1", "served": true, "subresources":
      {"status": {}}, "schema": {"openAPIV3Schema": {}}})"));
  EXPECT_TRUE(allows(hypershift, R"({"name": "v1beta1", "served": true, "subresources":
      {"status": {}}, "schema": {"openAPIV3Schema":
      {"x-kubernetes-preserve-unknown-fields": true}}})"));
  const auto with = [](std::string_view from, std::string_view to) {
    std::string text(able);
    text.replace(text.find(from), from.size(), to);
    return allows(hypershift, text);
  };
  EXPECT_FALSE(with(R"("served": true)", R"("served": false)"));
  EXPECT_FALSE(with("v1beta1", "v1alpha1"));
  EXPECT_FALSE(with(R"("status": {}})", R"("scale": {}})"));
}

TEST(Gates, KnowWhetherTheCountOfFailedLaunchesIsKept) {
  const auto keeps = [](std::string_view status) {
    const std::string definition = format(
        R"({{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
          "metadata": {{"name": "nodepools.karpenter.sh"}},
          "spec": {{"versions": [{{"name": "v1", "served": true, "schema": {{"openAPIV3Schema":
            {{"properties": {{"status": {}}}}}}}}}]}}}})",
        status);
    const World world = world_of({definition});
    return keeps_failed_launches(&world.objects().front());
  };
  EXPECT_FALSE(keeps(R"({"properties": {"resources": {}}})"));
  EXPECT_TRUE(keeps(R"({"properties": {"failedLaunches": {"type": "integer"}}})"));
  EXPECT_TRUE(keeps(R"({"x-kubernetes-preserve-unknown-fields": true})"));
  EXPECT_TRUE(keeps_failed_launches(nullptr));
}

TEST(Gates, AreOnOrOffInWords) {
  EXPECT_EQ(to_text(Gates{}), "NodePoolProgressingCondition=false, NodePoolDegradedCondition=true");
  EXPECT_EQ(parse_gates(to_text(Gates{.node_pool_progressing = true})),
            Gates{.node_pool_progressing = true});
}

TEST(Gates, LeaveWhatIsNotNamedAsItWas) {
  const Gates standard{.node_pool_progressing = true, .node_pool_degraded = false};
  EXPECT_EQ(parse_gates("", standard), standard);
  EXPECT_EQ(parse_gates("NodePoolDegradedCondition=true", standard),
            (Gates{.node_pool_progressing = true, .node_pool_degraded = true}));
}

TEST(Gates, OfKarpenterAreNotThoseOfHyperShift) {
  const World world = world_of({R"({"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
                                    "metadata": {"name": "np"}})"});
  const Object& pool = world.objects().front();
  EXPECT_TRUE(writes({}, pool, nullptr));
  EXPECT_FALSE(writes({.node_pool_degraded = false}, pool, nullptr));
  EXPECT_TRUE(says({.node_pool_progressing = false}, pool, "Progressing"));
  EXPECT_FALSE(says({.node_pool_degraded = false}, pool, "Degraded"));
  EXPECT_TRUE(says({.node_pool_degraded = false}, pool, "Ready"));
}

TEST(Gates, TakeTheirConditionOutOfWhatIsSaidAndLeaveTheVerdict) {
  const World world = world_of({R"({"apiVersion": "hypershift.openshift.io/v1beta1",
      "kind": "NodePool", "metadata": {"namespace": "clusters", "name": "np"}})"});
  const Condition conditions[] = {{.type = "Ready", .status = Status::True},
                                  {.type = "Progressing", .status = Status::False}};
  const Judged judged{
      .object = &world.objects().front(), .conditions = conditions, .verdict = Verdict::Stuck};
  const Spoken off({.node_pool_progressing = false}, judged);
  ASSERT_EQ(off.judged().conditions.size(), 1U);
  EXPECT_EQ(off.judged().conditions.front().type, "Ready");
  EXPECT_EQ(off.judged().verdict, Verdict::Stuck);
  const Spoken on({.node_pool_progressing = true}, judged);
  EXPECT_EQ(on.judged().conditions.data(), judged.conditions.data());
}

}  // namespace
}  // namespace telltale
