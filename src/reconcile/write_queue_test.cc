// SPDX-License-Identifier: Apache-2.0
#include "reconcile/write_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using What = Command::What;

constexpr Instant queue_noon{Seconds(1'767'268'800)};

class WriteQueueTest : public testing::Test {
 protected:
  std::uint64_t send(const std::string& key, What what = What::WriteStatus,
                     const std::string& tree = "t") {
    Commands commands;
    queue.send({.what = what, .target = {.kind = "Machine", .name = key}, .tree = tree}, key,
               commands);
    return commands.back().id;
  }
  Writing& answer(std::uint64_t id) {
    answered = queue.take_answer(id);
    EXPECT_TRUE(answered && answered->writing != nullptr);
    return *answered->writing;
  }
  bool must_wait(const std::string& key, Instant now = queue_noon) {
    return queue.must_wait(key, "t", now, asked);
  }

  std::vector<std::string> log = {};
  WakeList wakes;
  WriteQueue queue{16, wakes, [this](std::string_view line) { log.emplace_back(line); }};
  Commands asked = {};  // by must_wait
  std::optional<WriteQueue::Answer> answered = {};
};

TEST_F(WriteQueueTest, HasOneCommandOfAnObjectUnderWay) {
  EXPECT_FALSE(must_wait("m1"));
  const std::uint64_t id = send("m1");
  EXPECT_TRUE(must_wait("m1"));
  EXPECT_FALSE(must_wait("m2"));
  EXPECT_TRUE(answer(id).waited);
  EXPECT_FALSE(must_wait("m1"));
  EXPECT_FALSE(queue.take_answer(id));
}

TEST_F(WriteQueueTest, IsFullAtItsLimit) {
  for (int i = 0; i < 15; ++i) send(format("m{}", i));
  EXPECT_FALSE(queue.is_full());
  const std::uint64_t last = send("m15");
  EXPECT_TRUE(queue.is_full());
  EXPECT_TRUE(queue.take_answer(last));
  EXPECT_FALSE(queue.is_full());
}

TEST_F(WriteQueueTest, ReadsAnObjectThatChangedUnderIt) {
  EXPECT_FALSE(queue.conflicted(answer(send("m1")), queue_noon));
  EXPECT_TRUE(must_wait("m1"));
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked.front().what, What::Read);
  EXPECT_EQ(asked.front().target.name, "m1");
}

TEST_F(WriteQueueTest, LeavesAnObjectAloneAfterAFailure) {
  queue.refused(answer(send("m1")), "no", queue_noon);
  EXPECT_THAT(log, ElementsAre("Machine m1: the server refuses: no"));
  EXPECT_TRUE(must_wait("m1"));
  EXPECT_EQ(wakes.next(), queue_noon + Seconds(1));
  EXPECT_EQ(queue.figures().backing_off, 1U);
  EXPECT_FALSE(must_wait("m1", queue_noon + Seconds(1)));
  queue.rest("m1");
  EXPECT_EQ(queue.figures().backing_off, 0U);
}

TEST_F(WriteQueueTest, HoldsUpNothingForAnEventThatIsRefused) {
  queue.refused(answer(send("m1", What::Tell)), "no", queue_noon);
  EXPECT_TRUE(log.empty());
  EXPECT_FALSE(must_wait("m1"));
}

TEST_F(WriteQueueTest, SaysWhenATreeThatWasBusyIsNotAnyMore) {
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 8; ++i) ids.push_back(send(format("m{}", i)));
  EXPECT_TRUE(queue.is_busy("t"));
  EXPECT_FALSE(queue.is_busy("another"));
  queue.defer("t", queue_noon);
  EXPECT_EQ(wakes.next(), queue_noon + Seconds(1));
  EXPECT_TRUE(queue.take_answer(ids[0])->tree_waited);
  EXPECT_FALSE(queue.is_busy("t"));
  EXPECT_FALSE(queue.take_answer(ids[1])->tree_waited);
}

TEST_F(WriteQueueTest, SuspectsAnotherTelltaleWhenItsOwnWriteFails) {
  EXPECT_FALSE(queue.may_have_written("m1"));
  const std::uint64_t id = send("m1");
  EXPECT_TRUE(queue.may_have_written("m1"));
  EXPECT_TRUE(queue.conflicted(answer(id), queue_noon));
  const std::uint64_t again = send("m1");
  EXPECT_FALSE(queue.conflicted(answer(again), queue_noon));
}

TEST_F(WriteQueueTest, IgnoresTheAnswerAboutAnObjectThatIsGone) {
  const std::uint64_t id = send("m1");
  queue.forget("m1");
  const auto late = queue.take_answer(id);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->key, "m1");
  EXPECT_EQ(late->writing, nullptr);
}

TEST_F(WriteQueueTest, TellsAnEventOfAnAttemptThatFailedForFree) {
  const auto tell = [&](const std::string& name) {
    Command command;
    queue.add_event({.namespace_name = "default", .name = name, .document = "{}"}, "m1", queue_noon,
                    command);
    return command.events.size();
  };
  for (int i = 0; i < EventBudget::burst; ++i) EXPECT_EQ(tell(format("e{}", i)), 1U);
  EXPECT_EQ(tell("one-more"), 0U);
  EXPECT_EQ(tell("e3"), 1U);
  EXPECT_EQ(queue.figures().events, static_cast<std::uint64_t>(EventBudget::burst));
  EXPECT_EQ(queue.figures().events_withheld, 1U);
}

}  // namespace
}  // namespace telltale
