// SPDX-License-Identifier: Apache-2.0
#pragma once

// Messages are sentences with words to fill in: "Node {node.name} has been deleted". Which words a
// snapshot can fill in is data, so a misspelt one fails while compiling.
//
// A sentence about nothing is not said: where a word turns out empty, the whole message is empty.
// A word that may be empty without silencing the sentence is written with a question mark:
// "Scaling up from {current} to {desired} replicas{blocked?}".

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace telltale {

template <class Seen>
struct Word {
  std::string_view name;
  void (*put)(const Seen&, std::string& out);
};

namespace words {

// One step through a sentence: plain text, then (unless it is the last step) a word.
struct Piece {
  std::string_view plain = {};
  std::string_view word = {};
  bool may_be_empty = false;
  std::string_view rest = {};
  bool last = false;
};

constexpr Piece next_piece(std::string_view sentence) {
  const std::size_t open = sentence.find('{');
  if (open == std::string_view::npos) return {.plain = sentence, .last = true};
  const std::size_t close = sentence.find('}', open);
  if (close == std::string_view::npos) return {.plain = sentence, .last = true};
  std::string_view word = sentence.substr(open + 1, close - open - 1);
  const bool optional = word.ends_with('?');
  if (optional) word.remove_suffix(1);
  return {.plain = sentence.substr(0, open),
          .word = word,
          .may_be_empty = optional,
          .rest = sentence.substr(close + 1)};
}

template <class Seen>
constexpr const Word<Seen>* find(std::span<const Word<Seen>> known, std::string_view name) {
  for (const Word<Seen>& word : known) {
    if (word.name == name) return &word;
  }
  return nullptr;
}

template <class Seen>
constexpr bool all_known(std::span<const Word<Seen>> known, std::string_view sentence) {
  for (Piece piece = next_piece(sentence); !piece.last; piece = next_piece(piece.rest)) {
    if (find(known, piece.word) == nullptr) return false;
  }
  return true;
}

template <class Seen>
std::string fill(std::span<const Word<Seen>> known, std::string_view sentence, const Seen& seen) {
  std::string out;
  for (Piece piece = next_piece(sentence);; piece = next_piece(piece.rest)) {
    out += piece.plain;
    if (piece.last) return out;
    const std::size_t before = out.size();
    find(known, piece.word)->put(seen, out);
    if (out.size() == before && !piece.may_be_empty) return {};
  }
}

}  // namespace words
}  // namespace telltale
