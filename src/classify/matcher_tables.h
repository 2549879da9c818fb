// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Matcher has to know of all patterns before it can read a text: their fixed texts, the words
// that their expressions cannot do without, and the automaton that finds both. Flat arrays of small
// numbers: making them takes tens of milliseconds, so the program holds those of its own patterns
// ready-made (ready_tables; tables_maker.cc writes them while the program is built).

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "classify/literals.h"
#include "classify/patterns/patterns.h"
#include "classify/words.h"

namespace telltale {

// A pattern's place in the lists.
using PatternOrder = std::uint16_t;

// Two neighbours mark what belongs to the first of them, so there is one row more than words.
struct WordRow {
  std::uint16_t bytes = 0;
  std::uint16_t first_use = 0;
  std::uint16_t first_clause = 0;

  bool operator==(const WordRow&) const = default;
};

// A word that, between edges like these, is all that a pattern asks for.
struct WordUse {
  PatternOrder order = 0;
  Edge before = Edge::Any;
  Edge after = Edge::Any;

  bool operator==(const WordUse&) const = default;
};

// An alternative of a pattern that RE2 has to be asked about, once a word of each of so many
// clauses was seen.
struct ExpressionRow {
  PatternOrder order = 0;
  std::uint16_t begin = 0;  // in the pattern's text
  std::uint16_t end = 0;
  std::uint8_t clauses = 0;

  bool operator==(const ExpressionRow&) const = default;
};

struct MatcherTables {
  WordNodes nodes = {};
  std::span<const WordRow> words = {};
  std::span<const WordUse> uses = {};                      // of the words, one behind the other
  std::span<const std::uint16_t> clauses = {};             // the same: those that have the word
  std::span<const std::uint16_t> clause_firsts = {};       // one more than clauses, as in `words`
  std::span<const std::uint16_t> clause_expressions = {};  // of the clauses: who needs them
  std::span<const ExpressionRow> expressions = {};         // in the order of the lists
};

// What limits the numbers above, and what Matcher keeps for one text.
inline constexpr std::size_t expressions_max = 4096;
inline constexpr std::size_t clauses_max = 8192;

bool same_tables(const MatcherTables& one, const MatcherTables& other);

// Makes the tables of any patterns and owns them.
class MadeTables {
 public:
  // More than the limits is a bug and aborts.
  explicit MadeTables(std::span<const PatternGroup> groups);
  ~MadeTables();
  MadeTables(const MadeTables&) = delete;
  MadeTables& operator=(const MadeTables&) = delete;

  // Valid as long as this.
  MatcherTables tables() const;

 private:
  struct Collected;
  void lay_out(const Collected& collected);

  std::unique_ptr<const WordTree> tree_;
  std::vector<WordRow> words_ = {};
  std::vector<WordUse> uses_ = {};
  std::vector<std::uint16_t> clauses_ = {};
  std::vector<std::uint16_t> clause_firsts_ = {};
  std::vector<std::uint16_t> clause_expressions_ = {};
  std::vector<ExpressionRow> expressions_ = {};
};

// Those of pattern_groups(), made when the program was built.
const MatcherTables& ready_tables();

}  // namespace telltale
