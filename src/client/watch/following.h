// SPDX-License-Identifier: Apache-2.0
#pragma once

// Behind the Reflector: where it stands, and what it does next.
//
//             LIST, page by page            WATCH from the list's version
//   ┌─► listing ──────────────────► watching ───┐ ended in good order after a while: at once
//   │      │  ▲                       │  ▲  ▲   │ lost, refused, ended soon: after a rest
//   │      └──┘ refused, lost,        │  └──┴───┘
//   │      expired half way: a rest   │
//   └─────────────────────────────────┘ 410, or an event that cannot be read: after a rest
//
// At most one thing is under way: a request, a stream or a rest. What still arrives of things given
// up carries an old number and is not listened to.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "client/backoff.h"
#include "client/watch/list_items.h"
#include "client/watch/reflector.h"
#include "client/watch/watch_event.h"
#include "client/watch/watch_values.h"

namespace telltale::client {

// Safe to share between threads.
class Reflector::Following : public std::enable_shared_from_this<Following> {
 public:
  Following(Api& api, Scheduler& scheduler, std::uint64_t seed, ReflectorOptions options,
            ReflectorSink sink);

  void begin();
  // When it returns nothing is called any more, but for a callback that it is called from.
  void close();
  ReflectorFigures figures() const;

 private:
  enum class Next { List, Watch };

  // What happens later in the step at hand: it takes its turn, and only if no other step was begun
  // meanwhile.
  template <class Method>
  auto in_turn(Method method);

  void list();
  void ask_for_page();
  std::string list_target() const;
  void take_page(Result<http::Response> answer);
  void page_failed(const Error& error);
  void list_is_complete();

  void watch();
  std::string watch_target(std::chrono::milliseconds asked_for) const;
  void take_head(const http::Response& head);
  void take_piece(std::string_view piece);
  // False when the watch is given up over it.
  bool take_value(std::string_view value);
  void take_error(const Error& error);
  void take_event(const WatchEvent& event);
  bool is_long() const;  // the watch at hand was kept open for a while
  void watch_ended(Result<void> result);
  void watch_refused();
  void give_up_watch(const Error& error);

  std::string with_selectors(std::string target) const;
  void rest_then(Next next, std::chrono::milliseconds at_least = {});
  void report_error(const Error& error);
  void report_stream_error(const Error& error);
  void answered_well();
  void all_is_well();

  Api& api_;
  Scheduler& scheduler_;
  const ReflectorOptions options_;
  const ReflectorSink sink_;
  const std::string path_;

  // Held during everything that happens, callbacks included: they come one at a time. Recursive,
  // so that a callback may let go of the Reflector.
  std::recursive_mutex turn_;
  bool closed_ = false;
  std::uint64_t number_ = 0;  // of the step at hand: a page, a watch, a rest
  std::unique_ptr<PendingRequest> stream_;
  std::unique_ptr<ScheduledCall> resting_;
  Backoff backoff_;
  Rng rng_;
  std::string told_;  // the error as it was told last; empty: all is well
  // It came in the middle of a watch, so that getting another watch does not end it; an event does.
  bool told_in_stream_ = false;

  std::size_t page_size_;
  std::size_t pages_ = 0;  // asked for in this list
  std::string continue_token_;
  std::string list_version_;  // the first page's: what happened since is watched
  bool in_list_ = false;      // a page of it was handed on

  std::string version_;  // up to where everything is known
  WatchValues values_;
  TypeStamp stamp_;
  std::optional<http::Response> refusal_;  // a watch that was not granted, as far as it is here
  bool has_head_ = false;
  std::chrono::nanoseconds watch_begun_{};

  std::atomic<std::uint64_t> lists_ = 0;
  std::atomic<std::uint64_t> watches_ = 0;
  std::atomic<std::uint64_t> events_ = 0;
  std::atomic<bool> synced_ = false;
  std::atomic<bool> failing_ = false;
};

}  // namespace telltale::client
