// SPDX-License-Identifier: Apache-2.0
// The session with nghttp2's own client at the other end, and no network between them.

#include "http/h2/h2_session.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nghttp2/nghttp2.h>

#include "base/text.h"
#include "http/h2/h2_headers.h"
#include "http/session_for_test.h"

namespace telltale::http {
namespace {

using enum Session::Next;
using Waiting = Session::Stage::Waiting;

// What the client has heard about one of its requests.
struct H2Answer {
  std::map<std::string, std::string> headers;
  std::vector<std::string> statuses;
  std::string body;
  bool is_closed = false;
  std::uint32_t error = 0;
};

class H2Client {
 public:
  H2Client() {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_option* option = nullptr;
    nghttp2_option_new(&option);
    // What is received stays uncounted until the test reads it: a peer that does not read.
    nghttp2_option_set_no_auto_window_update(option, 1);
    nghttp2_session_client_new2(&session_, callbacks, this, option);
    nghttp2_option_del(option);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, nullptr, 0);
  }
  H2Client(const H2Client&) = delete;
  H2Client& operator=(const H2Client&) = delete;
  ~H2Client() { nghttp2_session_del(session_); }

  std::int32_t ask(const std::vector<Header>& headers, std::string body = {}) {
    std::vector<nghttp2_nv> views;
    for (const Header& header : headers) {
      views.push_back({bytes_of(header.name), bytes_of(header.value), header.name.size(),
                       header.value.size(), NGHTTP2_NV_FLAG_NONE});
    }
    const bool has_body = !body.empty();
    sending_ = std::move(body);
    nghttp2_data_provider provider{};
    provider.read_callback = on_read;
    return nghttp2_submit_request(session_, nullptr, views.data(), views.size(),
                                  has_body ? &provider : nullptr, nullptr);
  }
  std::int32_t get(const std::string& path) {
    return ask({{":method", "GET"}, {":scheme", "https"}, {":authority", "h"}, {":path", path}});
  }
  void reset(std::int32_t id) {
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
  }
  // Allows the server to send as much again as was read.
  void read(std::int32_t id, std::size_t bytes) { nghttp2_session_consume(session_, id, bytes); }
  std::string to_send() {
    std::string all;
    const std::uint8_t* bytes = nullptr;
    for (ssize_t size = 1; size > 0;) {
      size = nghttp2_session_mem_send(session_, &bytes);
      if (size > 0)
        all.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    return all;
  }
  std::uint32_t streams_allowed() {
    return nghttp2_session_get_remote_settings(session_, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
  }
  std::int32_t may_send() { return nghttp2_session_get_remote_window_size(session_); }
  void receive(const std::string& bytes) {
    const ssize_t used = nghttp2_session_mem_recv(session_, bytes_of(bytes), bytes.size());
    EXPECT_EQ(used, static_cast<ssize_t>(bytes.size()));
  }

  std::map<std::int32_t, H2Answer> heard;
  std::vector<std::uint32_t> good_byes;

 private:
  static H2Client& self(void* client) { return *static_cast<H2Client*>(client); }
  static std::uint8_t* bytes_of(const std::string& text) {
    return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(text.data()));
  }
  static int on_header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                       std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                       std::uint8_t, void* client) {
    H2Answer& heard = self(client).heard[frame->hd.stream_id];
    const std::string key(reinterpret_cast<const char*>(name), name_size);
    const std::string text(reinterpret_cast<const char*>(value), value_size);
    heard.headers[key] = text;
    if (key == ":status") heard.statuses.push_back(text);
    return 0;
  }
  static int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, const std::uint8_t* bytes,
                     std::size_t size, void* client) {
    self(client).heard[id].body.append(reinterpret_cast<const char*>(bytes), size);
    return 0;
  }
  static int on_close(nghttp2_session*, std::int32_t id, std::uint32_t error, void* client) {
    self(client).heard[id].is_closed = true;
    self(client).heard[id].error = error;
    return 0;
  }
  static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* client) {
    if (frame->hd.type == NGHTTP2_GOAWAY) {
      self(client).good_byes.push_back(frame->goaway.error_code);
    }
    return 0;
  }
  static ssize_t on_read(nghttp2_session*, std::int32_t, std::uint8_t* into, std::size_t size,
                         std::uint32_t* flags, nghttp2_data_source*, void* client) {
    std::string& rest = self(client).sending_;
    const std::size_t some = std::min(size, rest.size());
    std::copy_n(rest.data(), some, into);
    rest.erase(0, some);
    if (rest.empty() && !self(client).keeps_sending) *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (rest.empty() && some == 0 && self(client).keeps_sending) return NGHTTP2_ERR_DEFERRED;
    return static_cast<ssize_t>(some);
  }

 public:
  bool keeps_sending = false;  // after the body comes more, later

 private:
  nghttp2_session* session_ = nullptr;
  std::string sending_;
};

class H2Session : public testing::Test {
 protected:
  void SetUp() override {
    talk_.handler = inbox_.handler();
    talk_.make = make_h2_session;
    talk_.begin();
  }
  // Until both have said all they have to say.
  void exchange() {
    for (int round = 0; round < 1000; ++round) {
      const std::string up = client_.to_send();
      const std::string down = talk_.say(up);
      if (!down.empty()) client_.receive(down);
      if (up.empty() && down.empty()) return;
    }
    FAIL() << "they never stop talking";
  }
  H2Answer& ask(const std::string& path) {
    const std::int32_t id = client_.get(path);
    exchange();
    return client_.heard[id];
  }
  std::int32_t put(std::string body, std::vector<Header> more = {}) {
    std::vector<Header> headers{
        {":method", "PUT"}, {":scheme", "https"}, {":authority", "h"}, {":path", "/b"}};
    headers.insert(headers.end(), more.begin(), more.end());
    const std::int32_t id = client_.ask(headers, std::move(body));
    exchange();
    return id;
  }
  Responder answer_of(std::size_t index) { return std::move(inbox_.answers[index]); }

  Inbox inbox_;
  Talk talk_;
  H2Client client_;
};

TEST_F(H2Session, HandsOverARequestAsHttp1Would) {
  put("hello", {{"x-one", "1"}});
  ASSERT_EQ(inbox_.requests.size(), 1U);
  const Request& request = inbox_.requests.front();
  EXPECT_EQ(request.method, "PUT");
  EXPECT_EQ(request.target, "/b");
  EXPECT_EQ(request.body, "hello");
  EXPECT_EQ(request.header("Host"), "h");
  EXPECT_EQ(request.header("X-One"), "1");
  EXPECT_EQ(request.peer, "127.0.0.1:50412");
}

TEST_F(H2Session, AnswersRequestsInAnyOrder) {
  H2Answer& first = ask("/1");
  H2Answer& second = ask("/2");
  answer_of(1).send({.status = 201, .content_type = "text/plain", .body = "two"});
  exchange();
  EXPECT_TRUE(second.is_closed);
  EXPECT_FALSE(first.is_closed);
  answer_of(0).send({.status = 404, .body = "one", .headers = {{"X-Upper", "U"}}});
  exchange();
  EXPECT_EQ(second.headers[":status"], "201");
  EXPECT_EQ(second.headers["content-type"], "text/plain");
  EXPECT_EQ(second.headers["content-length"], "3");
  EXPECT_EQ(second.body, "two");
  EXPECT_EQ(first.headers[":status"], "404");
  EXPECT_EQ(first.headers["x-upper"], "U");
  EXPECT_EQ(first.body, "one");
}

TEST_F(H2Session, StreamsPiecesAsTheyAreWritten) {
  H2Answer& heard = ask("/watch");
  const auto stream = answer_of(0).stream({.body = "begin"});
  exchange();
  EXPECT_EQ(heard.body, "begin");
  EXPECT_FALSE(heard.headers.contains("content-length"));
  stream->write(piece(" one"));
  stream->write(piece(" two"));
  exchange();
  EXPECT_EQ(heard.body, "begin one two");
  EXPECT_FALSE(heard.is_closed);
  stream->finish();
  exchange();
  EXPECT_TRUE(heard.is_closed);
  EXPECT_EQ(heard.error, 0U);
  EXPECT_FALSE(stream->write(piece("late")));
}

TEST_F(H2Session, TellsAStreamThatItsReaderHasLeftAndOthersGoOn) {
  const std::int32_t id = client_.get("/1");
  exchange();
  H2Answer& other = ask("/2");
  const auto stream = answer_of(0).stream({});
  const auto goes_on = answer_of(1).stream({});
  int ends = 0;
  stream->on_end([&] { ++ends; });
  exchange();
  client_.reset(id);
  exchange();
  EXPECT_EQ(ends, 1);
  EXPECT_FALSE(stream->write(piece("x")));
  EXPECT_TRUE(goes_on->write(piece("still here")));
  exchange();
  EXPECT_EQ(other.body, "still here");
}

TEST_F(H2Session, SendsNoMoreThanTheReaderAllows) {
  const std::int32_t id = client_.get("/big");
  exchange();
  answer_of(0).send({.body = std::string(200'000, 'x')});
  exchange();
  EXPECT_EQ(client_.heard[id].body.size(), 65'535U);
  EXPECT_TRUE(talk_.session->is_held_up());
  for (int round = 0; round < 10 && !client_.heard[id].is_closed; ++round) {
    client_.read(id, 65'535);
    exchange();
  }
  EXPECT_EQ(client_.heard[id].body.size(), 200'000U);
  EXPECT_FALSE(talk_.session->is_held_up());
}

TEST_F(H2Session, GivesUpOnAReaderThatAllowsNothingWithoutHarmingOthers) {
  H2Answer& stuck = ask("/stuck");
  answer_of(0).send({.body = std::string(200'000, 'x')});
  exchange();
  talk_.session->drop_held_up();
  exchange();
  EXPECT_TRUE(stuck.is_closed);
  EXPECT_FALSE(talk_.session->is_held_up());
  ask("/next");
  EXPECT_EQ(inbox_.requests.size(), 2U);
}

TEST_F(H2Session, BreaksAStreamThatIsReadTooSlowly) {
  talk_.limits.stream_bytes_pending = 100'000;
  H2Answer& heard = ask("/watch");
  const auto stream = answer_of(0).stream({});
  exchange();
  while (stream->write(piece(std::string(10'000, 'x')))) exchange();
  exchange();
  EXPECT_TRUE(heard.is_closed);
  EXPECT_NE(heard.error, 0U);
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H2Session, RefusesLargeBodiesAnnouncedOrNot) {
  talk_.limits.body_bytes = 1000;
  client_.keeps_sending = true;
  const std::int32_t announced = put("x", {{"content-length", "1001"}});
  EXPECT_EQ(client_.heard[announced].headers[":status"], "413");
  const std::int32_t silent = put(std::string(1001, 'x'));
  EXPECT_EQ(client_.heard[silent].headers[":status"], "413");
  client_.keeps_sending = false;
  put(std::string(1000, 'x'));
  EXPECT_EQ(inbox_.requests.size(), 1U);
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H2Session, ThrowsAwayWhatWasRefusedButNotForEver) {
  talk_.limits.body_bytes = 1000;
  const std::int32_t some = put(std::string(100'000, 'x'));
  EXPECT_EQ(client_.heard[some].headers[":status"], "413");
  EXPECT_TRUE(client_.heard[some].is_closed);
  EXPECT_EQ(client_.heard[some].error, NGHTTP2_NO_ERROR);
  client_.keeps_sending = true;
  const std::int32_t more = put(std::string(h2_discarded_bytes_max + 100'000, 'x'));
  EXPECT_EQ(client_.heard[more].headers[":status"], "413");
  EXPECT_TRUE(client_.heard[more].is_closed);
}

TEST_F(H2Session, DropsRequestsThatTakeTooLongAndKeepsTheOthers) {
  H2Answer& waiting = ask("/1");
  client_.keeps_sending = true;
  const std::int32_t late = put("x");
  talk_.session->drop_late();
  exchange();
  EXPECT_TRUE(client_.heard[late].is_closed);
  EXPECT_FALSE(waiting.is_closed);
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H2Session, RefusesLongHeaders) {
  talk_.limits.header_bytes = 1000;
  const std::int32_t id = put("x", {{"x-long", std::string(2000, 'x')}});
  EXPECT_EQ(client_.heard[id].headers[":status"], "431");
  EXPECT_TRUE(inbox_.requests.empty());
}

TEST_F(H2Session, SaysToContinueWhenAsked) {
  client_.keeps_sending = true;
  const std::int32_t id = put("x", {{"expect", "100-continue"}});
  EXPECT_EQ(client_.heard[id].statuses, std::vector<std::string>{"100"});
}

TEST_F(H2Session, SendsNoBodyForHeadAnd204) {
  const std::int32_t id =
      client_.ask({{":method", "HEAD"}, {":scheme", "https"}, {":authority", "h"}, {":path", "/"}});
  exchange();
  answer_of(0).send({.body = "hello"});
  exchange();
  EXPECT_EQ(client_.heard[id].headers["content-length"], "5");
  EXPECT_EQ(client_.heard[id].body, "");
  EXPECT_TRUE(client_.heard[id].is_closed);
  H2Answer& nothing = ask("/");
  answer_of(1).send({.status = 204, .body = "ignored"});
  exchange();
  EXPECT_EQ(nothing.body, "");
  EXPECT_TRUE(nothing.is_closed);
}

TEST_F(H2Session, HangsUpOnOneRequestOnly) {
  H2Answer& heard = ask("/1");
  answer_of(0).hang_up();
  exchange();
  EXPECT_TRUE(heard.is_closed);
  EXPECT_TRUE(heard.headers.empty());
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H2Session, AnswersForAHandlerThatDropsTheRequest) {
  talk_.handler = [](const Request&, const Responder&) {};
  EXPECT_EQ(ask("/").headers[":status"], "500");
}

TEST_F(H2Session, WindsDownWithAGoodByeAndLetsRequestsFinish) {
  H2Answer& heard = ask("/1");
  talk_.session->wind_down();
  exchange();
  EXPECT_EQ(client_.good_byes, std::vector<std::uint32_t>{NGHTTP2_NO_ERROR});
  EXPECT_EQ(talk_.session->next(), GoOn);
  answer_of(0).send({.body = "last"});
  exchange();
  EXPECT_EQ(heard.body, "last");
  EXPECT_THAT(talk_.session->next(), testing::AnyOf(Close, CloseSlowly));
}

TEST_F(H2Session, EndsStreamsAndWhatWasNeverAnswered) {
  H2Answer& streamed = ask("/1");
  H2Answer& unanswered = ask("/2");
  const auto stream = answer_of(0).stream({.body = "x"});
  exchange();
  talk_.session->end_streams();
  exchange();
  EXPECT_TRUE(streamed.is_closed);
  EXPECT_EQ(streamed.error, 0U);
  EXPECT_TRUE(unanswered.is_closed);
}

TEST_F(H2Session, SendsThoseAwayWhoBreakOffTooManyRequests) {
  for (int count = 0; count < h2_resets_max + 10 && client_.good_byes.empty(); ++count) {
    client_.reset(client_.get("/"));
    const std::int32_t id = client_.get("/");
    exchange();
    client_.reset(id);
    exchange();
  }
  ASSERT_FALSE(client_.good_byes.empty());
  EXPECT_EQ(client_.good_byes.front(), NGHTTP2_ENHANCE_YOUR_CALM);
  EXPECT_EQ(talk_.session->next(), CloseSlowly);
}

TEST_F(H2Session, LetsThoseStayWhoBreakOffAsManyAsTheyFinish) {
  for (int count = 0; count < 2 * h2_resets_max; ++count) {
    const std::int32_t id = client_.get("/");
    ask("/");
    answer_of(inbox_.answers.size() - 1).send({});
    client_.reset(id);
    exchange();
  }
  EXPECT_TRUE(client_.good_byes.empty());
}

TEST_F(H2Session, TakesNoMoreStreamsThanItSays) {
  for (std::uint32_t count = 0; count < h2_streams_max + 10; ++count) client_.get("/");
  exchange();
  EXPECT_EQ(inbox_.requests.size(), h2_streams_max);
  answer_of(0).send({});
  exchange();
  EXPECT_EQ(inbox_.requests.size(), h2_streams_max + 1);
}

TEST_F(H2Session, CutsWhoeverDoesNotSpeakHttp2) {
  talk_.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(talk_.session->next(), GoOn);
}

TEST_F(H2Session, EndsEverythingWhenThePeerIsGone) {
  ask("/1");
  const auto stream = answer_of(0).stream({});
  exchange();
  talk_.session->receive_end();
  EXPECT_EQ(talk_.session->next(), Cut);
  talk_.session->abandon();
  EXPECT_FALSE(stream->open());
}

TEST_F(H2Session, SaysWhatThePeerIsWaitedFor) {
  exchange();
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForFirst);
  client_.keeps_sending = true;
  const std::int32_t id = put("x");
  EXPECT_EQ(talk_.session->stage(), (Session::Stage{Waiting::ForRest, 1}));
  client_.reset(id);
  exchange();
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForNext);
  ask("/");
  EXPECT_EQ(talk_.session->stage().waiting, Waiting::ForNothing);
}

// Those who show a name may go on; others are sent away at their head.
class H2Heads : public H2Session {
 protected:
  void SetUp() override { begin({}); }
  void begin(const Budget::Shares& shares) {
    talk_.budget = std::make_shared<Budget>(shares);
    talk_.make = make_h2_session;
    talk_.head_handler = [this](const Request& head,
                                Responder answer) -> std::optional<BodyWanted> {
      const auto name = head.header("x-name");
      if (!name) {
        std::move(answer).send({.status = 401, .body = "who?"});
        return std::nullopt;
      }
      auto kept = std::make_shared<Responder>(std::move(answer));
      return BodyWanted{.client = std::string(*name), .then = [this, kept](Body body) {
                          bodies_.push_back(std::move(body));
                          std::move(*kept).send(text_answer("done"));
                        }};
    };
    talk_.begin();
  }
  std::size_t held() const { return talk_.budget->figures().all; }

  std::vector<Body> bodies_;
};

TEST_F(H2Heads, KeepsNothingOfAStrangersBodies) {
  client_.keeps_sending = true;
  for (int i = 0; i < 20; ++i) {
    const std::int32_t id = put(std::string(50'000, 'x'));
    EXPECT_EQ(client_.heard[id].headers[":status"], "401");
  }
  EXPECT_EQ(held(), 0U);
  EXPECT_TRUE(bodies_.empty());
  EXPECT_EQ(talk_.session->next(), GoOn);
}

TEST_F(H2Heads, SaysContinueOnlyToThoseWhoMay) {
  const std::int32_t stranger = put("hello", {{"expect", "100-continue"}});
  EXPECT_EQ(client_.heard[stranger].statuses, (std::vector<std::string>{"401"}));
  const std::int32_t known = put("hello", {{"x-name", "a"}, {"expect", "100-continue"}});
  EXPECT_EQ(client_.heard[known].statuses, (std::vector<std::string>{"100", "200"}));
}

TEST_F(H2Heads, OpensItsWindowsOnceItIsKnownWhoAsks) {
  EXPECT_EQ(client_.streams_allowed(), h2_streams_max_of_strangers);
  put("hello");
  EXPECT_EQ(client_.streams_allowed(), h2_streams_max_of_strangers);
  EXPECT_LE(client_.may_send(), 65'535);
  put("hello", {{"x-name", "a"}});
  EXPECT_EQ(client_.streams_allowed(), h2_streams_max);
  EXPECT_GT(client_.may_send(), 1 << 20);
}

TEST_F(H2Heads, CountsBodiesUntilTheirRequestsAreGone) {
  put(std::string(2'000'000, 'x'), {{"x-name", "a"}});
  ASSERT_EQ(bodies_.size(), 1U);
  EXPECT_EQ(bodies_[0].bytes.size(), 2'000'000U);
  EXPECT_GE(held(), 2'000'000U);
  bodies_.clear();
  EXPECT_EQ(held(), 0U);
}

TEST_F(H2Heads, RefusesABodyThatFindsNoRoomAndGivesItBack) {
  begin({.all = 1'000'000, .strangers = 1000, .client = 100'000});
  const std::int32_t id = put(std::string(200'000, 'x'), {{"x-name", "a"}});
  EXPECT_EQ(client_.heard[id].headers[":status"], "429");
  EXPECT_EQ(held(), 0U);
  EXPECT_EQ(client_.heard[put("hello", {{"x-name", "a"}})].headers[":status"], "200");
}

TEST(H2Headers, LeaveOutWhatConcernsAnHttp1Connection) {
  const auto headers = h2_answer_headers({.head = {.headers = {{"Connection", "close"},
                                                               {"Transfer-Encoding", "x"},
                                                               {"Bad Name", "x"},
                                                               {"X-Good", "a\r\nb"}}}});
  std::vector<std::string> names;
  for (const Header& header : headers) names.push_back(header.name);
  EXPECT_EQ(names, (std::vector<std::string>{":status", "x-good", "content-type", "date",
                                             "content-length"}));
  EXPECT_EQ(headers[1].value, "a  b");
}

TEST(H2Headers, TakeTheHostFromTheAuthority) {
  H2RequestHead head;
  head.add(":authority", "one");
  head.add("host", "two");
  head.add("content-length", "12");
  EXPECT_EQ(head.request().header("Host"), "one");
  EXPECT_EQ(head.request().headers.size(), 2U);
  EXPECT_EQ(head.content_length(), 12U);
  EXPECT_EQ(head.bytes(), 10U + 3 + 4 + 3 + 14 + 2 + 3 * 32);
}

}  // namespace
}  // namespace telltale::http
