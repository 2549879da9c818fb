// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "http/session_for_test.h"
#include "http/socket_for_test.h"

namespace telltale::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr seconds waiting_max{20};

// Requests wait here for the test's own thread to answer them.
class Desk {
 public:
  Handler handler() {
    return [this](Request request, Responder answer) {
      const std::lock_guard lock(mutex_);
      waiting_.emplace_back(std::move(request), std::move(answer));
      arrived_.notify_all();
    };
  }
  std::pair<Request, Responder> next() {
    std::unique_lock lock(mutex_);
    const bool came = arrived_.wait_for(lock, waiting_max, [&] { return !waiting_.empty(); });
    EXPECT_TRUE(came);
    auto first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::pair<Request, Responder>> waiting_;
};

std::unique_ptr<Server> serve(Handler handler, const Limits& limits = {}) {
  auto server = Server::start({.limits = limits}, std::move(handler));
  EXPECT_TRUE(server) << server.error().detail;
  return std::move(*server);
}

void echo(const Request& request, Responder answer) {
  std::move(answer).send(
      {.content_type = "text/plain",
       .body = format("{} {} {}", request.method, request.target, request.body)});
}

// When somebody else has to do something first: look, and let them.
template <class Holds>
bool eventually(Holds holds) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  for (int round = 0; round < 4000; ++round) {
    if (holds()) return true;
    never.wait_for(lock, milliseconds(5));
  }
  return false;
}

TEST(HttpServer, AnswersManyRequestsOnOneConnection) {
  const auto server = serve(echo);
  SocketForTest client(server->port());
  for (int count = 0; count < 100; ++count) {
    client.send(format("POST /{} HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab", count));
    EXPECT_THAT(client.read_answer(), EndsWith(format("\r\n\r\nPOST /{} ab", count)));
  }
  EXPECT_EQ(server->connections(), 1U);
}

TEST(HttpServer, NamesThePeer) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  auto [request, answer] = desk.next();
  EXPECT_THAT(request.peer, testing::MatchesRegex("127\\.0\\.0\\.1:[0-9]+"));
  EXPECT_EQ(request.certificate, std::nullopt);
}

TEST(HttpServer, SendsLargeAnswersWhole) {
  const std::string body(8'000'000, 'x');
  const auto server =
      serve([&](const Request&, Responder answer) { std::move(answer).send({.body = body}); });
  SocketForTest client(server->port());
  client.send(get_root);
  const std::string first = client.read_answer();
  EXPECT_EQ(first.substr(first.find("\r\n\r\n") + 4).size(), body.size());
  client.send(get_root);
  EXPECT_THAT(client.read_answer(), EndsWith("xxx"));
}

TEST(HttpServer, TakesBodiesUpToTheLimitAndRefusesMoreWhileTheyAreStillSent) {
  const auto server = serve(echo, {.body_bytes = 1'000'000});
  SocketForTest client(server->port());
  const std::string body(1'000'000, 'b');
  client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
  client.send(body);
  EXPECT_THAT(client.read_answer(), EndsWith("bbb"));
  client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 50000000\r\n\r\n");
  for (int count = 0; count < 50; ++count) client.send(body);
  EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 413 "));
}

TEST(HttpServer, RefusesLongHeadersAndGarbage) {
  const auto server = serve(echo);
  SocketForTest longer(server->port());
  longer.send(format("GET / HTTP/1.1\r\nHost: h\r\nX: {}\r\n\r\n", std::string(200'000, 'x')));
  EXPECT_THAT(longer.read_to_end(), StartsWith("HTTP/1.1 431 "));
  SocketForTest garbage(server->port());
  garbage.send("\r\n\x01\x02 nonsense\r\n\r\n");
  EXPECT_THAT(garbage.read_to_end(), StartsWith("HTTP/1.1 400 "));
}

TEST(HttpServer, StreamsPiecesAsTheyAreWritten) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  const auto stream = std::move(desk.next().second).stream({.body = "begin\n"});
  EXPECT_THAT(client.read_until("begin\n\r\n"), HasSubstr("Transfer-Encoding: chunked\r\n"));
  for (int count = 0; count < 100; ++count) {
    EXPECT_TRUE(stream->write(piece(format("event {}\n", count))));
    EXPECT_THAT(client.read_until("\n\r\n"), EndsWith(format("event {}\n\r\n", count)));
  }
  stream->finish();
  EXPECT_EQ(client.read_until("0\r\n\r\n"), "0\r\n\r\n");
  client.send(get_root);
  std::move(desk.next().second).send({.body = "after"});
  EXPECT_THAT(client.read_answer(), EndsWith("after"));
}

TEST(HttpServer, KeepsTheOrderOfEveryThreadThatWritesToAStream) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send("GET / HTTP/1.0\r\n\r\n");
  const auto stream = std::move(desk.next().second).stream({});
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      for (int count = 0; count < 2000; ++count) {
        stream->write(piece(format("{}:{}\n", writer, count)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  stream->finish();
  client.read_until("\r\n\r\n");
  const std::string all = client.read_to_end();
  std::vector<int> next(4, 0);
  for (const std::string_view line : split(all, '\n')) {
    if (line.empty()) continue;
    EXPECT_EQ(line.substr(2), format("{}", next[static_cast<std::size_t>(line[0] - '0')]++));
  }
  EXPECT_EQ(next, std::vector<int>(4, 2000));
}

TEST(HttpServer, TellsAStreamThatItsReaderHasLeft) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  const auto stream = std::move(desk.next().second).stream({});
  std::promise<void> ended;
  stream->on_end([&] { ended.set_value(); });
  client.read_until("\r\n\r\n");
  client.close();
  EXPECT_EQ(ended.get_future().wait_for(waiting_max), std::future_status::ready);
  EXPECT_FALSE(stream->open());
  EXPECT_FALSE(stream->write(piece("x")));
  EXPECT_TRUE(eventually([&] { return server->connections() == 0; }));
}

TEST(HttpServer, TearsDownAReaderThatDoesNotReadWithoutBlockingTheWriter) {
  Desk desk;
  const auto server = serve(desk.handler(), {.stream_bytes_pending = 1 << 20});
  SocketForTest client(server->port());
  client.send(get_root);
  const auto stream = std::move(desk.next().second).stream({});
  std::promise<void> ended;
  stream->on_end([&] { ended.set_value(); });
  const auto large = piece(std::string(100'000, 'x'));
  int written = 0;
  while (written < 10'000 && stream->write(large)) ++written;
  EXPECT_LT(written, 10'000);
  EXPECT_EQ(ended.get_future().wait_for(waiting_max), std::future_status::ready);
  EXPECT_TRUE(eventually([&] { return server->connections() == 0; }));
}

TEST(HttpServer, GivesUpOnAReaderThatStopsInTheMiddleOfAnAnswer) {
  const auto server =
      serve([](const Request&,
               Responder answer) { std::move(answer).send({.body = std::string(8'000'000, 'x')}); },
            {.write = milliseconds(100)});
  SocketForTest client(server->port());
  client.send(get_root);
  EXPECT_TRUE(eventually([&] { return server->connections() == 1; }));
  EXPECT_TRUE(eventually([&] { return server->connections() == 0; }));
}

TEST(HttpServer, CutsOffWhoeverSendsARequestTooSlowly) {
  const auto server = serve(echo, {.read = milliseconds(100)});
  SocketForTest silent(server->port());
  EXPECT_TRUE(silent.is_at_end());
  SocketForTest head(server->port());
  head.send("GET / HTTP/1.1\r\nHo");
  EXPECT_TRUE(head.is_at_end());
  SocketForTest body(server->port());
  body.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_TRUE(body.is_at_end());
}

TEST(HttpServer, TricklingBytesDoesNotBuyTime) {
  const auto server = serve(echo, {.read = milliseconds(200)});
  SocketForTest client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: h\r\nX: ");
  EXPECT_TRUE(eventually([&] { return server->connections() == 1; }));
  EXPECT_TRUE(eventually([&] { return !client.send("x") || server->connections() == 0; }));
}

TEST(HttpServer, ClosesAConnectionThatIsIdleForTooLong) {
  const auto server = serve(echo, {.idle = milliseconds(100)});
  SocketForTest client(server->port());
  client.send(get_root);
  client.read_answer();
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpServer, TimeLimitsDoNotHoldForHandlersAndStreams) {
  Desk desk;
  const milliseconds shortest(20);
  const auto server =
      serve(desk.handler(),
            {.handshake = shortest, .idle = shortest, .read = shortest, .write = shortest});
  SocketForTest client(server->port());
  client.send(get_root);
  auto [request, answer] = desk.next();
  SocketForTest other(server->port());
  EXPECT_TRUE(other.is_at_end());
  const auto stream = std::move(answer).stream({});
  SocketForTest another(server->port());
  EXPECT_TRUE(another.is_at_end());
  EXPECT_TRUE(stream->write(piece("still here")));
  EXPECT_THAT(client.read_until("still here"), EndsWith("still here"));
}

TEST(HttpServer, ClosesConnectionsBeyondTheLimitAtOnce) {
  const auto server = serve(echo, {.connections = 2});
  SocketForTest first(server->port());
  SocketForTest second(server->port());
  for (SocketForTest* client : {&first, &second}) {
    client->send(get_root);
    client->read_answer();
  }
  SocketForTest third(server->port());
  EXPECT_TRUE(third.is_at_end());
  first.close();
  EXPECT_TRUE(eventually([&] { return server->connections() == 1; }));
  SocketForTest fourth(server->port());
  fourth.send(get_root);
  EXPECT_THAT(fourth.read_answer(), StartsWith("HTTP/1.1 200 "));
}

TEST(HttpServer, AnswersFromAnotherThreadAndAfterTheClientLeft) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  auto [request, answer] = desk.next();
  client.close();
  EXPECT_TRUE(eventually([&] {
    SocketForTest probe(server->port());
    return probe.connected();
  }));
  std::move(answer).send({.body = "too late"});
  EXPECT_TRUE(eventually([&] { return server->connections() == 0; }));
}

TEST(HttpServer, HangsUpWithoutAWord) {
  const auto server = serve([](const Request&, Responder answer) { std::move(answer).hang_up(); });
  SocketForTest client(server->port());
  client.send(get_root);
  EXPECT_EQ(client.read_to_end(), "");
}

TEST(HttpServer, DrainAnswersWhatIsInFlightEndsStreamsAndClosesTheRest) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest idle(server->port());
  SocketForTest slow(server->port());
  SocketForTest watching(server->port());
  watching.send(get_root);
  const auto stream = std::move(desk.next().second).stream({.body = "x"});
  slow.send(get_root);
  auto [request, answer] = desk.next();
  std::thread drains([&] { server->drain(milliseconds(300)); });
  EXPECT_TRUE(idle.is_at_end());
  EXPECT_TRUE(eventually([&] { return !SocketForTest(server->port()).connected(); }));
  std::move(answer).send({.body = "answered"});
  const std::string answered = slow.read_to_end();
  EXPECT_THAT(answered, EndsWith("answered"));
  EXPECT_THAT(answered, HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(watching.read_to_end(), EndsWith("1\r\nx\r\n0\r\n\r\n"));
  drains.join();
  EXPECT_EQ(server->connections(), 0U);
  EXPECT_FALSE(stream->open());
  server->drain(milliseconds(0));
}

TEST(HttpServer, DrainDoesNotWaitForPromisesThatAreNeverKept) {
  Desk desk;
  const auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  auto [request, answer] = desk.next();
  server->drain(milliseconds(10));
  EXPECT_EQ(client.read_to_end(), "");
  std::move(answer).send({.body = "nobody listens"});
}

TEST(HttpServer, RespondersAndStreamsMayOutliveTheServer) {
  Desk desk;
  auto server = serve(desk.handler());
  SocketForTest client(server->port());
  client.send(get_root);
  const auto stream = std::move(desk.next().second).stream({});
  SocketForTest other(server->port());
  other.send(get_root);
  auto [request, answer] = desk.next();
  server.reset();
  EXPECT_FALSE(stream->write(piece("x")));
  {
    const Responder dropped(std::move(answer));
  }
}

TEST(HttpServer, HoldsAThousandConnections) {
  std::mutex mutex;
  std::vector<std::shared_ptr<Stream>> streams;
  const auto server = serve([&](const Request&, Responder answer) {
    const std::lock_guard lock(mutex);
    streams.push_back(std::move(answer).stream({}));
  });
  std::deque<SocketForTest> clients;
  for (int count = 0; count < 1000; ++count) {
    clients.emplace_back(server->port());
    clients.back().send(get_root);
  }
  for (SocketForTest& client : clients) client.read_until("\r\n\r\n");
  EXPECT_EQ(server->connections(), 1000U);
  const auto event = piece("event\n");
  for (const auto& stream : streams) EXPECT_TRUE(stream->write(event));
  for (SocketForTest& client : clients) EXPECT_EQ(client.read_until("\n\r\n"), "6\r\nevent\n\r\n");
  clients.clear();
  EXPECT_TRUE(eventually([&] { return server->connections() == 0; }));
  for (const auto& stream : streams) EXPECT_FALSE(stream->open());
}

TEST(HttpServer, SaysWhereItCannotListen) {
  const auto first = serve(echo);
  const auto second = Server::start({.port = first->port()}, echo);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().detail,
            format("cannot listen on 127.0.0.1:{}: address already in use", first->port()));
  EXPECT_FALSE(Server::start({.address = "300.1.2.3"}, echo));
}

TEST(HttpServer, ListensOnIpv6) {
  const auto server = Server::start({.address = "::1"}, echo);
  if (!server) GTEST_SKIP() << server.error().detail;
  EXPECT_NE((*server)->port(), 0);
}

}  // namespace
}  // namespace telltale::http
