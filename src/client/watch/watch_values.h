// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cuts the bytes of a watch into events, however they were cut on the way: a stream of JSON maps,
// as client-go reads it, whether each has a line of its own or spans many. What begins with no
// bracket is given as the line that it is. Values that stand in one piece are not copied. Not safe
// to share between threads.
//
//   values.add(piece);
//   while (const auto value = values.next()) ...

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dump/json/json_scan.h"

namespace telltale::client {

class WatchValues {
 public:
  explicit WatchValues(std::size_t value_bytes_max) : value_bytes_max_(value_bytes_max) {}

  // The piece must stay where it is until next() has given nothing.
  void add(std::string_view piece);
  // The next whole value; valid until the next call of anything.
  std::optional<std::string_view> next();
  // What stands behind the last whole value. Nothing more must be added.
  std::string_view rest() const { return held_; }
  // A value is longer than allowed; from there on nothing is given.
  bool too_long() const { return too_long_; }

 private:
  // How much of the piece belongs to the value at hand, and whether it ends there.
  struct Part {
    std::size_t size = 0;
    bool is_last = false;
  };
  Part measure();

  std::size_t value_bytes_max_;
  std::string held_;          // the beginning of a value
  bool held_is_old_ = false;  // it was given, and goes with the next call
  std::string_view piece_;    // what follows it
  bool is_map_ = false;       // of the value at hand
  dump::ValueScanner scanner_;
  bool too_long_ = false;
};

}  // namespace telltale::client
