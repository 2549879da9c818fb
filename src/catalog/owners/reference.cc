// SPDX-License-Identifier: Apache-2.0
#include "catalog/owners/reference.h"

#include <span>

#include "condition/mirror.h"
#include "convert/shapes.h"

namespace telltale::reference {
namespace {

// `latched` is the owner's own flag, which follows the provider's; a fresh look sees both.
struct Contract {
  bool latched;
  bool (*done)(const Object&);
};

Referred see(const World& world, const Object& owner, const shapes::Ref& ref, Contract contract) {
  Referred seen{.ref_set = static_cast<bool>(ref), .kind = ref.kind, .name = ref.name};
  seen.done = contract.latched;
  if (!seen.ref_set) return seen;
  const Found found = world.find({ref.group, ref.kind, owner.key.namespace_name, ref.name, {}});
  seen.sight = found.sight;
  if (found.object == nullptr) return seen;
  seen.done = contract.latched || contract.done(*found.object);
  seen.readable = found.object->unreadable.empty();
  seen.deleted = found.object->deleted;
  if (const ConditionList* list = shapes::provider_conditions(*found.object); list != nullptr) {
    seen.malformed = list->malformed;
    seen.malformed_path = list->path;
    seen.ready = find_condition(list->conditions, "Ready");
  }
  return seen;
}

}  // namespace

Referred see_bootstrap(const World& world, const Object& owner, json::Tree spec) {
  return see(world, owner, shapes::ref(spec["bootstrap"]["configRef"]),
             {shapes::bootstrap_data_created(owner), shapes::provider_data_created});
}

Referred see_infrastructure(const World& world, const Object& owner, json::Tree spec) {
  Referred seen = see(world, owner, shapes::ref(spec["infrastructureRef"]),
                      {shapes::infrastructure_provisioned(owner), shapes::provider_provisioned});
  if (seen.kind.empty()) seen.kind = "Infrastructure";
  return seen;
}

Condition mirror_ready(const Referred& referred, std::string_view into, Arena& arena) {
  return mirror(std::span(referred.ready, 1),
                {.type = "Ready", .into = into, .reason_when_true = "Ready"}, arena);
}

std::string evidence(const Referred& referred) {
  if (!referred.ref_set) return "no reference is set";
  const std::string object = format("{} {}", referred.kind, referred.name);
  if (referred.sight == Sight::NotCollected) return object + " was not collected";
  if (referred.sight == Sight::Absent) return object + " does not exist";
  if (!referred.readable) return object + " could not be read";
  if (!referred.malformed.empty()) return format("{}: {}", object, referred.malformed);
  if (referred.ready == nullptr) return object + " reports no Ready condition";
  return format("{} Ready = {} ({})", object, to_text(referred.ready->status),
                referred.ready->reason);
}

void put_trouble(const Referred& referred, std::string& out) {
  if (referred.malformed.empty()) return;
  out += format("failed to convert {} from {} to []metav1.Condition: {}", referred.malformed_path,
                referred.kind, referred.malformed);
}

}  // namespace telltale::reference
