// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_client.h"

#include <future>

#include <gtest/gtest.h>

#include "store/etcd/etcd_for_test.h"

#ifdef TELLTALE_WITH_ETCD

namespace telltale::store {
namespace {

class EtcdClientAlone : public testing::Test {
 protected:
  void SetUp() override {
    if (!etcd_.missing().empty()) GTEST_SKIP() << etcd_.missing();
    const std::vector<std::string> endpoints = {etcd_.endpoint()};
    client_ = std::make_unique<EtcdClient>(endpoints, std::chrono::seconds(10));
    ASSERT_TRUE(client_->range({.from = "a", .to = "b"}, EtcdClient::Connecting::Wait));
  }

  Result<EtcdOutcome> commit(EtcdWrite write) {
    std::promise<Result<EtcdOutcome>> answer;
    client_->commit(std::move(write),
                    [&](Result<EtcdOutcome> outcome) { answer.set_value(std::move(outcome)); });
    return answer.get_future().get();
  }

  EtcdForTest etcd_;
  std::unique_ptr<EtcdClient> client_;
};

TEST_F(EtcdClientAlone, ComparesAndSets) {
  const auto made = commit({.key = "a", .value = "1", .expected = 0});
  ASSERT_TRUE(made && made->written);
  const auto refused = commit({.key = "a", .value = "2", .expected = 0});
  ASSERT_TRUE(refused);
  EXPECT_FALSE(refused->written);
  EXPECT_EQ(refused->found, made->revision);
  const auto gone = commit({.key = "a", .value = std::nullopt, .expected = made->revision});
  ASSERT_TRUE(gone && gone->written);
  EXPECT_EQ(commit({.key = "a", .value = "3", .expected = made->revision})->found, 0);
}

TEST_F(EtcdClientAlone, SaysWhenChangesAreCompacted) {
  const auto first = commit({.key = "a", .value = "1", .expected = 0});
  const auto second = commit({.key = "a", .value = "2", .expected = first->revision});
  ASSERT_TRUE(client_->compact(second->revision));
  EXPECT_EQ(client_->compact(second->revision).error().kind, Error::Kind::Gone);
  EXPECT_EQ(client_->range({.from = "a", .to = "b", .at = first->revision}).error().kind,
            Error::Kind::Gone);
  const auto why = client_->watch({.from = "a",
                                   .to = "b",
                                   .start = first->revision,
                                   .begun = [] {},
                                   .news = [](const EtcdNews&) {}});
  EXPECT_EQ(why.kind, Error::Kind::Gone) << why.detail;
}

TEST_F(EtcdClientAlone, TellsBigNewsWhole) {
  const std::string big(1 << 20, 'v');
  Revision last = 0;
  for (int number = 0; number < 8; ++number) {
    const auto done = commit({.key = "a", .value = big, .expected = last});
    ASSERT_TRUE(done && done->written);
    last = done->revision;
  }
  std::size_t told = 0;
  client_->watch({.from = "a",
                  .to = "b",
                  .start = 2,
                  .begun = [] {},
                  .news =
                      [&](const EtcdNews& news) {
                        for (const auto& event : news.events) told += event.value == big ? 1 : 0;
                        if (news.revision == last) client_->end_watch();
                      }});
  EXPECT_EQ(told, 8U);
}

TEST_F(EtcdClientAlone, DoesNotWatchAfterTheEnd) {
  client_->end_watch();
  const auto why = client_->watch({.from = "a", .to = "b", .start = 1, .begun = {}, .news = {}});
  EXPECT_EQ(why.kind, Error::Kind::Unreachable);
}

}  // namespace
}  // namespace telltale::store

#endif
