// SPDX-License-Identifier: Apache-2.0
#pragma once

// Listens while a kind asks its tables once more, on the snapshot that judging decided from, and
// writes down every answer. Conditions that no table decides stay as they are.
//
//   void explain_kind(const Kind&, Explainer& explainer) {
//     const Sheet sheet = observe(explainer.context(), explainer.object());
//     for_each_table([&](const auto& table) { explainer.tell(table, sheet.seen); });
//   }

#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/engine/judge_context.h"
#include "catalog/explain/explain.h"
#include "catalog/explain/explain_parts.h"

namespace telltale {

class Explainer {
 public:
  Explainer(const JudgeContext& context, const Judged& judged, std::vector<Explanation>& all)
      : context_(context), judged_(judged), all_(all) {}

  const JudgeContext& context() const { return context_; }
  const Judged& judged() const { return judged_; }
  const Object& object() const { return *judged_.object; }

  // `parts` tells what went into a merged condition, given its name in the proposal's words.
  template <class Table, class Seen, class Parts>
  void tell(const Table& table, const Seen& seen, Parts parts) {
    const std::string_view type = context_.settings.dialect.type(table.kind, table.condition);
    for (Explanation& told : all_) {
      if (told.type != type) continue;
      ask(table, seen, told);
      if (told.act == Act::Merge) told.parts = parts(table.condition);
    }
  }

  // For a condition that is made of nothing else.
  template <class Table, class Seen>
  void tell(const Table& table, const Seen& seen) {
    tell(table, seen, [](std::string_view) { return std::vector<Part>(); });
  }

  // For an owner, which merges the conditions of its Machines.
  template <class Table, class Seen>
  void tell_of_machines(const Table& table, const Seen& seen) {
    tell(table, seen, [this](std::string_view type) {
      return parts_of_machines(context_, machines_below(context_, object()), type);
    });
  }

 private:
  // What one table says about this snapshot: everything but who feels it.
  template <class Table, class Seen>
  static void ask(const Table& table, const Seen& seen, Explanation& told) {
    told.computed = true;
    told.trace = trace_of(table, seen);
    const auto decision = table.decide(seen);
    told.wake = decision.wake;
    if (decision.row == nullptr) {
      told.note = "not collected: the stored value stands, or it is Unknown";
      return;
    }
    told.act = decision.row->act;
    if (told.act == Act::Keep) told.note = format("kept: {}", decision.row->message);
    if (told.act == Act::Mirror) told.note = format("copied: {}", decision.row->message);
  }

  const JudgeContext& context_;
  const Judged& judged_;
  std::vector<Explanation>& all_;
};

}  // namespace telltale
