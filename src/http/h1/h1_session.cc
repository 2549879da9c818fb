// SPDX-License-Identifier: Apache-2.0
#include "http/h1/h1_session.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "base/letters.h"
#include "base/text.h"
#include "http/h1/h1_head.h"

namespace telltale::http {
namespace {

namespace beast = boost::beast;
using Parser = beast::http::request_parser<beast::http::string_body>;

// What a client may send ahead while its request is worked on.
constexpr std::size_t ahead_bytes_max = std::size_t{64} << 10;
// Chunk headers with extensions, and trailers: beyond this the peer is not serious.
constexpr std::size_t unparsed_bytes_max = std::size_t{64} << 10;

struct Refusal {
  int status = 400;
  std::string sentence;
};

Refusal no_room() { return {429, "too many bytes of requests at once; try again later"}; }

class H1Session final : public Session {
 public:
  explicit H1Session(SessionSetup setup)
      : setup_(std::move(setup)),
        account_(setup_.budget.strangers()),
        ahead_(account_, Budget::Use::Requests) {}
  ~H1Session() override { abandon(); }

  void receive(std::string_view bytes) override;
  void receive_end() override;
  void produce(std::string& out, std::size_t bytes_max) override;
  void wind_down() override;
  void end_streams() override;
  void abandon() override;

  Next next() const override;
  Stage stage() const override;
  bool wants_bytes() const override { return !is_answering_ || input_.size() < ahead_bytes_max; }
  bool is_held_up() const override { return false; }
  void drop_held_up() override {}
  void drop_late() override { ending_ = Ending::Cutting; }

 private:
  enum class Ending { None, Closing, Refusing, Cutting };

  void advance();
  bool parse_some();
  void begin_request();
  bool hold_bytes();
  bool fits_body();
  void finish_head();
  void hand_head(Request request);
  void leave_body();
  std::optional<Refusal> find_fault(const Request& request) const;
  void finish_request();
  void refuse(const Refusal& why);
  void produce_head(std::string& out);
  void produce_body(std::string& out, std::size_t bytes_max);
  void finish_exchange();
  bool takes_requests() const { return ending_ == Ending::None && !winding_down_ && !peer_ended_; }

  SessionSetup setup_;
  std::shared_ptr<Budget::Account> account_;  // of whoever asked last
  Hold ahead_;                                // what was sent before its turn
  std::string input_;                         // received, not parsed yet
  std::string output_;                        // interim answers and refusals
  std::optional<Parser> parser_;
  std::optional<Arrival> arrival_;  // with the parser
  std::size_t head_bytes_ = 0;      // parsed so far
  std::string method_;              // must be known when the answer comes: HEAD has no body
  std::shared_ptr<Exchange> exchange_;
  Framing framing_ = Framing::Length;
  std::uint64_t requests_ = 0;
  unsigned version_ = 11;
  Ending ending_ = Ending::None;
  bool head_parsed_ = false;
  bool is_answering_ = false;  // the request is complete, or nothing more of it is wanted
  bool leaves_body_ = false;   // unread, so that nothing can follow
  bool head_sent_ = false;
  bool is_stream_ = false;  // the answer
  bool keeps_open_ = true;
  bool winding_down_ = false;
  bool peer_ended_ = false;
};

void H1Session::receive(std::string_view bytes) {
  if (ending_ != Ending::None || (is_answering_ && leaves_body_)) return;
  input_.append(bytes);
  // Whoever keeps talking during a stream cannot be watched for leaving any more.
  if (is_answering_ && head_sent_ && input_.size() >= ahead_bytes_max) ending_ = Ending::Cutting;
  advance();
  if (ending_ != Ending::None) return;
  if (is_answering_) return ahead_.resize_anyway(input_.size());
  ahead_.release();
  if (!hold_bytes()) refuse(no_room());
}

// What has arrived of a request, in the parser or before it.
bool H1Session::hold_bytes() {
  if (!arrival_) return true;
  if (!head_parsed_) return arrival_->hold_head(head_bytes_ + input_.size());
  return arrival_->hold_body(parser_->get().body().size() + input_.size());
}

void H1Session::receive_end() {
  peer_ended_ = true;
  if (ending_ != Ending::None) return;
  // A client may close its own direction and still wait for one answer; nobody does so for a
  // stream.
  if (!is_answering_) ending_ = Ending::Closing;
  if (is_answering_ && head_sent_ && is_stream_) ending_ = Ending::Cutting;
}

void H1Session::advance() {
  while (!is_answering_ && ending_ == Ending::None && !input_.empty()) {
    if (!parser_) {
      if (!takes_requests()) return;
      // An empty line before a request is forgiven, as the RFC asks.
      const std::size_t begin = input_.find_first_not_of("\r\n");
      input_.erase(0, std::min(begin, input_.size()));
      if (input_.empty()) return;
      begin_request();
    }
    if (!parse_some()) return;
  }
}

void H1Session::begin_request() {
  ++requests_;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(setup_.limits.header_bytes));
  parser_->body_limit(setup_.limits.body_bytes);
  arrival_.emplace(setup_.budget, account_);
  head_parsed_ = false;
  head_bytes_ = 0;
  leaves_body_ = false;
}

Refusal too_large(std::size_t bytes_max) {
  return {413, format("Request entity too large: limit is {}", bytes_max)};
}

std::size_t announced(const Parser& parser) {
  const auto length = parser.content_length();
  return length ? static_cast<std::size_t>(*length) : 0;
}

Refusal refusal_for(const beast::error_code& error, const Limits& limits) {
  using enum beast::http::error;
  if (error == header_limit) {
    return {431, format("the request's headers exceed {} bytes", limits.header_bytes)};
  }
  if (error == body_limit) {
    return too_large(limits.body_bytes);
  }
  return {400, format("this is not HTTP/1.1: {}", error.message())};
}

// Whether there may be more to parse right away.
bool H1Session::parse_some() {
  beast::error_code error;
  const std::size_t used = parser_->put(boost::asio::buffer(input_), error);
  input_.erase(0, used);
  if (!head_parsed_) head_bytes_ += used;
  if (error && error != beast::http::error::need_more) {
    refuse(refusal_for(error, setup_.limits));
    return false;
  }
  if (parser_->is_header_done() && !head_parsed_) finish_head();
  if (ending_ != Ending::None || is_answering_) return false;
  if (head_parsed_ && !fits_body()) return false;
  if (parser_->is_done()) {
    finish_request();
    return true;
  }
  if (!error) return used > 0;
  if (input_.size() > setup_.limits.header_bytes + unparsed_bytes_max) {
    refuse({431, "a chunk's header or the trailers are too long"});
  }
  return false;
}

// False when it was refused.
bool H1Session::fits_body() {
  const std::size_t body_bytes_max = arrival_->body_bytes_max(setup_.limits);
  const std::size_t body_bytes = std::max(parser_->get().body().size(), announced(*parser_));
  if (body_bytes > body_bytes_max) refuse(too_large(body_bytes_max));
  return body_bytes <= body_bytes_max;
}

// The headers are copied before the body comes, so that trailers cannot pass for headers.
void H1Session::finish_head() {
  head_parsed_ = true;
  const auto& head = parser_->get();
  Request request{.method = std::string(head.method_string()),
                  .target = std::string(head.target()),
                  .peer = setup_.peer,
                  .certificate = setup_.certificate};
  for (const auto& field : head) {
    request.headers.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  version_ = head.version();
  method_ = request.method;
  keeps_open_ = version_ >= 11 && parser_->keep_alive();
  if (const auto fault = find_fault(request)) return refuse(*fault);
  hand_head(std::move(request));
}

// Whether a body is wanted is decided before a byte of it is looked at, or asked for.
void H1Session::hand_head(Request request) {
  const bool waits = request.header("Expect").has_value();
  exchange_ =
      std::make_shared<Exchange>(setup_.bell, setup_.limits.stream_bytes_pending, setup_.refuse);
  head_sent_ = false;
  is_stream_ = false;
  framing_ = Framing::Length;
  if (!arrival_->hold_head(head_bytes_)) return refuse(no_room());
  switch (arrival_->hand_head(setup_.handler, std::move(request), exchange_)) {
    case Arrival::Heard::NoRoom:
      return refuse(no_room());
    case Arrival::Heard::Answered:
      return leave_body();
    case Arrival::Heard::BodyWanted:
      break;
  }
  if (arrival_->is_known()) account_ = arrival_->account();
  if (!parser_->is_done() && input_.empty() && waits) {
    output_.append("HTTP/1.1 100 Continue\r\n\r\n");
  }
}

// What has come of the body already is stepped over; without the rest nobody knows where the next
// request begins.
void H1Session::leave_body() {
  is_answering_ = true;
  const auto left = parser_->is_done() ? 0 : parser_->content_length_remaining();
  leaves_body_ = !left || *left > input_.size();
  if (leaves_body_) {
    keeps_open_ = false;
    input_ = {};
  } else {
    input_.erase(0, static_cast<std::size_t>(*left));
  }
  parser_.reset();
  arrival_.reset();
}

std::optional<Refusal> H1Session::find_fault(const Request& request) const {
  if (version_ != 10 && version_ != 11) return Refusal{505, "only HTTP/1.1 is spoken here"};
  const auto hosts = std::ranges::count_if(
      request.headers, [](const Header& header) { return same_letters(header.name, "Host"); });
  if (hosts > 1 || (hosts == 0 && version_ == 11)) {
    return Refusal{400, "a request has one Host header"};
  }
  const auto coding = request.header("Transfer-Encoding");
  if (coding && (version_ != 11 || !same_letters(trim(*coding), "chunked"))) {
    return Refusal{501, "the only transfer encoding known is chunked"};
  }
  const auto expected = request.header("Expect");
  if (expected && !same_letters(trim(*expected), "100-continue")) {
    return Refusal{417, "the only expectation known is 100-continue"};
  }
  return std::nullopt;
}

void H1Session::finish_request() {
  std::string body = std::move(parser_->get().body());
  parser_.reset();
  is_answering_ = true;
  std::exchange(arrival_, std::nullopt)->hand_body(std::move(body));
}

void H1Session::refuse(const Refusal& why) {
  Response response = refusal(setup_.refuse, why.status, why.sentence);
  const std::string body = std::exchange(response.body, {});
  const std::size_t body_bytes = body.size();
  append_head(output_, {std::move(response), Answer::Form::Whole, body_bytes}, Framing::Length,
              Afterwards::Close);
  if (method_ != "HEAD") output_.append(body);
  input_ = {};
  parser_.reset();
  if (exchange_) std::exchange(exchange_, nullptr)->end();
  arrival_.reset();
  ending_ = Ending::Refusing;
}

void H1Session::produce(std::string& out, std::size_t bytes_max) {
  out.append(std::exchange(output_, {}));
  if (!is_answering_ || ending_ != Ending::None) return;
  if (exchange_->broken()) {
    ending_ = Ending::Cutting;
    return;
  }
  if (!head_sent_) produce_head(out);
  if (is_answering_ && head_sent_) produce_body(out, bytes_max);
}

void H1Session::produce_head(std::string& out) {
  const auto answer = exchange_->take_answer();
  if (!answer) return;
  head_sent_ = true;
  is_stream_ = answer->form == Answer::Form::Streamed;
  // HTTP/1.0 knows no chunks; it never keeps a connection, so the end of it ends the answer.
  if (answer->form != Answer::Form::Whole) {
    framing_ = version_ == 10 ? Framing::UntilClose : Framing::Chunks;
  }
  if (!takes_requests()) keeps_open_ = false;
  append_head(out, *answer, framing_, keeps_open_ ? Afterwards::KeepOpen : Afterwards::Close);
  if (is_stream_ && peer_ended_) ending_ = Ending::Cutting;
  if (method_ == "HEAD" || !status_has_body(answer->head.status)) finish_exchange();
}

void H1Session::produce_body(std::string& out, std::size_t bytes_max) {
  const std::size_t bytes = std::min(exchange_->pending(), bytes_max);
  if (bytes > 0) {
    if (framing_ == Framing::Chunks) out.append(format("{:x}\r\n", bytes));
    exchange_->take(out, bytes);
    if (framing_ == Framing::Chunks) out.append("\r\n");
  }
  if (!exchange_->complete()) return;
  if (framing_ == Framing::Chunks) out.append("0\r\n\r\n");
  finish_exchange();
}

void H1Session::finish_exchange() {
  std::exchange(exchange_, nullptr)->end();
  is_answering_ = false;
  method_.clear();
  if (!keeps_open_ || !takes_requests()) {
    const Ending how = leaves_body_ ? Ending::Refusing : Ending::Closing;
    if (ending_ == Ending::None) ending_ = how;
    return;
  }
  advance();
  if (ending_ == Ending::None && !is_answering_ && !hold_bytes()) refuse(no_room());
}

void H1Session::wind_down() {
  winding_down_ = true;
  if (!is_answering_ && !parser_ && ending_ == Ending::None) ending_ = Ending::Closing;
}

void H1Session::end_streams() {
  if (ending_ != Ending::None) return;
  if (!head_sent_ || !is_answering_) {
    ending_ = Ending::Cutting;
  } else if (framing_ != Framing::Length) {
    exchange_->finish_early();
  }
}

void H1Session::abandon() {
  if (exchange_) std::exchange(exchange_, nullptr)->end();
  is_answering_ = false;
  arrival_.reset();
  ahead_.release();
  if (ending_ == Ending::None) ending_ = Ending::Cutting;
}

Session::Next H1Session::next() const {
  if (ending_ == Ending::Closing) return Next::Close;
  if (ending_ == Ending::Refusing) return Next::CloseSlowly;
  if (ending_ == Ending::Cutting) return Next::Cut;
  return Next::GoOn;
}

Session::Stage H1Session::stage() const {
  using enum Stage::Waiting;
  if (is_answering_) return {ForNothing, requests_};
  if (parser_) return {ForRest, requests_};
  return {requests_ == 0 ? ForFirst : ForNext, requests_};
}

}  // namespace

std::unique_ptr<Session> make_h1_session(SessionSetup setup) {
  return std::make_unique<H1Session>(std::move(setup));
}

}  // namespace telltale::http
