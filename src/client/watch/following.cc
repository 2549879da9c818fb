// SPDX-License-Identifier: Apache-2.0
#include "client/watch/following.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "client/retry_after.h"
#include "http/target.h"

namespace telltale::client {
namespace {

// An object that would not fit into an answer does not fit into an event.
constexpr std::size_t event_bytes_max = std::size_t{64} << 20;
constexpr std::size_t refusal_body_max = std::size_t{64} << 10;
// A watch that ends sooner is a server that cannot keep one open just now, whatever it brought: one
// that ends after each event would be asked for as fast as things happen.
constexpr std::chrono::seconds short_watch{1};
constexpr std::chrono::milliseconds head_timeout{30'000};
constexpr int http_ok = 200;

std::vector<http::Header> as_json() { return {{"Accept", "application/json"}}; }

void call(const std::function<void()>& callback) {
  if (callback) callback();
}

}  // namespace

Reflector::Following::Following(Api& api, Scheduler& scheduler, std::uint64_t seed,
                                ReflectorOptions options, ReflectorSink sink)
    : api_(api),
      scheduler_(scheduler),
      options_(std::move(options)),
      sink_(std::move(sink)),
      path_(path_of(options_.resource, options_.namespace_name)),
      backoff_(options_.backoff_first, options_.backoff_max, seed),
      rng_(seed + 1),
      page_size_(std::max<std::size_t>(options_.page, 1)),
      values_(event_bytes_max),
      stamp_(options_.resource) {}

void Reflector::Following::begin() {
  const std::scoped_lock turn(turn_);
  list();
}

void Reflector::Following::close() {
  std::unique_ptr<PendingRequest> stream;
  std::unique_ptr<ScheduledCall> resting;
  const std::scoped_lock turn(turn_);
  closed_ = true;
  ++number_;
  // Dropped behind this turn: they wait for callbacks that may be waiting for theirs.
  stream = std::move(stream_);
  resting = std::move(resting_);
}

template <class Method>
auto Reflector::Following::in_turn(Method method) {
  return [weak = weak_from_this(), number = number_, method](auto&&... what) {
    const auto following = weak.lock();
    if (!following) return;
    const std::scoped_lock turn(following->turn_);
    if (following->closed_ || following->number_ != number) return;
    (following.get()->*method)(std::forward<decltype(what)>(what)...);
  };
}

std::string Reflector::Following::with_selectors(std::string target) const {
  if (!options_.label_selector.empty()) {
    target += "&labelSelector=" + http::escape(options_.label_selector);
  }
  if (!options_.field_selector.empty()) {
    target += "&fieldSelector=" + http::escape(options_.field_selector);
  }
  return target;
}

// Without a resourceVersion: what is listed is true now, and not what some cache remembers. An
// older list after a break would bring back objects that are gone.
std::string Reflector::Following::list_target() const {
  std::string target = with_selectors(format("{}?limit={}", path_, page_size_));
  if (!continue_token_.empty()) target += "&continue=" + http::escape(continue_token_);
  return target;
}

void Reflector::Following::list() {
  continue_token_.clear();
  in_list_ = false;
  pages_ = 0;
  ++lists_;
  ask_for_page();
}

void Reflector::Following::ask_for_page() {
  if (++pages_ > options_.pages_max) {
    return page_failed({Error::Kind::Invalid,
                        format("{}: a list of more than {} pages", path_, options_.pages_max)});
  }
  ++number_;
  api_.send({.target = list_target(), .headers = as_json(), .timeout = options_.list_timeout},
            in_turn(&Following::take_page));
}

void Reflector::Following::take_page(Result<http::Response> answer) {
  const auto body = accepted(std::move(answer), path_);
  if (!body) return page_failed(body.error());
  const bool is_first = !std::exchange(in_list_, true);
  if (is_first) call(sink_.on_list);
  const auto page = read_list(body->body, options_.resource, [&](std::string_view document) {
    if (!closed_ && sink_.on_object) sink_.on_object(document);
  });
  if (closed_) return;
  if (!page) return page_failed(page.error());
  if (is_first) list_version_ = page->resource_version;
  if (page->continue_token.empty()) return list_is_complete();
  continue_token_ = page->continue_token;
  ask_for_page();
}

void Reflector::Following::page_failed(const Error& error) {
  // Two things are no errors: a page too large is asked for in smaller ones, and a token
  // that expired between two pages means that the list begins anew.
  const bool can_shrink = error.kind == Error::Kind::TooLarge && page_size_ > 1;
  const bool expired = error.kind == Error::Kind::Gone && in_list_;
  if (can_shrink) page_size_ = std::max<std::size_t>(page_size_ / 4, 1);
  if (!can_shrink && !expired) report_error(error);
  if (!closed_) rest_then(Next::List);
}

void Reflector::Following::list_is_complete() {
  version_ = list_version_;
  synced_ = true;
  answered_well();
  if (!closed_) call(sink_.on_synced);
  if (!closed_) watch();
}

std::string Reflector::Following::watch_target(std::chrono::milliseconds asked_for) const {
  const auto seconds = std::max(std::chrono::ceil<std::chrono::seconds>(asked_for).count(),
                                std::chrono::seconds::rep{1});
  return with_selectors(
      format("{}?watch=true&allowWatchBookmarks=true&resourceVersion={}&timeoutSeconds={}", path_,
             http::escape(version_), seconds));
}

void Reflector::Following::watch() {
  const auto asked_for = std::max(options_.watch_for, std::chrono::milliseconds{1});
  const auto more = rng_.below(static_cast<std::uint64_t>(asked_for.count()));
  ++number_;
  ++watches_;
  values_ = WatchValues(event_bytes_max);
  refusal_.reset();
  has_head_ = false;
  watch_begun_ = api_.clock().elapsed();
  const std::chrono::milliseconds random_part{static_cast<std::int64_t>(more)};
  stream_ = api_.stream({.target = watch_target(asked_for + random_part),
                         .headers = as_json(),
                         .timeout = head_timeout,
                         .silence = 2 * asked_for},
                        {.on_head = in_turn(&Following::take_head),
                         .on_piece = in_turn(&Following::take_piece),
                         .on_end = in_turn(&Following::watch_ended)});
}

void Reflector::Following::take_head(const http::Response& head) {
  has_head_ = true;
  if (head.status != http_ok) {
    refusal_ = head;
  } else {
    answered_well();
  }
}

void Reflector::Following::take_piece(std::string_view piece) {
  if (refusal_) {
    const std::size_t room = refusal_body_max - std::min(refusal_body_max, refusal_->body.size());
    refusal_->body += piece.substr(0, room);
    return;
  }
  const std::uint64_t number = number_;
  values_.add(piece);
  while (const auto value = values_.next()) {
    if (!take_value(*value) || closed_ || number_ != number) return;
  }
  if (values_.too_long()) {
    give_up_watch({Error::Kind::TooLarge,
                   format("{}: an event of more than {} bytes", path_, event_bytes_max)});
  }
}

bool Reflector::Following::take_value(std::string_view value) {
  const auto event = read_event(value);
  if (!event) {
    give_up_watch(event.error());
    return false;
  }
  if (event->type == WatchEvent::Type::Error) {
    take_error(error_of_event(event->object.text));
    return false;
  }
  take_event(*event);
  return true;
}

void Reflector::Following::take_error(const Error& error) {
  const bool is_gone = error.kind == Error::Kind::Gone;
  if (!is_gone) report_stream_error(error);
  if (closed_) return;
  stream_.reset();
  rest_then(is_gone ? Next::List : Next::Watch);
}

void Reflector::Following::take_event(const WatchEvent& event) {
  ++events_;
  if (!event.resource_version.empty() && event.resource_version != version_) {
    version_ = event.resource_version;
    if (is_long()) backoff_.reset();
  }
  all_is_well();
  if (closed_) return;
  using Type = WatchEvent::Type;
  const bool is_change = event.type == Type::Added || event.type == Type::Modified;
  if (is_change && sink_.on_object) sink_.on_object(stamp_.complete(event.object));
  if (event.type == Type::Deleted && sink_.on_deleted) {
    sink_.on_deleted(stamp_.complete(event.object));
  }
}

bool Reflector::Following::is_long() const {
  return api_.clock().elapsed() - watch_begun_ >= short_watch;
}

// Half an event is asked for again.
void Reflector::Following::watch_ended(Result<void> result) {
  stream_.reset();
  if (refusal_) return watch_refused();
  // A stream that breaks is an everyday thing; an error is when the next one cannot be had.
  if (!result && !has_head_) report_error(result.error());
  if (closed_) return;
  const bool was_long = is_long();
  if (has_head_ && was_long) backoff_.reset();
  if (result && was_long) all_is_well();
  if (closed_) return;
  if (result && was_long) return watch();
  rest_then(Next::Watch);
}

// Who may not watch, or cannot just now, asks again from where it was. Who asked for what is not
// there or makes no sense any more looks at everything afresh.
void Reflector::Following::watch_refused() {
  const auto asked = retry_after(*refusal_, api_.clock().now());
  const Error error = accepted(std::move(*refusal_), path_).error();
  using Kind = Error::Kind;
  if (error.kind != Kind::Gone) report_error(error);
  if (closed_) return;
  const bool is_stale =
      error.kind == Kind::Gone || error.kind == Kind::NotFound || error.kind == Kind::Invalid;
  rest_then(is_stale ? Next::List : Next::Watch, asked.value_or(std::chrono::milliseconds{0}));
}

void Reflector::Following::give_up_watch(const Error& error) {
  report_stream_error(error);
  if (closed_) return;
  stream_.reset();
  rest_then(Next::List);
}

void Reflector::Following::rest_then(Next next, std::chrono::milliseconds at_least) {
  ++number_;
  const auto begin = next == Next::List ? &Following::list : &Following::watch;
  resting_ = scheduler_.after(std::max(backoff_.next(), at_least), in_turn(begin));
}

void Reflector::Following::report_error(const Error& error) {
  failing_ = true;
  if (told_ == error.detail) return;
  told_ = error.detail;
  if (sink_.on_error) sink_.on_error(error);
}

void Reflector::Following::report_stream_error(const Error& error) {
  told_in_stream_ = true;
  report_error(error);
}

void Reflector::Following::answered_well() {
  if (!told_in_stream_) all_is_well();
}

void Reflector::Following::all_is_well() {
  failing_ = false;
  told_in_stream_ = false;
  if (told_.empty()) return;
  told_.clear();
  call(sink_.on_recovered);
}

ReflectorFigures Reflector::Following::figures() const {
  return {.lists = lists_,
          .watches = watches_,
          .events = events_,
          .synced = synced_,
          .failing = failing_};
}

}  // namespace telltale::client
