// SPDX-License-Identifier: Apache-2.0
#pragma once

// All patterns of all platforms, asked of a text. Most patterns are fixed texts, and one pass finds
// them all (words.h). The others are expressions; the same pass finds the words that they cannot do
// without, and only those whose words are there are asked, by RE2, when a rule wants to know
// their role; RE2 gets to know an expression when it is first asked. All of it takes time linear in
// the text whatever the text is. Says the same whoever asks; safe to share between threads.

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "classify/matcher_tables.h"
#include "classify/patterns/patterns.h"

namespace telltale {

// For every role the first pattern, in the order of the lists, that gives it to the text.
using Found = std::array<const Pattern*, role_count>;

class Matcher {
 public:
  class Reading;

  // A pattern that RE2 does not take, or a budget too small for them all, is a bug and aborts when
  // it is asked.
  explicit Matcher(std::span<const PatternGroup> groups);
  // The same with tables that were made for these patterns and outlive it, which costs nothing.
  Matcher(std::span<const PatternGroup> groups, const MatcherTables& tables);
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // Begins to read readable text (fold.h) with the patterns of this platform and everybody's. The
  // text outlives the reading.
  Reading read(std::string_view text, Platform platform) const;
  // All roles at once.
  Found match(std::string_view text, Platform platform) const;
  // The same, asked pattern by pattern: the answer when an automaton runs out of memory, since that
  // is never "no match", and what tests hold the others to.
  Found match_one_by_one(std::string_view text, Platform platform) const;
  // The same, in a fixed number of passes over the text: the answer for text that holds the words
  // of very many patterns.
  Found match_in_passes(std::string_view text, Platform platform) const;

 private:
  struct Words;
  struct Passes;
  std::span<const PatternGroup> groups_;
  std::unique_ptr<const MadeTables> made_;  // nothing where they were ready
  std::unique_ptr<const Words> words_;

  // Most programs never meet text that needs the passes, and making them costs as much as the rest:
  // one thread makes them when they are first asked for, while others wait.
  const Passes& passes() const;
  mutable std::once_flag passes_made_;
  mutable std::unique_ptr<const Passes> passes_;
};

// One text being read by one thread. Roles nobody asks for cost nothing.
class Matcher::Reading {
 public:
  bool is_seen(Role role);
  // The first pattern, in the order of the lists, that gives the role to the text, or nothing.
  // Costs more than knowing that there is one.
  const Pattern* first_of(Role role);

 private:
  friend class Matcher;
  Reading(const Words& words, std::string_view text) : words_(words), text_(text) {}

  void look_for_words(std::uint32_t here);
  void ask_before(Role role, const Pattern* known);

  const Words& words_;
  std::string_view text_;
  Found found_{};
  std::vector<int> possible_ = {};     // expressions that are still to be asked, in order
  std::bitset<role_count> open_ = {};  // roles that they could give
};

}  // namespace telltale
