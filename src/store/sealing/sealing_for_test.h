// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sealing of every key that begins with "secret/", with wrapping keys that a test holds.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/entropy.h"
#include "store/sealing/sealing.h"

namespace telltale::store {

// Wrapping keys that lie nowhere; several sealings may share one.
struct WrappingForTest {
  std::vector<CipherKey> keys = {};
  SystemEntropy entropy = {};
  int made = 0;

  std::unique_ptr<Sealing> sealing() {
    return std::make_unique<Sealing>(
        [](std::string_view key) { return key.starts_with("secret/"); },
        KeySource{.name = "the test",
                  .read = [this]() -> Result<std::vector<CipherKey>> { return keys; },
                  .make = [this]() -> Result<CipherKey> {
                    ++made;
                    keys.push_back(CipherKey::random(entropy));
                    return keys.back();
                  }},
        entropy);
  }
};

}  // namespace telltale::store
