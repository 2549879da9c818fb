// SPDX-License-Identifier: Apache-2.0
#include "classify/words.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/check.h"

namespace telltale {
namespace {

constexpr std::uint32_t no_word = std::numeric_limits<std::uint32_t>::max();

}  // namespace

// The words by their beginnings, in the order they came.
struct WordFinder::Tree {
  struct Branch {
    std::map<unsigned char, std::size_t> next = {};
    std::uint32_t word = no_word;
  };
  std::vector<Branch> branches{1};

  void plant(const std::string& text, std::size_t number) {
    check(!text.empty(), "a word has letters");
    std::size_t at = 0;
    for (const char c : text) {
      const auto [step, is_new] =
          branches[at].next.emplace(static_cast<unsigned char>(c), branches.size());
      at = step->second;
      if (is_new) branches.emplace_back();
    }
    check(branches[at].word == no_word, "words are distinct");
    branches[at].word = static_cast<std::uint32_t>(number);
  }
};

WordFinder::WordFinder(std::span<const std::string> words) {
  Tree tree;
  for (std::size_t number = 0; number < words.size(); ++number) tree.plant(words[number], number);
  check(tree.branches.size() < std::numeric_limits<Node>::max(), "the words fit into small nodes");
  lay_out(tree);
  tell_kinds();
  connect();
}

void WordFinder::tell_kinds() {
  std::size_t kinds = 1;
  for (std::size_t node = 1; node < letter_.size(); ++node) {
    std::uint8_t& kind = kind_of_[letter_[node]];
    if (kind == 0) kind = static_cast<std::uint8_t>(kinds++);
  }
  check(kinds <= kinds_max, "words are made of few kinds of characters");
}

void WordFinder::lay_out(const Tree& tree) {
  std::vector<std::size_t> order{0};
  letter_.push_back(0);
  for (std::size_t node = 0; node < order.size(); ++node) {
    const Tree::Branch& branch = tree.branches[order[node]];
    first_.push_back(static_cast<Node>(order.size()));
    word_.push_back(branch.word);
    for (const auto& [letter, at] : branch.next) {
      letter_.push_back(letter);
      order.push_back(at);
    }
  }
  first_.push_back(static_cast<Node>(order.size()));
}

// Where a beginning cannot go on, its longest end that is a beginning too goes on in its place.
// That one is shorter, so it comes earlier and is done.
void WordFinder::connect() {
  const std::size_t count = word_.size();
  instead_.assign(count, 0);
  ends_.assign(count, 0);
  shorter_.assign(count, 0);
  for (std::size_t node = 0; node < count; ++node) {
    const Node other = instead_[node];
    shorter_[node] = ends_[other];
    ends_[node] = word_[node] == no_word ? ends_[other] : static_cast<Node>(node);
    for (Node at = first_[node]; at < first_[node + 1]; ++at) {
      if (node != 0) instead_[at] = next(other, letter_[at]);
    }
    if (node < near_max) bring_near(static_cast<Node>(node));
  }
}

// What leads from a short beginning: what leads from the one in its place, and its own on top.
void WordFinder::bring_near(Node node) {
  near_.resize((node + std::size_t{1}) * kinds_max, 0);
  Node* const row = &near_[node * kinds_max];
  if (node != 0) std::copy_n(&near_[instead_[node] * kinds_max], kinds_max, row);
  for (Node at = first_[node]; at < first_[node + std::size_t{1}]; ++at) {
    row[kind_of_[letter_[at]]] = at;
  }
  ++near_count_;
}

}  // namespace telltale
