// SPDX-License-Identifier: Apache-2.0
#pragma once

// The data keys of a store. They lie in the store itself, as one value under a key of its own, each
// wrapped with a key that does not: so every server of a store has the same, a backup carries its
// own, and changing the wrapping key touches nothing else.
//
//   telltale-keyring-1
//   wrapped-by 3f2a90c1d4e5b6a7            the name of the key that opens the lines below
//   plaintext-remains                      what was there before may still be found in the file
//   key 00000001 1794830400 17 <hex>       its number, when and at which revision it was made
//
// New values are sealed with the last one, the others only open what is old.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/entropy.h"
#include "base/instant.h"
#include "base/result.h"
#include "store/sealing/cipher.h"
#include "store/sealing/stamp.h"

namespace telltale::store {

// No key of Kubernetes' objects, which have slashes.
inline constexpr std::string_view keyring_key = "keyring_";
inline constexpr std::size_t data_keys_max = 256;

using DataKeyId = std::uint32_t;  // from 1 on

struct DataKey {
  DataKeyId id = 0;
  Instant made;
  Revision since = 0;  // of the store, when it was made
  CipherKey key;
};

struct Keyring {
  std::vector<DataKey> keys;  // in the order of their numbers; at least one
  bool plaintext_remains = false;
  std::string wrapped_by = {};  // the name of that key
};

[[nodiscard]] Result<std::string> to_text(const Keyring& ring, const CipherKey& wrapping,
                                          Entropy& entropy);
// NotFound when none of these keys wrapped it, Invalid when it was damaged.
[[nodiscard]] Result<Keyring> read_keyring(std::string_view text,
                                           std::span<const CipherKey> wrapping);
// The number of the last key, which needs no key to be known.
[[nodiscard]] Result<DataKeyId> newest_in(std::string_view keyring_text);

}  // namespace telltale::store
