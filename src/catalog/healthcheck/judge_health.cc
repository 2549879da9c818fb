// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/judge_health.h"

#include "catalog/healthcheck/tables.h"

namespace telltale::healthcheck {

void judge_health(const JudgeContext& context, const Object& machine, ConditionWriter& writer) {
  const Sheet sheet = observe(context, machine, writer.view());
  if (sheet.seen.checked) writer.speak(health_check_table, sheet.seen);
}

}  // namespace telltale::healthcheck
