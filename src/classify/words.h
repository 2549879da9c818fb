// SPDX-License-Identifier: Apache-2.0
#pragma once

// Thousands of fixed words looked for in one pass over a text (Aho and Corasick's automaton).
// RE2::Set can do the same, but a state of its is a row of pointers, and text that is never the
// same twice then waits for memory at every byte. Here a state is seven bytes, so all of them stay
// near. Immutable; safe to share between threads.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace telltale {

class WordFinder {
 public:
  // The words are distinct and not empty, or it is a bug. Their numbers are their places.
  explicit WordFinder(std::span<const std::string> words);

  // Calls seen(number, end) for every occurrence of every word, by where it ends.
  template <typename Seen>
  void find(std::string_view text, Seen seen) const {
    Node node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      node = next(node, static_cast<unsigned char>(text[i]));
      for (Node at = ends_[node]; at != 0; at = shorter_[at]) seen(word_[at], i + 1);
    }
  }

 private:
  // A beginning of words. 0 is the empty one; longer ones come later, and those that go on from one
  // beginning stand side by side.
  using Node = std::uint16_t;

  struct Tree;
  void lay_out(const Tree& tree);
  void tell_kinds();
  void connect();
  void bring_near(Node node);

  // The beginning that goes on with this character, or 0.
  Node child(Node node, unsigned char c) const {
    for (Node at = first_[node]; at < first_[node + std::size_t{1}]; ++at) {
      if (letter_[at] == c) return at;
    }
    return 0;
  }

  // Every step to a shorter beginning was paid for by a character, so all of them together are at
  // most as many as there are characters.
  Node next(Node node, unsigned char c) const {
    while (node >= near_count_) {
      if (const Node at = child(node, c); at != 0) return at;
      node = instead_[node];
    }
    return near_[node * kinds_max + kind_of_[c]];
  }

  // Short beginnings are where most text stays, so they know at once where every kind of character
  // leads. They are few, for the table to stay near.
  static constexpr std::size_t kinds_max = 64;
  static constexpr std::size_t near_max = 2048;
  std::array<std::uint8_t, 256> kind_of_{};  // 0: in no word
  std::size_t near_count_ = 0;
  std::vector<Node> near_;
  std::vector<Node> first_;            // where those that go on from a node begin
  std::vector<unsigned char> letter_;  // the last character of a beginning
  std::vector<Node> instead_;          // its longest end that is a beginning too
  std::vector<Node> ends_;             // the nearest node, itself first, where a word ends; or 0
  std::vector<Node> shorter_;  // of a node where a word ends: the next shorter word that ends there
  std::vector<std::uint32_t> word_;
};

}  // namespace telltale
