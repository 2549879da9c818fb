// SPDX-License-Identifier: Apache-2.0
#include "classify/matcher_tables.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/check.h"
#include "classify/required_words.h"

namespace telltale {
namespace {

template <typename Number>
std::uint16_t small(Number number) {
  check(std::in_range<std::uint16_t>(number), "the tables' numbers are small");
  return static_cast<std::uint16_t>(number);
}

bool same_nodes(const WordNodes& one, const WordNodes& other) {
  return std::ranges::equal(one.kind_of, other.kind_of) &&
         std::ranges::equal(one.near, other.near) && std::ranges::equal(one.first, other.first) &&
         std::ranges::equal(one.letter, other.letter) &&
         std::ranges::equal(one.instead, other.instead) &&
         std::ranges::equal(one.ends, other.ends) &&
         std::ranges::equal(one.shorter, other.shorter) && std::ranges::equal(one.word, other.word);
}

}  // namespace

// What the tables hold, while it still grows.
struct MadeTables::Collected {
  struct Word {
    std::vector<WordUse> uses = {};
    std::vector<std::uint16_t> clauses = {};
  };

  std::vector<std::string> texts = {};
  std::vector<Word> words = {};
  std::map<std::string, std::size_t> numbers = {};        // of the words
  std::map<WordClause, std::size_t> clause_numbers = {};  // clauses that expressions share
  std::vector<std::vector<std::uint16_t>> clauses = {};   // the expressions that need them
  std::vector<ExpressionRow> expressions = {};

  Word& word_of(const std::string& text) {
    const auto [at, is_new] = numbers.emplace(text, texts.size());
    if (is_new) {
      texts.push_back(text);
      words.emplace_back();
    }
    return words[at->second];
  }

  std::size_t clause_of(const WordClause& clause) {
    const auto [at, is_new] = clause_numbers.emplace(clause, clauses.size());
    if (is_new) {
      for (const std::string& text : clause) word_of(text).clauses.push_back(small(clauses.size()));
      clauses.emplace_back();
    }
    return at->second;
  }

  void add(const Pattern& pattern, PatternOrder order) {
    for (const Alternative& alternative : alternatives_of(pattern)) {
      if (!alternative.literals) {
        add_expression(pattern, order, alternative);
        continue;
      }
      const auto& [fixed, before, after] = *alternative.literals;
      for (const std::string& text : fixed) word_of(text).uses.push_back({order, before, after});
    }
  }

  void add_expression(const Pattern& pattern, PatternOrder order, const Alternative& alternative) {
    const std::uint16_t number = small(expressions.size());
    const std::vector<WordClause> needed = required_words(alternative.expression);
    for (const WordClause& clause : needed) clauses[clause_of(clause)].push_back(number);
    const auto begin = alternative.text.data() - pattern.text.data();
    expressions.push_back({.order = order,
                           .begin = small(begin),
                           .end = small(static_cast<std::size_t>(begin) + alternative.text.size()),
                           .clauses = static_cast<std::uint8_t>(needed.size())});
  }
};

MadeTables::MadeTables(std::span<const PatternGroup> groups) {
  Collected collected;
  std::size_t order = 0;
  for (const PatternGroup& group : groups) {
    for (const Pattern& pattern : group.patterns) collected.add(pattern, small(order++));
  }
  check(collected.expressions.size() <= expressions_max && collected.clauses.size() <= clauses_max,
        "what one text could match is counted in little memory");
  lay_out(collected);
}

MadeTables::~MadeTables() = default;

void MadeTables::lay_out(const Collected& collected) {
  tree_ = std::make_unique<const WordTree>(collected.texts);
  for (std::size_t i = 0; i < collected.words.size(); ++i) {
    const auto& [uses, clauses] = collected.words[i];
    words_.push_back({.bytes = small(collected.texts[i].size()),
                      .first_use = small(uses_.size()),
                      .first_clause = small(clauses_.size())});
    uses_.insert(uses_.end(), uses.begin(), uses.end());
    clauses_.insert(clauses_.end(), clauses.begin(), clauses.end());
  }
  words_.push_back({.first_use = small(uses_.size()), .first_clause = small(clauses_.size())});
  for (const std::vector<std::uint16_t>& expressions : collected.clauses) {
    clause_firsts_.push_back(small(clause_expressions_.size()));
    clause_expressions_.insert(clause_expressions_.end(), expressions.begin(), expressions.end());
  }
  clause_firsts_.push_back(small(clause_expressions_.size()));
  expressions_ = collected.expressions;
}

MatcherTables MadeTables::tables() const {
  return {.nodes = tree_->nodes(),
          .words = words_,
          .uses = uses_,
          .clauses = clauses_,
          .clause_firsts = clause_firsts_,
          .clause_expressions = clause_expressions_,
          .expressions = expressions_};
}

bool same_tables(const MatcherTables& one, const MatcherTables& other) {
  return same_nodes(one.nodes, other.nodes) && std::ranges::equal(one.words, other.words) &&
         std::ranges::equal(one.uses, other.uses) &&
         std::ranges::equal(one.clauses, other.clauses) &&
         std::ranges::equal(one.clause_firsts, other.clause_firsts) &&
         std::ranges::equal(one.clause_expressions, other.clause_expressions) &&
         std::ranges::equal(one.expressions, other.expressions);
}

}  // namespace telltale
