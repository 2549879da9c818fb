// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/judge_pool.h"

#include "catalog/engine/gates.h"
#include "catalog/karpenter_nodepool/verdict.h"

namespace telltale::karpenter_nodepool {
namespace {

// The table wakes when a reason ends. Claims and the count have times of their own, and while a
// claim still tries, somebody looks now and then.
void wake_for_claims(const Sheet& sheet, Status status, const DegradedRules& rules,
                     ConditionWriter& writer) {
  if (sheet.seen.deleting) return;
  writer.wake_at(sheet.claims.next_failure);
  if (status == Status::True) return;
  writer.wake_at(forgotten_at(sheet.tally, rules));
  const bool quiet = sheet.tally.counted.empty();
  const bool trying = is_set(sheet.claims.next_failure);
  if (quiet && trying) writer.wake_at(sheet.seen.now + rules.heartbeat);
}

// Karpenter leaves a zero out. What the definition would prune is told and never written.
void count_launches(const JudgeContext& context, const Sheet& sheet, Judged& judged) {
  const std::int32_t failed = sheet.seen.deleting ? sheet.stored : sheet.seen.failed;
  judged.failed_launches = failed;
  const Found definition = context.world.find(
      {"apiextensions.k8s.io", "CustomResourceDefinition", {}, "nodepools.karpenter.sh", {}});
  judged.changed |= failed != sheet.stored && keeps_failed_launches(definition.object);
}

}  // namespace

Judged judge(const JudgeContext& context, const Object& pool, ConditionWriter& writer) {
  const DegradedRules& rules = context.settings.degraded;
  const Sheet sheet = observe(context, pool, writer.arena());
  writer.begin(pool, shapes::conditions(pool));
  const auto said =
      writer.speak(rows::degraded_table, sheet.seen, [&sheet] { return sheet.degraded; });
  const Status status = said ? said->status : Status::Unknown;
  // A True that begins now ends one TTL from now.
  if (status == Status::True && !is_degraded(sheet.seen)) {
    writer.wake_at(context.now + rules.registration_ttl);
  }
  wake_for_claims(sheet, status, rules, writer);
  Judged judged{.object = &pool};
  judged.changed = writer.changed();
  count_launches(context, sheet, judged);
  judged.conditions = writer.finish();
  judged.wake = writer.wake();
  remember(sheet.before, remembered(sheet, status, writer.arena()), judged, writer.arena());
  decide_verdict(judged, context.settings, context.now);
  return judged;
}

}  // namespace telltale::karpenter_nodepool
