// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cuts YAML into documents at the lines "---", which YAML allows nowhere else. A document that is
// larger than a block and holds `items:` at its left edge, as kubectl writes a List, is cut into
// its items instead: they are read in parallel, and the List may be as large as a file.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dump/batch.h"
#include "dump/yaml/yaml_to_json.h"

namespace telltale::dump {

class YamlSplitter {
 public:
  explicit YamlSplitter(BatchMaker& batches);

  // From `start` to the end of the file.
  void split(std::uint64_t start);

 private:
  enum class Line { Inside, Item, ListEnd };

  // Where the items of a document begin, and how far they are indented.
  struct ItemsPlace {
    std::uint64_t head_end = 0;
    std::uint64_t first_item = 0;
    std::size_t indent = 0;
  };

  // Each of these is false when the file has been read to its end.
  bool take_document();
  bool skip_large(std::uint64_t begin);
  bool take_list(const ItemsPlace& place);
  bool take_tail();

  std::optional<std::uint64_t> find_separator(std::uint64_t from) const;
  std::optional<ItemsPlace> find_items(std::uint64_t begin) const;
  static Line classify(std::string_view line, std::size_t indent);
  std::optional<Line> take_item(std::size_t indent);
  void add_item(std::uint64_t begin, std::uint64_t end);
  void end_list();
  void add(Unit::Form form, std::uint64_t begin, std::uint64_t end);
  std::optional<Outline> outline_of(std::string_view yaml, YamlReader::Wrapping wrapping);
  // Where to search on once the window has been searched: a separator may stand across its end.
  std::uint64_t behind_search(std::uint64_t from) const;

  BatchMaker& batches_;
  Window& window_;
  YamlReader reader_;
  std::uint64_t at_ = 0;
  std::string shell_;  // of the list at hand: all but its items
  ListHead head_;
  bool in_list_ = false;  // its first item has been added
};

}  // namespace telltale::dump
