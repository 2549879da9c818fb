// SPDX-License-Identifier: Apache-2.0
#include "store/draft.h"

#include <gtest/gtest.h>

namespace telltale::store {
namespace {

TEST(StoreDraft, ComparesWithWhatTheBatchDidBefore) {
  CurrentState present;
  Draft draft(present);
  const auto created = draft.take({.key = "a", .value = "1", .expected = 0});
  EXPECT_EQ(created, first_revision + 1);
  EXPECT_FALSE(draft.take({.key = "a", .value = "2", .expected = 0}));
  const auto deleted = draft.take({.key = "a", .value = std::nullopt, .expected = *created});
  EXPECT_EQ(deleted, *created + 1);
  EXPECT_EQ(draft.take({.key = "a", .value = "3", .expected = 0}), *deleted + 1);
  const auto changes = std::move(draft).changes();
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[1].before_revision, *created);
  EXPECT_EQ(*changes[1].before, "1");
  EXPECT_EQ(changes[2].before_revision, 0);
  EXPECT_EQ(present.size(), 0U);
}

TEST(StoreDraft, ComparesWithThePresentFirst) {
  CurrentState present;
  present.load({{"a", std::make_shared<const std::string>("1"), 8}}, 9, 9);
  Draft draft(present);
  EXPECT_EQ(draft.take({.key = "a", .value = "2", .expected = 7}).error().kind,
            Error::Kind::Conflict);
  EXPECT_EQ(draft.take({.key = "a", .value = "2", .expected = 8}), 10);
  EXPECT_EQ(*std::move(draft).changes().front().before, "1");
}

}  // namespace
}  // namespace telltale::store
