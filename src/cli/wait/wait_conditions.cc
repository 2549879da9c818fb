// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_conditions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/explain/attention.h"
#include "cli/screen/wrap.h"
#include "kube/reading.h"

namespace telltale::cli {
namespace {

using Kind = Expectation::Kind;
using json::Tree;

std::unexpected<Error> wrong(std::string_view flag, std::string_view detail) {
  return fail(Error::Kind::Invalid, format("{} {}", flag, detail));
}

std::string_view without_prefix(std::string_view text, std::string_view prefix) {
  text.remove_prefix(prefix.size());
  return text;
}

Result<Expectation> parse_condition(std::string_view flag, std::string_view rest,
                                    Expectation expectation) {
  const std::size_t equals = rest.find('=');
  expectation.kind = Kind::Condition;
  expectation.type = rest.substr(0, equals);
  expectation.value = equals == std::string_view::npos ? "True" : rest.substr(equals + 1);
  if (expectation.type.empty() || expectation.value.empty()) {
    return wrong(flag,
                 "condition= needs a type, and a status behind a second =: "
                 "condition=Ready or condition=Ready=False");
  }
  return expectation;
}

// At every `=` that is not one of a pair, which compares within the path.
std::vector<std::string> split_at_equals(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "==") {
      parts.back() += text.substr(i++, 2);
    } else if (text[i] == '=') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

std::string_view without_quotes(std::string_view text) {
  while (text.starts_with('\'') || text.starts_with('"')) text.remove_prefix(1);
  while (text.ends_with('\'') || text.ends_with('"')) text.remove_suffix(1);
  return text;
}

Result<Expectation> parse_path(std::string_view flag, std::string_view rest,
                               Expectation expectation) {
  const std::vector<std::string> parts = split_at_equals(rest);
  if (parts.size() > 2 || without_quotes(parts.front()).empty()) {
    return wrong(flag,
                 "jsonpath= needs a path, and a value behind it at most: "
                 "jsonpath='{.status.readyReplicas}'=3");
  }
  expectation.kind = Kind::JsonPath;
  if (parts.size() == 2) {
    expectation.value = without_quotes(parts[1]);
    if (expectation.value.empty()) {
      return wrong(flag,
                   "jsonpath= has to have a value behind the equal sign, like "
                   "jsonpath='{.status.readyReplicas}'=3");
    }
  }
  Result<JsonPath> path = parse_json_path(without_quotes(parts.front()));
  if (!path) return wrong(flag, format("jsonpath=: {}", path.error().detail));
  expectation.path = std::move(*path);
  return expectation;
}

Result<Expectation> parse_verdict(std::string_view flag, std::string_view rest,
                                  Expectation expectation) {
  expectation.kind = Kind::Verdict;
  for (const Verdict verdict :
       {Verdict::Healthy, Verdict::Working, Verdict::Stuck, Verdict::Unknown}) {
    if (!same_letters(to_text(verdict), rest)) continue;
    expectation.verdict = verdict;
    return expectation;
  }
  return wrong(flag,
               format("verdict={} must be Healthy, Working, Stuck or Unknown", printable(rest)));
}

// Where a condition is older than what people wrote, it speaks about the object as it was.
bool is_outdated(const Tree& condition, const Tree& document) {
  const std::optional<std::int64_t> generation = document["metadata"]["generation"].as_int();
  std::optional<std::int64_t> observed = condition["observedGeneration"].as_int();
  if (!observed) observed = document["status"]["observedGeneration"].as_int();
  return generation && observed && *observed < *generation;
}

std::string describe(const Tree& condition) {
  const std::string_view reason = condition["reason"].as_string("");
  const std::string_view message = condition["message"].as_string("");
  std::string text = format("{} is {}", printable(condition["type"].as_string("")),
                            printable(condition["status"].as_string("")));
  if (!reason.empty()) text += format(", {}", printable(reason));
  if (!message.empty()) text += format(": {}", one_line(message));
  return text;
}

// Where kubectl looks, then where v1beta1 keeps what is new.
Tree find_typed(const Tree& status, std::string_view type) {
  for (const Tree& list :
       {status["conditions"], status["v1beta2"]["conditions"], status["experimentalConditions"]}) {
    for (const Tree& condition : list.items()) {
      if (same_letters(condition["type"].as_string(""), type)) return condition;
    }
  }
  return {};
}

Finding evaluate_condition(const Expectation& expectation, const Tree& document) {
  if (const Tree condition = find_typed(document["status"], expectation.type)) {
    Finding finding{.seen = describe(condition),
                    .condition = condition["type"].as_string(""),
                    .reason = condition["reason"].as_string("")};
    if (is_outdated(condition, document)) {
      finding.seen += " (observed before the latest change of the object, so it does not count)";
      return finding;
    }
    finding.holds = same_letters(condition["status"].as_string(""), expectation.value);
    return finding;
  }
  return {.seen = format("there is no condition {} yet", printable(expectation.type))};
}

// As Go prints a value that came from JSON.
std::string text_of(const Tree& value) {
  if (const auto text = value.as_string()) return std::string(*text);
  if (const auto flag = value.as_bool()) return *flag ? "true" : "false";
  if (const auto number = value.as_int()) return format("{}", *number);
  if (const auto number = value.as_double()) return format("{}", *number);
  return "<nil>";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Result<Finding> evaluate_path(const Expectation& expectation, const Tree& document) {
  const std::vector<Tree> hits = expectation.path->find(document);
  if (hits.empty()) return Finding{.seen = "the path finds nothing yet"};
  if (hits.size() > 1) {
    return fail(Error::Kind::Invalid, format("{} finds {} values; one can be compared",
                                             printable(expectation.text), hits.size()));
  }
  if (expectation.value.empty()) return Finding{.holds = true, .seen = "the path finds something"};
  const Tree& hit = hits.front();
  if (hit.is(Tree::Type::List) || hit.is(Tree::Type::Map)) {
    return fail(Error::Kind::Invalid, format("{} finds {}; only a plain value can be compared",
                                             printable(expectation.text), type_name(hit.type())));
  }
  const std::string text = text_of(hit);
  return Finding{.holds = trimmed(text) == expectation.value,
                 .seen = format("it is \"{}\"", printable(text))};
}

Finding evaluate_verdict(const Expectation& expectation, const Observation& observation) {
  const Judged* judged = observation.judged;
  if (judged == nullptr) return {.seen = "telltale does not judge this kind"};
  const Cause& cause = judged->cause;
  const Attention attention =
      observation.world == nullptr ? Attention{} : attention_of(*observation.world, *judged);
  std::string seen = format("the verdict is {}", to_text(judged->verdict));
  if (judged->verdict != Verdict::Healthy && !cause.reason.empty()) {
    seen += format(", {}", printable(cause.reason));
    const std::string what = one_line(attention.what.empty() ? cause.message : attention.what);
    if (!what.empty()) seen += format(": {}", what);
  }
  return {.holds = judged->verdict == expectation.verdict,
          .seen = std::move(seen),
          .condition = cause.condition,
          .reason = cause.reason,
          .step = attention.step,
          .runbook = attention.runbook};
}

}  // namespace

Result<Expectation> parse_expectation(std::string_view flag, std::string_view typed) {
  Expectation expectation{.text = std::string(typed)};
  constexpr std::string_view condition = "condition=";
  constexpr std::string_view path = "jsonpath=";
  constexpr std::string_view verdict = "verdict=";
  if (typed.starts_with(condition)) {
    return parse_condition(flag, without_prefix(typed, condition), std::move(expectation));
  }
  if (typed.starts_with(path)) {
    return parse_path(flag, without_prefix(typed, path), std::move(expectation));
  }
  if (typed.starts_with(verdict)) {
    return parse_verdict(flag, without_prefix(typed, verdict), std::move(expectation));
  }
  expectation.kind = Kind::Create;
  if (same_letters(typed, "create")) return expectation;
  expectation.kind = Kind::Delete;
  if (same_letters(typed, "delete")) return expectation;
  return wrong(flag, format("{} must be condition=TYPE[=STATUS], jsonpath='{{PATH}}'[=VALUE], "
                            "verdict=VERDICT, create or delete",
                            printable(typed)));
}

Result<Finding> evaluate(const Expectation& expectation, const Observation& observation) {
  const bool exists = is_given(observation.document);
  if (expectation.kind == Kind::Delete) {
    return Finding{.holds = !exists, .seen = exists ? "it is still there" : "it is gone"};
  }
  if (!exists) return Finding{.seen = "it does not exist"};
  switch (expectation.kind) {
    case Kind::Condition:
      return evaluate_condition(expectation, observation.document);
    case Kind::JsonPath:
      return evaluate_path(expectation, observation.document);
    case Kind::Verdict:
      return evaluate_verdict(expectation, observation);
    case Kind::Create:
    case Kind::Delete:
      break;
  }
  return Finding{.holds = true, .seen = "it is there"};
}

Result<Look> look_at(const Observation& observation, std::span<const Expectation> expected,
                     std::span<const Expectation> failing) {
  for (const Expectation& expectation : failing) {
    Result<Finding> finding = evaluate(expectation, observation);
    if (!finding) return fail(finding.error());
    if (finding->holds) {
      return Look{Look::Outcome::Failed, &expectation, std::move(*finding)};
    }
  }
  Look look{.outcome = Look::Outcome::Met};
  for (const Expectation& expectation : expected) {
    Result<Finding> finding = evaluate(expectation, observation);
    if (!finding) return fail(finding.error());
    if (finding->holds || look.outcome == Look::Outcome::NotYet) continue;
    look = {Look::Outcome::NotYet, &expectation, std::move(*finding)};
  }
  return look;
}

bool has_condition(const json::Tree& document, std::string_view type) {
  return is_given(document) && is_given(find_typed(document["status"], type));
}

bool asks_for(std::span<const Expectation> expectations, Expectation::Kind kind) {
  return std::ranges::find(expectations, kind, &Expectation::kind) != expectations.end();
}

}  // namespace telltale::cli
