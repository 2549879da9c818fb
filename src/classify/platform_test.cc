// SPDX-License-Identifier: Apache-2.0
#include "classify/platform.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Platform, IsReadInAnyCase) {
  EXPECT_EQ(parse_platform("aws"), Platform::AWS);
  EXPECT_EQ(parse_platform("VSPHERE"), Platform::VSphere);
  EXPECT_EQ(parse_platform("none"), Platform::None);
}

TEST(Platform, IsNotAnyWord) {
  EXPECT_EQ(parse_platform("Any"), std::nullopt);
  EXPECT_EQ(parse_platform(""), std::nullopt);
  EXPECT_EQ(parse_platform("AWS "), std::nullopt);
}

TEST(Platform, ReadsEveryNameItSays) {
  for (const Platform platform : all_platforms()) {
    EXPECT_EQ(parse_platform(to_text(platform)), platform);
  }
  EXPECT_EQ(all_platforms().size(), 12U);
  EXPECT_EQ(to_text(Platform::VSphere), "vSphere");
}

TEST(Platform, FollowsFromTheInfrastructureKind) {
  EXPECT_EQ(platform_of_kind("AWSMachine"), Platform::AWS);
  EXPECT_EQ(platform_of_kind("AzureMachineTemplate"), Platform::Azure);
  EXPECT_EQ(platform_of_kind("GCPMachine"), Platform::GCP);
  EXPECT_EQ(platform_of_kind("OpenStackMachine"), Platform::OpenStack);
  EXPECT_EQ(platform_of_kind("KubevirtMachine"), Platform::KubeVirt);
  EXPECT_EQ(platform_of_kind("VSphereVM"), Platform::VSphere);
  EXPECT_EQ(platform_of_kind("Metal3Machine"), Platform::Baremetal);
  EXPECT_EQ(platform_of_kind("AgentMachine"), Platform::Agent);
  EXPECT_EQ(platform_of_kind("IBMPowerVSMachine"), Platform::PowerVS);
  EXPECT_EQ(platform_of_kind("IBMVPCMachine"), Platform::IBMCloud);
  EXPECT_EQ(platform_of_kind("NutanixMachine"), Platform::Nutanix);
  EXPECT_EQ(platform_of_kind("DockerMachine"), Platform::Any);
  EXPECT_EQ(platform_of_kind(""), Platform::Any);
}

}  // namespace
}  // namespace telltale
