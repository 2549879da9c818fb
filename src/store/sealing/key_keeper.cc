// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/key_keeper.h"

#include <algorithm>
#include <future>
#include <memory>
#include <utility>

#include "base/text.h"

namespace telltale::store {
namespace {

constexpr std::size_t sealed_per_step = 128;
constexpr std::size_t sealed_bytes_per_step = std::size_t{4} << 20;
// Several servers that start at once make one keyring; the others find it.
constexpr int keyring_attempts = 5;
constexpr std::chrono::minutes retry_pause{5};

}  // namespace

KeyKeeper::KeyKeeper(Store& store, Sealing& sealing, const Clock& clock, KeyLimits limits)
    : store_(store), sealing_(sealing), clock_(clock), limits_(limits) {}

Result<void> KeyKeeper::begin() {
  const std::lock_guard held(mutex_);
  Result<void> done;
  for (int attempt = 0; attempt < keyring_attempts; ++attempt) {
    const auto now = sealing_.standing();
    if (now.ring) return rewrap();
    if (auto error = sealing_.error(); !error.empty()) {
      return fail(Error::Kind::Invalid, std::move(error));
    }
    const Keyring first{.keys = {{.id = 1,
                                  .made = clock_.now(),
                                  .since = store_.present().revision(),
                                  .key = CipherKey::random(sealing_.entropy())}},
                        .plaintext_remains = now.plain > 0};
    done = write(first, 0);
    if (done || done.error().kind != Error::Kind::Conflict) return done;
    if (auto caught = store_.catch_up(); !caught) return fail(caught.error());
  }
  return done;
}

// The write is answered when it is visible, and by then the sealing has adopted it.
Result<void> KeyKeeper::write(const Keyring& ring, Revision expected) {
  auto text = sealing_.ring_text(ring);
  if (!text) return fail(text.error());
  const auto written = commit_and_wait(
      store_, {.key = std::string(keyring_key), .value = *std::move(text), .expected = expected});
  if (!written) return fail(written.error());
  if (const auto error = sealing_.error(); !error.empty()) {
    return fail(Error::Kind::Internal, error);
  }
  return {};
}

Result<void> KeyKeeper::rewrap() {
  const auto now = sealing_.standing();
  const auto wrapping = sealing_.wrapping_key();
  if (!wrapping) return fail(wrapping.error());
  if (now.ring->wrapped_by == wrapping->name()) return {};
  return write(*now.ring, now.revision);
}

bool KeyKeeper::is_rotation_due(const Sealing::Standing& now) const {
  const DataKey& newest = now.ring->keys.back();
  const auto used = static_cast<std::uint64_t>(limits_.revisions);
  return clock_.now() - newest.made >= limits_.age ||
         store_.present().revision() - newest.since >= limits_.revisions || now.seals >= used;
}

Result<void> KeyKeeper::add_key(const Sealing::Standing& now) {
  Keyring ring = *now.ring;
  if (ring.keys.size() >= data_keys_max) {
    return fail(Error::Kind::TooLarge,
                format("{} data keys are in use; another is made when some of them are not",
                       ring.keys.size()));
  }
  ring.keys.push_back({.id = ring.keys.back().id + 1,
                       .made = clock_.now(),
                       .since = store_.present().revision(),
                       .key = CipherKey::random(sealing_.entropy())});
  return write(ring, now.revision);
}

Result<void> KeyKeeper::rotate() {
  const std::lock_guard held(mutex_);
  if (auto read = sealing_.read_wrapping_keys(); !read) return read;
  if (!sealing_.error().empty()) {
    if (auto known = look_again(); !known) return known;
  }
  auto made = add_key(sealing_.standing());
  pending_.clear();
  not_before_ = no_time;
  return made;
}

// Another server has wrapped the keyring with a key that was not known here; it may be by now.
Result<void> KeyKeeper::look_again() {
  const auto ring = store_.present().get(keyring_key);
  if (!ring) return fail(Error::Kind::Internal, sealing_.error());
  return sealing_.adopt(*ring->value, ring->revision);
}

Result<bool> KeyKeeper::step() {
  const std::lock_guard held(mutex_);
  const bool pausing = clock_.now() < not_before_;
  if (!sealing_.error().empty()) {
    if (pausing) return false;
    not_before_ = clock_.now() + retry_pause;
    if (auto known = look_again(); !known) return fail(known.error());
  }
  const auto now = sealing_.standing();
  if (!now.ring) return false;
  if (now.plain > 0 && !now.ring->plaintext_remains) {
    Keyring marked = *now.ring;
    marked.plaintext_remains = true;
    if (auto done = write(marked, now.revision); !done) return fail(done.error());
    return true;
  }
  if (is_rotation_due(now)) {
    if (auto read = sealing_.read_wrapping_keys(); !read) return fail(read.error());
    if (auto made = add_key(now); !made) return fail(made.error());
    pending_.clear();
    return true;
  }
  if (now.plain + now.stale > 0) return seal_some();
  if (!now.ring->plaintext_remains && now.ring->keys.size() == 1) return false;
  if (pausing) return false;
  not_before_ = clock_.now() + retry_pause;
  if (auto done = tidy(now); !done) return fail(done.error());
  not_before_ = no_time;
  return false;
}

// Written again as it is, and so sealed with the newest key. Who was written meanwhile is, too.
Result<bool> KeyKeeper::seal_some() {
  if (pending_.empty()) {
    pending_ = sealing_.stale_keys();
    std::ranges::reverse(pending_);  // taken from the end
  }
  std::vector<std::future<Result<Revision>>> answers;
  std::size_t bytes = 0;
  while (!pending_.empty() && answers.size() < sealed_per_step && bytes < sealed_bytes_per_step) {
    const auto item = store_.present().get(pending_.back());
    pending_.pop_back();
    if (!item || is_sealed(*item->value)) continue;
    bytes += item->value->size();
    const auto promise = std::make_shared<std::promise<Result<Revision>>>();
    answers.push_back(promise->get_future());
    store_.commit({.key = item->key, .value = *item->value, .expected = item->revision},
                  [promise](Result<Revision> done) { promise->set_value(std::move(done)); });
  }
  Result<bool> outcome = !answers.empty() || !pending_.empty();
  for (auto& answer : answers) {
    const auto done = answer.get();
    if (!done && done.error().kind != Error::Kind::Conflict) outcome = fail(done.error());
  }
  return outcome;
}

// Nothing lies under an older key any more, except in what is remembered of the past: that goes
// first, so that a key is never missing, and what was plain goes with it.
Result<void> KeyKeeper::tidy(const Sealing::Standing& now) {
  auto gone =
      now.ring->plaintext_remains ? store_.scrub() : store_.compact(store_.present().revision());
  if (!gone) return gone;
  Keyring ring = *now.ring;
  ring.plaintext_remains = false;
  ring.keys.erase(ring.keys.begin(), ring.keys.end() - 1);
  auto written = write(ring, now.revision);
  // Another server was first.
  if (!written && written.error().kind == Error::Kind::Conflict) return {};
  return written;
}

KeyKeeper::Standing KeyKeeper::standing() const {
  const auto now = sealing_.standing();
  return {.values = now.values,
          .waiting = now.plain + now.stale,
          .damaged = now.damaged,
          .keys = now.ring ? now.ring->keys.size() : 0,
          .newest = now.ring ? now.ring->keys.back().id : 0};
}

Result<void> KeyKeeper::seal(Page& page) {
  const auto ring =
      store_.present().list({.prefix = std::string(keyring_key), .at = page.revision});
  if (!ring) return fail(ring.error());
  if (ring->items.empty()) {
    return fail(Error::Kind::Gone, "that revision is from before values were sealed");
  }
  const auto newest = newest_in(*ring->items.front().value);
  if (!newest) return fail(newest.error());
  for (Item& item : page.items) {
    if (!sealing_.covers(item.key) || is_sealed(*item.value)) continue;
    auto sealed = sealing_.seal_with(*newest, item.key, *item.value);
    if (!sealed) return fail(sealed.error());
    item.value = std::make_shared<const std::string>(*std::move(sealed));
  }
  return {};
}

}  // namespace telltale::store
