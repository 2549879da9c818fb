// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looks after the keys that a store's values are sealed with: makes the first one, a new one every
// 30 days or when it was used enough, seals with it what lies there plain or under an older one,
// and drops keys that nothing needs any more. It remembers nothing: what is to be done next follows
// from the keyring and from what lies in the store, so it goes on wherever it was interrupted.
//
// Safe to share between threads.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/sealing/sealing.h"
#include "store/store.h"

namespace telltale::store {

struct KeyLimits {
  std::chrono::seconds age = std::chrono::days{30};
  // Every value that is sealed takes a revision, so their distance bounds how often a key was used,
  // whoever used it; nonces are drawn at random, and that is safe for four times as many.
  Revision revisions = Revision{1} << 30;
};

class KeyKeeper {
 public:
  KeyKeeper(Store& store, Sealing& sealing, const Clock& clock, KeyLimits limits = {});

  // Before anything is written: makes the keyring where there is none, and wraps it anew where the
  // wrapping key is another.
  [[nodiscard]] Result<void> begin();
  // Some of the work; false when there is none. Waits for the store. What costs much and failed is
  // left alone for a while.
  [[nodiscard]] Result<bool> step();
  // Reads the wrapping keys again and makes a new data key. What follows from that is step's.
  [[nodiscard]] Result<void> rotate();

  struct Standing {
    std::size_t values = 0;   // that are sealed or are to be
    std::size_t waiting = 0;  // to be sealed with the newest key
    std::size_t damaged = 0;
    std::size_t keys = 0;
    DataKeyId newest = 0;
  };
  Standing standing() const;

  // A page for a backup: sealed with the newest key that the backup's own keyring knows.
  [[nodiscard]] Result<void> seal(Page& page);

 private:
  // With the mutex held.
  [[nodiscard]] Result<void> write(const Keyring& ring, Revision expected);
  [[nodiscard]] Result<void> add_key(const Sealing::Standing& now);
  [[nodiscard]] Result<void> rewrap();
  [[nodiscard]] Result<bool> seal_some();
  [[nodiscard]] Result<void> look_again();
  [[nodiscard]] Result<void> tidy(const Sealing::Standing& now);
  bool is_rotation_due(const Sealing::Standing& now) const;

  Store& store_;
  Sealing& sealing_;
  const Clock& clock_;
  const KeyLimits limits_;

  std::mutex mutex_;  // one thing at a time
  std::vector<std::string> pending_;
  Instant not_before_ = no_time;  // what failed lately
};

}  // namespace telltale::store
