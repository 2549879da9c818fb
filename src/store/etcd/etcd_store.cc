// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_store.h"

#ifdef TELLTALE_WITH_ETCD

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "store/commit_rules.h"
#include "store/etcd/etcd_difference.h"
#include "store/prefix.h"
#include "store/sealing/sealed_state.h"
#include "store/sealing/sealing.h"

namespace telltale::store {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds call_patience{5000};
// How long a write that etcd has taken may need to come back.
constexpr std::chrono::seconds visible_patience{10};
// How long to wait for the watch before looking whether there is anything to wait for.
constexpr milliseconds watch_lag{25};
constexpr milliseconds retry_interval{200};
constexpr std::size_t in_flight_max = 64;
constexpr std::int64_t page_entries_max = 1000;
// A keyring changes twice a month; who meets that more often meets something else.
constexpr int fenced_off_max = 5;

constexpr std::string_view other_etcd =
    "etcd's state is older than what was read from it before; restart telltale";

}  // namespace

Result<std::unique_ptr<Store>> open_etcd_store(std::string_view where, const StoreOptions& options,
                                               const Clock& clock) {
  const auto target = read_etcd_target(where, options.etcd);
  if (!target) return fail(target.error());
  return EtcdStore::open(*target, options, clock);
}

Result<std::unique_ptr<Store>> EtcdStore::open(const EtcdTarget& target,
                                               const StoreOptions& options, const Clock& clock) {
  const auto count = target.endpoints.size();
  auto store = std::make_unique<EtcdStore>(target, options, clock);
  Result<void> begun;
  // A call that failed has moved on to the next endpoint. One that is just starting gets its time,
  // but not before the others were asked.
  for (const auto connecting : {EtcdClient::Connecting::Fail, EtcdClient::Connecting::Wait}) {
    for (std::size_t asked = 0; asked < count; ++asked) {
      begun = store->begin(connecting);
      if (begun) return store;
    }
  }
  return fail(begun.error());
}

EtcdStore::EtcdStore(const EtcdTarget& target, const StoreOptions& options, const Clock& clock)
    : options_(options),
      clock_(clock),
      client_(target.endpoints, call_patience, target.login),
      present_(options.history) {}

// What etcd was asked to write is waited for; nothing calls back afterwards.
EtcdStore::~EtcdStore() {
  std::unique_lock held(mutex_);
  changed_.wait(held, [this] { return in_flight_ == 0 && queue_.empty(); });
  changed_.wait_for(held, visible_patience, [this] { return expected_.empty(); });
  stopping_ = true;
  held.unlock();
  changed_.notify_all();
  client_.end_watch();
  if (watcher_.joinable()) watcher_.join();
  for (auto& [revision, expected] : expected_) {
    expected.said(fail(Error::Kind::Unreachable, "the store was closed"));
  }
}

Result<void> EtcdStore::begin(EtcdClient::Connecting connecting) {
  auto loaded = load(connecting);
  if (!loaded) return fail(loaded.error());
  present_.load(std::move(loaded->items), loaded->revision, loaded->revision);
  watcher_ = std::thread([this] { follow(); });
  return {};
}

EtcdQuery EtcdStore::everything() const {
  // "\0" is etcd's word for "to the end".
  const auto end = behind_prefix(options_.etcd_prefix).value_or(std::string(1, '\0'));
  const auto begin = options_.etcd_prefix.empty() ? std::string(1, '\0') : options_.etcd_prefix;
  return {.from = begin, .to = end};
}

// Page by page, all of one revision.
Result<EtcdStore::Loaded> EtcdStore::load(EtcdClient::Connecting connecting) {
  Loaded loaded;
  auto query = everything();
  query.limit = page_entries_max;
  while (true) {
    auto range = client_.range(query, connecting);
    if (!range) return fail(range.error());
    if (query.at == 0) query.at = loaded.revision = range->revision;
    if (!range->entries.empty()) query.from = range->entries.back().key + '\0';
    for (const auto& entry : range->entries) loaded.items.push_back(item_of(entry));
    if (range->more && !range->entries.empty()) continue;
    if (options_.sealing != nullptr) {
      if (auto opened = open_state(*options_.sealing, loaded.items); !opened) {
        return fail(opened.error());
      }
    }
    return loaded;
  }
}

// As it lies there, with its stamp unless it is sealed.
Item EtcdStore::item_of(const EtcdEntry& entry) const {
  return {entry.key.substr(options_.etcd_prefix.size()),
          std::make_shared<const std::string>(
              is_sealed(entry.value) ? entry.value : stamped(entry.value, entry.revision)),
          entry.revision};
}

// Of a change, opened. A keyring is adopted; what it cannot open, Sealing::error() tells.
Bytes EtcdStore::value_of(const std::string& key, const std::string& at_rest, Revision revision) {
  if (options_.sealing == nullptr) {
    return std::make_shared<const std::string>(is_sealed(at_rest) ? at_rest
                                                                  : stamped(at_rest, revision));
  }
  if (key == keyring_key) (void)options_.sealing->adopt(at_rest, revision);
  auto value = options_.sealing->take(key, at_rest);
  return std::make_shared<const std::string>(is_sealed(value) ? std::move(value)
                                                              : stamped(value, revision));
}

void EtcdStore::commit(Write write, Done done) {
  if (auto admitted = admit(write); !admitted) {
    count(admitted);
    done(fail(admitted.error()));
    return;
  }
  std::unique_lock held(mutex_);
  if (in_flight_ < in_flight_max) {
    ++in_flight_;
    held.unlock();
    send({std::move(write), std::move(done)});
  } else if (queue_.size() < options_.queue_max) {
    queue_.push_back({std::move(write), std::move(done)});
  } else {
    ++figures_.refused;
    held.unlock();
    done(fail(Error::Kind::TooLarge, "too many writes wait for etcd; try again later"));
  }
}

Result<EtcdWrite> EtcdStore::wire_form(const Write& write) {
  EtcdWrite wanted{
      .key = options_.etcd_prefix + write.key, .value = {}, .expected = write.expected};
  if (write.value) wanted.value = unstamped(*write.value);
  if (!write.value || options_.sealing == nullptr || !options_.sealing->covers(write.key)) {
    return wanted;
  }
  auto sealed = options_.sealing->seal(write.key, *wanted.value);
  if (!sealed) return fail(sealed.error());
  wanted.value = std::move(sealed->bytes);
  wanted.fence = format("{}{}", options_.etcd_prefix, keyring_key);
  wanted.fence_expected = sealed->keyring;
  return wanted;
}

void EtcdStore::send(Waiting waiting) {
  auto wanted = wire_form(waiting.write);
  if (!wanted) {
    answered(waiting.write, waiting.done, fail(wanted.error()));
    return send_next();
  }
  const auto keyring = wanted->fence_expected;
  // A value that is fenced off is sealed once more; the others are only in the way.
  if (wanted->fence.empty()) waiting.write.value.reset();
  const auto begun = clock_.elapsed();
  const auto kept = std::make_shared<Waiting>(std::move(waiting));
  client_.commit(*std::move(wanted),
                 [this, begun, keyring, kept](const Result<EtcdOutcome>& outcome) {
                   const std::chrono::duration<double> taken = clock_.elapsed() - begun;
                   {
                     const std::lock_guard held(mutex_);
                     figures_.seconds += taken.count();
                   }
                   if (sent_again(*kept, outcome, keyring)) return;
                   answered(kept->write, kept->done, outcome);
                   send_next();
                 });
}

// When the key was as expected, but the keyring was not: once the new one is here.
bool EtcdStore::sent_again(Waiting& waiting, const Result<EtcdOutcome>& outcome, Revision keyring) {
  const bool fenced_off = outcome && !outcome->written && keyring != 0 &&
                          outcome->fence != keyring && outcome->found == waiting.write.expected;
  if (!fenced_off || waiting.fenced_off >= fenced_off_max) return false;
  ++waiting.fenced_off;
  const auto kept = std::make_shared<Waiting>(std::move(waiting));
  when_visible(outcome->fence, [this, kept](const Result<void>& seen) {
    if (seen) return send(std::move(*kept));
    answered(kept->write, kept->done, fail(seen.error()));
    send_next();
  });
  return true;
}

void EtcdStore::answered(const Write& write, const Done& done, const Result<EtcdOutcome>& outcome) {
  if (!outcome) {
    if (outcome.error().kind != Error::Kind::TooLarge) record_error(outcome.error());
    count(fail(outcome.error()));
    done(fail(outcome.error()));
    return;
  }
  note_written();
  if (outcome->written) {
    when_visible(outcome->revision, [this, done, revision = outcome->revision](Result<void> seen) {
      count(seen);
      done(seen ? Result<Revision>(revision) : fail(seen.error()));
    });
    return;
  }
  auto refused = compare(write, outcome->found);
  if (refused) refused = fail(conflict(write.key));
  count(refused);
  // Who tries again reads the CurrentState first; it shall find what was in the way.
  when_visible(outcome->found,
               [done, why = refused.error()](const Result<void>&) { done(fail(why)); });
}

void EtcdStore::send_next() {
  std::unique_lock held(mutex_);
  if (queue_.empty()) {
    --in_flight_;
    changed_.notify_all();
    return;
  }
  auto next = std::move(queue_.front());
  queue_.pop_front();
  held.unlock();
  send(std::move(next));
}

void EtcdStore::when_visible(Revision revision, std::function<void(Result<void>)> said) {
  {
    const std::lock_guard held(mutex_);
    if (present_.revision() < revision) {
      const Expected expected{clock_.elapsed() + visible_patience, std::move(said)};
      expected_.emplace(revision, expected);
      return;
    }
  }
  said({});
}

void EtcdStore::say_what_is_visible() {
  std::vector<Expected> reached;
  {
    const std::lock_guard held(mutex_);
    const auto behind = expected_.upper_bound(present_.revision());
    for (auto next = expected_.begin(); next != behind; ++next) {
      reached.push_back(std::move(next->second));
    }
    expected_.erase(expected_.begin(), behind);
  }
  for (auto& expected : reached) expected.said({});
  changed_.notify_all();
}

void EtcdStore::give_up_on_late() {
  std::vector<Expected> late;
  {
    const std::lock_guard held(mutex_);
    const auto now = clock_.elapsed();
    std::erase_if(expected_, [&](auto& entry) {
      if (entry.second.until > now) return false;
      late.push_back(std::move(entry.second));
      return true;
    });
  }
  for (auto& expected : late) {
    expected.said(fail(Error::Kind::Unreachable, "etcd took the write, but no longer reports it"));
  }
}

// Usually the watch brings the revision in a moment. It never does when the newest changes of etcd
// are not under our prefix; then the proof is that nothing under it differs.
Result<Revision> EtcdStore::catch_up() {
  // Every answer tells the revision; that about one key costs least.
  const EtcdQuery query{.from = everything().from, .to = {}, .wants = EtcdWants::Count};
  const auto now = client_.range(query);
  if (!now) {
    record_error(now.error());
    return fail(now.error());
  }
  const auto deadline = clock_.elapsed() + call_patience;
  while (clock_.elapsed() < deadline) {
    bool there = present_.wait_for(now->revision, watch_lag);
    if (!there) {
      const auto same = nothing_changed_until(now->revision);
      if (!same) return fail(same.error());
      there = *same;
    }
    if (!there) continue;
    note_reached();
    return present_.revision();
  }
  return fail(Error::Kind::Unreachable, "etcd's watch is behind what etcd has written");
}

Result<bool> EtcdStore::nothing_changed_until(Revision revision) {
  {
    const std::lock_guard held(mutex_);
    if (revision <= equal_until_) return true;
  }
  const auto seen = present_.revision();
  const auto size = present_.size();
  auto query = everything();
  query.at = revision;
  query.wants = EtcdWants::Count;
  const auto there = client_.range(query);
  if (!there) return fail(there.error());
  query.wants = EtcdWants::Keys;
  query.changed = seen + 1;
  query.limit = 1;
  const auto changed = client_.range(query);
  if (!changed) return fail(changed.error());
  // No key was written since, and none is missing. What was read here is of one revision unless it
  // changed meanwhile, and then the watch is alive and the caller asks again.
  const bool same = changed->entries.empty() && there->count == static_cast<std::int64_t>(size) &&
                    present_.revision() == seen;
  if (same) {
    const std::lock_guard held(mutex_);
    equal_until_ = std::max(equal_until_, revision);
  }
  return same;
}

Result<void> EtcdStore::compact(Revision revision) {
  if (auto known = compactable(present_, revision); !known) return known;
  if (revision <= present_.compacted()) return {};
  auto compacted = client_.compact(revision);
  // Another server has done it already.
  if (!compacted && compacted.error().kind != Error::Kind::Gone) return compacted;
  present_.compact(revision);
  return {};
}

Health EtcdStore::health() const {
  const auto sealing = options_.sealing == nullptr ? std::string() : options_.sealing->error();
  if (!sealing.empty()) return {.writable = false, .error = sealing};
  const std::lock_guard held(mutex_);
  return {.writable = error_.empty(), .error = error_};
}

CommitFigures EtcdStore::figures() const {
  const std::lock_guard held(mutex_);
  return figures_;
}

void EtcdStore::follow() {
  auto wanted = everything();
  do {
    const auto why = client_.watch({.from = wanted.from,
                                    .to = wanted.to,
                                    .start = present_.revision() + 1,
                                    .begun = [this] { note_written(); },
                                    .news = [this](EtcdNews news) { take(std::move(news)); }});
    if (why.kind == Error::Kind::Gone) {
      if (const auto again = reload(); !again) record_error(again.error());
    } else {
      record_error(why);
    }
    give_up_on_late();
  } while (pause());
}

void EtcdStore::take(EtcdNews news) {
  std::vector<Change> changes;
  const auto seen = present_.revision();
  for (auto& event : news.events) {
    if (event.revision <= seen) continue;  // told before the watch broke
    Change change{.revision = event.revision,
                  .key = event.key.substr(options_.etcd_prefix.size()),
                  .value = {},
                  .before = {}};
    if (event.value) {
      change.value = value_of(change.key, *event.value, event.revision);
    } else if (options_.sealing != nullptr) {
      options_.sealing->note(change.key, std::nullopt);
    }
    changes.push_back(std::move(change));
  }
  std::ranges::stable_sort(changes, {}, &Change::revision);
  present_.apply(std::move(changes));
  present_.advance(news.revision);
  say_what_is_visible();
}

// The changes since are compacted away: what is there now is compared with what was there, and the
// differences are told as changes.
Result<void> EtcdStore::reload() {
  auto loaded = load(EtcdClient::Connecting::Fail);
  if (!loaded) return fail(loaded.error());
  auto known = present_.list({.prefix = ""});
  if (!known) return fail(known.error());
  auto changes = difference(known->items, std::move(loaded->items), loaded->revision);
  if (loaded->revision < known->revision ||
      (!changes.empty() && changes.front().revision <= known->revision)) {
    return fail(Error::Kind::Internal, std::string(other_etcd));
  }
  present_.apply(std::move(changes));
  present_.advance(loaded->revision);
  present_.compact(loaded->revision);
  say_what_is_visible();
  return {};
}

// False when it is time to stop.
bool EtcdStore::pause() {
  std::unique_lock held(mutex_);
  return !changed_.wait_for(held, retry_interval, [this] { return stopping_; });
}

void EtcdStore::record_error(const Error& error) {
  const std::lock_guard held(mutex_);
  error_ = error.detail;
  unreached_ = error.kind == Error::Kind::Unreachable;
}

void EtcdStore::note_written() {
  const std::lock_guard held(mutex_);
  error_.clear();
  unreached_ = false;
}

// An etcd that refuses writes may still answer questions.
void EtcdStore::note_reached() {
  const std::lock_guard held(mutex_);
  if (unreached_) error_.clear();
  unreached_ = false;
}

void EtcdStore::count(const Result<void>& outcome) {
  const std::lock_guard held(mutex_);
  if (outcome) {
    ++figures_.commits;
    ++figures_.writes;
  } else {
    ++figures_.refused;
  }
}

}  // namespace telltale::store

#endif
