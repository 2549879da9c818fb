// SPDX-License-Identifier: Apache-2.0
#pragma once

// A window that moves over a stream. The bytes in it are one Block, which is never changed once it
// has been filled: the units cut from it are read by other threads while the window has moved on to
// a block of its own. Places are counted from the start of the stream, so they outlive the moves.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "dump/stream.h"

namespace telltale::dump {

struct Block {
  std::unique_ptr<char[]> bytes;  // readable json::PaddedText::padding bytes behind `size`
  std::size_t size = 0;

  std::string_view text() const { return {bytes.get(), size}; }
};

class Window {
 public:
  // Large enough that threads seldom meet, small enough to stay in a core's own cache.
  static constexpr std::size_t block_bytes = 1024 * 1024;

  explicit Window(ByteStream& stream, std::size_t block_size = block_bytes);

  const std::shared_ptr<const Block>& block() const { return block_; }
  std::string_view text() const { return block_->text(); }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return begin_ + block_->size; }
  // From a place in the window to its end.
  std::string_view from(std::uint64_t place) const;

  // Moves on, keeping what stands at `keep_from` and behind. False when nothing more comes.
  bool more(std::uint64_t keep_from);
  // How much the window holds at least, where the stream has as much.
  std::size_t block_size() const { return block_size_; }
  // True when the window has reached the end of the stream.
  bool over() const { return over_; }
  // Why the stream ended before its end; nothing when all went well.
  const std::optional<Error>& error() const { return error_; }

 private:
  ByteStream& stream_;
  std::size_t block_size_;
  std::shared_ptr<const Block> block_;
  std::uint64_t begin_ = 0;
  bool over_ = false;
  std::optional<Error> error_;
};

}  // namespace telltale::dump
