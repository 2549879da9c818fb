// SPDX-License-Identifier: Apache-2.0
#include "classify/region.h"

#include <gtest/gtest.h>

#include "classify/corpus_for_test.h"

namespace telltale {
namespace {

TEST(Region, IsAZoneWithoutItsLetter) {
  EXPECT_EQ(region_of_zone("eu-west-1a"), "eu-west-1");
  EXPECT_EQ(region_of_zone("us-gov-west-1b"), "us-gov-west-1");
  EXPECT_EQ(region_of_zone("ap-southeast-2"), "ap-southeast-2");
  EXPECT_EQ(region_of_zone("us-west-2-lax-1a"), "us-west-2");
  EXPECT_EQ(region_of_zone("us-central1-a"), "us-central1");
  EXPECT_EQ(region_of_zone("northamerica-northeast1-b"), "northamerica-northeast1");
  for (const std::string_view none :
       {"", "1", "nova", "az-1", "eu-west", "eu-west-1ab", "eu-west-1;", "-", "rack-a"}) {
    EXPECT_EQ(region_of_zone(none), "") << none;
  }
}

TEST(Region, StandsInTheProviderIdsOfTwoClouds) {
  EXPECT_EQ(region_of_provider_id("aws:///eu-west-1a/i-0abc"), "eu-west-1");
  EXPECT_EQ(region_of_provider_id("gce://project/us-central1-a/vm"), "us-central1");
  EXPECT_EQ(region_of_provider_id("azure:///subscriptions/x/resourceGroups/y"), "");
  EXPECT_EQ(region_of_provider_id("docker:////web-0"), "");
  EXPECT_EQ(region_of_provider_id("aws://"), "");
}

TEST(Region, IsReadOutOfErrors) {
  EXPECT_EQ(region_in("Quota 'CPUS' exceeded. Limit: 24.0 in region us-central1."), "us-central1");
  EXPECT_EQ(
      region_in("exceeding approved Total Regional Cores quota. Additional details - "
                "Deployment Model: Resource Manager, Location: KoreaSouth, Current Limit: 50"),
      "KoreaSouth");
  EXPECT_EQ(region_in("We currently do not have sufficient m5.8xlarge capacity in the Availability "
                      "Zone you requested (us-west-1a)."),
            "us-west-1");
  EXPECT_EQ(region_in("is not available in location 'eastus' zones '1' for subscription"),
            "eastus");
  EXPECT_EQ(region_in("EBS volume limit exceeded in us-east-1a"), "us-east-1");
  EXPECT_EQ(region_in("Target groups 'arn:aws:elasticloadbalancing:us-east-1:1:targetgroup/a'"),
            "us-east-1");
}

TEST(Region, IsNotGuessed) {
  for (const std::string_view none :
       {"", "You have exceeded your maximum gp3 storage limit of 50 TiB in this region.",
        "in the instance bucket", "in region $(reboot)", "Location: ", "arn:aws:iam::1:role/x",
        "zone is not valid for region is"}) {
    EXPECT_EQ(region_in(none), "") << none;
  }
}

TEST(Region, OfARealMessageIsAWordOfIt) {
  std::size_t named = 0;
  for (const std::string file : {"sample.tsv", "unseen.tsv", "issues.tsv", "learned.tsv"}) {
    for (const LabelledMessage& row :
         read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/" + file)) {
      const std::string_view region = region_in(row.message);
      if (region.empty()) continue;
      ++named;
      EXPECT_TRUE(is_region(region)) << region;
      EXPECT_TRUE(region.find_first_of("0123456789") != std::string_view::npos ||
                  row.platform == Platform::Azure || row.platform == Platform::Any)
          << region << ": " << row.message;
    }
  }
  EXPECT_GE(named, 40U);
}

}  // namespace
}  // namespace telltale
