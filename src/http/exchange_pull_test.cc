// SPDX-License-Identifier: Apache-2.0
// Answers that are made while they are sent, and what answers may hold.

#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "http/exchange.h"
#include "http/session_for_test.h"

namespace telltale::http {
namespace {

constexpr std::size_t piece_size = source_piece_bytes;

// Makes so many pieces, each of one letter; its jobs are done when the test says so.
struct Maker {
  int pieces = 0;
  std::size_t size = piece_size;
  int made = 0;
  bool fails_at_end = false;
  bool takes_jobs = true;
  std::deque<std::function<void()>> jobs = {};
  std::shared_ptr<int> life = std::make_shared<int>(0);

  Source source() {
    return {.next = [this, life = life]() -> Result<Source::Piece> {
              if (made < pieces) {
                return piece(std::string(size, static_cast<char>('a' + made++ % 26)));
              }
              if (fails_at_end) return fail(Error::Kind::Internal, "broken");
              return Source::Piece();
            },
            .run =
                [this](std::function<void()> job) {
                  if (takes_jobs) jobs.push_back(std::move(job));
                  return takes_jobs;
                }};
  }
  // How many were done.
  int work() {
    int done = 0;
    for (; !jobs.empty(); ++done) {
      const auto job = std::move(jobs.front());
      jobs.pop_front();
      job();
    }
    return done;
  }
};

class HttpExchangePull : public testing::Test {
 protected:
  static constexpr std::size_t stream_bytes_max = 4 * piece_size;

  std::string take_all() {
    std::string all;
    while (exchange_->pending() > 0 || maker_.work() > 0) {
      exchange_->take(all, exchange_->pending());
    }
    return all;
  }
  std::size_t held() const { return budget_.figures().all; }
  void charge(Exchange::Repeatable repeatable) {
    exchange_->charge(Hold(budget_.client("a"), Budget::Use::Answers), repeatable);
  }
  Response made_answer(std::string body) {
    return {.body = std::move(body), .rest = maker_.source()};
  }

  CountingBell bell_;
  Refuse refuse_;
  Maker maker_;
  Budget budget_{{.all = 100 * piece_size, .strangers = piece_size, .client = 20 * piece_size}};
  std::shared_ptr<Exchange> exchange_ =
      std::make_shared<Exchange>(bell_, stream_bytes_max, refuse_);
};

TEST_F(HttpExchangePull, MakesNoMoreThanThePeerReads) {
  maker_.pieces = 100;
  charge(Exchange::Repeatable::Yes);
  exchange_->send(made_answer("begin "));
  EXPECT_EQ(exchange_->take_answer()->form, Answer::Form::Made);
  maker_.work();
  EXPECT_EQ(maker_.made, 1);
  EXPECT_LE(held(), Exchange::made_bytes + 6);
  std::string taken;
  exchange_->take(taken, 10);
  maker_.work();
  EXPECT_EQ(maker_.made, 2);
  EXPECT_EQ(maker_.work(), 0);
  EXPECT_FALSE(exchange_->complete());
}

TEST_F(HttpExchangePull, GivesEveryPieceInOrderAndThenIsComplete) {
  maker_.pieces = 5;
  exchange_->send(made_answer("begin "));
  static_cast<void>(exchange_->take_answer());
  std::string wanted = "begin ";
  for (const char letter : {'a', 'b', 'c', 'd', 'e'}) wanted += std::string(piece_size, letter);
  EXPECT_EQ(take_all(), wanted);
  EXPECT_TRUE(exchange_->complete());
  EXPECT_FALSE(exchange_->broken());
}

TEST_F(HttpExchangePull, BreaksOffWhatCannotBeMade) {
  maker_.pieces = 1;
  maker_.fails_at_end = true;
  exchange_->send(made_answer("begin "));
  take_all();
  EXPECT_TRUE(exchange_->broken());
  EXPECT_FALSE(exchange_->complete());
}

TEST_F(HttpExchangePull, BreaksOffWhenNobodyMakesIt) {
  maker_.pieces = 1;
  maker_.takes_jobs = false;
  exchange_->send(made_answer("begin "));
  EXPECT_TRUE(exchange_->broken());
}

TEST_F(HttpExchangePull, BreaksOffWhatThrowsAndLetsItBeCounted) {
  Source source = maker_.source();
  source.next = []() -> Result<Source::Piece> { throw std::runtime_error("no"); };
  exchange_->send({.rest = std::move(source)});
  EXPECT_THROW(maker_.work(), std::runtime_error);
  EXPECT_TRUE(exchange_->broken());
}

TEST_F(HttpExchangePull, SendsWhatIsWrittenMeanwhileBehindIt) {
  maker_.pieces = 2;
  const auto stream = exchange_->stream({});
  static_cast<void>(exchange_->take_answer());
  EXPECT_TRUE(stream->pull(maker_.source()));
  EXPECT_TRUE(stream->write(piece("later")));
  Maker second{.pieces = 26, .size = 3, .made = 25};
  EXPECT_TRUE(stream->pull(second.source()));
  EXPECT_TRUE(stream->write(piece("last")));
  stream->finish();
  std::string all = take_all();
  second.work();
  all += take_all();
  second.work();
  all += take_all();
  EXPECT_EQ(all, std::string(piece_size, 'a') + std::string(piece_size, 'b') + "laterzzzlast");
  EXPECT_TRUE(exchange_->complete());
}

TEST_F(HttpExchangePull, LimitsWhatWaitsBehindASource) {
  maker_.pieces = 2;
  const auto stream = exchange_->stream({});
  stream->pull(maker_.source());
  EXPECT_TRUE(stream->write(piece(std::string(stream_bytes_max, 'x'))));
  EXPECT_FALSE(stream->write(piece("x")));
  EXPECT_TRUE(exchange_->broken());
}

TEST_F(HttpExchangePull, LetsGoOfItsSourceAndItsBytesWhenItEnds) {
  maker_.pieces = 9;
  charge(Exchange::Repeatable::Yes);
  exchange_->send(made_answer("begin "));
  EXPECT_GT(held(), 0U);
  EXPECT_GT(maker_.life.use_count(), 1);
  exchange_->end();
  EXPECT_EQ(held(), 0U);
  maker_.work();  // a job that comes too late
  EXPECT_EQ(held(), 0U);
  maker_.jobs.clear();
  EXPECT_EQ(maker_.life.use_count(), 1);
}

TEST_F(HttpExchangePull, HasNoTimeLeftForTheRest) {
  maker_.pieces = 9;
  exchange_->send(made_answer("begin "));
  exchange_->finish_early();
  EXPECT_TRUE(exchange_->broken());

  const auto other = std::make_shared<Exchange>(bell_, stream_bytes_max, refuse_);
  const auto stream = other->stream({.body = "line\n"});
  static_cast<void>(other->take_answer());
  stream->pull(maker_.source());
  other->finish_early();
  EXPECT_FALSE(other->broken());
  std::string taken;
  other->take(taken, other->pending());
  EXPECT_EQ(taken, "line\n");
  EXPECT_TRUE(other->complete());
}

TEST_F(HttpExchangePull, RefusesWhatFindsNoRoomAndCanBeAskedAgain) {
  charge(Exchange::Repeatable::Yes);
  Hold other(budget_.client("a"), Budget::Use::Answers);
  ASSERT_TRUE(other.resize(20 * piece_size));
  exchange_->send(made_answer("begin "));
  const auto answer = exchange_->take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->head.status, 429);
  EXPECT_EQ(answer->form, Answer::Form::Whole);
  EXPECT_EQ(maker_.made, 0);
  EXPECT_EQ(maker_.life.use_count(), 1);
}

TEST_F(HttpExchangePull, HangsUpOnWhatFindsNoRoomAndCannotBeAskedAgain) {
  charge(Exchange::Repeatable::No);
  Hold other(budget_.client("a"), Budget::Use::Answers);
  ASSERT_TRUE(other.resize(20 * piece_size));
  exchange_->send({.body = std::string(Exchange::small_bytes + 1, 'x')});
  EXPECT_FALSE(exchange_->take_answer());
  EXPECT_TRUE(exchange_->broken());
}

TEST_F(HttpExchangePull, ShortAnswersAlwaysPass) {
  charge(Exchange::Repeatable::No);
  Hold other(budget_.client("a"), Budget::Use::Answers);
  ASSERT_TRUE(other.resize(20 * piece_size));
  exchange_->send({.status = 201, .body = std::string(Exchange::small_bytes, 'x')});
  EXPECT_EQ(exchange_->take_answer()->head.status, 201);
}

TEST_F(HttpExchangePull, ManyStreamsThatAreNotReadGetLessEachAndLeaveSome) {
  constexpr std::size_t line = 1000;
  std::deque<std::shared_ptr<Exchange>> streams;
  for (int i = 0; i < 50; ++i) {
    streams.push_back(std::make_shared<Exchange>(bell_, 20 * piece_size, refuse_));
    streams.back()->charge(Hold(budget_.client("a"), Budget::Use::Answers),
                           Exchange::Repeatable::Yes);
    static_cast<void>(streams.back()->stream({}));
  }
  for (int round = 0; round < 400; ++round) {
    for (const auto& stream : streams) stream->write(piece(std::string(line, 'x')));
  }
  for (const auto& stream : streams) EXPECT_TRUE(stream->broken());
  EXPECT_LT(held(), 20 * piece_size);
  EXPECT_GT(budget_.client("a")->left(), piece_size);
  for (const auto& stream : streams) stream->end();
  EXPECT_EQ(held(), 0U);
}

}  // namespace
}  // namespace telltale::http
