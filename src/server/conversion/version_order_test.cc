// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/version_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace telltale::server {
namespace {

TEST(VersionOrder, StableBeforeBetaBeforeAlphaBeforeTheRest) {
  std::vector<std::string> versions{"v10beta3", "foo1",      "v1",    "v2beta1", "v11alpha2", "v10",
                                    "v3",       "v12alpha1", "bar10", "v0",      "v1beta"};
  std::ranges::sort(versions, preferred_version_first);
  EXPECT_THAT(versions, testing::ElementsAre("v10", "v3", "v1", "v10beta3", "v2beta1", "v12alpha1",
                                             "v11alpha2", "bar10", "foo1", "v0", "v1beta"));
}

}  // namespace
}  // namespace telltale::server
