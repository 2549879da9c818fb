// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/rollout.h"

#include "base/text.h"
#include "catalog/controlplane/plane.h"
#include "catalog/controlplane/same_config.h"

namespace telltale::machine {
namespace {

constexpr std::string_view cloned_from_name = "cluster.x-k8s.io/cloned-from-name";
constexpr std::string_view cloned_from_kind = "cluster.x-k8s.io/cloned-from-groupkind";

std::string_view without_template(std::string_view kind) {
  constexpr std::string_view suffix = "Template";
  if (kind.ends_with(suffix)) kind.remove_suffix(suffix.size());
  return kind;
}

// A name that is not set is spelled out, so that a sentence about it can be read.
std::string_view or_nil(json::Tree name) { return name.as_string("nil"); }

Found find_ref(const World& world, const Object& machine, const shapes::Ref& ref) {
  return world.find({ref.group, ref.kind, machine.key.namespace_name, ref.name, {}});
}

// What is surely gone counts as matching, so that a broken Machine is not rolled out for it; of
// what was not collected nobody can say.
void note_sight(const Found& found, Rollout& rollout) {
  if (found.sight == Sight::NotCollected) rollout.compared = Sight::NotCollected;
  if (found.object != nullptr && !found.object->unreadable.empty()) rollout.comparable = false;
}

void compare_config(const Found& config, const Object& machine, const Object& plane,
                    Rollout& rollout) {
  note_sight(config, rollout);
  if (config.object == nullptr || !config.object->unreadable.empty()) return;
  rollout.bootstrap_kind = config.object->key.kind;
  rollout.bootstrap_differs = config.object->key.kind == "KubeadmConfig" &&
                              !controlplane::same_config(machine, *config.object, plane);
}

// Whether an object was made from this template, as far as it says what it was made from.
bool made_from(const Found& found, const shapes::Ref& wanted) {
  if (found.object == nullptr) return true;
  const auto* name = found.object->annotation(cloned_from_name);
  const auto* kind = found.object->annotation(cloned_from_kind);
  if (name == nullptr || kind == nullptr) return true;
  return *name == wanted.name && *kind == format("{}.{}", wanted.kind, wanted.group);
}

void compare_infrastructure(const World& world, const Object& machine, const Object& plane,
                            Rollout& rollout) {
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["infrastructureRef"]);
  const shapes::Ref wanted = controlplane::machine_template(plane);
  if (!ref || !wanted) return;
  const Found found = find_ref(world, machine, ref);
  note_sight(found, rollout);
  rollout.infrastructure_kind = ref.kind;
  rollout.infrastructure_differs = !made_from(found, wanted);
}

// When the certificates expire: the Machine's word first, then that of its bootstrap config.
Instant certificates_expire(const Object& machine, const Object* config) {
  constexpr std::string_view annotation = "machine.cluster.x-k8s.io/certificates-expiry";
  for (const Object* object : {&machine, config}) {
    const auto* told = object != nullptr ? object->annotation(annotation) : nullptr;
    if (told == nullptr) continue;
    if (const auto expiry = parse_rfc3339(*told)) return *expiry;
  }
  return shapes::time(machine.body["status"]["certificatesExpiryDate"]);
}

Rollout compare_with_plane(const World& world, const Object& machine, const Object& plane) {
  Rollout rollout{.managed = true, .owner_text = plane.key.name, .by_control_plane = true};
  rollout.version = machine.body["spec"]["version"].as_string("");
  rollout.wanted_version = plane.body["spec"]["version"].as_string("");
  rollout.rollout_after = controlplane::rollout_after(plane);
  rollout.set_created = machine.created;
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["bootstrap"]["configRef"]);
  const Found config = ref ? find_ref(world, machine, ref) : Found{};
  compare_config(config, machine, plane, rollout);
  compare_infrastructure(world, machine, plane, rollout);
  const std::int32_t days = controlplane::certificates_expiry_days(plane);
  const Instant expiry = certificates_expire(machine, config.object);
  if (days > 0 && is_set(expiry)) rollout.certificates_due = expiry - std::chrono::days(days);
  return rollout;
}

Rollout see_plane(const World& world, const Object& machine, const Dialect& dialect) {
  const Found plane = controlplane::owner_of(world, machine);
  if (plane.object != nullptr && controlplane::is_paused(world, *plane.object, dialect)) {
    return {.managed = false, .owner_text = "the owning KubeadmControlPlane is paused"};
  }
  if (plane.object != nullptr) return compare_with_plane(world, machine, *plane.object);
  return {.managed = false, .owner = plane.sight, .owner_text = "the owning KubeadmControlPlane"};
}

void compare_bootstrap_with_set(const World& world, const Object& machine, json::Tree wanted,
                                Rollout& rollout) {
  const json::Tree bootstrap = machine.body["spec"]["bootstrap"];
  const shapes::Ref current = shapes::ref(bootstrap["configRef"]);
  const shapes::Ref desired = shapes::ref(wanted["configRef"]);
  if (!current && !desired) {
    rollout.data_secret = or_nil(bootstrap["dataSecretName"]);
    rollout.wanted_data_secret = or_nil(wanted["dataSecretName"]);
    rollout.bootstrap_differs = rollout.data_secret != rollout.wanted_data_secret;
    return;
  }
  rollout.bootstrap_kind = current ? current.kind : without_template(desired.kind);
  if (!current || !desired) {
    rollout.bootstrap_differs = true;
    return;
  }
  const Found config = find_ref(world, machine, current);
  note_sight(config, rollout);
  rollout.bootstrap_differs = !made_from(config, desired);
}

// Nobody rolls the Machines of a set out that stands alone; whether they are as its template wants
// new ones is worth knowing all the same.
Rollout compare_with_set(const World& world, const Object& machine, const Object& machine_set) {
  Rollout rollout{.managed = true, .owner_text = machine_set.key.name};
  const json::Tree wanted = machine_set.body["spec"]["template"]["spec"];
  rollout.version = machine.body["spec"]["version"].as_string("");
  rollout.wanted_version = wanted["version"].as_string("");
  compare_bootstrap_with_set(world, machine, wanted["bootstrap"], rollout);
  const shapes::Ref current = shapes::ref(machine.body["spec"]["infrastructureRef"]);
  const shapes::Ref desired = shapes::ref(wanted["infrastructureRef"]);
  if (!current || !desired) return rollout;
  const Found infra = find_ref(world, machine, current);
  note_sight(infra, rollout);
  rollout.infrastructure_kind = current.kind;
  rollout.infrastructure_differs = !made_from(infra, desired);
  return rollout;
}

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

Rollout see_rollout(const World& world, const Object& machine, const Dialect& dialect) {
  const OwnerRef* owner = machine.controller();
  if (owner != nullptr && owner->kind == "KubeadmControlPlane")
    return see_plane(world, machine, dialect);
  const Found set = owner_of(world, machine, "MachineSet");
  if (set.object == nullptr) {
    // Without its set nobody can tell whether a deployment stands above.
    return {.managed = false, .owner = set.sight, .owner_text = "the owning MachineSet"};
  }
  const Found deployment = owner_of(world, *set.object, "MachineDeployment");
  const bool stands_alone =
      deployment.sight == Sight::Absent && set.object->controller() == nullptr;
  if (stands_alone && dialect.up_to_date == UpToDateRule::EverySet) {
    return compare_with_set(world, machine, *set.object);
  }
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
