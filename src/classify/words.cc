// SPDX-License-Identifier: Apache-2.0
#include "classify/words.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace telltale {
namespace {

// Few, for the table to stay near.
constexpr std::size_t near_max = 2048;

}  // namespace

// The words by their beginnings, in the order they came.
struct WordTree::Branches {
  struct Branch {
    std::map<unsigned char, std::size_t> next = {};
    std::uint16_t word = no_word;
  };
  std::vector<Branch> all{1};

  void plant(const std::string& text, std::size_t number) {
    check(!text.empty(), "a word has letters");
    std::size_t at = 0;
    for (const char c : text) {
      const auto [step, is_new] = all[at].next.emplace(static_cast<unsigned char>(c), all.size());
      at = step->second;
      if (is_new) all.emplace_back();
    }
    check(all[at].word == no_word, "words are distinct");
    all[at].word = static_cast<std::uint16_t>(number);
  }
};

WordTree::WordTree(std::span<const std::string> words) {
  check(words.size() < no_word, "the words fit into small numbers");
  Branches tree;
  for (std::size_t number = 0; number < words.size(); ++number) tree.plant(words[number], number);
  check(tree.all.size() < std::numeric_limits<WordNode>::max(), "the words fit into small nodes");
  lay_out(tree);
  find_kinds();
  connect();
}

WordNodes WordTree::nodes() const {
  return {.kind_of = kind_of_,
          .near = near_,
          .first = first_,
          .letter = letter_,
          .instead = instead_,
          .ends = ends_,
          .shorter = shorter_,
          .word = word_};
}

void WordTree::find_kinds() {
  std::size_t kinds = 1;
  for (std::size_t node = 1; node < letter_.size(); ++node) {
    std::uint8_t& kind = kind_of_[letter_[node]];
    if (kind == 0) kind = static_cast<std::uint8_t>(kinds++);
  }
  check(kinds <= letter_kinds_max, "words are made of few kinds of characters");
}

void WordTree::lay_out(const Branches& tree) {
  std::vector<std::size_t> order{0};
  letter_.push_back(0);
  for (std::size_t node = 0; node < order.size(); ++node) {
    const Branches::Branch& branch = tree.all[order[node]];
    first_.push_back(static_cast<WordNode>(order.size()));
    word_.push_back(branch.word);
    for (const auto& [letter, at] : branch.next) {
      letter_.push_back(letter);
      order.push_back(at);
    }
  }
  first_.push_back(static_cast<WordNode>(order.size()));
}

// Where a beginning cannot go on, its longest end that is a beginning too goes on in its place.
// That one is shorter, so it comes earlier and is done.
void WordTree::connect() {
  const std::size_t count = word_.size();
  instead_.assign(count, 0);
  ends_.assign(count, 0);
  shorter_.assign(count, 0);
  for (std::size_t node = 0; node < count; ++node) {
    const WordNode other = instead_[node];
    shorter_[node] = ends_[other];
    ends_[node] = word_[node] == no_word ? ends_[other] : static_cast<WordNode>(node);
    for (WordNode at = first_[node]; at < first_[node + 1]; ++at) {
      if (node != 0) instead_[at] = WordFinder(nodes()).next(other, letter_[at]);
    }
    if (node < near_max) bring_near(static_cast<WordNode>(node));
  }
}

// What leads from a short beginning: what leads from the one in its place, and its own on top.
void WordTree::bring_near(WordNode node) {
  near_.resize((node + std::size_t{1}) * letter_kinds_max, 0);
  WordNode* const row = &near_[node * letter_kinds_max];
  if (node != 0) std::copy_n(&near_[instead_[node] * letter_kinds_max], letter_kinds_max, row);
  for (WordNode at = first_[node]; at < first_[node + std::size_t{1}]; ++at) {
    row[kind_of_[letter_[at]]] = at;
  }
}

}  // namespace telltale
