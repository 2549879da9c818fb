// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file behind a journal: lines that are appended, made durable, and now and then written anew.
// It is readable by its owner only, and belongs to one process at a time. Not safe to share between
// threads.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace telltale {

// About so much is read or written at once.
inline constexpr std::size_t journal_piece_bytes = std::size_t{1} << 20;

class JournalFile {
 public:
  // Makes the file where there is none. Conflict when another process has it.
  [[nodiscard]] static Result<JournalFile> open(const std::string& path);
  ~JournalFile();
  JournalFile(JournalFile&& other) noexcept;
  JournalFile& operator=(JournalFile&& other) noexcept;

  const std::string& path() const { return path_; }
  std::size_t bytes() const { return bytes_; }
  // Somebody deleted or replaced it under us: what is appended would be read by nobody.
  bool is_lost() const;

  struct Read {
    std::size_t skipped_bytes = 0;  // at the front, of a file that is longer than `bytes_max`
    std::string torn = {};          // what stood behind the last line break; it is cut off
  };
  // Without its line break. A line of more than `line_bytes_max` is shown as that many and one more
  // of its bytes. Numbers begin at 1, behind what was skipped.
  using ShowLine = std::function<void(std::size_t number, std::string_view line)>;
  [[nodiscard]] Result<Read> read(std::size_t bytes_max, std::size_t line_bytes_max,
                                  const ShowLine& show);

  // All of the text or none of it.
  [[nodiscard]] Result<void> append(std::string_view text);
  // On the disk. When this fails, nobody knows how much of the file is, and asking again would not
  // tell: it has to be written anew.
  [[nodiscard]] Result<void> sync();

  // Fills the next piece of the new text, and says whether there was one.
  using NextPiece = std::function<bool(std::string& piece)>;
  // The old file stands until the new one is on the disk.
  [[nodiscard]] Result<void> replace(const NextPiece& next);

 private:
  JournalFile(std::string path, int descriptor, std::size_t bytes)
      : path_(std::move(path)), descriptor_(descriptor), bytes_(bytes) {}

  std::string path_;
  int descriptor_ = -1;
  std::size_t bytes_ = 0;
};

}  // namespace telltale
