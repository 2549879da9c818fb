// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "store/etcd/etcd_for_test.h"

namespace telltale::store {
namespace {

using testing::HasSubstr;

TEST(EtcdStoreWords, RefusesWhatIsNoEndpoint) {
#ifdef TELLTALE_WITH_ETCD
  const SystemClock clock;
  for (const std::string_view words : {"host", ":1", "host:", "a:1,,b:2", "a:1,b"}) {
    EXPECT_EQ(open_etcd_store(words, {}, clock).error().kind, Error::Kind::Invalid) << words;
  }
#else
  GTEST_SKIP() << "this telltale was built without etcd";
#endif
}

class EtcdStoreAlone : public testing::Test {
 protected:
  void SetUp() override {
    if (!etcd_.missing().empty()) GTEST_SKIP() << etcd_.missing();
  }

  std::unique_ptr<Store> open(const std::string& prefix = "/telltale/") {
    auto store = open_etcd_store(etcd_.endpoint(), {.etcd_prefix = prefix}, clock_);
    EXPECT_TRUE(store) << store.error().detail;
    return store ? *std::move(store) : nullptr;
  }

  bool becomes(const std::function<bool()>& true_soon) const {
    const auto patience = clock_.elapsed() + std::chrono::seconds(30);
    while (!true_soon() && clock_.elapsed() < patience) std::this_thread::yield();
    return true_soon();
  }

  EtcdForTest etcd_;
  SystemClock clock_;
};

TEST_F(EtcdStoreAlone, IsSharedByTwoServers) {
  const auto one = open();
  const auto two = open();
  ASSERT_TRUE(one && two);
  const auto made = commit_and_wait(*one, {"a", R"({"resourceVersion":""})", 0});
  ASSERT_TRUE(made);
  EXPECT_EQ(two->catch_up(), *made);
  EXPECT_EQ(*two->present().get("a")->value, format(R"({{"resourceVersion":"{}"}})", *made));
  const auto changed = commit_and_wait(*two, {"a", "2", *made});
  ASSERT_TRUE(changed);
  const auto late = commit_and_wait(*one, {"a", "3", *made});
  EXPECT_EQ(late.error().kind, Error::Kind::Conflict);
  EXPECT_EQ(*one->present().get("a")->value, "2") << "who lost finds what was in the way";
  ASSERT_TRUE(commit_and_wait(*one, {"a", std::nullopt, *changed}));
  ASSERT_TRUE(two->catch_up());
  EXPECT_EQ(two->present().size(), 0U);
}

TEST_F(EtcdStoreAlone, IsNotHeldUpByWhatOthersWriteElsewhere) {
  const auto ours = open();
  const auto theirs = open("/other/");
  ASSERT_TRUE(ours && theirs);
  ASSERT_TRUE(commit_and_wait(*ours, {"a", "1", 0}));
  const auto foreign = commit_and_wait(*theirs, {"a", "1", 0});
  ASSERT_TRUE(foreign);
  const auto caught_up = ours->catch_up();
  ASSERT_TRUE(caught_up);
  EXPECT_LT(*caught_up, *foreign);
  EXPECT_EQ(ours->catch_up(), caught_up);
  const auto next = commit_and_wait(*ours, {"b", "1", 0});
  ASSERT_TRUE(next);
  EXPECT_GT(*next, *foreign);
  EXPECT_EQ(ours->present().revision(), *next);
}

TEST_F(EtcdStoreAlone, ReadsOnWithoutEtcdAndFollowsWhenItIsBack) {
  const auto store = open();
  const auto made = commit_and_wait(*store, {"a", "1", 0});
  ASSERT_TRUE(made);
  etcd_.stop();
  const auto refused = commit_and_wait(*store, {"a", "2", *made});
  EXPECT_EQ(refused.error().kind, Error::Kind::Unreachable);
  EXPECT_EQ(store->catch_up().error().kind, Error::Kind::Unreachable);
  EXPECT_FALSE(store->health().writable);
  EXPECT_THAT(store->health().error, HasSubstr("etcd"));
  EXPECT_EQ(*store->present().get("a")->value, "1");
  etcd_.start();
  EXPECT_TRUE(becomes([&] { return store->health().writable; }));
  const auto other = open();
  const auto changed = commit_and_wait(*other, {"a", "2", *made});
  ASSERT_TRUE(changed);
  EXPECT_TRUE(store->present().wait_for(*changed, std::chrono::seconds(10)));
  EXPECT_EQ(*store->present().get("a")->value, "2");
  EXPECT_TRUE(commit_and_wait(*store, {"b", "1", 0}));
}

TEST_F(EtcdStoreAlone, SaysThatNobodyAnswers) {
  etcd_.stop();
  const auto store = open_etcd_store(etcd_.endpoint(), {}, clock_);
  EXPECT_EQ(store.error().kind, Error::Kind::Unreachable);
  EXPECT_THAT(store.error().detail, HasSubstr(etcd_.endpoint()));
}

TEST_F(EtcdStoreAlone, GoesOnToTheNextEndpoint) {
  const auto store = open_etcd_store("127.0.0.1:1," + etcd_.endpoint(), {}, clock_);
  ASSERT_TRUE(store) << store.error().detail;
  EXPECT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
}

TEST_F(EtcdStoreAlone, RefusesWhatEtcdFindsTooLarge) {
  const auto store = open();
  const auto refused = commit_and_wait(*store, {"a", std::string(4 << 20, 'v'), 0});
  EXPECT_EQ(refused.error().kind, Error::Kind::TooLarge) << refused.error().detail;
  EXPECT_TRUE(store->health().writable);
}

TEST_F(EtcdStoreAlone, LoadsMoreThanOnePage) {
  {
    const auto store = open();
    std::atomic<int> answered = 0;
    for (int number = 0; number < 2500; ++number) {
      store->commit({format("{:05}", number), "v", 0},
                    [&](const Result<Revision>& done) { answered += done ? 1 : 0; });
    }
    EXPECT_TRUE(becomes([&] { return answered == 2500; }));
  }
  const auto store = open();
  EXPECT_EQ(store->present().size(), 2500U);
}

}  // namespace
}  // namespace telltale::store
