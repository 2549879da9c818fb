// SPDX-License-Identifier: Apache-2.0
#include "http/h1/h1_session.h"

#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "http/session_for_test.h"

namespace telltale::http {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using enum Session::Next;
using Waiting = Session::Stage::Waiting;

constexpr std::string_view get = "GET /a HTTP/1.1\r\nHost: here\r\n\r\n";

class H1Session : public testing::Test {
 protected:
  void SetUp() override {
    talk_.handler = inbox_.handler();
    talk_.begin();
  }
  void answer(Response response) { std::move(inbox_.answers.back()).send(std::move(response)); }
  std::shared_ptr<Stream> stream(Response head = text_answer("")) {
    return std::move(inbox_.answers.back()).stream(std::move(head));
  }

  Inbox inbox_;
  Talk talk_;
};

TEST_F(H1Session, HandsOverARequestWithItsHeadersAndPeer) {
  talk_.say(
      "PATCH /b?c=%20 HTTP/1.1\r\nHost: here\r\nX-Mixed: One\r\nContent-Length: 3\r\n\r\nabc");
  ASSERT_EQ(inbox_.requests.size(), 1U);
  const Request& request = inbox_.requests.front();
  EXPECT_EQ(request.method, "PATCH");
  EXPECT_EQ(request.target, "/b?c=%20");
  EXPECT_EQ(request.body, "abc");
  EXPECT_EQ(request.peer, "127.0.0.1:50412");
  EXPECT_EQ(request.header("x-mixed"), "One");
}

TEST_F(H1Session, AnswersWithALengthAndKeepsTheConnection) {
  EXPECT_EQ(talk_.say(get), "");
  answer(
      {.status = 201, .content_type = "text/plain", .body = "hello", .headers = {{"Etag", "1"}}});
  const std::string said = talk_.heard();
  EXPECT_THAT(said, StartsWith("HTTP/1.1 201 Created\r\n"));
  EXPECT_THAT(said, HasSubstr("\r\nEtag: 1\r\n"));
  EXPECT_THAT(said, HasSubstr("\r\nContent-Type: text/plain\r\n"));
  EXPECT_THAT(said, HasSubstr("\r\nContent-Length: 5\r\n"));
  EXPECT_THAT(said, HasSubstr("\r\nDate: "));
  EXPECT_THAT(said, Not(HasSubstr("Connection:")));
  EXPECT_THAT(said, EndsWith("\r\n\r\nhello"));
  EXPECT_EQ(talk_.session->next(), GoOn);

  talk_.say(get);
  EXPECT_EQ(inbox_.requests.size(), 2U);
}

TEST_F(H1Session, AnswersPipelinedRequestsOneAfterTheOther) {
  talk_.say(format("{}{}", get, get));
  ASSERT_EQ(inbox_.requests.size(), 1U);
  answer(text_answer("first"));
  EXPECT_THAT(talk_.heard(), EndsWith("first"));
  ASSERT_EQ(inbox_.requests.size(), 2U);
  answer(text_answer("second"));
  EXPECT_THAT(talk_.heard(), EndsWith("second"));
}

TEST_F(H1Session, ForgivesAnEmptyLineBeforeARequest) {
  talk_.say(format("\r\n{}", get));
  EXPECT_EQ(inbox_.requests.size(), 1U);
}

TEST_F(H1Session, ReadsARequestThatComesByteByByte) {
  const std::string whole =
      "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3\r\nabc\r\n4;n=v\r\ndefg\r\n0\r\nTrailer: t\r\n\r\n";
  for (const char byte : whole) EXPECT_EQ(talk_.say({&byte, 1}), "");
  ASSERT_EQ(inbox_.requests.size(), 1U);
  EXPECT_EQ(inbox_.requests.front().body, "abcdefg");
}

TEST_F(H1Session, TrailersCannotPassForHeaders) {
  talk_.say(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "1\r\na\r\n0\r\nAuthorization: Bearer stolen\r\n\r\n");
  ASSERT_EQ(inbox_.requests.size(), 1U);
  EXPECT_EQ(inbox_.requests.front().header("Authorization"), std::nullopt);
}

TEST_F(H1Session, RefusesABodyThatIsTooLongWithoutReadingIt) {
  const std::string said = talk_.say(
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3145729\r\n\r\n");
  EXPECT_THAT(said, StartsWith("HTTP/1.1 413 Request Entity Too Large\r\n"));
  EXPECT_THAT(said, HasSubstr("Connection: close\r\n"));
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
  EXPECT_TRUE(inbox_.requests.empty());
}

TEST_F(H1Session, RefusesChunksThatAddUpToTooMuch) {
  talk_.limits.body_bytes = 8;
  const std::string said = talk_.say(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
      "chunked\r\n\r\n5\r\naaaaa\r\n5\r\naaaaa\r\n");
  EXPECT_THAT(said, StartsWith("HTTP/1.1 413 "));
}

TEST_F(H1Session, TakesABodyOfExactlyTheLimit) {
  talk_.limits.body_bytes = 8;
  talk_.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\n12345678");
  EXPECT_EQ(inbox_.requests.size(), 1U);
}

TEST_F(H1Session, RefusesHeadersThatAreTooLong) {
  const std::string said =
      talk_.say(format("GET / HTTP/1.1\r\nHost: h\r\nX: {}", std::string(70'000, 'x')));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 431 "));
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
}

TEST_F(H1Session, RefusesEndlessChunkHeadersAndTrailers) {
  talk_.say("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;x=");
  std::string said;
  for (int round = 0; round < 10 && said.empty(); ++round)
    said = talk_.say(std::string(30'000, 'x'));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 431 "));
}

TEST_F(H1Session, RefusesWhatIsNotHttp) {
  for (const std::string_view bad :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/3.0\r\n\r\n",
        "GET / HTTP/1.1\r\nbad header\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"}) {
    talk_.begin();
    EXPECT_THAT(talk_.say(bad), StartsWith("HTTP/1.1 400 ")) << bad;
    EXPECT_EQ(talk_.session->next(), CloseSlowly);
  }
}

TEST_F(H1Session, RefusesRequestsWhoseEndIsAmbiguous) {
  for (const std::string_view bad :
       {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}) {
    talk_.begin();
    EXPECT_THAT(talk_.say(bad), testing::ContainsRegex("^HTTP/1.1 (400|501) ")) << bad;
    EXPECT_TRUE(inbox_.requests.empty());
  }
}

TEST_F(H1Session, WantsExactlyOneHost) {
  EXPECT_THAT(talk_.say("GET / HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
  talk_.begin();
  EXPECT_THAT(talk_.say("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
              StartsWith("HTTP/1.1 400 "));
}

TEST_F(H1Session, RefusesInTheWordsOfTheServer) {
  talk_.refuse = [](int status, std::string_view sentence) {
    return Response{.status = status, .body = format("{{{}}}", sentence)};
  };
  talk_.begin();
  const std::string said = talk_.say("GET / HTTP/1.1\r\n\r\n");
  EXPECT_THAT(said, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(said, EndsWith("{a request has one Host header}"));
}

TEST_F(H1Session, SaysToContinueOnlyWhenTheBodyIsWaitedFor) {
  const std::string head =
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
  EXPECT_EQ(talk_.say(head), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(talk_.say("ab"), "");
  ASSERT_EQ(inbox_.requests.size(), 1U);
  answer(text_answer("done"));
  talk_.heard();
  EXPECT_EQ(talk_.say(head + "ab"), "");
  EXPECT_EQ(inbox_.requests.size(), 2U);
}

TEST_F(H1Session, RefusesOtherExpectations) {
  EXPECT_THAT(talk_.say("POST / HTTP/1.1\r\nHost: h\r\nExpect: cake\r\nContent-Length: 2\r\n\r\n"),
              StartsWith("HTTP/1.1 417 "));
}

TEST_F(H1Session, SendsNoBodyForHead) {
  talk_.say("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  answer(text_answer("hello"));
  const std::string said = talk_.heard();
  EXPECT_THAT(said, HasSubstr("Content-Length: 5\r\n"));
  EXPECT_THAT(said, EndsWith("\r\n\r\n"));
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H1Session, EndsAStreamForHeadAtOnce) {
  talk_.say("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  const auto open = stream();
  talk_.heard();
  EXPECT_FALSE(open->open());
}

TEST_F(H1Session, SendsNeitherBodyNorLengthWith204) {
  talk_.say(get);
  answer({.status = 204, .content_type = "", .body = "ignored"});
  const std::string said = talk_.heard();
  EXPECT_THAT(said, Not(HasSubstr("Content-Length")));
  EXPECT_THAT(said, EndsWith("\r\n\r\n"));
}

TEST_F(H1Session, StreamsInChunksAndEndsWithAnEmptyOne) {
  talk_.say(get);
  const auto open = stream(text_answer("first"));
  EXPECT_THAT(talk_.heard(), EndsWith("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n"));
  EXPECT_TRUE(open->write(piece("one")));
  EXPECT_EQ(talk_.heard(), "3\r\none\r\n");
  open->write(piece("two"));
  open->write(piece("three"));
  EXPECT_EQ(talk_.heard(), "8\r\ntwothree\r\n");
  open->finish();
  EXPECT_EQ(talk_.heard(), "0\r\n\r\n");
  EXPECT_FALSE(open->write(piece("late")));
  EXPECT_EQ(talk_.session->next(), GoOn);
  talk_.say(get);
  EXPECT_EQ(inbox_.requests.size(), 2U);
}

TEST_F(H1Session, StreamsToHttp10UntilTheConnectionEnds) {
  talk_.say("GET / HTTP/1.0\r\n\r\n");
  const auto open = stream(text_answer("a"));
  open->write(piece("b"));
  open->finish();
  const std::string said = talk_.heard();
  EXPECT_THAT(said, Not(HasSubstr("chunked")));
  EXPECT_THAT(said, EndsWith("\r\n\r\nab"));
  EXPECT_EQ(talk_.session->next(), Close);
}

TEST_F(H1Session, ClosesAfterTheAnswerWhenAsked) {
  talk_.say("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  answer(text_answer("bye"));
  EXPECT_THAT(talk_.heard(), HasSubstr("Connection: close\r\n"));
  EXPECT_EQ(talk_.session->next(), Close);
}

TEST_F(H1Session, EndsAStreamWhoseReaderHasLeft) {
  talk_.say(get);
  const auto open = stream();
  int ends = 0;
  open->on_end([&] { ++ends; });
  talk_.heard();
  talk_.session->receive_end();
  EXPECT_EQ(talk_.session->next(), Cut);
  talk_.session->abandon();
  EXPECT_EQ(ends, 1);
  EXPECT_FALSE(open->write(piece("x")));
}

TEST_F(H1Session, StillAnswersAClientThatHasClosedItsOwnDirection) {
  talk_.say(get);
  talk_.session->receive_end();
  EXPECT_EQ(talk_.session->next(), GoOn);
  answer(text_answer("bye"));
  EXPECT_THAT(talk_.heard(), EndsWith("bye"));
  EXPECT_EQ(talk_.session->next(), Close);
}

TEST_F(H1Session, CutsAReaderThatKeepsTalkingDuringAStream) {
  talk_.say(get);
  const auto open = stream();
  talk_.heard();
  talk_.say(std::string(100'000, 'x'));
  EXPECT_EQ(talk_.session->next(), Cut);
}

TEST_F(H1Session, StopsReadingAheadWhileARequestIsWorkedOn) {
  talk_.say(get);
  talk_.say(std::string(100'000, 'x'));
  EXPECT_FALSE(talk_.session->wants_bytes());
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H1Session, CutsWhenTheHandlerHangsUp) {
  talk_.say(get);
  std::move(inbox_.answers.back()).hang_up();
  EXPECT_EQ(talk_.heard(), "");
  EXPECT_EQ(talk_.session->next(), Cut);
}

TEST_F(H1Session, AnswersForAHandlerThatDropsTheRequestOrThrows) {
  talk_.handler = [](const Request& request, const Responder&) {
    if (request.method == "POST") throw std::runtime_error("boom");
  };
  EXPECT_THAT(talk_.say(get), StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(talk_.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"),
              StartsWith("HTTP/1.1 500 "));
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H1Session, WindsDownAtOnceWhenIdleAndAfterTheAnswerWhenNot) {
  talk_.session->wind_down();
  EXPECT_EQ(talk_.session->next(), Close);

  talk_.begin();
  talk_.say(get);
  talk_.session->wind_down();
  EXPECT_EQ(talk_.session->next(), GoOn);
  answer(text_answer("last"));
  EXPECT_THAT(talk_.heard(), HasSubstr("Connection: close\r\n"));
  EXPECT_EQ(talk_.session->next(), Close);
}

TEST_F(H1Session, WindingDownWaitsForARequestThatHasBegun) {
  talk_.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na");
  talk_.session->wind_down();
  EXPECT_EQ(talk_.session->next(), GoOn);
  talk_.say("b");
  ASSERT_EQ(inbox_.requests.size(), 1U);
}

TEST_F(H1Session, SaysWhatThePeerIsWaitedFor) {
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForFirst);
  talk_.say("GET / HT");
  EXPECT_EQ(talk_.session->stage(), (Session::Stage{Waiting::ForRest, 1}));
  talk_.say("TP/1.1\r\nHost: h\r\n\r\nGET ");
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForNothing);
  answer(text_answer(""));
  talk_.heard();
  EXPECT_EQ(talk_.session->stage(), (Session::Stage{Waiting::ForRest, 2}));
  talk_.say("/ HTTP/1.1\r\nHost: h\r\n\r\n");
  answer(text_answer(""));
  talk_.heard();
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForNext);
}

RC_GTEST_PROP(H1SessionProperty, ARequestIsTheSameHoweverItIsCut,
              (const std::vector<std::uint8_t>& cuts)) {
  const std::string whole =
      "POST /x?y HTTP/1.1\r\nHost: h\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n"
      "10;a=b\r\n0123456789abcdef\r\n1\r\nz\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n";
  Inbox inbox;
  Talk talk{.handler = inbox.handler()};
  talk.begin();
  std::string_view rest = whole;
  for (const std::uint8_t cut : cuts) {
    const std::size_t some = std::min<std::size_t>(cut % 16, rest.size());
    talk.say(rest.substr(0, some));
    rest.remove_prefix(some);
  }
  talk.say(rest);
  RC_ASSERT(inbox.requests.size() == 1U);
  std::move(inbox.answers.front()).send(text_answer("x"));
  talk.heard();
  RC_ASSERT(inbox.requests.size() == 2U);
  RC_ASSERT(inbox.requests[0].body == "0123456789abcdefz");
  RC_ASSERT(inbox.requests[1].target == "/next");
}

}  // namespace
}  // namespace telltale::http
