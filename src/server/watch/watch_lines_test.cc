// SPDX-License-Identifier: Apache-2.0
#include "server/watch/watch_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/objects/keys.h"
#include "server/server_for_test.h"
#include "server/watch/watch_hub.h"
#include "store/stores.h"

namespace telltale::server {
namespace {

using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const Resource> gadgets_watched() {
  return std::make_shared<const Resource>(
      Resource{.group = "a.io",
               .plural = "gadgets",
               .kind = "Gadget",
               .list_kind = "GadgetList",
               .versions = {Version{.name = "v1", .storage = true}},
               .behavior = std::make_shared<const KindBehavior>()});
}

// A client that keeps what it is sent, read or not.
class KeepingStream final : public http::Stream {
 public:
  bool write(std::shared_ptr<const std::string> piece) override {
    if (!open_) return false;
    last = *piece;
    text_bytes += piece->size();
    if (!reads) unread.push_back(std::move(piece));
    return true;
  }
  void finish() override { open_ = false; }
  bool open() const override { return open_; }
  void on_end(std::function<void()> then) override { then_ = std::move(then); }
  void leave() {
    open_ = false;
    unread.clear();
    if (const auto then = std::exchange(then_, {})) then();
  }

  bool reads = false;
  std::vector<std::shared_ptr<const std::string>> unread;
  std::string last;
  std::size_t text_bytes = 0;

 private:
  bool open_ = true;
  std::function<void()> then_;
};

class WatchLinesTest : public testing::Test {
 protected:
  static constexpr std::size_t unsent_max = std::size_t{8} << 20;

  ~WatchLinesTest() override {
    for (const auto& stream : streams) stream->leave();
  }
  std::shared_ptr<const Presenter> presenter(Form form = {}) const {
    return std::make_shared<const Presenter>(resource, resource->versions[0], std::move(form),
                                             IncludeObject::Metadata, clock);
  }
  std::string text_of(std::size_t number, std::size_t bytes) const {
    return format(R"({{"apiVersion":"a.io/v1","kind":"Gadget","metadata":{{"name":"{}",)"
                  R"("resourceVersion":"9"}},"spec":"{}"}})",
                  number, std::string(bytes, 'x'));
  }
  std::vector<store::Item> items(std::size_t count, std::size_t bytes) const {
    std::vector<store::Item> made;
    for (std::size_t i = 0; i < count; ++i) {
      made.push_back({.key = object_key(management_home, *resource, "a", format("{:05}", i)),
                      .value = std::make_shared<const std::string>(text_of(i, bytes)),
                      .revision = 9});
    }
    return made;
  }
  void change(std::size_t bytes) {
    store::Change change;
    change.revision = store->present().revision() + 1;
    change.key = object_key(management_home, *resource, "a", "changing");
    change.value = std::make_shared<const std::string>(text_of(1, bytes));
    store->present().apply({std::move(change)});
  }
  std::shared_ptr<KeepingStream> watch(std::string selectors = {}, std::string flow = {},
                                       std::function<void(NextPiece)> pull = {}) {
    auto stream = std::make_shared<KeepingStream>();
    streams.push_back(stream);
    hub.add({.home = std::string(management_home),
             .prefix = resource_prefix(management_home, *resource),
             .filter = {},
             .selectors = std::move(selectors),
             .flow = std::move(flow),
             .presenter = presenter(),
             .pull = std::move(pull)},
            {.with_present = true}, stream);
    return stream;
  }

  SteppedClock clock;
  std::shared_ptr<const Resource> resource = gadgets_watched();
  std::unique_ptr<store::Store> store = store::open_memory_store({});
  std::vector<std::shared_ptr<KeepingStream>> streams;
  WatchHub hub{*store, clock, [](const std::function<void()>&) { return false; }, unsent_max};
};

TEST_F(WatchLinesTest, APieceIsWrittenOnceForAllAndGoneWhenNobodyHasItAnyMore) {
  LineTally tally;
  RecentPieces recent;
  PresentLines lines(items(10, 100 << 10), presenter(), {tally, recent});
  ASSERT_EQ(lines.pieces(), 5U);
  const std::size_t listed = tally.bytes();
  EXPECT_LT(listed, 2000U);
  store::Bytes first = lines.piece(0).bytes;
  EXPECT_EQ(lines.piece(0).bytes, first);
  EXPECT_EQ(tally.bytes(), listed + first->size());
  first.reset();
  EXPECT_GT(tally.bytes(), listed);  // a recent one
  recent.clear();
  EXPECT_EQ(tally.bytes(), listed);
  EXPECT_THAT(*lines.piece(0).bytes, HasSubstr(R"({"type":"ADDED","object":{"apiVersion")"));
}

TEST_F(WatchLinesTest, RecentPiecesHaveALimit) {
  LineTally tally;
  RecentPieces recent;
  for (int i = 0; i < 100; ++i) recent.keep(tally.line(std::string(std::size_t{1} << 20, 'x')));
  EXPECT_EQ(tally.bytes(), RecentPieces::bytes_max);
}

TEST_F(WatchLinesTest, OnlyTheFirstRowBringsItsColumns) {
  LineTally tally;
  RecentPieces recent;
  PresentLines lines(items(600, 10), presenter({.shape = Form::Shape::Table}), {tally, recent});
  ASSERT_EQ(lines.pieces(), 3U);
  const std::string first = *lines.piece(0).bytes;
  EXPECT_THAT(first.substr(0, first.find('\n')), HasSubstr(R"("columnDefinitions":[{)"));
  EXPECT_THAT(first.substr(first.find('\n')), Not(HasSubstr(R"("columnDefinitions":[{)")));
  EXPECT_THAT(*lines.piece(1).bytes, Not(HasSubstr(R"("columnDefinitions":[{)")));
}

TEST_F(WatchLinesTest, ALineInYamlIsADocument) {
  EXPECT_EQ(line_text("ADDED", "{}", {.encoding = Form::Encoding::Yaml}),
            "object: {}\ntype: ADDED\n---\n");
}

TEST_F(WatchLinesTest, TwoHundredWatchesThatNeverReadHoldOneCopyOfThePresent) {
  store->present().load(items(60, 100 << 10), 9, 0);
  for (int i = 0; i < 200; ++i) watch();
  const std::size_t told = streams[0]->text_bytes;
  EXPECT_GT(told, std::size_t{60} * (100 << 10));
  for (const auto& stream : streams) {
    EXPECT_TRUE(stream->open());
    EXPECT_EQ(stream->text_bytes, told);
  }
  EXPECT_LE(hub.unsent_bytes(), told + (20 << 10));
  for (const auto& stream : streams) stream->leave();
  hub.tick();
  EXPECT_EQ(hub.unsent_bytes(), 0U);
}

TEST_F(WatchLinesTest, WhatIsTakenAsThePeerReadsIsWrittenThenAndNotBefore) {
  store->present().load(items(30, 100 << 10), 9, 0);
  const auto at_once = watch();
  const std::size_t told = at_once->text_bytes;
  at_once->leave();
  // Nobody shares with anybody, and nobody reads.
  std::vector<NextPiece> waiting;
  for (int i = 0; i < 50; ++i) {
    watch(format("{}", i), {}, [&](NextPiece next) { waiting.push_back(std::move(next)); });
  }
  hub.tick();
  EXPECT_LT(hub.unsent_bytes(), std::size_t{4} << 20);  // recent ones
  std::size_t pulled = 0;
  while (const store::Bytes piece = waiting[7]()) {
    pulled += piece->size();
    EXPECT_LT(piece->size(), 2 * PresentLines::piece_bytes);
  }
  EXPECT_EQ(pulled, told);
  EXPECT_EQ(waiting[7](), nullptr);
  streams.back()->leave();
  EXPECT_EQ(waiting.back()(), nullptr);
}

TEST_F(WatchLinesTest, WhoBeginsAfterAChangeIsToldWhatIsThereThen) {
  store->present().load(items(3, 10), 9, 0);
  watch();
  change(10);
  const auto later = watch();
  EXPECT_THAT(later->last, HasSubstr(R"("name":"1")"));
  EXPECT_GT(later->text_bytes, streams[0]->unread[0]->size());
}

TEST_F(WatchLinesTest, WhereAllTogetherHaveTooMuchTheFurthestBehindAreEnded) {
  store->present().load(items(30, 100 << 10), 9, 0);
  const auto reader = watch("never shared");
  reader->reads = true;
  reader->unread.clear();
  // Nobody shares with anybody: each has 3 MiB to send, and 8 MiB are allowed.
  for (int i = 0; i < 5; ++i) watch(format("{}", i));
  int ended = 0;
  for (const auto& stream : streams) {
    if (stream->open()) continue;
    ++ended;
    EXPECT_THAT(stream->last, HasSubstr(R"("reason":"Expired")"));
  }
  EXPECT_GE(ended, 2);
  EXPECT_TRUE(reader->open());
}

TEST_F(WatchLinesTest, ChangesThatAreNotReadEndWhoDoesNotReadThem) {
  const auto reader = watch();
  const auto sleeper = watch();
  reader->reads = true;
  for (int i = 0; i < 12; ++i) change(std::size_t{1} << 20);
  EXPECT_TRUE(reader->open());
  EXPECT_FALSE(sleeper->open());
  EXPECT_LE(hub.unsent_bytes(), unsent_max + (std::size_t{2} << 20));
  EXPECT_GT(reader->text_bytes, std::size_t{12} << 20);
}

TEST_F(WatchLinesTest, OneUserCannotTakeAllTheWatches) {
  for (std::size_t i = 0; i < watches_of_one_max; ++i) watch({}, "greedy");
  EXPECT_TRUE(hub.full_for("greedy"));
  EXPECT_FALSE(hub.full_for("bystander"));
  EXPECT_FALSE(hub.full());
  streams.back()->leave();
  EXPECT_FALSE(hub.full_for("greedy"));
}

}  // namespace
}  // namespace telltale::server
