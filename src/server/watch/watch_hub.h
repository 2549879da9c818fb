// SPDX-License-Identifier: Apache-2.0
#pragma once

// All watches. The hub hears every change of the store once, in order, and tells it to
// the watches it concerns; an event is written once and shared by all that want it in the same
// form.
//
// What a webhook must convert first is told by a worker, in the same order, to all that want it in
// the same form together (change_feed.h): the store's thread, from which the hub hears, never waits
// for a webhook. A watch that cannot keep up, or whose object cannot be shown, is ended, never
// waited for; where all watches together have too much to send, the hub ends those furthest behind.
//
// Watches that begin at the same state in the same form share its lines (watch_lines.h). Safe to
// share between threads.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/server.h"
#include "server/objects/object_filter.h"
#include "server/objects/presenter.h"
#include "server/watch/change_feed.h"
#include "server/watch/watch_lines.h"
#include "store/store.h"

namespace telltale::server {

inline constexpr std::size_t watches_max = 10'000;
inline constexpr std::size_t watches_of_one_max = watches_max / 4;  // of one flow (demand.h)
// Of all lines that are not sent yet, each counted once.
inline constexpr std::size_t unsent_bytes_max = std::size_t{128} << 20;
inline constexpr Seconds bookmark_every{60};

struct WatchRequest {
  std::string home;
  std::string prefix;  // of the keys that concern it
  ObjectFilter filter;
  std::string selectors = {};  // as they were given: the same text, the same filter
  std::string flow = {};       // whose it is
  std::shared_ptr<const Presenter> presenter;
  bool bookmarks = false;
  Instant ends = no_time;
  // Whether the user who began the watch is still authenticated; empty: always.
  std::function<bool()> is_believed = {};
  // Has the pieces that it begins with taken as the peer reads them; what is written to the stream
  // meanwhile comes behind them. Empty: all are written at once.
  std::function<void(NextPiece)> pull = {};
};

class WatchHub {
 public:
  // `post` gives work to a worker.
  WatchHub(store::Store& store, const Clock& clock, ChangeFeed::Post post,
           std::size_t unsent_max = unsent_bytes_max);
  ~WatchHub();
  WatchHub(const WatchHub&) = delete;
  WatchHub& operator=(const WatchHub&) = delete;

  // How a watch begins.
  struct Begin {
    bool with_present = false;                // ADDED for everything there is, first
    store::Revision after = 0;                // otherwise: changes after this revision
    bool tell_end_of_present = false;         // a bookmark that says that the present has been told
    std::optional<StatusError> refused = {};  // told at once, and the end
  };
  void add(WatchRequest request, const Begin& begin, std::shared_ptr<http::Stream> stream);

  std::size_t size() const;
  bool full() const { return size() >= watches_max; }
  bool full_for(std::string_view flow) const;
  // Of lines that are not sent yet, each counted once.
  std::size_t unsent_bytes() const { return tally_.bytes(); }
  // Ends watches that are due, also those of users who are not authenticated any more, and sends
  // bookmarks that are due. To be called about every second.
  void tick();
  // Ends every watch of a home, or of a resource in it (its definition is gone).
  void end_home(std::string_view home);
  void end_resource(std::string_view home, const Resource& resource);
  // Ends every watch of a user who is not authenticated any more.
  void end_disbelieved();

 private:
  class Watch;
  class Event;
  struct Heard;
  using WatchPtr = std::shared_ptr<Watch>;
  // What the watches of one feed are told, and the keys that concern any of them.
  struct Feed {
    std::string prefix;
    std::shared_ptr<const Presenter> presenter;  // of one of them; all make the same bytes
    std::shared_ptr<ChangeFeed> changes;
  };

  void changed(std::span<const store::Change> changes);
  bool tell_feed(const std::string& name, const Feed& feed, Event& event);
  void tell_converted(const std::string& feed, std::span<const store::Change> changes);
  std::vector<Heard> convert(std::span<const store::Change> changes,
                             std::span<const WatchPtr> watches) const;
  void start(const WatchPtr& watch, const Begin& begin);
  Outcome<std::pair<std::shared_ptr<PresentLines>, store::Revision>> present_for(
      const Watch& watch);
  void relieve();
  void begin_with(const WatchPtr& watch, std::span<const store::Change> past,
                  store::Revision after) const;
  void forget(const Watch* watch);
  std::vector<WatchPtr> current() const;
  std::vector<WatchPtr> watches_of(std::string_view feed) const;

  store::Store& store_;
  const Clock& clock_;
  const ChangeFeed::Post post_;
  const std::size_t unsent_max_;
  LineTally tally_;
  RecentPieces recent_;
  mutable std::mutex mutex_;
  std::vector<WatchPtr> watches_;
  std::map<std::string, Feed, std::less<>> feeds_;           // by what makes their lines the same
  std::map<std::string, std::size_t, std::less<>> of_flow_;  // how many watches
  // The present as somebody who began lately is told it, by what makes its lines the same.
  struct Begun {
    store::Revision revision = 0;
    std::weak_ptr<PresentLines> lines;
  };
  std::map<std::string, Begun, std::less<>> begun_;
  store::Revision delivered_ = 0;  // every watch has been told everything up to here
  store::CurrentState::Subscription subscription_;
};

}  // namespace telltale::server
