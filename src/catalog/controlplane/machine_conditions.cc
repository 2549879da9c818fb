// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/machine_conditions.h"

namespace telltale::controlplane {

void judge_control_plane_machine(const MachineSeen& seen, ConditionWriter& writer) {
  for_each_decision(
      seen, [&](const auto& table, const MachineSeen& asked) { writer.speak(table, asked); });
}

}  // namespace telltale::controlplane
