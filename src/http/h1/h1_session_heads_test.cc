// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 with a handler that decides on heads, and with little room.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "http/session_for_test.h"

namespace telltale::http {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using enum Session::Next;

constexpr std::size_t kib = 1024;

class H1Heads : public testing::Test {
 protected:
  // Those who show a name may go on; others are sent away.
  void begin(const Budget::Shares& shares = {}) {
    talk_.budget = std::make_shared<Budget>(shares);
    talk_.head_handler = [this](Request head, Responder answer) -> std::optional<BodyWanted> {
      heads_.push_back(head);
      const auto name = head.header("X-Name");
      if (!name) {
        std::move(answer).send({.status = 401, .body = "who?"});
        return std::nullopt;
      }
      auto kept = std::make_shared<Responder>(std::move(answer));
      return BodyWanted{
          .client = std::string(*name),
          .bytes_max = head.header("X-Little") ? std::optional<std::size_t>(10) : std::nullopt,
          .then = [this, kept](Body body) {
            bodies_.push_back(std::move(body));
            std::move(*kept).send(text_answer("done"));
          }};
    };
    talk_.begin();
  }
  static std::string post(std::string_view headers, std::string_view length) {
    return format("POST / HTTP/1.1\r\nHost: h\r\n{}Content-Length: {}\r\n\r\n", headers, length);
  }
  std::size_t held() const { return talk_.budget->figures().all; }

  Talk talk_;
  std::vector<Request> heads_;
  std::vector<Body> bodies_;
};

TEST_F(H1Heads, RefusesAStrangerBeforeTheBodyIsRead) {
  begin();
  const std::string said = talk_.say(post("", "1000000"));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 401 "));
  EXPECT_THAT(said, HasSubstr("Connection: close"));
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
  talk_.say(std::string(100'000, 'x'));
  EXPECT_EQ(held(), 0U);
  EXPECT_TRUE(bodies_.empty());
}

TEST_F(H1Heads, KeepsTheConnectionOfWhomItRefusesWhenNothingIsLeftToRead) {
  begin();
  EXPECT_THAT(talk_.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), StartsWith("HTTP/1.1 401 "));
  EXPECT_EQ(talk_.session->next(), GoOn);
  const std::string said = talk_.say(post("", "3") + "abc" + post("X-Name: a\r\n", "3") + "def");
  EXPECT_THAT(said, StartsWith("HTTP/1.1 401 "));
  EXPECT_THAT(said, HasSubstr("HTTP/1.1 200 OK"));
  ASSERT_EQ(bodies_.size(), 1U);
  EXPECT_EQ(bodies_[0].bytes, "def");
}

TEST_F(H1Heads, SaysContinueOnlyToThoseWhoMay) {
  begin();
  EXPECT_THAT(talk_.say(post("Expect: 100-continue\r\n", "5")), Not(HasSubstr("100 Continue")));
  Talk second{.head_handler = talk_.head_handler, .budget = talk_.budget};
  second.begin();
  EXPECT_THAT(second.say(post("X-Name: a\r\nExpect: 100-continue\r\n", "5")),
              StartsWith("HTTP/1.1 100 Continue"));
  EXPECT_THAT(second.say("12345"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(H1Heads, AHandlerMaySetASmallerLimit) {
  begin();
  EXPECT_THAT(talk_.say(post("X-Name: a\r\nX-Little: 1\r\n", "11")), StartsWith("HTTP/1.1 413 "));
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
  Talk second{.head_handler = talk_.head_handler, .budget = talk_.budget};
  second.begin();
  EXPECT_THAT(second.say("POST / HTTP/1.1\r\nHost: h\r\nX-Name: a\r\nX-Little: 1\r\n"
                         "Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n"),
              StartsWith("HTTP/1.1 413 "));
}

TEST_F(H1Heads, CountsABodyUntilItsRequestIsGone) {
  begin();
  const std::string head = post("X-Name: a\r\n", "200000");
  talk_.say(head + std::string(100'000, 'x'));
  EXPECT_GE(held(), 100'000U);
  talk_.say(std::string(100'000, 'x'));
  ASSERT_EQ(bodies_.size(), 1U);
  EXPECT_GE(held(), 200'000U);
  EXPECT_LE(held(), 200'000U + 4 * kib);
  bodies_.clear();
  EXPECT_EQ(held(), 0U);
}

TEST_F(H1Heads, RefusesABodyThatFindsNoRoom) {
  begin({.all = 1000 * kib, .strangers = 100 * kib, .client = 150 * kib});
  const std::string said = talk_.say(post("X-Name: a\r\n", "200000") + std::string(160 * kib, 'x'));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 429 "));
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
  EXPECT_EQ(held(), 0U);
}

TEST_F(H1Heads, RefusesWhoHasTooMuchWaitingAtTheHead) {
  begin({.all = 1000 * kib, .strangers = 100 * kib, .client = 150 * kib});
  Hold waiting(talk_.budget->client("a"), Budget::Use::Answers);
  ASSERT_TRUE(waiting.resize(150 * kib));
  EXPECT_THAT(talk_.say(post("X-Name: a\r\n", "5")), StartsWith("HTTP/1.1 429 "));
  EXPECT_TRUE(bodies_.empty());
}

TEST_F(H1Heads, StrangersShareLittleButAShortHeadAlwaysComesIn) {
  begin({.all = 1000 * kib, .strangers = 20 * kib, .client = 250 * kib});
  const std::string start = "GET / HTTP/1.1\r\nHost: h\r\nX-Long: ";
  talk_.say(start + std::string(30 * kib, 'x'));
  EXPECT_GT(held(), 10 * kib);
  Talk second{.head_handler = talk_.head_handler, .budget = talk_.budget};
  second.begin();
  EXPECT_THAT(second.say(start + std::string(30 * kib, 'x')), StartsWith("HTTP/1.1 429 "));
  Talk third{.head_handler = talk_.head_handler, .budget = talk_.budget};
  third.begin();
  EXPECT_THAT(third.say("GET / HTTP/1.1\r\nHost: h\r\nX-Name: a\r\n\r\n"),
              StartsWith("HTTP/1.1 200 "));
  EXPECT_LE(talk_.budget->figures().strangers, 20 * kib);
  talk_.session->abandon();
  EXPECT_EQ(talk_.budget->figures().strangers, 0U);
}

TEST_F(H1Heads, ChunksAnAnswerThatIsMadeWhileItIsSent) {
  std::vector<std::function<void()>> jobs;
  int made = 0;
  Talk talk{.handler = [&](const Request&, Responder answer) {
    std::move(answer).send({.body = "first ",
                            .rest = Source{.next = [&made]() -> Result<Source::Piece> {
                                             return made++ == 0 ? piece("second") : Source::Piece();
                                           },
                                           .run =
                                               [&jobs](std::function<void()> job) {
                                                 jobs.push_back(std::move(job));
                                                 return true;
                                               }}});
  }};
  talk.begin();
  const std::string first = talk.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_THAT(first, HasSubstr("Transfer-Encoding: chunked"));
  EXPECT_THAT(first, testing::EndsWith("6\r\nfirst \r\n"));
  for (std::size_t i = 0; i < jobs.size(); ++i) std::exchange(jobs[i], nullptr)();
  EXPECT_EQ(talk.heard(), "6\r\nsecond\r\n0\r\n\r\n");
  // Whoever has said everything still gets an answer that has an end.
  made = 0;
  jobs.clear();
  talk.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  talk.session->receive_end();
  EXPECT_EQ(talk.session->next(), GoOn);
  for (std::size_t i = 0; i < jobs.size(); ++i) std::exchange(jobs[i], nullptr)();
  EXPECT_THAT(talk.heard(), testing::EndsWith("0\r\n\r\n"));
  EXPECT_EQ(talk.session->next(), Close);
}

}  // namespace
}  // namespace telltale::http
