// SPDX-License-Identifier: Apache-2.0
#include "kube/selector.h"

#include <algorithm>

#include "base/text.h"
#include "kube/label_syntax.h"

namespace telltale {
namespace {

using Test = Requirement::Test;

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }
bool is_mark(char byte) { return std::string_view("=!(),<>").find(byte) != std::string_view::npos; }

// Cuts the text into words and marks, one ahead of the parser. An empty token is the end.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) { advance(); }

  std::string_view peek() const { return token_; }
  bool at_word() const { return !token_.empty() && !is_mark(token_.front()); }
  std::string_view take() {
    const std::string_view taken = token_;
    advance();
    return taken;
  }
  bool take_if(std::string_view mark) {
    if (token_ != mark) return false;
    advance();
    return true;
  }

 private:
  void advance() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    token_ = rest_.substr(0, token_size());
    rest_.remove_prefix(token_.size());
  }

  std::size_t token_size() const {
    if (rest_.starts_with("==") || rest_.starts_with("!=")) return 2;
    if (!rest_.empty() && is_mark(rest_.front())) return 1;
    const auto end =
        std::ranges::find_if(rest_, [](char byte) { return is_space(byte) || is_mark(byte); });
    return static_cast<std::size_t>(end - rest_.begin());
  }

  std::string_view rest_;
  std::string_view token_;
};

std::unexpected<Error> expected(std::string_view what, const Tokens& tokens) {
  const std::string found =
      tokens.peek().empty() ? "the end" : format("\"{}\"", truncate_utf8(tokens.peek(), 60));
  return fail(Error::Kind::Invalid,
              format("the label selector should have {}, where it has {}", what, found));
}

// "", "x" or "x,y,", each place between two commas a value, as Kubernetes has it.
std::vector<std::string> take_values(Tokens& tokens) {
  std::vector<std::string> values;
  do {
    values.emplace_back(tokens.at_word() ? tokens.take() : std::string_view());
  } while (tokens.take_if(","));
  return values;
}

Result<Requirement> finish(Requirement requirement) {
  if (const auto error = error_in_label_key(requirement.key)) {
    return fail(Error::Kind::Invalid, format("\"{}\" is not a label key: {}",
                                             truncate_utf8(requirement.key, 60), *error));
  }
  for (const std::string& value : requirement.values) {
    if (const auto error = error_in_label_value(value)) {
      return fail(Error::Kind::Invalid,
                  format("\"{}\" is not a label value: {}", truncate_utf8(value, 60), *error));
    }
  }
  std::ranges::sort(requirement.values);
  const auto repeated = std::ranges::unique(requirement.values);
  requirement.values.erase(repeated.begin(), repeated.end());
  return requirement;
}

// A label that is null is not there. Values are in order.
bool passes(const Requirement& requirement, const Label* label) {
  const auto is_listed = [&] {
    const auto at = std::ranges::lower_bound(requirement.values, label->value);
    return at != requirement.values.end() && *at == label->value;
  };
  switch (requirement.test) {
    case Test::Exists:
      return label != nullptr;
    case Test::DoesNotExist:
      return label == nullptr;
    case Test::In:
      return label != nullptr && is_listed();
    case Test::NotIn:
      return label == nullptr || !is_listed();
  }
  return false;
}

Result<Requirement> parse_set(Tokens& tokens, std::string key, Test test) {
  if (!tokens.take_if("(")) return expected("'('", tokens);
  if (tokens.peek() == ")") return expected("a value", tokens);
  std::vector<std::string> values = take_values(tokens);
  if (!tokens.take_if(")")) return expected("',' or ')'", tokens);
  return finish({std::move(key), test, std::move(values)});
}

Result<Requirement> parse_requirement(Tokens& tokens) {
  const bool negated = tokens.take_if("!");
  if (!tokens.at_word()) return expected("a label key", tokens);
  std::string key(tokens.take());
  const std::string_view next = tokens.peek();
  if (negated || next.empty() || next == ",") {
    return finish({std::move(key), negated ? Test::DoesNotExist : Test::Exists, {}});
  }
  if (tokens.take_if("in")) return parse_set(tokens, std::move(key), Test::In);
  if (tokens.take_if("notin")) return parse_set(tokens, std::move(key), Test::NotIn);
  const bool differs = next == "!=";
  if (!differs && next != "=" && next != "==") {
    return expected("one of =, ==, !=, in and notin", tokens);
  }
  tokens.take();
  std::string value(tokens.at_word() ? tokens.take() : std::string_view());
  return finish({std::move(key), differs ? Test::NotIn : Test::In, {std::move(value)}});
}

}  // namespace

bool Requirement::matches(std::span<const Label> labels) const {
  const auto label = std::ranges::find(labels, key, &Label::key);
  return passes(*this, label == labels.end() ? nullptr : &*label);
}

bool Requirement::matches_sorted(std::span<const Label> labels) const {
  const auto label = std::ranges::lower_bound(labels, std::string_view(key), {}, &Label::key);
  return passes(*this, label == labels.end() || label->key != key ? nullptr : &*label);
}

bool Selector::matches_sorted(std::span<const Label> labels) const {
  return std::ranges::all_of(requirements,
                             [&](const Requirement& each) { return each.matches_sorted(labels); });
}

bool Selector::matches(std::span<const Label> labels) const {
  return std::ranges::all_of(requirements,
                             [&](const Requirement& each) { return each.matches(labels); });
}

Result<Selector> parse_selector(std::string_view text) {
  if (text.size() > selector_bytes_max) {
    return fail(Error::Kind::TooLarge,
                format("the label selector is longer than {} bytes", selector_bytes_max));
  }
  Tokens tokens(text);
  Selector selector;
  if (tokens.peek().empty()) return selector;
  do {
    auto requirement = parse_requirement(tokens);
    if (!requirement) return fail(requirement.error());
    if (selector.requirements.size() == requirements_max) {
      return fail(Error::Kind::TooLarge,
                  format("the label selector has more than {} requirements", requirements_max));
    }
    selector.requirements.push_back(std::move(*requirement));
  } while (tokens.take_if(","));
  if (!tokens.peek().empty()) return expected("',' or its end", tokens);
  return selector;
}

}  // namespace telltale
