// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cuts the bytes of a watch into lines, however they were cut on the way. Lines that stand in one
// piece are not copied. Not safe to share between threads.
//
//   lines.add(piece);
//   while (const auto line = lines.next()) ...

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace telltale::client {

class WatchLines {
 public:
  explicit WatchLines(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max) {}

  // The piece must stay where it is until next() has given nothing.
  void add(std::string_view piece);
  // The next whole line that is not blank, without its end; valid until the next call of anything.
  std::optional<std::string_view> next();
  // What stands behind the last line end. Nothing more must be added.
  std::string_view rest() const { return held_; }
  // A line is longer than allowed; from there on nothing is given.
  bool too_long() const { return too_long_; }

 private:
  std::optional<std::string_view> next_line();

  std::size_t line_bytes_max_;
  std::string held_;          // the beginning of a line
  bool held_is_old_ = false;  // it was given, and goes with the next call
  std::string_view piece_;    // what follows it
  bool too_long_ = false;
};

}  // namespace telltale::client
