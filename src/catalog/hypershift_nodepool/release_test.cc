// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/release.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

TEST(HyperShiftRelease, TakesATagThatIsAVersionForOne) {
  EXPECT_EQ(version_of_image("quay.io/openshift-release-dev/ocp-release:4.18.3-x86_64"), "4.18.3");
  EXPECT_EQ(version_of_image("quay.io/openshift-release-dev/ocp-release:4.18.3-multi"), "4.18.3");
  EXPECT_EQ(version_of_image("registry:5000/ocp/release:4.19.0-rc.1-aarch64"), "4.19.0-rc.1");
  EXPECT_EQ(version_of_image("r/ocp/release:4.19.0-0.nightly-2026-01-01-030405"),
            "4.19.0-0.nightly-2026-01-01-030405");
}

TEST(HyperShiftRelease, KnowsNothingOfDigestsAndOtherTags) {
  for (const std::string_view image :
       {"quay.io/ocp-release@sha256:0123", "quay.io/ocp-release:4.18.3@sha256:0123", "r/release",
        "registry:5000/release", "r/release:latest", "r/release:4.18", "r/release:v4.18.3",
        "r/release:4.18.x", "r/release:", ""}) {
    EXPECT_EQ(version_of_image(image), "") << image;
  }
}

struct Release {
  std::string_view image = "r/release:4.18.1-x86_64";
  std::string_view version = "4.18.0";
  int generation = 2;
  ConditionDocuments conditions = {};
  std::string_view hosted = "";  // status.version of the HostedCluster
};

std::string on_its_way(const Release& release) {
  const std::string spec = format(R"(, "release": {{"image": "{}"}})", release.image);
  const std::string pool = text_of(PoolDocument{.generation = release.generation,
                                                .version = release.version,
                                                .spec = spec,
                                                .conditions = release.conditions});
  const std::string hosted =
      format(R"({{"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "HostedCluster",
                  "metadata": {{"namespace": "clusters", "name": "hc"}},
                  "status": {{"version": {{{}}}}}}})",
             release.hosted);
  const World world = world_of(std::vector<std::string_view>{pool, hosted});
  return std::string(version_on_its_way(world, world.objects().front()));
}

TEST(HyperShiftRelease, IsOnItsWayWhereThePoolHasAnother) {
  EXPECT_EQ(on_its_way({}), "4.18.1");
  EXPECT_EQ(on_its_way({.version = "4.18.1"}), "");
  EXPECT_EQ(on_its_way({.version = ""}), "") << "nothing was ever complete";
  EXPECT_EQ(on_its_way({.image = "r/release@sha256:12"}), "") << "nobody knows";
}

TEST(HyperShiftRelease, IsWhatTheHostedClusterKnowsAboutTheImage) {
  const std::string_view history =
      R"("history": [{"image": "r/release@sha256:34", "version": "4.18.2"},
                     {"image": "r/release@sha256:12", "version": "4.18.1"}])";
  EXPECT_EQ(on_its_way({.image = "r/release@sha256:12", .hosted = history}), "4.18.1");
  EXPECT_EQ(on_its_way({.image = "r/release@sha256:12", .version = "4.18.1", .hosted = history}),
            "");
  EXPECT_EQ(on_its_way({.image = "r/release@sha256:56", .hosted = history}), "");
  EXPECT_EQ(on_its_way({.image = "r/release@sha256:56",
                        .hosted = R"("desired": {"image": "r/release@sha256:56",
                                                 "version": "4.19.0"})"}),
            "4.19.0");
  EXPECT_EQ(on_its_way({.hosted = R"("desired": {"image": "r/release:4.18.1-x86_64",
                                                 "version": "4.18.1-hotfix"})"}),
            "4.18.1-hotfix")
      << "what ran is known better than what the tag says";
}

TEST(HyperShiftRelease, IsLeftToTheConditionThatIsAboutThisSpec) {
  const auto with = [](const ConditionDocument& one) {
    return on_its_way({.conditions = Documents{one}});
  };
  EXPECT_EQ(with({.type = "UpdatingVersion", .reason = "AsExpected", .generation = 2}), "");
  EXPECT_EQ(with({.type = "UpdatingVersion", .reason = "AsExpected", .generation = 1}), "4.18.1")
      << "the operator has not seen the new image yet";
  EXPECT_EQ(with({.type = "UpdatingVersion", .reason = "AsExpected"}), "4.18.1");
  EXPECT_EQ(with({.type = "UpdatingVersion", .status = "Unknown", .generation = 2}), "4.18.1");
  EXPECT_EQ(with({.type = "UpdatingVersion", .status = "True", .generation = 1}), "")
      << "it tells that itself";
  EXPECT_EQ(with({.type = "UpdatingVersion", .reason = "InplaceUpgradeFailed", .generation = 1}),
            "");
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
