// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much of a dump we are willing to take in. Dumps come from strangers: every loop over them
// ends at one of these, with an InputError that names it, and what was read before stays.

#include <cstddef>
#include <cstdint>

namespace telltale::dump {

inline constexpr std::uint64_t kibibyte = 1024;
inline constexpr std::uint64_t mebibyte = 1024 * kibibyte;
inline constexpr std::uint64_t gibibyte = 1024 * mebibyte;

struct Limits {
  std::uint64_t file_bytes = 4 * gibibyte;
  std::uint64_t document_bytes = 64 * mebibyte;  // one object, or one YAML document turned to JSON
  std::size_t document_depth = 100;
  std::size_t alias_nodes = 100'000;        // copied by the YAML aliases of one document
  std::size_t documents = 10'000'000;       // in everything read together
  std::size_t nested_lists = 8;             // a List inside a List inside ...
  std::uint64_t held_bytes = 1 * gibibyte;  // items waiting for the kind behind them
  std::size_t folder_files = 1'000'000;
  std::size_t folder_depth = 100;
  std::size_t archive_entries = 1'000'000;
  std::size_t archive_depth = 4;                     // an archive inside an archive inside ...
  std::uint64_t archive_bytes = 16 * gibibyte;       // unpacked
  std::uint64_t archive_ratio = 200;                 // unpacked to packed ...
  std::uint64_t archive_ratio_from = 64 * mebibyte;  // ... once this much is unpacked
  std::size_t input_errors = 1'000;                  // kept of each severity; the rest is counted
};

}  // namespace telltale::dump
