// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `wait` waits for, and whether one version of an object meets it. The grammar and the rules
// are kubectl's; verdicts and --fail-on are ours. Pure: one document in, one answer out.
//
//   condition=Ready           a condition's status, True unless =False or =Unknown follows
//   jsonpath='{.a.b}'[=v]     one value that a path finds
//   create, delete            that the object is there, or gone
//   verdict=Healthy           what telltale says above the conditions

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/judged.h"
#include "json/tree/tree.h"
#include "kube/json_path.h"
#include "observe/world.h"

namespace telltale::cli {

struct Expectation {
  enum class Kind : std::uint8_t { Condition, JsonPath, Verdict, Create, Delete };

  Kind kind = Kind::Create;
  std::string text = {};   // as it was typed
  std::string type = {};   // of a condition
  std::string value = {};  // status or text that is expected; of a path, empty: any
  std::optional<JsonPath> path = {};
  Verdict verdict = Verdict::Healthy;
};

// The error names the flag.
[[nodiscard]] Result<Expectation> parse_expectation(std::string_view flag, std::string_view typed);

// One version of one object.
struct Observation {
  json::Tree document = {};        // Missing: the object is not there
  const Judged* judged = nullptr;  // needed by verdicts only, with the world that it is of
  const World* world = nullptr;
};

// Whether it holds, and what stood there instead, for people: `Ready is False, NodeNotReady: ...`.
struct Finding {
  bool holds = false;
  std::string seen = {};
  std::string_view condition = {};  // that it speaks about; lives as long as the observation
  std::string_view reason = {};
  std::string step = {};     // of a verdict: what to do first
  std::string runbook = {};  // and the page about it
};

// Invalid when a path finds what cannot be compared: a list, a map, or more than one value.
[[nodiscard]] Result<Finding> evaluate(const Expectation& expectation,
                                       const Observation& observation);

// One look at one version: failed when any of `failing` holds, else met when all of `expected` do.
struct Look {
  enum class Outcome : std::uint8_t { NotYet, Met, Failed };

  Outcome outcome = Outcome::NotYet;
  const Expectation* about = nullptr;  // the first that failed it, or is not met yet
  Finding finding = {};
};
[[nodiscard]] Result<Look> look_at(const Observation& observation,
                                   std::span<const Expectation> expected,
                                   std::span<const Expectation> failing);

// Whether the object has a condition of that type, in any case, wherever `evaluate` looks for it.
bool has_condition(const json::Tree& document, std::string_view type);

bool asks_for(std::span<const Expectation> expectations, Expectation::Kind kind);

}  // namespace telltale::cli
