// SPDX-License-Identifier: Apache-2.0
#include "http/h2/h2_session.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nghttp2/nghttp2.h>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "http/h1/h1_head.h"
#include "http/h2/h2_headers.h"

namespace telltale::http {
namespace {

constexpr std::int32_t stream_window_bytes = 1 << 20;
constexpr std::int32_t connection_window_bytes = 4 << 20;
// The smallest that every client starts with anyway.
constexpr std::uint32_t window_bytes_of_strangers = 65'535;
// Answers to a peer that does not read; with more of them waiting, nothing more is read from it.
constexpr std::size_t frames_waiting_max = 1000;

// Remembers which of many exchanges has news.
class StreamBell final : public Bell {
 public:
  explicit StreamBell(Bell& outer) : outer_(outer) {}
  void ring() override {
    rung_ = true;
    outer_.ring();
  }
  bool take() { return rung_.load(std::memory_order_relaxed) && rung_.exchange(false); }

 private:
  Bell& outer_;
  std::atomic<bool> rung_ = false;
};

// One request on its way in, then its answer on the way out.
struct H2Stream {
  H2Stream(Bell& outer, const SessionSetup& setup)
      : bell(outer),
        exchange(
            std::make_shared<Exchange>(bell, setup.limits.stream_bytes_pending, setup.refuse)) {}
  ~H2Stream() { exchange->end(); }
  H2Stream(const H2Stream&) = delete;
  H2Stream& operator=(const H2Stream&) = delete;

  StreamBell bell;
  std::shared_ptr<Exchange> exchange;
  H2RequestHead head = {};
  std::optional<Arrival> arrival = {};  // until it is handed over
  std::string method = {};
  std::string body = {};
  std::size_t announced = 0;  // bytes of the body
  std::size_t discarded_bytes = 0;
  bool is_handed_over = false;  // to the handler, or refused
  bool is_answered = false;
  bool has_backlog = false;  // the peer has not allowed us to send all there is
};

class H2Session final : public Session {
 public:
  explicit H2Session(SessionSetup setup);
  ~H2Session() override;
  H2Session(const H2Session&) = delete;
  H2Session& operator=(const H2Session&) = delete;

  void receive(std::string_view bytes) override;
  void receive_end() override;
  void produce(std::string& out, std::size_t bytes_max) override;
  void wind_down() override;
  void end_streams() override;
  void abandon() override;

  Next next() const override;
  Stage stage() const override;
  bool wants_bytes() const override;
  bool is_held_up() const override { return backlogs_ > 0; }
  void drop_held_up() override;
  void drop_late() override;

  // What nghttp2 reports while it reads and writes.
  void begin_request(std::int32_t id);
  void add_header(std::int32_t id, std::string_view name, std::string_view value);
  enum class Ends { Here, Later };
  void finish_head(std::int32_t id, Ends ends);
  void add_body(std::int32_t id, std::string_view bytes);
  void finish_request(std::int32_t id);
  void forget(std::int32_t id, std::uint32_t error);
  ssize_t give_body(std::int32_t id, std::span<std::uint8_t> into, std::uint32_t& flags);

 private:
  H2Stream* find(std::int32_t id);
  void refuse(std::int32_t id, int status, std::string_view sentence);
  void refuse_for_room(std::int32_t id);
  void refuse_as_too_large(std::int32_t id, std::size_t bytes_max);
  void hand_head(std::int32_t id, H2Stream& stream);
  void widen();
  void let_on(std::int32_t id);
  void attend(std::int32_t id, H2Stream& stream);
  void answer(std::int32_t id, H2Stream& stream, const Answer& answer);
  void discard(std::int32_t id, H2Stream& stream, std::size_t bytes);
  void reset(std::int32_t id, std::uint32_t error);
  void set_backlog(H2Stream& stream, bool has_backlog);

  SessionSetup setup_;
  std::shared_ptr<Budget::Account> account_;  // of whoever was known last
  nghttp2_session* session_ = nullptr;
  std::map<std::int32_t, H2Stream> streams_;
  std::set<std::int32_t> incomplete_;
  std::size_t body_bytes_ = 0;  // of the incomplete ones
  int backlogs_ = 0;
  int resets_left_ = h2_resets_max;
  std::uint64_t requests_ = 0;
  bool is_known_ = false;  // who this is
  bool is_cut_ = false;
  bool is_winding_down_ = false;
};

H2Session& self(void* session) { return *static_cast<H2Session*>(session); }

std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

bool is_request(const nghttp2_frame& frame) {
  return frame.hd.type == NGHTTP2_HEADERS && frame.headers.cat == NGHTTP2_HCAT_REQUEST;
}

int on_begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* session) {
  if (is_request(*frame)) self(session).begin_request(frame->hd.stream_id);
  return 0;
}

// Trailers are headers that come later; they are not wanted.
int on_header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
              std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
              std::uint8_t, void* session) {
  if (!is_request(*frame)) return 0;
  self(session).add_header(frame->hd.stream_id, text_of(name, name_size),
                           text_of(value, value_size));
  return 0;
}

int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, const std::uint8_t* bytes,
            std::size_t size, void* session) {
  self(session).add_body(id, text_of(bytes, size));
  return 0;
}

int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* session) {
  const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
  const bool is_message = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
  if (is_request(*frame)) {
    using Ends = H2Session::Ends;
    self(session).finish_head(frame->hd.stream_id, ends ? Ends::Here : Ends::Later);
  }
  if (is_message && ends) self(session).finish_request(frame->hd.stream_id);
  return 0;
}

int on_close(nghttp2_session*, std::int32_t id, std::uint32_t error, void* session) {
  self(session).forget(id, error);
  return 0;
}

ssize_t on_read(nghttp2_session*, std::int32_t id, std::uint8_t* into, std::size_t size,
                std::uint32_t* flags, nghttp2_data_source*, void* session) {
  return self(session).give_body(id, {into, size}, *flags);
}

struct FreeCallbacks {
  void operator()(nghttp2_session_callbacks* callbacks) const {
    nghttp2_session_callbacks_del(callbacks);
  }
};

std::unique_ptr<nghttp2_session_callbacks, FreeCallbacks> make_callbacks() {
  nghttp2_session_callbacks* made = nullptr;
  if (nghttp2_session_callbacks_new(&made) != 0) throw std::bad_alloc();
  nghttp2_session_callbacks_set_on_begin_headers_callback(made, on_begin_headers);
  nghttp2_session_callbacks_set_on_header_callback(made, on_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, on_data);
  nghttp2_session_callbacks_set_on_frame_recv_callback(made, on_frame);
  nghttp2_session_callbacks_set_on_stream_close_callback(made, on_close);
  return std::unique_ptr<nghttp2_session_callbacks, FreeCallbacks>(made);
}

struct FreeOption {
  void operator()(nghttp2_option* option) const { nghttp2_option_del(option); }
};

std::unique_ptr<nghttp2_option, FreeOption> make_option() {
  nghttp2_option* made = nullptr;
  if (nghttp2_option_new(&made) != 0) throw std::bad_alloc();
  // Closed streams would only be kept for priorities, which nobody uses any more.
  nghttp2_option_set_no_closed_streams(made, 1);
  return std::unique_ptr<nghttp2_option, FreeOption>(made);
}

H2Session::H2Session(SessionSetup setup)
    : setup_(std::move(setup)), account_(setup_.budget.strangers()) {
  const auto callbacks = make_callbacks();
  const auto option = make_option();
  if (nghttp2_session_server_new2(&session_, callbacks.get(), this, option.get()) != 0) {
    throw std::bad_alloc();
  }
  const std::array<nghttp2_settings_entry, 3> settings{{
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, h2_streams_max_of_strangers},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window_bytes_of_strangers},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
       static_cast<std::uint32_t>(setup_.limits.header_bytes)},
  }};
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
}

// Whoever is known may ask for more at once, and send more.
void H2Session::widen() {
  if (std::exchange(is_known_, true)) return;
  const nghttp2_settings_entry streams{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, h2_streams_max};
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, &streams, 1);
  nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, connection_window_bytes);
}

H2Session::~H2Session() {
  abandon();
  nghttp2_session_del(session_);
}

H2Stream* H2Session::find(std::int32_t id) {
  const auto found = streams_.find(id);
  return found == streams_.end() ? nullptr : &found->second;
}

void H2Session::reset(std::int32_t id, std::uint32_t error) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id, error);
}

void H2Session::receive(std::string_view bytes) {
  if (is_cut_) return;
  const ssize_t used = nghttp2_session_mem_recv(
      session_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  // What breaks the protocol is answered by nghttp2 with a good-bye; this is worse.
  if (used < 0) is_cut_ = true;
}

void H2Session::receive_end() {
  // Without hearing from the peer nothing can be sent for long: it has to allow every byte.
  if (!streams_.empty()) is_cut_ = true;
  wind_down();
}

void H2Session::begin_request(std::int32_t id) {
  ++requests_;
  const auto made = streams_.try_emplace(id, setup_.bell, setup_).first;
  made->second.arrival.emplace(setup_.budget, account_);
  incomplete_.insert(id);
}

void H2Session::add_header(std::int32_t id, std::string_view name, std::string_view value) {
  H2Stream* const stream = find(id);
  if (stream == nullptr || stream->is_handed_over) return;
  stream->head.add(name, value);
  if (stream->head.bytes() > setup_.limits.header_bytes) {
    refuse(id, 431, format("the request's headers exceed {} bytes", setup_.limits.header_bytes));
  } else if (!stream->arrival->hold_head(stream->head.bytes())) {
    refuse_for_room(id);
  }
}

void H2Session::refuse_for_room(std::int32_t id) {
  refuse(id, 429, "too many bytes of requests at once; try again later");
}

void H2Session::refuse_as_too_large(std::int32_t id, std::size_t bytes_max) {
  refuse(id, 413, format("Request entity too large: limit is {}", bytes_max));
}

void H2Session::finish_head(std::int32_t id, Ends ends) {
  H2Stream* const stream = find(id);
  if (stream == nullptr || stream->is_handed_over) return;
  stream->method = stream->head.request().method;
  if (stream->head.request().target.empty()) return refuse(id, 400, "a request has a path");
  stream->announced = stream->head.content_length().value_or(0);
  if (stream->announced > setup_.limits.body_bytes) {
    return refuse_as_too_large(id, setup_.limits.body_bytes);
  }
  const auto expected = stream->head.request().header("expect");
  const bool waits = expected && same_letters(*expected, "100-continue");
  hand_head(id, *stream);
  if (stream->is_handed_over || ends == Ends::Here) return;
  if (stream->arrival->is_known()) {
    nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, id, stream_window_bytes);
  }
  if (waits) let_on(id);
}

// Whether a body is wanted is decided before a byte of it is looked at, or asked for.
void H2Session::hand_head(std::int32_t id, H2Stream& stream) {
  Request request = std::exchange(stream.head, {}).request();
  request.peer = setup_.peer;
  request.certificate = setup_.certificate;
  const auto heard = stream.arrival->hand_head(setup_.handler, std::move(request), stream.exchange);
  if (heard == Arrival::Heard::NoRoom) return refuse_for_room(id);
  if (heard == Arrival::Heard::Answered) {
    stream.is_handed_over = true;
    stream.arrival.reset();
    return;
  }
  if (stream.arrival->is_known()) {
    account_ = stream.arrival->account();
    widen();
  }
  const std::size_t body_bytes_max = stream.arrival->body_bytes_max(setup_.limits);
  if (stream.announced > body_bytes_max) refuse_as_too_large(id, body_bytes_max);
}

void H2Session::let_on(std::int32_t id) {
  std::array<std::uint8_t, 8> name{':', 's', 't', 'a', 't', 'u', 's', 0};
  std::array<std::uint8_t, 4> value{'1', '0', '0', 0};
  const nghttp2_nv status{name.data(), value.data(), 7, 3, NGHTTP2_NV_FLAG_NONE};
  nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, id, nullptr, &status, 1, nullptr);
}

void H2Session::add_body(std::int32_t id, std::string_view bytes) {
  H2Stream* const stream = find(id);
  if (stream == nullptr) return;
  if (stream->is_handed_over) return discard(id, *stream, bytes.size());
  std::string& body = stream->body;
  const std::size_t body_bytes_max = stream->arrival->body_bytes_max(setup_.limits);
  if (body.size() + bytes.size() > body_bytes_max) return refuse_as_too_large(id, body_bytes_max);
  if (body_bytes_ + bytes.size() > h2_bodies_bytes_max) {
    return refuse(id, 429, "too many large requests at once on one connection");
  }
  if (!stream->arrival->hold_body(body.size() + bytes.size())) return refuse_for_room(id);
  body.append(bytes);
  body_bytes_ += bytes.size();
}

void H2Session::finish_request(std::int32_t id) {
  H2Stream* const stream = find(id);
  incomplete_.erase(id);
  if (stream == nullptr || stream->is_handed_over) return;
  stream->is_handed_over = true;
  std::string body = std::exchange(stream->body, {});
  body_bytes_ -= body.size();
  std::exchange(stream->arrival, std::nullopt)->hand_body(std::move(body));
}

void H2Session::refuse(std::int32_t id, int status, std::string_view sentence) {
  H2Stream* const stream = find(id);
  stream->is_handed_over = true;
  if (stream->method.empty()) stream->method = stream->head.request().method;
  body_bytes_ -= stream->body.size();
  stream->body = {};
  stream->head = {};
  stream->exchange->send(refusal(setup_.refuse, status, sentence));
  stream->arrival.reset();
}

// The peer may still be sending what was refused; it need not go on for ever.
void H2Session::discard(std::int32_t id, H2Stream& stream, std::size_t bytes) {
  stream.discarded_bytes += bytes;
  if (stream.discarded_bytes > h2_discarded_bytes_max) reset(id, NGHTTP2_NO_ERROR);
}

void H2Session::forget(std::int32_t id, std::uint32_t error) {
  H2Stream* const stream = find(id);
  incomplete_.erase(id);
  if (stream == nullptr) return;
  set_backlog(*stream, false);
  body_bytes_ -= stream->body.size();
  streams_.erase(id);
  resets_left_ =
      error == NGHTTP2_NO_ERROR ? std::min(resets_left_ + 1, h2_resets_max) : resets_left_ - 1;
  if (resets_left_ > 0) return;
  nghttp2_session_terminate_session(session_, NGHTTP2_ENHANCE_YOUR_CALM);
}

void H2Session::set_backlog(H2Stream& stream, bool has_backlog) {
  backlogs_ += static_cast<int>(has_backlog) - static_cast<int>(stream.has_backlog);
  stream.has_backlog = has_backlog;
}

ssize_t H2Session::give_body(std::int32_t id, std::span<std::uint8_t> into, std::uint32_t& flags) {
  H2Stream* const stream = find(id);
  if (stream == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  const std::size_t size = std::min(into.size(), stream->exchange->pending());
  std::string bytes;
  stream->exchange->take(bytes, size);
  std::memcpy(into.data(), bytes.data(), size);
  set_backlog(*stream, stream->exchange->pending() > 0);
  if (stream->exchange->complete()) {
    flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(size);
  }
  return size == 0 ? ssize_t{NGHTTP2_ERR_DEFERRED} : static_cast<ssize_t>(size);
}

void H2Session::produce(std::string& out, std::size_t bytes_max) {
  for (auto& [id, stream] : streams_) {
    if (stream.bell.take()) attend(id, stream);
  }
  while (!is_cut_ && out.size() < bytes_max) {
    const std::uint8_t* bytes = nullptr;
    const ssize_t size = nghttp2_session_mem_send(session_, &bytes);
    if (size < 0) is_cut_ = true;
    if (size <= 0) return;
    out.append(text_of(bytes, static_cast<std::size_t>(size)));
  }
}

void H2Session::attend(std::int32_t id, H2Stream& stream) {
  if (stream.exchange->broken()) {
    reset(id, NGHTTP2_INTERNAL_ERROR);
    return;
  }
  set_backlog(stream, stream.exchange->pending() > 0);
  if (stream.is_answered) {
    nghttp2_session_resume_data(session_, id);
  } else if (const auto begun = stream.exchange->take_answer()) {
    answer(id, stream, *begun);
  }
}

nghttp2_nv view_of(const Header& header) {
  // nghttp2 copies names and values; its types are merely not const.
  const auto bytes = [](const std::string& text) {
    return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(text.data()));
  };
  return {bytes(header.name), bytes(header.value), header.name.size(), header.value.size(),
          NGHTTP2_NV_FLAG_NONE};
}

void H2Session::answer(std::int32_t id, H2Stream& stream, const Answer& begun) {
  stream.is_answered = true;
  const std::vector<Header> headers = h2_answer_headers(begun);
  std::vector<nghttp2_nv> views;
  for (const Header& header : headers) views.push_back(view_of(header));
  nghttp2_data_provider provider{};
  provider.read_callback = on_read;
  const bool has_body = stream.method != "HEAD" && status_has_body(begun.head.status);
  if (!has_body) set_backlog(stream, false);
  const int submitted = nghttp2_submit_response(session_, id, views.data(), views.size(),
                                                has_body ? &provider : nullptr);
  if (submitted != 0) {
    reset(id, NGHTTP2_INTERNAL_ERROR);
  }
}

void H2Session::wind_down() {
  if (std::exchange(is_winding_down_, true)) return;
  nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE,
                        nghttp2_session_get_last_proc_stream_id(session_), NGHTTP2_NO_ERROR,
                        nullptr, 0);
}

void H2Session::end_streams() {
  for (auto& [id, stream] : streams_) {
    if (stream.is_answered) {
      stream.exchange->finish_early();
    } else {
      reset(id, NGHTTP2_CANCEL);
    }
  }
}

void H2Session::drop_held_up() {
  for (auto& [id, stream] : streams_) {
    if (stream.has_backlog) reset(id, NGHTTP2_CANCEL);
  }
}

void H2Session::drop_late() {
  if (incomplete_.empty()) is_cut_ = true;
  for (const std::int32_t id : incomplete_) reset(id, NGHTTP2_CANCEL);
}

void H2Session::abandon() {
  is_cut_ = true;
  backlogs_ = 0;
  incomplete_.clear();
  // The ends are told one by one: whoever hears of them may ask for others.
  while (!streams_.empty()) streams_.extract(streams_.begin());
}

Session::Next H2Session::next() const {
  if (is_cut_) return Next::Cut;
  if (nghttp2_session_want_write(session_) != 0) return Next::GoOn;
  if (nghttp2_session_want_read(session_) == 0) return Next::CloseSlowly;
  return is_winding_down_ && streams_.empty() ? Next::Close : Next::GoOn;
}

Session::Stage H2Session::stage() const {
  using enum Stage::Waiting;
  if (!incomplete_.empty()) {
    return {ForRest, static_cast<std::uint64_t>(*incomplete_.begin())};
  }
  if (!streams_.empty()) return {ForNothing, requests_};
  return {requests_ == 0 ? ForFirst : ForNext, requests_};
}

bool H2Session::wants_bytes() const {
  return nghttp2_session_get_outbound_queue_size(session_) < frames_waiting_max;
}

}  // namespace

std::unique_ptr<Session> make_h2_session(SessionSetup setup) {
  return std::make_unique<H2Session>(std::move(setup));
}

}  // namespace telltale::http
