// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/version.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

Version version(std::string_view text) { return parse_version(text).value(); }

TEST(Version, IsReadWithAndWithoutTheV) {
  for (const std::string_view text : {"v1.33.2", "1.33.2"}) {
    EXPECT_EQ(version(text).major, 1);
    EXPECT_EQ(version(text).minor, 33);
    EXPECT_EQ(version(text).patch, 2);
    EXPECT_EQ(version(text).rest, "");
  }
}

TEST(Version, KeepsPreReleaseAndBuildForShowing) {
  EXPECT_EQ(version("v1.33.0-rc.1+vendor").rest, "-rc.1+vendor");
  EXPECT_EQ(to_text(version("v1.33.0-rc.1+vendor")), "1.33.0-rc.1+vendor");
  EXPECT_EQ(to_text(version("v1.30.1+k3s1")), "1.30.1+k3s1");
}

TEST(Version, FillsUpWhatIsNotSaid) {
  EXPECT_EQ(to_text(version("v1.33")), "1.33.0");
  EXPECT_EQ(to_text(version("2")), "2.0.0");
}

TEST(Version, IsOrderedByItsNumbers) {
  EXPECT_LT(version("v1.9.9"), version("v1.10.0"));
  EXPECT_LT(version("v1.33.1"), version("v1.33.2"));
  EXPECT_LT(version("v1.99.0"), version("v2.0.0"));
  EXPECT_FALSE(version("v1.33.2") < version("v1.33.2"));
}

TEST(Version, CountsPreReleasesAndBuildsAsTheSame) {
  EXPECT_FALSE(version("v1.33.0-rc.1") < version("v1.33.0"));
  EXPECT_FALSE(version("v1.33.0") < version("v1.33.0-rc.1"));
}

TEST(Version, RefusesEverythingElse) {
  for (const std::string_view text :
       {"", "v", "vv1.2.3", "latest", "1.", "1.x", "1.2.3.4", "1.2.3 ", " 1.2.3", "-1.2.3",
        "1.-2.3", "+1.2.3", "1.99999999999999999999.0", "99999999999999999999"}) {
    EXPECT_EQ(parse_version(text).has_value(), false) << text;
  }
}

}  // namespace
}  // namespace telltale
