// SPDX-License-Identifier: Apache-2.0
#include "json/tree/tree_reader.h"

#include <span>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "json/tree/structural_index.h"
#include "json/tree/tree_walk.h"

namespace telltale::json {
namespace {

// What a giant document needed is given back; others share what is there.
constexpr std::size_t open_children_kept = std::size_t{1} << 16;

template <class Child>
void give_back(std::vector<Child>& children) {
  if (children.capacity() > open_children_kept) children = {};
}

// Where the tree does not say, because nobody selected it, the peeked header stands.
Header header_of(const Tree& tree, const Header& peeked) {
  return {tree["apiVersion"].as_string(peeked.api_version), tree["kind"].as_string(peeked.kind)};
}

}  // namespace

struct TreeReader::Workshop {
  StructuralIndex index;
  OpenChildren open;

  [[nodiscard]] std::expected<std::span<const std::uint32_t>, ReadError> tokens_of(PaddedText text);
};

TreeReader::TreeReader() : workshop_(std::make_unique<Workshop>()) {}
TreeReader::~TreeReader() = default;
TreeReader::TreeReader(TreeReader&&) noexcept = default;
TreeReader& TreeReader::operator=(TreeReader&&) noexcept = default;

std::expected<std::span<const std::uint32_t>, ReadError> TreeReader::Workshop::tokens_of(
    PaddedText text) {
  if (text.text().size() > document_bytes_max) {
    return std::unexpected(
        ReadError{Error::Kind::TooLarge, 0,
                  format("the document has more than {} bytes", document_bytes_max)});
  }
  give_back(open.items);
  give_back(open.members);
  return index.find(text);
}

std::expected<Tree, ReadError> TreeReader::read(PaddedText text, const SelectFields& choose,
                                                Arena& scratch) {
  const auto tokens = workshop_->tokens_of(text);
  if (!tokens) return std::unexpected(tokens.error());

  TreeWalk walk(text.text(), *tokens, {workshop_->index, workshop_->open, scratch});
  const Header peeked = walk.peek_header();
  Tree tree;
  if (!walk.read_map_document(choose(peeked), tree)) return std::unexpected(walk.error());
  // A document that names its kind twice means the last one; the first chose the wrong fields.
  if (const Header last = header_of(tree, peeked); last != peeked) {
    if (!walk.read_map_document(choose(last), tree)) return std::unexpected(walk.error());
  }
  return tree;
}

std::expected<Tree, ReadError> TreeReader::read_any(PaddedText text, std::size_t depth_limit,
                                                    Arena& scratch) {
  check(depth_limit <= depth_limit_max, "reading may not use up the stack");
  const auto tokens = workshop_->tokens_of(text);
  if (!tokens) return std::unexpected(tokens.error());

  TreeWalk walk(text.text(), *tokens, {workshop_->index, workshop_->open, scratch, depth_limit});
  Tree tree;
  if (!walk.read_document(Selection(), tree)) return std::unexpected(walk.error());
  return tree;
}

}  // namespace telltale::json
