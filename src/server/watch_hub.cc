// SPDX-License-Identifier: Apache-2.0
#include "server/watch_hub.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/print.h"
#include "server/keys.h"
#include "server/options.h"

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

store::Bytes line_of(std::string_view type, std::string_view object) {
  std::string line;
  line.reserve(object.size() + 40);
  line.append(R"({"type":")").append(type).append(R"(","object":)").append(object).append("}\n");
  return std::make_shared<const std::string>(std::move(line));
}

store::Bytes error_line(const Failure& failure) {
  return line_of("ERROR", json::print(to_status(failure)));
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

  explicit Event(const Heard& heard) : heard_(heard) {}

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
         whole ? line_of(word(type), *presenter.shaped(*whole, change().revision, headers))
               : error_line(whole.error()),
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
  std::vector<Line> lines_;
  std::vector<Facts> facts_;
};

// One client. Changes that come while the beginning is still being told wait until it is.
class WatchHub::Watch {
 public:
  Watch(WatchRequest request, std::shared_ptr<http::Stream> stream, Instant now)
      : request_(std::move(request)),
        form_(request_.presenter->sharing_key()),
        feed_(feed_of(request_)),
        stream_(std::move(stream)),
        bookmark_due_(now) {
    bookmark_due_ += bookmark_every;
  }

  const WatchRequest& request() const { return request_; }
  const std::string& feed() const { return feed_; }
  bool open() const { return stream_->open(); }
  void end() { stream_->finish(); }
  void end_with(const Failure& failure) {
    const std::lock_guard lock(mutex_);
    send(error_line(failure));
    stream_->finish();
  }

  // How the change is told to this one.
  EventType type_for(Event& event) const {
    return event.change().key.starts_with(request_.prefix) ? event.type_for(request_.filter)
                                                           : EventType::None;
  }

  void hear(Event& event) {
    const std::lock_guard lock(mutex_);
    if (!event.change().key.starts_with(request_.prefix)) return;
    if (starting_) {
      if (waiting_.size() == waiting_max) stream_->finish();
      if (waiting_.size() < waiting_max) waiting_.push_back(event.heard());
    } else if (event.change().revision > told_) {
      tell(event);
    }
  }

  // Called once; `told` is the revision that the beginning shows. Nobody else touches the watch
  // until it has started, so that a long beginning holds up no writer.
  void begin(std::span<const store::Item> present, std::span<const Heard> past,
             store::Revision told, std::string_view last_line) {
    for (; !present.empty() && open(); present = present.subspan(step_of(present))) {
      tell_present(present.first(step_of(present)));
    }
    for (const Heard& heard : past) tell_heard(heard);
    if (!last_line.empty()) send(std::make_shared<const std::string>(last_line));
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
      send(bookmark(std::max(delivered, told_), {}));
      bookmark_due_ = now + bookmark_every;
    }
    if (ends) stream_->finish();
  }

  store::Bytes bookmark(store::Revision revision, std::string_view annotations) const {
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
    return line_of("BOOKMARK", object);
  }

 private:
  static std::size_t step_of(std::span<const store::Item> items) {
    return std::min(items.size(), step_max);
  }

  void tell_present(std::span<const store::Item> items) {
    const auto wholes = request_.presenter->objects(items);
    for (std::size_t i = 0; i < items.size() && open(); ++i) {
      if (!wholes[i]) {
        send(error_line(wholes[i].error()));
        return stream_->finish();
      }
      const auto object = request_.presenter->shaped(*wholes[i], items[i].revision, take_headers());
      send(line_of("ADDED", *object));
    }
  }

  void tell_heard(const Heard& heard) {
    Event event(heard);
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

  void send(store::Bytes line) {
    if (request_.presenter->form().encoding == Form::Encoding::Yaml) {
      line =
          std::make_shared<const std::string>(encoded(*line, request_.presenter->form()) + "---\n");
    }
    stream_->write(std::move(line));
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
  std::mutex mutex_;
  bool starting_ = true;
  bool first_ = true;
  store::Revision told_ = 0;
  Instant bookmark_due_;
  std::vector<Heard> waiting_;
};

WatchHub::WatchHub(store::Store& store, const Clock& clock, ChangeFeed::Post post)
    : store_(store), clock_(clock), post_(std::move(post)) {
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
      Event event(heard);
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
}

// What the watches need of these changes, converted together.
std::vector<WatchHub::Heard> WatchHub::convert(std::span<const store::Change> changes,
                                               std::span<const WatchPtr> watches) {
  std::vector<Heard> heard;
  std::vector<store::Item> items;
  std::vector<std::pair<std::size_t, EventType>> wanted;  // by whom, and how it is shown
  for (const store::Change& change : changes) {
    const Heard unconverted{.change = change};
    Event event(unconverted);
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
      Event event(heard);
      for (const WatchPtr& watch : watches) watch->hear(event);
    }
  } catch (...) {
    for (const WatchPtr& watch : watches) watch->end_with(internal("a change cannot be told"));
    throw;
  }
}

void WatchHub::add(WatchRequest request, const Begin& begin, std::shared_ptr<http::Stream> stream) {
  auto watch = std::make_shared<Watch>(std::move(request), stream, clock_.now());
  {
    const std::lock_guard lock(mutex_);
    watches_.push_back(watch);
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
  std::erase_if(watches_, [&](const WatchPtr& other) { return other.get() == watch; });
  std::erase_if(feeds_, [&](const auto& feed) {
    return std::ranges::none_of(watches_,
                                [&](const WatchPtr& other) { return other->feed() == feed.first; });
  });
}

// The past, which a webhook may have to convert: up to the first that it cannot, where it ends.
void WatchHub::begin_with(const WatchPtr& watch, std::span<const store::Change> past,
                          store::Revision after) {
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
  watch->begin({}, heard, after, {});
}

void WatchHub::start(const WatchPtr& watch, const Begin& begin) {
  const WatchRequest& request = watch->request();
  if (begin.refused) {
    watch->begin({}, {}, 0, *error_line(*begin.refused));
    return watch->end();
  }
  if (!begin.with_present) {
    const auto past = store_.present().changes(request.prefix, begin.after);
    if (past) return begin_with(watch, *past, begin.after);
    watch->begin({}, {}, begin.after,
                 *error_line(too_old(begin.after, store_.present().compacted())));
    return watch->end();
  }
  auto page = store_.present().list({.prefix = request.prefix});
  if (!page) {
    watch->begin({}, {}, 0, *error_line(internal(page.error().detail)));
    return watch->end();
  }
  std::erase_if(page->items,
                [&](const store::Item& item) { return !request.filter.matches(*item.value); });
  constexpr std::string_view all_told = R"(,"annotations":{"k8s.io/initial-events-end":"true"})";
  const std::string last =
      begin.tell_end_of_present ? *watch->bookmark(page->revision, all_told) : std::string{};
  watch->begin(page->items, {}, page->revision, last);
}

void WatchHub::tick() {
  const Instant now = clock_.now();
  std::vector<std::pair<WatchPtr, store::Revision>> told;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, feed] : feeds_) feed.changes->nudge();
    for (const WatchPtr& watch : watches_) {
      const auto feed = feeds_.find(watch->feed());
      told.emplace_back(watch,
                        feed == feeds_.end() ? delivered_ : feed->second.changes->told(delivered_));
    }
  }
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
