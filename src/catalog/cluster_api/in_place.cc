// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/in_place.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace telltale {
namespace {

constexpr std::string_view update_in_progress =
    "in-place-updates.internal.cluster.x-k8s.io/update-in-progress";
constexpr std::string_view pending_hooks = "runtime.cluster.x-k8s.io/pending-hooks";

}  // namespace

bool is_updated_in_place(const Object& machine) {
  if (machine.annotation(update_in_progress) != nullptr) return true;
  const auto* hooks = machine.annotation(pending_hooks);
  if (hooks == nullptr) return false;
  const std::vector<std::string_view> pending = split(*hooks, ',');
  return std::ranges::find(pending, "UpdateMachine") != pending.end();
}

}  // namespace telltale
