// SPDX-License-Identifier: Apache-2.0
#include "live/leases/write_permission.h"

#include <optional>

#include <gtest/gtest.h>

#include "live/leases/lease_api_for_test.h"
#include "live/loop_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

class WritePermissionTest : public testing::Test {
 protected:
  WritePermissionTest() {
    loop_.transport.always(
        [this](const client::Outgoing& outgoing) { return leases_.serve(outgoing); });
  }

  WritePermission& claim() {
    permission_.emplace(
        loop_.parts,
        WritePermissionParts{
            .leases = {.api = loop_.api, .scheduler = loop_.time, .clock = loop_.time.clock()},
            .options = options_,
            .home = home_,
            .reconciler = loop_.reconciler,
            .on_taken_over = [this] { ++taken_over_; }});
    permission_->claim();
    return *permission_;
  }
  // Holds the Lease from now on, and never renews it.
  void let_another_write() {
    const auto taken = leases_.server().serve(
        {.what = LeaseRequest::What::Create,
         .name = std::string(writer_lease),
         .record = {.holder = "other", .duration_seconds = 15, .write = "all"}});
    ASSERT_TRUE(taken);
  }
  const std::string& holder() {
    return leases_.server().leases().at(std::string(writer_lease)).holder;
  }

  LoopForTest loop_;
  LeaseApiForTest leases_;
  LeaseOptions options_{
      .namespace_name = "telltale-system", .identity = "me", .writer = LeaseRules{}};
  OwnNamespace home_{loop_.api, "telltale-system", [](std::string_view) {}};
  int taken_over_ = 0;
  std::optional<WritePermission> permission_;
};

TEST_F(WritePermissionTest, IsThereAtOnceWhereNoOtherTelltaleCanBe) {
  options_.writer.reset();
  const WritePermission& permission = claim();
  EXPECT_TRUE(permission.is_granted());
  EXPECT_TRUE(permission.is_decided());
  loop_.advance(1s);
  EXPECT_EQ(loop_.transport.size(), 0U);
}

TEST_F(WritePermissionTest, ComesWithTheLease) {
  const WritePermission& permission = claim();
  EXPECT_FALSE(permission.is_granted());
  EXPECT_FALSE(permission.is_decided());
  loop_.advance(1s);
  EXPECT_TRUE(permission.is_granted());
  EXPECT_TRUE(permission.is_decided());
  EXPECT_EQ(holder(), "me");
  EXPECT_GT(loop_.progress, 0) << "the first judgement waits for it";
}

TEST_F(WritePermissionTest, IsNotThereWhileAnotherOneWritesAndComesWhenThatOneIsGone) {
  let_another_write();
  const WritePermission& permission = claim();
  loop_.advance(1s);
  EXPECT_TRUE(permission.is_decided());
  EXPECT_FALSE(permission.is_granted());
  EXPECT_TRUE(loop_.reconciler.is_silent());
  EXPECT_EQ(loop_.logged("other holds the Lease telltale-writer and writes here (--write=all)"),
            1U);
  loop_.reconciler.begin();
  loop_.advance(20s);
  EXPECT_TRUE(permission.is_granted());
  EXPECT_FALSE(loop_.reconciler.is_silent());
  EXPECT_EQ(taken_over_, 1) << "the other one remembered more than this one saw";
}

TEST_F(WritePermissionTest, IsTakenWhereTheLeaseIsRefused) {
  leases_.refuse_with(403);
  const WritePermission& permission = claim();
  loop_.advance(60s);
  EXPECT_TRUE(permission.is_granted());
  EXPECT_EQ(loop_.logged("the Lease telltale-writer cannot be held"), 1U);
}

TEST_F(WritePermissionTest, IsTakenWhereTheServerLeavesItOpenForTooLong) {
  leases_.go_down();
  WritePermission& permission = claim();
  loop_.advance(30s);
  permission.keep_time(loop_.time.clock().elapsed());
  EXPECT_FALSE(permission.is_decided());
  loop_.advance(1s);
  permission.keep_time(loop_.time.clock().elapsed());
  EXPECT_TRUE(permission.is_granted());
  EXPECT_EQ(loop_.logged("the server does not answer"), 1U);
}

TEST_F(WritePermissionTest, LapsesWithALeaseThatCannotBeRenewed) {
  const WritePermission& permission = claim();
  loop_.advance(1s);
  leases_.go_down();
  loop_.advance(20s);
  EXPECT_FALSE(permission.is_granted());
  EXPECT_TRUE(loop_.reconciler.is_silent());
  leases_.come_back();
  loop_.advance(10s);
  EXPECT_TRUE(permission.is_granted());
  EXPECT_FALSE(loop_.reconciler.is_silent());
  EXPECT_EQ(taken_over_, 0) << "no other telltale wrote meanwhile";
}

TEST_F(WritePermissionTest, OfShardsIsSharedAndDoesNotLapse) {
  options_.mode = LeaseOptions::Mode::Shards;
  options_.shards = 4;
  WritePermission& permission = claim();
  loop_.advance(1s);
  EXPECT_EQ(holder(), "telltale-shards-4");
  leases_.go_down();
  loop_.advance(20s);
  EXPECT_TRUE(permission.is_granted());
  permission.give_back(0ms);
  EXPECT_FALSE(permission.is_granted());
  EXPECT_EQ(loop_.logged("could not be given back"), 0U) << "the other shards go on with it";
}

TEST_F(WritePermissionTest, ListensToNothingOnceItIsClosed) {
  WritePermission& permission = claim();
  permission.close();
  loop_.advance(60s);
  EXPECT_FALSE(permission.is_decided());
}

}  // namespace
}  // namespace telltale::live
