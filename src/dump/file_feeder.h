// SPDX-License-Identifier: Apache-2.0
#pragma once

// Opens one file after the other, finds out what it is, unpacks what is packed, and hands the text
// to the splitter of its format. Everything it has to say travels with the batches, so that
// errors keep the order of the input.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "dump/archive.h"
#include "dump/batch.h"
#include "dump/dump.h"
#include "dump/sniff.h"
#include "dump/stream.h"
#include "dump/walk.h"

namespace telltale::dump {

class FileFeeder {
 public:
  using Give = std::function<void(Batch)>;

  // The options must outlive the feeder. `give` is called in the order of the input.
  FileFeeder(const Options& options, Give give);

  void take(const FoundFile& file);
  // About something that is not read as text.
  void add_error(InputError error);

  std::size_t passed_over() const { return passed_over_; }
  // Of the file at hand, as it lies on the disk.
  std::uint64_t bytes_read() const { return current_ ? current_->bytes_read() : 0; }

 private:
  // A stream and all that is known about it before its first byte is seen.
  struct Source {
    ByteStream& stream;
    std::string name;
    FileContext::Origin origin;
    std::size_t archives = 0;  // around it
    UnpackBudget& budget;
  };

  void read(const Source& source);
  void read_text(PeekedStream& stream, const Source& source, Format format);
  void unpack(PeekedStream& stream, const Source& source);
  bool is_welcome(const ArchiveReader::Entry& entry, const std::string& name);

  const Options& options_;
  Give give_;
  FileStream* current_ = nullptr;
  std::size_t documents_ = 0;
  std::size_t passed_over_ = 0;
};

}  // namespace telltale::dump
