// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "json/number.h"
#include "kube/json_path.h"

namespace telltale {
namespace {

using Step = JsonPath::Step;
using Steps = JsonPath::Steps;
using Operand = JsonPath::Operand;

constexpr std::string_view ends_of_name = ".[]()=!<>, {}'\"";

std::unexpected<Error> wrong(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  // Up to the end of the text, or to what no step begins with.
  Result<Steps> steps() {
    Steps steps;
    while (rest_.starts_with('.') || rest_.starts_with('[')) {
      if (Result<void> taken = rest_.starts_with('[') ? bracket(steps) : dot(steps); !taken) {
        return fail(taken.error());
      }
      if (++steps_taken_ > JsonPath::steps_max) return wrong("it has too many steps");
    }
    return steps;
  }

  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void skip_blanks() {
    while (take(" ")) continue;
  }
  Result<void> expect(std::string_view word) {
    skip_blanks();
    if (take(word)) return {};
    return wrong(format("expected {} {}", word, place()));
  }
  std::string place() const {
    constexpr std::size_t shown_bytes_max = 40;
    return rest_.empty() ? "at its end"
                         : format("before {}", printable(truncate_utf8(rest_, shown_bytes_max)));
  }

  // A backslash takes the next character as it is: dots are common in labels.
  std::string name() {
    std::string name;
    while (!rest_.empty() && !ends_of_name.contains(rest_.front())) {
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      name += rest_.front();
      rest_.remove_prefix(1);
    }
    return name;
  }

  Result<std::string> quoted() {
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    if (rest_.empty()) return wrong("a quote is not closed");
    rest_.remove_prefix(1);
    return text;
  }
  bool at_quote() const { return rest_.starts_with('\'') || rest_.starts_with('"'); }

  Result<void> dot(Steps& steps) {
    const bool descends = take("..");
    if (descends) {
      steps.emplace_back().what = JsonPath::Descend{};
    } else {
      take(".");
    }
    if (rest_.starts_with('[')) return {};
    if (take("*")) {
      steps.emplace_back().what = JsonPath::Every{};
      return {};
    }
    std::string word = name();
    const bool says_nothing = word.empty();
    // A dot alone is the document itself.
    const bool is_whole = says_nothing && !descends && steps.empty();
    if (says_nothing && !is_whole) return wrong(format("expected a name {}", place()));
    if (!says_nothing) steps.emplace_back().what = JsonPath::Name{std::move(word)};
    return {};
  }

  Result<void> bracket(Steps& steps) {
    if (nesting_ == JsonPath::nesting_max) return wrong("its filters are nested too deep");
    take("[");
    skip_blanks();
    if (take("*")) {
      steps.emplace_back().what = JsonPath::Every{};
      return expect("]");
    }
    if (take("?(")) {
      ++nesting_;
      Result<void> filtered = filter(steps);
      --nesting_;
      return filtered;
    }
    Steps choices;
    do {
      skip_blanks();
      Result<Step> choice = at_quote() ? quoted_name() : slice();
      if (!choice) return fail(choice.error());
      choices.push_back(std::move(*choice));
      skip_blanks();
    } while (take(","));
    if (choices.size() == 1) {
      steps.push_back(std::move(choices.front()));
    } else {
      steps.emplace_back().what = JsonPath::Union{std::move(choices)};
    }
    return expect("]");
  }

  Result<Step> quoted_name() {
    Result<std::string> word = quoted();
    if (!word) return fail(word.error());
    return Step{JsonPath::Name{std::move(*word)}};
  }

  Result<std::optional<std::int64_t>> whole_number() {
    skip_blanks();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error == std::errc::result_out_of_range) return wrong("a number is too large");
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    skip_blanks();
    return number;
  }

  Result<Step> slice() {
    constexpr std::int64_t index_max = 1'000'000'000;  // keeps sums of two far from overflowing
    std::array<std::optional<std::int64_t>, 3> numbers;
    std::size_t count = 0;
    do {
      if (count == numbers.size()) return wrong("a slice has at most three numbers");
      const Result<std::optional<std::int64_t>> number = whole_number();
      if (!number) return fail(number.error());
      if (*number && (**number > index_max || **number < -index_max)) {
        return wrong("an index is too large");
      }
      numbers[count++] = *number;
    } while (take(":"));
    if (count == 1 && !numbers[0]) {
      return wrong(format("expected a number, a quoted name, * or ?( {}", place()));
    }
    const std::int64_t stride = numbers[2].value_or(1);
    if (stride < 1) return wrong("a slice goes forward, in steps of one or more");
    return Step{JsonPath::Slice{
        .from = numbers[0], .to = numbers[1], .stride = stride, .single = count == 1}};
  }

  template <class Value>
  static Operand literal(Value value) {
    Operand made;
    made.literal = std::move(value);
    return made;
  }

  Result<Operand> operand() {
    skip_blanks();
    if (at_quote()) {
      Result<std::string> text = quoted();
      if (!text) return fail(text.error());
      return literal(std::move(*text));
    }
    const bool from_item = take("@");
    if (from_item || take("$")) {
      Result<Steps> path = steps();
      if (!path) return fail(path.error());
      Operand made;
      made.root = from_item ? Operand::Root::Item : Operand::Root::Document;
      made.path = std::move(*path);
      return made;
    }
    return plain_literal();
  }

  Result<Operand> plain_literal() {
    const std::size_t size = std::min(rest_.find_first_of(" )=!<>"), rest_.size());
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (word == "true" || word == "false") return literal(word == "true");
    const std::optional<json::Tree> number = json::read_number(word, 0);
    if (number) return literal(number->as_double().value_or(0));
    return wrong(format("a filter compares paths, quoted text, numbers, true and false, not {}",
                        printable(word)));
  }

  std::optional<JsonPath::Comparison> comparison() {
    using enum JsonPath::Comparison;
    constexpr std::pair<std::string_view, JsonPath::Comparison> signs[] = {
        {"==", Equal}, {"!=", NotEqual}, {"<=", AtMost}, {">=", AtLeast}, {"<", Less}, {">", More}};
    skip_blanks();
    for (const auto& [sign, meaning] : signs) {
      if (take(sign)) return meaning;
    }
    return std::nullopt;
  }

  Result<void> filter(Steps& steps) {
    JsonPath::Filter made;
    Result<Operand> left = operand();
    if (!left) return fail(left.error());
    made.operands.push_back(std::move(*left));
    if (const std::optional<JsonPath::Comparison> sign = comparison()) {
      Result<Operand> right = operand();
      if (!right) return fail(right.error());
      made.operands.push_back(std::move(*right));
      made.comparison = *sign;
    } else if (made.operands.front().root != Operand::Root::Item) {
      return wrong("a filter without a comparison asks for a path such as @.type");
    }
    steps.emplace_back().what = std::move(made);
    if (Result<void> closed = expect(")"); !closed) return closed;
    return expect("]");
  }

  std::string_view rest_;
  std::size_t steps_taken_ = 0;
  std::size_t nesting_ = 0;
};

std::string_view without_braces(std::string_view text) {
  if (text.size() >= 2 && text.starts_with('{') && text.ends_with('}')) {
    text = text.substr(1, text.size() - 2);
  }
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

Result<JsonPath> parse_json_path(std::string_view text) {
  if (text.size() > JsonPath::text_bytes_max) {
    return wrong(format("a JSONPath has at most {} bytes", JsonPath::text_bytes_max));
  }
  std::string plain(without_braces(text));
  if (plain.starts_with('$') || plain.starts_with('@')) plain.erase(0, 1);
  if (!plain.empty() && plain.front() != '.' && plain.front() != '[') plain.insert(0, 1, '.');
  Parser parser(plain);
  Result<Steps> steps = parser.steps();
  if (steps && parser.done()) return JsonPath(std::move(*steps));
  const std::string why = steps ? format("nothing can stand before {}", printable(parser.rest()))
                                : std::move(steps.error().detail);
  return wrong(format("{} is not a JSONPath: {}", printable(text), why));
}

}  // namespace telltale
