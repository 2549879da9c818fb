// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values that lie sealed wherever the store keeps them, and are plain in memory. Which ones, the
// store is told; a value is bound to its key, so one that is moved to another does not open.
//
//   sealed-1:00000002:<nonce, bytes, tag>       the number of the data key (keyring.h)
//
// What lies there plain or sealed with an older key is read as it is, and remembered, until the
// KeyKeeper (key_keeper.h) has sealed it anew.
//
// Safe to share between threads.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/entropy.h"
#include "base/hash.h"
#include "base/result.h"
#include "store/current_state.h"
#include "store/sealing/keyring.h"

namespace telltale::store {

// The keys that wrap data keys, which lie anywhere but in the store.
struct KeySource {
  // Where they come from, for sentences: "/var/lib/telltale/encryption/key".
  std::string name;
  // The first wraps, all of them open. None: there is none yet.
  std::function<Result<std::vector<CipherKey>>()> read;
  // Makes the first one; empty where keys are given, not made.
  std::function<Result<CipherKey>()> make = {};
};

bool is_sealed(std::string_view value);

class Sealing {
 public:
  using Covers = std::function<bool(std::string_view key)>;

  Sealing(Covers covers, KeySource source, Entropy& entropy);

  bool covers(std::string_view key) const { return covers_(key); }

  // Asks the source.
  [[nodiscard]] Result<void> read_wrapping_keys();
  // What the store holds under keyring_key from now on; asks the source once more when its keys are
  // not those. What was known before stays so when this fails, and error() says why.
  [[nodiscard]] Result<void> adopt(std::string_view keyring_text, Revision revision);
  // Before anything is read of a store that holds these: its keyring is adopted. Values that are
  // sealed without a keyring, or with one that cannot be opened, are left alone.
  [[nodiscard]] Result<void> begin(std::span<const Item> items);
  std::string error() const;

  struct Sealed {
    std::string bytes;
    Revision keyring = 0;  // at which revision the keyring was that it is sealed with
  };
  // With the newest key.
  [[nodiscard]] Result<Sealed> seal(std::string_view key, std::string_view value);
  [[nodiscard]] Result<std::string> seal_with(DataKeyId id, std::string_view key,
                                              std::string_view value);
  // A value that is not sealed is itself.
  [[nodiscard]] Result<std::string> open(std::string_view key, std::string_view value) const;

  // What lies under a key now, as it lies there; nothing: it is gone.
  void note(std::string_view key, std::optional<std::string_view> at_rest);
  // The same, opened. One that does not open is returned as it is: it is no object to anybody, and
  // can be deleted.
  std::string take(std::string_view key, std::string_view at_rest);

  // For the KeyKeeper.
  struct Standing {
    std::optional<Keyring> ring = {};
    Revision revision = 0;  // of the keyring
    std::size_t values = 0;
    std::size_t plain = 0;
    std::size_t stale = 0;    // sealed with an older key
    std::size_t damaged = 0;  // do not open
    std::uint64_t seals = 0;  // by this process with the newest key
  };
  Standing standing() const;
  // The keys whose values are plain or sealed with an older key.
  std::vector<std::string> stale_keys() const;
  // The first of the source's keys, made if there are none.
  [[nodiscard]] Result<CipherKey> wrapping_key();
  Entropy& entropy() { return entropy_; }
  [[nodiscard]] Result<std::string> ring_text(const Keyring& ring);

 private:
  // With the mutex held.
  const DataKey* find(DataKeyId id) const;
  [[nodiscard]] Result<void> read_locked();
  [[nodiscard]] Result<void> adopt_locked(std::string_view text, Revision revision);
  Error without_key(const Error& why) const;
  [[nodiscard]] Result<std::string> seal_bytes(DataKeyId id, const CipherKey& key,
                                               const CipherNonce& nonce, std::string_view at,
                                               std::string_view value) const;

  const Covers covers_;
  const KeySource source_;
  Entropy& entropy_;

  mutable std::mutex mutex_;  // for all below
  std::vector<CipherKey> wrapping_;
  std::optional<Keyring> ring_;
  Revision revision_ = 0;
  std::string error_;
  std::uint64_t seals_ = 0;
  absl::flat_hash_map<std::string, DataKeyId, TextHash, std::equal_to<>> at_rest_;
};

}  // namespace telltale::store
