// SPDX-License-Identifier: Apache-2.0
#include "server/watch_hub.h"

#include <algorithm>

#include "base/text.h"
#include "json/print.h"
#include "server/keys.h"
#include "server/options.h"

namespace telltale::server {
namespace {

// Changes that may wait for the beginning of a watch to be told.
constexpr std::size_t waiting_max = 100'000;

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

EventType type_of(const store::Change& change, const ObjectFilter& filter) {
  const bool is = change.value != nullptr && filter.matches(*change.value);
  const bool was = change.before != nullptr && filter.matches(*change.before);
  if (is) return was ? EventType::Modified : EventType::Added;
  return was ? EventType::Deleted : EventType::None;
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

// One change, and the lines that tell it: each form is written once.
class WatchHub::Event {
 public:
  explicit Event(const store::Change& change) : change_(change) {}

  const store::Change& change() const { return change_; }

  // `form` tells apart presenters that make different bytes, and outlives the event.
  store::Bytes line(EventType type, std::string_view form, const Presenter& presenter,
                    Headers headers) {
    for (const Line& line : lines_) {
      if (line.type == type && line.headers == headers && line.form == form) return line.bytes;
    }
    lines_.push_back({type, headers, form, write(type, presenter, headers)});
    return lines_.back().bytes;
  }

 private:
  store::Bytes write(EventType type, const Presenter& presenter, Headers headers) const {
    // What no longer passes is shown as it last was, with the revision at which it ceased to.
    const store::Bytes shown =
        type == EventType::Deleted
            ? std::make_shared<const std::string>(store::stamped(*change_.before, change_.revision))
            : change_.value;
    const auto object = presenter.one(shown, change_.revision, headers);
    return object ? line_of(word(type), **object) : error_line(object.error());
  }

  struct Line {
    EventType type = EventType::None;
    Headers headers = Headers::Wanted;
    std::string_view form;
    store::Bytes bytes;
  };

  const store::Change& change_;
  std::vector<Line> lines_;
};

// One client. Changes that come while the beginning is still being told wait until it is.
class WatchHub::Watch {
 public:
  Watch(WatchRequest request, std::shared_ptr<http::Stream> stream, Instant now)
      : request_(std::move(request)),
        form_(request_.presenter->sharing_key()),
        stream_(std::move(stream)),
        bookmark_due_(now) {
    bookmark_due_ += bookmark_every;
  }

  const WatchRequest& request() const { return request_; }
  bool open() const { return stream_->open(); }
  void end() { stream_->finish(); }

  void hear(Event& event) {
    const std::lock_guard lock(mutex_);
    if (!event.change().key.starts_with(request_.prefix)) return;
    if (starting_) {
      if (waiting_.size() == waiting_max) stream_->finish();
      if (waiting_.size() < waiting_max) waiting_.push_back(event.change());
    } else if (event.change().revision > told_) {
      tell(event);
    }
  }

  // Called once; `told` is the revision that the beginning shows. Nobody else touches the watch
  // until it has started, so that a long beginning holds up no writer.
  void begin(std::span<const store::Item> present, std::span<const store::Change> past,
             store::Revision told, std::string_view last_line) {
    for (const store::Item& item : present) {
      const auto object = request_.presenter->one(item.value, item.revision, take_headers());
      send(object ? line_of("ADDED", **object) : error_line(object.error()));
    }
    for (const store::Change& change : past) tell_change(change);
    if (!last_line.empty()) send(std::make_shared<const std::string>(last_line));
    const std::lock_guard lock(mutex_);
    told_ = std::max(told_, told);
    for (const store::Change& change : waiting_) {
      if (change.revision > told_) tell_change(change);
    }
    waiting_.clear();
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
  void tell_change(const store::Change& change) {
    Event event(change);
    tell(event);
  }

  void tell(Event& event) {
    told_ = event.change().revision;
    const EventType type = type_of(event.change(), request_.filter);
    if (type != EventType::None) {
      send(event.line(type, form_, *request_.presenter, take_headers()));
    }
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

  WatchRequest request_;
  const std::string form_;
  std::shared_ptr<http::Stream> stream_;
  std::mutex mutex_;
  bool starting_ = true;
  bool first_ = true;
  store::Revision told_ = 0;
  Instant bookmark_due_;
  std::vector<store::Change> waiting_;
};

WatchHub::WatchHub(store::Store& store, const Clock& clock) : store_(store), clock_(clock) {
  delivered_ = store_.present().revision();
  subscription_ = store_.present().subscribe(
      [this](std::span<const store::Change> changes) { changed(changes); });
}

WatchHub::~WatchHub() { subscription_.reset(); }

std::vector<WatchHub::WatchPtr> WatchHub::current() const {
  const std::lock_guard lock(mutex_);
  return watches_;
}

std::size_t WatchHub::size() const {
  const std::lock_guard lock(mutex_);
  return watches_.size();
}

void WatchHub::changed(std::span<const store::Change> changes) {
  const std::lock_guard lock(mutex_);
  for (const store::Change& change : changes) {
    Event event(change);
    for (const WatchPtr& watch : watches_) watch->hear(event);
    delivered_ = std::max(delivered_, change.revision);
  }
}

void WatchHub::add(WatchRequest request, const Begin& begin, std::shared_ptr<http::Stream> stream) {
  auto watch = std::make_shared<Watch>(std::move(request), stream, clock_.now());
  {
    const std::lock_guard lock(mutex_);
    watches_.push_back(watch);
  }
  stream->on_end([this, weak = std::weak_ptr(watch)] {
    const std::lock_guard lock(mutex_);
    std::erase_if(watches_, [&](const WatchPtr& other) { return other == weak.lock(); });
  });
  start(watch, begin);
}

void WatchHub::start(const WatchPtr& watch, const Begin& begin) {
  const WatchRequest& request = watch->request();
  if (begin.refused) {
    watch->begin({}, {}, 0, *error_line(*begin.refused));
    return watch->end();
  }
  if (!begin.with_present) {
    const auto past = store_.present().changes(request.prefix, begin.after);
    if (past) return watch->begin({}, *past, begin.after, {});
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
  store::Revision delivered = 0;
  {
    const std::lock_guard lock(mutex_);
    delivered = delivered_;
  }
  for (const WatchPtr& watch : current()) watch->tick(now, delivered);
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
