// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/owner_index.h"

#include <gmock/gmock.h>

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Owner owner(std::string uid) {
  return {.api_version = "v1", .kind = "ConfigMap", .name = "o", .uid = std::move(uid)};
}

TEST(OwnerIndex, KnowsDependentsByTheUidOfTheirOwner) {
  OwnerIndex index;
  index.set("b", {owner("u1")});
  index.set("a", {owner("u1"), owner("u2")});
  EXPECT_THAT(index.dependents_of("u1"), ElementsAre("a", "b"));
  EXPECT_THAT(index.dependents_of("u2"), ElementsAre("a"));
  EXPECT_THAT(index.owners_uids("a"), ElementsAre("u1", "u2"));
}

TEST(OwnerIndex, ANewSetOfOwnersReplacesTheOldOne) {
  OwnerIndex index;
  index.set("a", {owner("u1")});
  index.set("a", {owner("u2")});
  EXPECT_THAT(index.dependents_of("u1"), IsEmpty());
  EXPECT_THAT(index.dependents_of("u2"), ElementsAre("a"));
  index.set("a", {});
  EXPECT_THAT(index.dependents_of("u2"), IsEmpty());
  EXPECT_EQ(index.size(), 0U);
}

}  // namespace
}  // namespace telltale::server
