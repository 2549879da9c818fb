// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys that wrap the data keys of a store (store/sealing/sealing.h): one in the data folder,
// made when it is needed first, or those that a file or a program gives.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/entropy.h"
#include "base/result.h"
#include "store/sealing/sealing.h"

namespace telltale::server {

struct Encryption {
  std::string key_file = {};
  std::string key_command = {};
  // Runs that command and returns what it prints; needed where one is named.
  std::function<Result<std::string>(const std::string& command)> run = {};
};

// One key a line, 32 bytes in hexadecimal digits or base64; empty lines and those after a # are
// left out. The first wraps, the others open what they have wrapped before.
[[nodiscard]] Result<std::vector<store::CipherKey>> parse_wrapping_keys(std::string_view text);

// <data-dir>/encryption/key, unless another place is named.
store::KeySource wrapping_keys(const Encryption& encryption, const std::string& data_folder,
                               Entropy& entropy);

// Secrets, in the management cluster and in logical clusters.
bool is_sealed_kind(std::string_view store_key);

}  // namespace telltale::server
