// SPDX-License-Identifier: Apache-2.0
#include "client/transport/inner_transport.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace telltale::client {
namespace {

using namespace std::chrono_literals;

constexpr auto long_enough = 20s;

std::shared_ptr<const std::string> piece(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// What a stream told, for a test that waits for its end.
struct StreamTold {
  std::string pieces = {};
  int status = 0;
  std::promise<Result<void>> end = {};

  StreamSink sink() {
    return {.on_head = [this](const http::Response& head) { status = head.status; },
            .on_piece = [this](std::string_view text) { pieces += text; },
            .on_end = [this](Result<void> how) { end.set_value(std::move(how)); }};
  }
};

TEST(InnerTransport, BringsTheWholeAnswerAndSaysWhoAsks) {
  InnerTransport transport(
      [](const http::Request& request, http::Responder responder) {
        EXPECT_EQ(request.header("Authorization"), "Bearer secret");
        http::Response response{.status = 201, .body = "a"};
        response.pieces.push_back(piece("b"));
        std::move(responder).send(std::move(response));
      },
      "secret");
  std::promise<Result<http::Response>> answered;
  const auto underway =
      transport.send({.target = "/x"}, [&](auto answer) { answered.set_value(std::move(answer)); });
  auto answer = answered.get_future();
  ASSERT_EQ(answer.wait_for(long_enough), std::future_status::ready);
  EXPECT_EQ(answer.get()->body, "ab");
}

TEST(InnerTransport, SaysThatNobodyAnswered) {
  InnerTransport transport([](const http::Request&, http::Responder) {}, "t");
  std::promise<bool> answered;
  const auto underway =
      transport.send({}, [&](auto answer) { answered.set_value(answer.has_value()); });
  auto answer = answered.get_future();
  ASSERT_EQ(answer.wait_for(long_enough), std::future_status::ready);
  EXPECT_FALSE(answer.get());
}

TEST(InnerTransport, BringsAStreamPieceByPieceAndItsEndOnce) {
  InnerTransport transport(
      [](const http::Request&, http::Responder responder) {
        const auto stream = std::move(responder).stream({.status = 200, .body = "head "});
        EXPECT_TRUE(stream->write(piece("one ")));
        EXPECT_TRUE(stream->write(piece("two")));
        stream->finish();
        EXPECT_FALSE(stream->write(piece("late")));
        stream->finish();
      },
      "t");
  StreamTold told;
  const auto underway = transport.stream({}, told.sink());
  auto end = told.end.get_future();
  ASSERT_EQ(end.wait_for(long_enough), std::future_status::ready);
  EXPECT_TRUE(end.get());
  EXPECT_EQ(told.status, 200);
  EXPECT_EQ(told.pieces, "head one two");
}

TEST(InnerTransport, EndsAWatchThatNobodyReads) {
  std::promise<void> hold;
  auto held = hold.get_future().share();
  InnerTransport transport(
      [](const http::Request&, http::Responder responder) {
        const auto stream = std::move(responder).stream({.status = 200});
        const auto large = piece(std::string(std::size_t{16} << 20, 'x'));
        int written = 0;
        while (stream->write(large) && written < 100) ++written;
        EXPECT_LT(written, 100);
      },
      "t");
  std::promise<Result<void>> ended;
  const auto underway =
      transport.stream({}, {.on_head = [held](const http::Response&) { held.wait(); },
                            .on_end = [&](Result<void> how) { ended.set_value(std::move(how)); }});
  hold.set_value();
  auto end = ended.get_future();
  ASSERT_EQ(end.wait_for(long_enough), std::future_status::ready);
  const Result<void> how = end.get();
  ASSERT_FALSE(how);
  EXPECT_EQ(how.error().kind, Error::Kind::TooLarge);
}

TEST(InnerTransport, TellsTheServerWhenAWatchIsLetGoAndCallsNobodyAnyMore) {
  std::shared_ptr<http::Stream> stream;
  std::promise<void> left;
  InnerTransport transport(
      [&](const http::Request&, http::Responder responder) {
        stream = std::move(responder).stream({.status = 200});
        stream->on_end([&] { left.set_value(); });
      },
      "t");
  std::atomic<bool> gone = false;
  std::atomic<int> late = 0;
  auto underway = transport.stream({}, {.on_piece = [&](std::string_view) {
                                     if (gone) ++late;
                                   }});
  std::thread server([&] {
    while (stream->write(piece("x"))) {
    }
  });
  underway->cancel();
  gone = true;
  server.join();
  EXPECT_EQ(left.get_future().wait_for(long_enough), std::future_status::ready);
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(late, 0);
}

// The last who holds the courier may be a callback that it is just carrying.
TEST(InnerTransport, MayEndWithinItsOwnCallbacks) {
  for (int i = 0; i < 50; ++i) {
    std::promise<void> done;
    auto transport = std::make_unique<InnerTransport>(
        [](const http::Request&, http::Responder responder) {
          std::move(responder).send({.status = 200});
        },
        "t");
    std::promise<void> ready;
    auto is_ready = ready.get_future().share();
    std::unique_ptr<PendingRequest> underway = transport->send({}, [&, is_ready](auto) {
      is_ready.wait();
      transport.reset();
      underway.reset();
      done.set_value();
    });
    ready.set_value();
    ASSERT_EQ(done.get_future().wait_for(long_enough), std::future_status::ready);
  }
}

TEST(InnerTransport, MayEndWhileAnswersAreOnTheirWay) {
  for (int i = 0; i < 50; ++i) {
    std::vector<std::thread> servers;
    {
      InnerTransport transport(
          [&](const http::Request&, http::Responder responder) {
            servers.emplace_back([responder = std::move(responder)]() mutable {
              std::move(responder).send({.status = 200});
            });
          },
          "t");
      std::vector<std::unique_ptr<PendingRequest>> underway;
      for (int request = 0; request < 4; ++request) underway.push_back(transport.send({}, {}));
    }
    for (std::thread& server : servers) server.join();
  }
  SUCCEED();
}

}  // namespace
}  // namespace telltale::client
