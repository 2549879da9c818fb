// SPDX-License-Identifier: Apache-2.0
#include "classify/matcher.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include "base/check.h"
#include "classify/literals.h"
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
// Shorter words are in every text, so they would not spare us anything.
constexpr int word_bytes_min = 3;

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

}  // namespace

// The alternatives of all patterns, each on its own: fixed texts, and expressions behind the words
// that they need.
struct Matcher::Words {
  struct Use {
    std::size_t order;  // of its entry
    Edge before;
    Edge after;
  };
  struct Word {
    std::vector<Use> uses = {};
    std::optional<int> needed = {};  // its number among the words that expressions need
  };

  std::vector<Entry> entries = {};  // all patterns
  std::vector<std::string> texts = {};
  std::vector<Word> words = {};
  std::unordered_map<std::string, std::size_t> numbers = {};
  re2::FilteredRE2 filter{word_bytes_min};
  std::vector<Entry> expressions = {};  // by the filter's numbers, which follow the lists
  std::optional<WordFinder> finder = {};

  explicit Words(std::span<const PatternGroup> groups) {
    for (const PatternGroup& group : groups) {
      const std::uint32_t places = places_of(group);
      for (const Pattern& pattern : group.patterns) add({&pattern, &group, entries.size(), places});
    }
    std::vector<std::string> needed;
    filter.Compile(&needed);
    for (std::size_t i = 0; i < needed.size(); ++i) {
      word_of(needed[i]).needed = static_cast<int>(i);
    }
    finder.emplace(texts);
  }

  std::size_t order_of(const Pattern* pattern) const {
    return std::ranges::find(entries, pattern, &Entry::pattern)->order;
  }

  Word& word_of(const std::string& text) {
    const auto [at, is_new] = numbers.emplace(text, texts.size());
    if (is_new) {
      texts.push_back(text);
      words.emplace_back();
    }
    return words[at->second];
  }

  void add(const Entry& entry) {
    entries.push_back(entry);
    for (const Alternative& alternative : alternatives_of(*entry.pattern)) {
      if (!alternative.literals) {
        add_expression(entry, alternative.expression);
        continue;
      }
      const auto& [fixed, before, after] = *alternative.literals;
      for (const std::string& text : fixed) {
        word_of(text).uses.push_back({entry.order, before, after});
      }
    }
  }

  void add_expression(const Entry& entry, const std::string& expression) {
    int number = 0;
    const RE2::ErrorCode taken = filter.Add(expression, options_within(pattern_bytes_max), &number);
    check(taken == RE2::NoError && number == static_cast<int>(expressions.size()),
          "every alternative of a pattern is an expression");
    expressions.push_back(entry);
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
    : groups_(groups), words_(std::make_unique<const Words>(groups)) {}

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
  const std::uint32_t here = bit_of(platform);
  std::vector<int> needed;
  needed.reserve(64);
  std::array<std::size_t, role_count> firsts{};
  firsts.fill(words_->entries.size());
  words_->finder->find(text, [&](std::size_t number, std::size_t end) {
    const Words::Word& word = words_->words[number];
    if (word.needed) needed.push_back(*word.needed);
    for (const Words::Use& use : word.uses) {
      const Entry& entry = words_->entries[use.order];
      std::size_t& first = firsts[static_cast<std::size_t>(entry.pattern->role)];
      if (entry.order >= first || (entry.places & here) == 0) continue;
      const std::size_t begin = end - words_->texts[number].size();
      if (edges_hold(text, begin, end, use.before, use.after)) first = entry.order;
    }
  });
  for (std::size_t role = 0; role < role_count; ++role) {
    if (firsts[role] < words_->entries.size()) {
      reading.found_[role] = words_->entries[firsts[role]].pattern;
    }
  }
  // A word that is there twice is not needed twice.
  std::ranges::sort(needed);
  needed.erase(std::ranges::unique(needed).begin(), needed.end());
  words_->filter.AllPotentials(needed, &reading.possible_);
  std::erase_if(reading.possible_, [&](int number) {
    return (words_->expressions[static_cast<std::size_t>(number)].places & here) == 0;
  });
  if (reading.possible_.size() > asked_max) {
    reading.possible_.clear();
    reading.found_ = match_in_passes(text, platform);
  }
  std::ranges::sort(reading.possible_);
  for (const int number : reading.possible_) {
    const Entry& entry = words_->expressions[static_cast<std::size_t>(number)];
    reading.open_.set(static_cast<std::size_t>(entry.pattern->role));
  }
  return reading;
}

// Asks the expressions of this role that stand before what is known, until one matches.
void Matcher::Reading::ask_before(Role role, const Pattern* known) {
  const Pattern*& place = found_[static_cast<std::size_t>(role)];
  std::erase_if(possible_, [&](int number) {
    const auto& [pattern, group, order, places] =
        words_.expressions[static_cast<std::size_t>(number)];
    if (pattern->role != role) return false;
    const bool is_open = place == known && (known == nullptr || order < words_.order_of(known));
    if (is_open && RE2::PartialMatch(piece(text_), words_.filter.GetRE2(number))) place = pattern;
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
