// SPDX-License-Identifier: Apache-2.0
#include "classify/matcher.h"

#include <algorithm>
#include <string>
#include <vector>

#include <re2/re2.h>
#include <re2/set.h>

#include "base/check.h"
#include "classify/literals.h"
#include "classify/matcher_tables.h"
#include "classify/words.h"

namespace telltale {
namespace {

// RE2 forgets an automaton's states when this is full, which costs time, so it is above what real
// messages need.
constexpr std::int64_t automaton_bytes_max = std::int64_t{24} << 20;
// Patterns are small, and a message asks a few of them.
constexpr std::int64_t pattern_bytes_max = std::int64_t{8} << 20;
constexpr std::size_t passes_count = 6;
// Text that could match more patterns than this is asked in passes: an error speaks of a few
// things, and what speaks of everything is long or hostile.
constexpr std::size_t asked_max = 96;
constexpr std::size_t asked_bytes_max = 4096;

RE2::Options options_within(std::int64_t bytes_max) {
  RE2::Options options;
  // Bytes that are no UTF-8 are text like any other, so hostile bytes cannot end a match.
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(false);
  options.set_never_capture(true);
  options.set_log_errors(false);
  options.set_max_mem(bytes_max);
  return options;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

struct Entry {
  const Pattern* pattern;
  const PatternGroup* group;
  std::size_t order;         // in the lists
  std::uint32_t places = 0;  // a bit for every platform where it applies
};

std::uint32_t bit_of(Platform platform) { return 1U << static_cast<unsigned>(platform); }

std::uint32_t places_of(const PatternGroup& group) {
  std::uint32_t places = bit_of(Platform::Any);
  for (const Platform platform : all_platforms()) {
    if (applies(group, platform)) places |= bit_of(platform);
  }
  return places;
}

const Pattern*& place_of(Found& found, const Entry& entry) {
  return found[static_cast<std::size_t>(entry.pattern->role)];
}

// Patterns that are matched together. What can be open at the same time multiplies, so those that
// reach over several words are kept apart: six small automata have far fewer states than the one
// that is their product.
std::size_t pass_of(const Pattern& pattern) {
  if (pattern.shape == Shape::Code) return 0;
  if (pattern.text.find('<') == std::string_view::npos) return 1;
  if (pattern.role == Role::MissingPhrase || pattern.role == Role::MissingWord) return 2;
  if (pattern.role == Role::QuotaPhrase || pattern.role == Role::LimitPhrase) return 3;
  if (pattern.role == Role::CapacityPhrase) return 4;
  return 5;
}

// An expression that RE2 gets to know when it is first asked, by one thread while others wait: a
// program asks few of them, and all together take twenty milliseconds.
class LazyExpression {
 public:
  bool matches(std::string_view text, Shape shape, std::string_view alternative) const {
    std::call_once(made_once_, [&] {
      made_ = std::make_unique<const RE2>(expression_of(shape, alternative),
                                          options_within(pattern_bytes_max));
      check(made_->ok(), "every alternative of a pattern is an expression");
    });
    return RE2::PartialMatch(piece(text), *made_);
  }

 private:
  mutable std::once_flag made_once_;
  mutable std::unique_ptr<const RE2> made_;
};

// The expressions whose words are all in a text, as the words turn up.
class Candidates {
 public:
  explicit Candidates(const MatcherTables& tables) : tables_(tables) {
    for (std::size_t i = 0; i < tables.expressions.size(); ++i) {
      missing_[i] = tables.expressions[i].clauses;
      if (missing_[i] == 0) possible_.push_back(static_cast<int>(i));
    }
  }

  void see(std::size_t word) {
    const std::size_t end = tables_.words[word + 1].first_clause;
    for (std::size_t i = tables_.words[word].first_clause; i < end; ++i) {
      const std::size_t clause = tables_.clauses[i];
      if (!seen_[clause]) hold(clause);
    }
  }

  // In the order of the lists.
  std::vector<int> take() {
    std::ranges::sort(possible_);
    return std::move(possible_);
  }

 private:
  void hold(std::size_t clause) {
    seen_.set(clause);
    const std::size_t end = tables_.clause_firsts[clause + 1];
    for (std::size_t i = tables_.clause_firsts[clause]; i < end; ++i) {
      const std::size_t expression = tables_.clause_expressions[i];
      if (--missing_[expression] == 0) possible_.push_back(static_cast<int>(expression));
    }
  }

  const MatcherTables& tables_;
  std::bitset<clauses_max> seen_ = {};
  std::array<std::uint8_t, expressions_max> missing_;  // clauses; set for as many as there are
  std::vector<int> possible_ = {};
};

}  // namespace

// The alternatives of all patterns, each on its own: fixed texts, and expressions behind the words
// that they need.
struct Matcher::Words {
  MatcherTables tables;
  WordFinder finder;
  std::vector<Entry> entries = {};                      // all patterns
  std::unique_ptr<const LazyExpression[]> expressions;  // as in the tables

  Words(std::span<const PatternGroup> groups, const MatcherTables& of_groups)
      : tables(of_groups),
        finder(of_groups.nodes),
        expressions(std::make_unique<LazyExpression[]>(of_groups.expressions.size())) {
    for (const PatternGroup& group : groups) {
      const std::uint32_t places = places_of(group);
      for (const Pattern& pattern : group.patterns) {
        entries.push_back({&pattern, &group, entries.size(), places});
      }
    }
  }

  const Entry& entry_of(int expression) const {
    return entries[tables.expressions[static_cast<std::size_t>(expression)].order];
  }

  std::size_t order_of(const Pattern* pattern) const {
    return std::ranges::find(entries, pattern, &Entry::pattern)->order;
  }

  bool matches(int expression, std::string_view text) const {
    const auto number = static_cast<std::size_t>(expression);
    const auto& [order, begin, end, clauses] = tables.expressions[number];
    const Pattern& pattern = *entries[order].pattern;
    const std::string_view alternative =
        pattern.text.substr(begin, static_cast<std::size_t>(end - begin));
    return expressions[number].matches(text, pattern.shape, alternative);
  }
};

struct Matcher::Passes {
  struct Pass {
    RE2::Set set{options_within(automaton_bytes_max), RE2::UNANCHORED};
    std::vector<Entry> entries = {};
  };
  std::vector<Pass> all{passes_count};
  std::size_t count = 0;

  explicit Passes(std::span<const PatternGroup> groups) {
    for (const PatternGroup& group : groups) {
      for (const Pattern& pattern : group.patterns) {
        Pass& pass = all[pass_of(pattern)];
        const int index = pass.set.Add(expression_of(pattern), nullptr);
        check(index == static_cast<int>(pass.entries.size()), "every pattern is an expression");
        pass.entries.push_back({&pattern, &group, count++});
      }
    }
    for (Pass& pass : all) {
      check(pass.set.Compile(), "the patterns fit into the automaton's memory");
    }
  }
};

Matcher::Matcher(std::span<const PatternGroup> groups)
    : groups_(groups),
      made_(std::make_unique<const MadeTables>(groups)),
      words_(std::make_unique<const Words>(groups, made_->tables())) {}

Matcher::Matcher(std::span<const PatternGroup> groups, const MatcherTables& tables)
    : groups_(groups), words_(std::make_unique<const Words>(groups, tables)) {}

Matcher::~Matcher() = default;

const Matcher::Passes& Matcher::passes() const {
  std::call_once(passes_made_, [this] { passes_ = std::make_unique<const Passes>(groups_); });
  return *passes_;
}

Matcher::Reading Matcher::read(std::string_view text, Platform platform) const {
  Reading reading(*words_, text);
  if (text.size() > asked_bytes_max) {
    reading.found_ = match_in_passes(text, platform);
    return reading;
  }
  reading.look_for_words(bit_of(platform));
  if (reading.possible_.size() > asked_max) {
    reading.possible_.clear();
    reading.found_ = match_in_passes(text, platform);
  }
  for (const int number : reading.possible_) {
    reading.open_.set(static_cast<std::size_t>(words_->entry_of(number).pattern->role));
  }
  return reading;
}

// Finds the fixed texts of patterns that apply here, and the expressions that could match.
void Matcher::Reading::look_for_words(std::uint32_t here) {
  const MatcherTables& tables = words_.tables;
  Candidates candidates(tables);
  std::array<std::size_t, role_count> firsts{};
  firsts.fill(words_.entries.size());
  words_.finder.find(text_, [&](std::size_t word, std::size_t end) {
    candidates.see(word);
    const std::size_t begin = end - tables.words[word].bytes;
    const std::size_t uses_end = tables.words[word + 1].first_use;
    for (std::size_t i = tables.words[word].first_use; i < uses_end; ++i) {
      const WordUse& use = tables.uses[i];
      const Entry& entry = words_.entries[use.order];
      std::size_t& first = firsts[static_cast<std::size_t>(entry.pattern->role)];
      if (entry.order >= first || (entry.places & here) == 0) continue;
      if (edges_hold(text_, begin, end, use.before, use.after)) first = entry.order;
    }
  });
  for (std::size_t role = 0; role < role_count; ++role) {
    if (firsts[role] < words_.entries.size()) found_[role] = words_.entries[firsts[role]].pattern;
  }
  possible_ = candidates.take();
  std::erase_if(possible_,
                [&](int number) { return (words_.entry_of(number).places & here) == 0; });
}

// Asks the expressions of this role that stand before what is known, until one matches.
void Matcher::Reading::ask_before(Role role, const Pattern* known) {
  const Pattern*& place = found_[static_cast<std::size_t>(role)];
  std::erase_if(possible_, [&](int number) {
    const auto& [pattern, group, order, places] = words_.entry_of(number);
    if (pattern->role != role) return false;
    const bool is_open = place == known && (known == nullptr || order < words_.order_of(known));
    if (is_open && words_.matches(number, text_)) place = pattern;
    return true;
  });
}

bool Matcher::Reading::is_seen(Role role) {
  const Pattern*& place = found_[static_cast<std::size_t>(role)];
  const auto number = static_cast<std::size_t>(role);
  if (place == nullptr && open_[number]) {
    open_.reset(number);
    ask_before(role, nullptr);
  }
  return place != nullptr;
}

const Pattern* Matcher::Reading::first_of(Role role) {
  const Pattern*& place = found_[static_cast<std::size_t>(role)];
  ask_before(role, place);
  return place;
}

Found Matcher::match(std::string_view text, Platform platform) const {
  Reading reading = read(text, platform);
  Found found{};
  for (std::size_t role = 0; role < role_count; ++role) {
    found[role] = reading.first_of(static_cast<Role>(role));
  }
  return found;
}

Found Matcher::match_in_passes(std::string_view text, Platform platform) const {
  std::vector<Entry> found;
  std::vector<int> matched;
  for (const Passes::Pass& pass : passes().all) {
    RE2::Set::ErrorInfo trouble{};
    if (!pass.set.Match(piece(text), &matched, &trouble) && trouble.kind != RE2::Set::kNoError) {
      return match_one_by_one(text, platform);
    }
    for (const int index : matched) found.push_back(pass.entries[static_cast<std::size_t>(index)]);
  }
  std::ranges::sort(found, {}, &Entry::order);
  Found firsts{};
  for (const Entry& entry : found) {
    const Pattern*& place = place_of(firsts, entry);
    if (place == nullptr && applies(*entry.group, platform)) place = entry.pattern;
  }
  return firsts;
}

Found Matcher::match_one_by_one(std::string_view text, Platform platform) const {
  Found found{};
  for (const PatternGroup& group : groups_) {
    if (!applies(group, platform)) continue;
    for (const Pattern& pattern : group.patterns) {
      const Pattern*& place = place_of(found, {&pattern, &group, 0});
      if (place != nullptr) continue;
      const RE2 expression(expression_of(pattern), options_within(automaton_bytes_max));
      if (RE2::PartialMatch(piece(text), expression)) place = &pattern;
    }
  }
  return found;
}

}  // namespace telltale
