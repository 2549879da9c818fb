// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cuts JSON into documents: one, several one after the other, one per line, or the items of Lists
// of any length. Nothing is parsed here but brackets, quotes and the top level of a List, and never
// more than one document is held, so that a broken document costs no other.

#include <cstdint>
#include <optional>
#include <string>

#include "dump/batch.h"
#include "dump/json/json_scan.h"

namespace telltale::dump {

class JsonSplitter {
 public:
  explicit JsonSplitter(BatchMaker& batches) : batches_(batches), window_(batches.window()) {}

  // From `start` to the end of the file. When a line "---" follows a document, the rest is YAML;
  // the answer is where it begins.
  std::optional<std::uint64_t> split(std::uint64_t start);

 private:
  // The top level of a document that may be a List.
  struct Shell {
    enum class Items { None, Empty, Taken, NotOurs };

    std::uint64_t begin = 0;
    ListHead head;
    Items items = Items::None;
  };
  enum class Next { Value, End, Yaml };

  Next find_value();
  bool take_line();
  std::uint64_t find_line_end();
  bool is_lone_line(std::uint64_t line_end);
  bool take_document();
  bool take_members(Shell& shell);
  bool take_member(Shell& shell);
  bool take_items(Shell& shell);
  bool take_item(Shell& shell, std::uint64_t list_begin);
  void end_document(const Shell& shell);
  void add_unit(std::uint64_t begin);

  bool skip_value();
  bool skip_blanks();
  std::optional<std::string> take_string();
  bool refill();
  char here() const { return byte_at(at_); }
  char byte_at(std::uint64_t place) const { return window_.from(place).front(); }
  bool stop(std::string message);
  bool stop_early();

  BatchMaker& batches_;
  Window& window_;
  std::uint64_t at_ = 0;               // what is read next
  std::optional<std::uint64_t> kept_;  // what must stay in the window: the document at hand
  bool too_large_ = false;             // it has outgrown the limit, and its text is gone
  std::uint64_t line_end_ = 0;         // the last one that was searched for
  bool by_line_ = false;               // some document had a line to itself
};

}  // namespace telltale::dump
