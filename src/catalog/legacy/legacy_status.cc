// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include "catalog/legacy/stored.h"

namespace telltale {
namespace {

bool is_paused(const Judged& judged) {
  const Condition* paused = find_condition(judged.conditions, "Paused");
  return paused != nullptr && paused->status == Status::True;
}

}  // namespace

LegacyStatus legacy_status(const JudgeContext& context, const Judged& judged, Arena& arena) {
  const Kind* kind = judged_kind(*judged.object);
  const bool computed = kind != nullptr && kind->legacy_status != nullptr && !is_paused(judged);
  if (computed) return kind->legacy_status(*kind, context, judged, arena);
  return legacy::stored_status(*judged.object, arena);
}

std::vector<MoreFields> legacy_fields() {
  std::vector<MoreFields> wanted;
  for (const Kind* one : judged_kinds()) {
    if (one->legacy_status == nullptr) continue;
    wanted.push_back({.group = std::string(one->group),
                      .kind = std::string(one->kind),
                      .paths = {"spec.bootstrap.dataSecretName", "spec.minReadySeconds",
                                "spec.providerIDList", "spec.template.metadata.labels",
                                "spec.template.spec.minReadySeconds", "status"}});
  }
  for (MoreFields& copied : machine::node_copy_fields()) wanted.push_back(std::move(copied));
  return wanted;
}

}  // namespace telltale
