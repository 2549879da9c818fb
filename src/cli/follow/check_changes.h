// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check -w` says in a pipe: a line, or a document, for every object whose verdict, reason or
// cause is another than it was, for what is new and for what is gone.
//
//   2026-01-01T10:00:19Z ✗ Stuck NodePool clusters/np-gpu CloudQuotaExceeded vCPU ... (from ~
//   Working)

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "catalog/judged.h"
#include "cli/source/load.h"
#include "json/writer.h"
#include "kube/object.h"
#include "report/report.h"

namespace telltale::cli {

// Who it is, for as long as it takes: the world that it was read from may be gone.
struct ChangedObject {
  std::string api_version = {};
  std::string group = {};
  std::string kind = {};
  std::string namespace_name = {};
  std::string name = {};

  auto operator<=>(const ChangedObject&) const = default;
};

// What of an object makes a change.
struct CheckState {
  Verdict verdict = Verdict::Healthy;
  std::string condition = {};
  std::string reason = {};
  std::string because = {};  // the deeper object that the trouble lies in; empty: none
  bool has_line = true;      // `check` says it, and does not only count it behind another

  // Whether automation is told about the step from one to the other.
  bool same_as(const CheckState& other) const {
    return verdict == other.verdict && condition == other.condition && reason == other.reason &&
           because == other.because;
  }
};

struct CheckChange {
  // Uncovered: it stood behind another, which got better, and has a line of its own now.
  enum class Sort : std::uint8_t { Present, New, Changed, Uncovered, Gone };

  Sort sort = Sort::Changed;
  ChangedObject object = {};
  const Judged* judged = nullptr;  // nothing: it is gone
  std::optional<CheckState> from = {};
  bool has_line = true;  // people are told; what stands behind another is told by that one

  // A human is needed who was not needed before.
  bool became_stuck() const;
};

// Remembers what stood at the last look. Not safe to share between threads.
class CheckChanges {
 public:
  // What is different from the last look, the worst first; nothing at the first.
  std::vector<CheckChange> compare(const Report& report);

 private:
  std::map<ChangedObject, CheckState> states_;
  bool begun_ = false;
};

// What is not Healthy, as at a first look.
std::vector<CheckChange> present_now(const Report& report);

// Lines for people; those that changed alike, as check groups them, are one. `at` is when it was
// noticed.
std::string change_lines(const std::vector<CheckChange>& changes, const World& world, Instant at);

// One document, without what only people are told:
//   {"apiVersion": "telltale.dev/v1alpha1", "kind": "Change", "at": TIME, "change": "Changed",
//    "from": {"verdict", "condition", "reason", "because"}, "item": as in a Report}
// `change` is Present (at the start), New, Changed or Gone; of what is gone the item is a name.
void write_change(json::Writer& out, const World& world, const CheckChange& change, Instant at);

// One item of the Report as a line of JSON.
std::string item_document(const World& world, const Judged& judged);

}  // namespace telltale::cli
