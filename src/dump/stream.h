// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where bytes come from: a file, a pipe, an entry of an archive. Everything is read front to back
// in pieces, never mapped: a file that shrinks while it is read ends early instead of killing us.
// Not safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace telltale::dump {

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Some bytes, perhaps fewer than there is room for; zero at the end. An error stays an error.
  [[nodiscard]] virtual Result<std::size_t> read(std::span<char> into) = 0;
  // Zip keeps its directory at the end. Nothing when this stream can only be read onwards.
  virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
  virtual bool seek(std::uint64_t /*offset*/) { return false; }
};

// As much as there is room for, or as the stream has: what came before an error is not lost.
struct Filled {
  std::size_t bytes = 0;
  bool over = false;  // nothing more comes, because of the end or because of the error
  std::optional<Error> error;
};
Filled fill(ByteStream& stream, std::span<char> into);

// Owns its descriptor unless told that it is borrowed.
class FileStream final : public ByteStream {
 public:
  enum class Owner { Us, Caller };

  // Follows links and takes pipes: for what the user named.
  [[nodiscard]] static Result<FileStream> open(const std::string& path, std::uint64_t bytes_max);
  // Regular files only, and no links: for what a folder holds.
  [[nodiscard]] static Result<FileStream> open_found(const std::string& path,
                                                     std::uint64_t bytes_max);
  FileStream(int descriptor, Owner owner, std::uint64_t bytes_max);
  FileStream(FileStream&& other) noexcept;
  FileStream& operator=(FileStream&&) = delete;
  ~FileStream() override;

  [[nodiscard]] Result<std::size_t> read(std::span<char> into) override;
  std::optional<std::uint64_t> size() const override;
  bool seek(std::uint64_t offset) override;
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  int descriptor_;
  Owner owner_;
  std::uint64_t bytes_max_;
  std::uint64_t bytes_read_ = 0;
};

// Lets the caller look at the beginning of a stream before it is read.
class PeekedStream final : public ByteStream {
 public:
  explicit PeekedStream(ByteStream& inner) : inner_(inner) {}
  // The first `count` bytes; fewer only when no more can be had.
  std::string_view peek(std::size_t count);

  [[nodiscard]] Result<std::size_t> read(std::span<char> into) override;
  std::optional<std::uint64_t> size() const override { return inner_.size(); }
  bool seek(std::uint64_t offset) override;

 private:
  ByteStream& inner_;
  std::vector<char> head_;
  std::size_t served_ = 0;
};

}  // namespace telltale::dump
