// SPDX-License-Identifier: Apache-2.0
#pragma once

// Thousands of fixed words looked for in one pass over a text (Aho and Corasick's automaton).
// RE2::Set can do the same, but a state of its is a row of pointers, and text that is never the
// same twice then waits for memory at every byte. Here a state is a few bytes, so all of them stay
// near. Immutable; safe to share between threads.
//
//   const WordTree tree(words);
//   WordFinder(tree.nodes()).find(text, [](std::size_t number, std::size_t end) { ... });

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace telltale {

// A beginning of words. 0 is the empty one; longer ones come later, and those that go on from one
// beginning stand side by side.
using WordNode = std::uint16_t;

inline constexpr std::uint16_t no_word = std::numeric_limits<std::uint16_t>::max();
// Letters that are in words; all characters that are in none are one more kind.
inline constexpr std::size_t letter_kinds_max = 64;

// The automaton as flat arrays, so that a program can hold one ready-made. Whoever has them owns
// what they show.
struct WordNodes {
  std::span<const std::uint8_t> kind_of = {};  // of each of the 256 characters; 0: in no word
  // Short beginnings are where most text stays, so they know at once where every kind of character
  // leads: a row for each of them.
  std::span<const WordNode> near = {};
  std::span<const WordNode> first = {};       // where those that go on from a node begin
  std::span<const std::uint8_t> letter = {};  // the last character of a beginning
  std::span<const WordNode> instead = {};     // its longest end that is a beginning too
  std::span<const WordNode> ends = {};  // the nearest node, itself first, where a word ends; or 0
  // Of a node where a word ends: the next shorter word that ends there.
  std::span<const WordNode> shorter = {};
  std::span<const std::uint16_t> word = {};  // its number, or no_word
};

// Makes the automaton and owns it.
class WordTree {
 public:
  // The words are distinct and not empty, or it is a bug. Their numbers are their places.
  explicit WordTree(std::span<const std::string> words);

  // Valid as long as the tree.
  WordNodes nodes() const;

 private:
  struct Branches;
  void lay_out(const Branches& tree);
  void find_kinds();
  void connect();
  void bring_near(WordNode node);

  std::array<std::uint8_t, 256> kind_of_{};
  std::vector<WordNode> near_ = {};
  std::vector<WordNode> first_ = {};
  std::vector<std::uint8_t> letter_ = {};
  std::vector<WordNode> instead_ = {};
  std::vector<WordNode> ends_ = {};
  std::vector<WordNode> shorter_ = {};
  std::vector<std::uint16_t> word_ = {};
};

class WordFinder {
 public:
  explicit WordFinder(const WordNodes& nodes)
      : nodes_(nodes), near_count_(nodes.near.size() / letter_kinds_max) {}

  // Calls seen(number, end) for every occurrence of every word, by where it ends.
  template <typename Seen>
  void find(std::string_view text, Seen seen) const {
    WordNode node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      node = next(node, static_cast<unsigned char>(text[i]));
      for (WordNode at = nodes_.ends[node]; at != 0; at = nodes_.shorter[at]) {
        seen(std::size_t{nodes_.word[at]}, i + 1);
      }
    }
  }

  // Where a character leads. Every step to a shorter beginning was paid for by a character, so all
  // of them together are at most as many as there are characters.
  WordNode next(WordNode node, unsigned char c) const {
    while (node >= near_count_) {
      if (const WordNode at = child(node, c); at != 0) return at;
      node = nodes_.instead[node];
    }
    return nodes_.near[node * letter_kinds_max + nodes_.kind_of[c]];
  }

 private:
  // The beginning that goes on with this character, or 0.
  WordNode child(WordNode node, unsigned char c) const {
    const WordNode end = nodes_.first[node + std::size_t{1}];
    for (WordNode at = nodes_.first[node]; at < end; ++at) {
      if (nodes_.letter[at] == c) return at;
    }
    return 0;
  }

  WordNodes nodes_;
  std::size_t near_count_;
};

}  // namespace telltale
