// SPDX-License-Identifier: Apache-2.0
#include "http/exchange.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "http/session_for_test.h"

namespace telltale::http {
namespace {

class HttpExchange : public testing::Test {
 protected:
  std::string take_all() {
    std::string all;
    exchange_->take(all, exchange_->pending());
    return all;
  }

  CountingBell bell_;
  Refuse refuse_;
  std::shared_ptr<Exchange> exchange_ = std::make_shared<Exchange>(bell_, 10, refuse_);
};

TEST_F(HttpExchange, HoldsAnAnswerUntilItIsTaken) {
  EXPECT_FALSE(exchange_->take_answer());
  exchange_->send({.status = 404, .body = "nothing"});
  EXPECT_EQ(bell_.rings, 1);
  EXPECT_FALSE(exchange_->complete());
  const auto answer = exchange_->take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->head.status, 404);
  EXPECT_EQ(answer->body_bytes, 7U);
  EXPECT_EQ(take_all(), "nothing");
  EXPECT_TRUE(exchange_->complete());
}

TEST_F(HttpExchange, SendsTheSharedPiecesOfAnAnswerBehindItsBody) {
  const auto shared = piece("shared, longer than a stream may queue");
  exchange_->send({.body = "own, ", .pieces = {shared, piece(""), shared}});
  EXPECT_EQ(shared.use_count(), 3);
  EXPECT_EQ(exchange_->take_answer()->body_bytes, 5 + 2 * shared->size());
  EXPECT_EQ(take_all(), "own, " + *shared + *shared);
  EXPECT_EQ(shared.use_count(), 1);
  EXPECT_TRUE(exchange_->complete());
}

TEST_F(HttpExchange, GivesPiecesInTheirOrderAndInAnyAmount) {
  const auto stream = exchange_->stream({});
  stream->write(piece("abc"));
  stream->write(piece(""));
  stream->write(piece("def"));
  std::string taken;
  exchange_->take(taken, 4);
  EXPECT_EQ(taken, "abcd");
  EXPECT_EQ(exchange_->pending(), 2U);
  exchange_->take(taken, 2);
  EXPECT_EQ(taken, "abcdef");
}

TEST_F(HttpExchange, BreaksWhenTheReaderIsTooSlow) {
  const auto stream = exchange_->stream({});
  EXPECT_TRUE(stream->write(piece("1234567890")));
  EXPECT_FALSE(exchange_->broken());
  EXPECT_FALSE(stream->write(piece("x")));
  EXPECT_TRUE(exchange_->broken());
  EXPECT_FALSE(stream->open());
}

TEST_F(HttpExchange, LetsOneLargePieceThroughAnEmptyQueue) {
  const auto stream = exchange_->stream({});
  EXPECT_TRUE(stream->write(piece("more than ten bytes")));
  EXPECT_FALSE(stream->write(piece("x")));
}

TEST_F(HttpExchange, TellsOnceThatItEnded) {
  const auto stream = exchange_->stream({});
  int ends = 0;
  stream->on_end([&] { ++ends; });
  exchange_->end();
  exchange_->end();
  EXPECT_EQ(ends, 1);
  EXPECT_FALSE(stream->write(piece("late")));
  stream->on_end([&] { ++ends; });
  EXPECT_EQ(ends, 2);
}

TEST_F(HttpExchange, TakesAnswersThatComeTooLate) {
  exchange_->end();
  Responder late(exchange_);
  const auto stream = std::move(late).stream({.body = "x"});
  EXPECT_FALSE(stream->open());
  EXPECT_FALSE(stream->write(piece("y")));
  EXPECT_EQ(bell_.rings, 0);
}

TEST_F(HttpExchange, SaysSoWhenNobodyAnswered) {
  {
    const Responder dropped(exchange_);
  }
  ASSERT_EQ(exchange_->take_answer()->head.status, 500);
}

TEST_F(HttpExchange, RespondersThatWereMovedFromStaySilent) {
  Responder first(exchange_);
  Responder second(std::move(first));
  std::move(second).send({.status = 200});
  EXPECT_EQ(exchange_->take_answer()->head.status, 200);
}

TEST_F(HttpExchange, PiecesOfSeveralThreadsStayWholeAndInTheOrderOfEach) {
  const auto exchange = std::make_shared<Exchange>(bell_, 1 << 20, refuse_);
  const auto stream = exchange->stream({});
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      for (int count = 0; count < 500; ++count)
        stream->write(piece(format("{}:{};", writer, count)));
    });
  }
  for (std::thread& writer : writers) writer.join();
  std::string all;
  exchange->take(all, exchange->pending());
  std::vector<int> next(4, 0);
  for (const std::string_view word : split(all, ';')) {
    if (word.empty()) continue;
    const auto writer = static_cast<std::size_t>(word[0] - '0');
    EXPECT_EQ(word.substr(2), format("{}", next[writer]++));
  }
  EXPECT_EQ(next, std::vector<int>(4, 500));
}

}  // namespace
}  // namespace telltale::http
