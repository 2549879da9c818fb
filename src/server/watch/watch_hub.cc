// SPDX-License-Identifier: Apache-2.0
#include "server/watch/watch_hub.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "server/objects/keys.h"
#include "server/request/options.h"

namespace telltale::server {
namespace {

// Changes that may wait for the beginning of a watch to be told.
constexpr std::size_t waiting_max = 100'000;
// Objects and changes of a beginning that are converted together.
constexpr std::size_t step_max = 250;
// How often a beginning goes through what came meanwhile before it lets nothing come any more.
constexpr int rounds_max = 8;

enum class EventType : std::uint8_t { None, Added, Modified, Deleted };

std::string_view word(EventType type) {
  switch (type) {
    case EventType::Added:
      return "ADDED";
    case EventType::Modified:
      return "MODIFIED";
    default:
      return "DELETED";
  }
}

}  // namespace

// One change, with what a webhook made of it where one had to be asked.
struct WatchHub::Heard {
  store::Change change;
  std::optional<Outcome<store::Bytes>> now = {};     // the whole object in the version asked for
  std::optional<Outcome<store::Bytes>> before = {};  // as it last was
};

// A change, and the lines that tell it: each form is written once, and what filters ask is read
// once.
class WatchHub::Event {
 public:
  struct Line {
    EventType type = EventType::None;
    Headers headers = Headers::Wanted;
    std::string_view form;
    store::Bytes bytes;
    bool is_error = false;  // and the end of who is told
  };

  Event(const Heard& heard, const LineTally& tally) : heard_(heard), tally_(tally) {}

  const Heard& heard() const { return heard_; }
  const store::Change& change() const { return heard_.change; }

  // What the change is to somebody who sees only what passes.
  EventType type_for(const ObjectFilter& filter) {
    bool is = change().value != nullptr;
    bool was = change().before != nullptr;
    if (!filter.all()) {
      const Facts& facts = facts_for(filter);
      is = is && filter.matches(*facts.now);
      was = was && filter.matches(*facts.before);
    }
    if (is) return was ? EventType::Modified : EventType::Added;
    return was ? EventType::Deleted : EventType::None;
  }

  // `form` tells apart presenters that make different bytes, and outlives the event.
  Line line(EventType type, std::string_view form, const Presenter& presenter, Headers headers) {
    for (const Line& line : lines_) {
      if (line.type == type && line.headers == headers && line.form == form) return line;
    }
    const auto whole = whole_of(type, presenter);
    lines_.push_back(
        {type, headers, form,
         tally_.line(whole ? line_text(word(type),
                                       *presenter.shaped(*whole, change().revision, headers),
                                       presenter.form())
                           : error_line(whole.error(), presenter.form())),
         !whole});
    return lines_.back();
  }

  // What no longer passes is shown as it last was, with the revision at which it ceased to.
  static store::Item shown(const store::Change& change, EventType type) {
    return {.key = {},
            .value = type == EventType::Deleted
                         ? std::make_shared<const std::string>(
                               store::stamped(*change.before, change.revision))
                         : change.value,
            .revision = change.revision};
  }

 private:
  struct Facts {
    std::string reads;
    std::unique_ptr<const ObjectFacts> now;
    std::unique_ptr<const ObjectFacts> before;
  };

  const Facts& facts_for(const ObjectFilter& filter) {
    const auto known = std::ranges::find(facts_, filter.reads(), &Facts::reads);
    if (known != facts_.end()) return *known;
    const auto read = [&](const store::Bytes& bytes) {
      return bytes ? filter.facts_of(*bytes) : nullptr;
    };
    return facts_.emplace_back(filter.reads(), read(change().value), read(change().before));
  }

  Outcome<store::Bytes> whole_of(EventType type, const Presenter& presenter) const {
    const auto& ready = type == EventType::Deleted ? heard_.before : heard_.now;
    if (ready) return *ready;
    return presenter.object(shown(change(), type).value, change().revision);
  }

  const Heard& heard_;
  const LineTally& tally_;
  std::vector<Line> lines_;
  std::vector<Facts> facts_;
};

// One client. Changes that come while the beginning is still being told wait until it is.
class WatchHub::Watch {
 public:
  Watch(WatchRequest request, std::shared_ptr<http::Stream> stream, const LineTally& tally,
        Instant now)
      : request_(std::move(request)),
        form_(form_of(*request_.presenter)),
        feed_(feed_of(request_)),
        stream_(std::move(stream)),
        tally_(tally),
        bookmark_due_(now) {
    bookmark_due_ += bookmark_every;
  }

  const WatchRequest& request() const { return request_; }
  const std::string& feed() const { return feed_; }
  bool open() const { return stream_->open(); }
  void end() { stream_->finish(); }
  void end_with(const StatusError& error) {
    const std::lock_guard lock(mutex_);
    fail(error);
  }
  std::size_t unsent() const { return unsent_.bytes(); }
  // What makes the lines of two watches that begin at the same revision the same.
  std::string beginning() const {
    return format("{}\n{}\n{}\n{}", request_.prefix, form_,
                  request_.presenter->resource().shaped_since, request_.selectors);
  }

  // How the change is told to this one.
  EventType type_for(Event& event) const {
    return event.change().key.starts_with(request_.prefix) ? event.type_for(request_.filter)
                                                           : EventType::None;
  }

  void hear(Event& event) {
    const std::lock_guard lock(mutex_);
    if (is_ended_ || !event.change().key.starts_with(request_.prefix)) return;
    if (starting_) {
      if (waiting_.size() == waiting_max) stream_->finish();
      if (waiting_.size() < waiting_max) waiting_.push_back(event.heard());
    } else if (event.change().revision > told_) {
      tell(event);
    }
  }

  // Called once; `told` is the revision that the beginning shows. Nobody else touches the watch
  // until it has started, so that a long beginning holds up no writer.
  void begin(const std::shared_ptr<PresentLines>& present, std::span<const Heard> past,
             store::Revision told, std::string last_line = {}) {
    if (present) tell_present(present);
    for (const Heard& heard : past) tell_heard(heard);
    if (!last_line.empty()) send(tally_.line(std::move(last_line)));
    told_ = std::max(told_, told);
    // What came meanwhile, and what came while that was told; the last time nothing comes.
    std::unique_lock lock(mutex_);
    for (int round = 1; !waiting_.empty(); ++round) {
      const std::vector<Heard> late = std::exchange(waiting_, {});
      if (round < rounds_max) lock.unlock();
      for (const Heard& heard : late) {
        if (heard.change.revision > told_) tell_heard(heard);
      }
      if (!lock.owns_lock()) lock.lock();
    }
    starting_ = false;
  }

  void tick(Instant now, store::Revision delivered) {
    const std::lock_guard lock(mutex_);
    if (starting_) return;
    const bool ends = is_set(request_.ends) && now >= request_.ends;
    if (request_.bookmarks && (ends || now >= bookmark_due_)) {
      send(tally_.line(bookmark(std::max(delivered, told_), {})));
      bookmark_due_ = now + bookmark_every;
    }
    if (ends) stream_->finish();
  }

  std::string bookmark(store::Revision revision, std::string_view annotations) const {
    const Presenter& presenter = *request_.presenter;
    const bool metadata_only = presenter.form().shape == Form::Shape::Metadata;
    std::string object = format(
        R"({{"kind":"{}","apiVersion":"{}","metadata":{{"resourceVersion":"{}"{}}}}})",
        metadata_only ? "PartialObjectMetadata" : presenter.resource().kind,
        metadata_only ? "meta.k8s.io/" + presenter.form().table_version : presenter.api_version(),
        revision, annotations);
    if (presenter.form().shape == Form::Shape::Table) {
      object =
          format(R"({{"kind":"Table","apiVersion":"meta.k8s.io/{}",)"
                 R"("metadata":{{"resourceVersion":"{}"{}}},"columnDefinitions":[],"rows":[]}})",
                 presenter.form().table_version, revision, annotations);
    }
    return line_text("BOOKMARK", object, presenter.form());
  }

 private:
  void tell_present(const std::shared_ptr<PresentLines>& present) {
    first_ = first_ && present->empty();
    if (request_.pull) return request_.pull(pieces_of(present));
    const NextPiece next = pieces_of(present);
    while (store::Bytes piece = next()) stream_->write(std::move(piece));
  }

  // Holds nothing of the watch, which may end while they are taken. What could not be shown is the
  // end: when it has been taken, the stream is finished.
  NextPiece pieces_of(const std::shared_ptr<PresentLines>& present) const {
    return [present, unsent = unsent_, stream = std::weak_ptr(stream_), number = std::size_t{0},
            has_failed = false]() mutable -> store::Bytes {
      const auto peer = stream.lock();
      if (has_failed && peer) peer->finish();
      if (!peer || !peer->open() || number == present->pieces()) return nullptr;
      PresentLines::Piece piece = present->piece(number++);
      has_failed = piece.has_failed;
      return unsent.counted(std::move(piece.bytes), present);
    };
  }

  void tell_heard(const Heard& heard) {
    Event event(heard, tally_);
    tell(event);
  }

  void tell(Event& event) {
    told_ = event.change().revision;
    const EventType type = event.type_for(request_.filter);
    if (type == EventType::None) return;
    const Event::Line line = event.line(type, form_, *request_.presenter, take_headers());
    send(line.bytes);
    if (line.is_error) stream_->finish();
  }

  // Only the first event of a watch needs the columns.
  Headers take_headers() {
    const Headers headers = first_ ? Headers::Wanted : Headers::NotWanted;
    first_ = false;
    return headers;
  }

  void send(store::Bytes line) { stream_->write(unsent_.counted(std::move(line))); }

  void fail(const StatusError& error) {
    send(tally_.line(error_line(error, request_.presenter->form())));
    stream_->finish();
    is_ended_ = true;
  }

  static std::string form_of(const Presenter& presenter) {
    return format("{}/{}", presenter.sharing_key(), static_cast<int>(presenter.form().encoding));
  }

  // Empty: it is told at once. Those of one feed make the same bytes of the same object.
  static std::string feed_of(const WatchRequest& request) {
    const Presenter& presenter = *request.presenter;
    if (!presenter.blocks()) return {};
    return format("{} {} {}", request.home, presenter.sharing_key(),
                  presenter.resource().shaped_since);
  }

  WatchRequest request_;
  const std::string form_;
  const std::string feed_;
  std::shared_ptr<http::Stream> stream_;
  const LineTally& tally_;
  const Unsent unsent_;
  std::mutex mutex_;
  bool is_ended_ = false;
  bool starting_ = true;
  bool first_ = true;
  store::Revision told_ = 0;
  Instant bookmark_due_;
  std::vector<Heard> waiting_;
};

WatchHub::WatchHub(store::Store& store, const Clock& clock, ChangeFeed::Post post,
                   std::size_t unsent_max)
    : store_(store), clock_(clock), post_(std::move(post)), unsent_max_(unsent_max) {
  delivered_ = store_.present().revision();
  subscription_ = store_.present().subscribe(
      [this](std::span<const store::Change> changes) { changed(changes); });
}

WatchHub::~WatchHub() { subscription_.reset(); }

std::vector<WatchHub::WatchPtr> WatchHub::current() const {
  const std::lock_guard lock(mutex_);
  return watches_;
}

std::vector<WatchHub::WatchPtr> WatchHub::watches_of(std::string_view feed) const {
  std::vector<WatchPtr> watches = current();
  std::erase_if(watches,
                [&](const WatchPtr& watch) { return watch->feed() != feed || !watch->open(); });
  return watches;
}

std::size_t WatchHub::size() const {
  const std::lock_guard lock(mutex_);
  return watches_.size();
}

bool WatchHub::full_for(std::string_view flow) const {
  const std::lock_guard lock(mutex_);
  const auto known = of_flow_.find(flow);
  return known != of_flow_.end() && known->second >= watches_of_one_max;
}

// False when too much waits. What needs no webhook waits only behind what does.
bool WatchHub::tell_feed(const std::string& name, const Feed& feed, Event& event) {
  const store::Change& change = event.change();
  if (!change.key.starts_with(feed.prefix)) return true;
  const auto as_asked = [&](const store::Bytes& stored) {
    return !stored || feed.presenter->stored_as_asked(*stored, change.revision);
  };
  if (!feed.changes->idle() || !as_asked(change.value) || !as_asked(change.before)) {
    return feed.changes->push(change);
  }
  for (const WatchPtr& watch : watches_) {
    if (watch->feed() == name) watch->hear(event);
  }
  return true;
}

// On the store's thread: nothing here may wait.
void WatchHub::changed(std::span<const store::Change> changes) {
  std::vector<std::string> fallen_behind;
  {
    const std::lock_guard lock(mutex_);
    for (const store::Change& change : changes) {
      const Heard heard{.change = change};
      Event event(heard, tally_);
      for (const WatchPtr& watch : watches_) {
        if (watch->feed().empty()) watch->hear(event);
      }
      for (const auto& [name, feed] : feeds_) {
        if (!tell_feed(name, feed, event)) fallen_behind.push_back(name);
      }
      delivered_ = std::max(delivered_, change.revision);
    }
  }
  for (const std::string& feed : fallen_behind) {
    for (const WatchPtr& watch : watches_of(feed)) {
      watch->end_with(expired("changes came faster than they could be converted; list again"));
    }
  }
  relieve();
}

// What the watches need of these changes, converted together.
std::vector<WatchHub::Heard> WatchHub::convert(std::span<const store::Change> changes,
                                               std::span<const WatchPtr> watches) const {
  std::vector<Heard> heard;
  std::vector<store::Item> items;
  std::vector<std::pair<std::size_t, EventType>> wanted;  // by whom, and how it is shown
  for (const store::Change& change : changes) {
    const Heard unconverted{.change = change};
    Event event(unconverted, tally_);
    bool is = false;
    bool was = false;
    for (const WatchPtr& watch : watches) {
      const EventType type = watch->type_for(event);
      is |= type == EventType::Added || type == EventType::Modified;
      was |= type == EventType::Deleted;
    }
    if (is) wanted.emplace_back(heard.size(), EventType::Modified);
    if (is) items.push_back(Event::shown(change, EventType::Modified));
    if (was) wanted.emplace_back(heard.size(), EventType::Deleted);
    if (was) items.push_back(Event::shown(change, EventType::Deleted));
    heard.push_back({.change = change});
  }
  auto wholes = watches.front()->request().presenter->objects(items);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Heard& one = heard[wanted[i].first];
    (wanted[i].second == EventType::Deleted ? one.before : one.now) = std::move(wholes[i]);
  }
  return heard;
}

// On a worker. Who is still starting keeps it for later; who could not be told ends.
void WatchHub::tell_converted(const std::string& feed, std::span<const store::Change> changes) {
  const std::vector<WatchPtr> watches = watches_of(feed);
  if (watches.empty()) return;
  try {
    for (const Heard& heard : convert(changes, watches)) {
      Event event(heard, tally_);
      for (const WatchPtr& watch : watches) watch->hear(event);
    }
  } catch (...) {
    for (const WatchPtr& watch : watches) watch->end_with(internal("a change cannot be reported"));
    throw;
  }
}

void WatchHub::add(WatchRequest request, const Begin& begin, std::shared_ptr<http::Stream> stream) {
  auto watch = std::make_shared<Watch>(std::move(request), stream, tally_, clock_.now());
  {
    const std::lock_guard lock(mutex_);
    watches_.push_back(watch);
    ++of_flow_[watch->request().flow];
    const std::string& name = watch->feed();
    if (!name.empty() && !feeds_.contains(name)) {
      const WatchRequest& about = watch->request();
      feeds_[name] = {.prefix = resource_prefix(about.home, about.presenter->resource()),
                      .presenter = about.presenter,
                      .changes = std::make_shared<ChangeFeed>(
                          post_, [this, name](std::span<const store::Change> changes) {
                            tell_converted(name, changes);
                          })};
    }
  }
  stream->on_end([this, weak = std::weak_ptr(watch)] { forget(weak.lock().get()); });
  start(watch, begin);
}

void WatchHub::forget(const Watch* watch) {
  if (watch == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto flow = of_flow_.find(watch->request().flow);
  if (flow != of_flow_.end() && --flow->second == 0) of_flow_.erase(flow);
  std::erase_if(watches_, [&](const WatchPtr& other) { return other.get() == watch; });
  std::erase_if(feeds_, [&](const auto& feed) {
    return std::ranges::none_of(watches_,
                                [&](const WatchPtr& other) { return other->feed() == feed.first; });
  });
}

// The past, which a webhook may have to convert: up to the first that it cannot, where it ends.
void WatchHub::begin_with(const WatchPtr& watch, std::span<const store::Change> past,
                          store::Revision after) const {
  std::vector<Heard> heard;
  for (; !past.empty(); past = past.subspan(std::min(past.size(), step_max))) {
    const auto some = past.first(std::min(past.size(), step_max));
    if (watch->feed().empty()) {
      for (const store::Change& change : some) heard.push_back({.change = change});
      continue;
    }
    bool has_failed = false;
    for (Heard& one : convert(some, {&watch, 1})) {
      has_failed |= (one.now && !*one.now) || (one.before && !*one.before);
      heard.push_back(std::move(one));
    }
    if (has_failed) break;
  }
  watch->begin(nullptr, heard, after);
}

// What somebody else was told who began at the present revision, or what there is.
Outcome<std::pair<std::shared_ptr<PresentLines>, store::Revision>> WatchHub::present_for(
    const Watch& watch) {
  const std::string beginning = watch.beginning();
  const store::CurrentState& present = store_.present();
  {
    const std::lock_guard lock(mutex_);
    const auto known = begun_.find(beginning);
    if (known != begun_.end() && known->second.revision == present.revision()) {
      if (auto lines = known->second.lines.lock()) {
        return std::pair(std::move(lines), known->second.revision);
      }
    }
  }
  const WatchRequest& request = watch.request();
  auto page = present.list({.prefix = request.prefix});
  if (!page) return refuse(internal(page.error().detail));
  if (!request.filter.all()) {
    std::erase_if(page->items,
                  [&](const store::Item& item) { return !request.filter.matches(*item.value); });
  }
  auto lines = std::make_shared<PresentLines>(std::move(page->items), request.presenter,
                                              PresentLines::Books{tally_, recent_});
  const std::lock_guard lock(mutex_);
  begun_[beginning] = {.revision = page->revision, .lines = lines};
  return std::pair(std::move(lines), page->revision);
}

void WatchHub::start(const WatchPtr& watch, const Begin& begin) {
  const WatchRequest& request = watch->request();
  const auto refused = [&](const StatusError& why, store::Revision told) {
    watch->begin(nullptr, {}, told, error_line(why, request.presenter->form()));
    watch->end();
  };
  if (begin.refused) return refused(*begin.refused, 0);
  if (!begin.with_present) {
    const auto past = store_.present().changes(request.prefix, begin.after);
    if (past) return begin_with(watch, *past, begin.after);
    return refused(too_old(begin.after, store_.present().compacted()), begin.after);
  }
  const auto present = present_for(*watch);
  if (!present) return refused(present.error(), 0);
  const auto& [lines, revision] = *present;
  constexpr std::string_view all_told = R"(,"annotations":{"k8s.io/initial-events-end":"true"})";
  watch->begin(lines, {}, revision,
               begin.tell_end_of_present ? watch->bookmark(revision, all_told) : std::string{});
  relieve();
}

// All who have at least half as much to send as the one furthest behind: so that what is let go is
// worth it, and the next line does not find as much again.
void WatchHub::relieve() {
  if (tally_.bytes() <= unsent_max_) return;
  recent_.clear();
  if (tally_.bytes() <= unsent_max_) return;
  const std::vector<WatchPtr> watches = current();
  std::size_t most = 0;
  for (const WatchPtr& watch : watches) {
    if (watch->open()) most = std::max(most, watch->unsent());
  }
  for (const WatchPtr& watch : watches) {
    if (most == 0 || watch->unsent() < (most + 1) / 2 || !watch->open()) continue;
    watch->end_with(expired("too much waits to be sent; list again, and read faster"));
  }
}

void WatchHub::tick() {
  const Instant now = clock_.now();
  relieve();
  std::vector<std::pair<WatchPtr, store::Revision>> told;
  bool nobody_begins = false;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, feed] : feeds_) feed.changes->nudge();
    std::erase_if(begun_, [](const auto& one) { return one.second.lines.expired(); });
    nobody_begins = begun_.empty();
    for (const WatchPtr& watch : watches_) {
      const auto feed = feeds_.find(watch->feed());
      told.emplace_back(watch,
                        feed == feeds_.end() ? delivered_ : feed->second.changes->told(delivered_));
    }
  }
  if (nobody_begins) recent_.clear();
  for (const auto& [watch, delivered] : told) watch->tick(now, delivered);
  end_disbelieved();
}

void WatchHub::end_disbelieved() {
  for (const WatchPtr& watch : current()) {
    const auto& is_believed = watch->request().is_believed;
    if (is_believed && !is_believed()) watch->end();
  }
}

void WatchHub::end_home(std::string_view home) {
  for (const WatchPtr& watch : current()) {
    if (watch->request().home == home) watch->end();
  }
}

void WatchHub::end_resource(std::string_view home, const Resource& resource) {
  const std::string prefix = resource_prefix(home, resource);
  for (const WatchPtr& watch : current()) {
    if (watch->request().prefix.starts_with(prefix)) watch->end();
  }
}

}  // namespace telltale::server
