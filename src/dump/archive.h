// SPDX-License-Identifier: Apache-2.0
#pragma once

// The entries of an archive, one by one, and what is packed in them as a stream. Archives come from
// strangers: nothing is ever written to the disk, and unpacking ends where the limits say.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "dump/limits.h"
#include "dump/stream.h"

namespace telltale::dump {

// Shared by an archive and the archives inside it.
struct UnpackBudget {
  std::uint64_t bytes = 0;
  std::size_t entries = 0;
};

class ArchiveReader {
 public:
  struct Entry {
    enum class Type { File, Folder, Link, Special };

    std::string path;  // without a leading "./"
    Type type = Type::File;
    bool is_encrypted = false;
    bool is_unsafe = false;  // leads out of the archive
    bool is_lone = false;    // not an archive at all, only one compressed file
  };

  // `packed` and `budget` must outlive the reader.
  ArchiveReader(ByteStream& packed, const Limits& limits, UnpackBudget& budget);
  ~ArchiveReader();

  // Nothing at the end of the archive, be it the right one or not: see error().
  std::optional<Entry> next();
  // Of the entry that next() gave last.
  ByteStream& content();
  // Why the archive ended too early. Once set, it stays.
  const std::optional<Error>& error() const;

 private:
  class Unpacking;
  std::unique_ptr<Unpacking> unpacking_;
};

}  // namespace telltale::dump
