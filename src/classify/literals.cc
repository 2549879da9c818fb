// SPDX-License-Identifier: Apache-2.0
#include "classify/literals.h"

#include <algorithm>

#include "base/letters.h"
#include "classify/characters.h"

namespace telltale {
namespace {

using Texts = std::vector<std::string>;

constexpr bool is_plain(char c) {
  return is_letter(c) || is_digit(c) || std::string_view(" _'-:/=,;<>@#\"&!~%").contains(c);
}
constexpr bool is_in_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

bool edge_holds(char neighbour, Edge edge) {
  if (edge == Edge::Word) return !is_in_word(neighbour);
  return edge == Edge::Any || !(is_letter(neighbour) || is_digit(neighbour));
}

// Reads an expression from the front; what it cannot list makes it give up.
class Lister {
 public:
  explicit Lister(std::string_view rest) : rest_(rest) {}

  // Everything up to the end or the parenthesis that closes this.
  std::optional<Texts> choice() {
    Texts all;
    do {
      const std::optional<Texts> one = sequence();
      if (!one) return std::nullopt;
      all.insert(all.end(), one->begin(), one->end());
    } while (all.size() <= literals_max && take("|"));
    if (all.size() > literals_max) return std::nullopt;
    return all;
  }

  bool is_done() const { return rest_.empty(); }

 private:
  bool take(std::string_view sign) {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  std::optional<Texts> sequence() {
    Texts all{""};
    while (!rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      std::optional<Texts> part = atom();
      if (!part) return std::nullopt;
      if (take("?")) part->emplace_back();
      if (!rest_.empty() && std::string_view("*+{?").contains(rest_.front())) return std::nullopt;
      if (all.size() * part->size() > literals_max) return std::nullopt;
      all = product(all, *part);
    }
    return all;
  }

  std::optional<Texts> atom() {
    if (take("(?:")) {
      std::optional<Texts> inner = choice();
      return inner && take(")") ? inner : std::nullopt;
    }
    // An escaped mark is the mark; an escaped letter is a class of characters or an edge.
    if (rest_.size() > 1 && rest_.front() == '\\' && !is_in_word(rest_[1])) {
      rest_.remove_prefix(1);
    } else if (!is_plain(rest_.front())) {
      return std::nullopt;
    }
    Texts one{std::string(1, lower_letter(rest_.front()))};
    rest_.remove_prefix(1);
    return one;
  }

  static Texts product(const Texts& heads, const Texts& tails) {
    Texts all;
    for (const std::string& head : heads) {
      for (const std::string& tail : tails) all.push_back(head + tail);
    }
    return all;
  }

  std::string_view rest_;
};

// Walks over an expression and keeps the longest run of plain characters that no | or repetition
// makes optional. Groups are looked into unless they are a choice.
class RunFinder {
 public:
  explicit RunFinder(std::string_view text) : text_(text) {}

  std::string_view longest() {
    walk(0, text_.size());
    return longest_;
  }

 private:
  // Where what begins here ends: a character with its escape, a class, a group, a word such as
  // <noun> that stands for an expression.
  std::size_t end_of(std::size_t at) const {
    if (text_[at] == '<') return std::min(text_.find('>', at), text_.size() - 1) + 1;
    if (text_[at] == '\\') return std::min(at + 2, text_.size());
    if (text_[at] == '[') return end_of_class(at);
    if (text_[at] != '(') return at + 1;
    std::size_t inside = at + 1;
    while (inside < text_.size() && text_[inside] != ')') inside = end_of(inside);
    return std::min(inside + 1, text_.size());
  }

  std::size_t end_of_class(std::size_t at) const {
    std::size_t inside = at + 1;
    if (inside < text_.size() && text_[inside] == '^') ++inside;
    if (inside < text_.size() && text_[inside] == ']') ++inside;
    while (inside < text_.size() && text_[inside] != ']') inside += text_[inside] == '\\' ? 2 : 1;
    return std::min(inside + 1, text_.size());
  }

  bool is_choice(std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < end; at = end_of(at)) {
      if (text_[at] == '|') return true;
    }
    return false;
  }

  // Past a repetition that begins here.
  std::size_t past_count(std::size_t at) const {
    if (at < text_.size() && text_[at] == '{') at = text_.find('}', at);
    while (at < text_.size() && std::string_view("?*+}").contains(text_[at])) ++at;
    return std::min(at, text_.size());
  }

  void walk(std::size_t begin, std::size_t end) {
    if (is_choice(begin, end)) return;
    std::size_t run = begin;
    for (std::size_t at = begin; at < end;) {
      const std::size_t after = end_of(at);
      const std::size_t next = past_count(after);
      const bool is_single = next == after && after == at + 1 && is_plain(text_[at]);
      if (is_single) {
        if (after - run > longest_.size()) longest_ = text_.substr(run, after - run);
      } else {
        if (text_[at] == '(' && next == after) walk_group(at, after);
        run = next;
      }
      at = next;
    }
  }

  void walk_group(std::size_t begin, std::size_t end) {
    const bool is_plain_group = text_.substr(begin).starts_with("(?:");
    if (!is_plain_group && text_.substr(begin).starts_with("(?")) return;
    walk(begin + (is_plain_group ? 3 : 1), end - 1);
  }

  std::string_view text_;
  std::string_view longest_ = {};
};

}  // namespace

std::string_view literal_within(std::string_view expression) {
  return RunFinder(expression).longest();
}

std::optional<Literals> literals_of(std::string_view expression) {
  constexpr std::string_view edge = "\\b";
  Literals literals;
  if (expression.starts_with(edge)) {
    literals.before = Edge::Word;
    expression.remove_prefix(edge.size());
  }
  if (expression.ends_with(edge)) {
    literals.after = Edge::Word;
    expression.remove_suffix(edge.size());
  }
  Lister lister(expression);
  std::optional<Texts> texts = lister.choice();
  if (!texts || !lister.is_done()) return std::nullopt;
  // RE2's \b beside what is no letter would ask for a letter there.
  const auto fits = [&](const std::string& text) {
    return !text.empty() && (literals.before == Edge::Any || is_in_word(text.front())) &&
           (literals.after == Edge::Any || is_in_word(text.back()));
  };
  if (!std::ranges::all_of(*texts, fits)) return std::nullopt;
  literals.texts = std::move(*texts);
  return literals;
}

bool edges_hold(std::string_view text, std::size_t begin, std::size_t end, Edge before,
                Edge after) {
  return (begin == 0 || edge_holds(text[begin - 1], before)) &&
         (end == text.size() || edge_holds(text[end], after));
}

}  // namespace telltale
