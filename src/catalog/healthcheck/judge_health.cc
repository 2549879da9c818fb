// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/judge_health.h"

#include "catalog/healthcheck/tables.h"

namespace telltale::healthcheck {

void judge_health(const Scene& scene, const Object& machine, Voice& voice) {
  const Sheet sheet = observe(scene, machine, voice.view());
  if (sheet.seen.checked) voice.speak(health_check_table, sheet.seen);
}

}  // namespace telltale::healthcheck
