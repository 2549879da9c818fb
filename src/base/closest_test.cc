// SPDX-License-Identifier: Apache-2.0
#include "base/closest.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(EditDistance, CountsAddedRemovedAndReplacedCharacters) {
  EXPECT_EQ(edit_distance("machine", "machine"), 0U);
  EXPECT_EQ(edit_distance("machine", "machines"), 1U);
  EXPECT_EQ(edit_distance("machine", "mahine"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
}

TEST(Closest, PutsTheNearestFirst) {
  const std::string_view known[] = {"machinesets", "machinepools", "machines", "nodes"};
  EXPECT_THAT(closest("machinest", known), ElementsAre("machines", "machinesets"));
}

TEST(Closest, BreaksTiesByName) {
  const std::string_view known[] = {"md", "ma", "ms"};
  EXPECT_THAT(closest("mx", known, 2), ElementsAre("ma", "md"));
}

TEST(Closest, IgnoresCaseAndRepeatedCandidates) {
  const std::string_view known[] = {"Machine", "Machine"};
  EXPECT_THAT(closest("MACHINA", known), ElementsAre("Machine"));
}

TEST(Closest, OffersNothingForWordsThatResembleNone) {
  const std::string_view known[] = {"machines", "nodes"};
  EXPECT_THAT(closest("zebra", known), IsEmpty());
  EXPECT_THAT(closest(std::string(100'000, 'm'), known), IsEmpty());
}

}  // namespace
}  // namespace telltale
