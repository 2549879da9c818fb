// SPDX-License-Identifier: Apache-2.0
#include "store/current_state.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <absl/container/btree_map.h>

#include "base/check.h"
#include "base/text.h"
#include "store/key_index.h"
#include "store/prefix.h"
#include "store/subscribers.h"

namespace telltale::store {
namespace {

// A shared mutex lets readers starve a writer; here a reader queues behind a writer who waits.
class FairLock {
 public:
  void lock() {
    gate_.lock();
    data_.lock();
  }
  void unlock() {
    data_.unlock();
    gate_.unlock();
  }
  void lock_shared() {
    const std::lock_guard passing(gate_);
    data_.lock_shared();
  }
  void unlock_shared() { data_.unlock_shared(); }

 private:
  std::mutex gate_;
  std::shared_mutex data_;
};

// The keys of a range: from (inclusive) to (exclusive), or to the end.
struct Window {
  std::string from;
  std::optional<std::string> to;

  bool holds(std::string_view key) const { return key >= from && (!to || key < *to); }
};

Window window_of(const Range& range) {
  Window window{.from = range.prefix, .to = behind_prefix(range.prefix)};
  if (range.after >= window.from) window.from = range.after + '\0';
  return window;
}

// What the past says about a key that changed since: its first change after the moment asked for.
using Undone = absl::btree_map<std::string_view, const Change*>;

// Walks present keys and undone ones together, in order.
class PastWalk {
 public:
  PastWalk(const KeyIndex& index, const Undone& undone, const Window& window)
      : index_(index),
        undone_(undone),
        window_(window),
        cursor_(index.seek(window.from)),
        past_(undone.begin()) {}

  // The next item that was there; nothing at the end.
  std::optional<Item> next() {
    while (true) {
      const Item* item = index_.at(cursor_);
      if (item != nullptr && !window_.holds(item->key)) item = nullptr;
      const bool has_past = past_ != undone_.end();
      if (item == nullptr && !has_past) return std::nullopt;
      if (!has_past || (item != nullptr && item->key < past_->first)) {
        cursor_ = index_.next(cursor_);
        return *item;
      }
      if (item != nullptr && item->key == past_->first) cursor_ = index_.next(cursor_);
      const Change& change = *(past_++)->second;
      if (change.before) return Item{change.key, change.before, change.before_revision};
    }
  }

 private:
  const KeyIndex& index_;
  const Undone& undone_;
  const Window& window_;
  KeyIndex::Cursor cursor_;
  Undone::const_iterator past_;
};

std::size_t cost_of(const Change& change) {
  return sizeof(Change) + change.key.size() + (change.before ? change.before->size() : 0);
}

}  // namespace

struct CurrentState::State {
  explicit State(HistoryLimits given) : limits(given) {}

  using History = std::deque<Change>;
  History::const_iterator first_after(Revision after) const {
    return std::ranges::upper_bound(history, after, {}, &Change::revision);
  }

  Undone undone_since(Revision at, const Window& window) const {
    Undone undone;
    for (auto change = first_after(at); change != history.end(); ++change) {
      if (window.holds(change->key)) undone.try_emplace(change->key, &*change);
    }
    return undone;
  }

  // Exactly how many items the window held, without walking those that did not change.
  std::size_t count(const Window& window, const Undone& undone) const {
    const auto from = index.rank(window.from);
    const auto to = window.to ? index.rank(*window.to) : index.size();
    auto total = to > from ? to - from : 0;
    for (const auto& [key, change] : undone) {
      const bool is_there = index.find(key) != nullptr;
      const bool was_there = change->before != nullptr;
      if (was_there && !is_there) ++total;
      if (!was_there && is_there) --total;
    }
    return total;
  }

  Page page(const Range& range) const {
    const auto window = window_of(range);
    const auto at = range.at == 0 ? revision : range.at;
    const auto undone = undone_since(at, window);
    const auto total = count(window, undone);
    Page page{.items = {}, .revision = at, .remaining = 0};
    const auto wanted = range.limit == 0 ? total : std::min(range.limit, total);
    page.items.reserve(wanted);
    PastWalk walk(index, undone, window);
    while (page.items.size() < wanted) {
      auto item = walk.next();
      check(item.has_value(), "a range holds as many items as were counted");
      page.items.push_back(*std::move(item));
    }
    page.remaining = total - wanted;
    return page;
  }

  void remember(Change change) {
    history_bytes += cost_of(change);
    history.push_back(std::move(change));
  }

  void forget_first() {
    history_bytes -= cost_of(history.front());
    compacted = std::max(compacted, history.front().revision);
    history.pop_front();
  }

  // Changes of one revision are forgotten together, so a revision is remembered or it is not.
  void trim() {
    while (history.size() > limits.changes || history_bytes > limits.bytes) forget_first();
    while (!history.empty() && history.front().revision <= compacted) forget_first();
  }

  // False for the deletion of what is not there, which is no change.
  bool make(Change& change) {
    const Item* before = index.find(change.key);
    change.before = before != nullptr ? before->value : nullptr;
    change.before_revision = before != nullptr ? before->revision : 0;
    revision = std::max(revision, change.revision);
    if (!change.value && !change.before) return false;
    if (change.value) {
      index.put({change.key, change.value, change.revision});
    } else {
      index.erase(change.key);
    }
    remember(change);
    return true;
  }

  // Empty critical section: whoever is about to wait has seen the new revision or gets the call.
  void wake() {
    visible.store(revision);
    {
      const std::lock_guard held(waiting);
    }
    reached.notify_all();
  }

  const HistoryLimits limits;
  std::mutex changing;  // one change at a time, told to all before the next; taken before `data`
  mutable FairLock data;
  KeyIndex index;
  History history;  // complete for every revision after `compacted`
  std::size_t history_bytes = 0;
  Revision revision = first_revision;
  Revision compacted = 0;
  std::atomic<Revision> visible = first_revision;
  mutable std::mutex waiting;
  mutable std::condition_variable reached;
  Subscribers subscribers;
};

CurrentState::CurrentState(HistoryLimits limits) : state_(std::make_unique<State>(limits)) {}
CurrentState::~CurrentState() = default;

Revision CurrentState::revision() const { return state_->visible.load(); }

Revision CurrentState::compacted() const {
  const std::shared_lock held(state_->data);
  return state_->compacted;
}

std::size_t CurrentState::size() const {
  const std::shared_lock held(state_->data);
  return state_->index.size();
}

std::optional<Item> CurrentState::get(std::string_view key) const {
  const std::shared_lock held(state_->data);
  const Item* item = state_->index.find(key);
  return item != nullptr ? std::optional(*item) : std::nullopt;
}

Result<Page> CurrentState::list(const Range& range) const {
  const std::shared_lock held(state_->data);
  if (range.at < 0 || range.at > state_->revision) {
    return fail(Error::Kind::Invalid, format("revision {} is not there yet, the newest is {}",
                                             range.at, state_->revision));
  }
  if (range.at != 0 && range.at < state_->compacted) {
    return fail(Error::Kind::Gone, format("revision {} is no longer kept, the oldest is {}",
                                          range.at, state_->compacted));
  }
  return state_->page(range);
}

Result<std::vector<Change>> CurrentState::changes(std::string_view prefix, Revision after) const {
  const std::shared_lock held(state_->data);
  if (after < state_->compacted) {
    return fail(Error::Kind::Gone, format("changes since revision {} are no longer kept, only "
                                          "those since {}",
                                          after, state_->compacted));
  }
  std::vector<Change> found;
  for (auto change = state_->first_after(after); change != state_->history.end(); ++change) {
    if (change->key.starts_with(prefix)) found.push_back(*change);
  }
  return found;
}

bool CurrentState::wait_for(Revision revision, std::chrono::milliseconds patience) const {
  std::unique_lock held(state_->waiting);
  return state_->reached.wait_for(held, patience,
                                  [&] { return state_->visible.load() >= revision; });
}

CurrentState::Subscription CurrentState::subscribe(Listener listener,
                                                   const std::function<void()>& inside) {
  const std::lock_guard still(state_->changing);
  if (inside) inside();
  return state_->subscribers.add(std::move(listener));
}

void CurrentState::load(std::vector<Item> items, Revision revision, Revision compacted) {
  check(compacted <= revision, "what is forgotten lies in the past");
  std::ranges::sort(items, {}, &Item::key);
  const std::lock_guard still(state_->changing);
  {
    const std::lock_guard held(state_->data);
    state_->index.clear();
    state_->history.clear();
    state_->history_bytes = 0;
    for (auto& item : items) state_->index.put(std::move(item));
    state_->revision = revision;
    state_->compacted = compacted;
  }
  state_->wake();
}

void CurrentState::load_history(std::vector<Change> changes) {
  const std::lock_guard still(state_->changing);
  const std::lock_guard held(state_->data);
  for (auto& change : changes) {
    check(change.revision > state_->compacted && change.revision <= state_->revision,
          "history leads from what is forgotten to the present");
    state_->remember(std::move(change));
  }
  state_->trim();
}

void CurrentState::apply(std::vector<Change> changes) {
  if (changes.empty()) return;
  const std::lock_guard still(state_->changing);
  {
    const std::lock_guard held(state_->data);
    std::vector<Change> made;
    made.reserve(changes.size());
    for (auto& change : changes) {
      check(change.revision >= state_->revision, "changes come in order of their revisions");
      if (state_->make(change)) made.push_back(std::move(change));
    }
    changes = std::move(made);
    state_->trim();
  }
  state_->wake();
  if (!changes.empty()) state_->subscribers.tell(changes);
}

void CurrentState::advance(Revision revision) {
  const std::lock_guard still(state_->changing);
  {
    const std::lock_guard held(state_->data);
    state_->revision = std::max(state_->revision, revision);
  }
  state_->wake();
}

Revision CurrentState::compact(Revision revision) {
  const std::lock_guard still(state_->changing);
  const std::lock_guard held(state_->data);
  state_->compacted = std::max(state_->compacted, std::min(revision, state_->revision));
  state_->trim();
  return state_->compacted;
}

}  // namespace telltale::store
