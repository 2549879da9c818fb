// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/rollout.h"

namespace telltale::machine {
namespace {

std::string_view without_template(std::string_view kind) {
  constexpr std::string_view suffix = "Template";
  if (kind.ends_with(suffix)) kind.remove_suffix(suffix.size());
  return kind;
}

// A name that is not set is spelled out, so that a sentence about it can be read.
std::string_view or_nil(json::Tree name) { return name.as_string("nil"); }

Found owner_of(const World& world, const Object& object, std::string_view kind) {
  const OwnerRef* owner = object.controller();
  return owner != nullptr && owner->kind == kind ? world.controller_of(object) : Found{};
}

}  // namespace

Rollout compare_templates(const Object& machine_set, const Object& deployment) {
  Rollout rollout{.managed = true};
  const json::Tree current = machine_set.body["spec"]["template"]["spec"];
  const json::Tree desired = deployment.body["spec"]["template"]["spec"];
  rollout.version = current["version"].as_string("");
  rollout.wanted_version = desired["version"].as_string("");

  const json::Tree now = current["bootstrap"];
  const json::Tree then = desired["bootstrap"];
  const shapes::Ref config = shapes::ref(now["configRef"]);
  rollout.data_secret = or_nil(now["dataSecretName"]);
  rollout.wanted_data_secret = or_nil(then["dataSecretName"]);
  rollout.bootstrap_differs =
      config != shapes::ref(then["configRef"]) || rollout.data_secret != rollout.wanted_data_secret;
  rollout.bootstrap_kind = without_template(config.kind);

  const shapes::Ref infra = shapes::ref(current["infrastructureRef"]);
  const shapes::Ref wanted_infra = shapes::ref(desired["infrastructureRef"]);
  rollout.infrastructure_differs = infra != wanted_infra;
  rollout.infrastructure_kind =
      without_template(infra.kind.empty() ? wanted_infra.kind : infra.kind);

  rollout.failure_domain = current["failureDomain"].as_string("");
  rollout.wanted_failure_domain = desired["failureDomain"].as_string("");
  rollout.rollout_after = shapes::time(deployment.body["spec"]["rollout"]["after"]);
  if (!is_set(rollout.rollout_after)) {
    rollout.rollout_after = shapes::time(deployment.body["spec"]["rolloutAfter"]);
  }
  rollout.set_created = machine_set.created;
  return rollout;
}

Rollout see_rollout(const World& world, const Object& machine) {
  const Found set = owner_of(world, machine, "MachineSet");
  if (set.object == nullptr) {
    // Without its set nobody can tell whether a deployment stands above.
    return {.managed = false, .owner = set.sight, .owner_text = "the owning MachineSet"};
  }
  const Found deployment = owner_of(world, *set.object, "MachineDeployment");
  if (deployment.object == nullptr) {
    return {.managed = false,
            .owner = deployment.sight,
            .owner_text = deployment.sight == Sight::NotCollected ? "the owning MachineDeployment"
                                                                  : "the MachineSet stands alone"};
  }
  Rollout rollout = compare_templates(*set.object, *deployment.object);
  rollout.owner_text = deployment.object->key.name;
  return rollout;
}

bool differs(const Rollout& rollout, Instant now) {
  const bool expired = is_set(rollout.rollout_after) && rollout.rollout_after < now &&
                       rollout.set_created < rollout.rollout_after;
  return rollout.version != rollout.wanted_version || rollout.bootstrap_differs ||
         rollout.infrastructure_differs ||
         rollout.failure_domain != rollout.wanted_failure_domain || expired;
}

}  // namespace telltale::machine
