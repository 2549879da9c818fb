// SPDX-License-Identifier: Apache-2.0
#include "classify/resource.h"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "classify/characters.h"
#include "classify/literals.h"
#include "classify/resource_expressions.h"

namespace telltale {
namespace {

// Of one expression; a text that repeats itself names the same things again.
constexpr std::size_t names_max = 8;

// An expression that is made when it is first asked for, by one thread while others wait: most
// programs ask a few of them, and making all takes longer than judging a small file.
class Finder {
 public:
  explicit Finder(const Naming& naming)
      : kind(naming.kind),
        written_(naming.expression),
        needed_(lower(literal_within(naming.expression))),
        marks_(naming.marks) {}

  // Whether it is worth asking of a text, which is here in small letters.
  bool may_find(std::string_view small_text) const {
    const bool has_marks =
        marks_.empty() || small_text.find_first_of(marks_) != std::string_view::npos;
    return has_marks && small_text.contains(needed_);
  }

  const RE2& expression() const {
    std::call_once(made_once_, [this] {
      made_ = std::make_unique<const RE2>(spelled(), RE2::Quiet);
      check(made_->ok(), "RE2 takes every expression for names");
    });
    return *made_;
  }

  const std::string_view kind;

 private:
  std::string spelled() const {
    std::string text = "(?i)";
    std::string_view rest = written_;
    constexpr std::string_view sign = "<noun>";
    for (std::size_t at = rest.find(sign); at != std::string_view::npos; at = rest.find(sign)) {
      text += rest.substr(0, at);
      text += resource_nouns();
      rest.remove_prefix(at + sign.size());
    }
    return text + std::string(rest);
  }

  std::string_view written_;
  std::string needed_;
  std::string_view marks_;
  mutable std::once_flag made_once_;
  mutable std::unique_ptr<const RE2> made_;
};

// Finders stay where they are.
using Finders = std::deque<Finder>;

Finders finders_of(std::span<const Naming> namings) {
  Finders finders;
  for (const Naming& naming : namings) finders.emplace_back(naming);
  return finders;
}

// The text with one kind of blank and of quotation mark, as it is written otherwise.
std::string steadied(std::string_view message) {
  std::string out;
  message = message.substr(0, utf8_prefix(message, named_in_bytes_max));
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const char next = i + 1 < message.size() ? message[i + 1] : '\0';
    if (c == '\\' && (next == 'n' || next == 't' || next == 'r')) {
      out += ' ';
      ++i;
    } else if (c == '\\') {
      continue;
    } else if (c == '"' || c == '`') {
      out += '\'';
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

// Words that stand where a name could and are none.
bool is_no_name(std::string_view word) {
  constexpr std::string_view words[] = {
      "a",        "all",       "already",    "an",        "and",        "any",      "are",
      "as",       "at",        "be",         "because",   "been",       "by",       "can",
      "cannot",   "cidr",      "could",      "created",   "details",    "do",       "does",
      "doesn't",  "error",     "failed",     "for",       "found",      "from",     "given",
      "group",    "has",       "have",       "id",        "ids",        "in",       "is",
      "it",       "matching",  "may",        "must",      "name",       "named",    "not",
      "of",       "on",        "or",         "please",    "referenced", "resource", "returned",
      "selector", "should",    "size",       "so",        "specified",  "that",     "the",
      "this",     "to",        "type",       "under",     "used",       "using",    "was",
      "were",     "which",     "will",       "with",      "without",    "version",  "status",
      "state",    "interface", "address",    "addresses", "profile",    "quota",    "policy",
      "class",    "claim",     "attachment", "invalid",   "retrieval",  "no",       "vm",
      "there",    "required",  "requested",  "but"};
  return std::ranges::find(words, word) != std::end(words);
}

bool is_noun(std::string_view word) {
  static const RE2 noun(format("(?i)(?:{})s?", resource_nouns()), RE2::Quiet);
  return RE2::FullMatch(re2::StringPiece(word.data(), word.size()), noun);
}

struct Spotted {
  std::size_t begin = 0;  // of the name
  std::size_t end = 0;
  std::string kind = {};
  std::string name = {};
};

// "virtualNetworks" is "virtual network".
std::string spoken_kind(std::string_view kind) {
  std::string out;
  for (std::size_t i = 0; i < kind.size(); ++i) {
    if (is_large(kind[i]) && i > 0 && is_small(kind[i - 1])) out += ' ';
    out += lower_letter(kind[i]);
  }
  if (out.ends_with("ies")) {
    out.replace(out.size() - 3, 3, "y");
  } else if (out.ends_with('s') && !out.ends_with("ss") && !out.ends_with("class")) {
    out.pop_back();
  }
  constexpr std::string_view spelled[] = {"AMI", "IAM", "VPC", "KMS", "SSH", "PVC", "NAT", "VM"};
  for (const std::string_view word : spelled) {
    const std::string small = lower(word);
    if (out == small || out.starts_with(small + ' ')) out.replace(0, word.size(), word);
  }
  return out;
}

std::string_view trimmed_name(std::string_view name) {
  constexpr std::string_view around = " .,:;'()[]{}<>";
  const std::size_t first = name.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(around) - first + 1);
}

std::string_view view_of(const re2::StringPiece& piece) { return {piece.data(), piece.size()}; }

void spot(std::vector<Spotted>& out, const Finder& finder, std::string_view text) {
  re2::StringPiece rest(text.data(), text.size());
  for (std::size_t count = 0; count < names_max; ++count) {
    re2::StringPiece first;
    re2::StringPiece second;
    const bool found = finder.kind.empty()
                           ? RE2::FindAndConsume(&rest, finder.expression(), &first, &second)
                           : RE2::FindAndConsume(&rest, finder.expression(), &first);
    if (!found) return;
    const std::string_view name = trimmed_name(view_of(finder.kind.empty() ? second : first));
    if (name.empty() || is_no_name(lower(name))) continue;
    if (finder.kind.empty() && is_noun(name)) continue;  // "the subnet: subnetwork not found"
    const auto begin = static_cast<std::size_t>(name.data() - text.data());
    out.push_back(
        {.begin = begin,
         .end = begin + name.size(),
         .kind = finder.kind.empty() ? spoken_kind(view_of(first)) : std::string(finder.kind),
         .name = std::string(name)});
  }
}

std::vector<Spotted> all_spotted(const Finders& finders, std::string_view text) {
  std::vector<Spotted> all;
  const std::string small_text = lower(text);
  for (const Finder& finder : finders) {
    if (finder.may_find(small_text)) spot(all, finder, text);
  }
  std::ranges::stable_sort(all, {}, &Spotted::begin);
  // Where several expressions see the same name, the earlier in the list knows it best.
  const auto same = [](const Spotted& one, const Spotted& other) { return other.begin < one.end; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

// Where the text says that something is not there; its end when it does not.
std::size_t place_of_absence(std::string_view text) {
  static const RE2 gone(
      "(?i)(not found|(?:does|do|did) ?(?:not|n't) exist|(?:could|can) ?not be (?:found|located)|"
      "(?:is|are|was|were) not (?:available|valid|found|present)|no longer|couldn't be found|"
      "is invalid|is unknown|404)",
      RE2::Quiet);
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece match;
  std::size_t last = text.size();
  for (std::size_t count = 0; count < names_max; ++count) {
    if (!RE2::FindAndConsume(&rest, gone, &match)) break;
    last = static_cast<std::size_t>(match.data() - text.data());
  }
  return last;
}

// "the security group 'a' in VPC 'b'" is about a, not about where it should be.
bool is_place_of(const Spotted& one, const Spotted& next, std::string_view text) {
  static const RE2 joined(
      "(?i)^['\\])]*,? (?:in|of|on|at|for|from|under|referenced by|specified in|within)\\b",
      RE2::Quiet);
  const std::string_view between = text.substr(one.end, next.begin - one.end);
  return between.size() < 400 && between.find(';') == std::string_view::npos &&
         RE2::PartialMatch(re2::StringPiece(between.data(), between.size()), joined);
}

// The one that the text says is missing: the nearest before it says so.
const Spotted* most_missing(const std::vector<Spotted>& all, std::string_view text) {
  if (all.empty()) return nullptr;
  const std::size_t absence = place_of_absence(text);
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].begin < absence) chosen = i;
  }
  while (chosen > 0 && is_place_of(all[chosen - 1], all[chosen], text)) --chosen;
  return &all[chosen];
}

// A name that stands in quotation marks, or that no word of a sentence looks like.
bool is_surely_a_name(const Spotted& spotted, std::string_view text) {
  const bool quoted =
      spotted.begin > 0 && (text[spotted.begin - 1] == '\'' || text[spotted.begin - 1] == '[');
  return quoted || spotted.name.find_first_of("0123456789-_./@") != std::string::npos;
}

NamedResource presented(const Spotted& spotted) {
  return {.kind = spotted.kind,
          .name = printable(truncate_utf8(spotted.name, resource_name_bytes_max))};
}

std::optional<NamedResource> first_named(const Finders& finders, std::string_view text) {
  const std::string small_text = lower(text);
  for (const Finder& finder : finders) {
    if (!finder.may_find(small_text)) continue;
    std::vector<Spotted> found;
    spot(found, finder, text);
    if (!found.empty()) return presented(found.front());
  }
  return std::nullopt;
}

enum class Names : std::uint8_t { All, Sure };

std::optional<NamedResource> referred_to(std::string_view text, Names names) {
  static const Finders finders = finders_of(reference_expressions());
  std::vector<Spotted> all = all_spotted(finders, text);
  if (names == Names::Sure) {
    std::erase_if(all, [&](const Spotted& one) { return !is_surely_a_name(one, text); });
  }
  const Spotted* chosen = most_missing(all, text);
  return chosen == nullptr ? std::nullopt : std::optional(presented(*chosen));
}

}  // namespace

std::optional<NamedResource> resource_named_in(std::string_view message, FailureClass failure) {
  static const Finders of_quotas = finders_of(quota_expressions());
  static const Finders of_scarce = finders_of(scarcity_expressions());
  static const Finders of_refusals = finders_of(refusal_expressions());
  const std::string text = steadied(message);
  switch (failure) {
    case FailureClass::MissingCloudResources:
      return referred_to(text, Names::All);
    case FailureClass::CloudQuotaExceeded:
      return first_named(of_quotas, text);
    case FailureClass::InsufficientCloudCapacity:
      return first_named(of_scarce, text);
    case FailureClass::CAPIProviderFailed: {
      const std::optional<NamedResource> refused = first_named(of_refusals, text);
      return refused ? refused : referred_to(text, Names::Sure);
    }
    case FailureClass::Transient:
    case FailureClass::None:
      break;
  }
  return std::nullopt;
}

}  // namespace telltale
