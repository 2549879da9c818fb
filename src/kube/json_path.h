// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSONPath as Kubernetes speaks it in print columns, --sort-by and -o jsonpath: names, quoted names
// with escaped dots, indexes, slices, unions, wildcards, `..` and filters with one comparison.
//
//   const auto ready = parse_json_path(R"(.status.conditions[?(@.type=="Ready")].status)");
//   const json::Tree status = ready->first(document);
//
// A path comes from a user and may be hostile: its length, its steps, its nesting and the number of
// its hits are limited. What does not fit the document hits nothing; that is no error.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "json/tree/tree.h"

namespace telltale {

class JsonPath {
 public:
  static constexpr std::size_t text_bytes_max = 4096;
  static constexpr std::size_t steps_max = 64;
  static constexpr std::size_t nesting_max = 8;  // filters within filters
  static constexpr std::size_t hits_max = 100'000;

  enum class Comparison : std::uint8_t { Exists, Equal, NotEqual, Less, AtMost, More, AtLeast };

  struct Step;
  using Steps = std::vector<Step>;
  struct Name {
    std::string name;
  };
  struct Every {};    // [*], .*
  struct Descend {};  // `..`: the value itself and everything below it
  // [1], [-1], [0:2], [::2]; an index is a slice of one.
  struct Slice {
    std::optional<std::int64_t> from = {};
    std::optional<std::int64_t> to = {};
    std::int64_t stride = 1;
    bool single = false;
  };
  // What a filter compares: a path from the item or the document, or a literal.
  struct Operand {
    enum class Root : std::uint8_t { Item, Document, Literal };
    Root root = Root::Literal;
    Steps path;
    std::variant<std::string, double, bool> literal;
  };
  struct Filter {
    std::vector<Operand> operands;  // one for Exists, else two
    Comparison comparison = Comparison::Exists;
  };
  struct Union {
    Steps choices;
  };

  explicit JsonPath(Steps steps);

  // All hits in the order of the document; no more than `hits_max`.
  std::vector<json::Tree> find(const json::Tree& document) const;
  // Missing when nothing is hit.
  json::Tree first(const json::Tree& document) const;
  // The leading plain names, "status.conditions": what must be read of a document so that the path
  // finds what it would find in the whole. Empty when that is everything.
  const std::vector<std::string>& fields() const { return fields_; }

 private:
  Steps steps_;
  std::vector<std::string> fields_;
};

struct JsonPath::Step {
  std::variant<Name, Every, Descend, Slice, Filter, Union> what;
};

// With or without the braces, the leading `$` and, as kubectl has it, the leading dot.
[[nodiscard]] Result<JsonPath> parse_json_path(std::string_view text);

}  // namespace telltale
