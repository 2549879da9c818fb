// SPDX-License-Identifier: Apache-2.0
#pragma once

// One walk over the tokens of one document, building the selected part of it. The tree reader owns
// what is reused between walks.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "json/tree/read_error.h"
#include "json/tree/selection.h"
#include "json/tree/structural_index.h"
#include "json/tree/tree.h"
#include "json/tree/tree_reader.h"

namespace telltale::json {

// Children of maps and lists that are still open, outermost first. Kept between documents, so that
// reading stops allocating.
struct OpenChildren {
  std::vector<Tree> items;
  std::vector<Member> members;
};

class TreeWalk {
 public:
  struct Tools {
    const StructuralIndex& index;
    OpenChildren& open;
    Arena& scratch;
    std::size_t depth_max = TreeReader::depth_max;
  };

  TreeWalk(std::string_view text, std::span<const std::uint32_t> tokens, const Tools& tools)
      : text_(text), tokens_(tokens.data()), count_(tokens.size() - 1), tools_(tools) {}

  // What the document says it is, as far as that can be told without reading it.
  Header peek_header();
  // Both are false when it cannot be read; error() then says why.
  [[nodiscard]] bool read_map_document(const Selection& selection, Tree& out);
  [[nodiscard]] bool read_document(const Selection& selection, Tree& out);
  const ReadError& error() const { return error_; }

 private:
  using Node = Selection::Node;

  // The first byte of the current token; zero at the end of the text.
  char first() const { return next_ < count_ ? text_[tokens_[next_]] : '\0'; }
  std::uint32_t offset() const { return tokens_[next_]; }
  std::string_view token() const;
  bool has_escape(std::string_view text);

  void start();
  bool read_value(const Node& node, std::size_t depth, Tree& out);
  bool read_map(const Node& node, std::size_t depth, Tree& out);
  bool read_members(const Node& node, std::size_t depth);
  bool read_member(const Node& node, std::string_view name, std::size_t depth);
  bool read_name(std::string_view& name);
  bool read_list(const Node& node, std::size_t depth, Tree& out);
  bool read_items(const Node* node, std::size_t depth);
  bool read_string(std::string_view& out);
  bool read_scalar(Tree& out);
  bool skip_value();
  // After a child: true when a further one follows, or when the map or list ends (`more` tells).
  bool read_separator(char closing, bool& more);

  bool enter(std::size_t depth);
  const Node* select(const Node& node, std::string_view name) const;
  bool expected(std::string_view what);
  bool fail_at(std::uint32_t offset, std::string message, Error::Kind kind = Error::Kind::Invalid);

  std::string_view text_;
  const std::uint32_t* tokens_;
  std::size_t count_;
  Tools tools_;
  const Selection* selection_ = nullptr;
  std::size_t next_ = 0;
  std::size_t values_ = 0;
  const char* escape_ = nullptr;  // the first backslash at or behind what was last asked about
  ReadError error_;
};

}  // namespace telltale::json
