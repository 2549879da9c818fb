// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/sealing.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/encoding.h"
#include "base/text.h"

namespace telltale::store {
namespace {

constexpr std::string_view sealed_mark = "sealed-1:";
constexpr std::size_t sealed_id_digits = 8;
constexpr std::size_t sealed_head_bytes = sealed_mark.size() + sealed_id_digits + 1;
// What lies under a key without being readable: plain text has no key, and this is none either.
constexpr DataKeyId id_of_plain = 0;
constexpr DataKeyId id_of_damaged = ~DataKeyId{0};

std::string sealed_head(DataKeyId id) { return format("{}{:08x}:", sealed_mark, id); }

// Nothing for a head that none of ours wrote.
std::optional<DataKeyId> id_in(std::string_view value) {
  const auto digits = from_hex(value.substr(sealed_mark.size(), sealed_id_digits));
  if (value.size() < sealed_head_bytes || !digits) return std::nullopt;
  DataKeyId id = 0;
  for (const char byte : *digits) id = id << 8U | static_cast<unsigned char>(byte);
  return id;
}

// Heads are of one length, so no head and key look like another pair.
std::string context_of(std::string_view head, std::string_view key) {
  return format("{}{}", head, key);
}

}  // namespace

bool is_sealed(std::string_view value) { return value.starts_with(sealed_mark); }

Sealing::Sealing(Covers covers, KeySource source, Entropy& entropy)
    : covers_(std::move(covers)), source_(std::move(source)), entropy_(entropy) {}

Result<void> Sealing::read_wrapping_keys() {
  const std::lock_guard held(mutex_);
  return read_locked();
}

Result<void> Sealing::read_locked() {
  auto keys = source_.read();
  if (!keys) return fail(keys.error());
  wrapping_ = *std::move(keys);
  return {};
}

Error Sealing::without_key(const Error& why) const {
  if (why.kind != Error::Kind::NotFound) return why;
  return {Error::Kind::Invalid,
          format("the store holds sealed values and cannot be opened: {}, which {} does not hold; "
                 "nothing was changed. Put that key there or name its file with "
                 "--encryption-key-file; if it is lost, what is sealed is lost, too: restore a "
                 "backup whose key you have, or begin with another store",
                 why.detail, source_.name)};
}

Result<void> Sealing::adopt(std::string_view keyring_text, Revision revision) {
  const std::lock_guard held(mutex_);
  auto adopted = adopt_locked(keyring_text, revision);
  error_ = adopted ? std::string() : adopted.error().detail;
  return adopted;
}

Result<void> Sealing::adopt_locked(std::string_view text, Revision revision) {
  auto ring = read_keyring(text, wrapping_);
  if (!ring && ring.error().kind == Error::Kind::NotFound) {
    if (auto asked = read_locked(); !asked) return asked;
    ring = read_keyring(text, wrapping_);
  }
  if (!ring) return fail(without_key(ring.error()));
  if (!ring_ || ring_->keys.back().id != ring->keys.back().id) seals_ = 0;
  ring_ = *std::move(ring);
  revision_ = revision;
  return {};
}

Result<void> Sealing::begin(std::span<const Item> items) {
  {
    const std::lock_guard held(mutex_);
    at_rest_.clear();  // of before a gap
  }
  const auto ring = std::ranges::find(items, keyring_key, &Item::key);
  if (ring != items.end()) return adopt(*ring->value, ring->revision);
  const bool sealed =
      std::ranges::any_of(items, [](const Item& item) { return is_sealed(*item.value); });
  if (!sealed) return {};
  return fail(Error::Kind::Invalid,
              "the store holds sealed values, but not the keyring that opens them; nothing was "
              "changed. Restore a backup");
}

std::string Sealing::error() const {
  const std::lock_guard held(mutex_);
  return error_;
}

const DataKey* Sealing::find(DataKeyId id) const {
  if (!ring_) return nullptr;
  const auto found = std::ranges::find(ring_->keys, id, &DataKey::id);
  return found == ring_->keys.end() ? nullptr : &*found;
}

Result<std::string> Sealing::seal_bytes(DataKeyId id, const CipherKey& key,
                                        const CipherNonce& nonce, std::string_view at,
                                        std::string_view value) const {
  auto head = sealed_head(id);
  const auto bytes = encrypted(key, nonce, value, context_of(head, at));
  if (!bytes) return fail(bytes.error());
  return std::move(head) + *bytes;
}

Result<Sealing::Sealed> Sealing::seal(std::string_view key, std::string_view value) {
  std::unique_lock held(mutex_);
  if (!ring_) return fail(Error::Kind::Internal, "there is no key yet to seal values with");
  const DataKey newest = ring_->keys.back();
  const auto revision = revision_;
  const auto nonce = random_nonce(entropy_);
  ++seals_;
  held.unlock();
  auto bytes = seal_bytes(newest.id, newest.key, nonce, key, value);
  if (!bytes) return fail(bytes.error());
  return Sealed{*std::move(bytes), revision};
}

Result<std::string> Sealing::seal_with(DataKeyId id, std::string_view key, std::string_view value) {
  std::unique_lock held(mutex_);
  const DataKey* found = find(id);
  if (found == nullptr) return fail(Error::Kind::Gone, "that data key is no longer kept");
  const DataKey chosen = *found;
  const auto nonce = random_nonce(entropy_);
  ++seals_;
  held.unlock();
  return seal_bytes(id, chosen.key, nonce, key, value);
}

Result<std::string> Sealing::open(std::string_view key, std::string_view value) const {
  if (!is_sealed(value)) return std::string(value);
  const auto id = id_in(value);
  if (!id) return fail(Error::Kind::Invalid, "its head was damaged");
  std::unique_lock held(mutex_);
  const DataKey* found = find(*id);
  if (found == nullptr) {
    return fail(Error::Kind::Invalid, format("the keyring holds no data key {:08x}", *id));
  }
  const CipherKey chosen = found->key;
  held.unlock();
  return decrypted(chosen, value.substr(sealed_head_bytes),
                   context_of(value.substr(0, sealed_head_bytes), key));
}

void Sealing::note(std::string_view key, std::optional<std::string_view> at_rest) {
  if (!covers_(key)) return;
  const std::lock_guard held(mutex_);
  if (!at_rest) {
    at_rest_.erase(key);
    return;
  }
  at_rest_.insert_or_assign(std::string(key), is_sealed(*at_rest)
                                                  ? id_in(*at_rest).value_or(id_of_damaged)
                                                  : id_of_plain);
}

std::string Sealing::take(std::string_view key, std::string_view at_rest) {
  note(key, at_rest);
  if (!is_sealed(at_rest)) return std::string(at_rest);
  auto opened = open(key, at_rest);
  if (opened) return *std::move(opened);
  const std::lock_guard held(mutex_);
  at_rest_.insert_or_assign(std::string(key), id_of_damaged);
  return std::string(at_rest);
}

Sealing::Standing Sealing::standing() const {
  const std::lock_guard held(mutex_);
  Standing standing{
      .ring = ring_, .revision = revision_, .values = at_rest_.size(), .seals = seals_};
  const auto newest = ring_ ? ring_->keys.back().id : id_of_plain;
  for (const auto& [key, id] : at_rest_) {
    if (id == id_of_damaged) {
      ++standing.damaged;
    } else if (id == id_of_plain) {
      ++standing.plain;
    } else if (id != newest) {
      ++standing.stale;
    }
  }
  return standing;
}

std::vector<std::string> Sealing::stale_keys() const {
  const std::lock_guard held(mutex_);
  std::vector<std::string> keys;
  if (!ring_) return keys;
  for (const auto& [key, id] : at_rest_) {
    if (id != ring_->keys.back().id && id != id_of_damaged) keys.push_back(key);
  }
  std::ranges::sort(keys);
  return keys;
}

Result<CipherKey> Sealing::wrapping_key() {
  const std::lock_guard held(mutex_);
  if (wrapping_.empty()) {
    if (auto read = read_locked(); !read) return fail(read.error());
  }
  if (!wrapping_.empty()) return wrapping_.front();
  if (!source_.make) {
    return fail(Error::Kind::Invalid, format("{} holds no key", source_.name));
  }
  auto made = source_.make();
  if (!made) return fail(made.error());
  wrapping_.push_back(*made);
  return *made;
}

Result<std::string> Sealing::ring_text(const Keyring& ring) {
  const auto wrapping = wrapping_key();
  if (!wrapping) return fail(wrapping.error());
  const std::lock_guard held(mutex_);
  return to_text(ring, *wrapping, entropy_);
}

}  // namespace telltale::store
