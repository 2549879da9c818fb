// SPDX-License-Identifier: Apache-2.0
#include "classify/aws_quota.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

constexpr std::string_view vcpus =
    "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 "
    "allows for the instance bucket that the specified instance type belongs to.";

TEST(AwsQuota, IsTheBucketOfTheInstanceFamily) {
  const auto on_demand = [](std::string_view type) {
    return aws_quota_code(vcpus, type, AwsMarket::OnDemand);
  };
  EXPECT_EQ(on_demand("g5.4xlarge"), "L-DB2E81BA");
  EXPECT_EQ(on_demand("gr6.4xlarge"), "L-DB2E81BA");
  EXPECT_EQ(on_demand("vt1.3xlarge"), "L-DB2E81BA");
  for (const std::string_view type :
       {"a1.medium", "c6gn.large", "d3en.xlarge", "h1.2xlarge", "im4gn.large", "is4gen.large",
        "m7i-flex.large", "r6id.large", "t3.micro", "z1d.large"}) {
    EXPECT_EQ(on_demand(type), "L-1216C47A") << type;
  }
  EXPECT_EQ(on_demand("p5.48xlarge"), "L-417A185B");
  EXPECT_EQ(on_demand("x2idn.16xlarge"), "L-7295265B");
  EXPECT_EQ(on_demand("inf2.xlarge"), "L-1945791B");
  EXPECT_EQ(on_demand("trn1.2xlarge"), "L-2C3B7624");
  EXPECT_EQ(on_demand("dl1.24xlarge"), "L-6E869C2A");
  EXPECT_EQ(on_demand("f1.2xlarge"), "L-74FC7D96");
  EXPECT_EQ(on_demand("u-6tb1.56xlarge"), "L-43DA4232");
  EXPECT_EQ(on_demand("hpc7g.16xlarge"), "L-F7808C92");
}

TEST(AwsQuota, CountsSpotApart) {
  EXPECT_EQ(aws_quota_code(vcpus, "g5.xlarge", AwsMarket::Spot), "L-3819A6DF");
  EXPECT_EQ(aws_quota_code(vcpus, "m5.large", AwsMarket::Spot), "L-34B43A08");
  EXPECT_EQ(aws_quota_code(vcpus, "p5.48xlarge", AwsMarket::Spot), "L-C4BD4855");
  EXPECT_EQ(aws_quota_code("MaxSpotInstanceCountExceeded: Max spot instance count exceeded",
                           "p4d.24xlarge", AwsMarket::OnDemand),
            "L-7212CCBC");
}

TEST(AwsQuota, IsTheOneThatTheErrorNames) {
  EXPECT_EQ(aws_quota_code("quota ec2/L-0263D0A3 is used up", "g5.xlarge", AwsMarket::OnDemand),
            "L-0263D0A3");
  EXPECT_EQ(aws_quota_code("VolumeLimitExceeded: You have exceeded your maximum gp3 storage limit "
                           "of 50 TiB in this region.",
                           "g5.xlarge", AwsMarket::OnDemand),
            "L-7A658B76");
  EXPECT_EQ(aws_quota_code("XL-0263D0A3 and L-0263D0A33 are none", "", AwsMarket::OnDemand), "");
}

TEST(AwsQuota, IsNotGuessed) {
  EXPECT_EQ(aws_quota_code(vcpus, "", AwsMarket::OnDemand), "");
  EXPECT_EQ(aws_quota_code(vcpus, "Standard_D4s_v3", AwsMarket::OnDemand), "");
  EXPECT_EQ(aws_quota_code(vcpus, "mac1.metal", AwsMarket::OnDemand), "");
  EXPECT_EQ(aws_quota_code(vcpus, "wonder9.large", AwsMarket::OnDemand), "");
  EXPECT_EQ(aws_quota_code(vcpus, "hpc7g.16xlarge", AwsMarket::Spot), "");
  EXPECT_EQ(aws_quota_code("TooManyBuckets", "g5.xlarge", AwsMarket::OnDemand), "");
}

}  // namespace
}  // namespace telltale
