// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the record of an owner of Machines does, made of what its folder has: `gather` adds up its
// Machines, `observe` copies object and Machines onto the sheet, `visit_tables` visits the tables
// of its conditions; `judge` and `decide_verdict` are found beside the sheet.
//
//   constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
//   using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;
//   ...  .judge = machineset::Functions::judge_object,

#include <memory>
#include <type_traits>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/kind.h"

namespace telltale {

template <auto gather, auto observe, auto visit_tables, const auto& verdict_table>
struct OwnerFunctions {
  using Counts = std::invoke_result_t<decltype(gather), const JudgeContext&, const Object&>;

  static std::unique_ptr<MemberCounts> gather_members(const Kind&, const JudgeContext& context,
                                                      const Object& owner) {
    return std::make_unique<Counts>(gather(context, owner));
  }

  static Judged judge_object(const Kind&, const Judging& at) {
    const auto& machines = static_cast<const Counts&>(*at.members);
    const auto sheet = observe(at.context, at.object, machines);
    Judged judged = judge(at.object, sheet, at.writer);
    decide_verdict(judged, sheet, at.context.settings);
    return judged;
  }

  // Makes the sheet once more for `why`, and hands it to `tell`.
  template <class Tell>
  static void look_again(const Explainer& explainer, Tell tell) {
    const Counts machines = gather(explainer.context(), explainer.object());
    tell(observe(explainer.context(), explainer.object(), machines));
  }

  // Of an owner that merges nothing but the conditions of its Machines.
  static void explain_object(const Kind&, Explainer& explainer) {
    look_again(explainer, [&](const auto& sheet) {
      visit_tables([&](const auto& table) { explainer.tell_of_machines(table, sheet.seen); });
    });
  }

  static std::vector<TableEntry> list_tables(const Kind&) {
    return entries_of([](auto list) {
      visit_tables(list);
      list(verdict_table);
    });
  }
};

}  // namespace telltale
