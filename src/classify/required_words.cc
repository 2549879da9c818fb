// SPDX-License-Identifier: Apache-2.0
#include "classify/required_words.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/letters.h"
#include "classify/characters.h"

namespace telltale {
namespace {

using TextSet = std::set<std::string>;
using Clauses = std::vector<TextSet>;

// Products of more texts are not spelled out, nor are classes of more characters.
constexpr std::size_t spelled_max = 16;
constexpr std::size_t choice_max = 256;
constexpr std::size_t class_max = 4;

// What is known of the texts that a piece of an expression matches.
struct Matched {
  std::optional<TextSet> all = TextSet{};  // every one of them; nothing when they are too many
  Clauses clauses = {};                    // else: what they all have
};

Matched anything() { return {.all = std::nullopt}; }
Matched only(std::string text) { return {.all = TextSet{std::move(text)}}; }

// A text that holds another one of them is found with it.
TextSet without_longer(const TextSet& texts) {
  TextSet kept;
  for (const std::string& text : texts) {
    const auto is_inside = [&](const std::string& other) {
      return other.size() < text.size() && text.contains(other);
    };
    if (std::ranges::none_of(texts, is_inside)) kept.insert(text);
  }
  return kept;
}

Clauses clauses_of(const Matched& matched) {
  if (!matched.all) return matched.clauses;
  const auto is_short = [](const std::string& text) {
    return text.size() < required_word_bytes_min;
  };
  if (matched.all->empty() || std::ranges::any_of(*matched.all, is_short)) return {};
  return {without_longer(*matched.all)};
}

// Long words and few of them are seldom there by chance.
std::pair<std::size_t, std::size_t> worth_of(const TextSet& clause) {
  return {std::ranges::min(clause, {}, &std::string::size).size(), choice_max - clause.size()};
}

void keep_best(Clauses& clauses) {
  std::ranges::stable_sort(clauses, std::ranges::greater{}, worth_of);
  if (clauses.size() > required_clauses_max) clauses.resize(required_clauses_max);
}

TextSet united(const TextSet& one, const TextSet& other) {
  TextSet both = one;
  both.insert(other.begin(), other.end());
  return without_longer(both);
}

// What holds if the one holds or the other.
Clauses either(Clauses one, Clauses other) {
  if (one.empty() || other.empty()) return {};
  if (one.size() * other.size() > required_clauses_max) {
    keep_best(one);
    keep_best(other);
    return {united(one.front(), other.front())};
  }
  Clauses all;
  for (const TextSet& left : one) {
    for (const TextSet& right : other) all.push_back(united(left, right));
  }
  return all;
}

Matched choice_of(const std::vector<Matched>& branches) {
  TextSet texts;
  bool are_listed = true;
  for (const Matched& branch : branches) {
    are_listed = are_listed && branch.all && texts.size() + branch.all->size() <= choice_max;
    if (are_listed) texts.insert(branch.all->begin(), branch.all->end());
  }
  if (are_listed) return {.all = std::move(texts)};
  Clauses clauses = clauses_of(branches.front());
  for (std::size_t i = 1; i < branches.size(); ++i) {
    clauses = either(std::move(clauses), clauses_of(branches[i]));
  }
  return {.all = std::nullopt, .clauses = std::move(clauses)};
}

// Pieces one behind the other. Those that can be listed are joined as long as they are few.
class Sequence {
 public:
  void add(Matched piece) {
    if (piece.all && open_.size() * piece.all->size() <= spelled_max) {
      open_ = product(open_, *piece.all);
      return;
    }
    close();
    if (piece.all) {
      open_ = std::move(*piece.all);
    } else {
      std::ranges::move(piece.clauses, std::back_inserter(clauses_));
    }
  }

  Matched finish() {
    if (is_whole_) return {.all = std::move(open_)};
    close();
    keep_best(clauses_);
    return {.all = std::nullopt, .clauses = std::move(clauses_)};
  }

 private:
  static TextSet product(const TextSet& heads, const TextSet& tails) {
    TextSet all;
    for (const std::string& head : heads) {
      for (const std::string& tail : tails) all.insert(head + tail);
    }
    return all;
  }

  void close() {
    is_whole_ = false;
    std::ranges::move(clauses_of({.all = std::move(open_)}), std::back_inserter(clauses_));
    open_ = {""};
  }

  TextSet open_ = {""};
  bool is_whole_ = true;
  Clauses clauses_ = {};
};

class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : rest_(text) {}

  Matched choice() {
    std::vector<Matched> branches;
    do {
      branches.push_back(sequence());
    } while (take("|"));
    return choice_of(branches);
  }
  // Whether all of it was read, and nothing in it was new to us.
  bool is_understood() const { return rest_.empty() && is_understood_; }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  Matched sequence() {
    Sequence all;
    while (!rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      all.add(repeated(piece()));
    }
    return all.finish();
  }

  // What follows a piece says how often it is there. Once and often tell the same about words.
  Matched repeated(Matched piece) {
    if (take("?")) {
      if (!piece.all) return anything();
      piece.all->insert("");
    } else if (take("*")) {
      piece = anything();
    } else if (take("+")) {
      piece = {.all = std::nullopt, .clauses = clauses_of(piece)};
    } else if (take("{")) {
      piece = take_count_of_none() ? anything()
                                   : Matched{.all = std::nullopt, .clauses = clauses_of(piece)};
    } else {
      return piece;
    }
    take("?");  // As few as possible; it matches the same texts.
    return piece;
  }

  // "0,3}" is read; whether it begins with none.
  bool take_count_of_none() {
    const std::string_view count = rest_.substr(0, rest_.find('}'));
    const auto is_count = [](char c) { return is_digit(c) || c == ','; };
    if (count.empty() || !is_digit(count.front()) || !std::ranges::all_of(count, is_count)) {
      is_understood_ = false;
    }
    rest_.remove_prefix(count.size());
    if (!take("}")) is_understood_ = false;
    return count.starts_with('0');
  }

  Matched piece() {
    if (take("(")) return group();
    if (take("[")) return one_of_class();
    if (take("^") || take("$") || take("\\b")) return only("");
    if (take(".")) return anything();
    if (take("\\") && (rest_.empty() || is_letter(rest_.front()) || is_digit(rest_.front()))) {
      return named_class();
    }
    const char c = next();
    // Not all letters are one byte, and of those we know the small ones of ASCII only.
    if (static_cast<unsigned char>(c) >= 0x80 || std::string_view("*+?{").contains(c)) {
      is_understood_ = false;
    }
    return only(std::string(1, lower_letter(c)));
  }

  // \w and its like; the backslash is read.
  Matched named_class() {
    if (!std::string_view("wWdDsSB").contains(next())) is_understood_ = false;
    return anything();
  }

  Matched group() {
    if (!take("?:") && rest_.starts_with('?')) is_understood_ = false;
    Matched inside = choice();
    if (!take(")")) is_understood_ = false;
    return inside;
  }

  // The bracket is open.
  Matched one_of_class() {
    const bool is_other = take("^");
    TextSet letters;
    bool is_listed = !is_other;
    for (bool is_first = true; !rest_.empty() && (is_first || rest_.front() != ']');) {
      is_first = false;
      if (take("\\") && !rest_.empty() && (is_letter(rest_.front()) || is_digit(rest_.front()))) {
        is_listed = false;
      }
      const char c = next();
      if (c == '[' && rest_.starts_with(':')) is_understood_ = false;
      const bool is_range = rest_.size() > 1 && rest_.front() == '-' && rest_[1] != ']';
      if (is_range || static_cast<unsigned char>(c) >= 0x80) is_listed = false;
      letters.insert(std::string(1, lower_letter(c)));
    }
    if (!take("]")) is_understood_ = false;
    if (!is_listed || letters.size() > class_max) return anything();
    return {.all = std::move(letters)};
  }

  char next() {
    if (rest_.empty()) return '\0';
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::string_view rest_;
  bool is_understood_ = true;
};

}  // namespace

std::vector<WordClause> required_words(std::string_view expression) {
  ExpressionReader reader(expression);
  const Clauses clauses = clauses_of(reader.choice());
  if (!reader.is_understood()) return {};
  std::vector<WordClause> words;
  for (const TextSet& clause : std::set(clauses.begin(), clauses.end())) {
    words.emplace_back(clause.begin(), clause.end());
  }
  return words;
}

}  // namespace telltale
