// SPDX-License-Identifier: Apache-2.0
#include "store/store_conformance.h"

#include <atomic>
#include <future>
#include <map>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "base/rng.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "store/etcd/etcd_for_test.h"

namespace telltale::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class MemoryBench final : public StoreBench {
 public:
  Result<std::unique_ptr<Store>> open(const StoreOptions& options) override {
    return open_memory_store(options);
  }
  bool survives_restart() const override { return false; }
  bool keeps_history() const override { return false; }
  std::size_t value_bytes() const override { return value_bytes_max; }
};

class SqliteBench final : public StoreBench {
 public:
  Result<std::unique_ptr<Store>> open(const StoreOptions& options) override {
    return open_sqlite_store(folder_.path("store.db"), options, clock_);
  }
  bool survives_restart() const override { return true; }
  bool keeps_history() const override { return true; }
  std::size_t value_bytes() const override { return value_bytes_max; }

 private:
  TempFolder folder_;
  SystemClock clock_;
};

// One etcd for all tests, since it takes a second to start; each has its own corner of it.
EtcdForTest& shared_etcd() {
  static EtcdForTest etcd;
  return etcd;
}

class EtcdBench final : public StoreBench {
 public:
  Result<std::unique_ptr<Store>> open(const StoreOptions& options) override {
    auto cornered = options;
    cornered.etcd_prefix = format("/{}/", corner_);
    return open_etcd_store(shared_etcd().endpoint(), cornered, clock_);
  }
  bool survives_restart() const override { return true; }
  bool keeps_history() const override { return false; }
  // etcd's own limit on a request is 1.5 MiB, unless it is told otherwise.
  std::size_t value_bytes() const override { return std::size_t{1} << 20; }
  std::string missing() const override { return shared_etcd().missing(); }

 private:
  static int next_corner() {
    static int corners = 0;
    return ++corners;
  }

  const int corner_ = next_corner();
  SystemClock clock_;
};

template <class Bench>
StoreKind kind(std::string name) {
  return {std::move(name), [] { return std::make_unique<Bench>(); }};
}

INSTANTIATE_TEST_SUITE_P(Every, StoreConformance,
                         testing::Values(kind<MemoryBench>("memory"), kind<SqliteBench>("sqlite"),
                                         kind<EtcdBench>("etcd")),
                         [](const auto& tested) { return tested.param.name; });

Error::Kind kind_of(const Result<Revision>& result) {
  EXPECT_FALSE(result);
  return result ? Error::Kind::NotFound : result.error().kind;
}

std::vector<std::string> keys(const Result<Page>& page) {
  EXPECT_TRUE(page);
  std::vector<std::string> found;
  if (page) {
    for (const auto& item : page->items) found.push_back(item.key);
  }
  return found;
}

using Model = std::map<std::string, std::pair<std::string, Revision>>;

Model as_model(const Result<Page>& page) {
  Model model;
  EXPECT_TRUE(page) << page.error().detail;
  if (page) {
    for (const auto& item : page->items) model[item.key] = {*item.value, item.revision};
  }
  return model;
}

TEST_P(StoreConformance, BeginsEmptyButNotAtZero) {
  EXPECT_GE(present().revision(), first_revision);
  EXPECT_EQ(present().size(), 0U);
  EXPECT_TRUE(store().health().writable);
  EXPECT_EQ(store().catch_up(), present().revision());
  EXPECT_THAT(keys(present().list({.prefix = ""})), IsEmpty());
}

TEST_P(StoreConformance, CreatesOnlyWhatIsNotThere) {
  const auto before = present().revision();
  const auto made = put("a", "1");
  ASSERT_TRUE(made) << made.error().detail;
  EXPECT_GT(*made, before);
  EXPECT_EQ(present().revision(), *made);
  EXPECT_EQ(kind_of(put("a", "2")), Error::Kind::Conflict);
  EXPECT_EQ(*present().get("a")->value, "1");
  EXPECT_EQ(present().get("a")->revision, *made);
  EXPECT_EQ(present().revision(), *made);
}

TEST_P(StoreConformance, ChangesOnlyWhatIsAtTheExpectedRevision) {
  const auto made = put("a", "1");
  const auto changed = put("a", "2", *made);
  ASSERT_TRUE(changed);
  EXPECT_GT(*changed, *made);
  EXPECT_EQ(kind_of(put("a", "3", *made)), Error::Kind::Conflict);
  EXPECT_EQ(kind_of(put("a", "3", *changed + 1)), Error::Kind::Conflict);
  EXPECT_EQ(kind_of(put("missing", "3", *made)), Error::Kind::Conflict);
  EXPECT_EQ(*present().get("a")->value, "2");
}

TEST_P(StoreConformance, DeletesOnlyWhatIsAtTheExpectedRevision) {
  const auto made = put("a", "1");
  EXPECT_EQ(kind_of(remove("a", *made + 1)), Error::Kind::Conflict);
  EXPECT_EQ(kind_of(remove("missing", *made)), Error::Kind::Conflict);
  const auto gone = remove("a", *made);
  ASSERT_TRUE(gone);
  EXPECT_GT(*gone, *made);
  EXPECT_FALSE(present().get("a"));
  EXPECT_EQ(kind_of(remove("a", *made)), Error::Kind::Conflict);
  const auto again = put("a", "2");
  ASSERT_TRUE(again);
  EXPECT_GT(*again, *gone);
}

TEST_P(StoreConformance, RefusesWhatNoStoreTakes) {
  EXPECT_EQ(kind_of(put("", "1")), Error::Kind::Invalid);
  EXPECT_EQ(kind_of(put(std::string("a\0b", 3), "1")), Error::Kind::Invalid);
  EXPECT_EQ(kind_of(remove("a", 0)), Error::Kind::Invalid);
  EXPECT_EQ(kind_of(put(std::string(key_bytes_max + 1, 'k'), "1")), Error::Kind::TooLarge);
  EXPECT_EQ(kind_of(put("a", std::string(value_bytes_max + 1, 'v'))), Error::Kind::TooLarge);
  EXPECT_EQ(present().size(), 0U);
  EXPECT_GE(store().figures().refused, 5U);
}

TEST_P(StoreConformance, StampsValuesWithTheirRevision) {
  const auto made = put("a", R"({"metadata":{"resourceVersion":"77"}})");
  ASSERT_TRUE(made);
  EXPECT_EQ(*present().get("a")->value,
            format(R"({{"metadata":{{"resourceVersion":"{}"}}}})", *made));
}

TEST_P(StoreConformance, TakesAnyBytesAsValueAndAnyTextAsKey) {
  const std::string bytes("\0\xff\xfe \"\\\n\0", 9);
  const std::vector<std::string> names = {
      "/ä/ö", "/日本", "/\xff\xfe", "/a b", "/'; --", "/😀", std::string(key_bytes_max, 'k')};
  for (const auto& name : names) ASSERT_TRUE(put(name, bytes)) << printable(name);
  ASSERT_TRUE(put("/empty", ""));
  for (const auto& name : names) EXPECT_EQ(*present().get(name)->value, bytes);
  EXPECT_EQ(*present().get("/empty")->value, "");
  EXPECT_EQ(present().size(), names.size() + 1);
}

TEST_P(StoreConformance, TakesBigValues) {
  const std::string big(bench().value_bytes(), 'v');
  const auto made = put("big", big);
  ASSERT_TRUE(made) << made.error().detail;
  EXPECT_EQ(*present().get("big")->value, big);
  EXPECT_TRUE(remove("big", *made));
}

TEST_P(StoreConformance, ListsByPrefixInOrder) {
  for (const char* key : {"/b/2", "/a/1", "/b/1", "/b", "/b/", "/c", "/b0", "/B/1"}) {
    ASSERT_TRUE(put(key, "v"));
  }
  EXPECT_THAT(keys(present().list({.prefix = "/b/"})), ElementsAre("/b/", "/b/1", "/b/2"));
  EXPECT_THAT(keys(present().list({.prefix = "/b"})),
              ElementsAre("/b", "/b/", "/b/1", "/b/2", "/b0"));
  EXPECT_THAT(keys(present().list({.prefix = ""})),
              ElementsAre("/B/1", "/a/1", "/b", "/b/", "/b/1", "/b/2", "/b0", "/c"));
  EXPECT_THAT(keys(present().list({.prefix = "/x"})), IsEmpty());
  EXPECT_THAT(keys(present().list({.prefix = "/b/", .after = "/b/1"})), ElementsAre("/b/2"));
  EXPECT_THAT(keys(present().list({.prefix = "/b/", .after = "/a"})),
              ElementsAre("/b/", "/b/1", "/b/2"));
  EXPECT_THAT(keys(present().list({.prefix = "/b/", .after = "/c"})), IsEmpty());
}

TEST_P(StoreConformance, ListsPrefixesOfTheLastByte) {
  for (const char* key : {"\xfe", "\xff", "\xff\xff", "\xff\xff\x01", "a"}) {
    ASSERT_TRUE(put(key, "v"));
  }
  EXPECT_EQ(keys(present().list({.prefix = "\xff"})).size(), 3U);
  EXPECT_EQ(keys(present().list({.prefix = "\xff\xff"})).size(), 2U);
  EXPECT_EQ(keys(present().list({.prefix = "\xfe"})).size(), 1U);
}

TEST_P(StoreConformance, PagesThroughOneStateWhileItChanges) {
  for (int number = 0; number < 10; ++number) ASSERT_TRUE(put(format("/p/{}", number), "v"));
  auto page = present().list({.prefix = "/p/", .limit = 4});
  EXPECT_THAT(keys(page), ElementsAre("/p/0", "/p/1", "/p/2", "/p/3"));
  EXPECT_EQ(page->remaining, 6U);
  const auto at = page->revision;
  ASSERT_TRUE(remove("/p/5", present().get("/p/5")->revision));
  ASSERT_TRUE(put("/p/4a", "v"));
  ASSERT_TRUE(put("/p/99", "v"));
  page = present().list({.prefix = "/p/", .after = "/p/3", .limit = 4, .at = at});
  EXPECT_THAT(keys(page), ElementsAre("/p/4", "/p/5", "/p/6", "/p/7"));
  EXPECT_EQ(page->remaining, 2U);
  EXPECT_EQ(page->revision, at);
  page = present().list({.prefix = "/p/", .after = "/p/7", .limit = 4, .at = at});
  EXPECT_THAT(keys(page), ElementsAre("/p/8", "/p/9"));
  EXPECT_EQ(page->remaining, 0U);
}

TEST_P(StoreConformance, CompactsAndSaysSo) {
  const auto first = put("a", "1");
  const auto second = put("a", "2", *first);
  const auto third = remove("a", *second);
  const auto fourth = put("b", "1");
  ASSERT_TRUE(fourth);
  ASSERT_TRUE(store().compact(*third));
  EXPECT_EQ(present().compacted(), *third);
  EXPECT_EQ(present().list({.prefix = "", .at = *second}).error().kind, Error::Kind::Gone);
  EXPECT_EQ(present().changes("", *second).error().kind, Error::Kind::Gone);
  EXPECT_THAT(keys(present().list({.prefix = "", .at = *third})), IsEmpty());
  EXPECT_EQ(present().changes("", *third)->size(), 1U);
  EXPECT_TRUE(store().compact(*first)) << "what is compacted already stays compacted";
  EXPECT_EQ(store().compact(*fourth + 10).error().kind, Error::Kind::Invalid);
  EXPECT_TRUE(put("a", "again"));
}

TEST_P(StoreConformance, AnswersOnlyWhenTheWriteIsVisible) {
  std::atomic<int> invisible = 0;
  std::atomic<int> answered = 0;
  constexpr int writes = 200;
  std::promise<void> all;
  for (int number = 0; number < writes; ++number) {
    const auto key = format("{}", number);
    store().commit({key, "v", 0}, [&, key](Result<Revision> done) {
      if (!done || present().revision() < *done || !present().get(key)) ++invisible;
      if (++answered == writes) all.set_value();
    });
  }
  all.get_future().wait();
  EXPECT_EQ(invisible, 0);
  EXPECT_EQ(store().figures().writes, std::uint64_t{writes});
}

// Many threads add to one counter with nothing but compare-and-set: no addition may be lost.
TEST_P(StoreConformance, LosesNoUpdateOfManyWriters) {
  ASSERT_TRUE(put("counter", "0"));
  constexpr int threads = 4;
  constexpr int additions = 25;
  {
    std::vector<std::jthread> writers;
    for (int thread = 0; thread < threads; ++thread) {
      writers.emplace_back([&] {
        for (int done = 0; done < additions;) {
          const auto now = present().get("counter");
          const auto next = format("{}", std::stoi(*now->value) + 1);
          if (put("counter", next, now->revision)) ++done;
        }
      });
    }
  }
  EXPECT_EQ(*present().get("counter")->value, format("{}", threads * additions));
}

TEST_P(StoreConformance, TellsSubscribersEveryChangeOnceAndInOrder) {
  Model told;
  Revision last = 0;
  bool ordered = true;
  CurrentState::Subscription subscription;
  std::atomic<bool> subscribed = false;
  const auto listen = [&](std::span<const Change> changes) {
    for (const auto& change : changes) {
      ordered = ordered && change.revision > last;
      last = change.revision;
      if (change.value) {
        told[change.key] = {*change.value, change.revision};
      } else {
        ordered = ordered && told.erase(change.key) == 1;
      }
    }
  };
  const auto begin = [&] {
    const auto page = present().list({.prefix = ""});
    told = as_model(page);
    last = page->revision;
  };
  {
    std::vector<std::jthread> writers;
    for (int thread = 0; thread < 3; ++thread) {
      writers.emplace_back([&, thread] {
        for (int number = 0; number < 60; ++number) {
          const auto key = format("{}-{}", thread, number % 7);
          const auto now = present().get(key);
          const bool gone = now && number % 3 == 0;
          const auto done = gone ? remove(key, now->revision)
                                 : put(key, format("{}", number), now ? now->revision : 0);
          EXPECT_TRUE(done);
          if (number == 20 && !subscribed.exchange(true)) {
            subscription = present().subscribe(listen, begin);
          }
        }
      });
    }
  }
  subscription.reset();
  EXPECT_TRUE(ordered);
  EXPECT_EQ(told, as_model(present().list({.prefix = ""})));
}

TEST_P(StoreConformance, AgreesWithAPlainModelOverARandomHistory) {
  Rng rng(2024);
  Model model;
  std::map<Revision, Model> states;
  states[present().revision()] = model;
  for (int step = 0; step < 300; ++step) {
    const auto key = format("/{}/{}", rng.below(3), rng.below(8));
    const auto known = model.find(key);
    const Revision at = known != model.end() ? known->second.second : 0;
    const Revision expected = rng.one_in(5) ? static_cast<Revision>(rng.below(50)) + 1 : at;
    const bool deletes = rng.one_in(3);
    const auto value = format("{}", step);
    const auto done = deletes ? remove(key, expected) : put(key, value, expected);
    if (expected != at || (deletes && at == 0)) {
      ASSERT_FALSE(done);
      continue;
    }
    ASSERT_TRUE(done) << done.error().detail;
    ASSERT_GT(*done, states.rbegin()->first);
    if (deletes) {
      model.erase(key);
    } else {
      model[key] = {value, *done};
    }
    states[*done] = model;
  }
  for (const auto& [revision, state] : states) {
    EXPECT_EQ(as_model(present().list({.prefix = "", .at = revision})), state);
  }
}

TEST_P(StoreConformance, IsTheSameAfterARestart) {
  if (!bench().survives_restart()) GTEST_SKIP() << "this store lives as long as its process";
  const auto first = put("a", R"({"resourceVersion":""})");
  const auto second = put("b", "1");
  const auto third = put("a", R"({"resourceVersion":"","x":1})", *first);
  const auto fourth = remove("b", *second);
  ASSERT_TRUE(fourth);
  const auto before = as_model(present().list({.prefix = ""}));
  reopen();
  EXPECT_EQ(present().revision(), *fourth);
  EXPECT_EQ(as_model(present().list({.prefix = ""})), before);
  EXPECT_EQ(present().get("a")->revision, *third);
  if (bench().keeps_history()) {
    EXPECT_EQ(as_model(present().list({.prefix = "", .at = *second})).size(), 2U);
    EXPECT_EQ(present().changes("", *first)->size(), 3U);
    EXPECT_EQ(*present().changes("", *first)->at(1).before,
              format(R"({{"resourceVersion":"{}"}})", *first));
  }
  const auto next = put("c", "1");
  ASSERT_TRUE(next);
  EXPECT_GT(*next, *fourth);
}

TEST_P(StoreConformance, NeverGoesBackAfterCompactingEverything) {
  if (!bench().survives_restart()) GTEST_SKIP() << "this store lives as long as its process";
  const auto made = put("a", "1");
  const auto gone = remove("a", *made);
  ASSERT_TRUE(store().compact(*gone));
  reopen();
  EXPECT_EQ(present().revision(), *gone);
  EXPECT_EQ(present().size(), 0U);
  EXPECT_GT(*put("a", "2"), *gone);
}

TEST_P(StoreConformance, KeepsHistoryWithinItsLimits) {
  reopen({.history = {.changes = 10, .bytes = 1 << 20}});
  Revision at = 0;
  for (int number = 0; number < 50; ++number) {
    const auto done = put("a", format("{}", number), at);
    ASSERT_TRUE(done);
    at = *done;
  }
  EXPECT_LE(present().changes("", present().compacted())->size(), 10U);
  EXPECT_GE(present().compacted(), at - 10);
}

}  // namespace
}  // namespace telltale::store
