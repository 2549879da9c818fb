// SPDX-License-Identifier: Apache-2.0
// The attempts at provisioning a cluster: which one matters, how far it came, what went wrong.
#include <tuple>

#include "catalog/clusterdeployment/grouped_reason.h"
#include "catalog/clusterdeployment/observe_parts.h"

namespace telltale::clusterdeployment {
namespace {

Stage stage_of(const Object& provision) {
  const std::string_view stage = provision.body["spec"]["stage"].as_string("");
  if (stage.empty() || stage == "initializing") return Stage::Initializing;
  if (stage == "provisioning") return Stage::Provisioning;
  if (stage == "complete") return Stage::Complete;
  if (stage == "failed") return Stage::Failed;
  return Stage::NotSeen;  // A stage from a later Hive: nothing follows from it.
}

bool is_newer(const Object& one, const Object& other) {
  const auto order = [](const Object& provision) {
    const auto attempt = provision.body["spec"]["attempt"].as_int().value_or(0);
    return std::tuple(attempt, provision.created, provision.key.name);
  };
  return order(one) > order(other);
}

template <class Wanted>
const Object* newest(const Observing& at, Wanted wanted) {
  const World& world = at.context.world;
  const Object* found = nullptr;
  const auto all = of_kind(world, world.belonging_to(at.deployment), "ClusterProvision");
  for (const std::uint32_t index : all) {
    const Object& provision = world.objects()[index];
    if (!wanted(provision)) continue;
    if (found == nullptr || is_newer(provision, *found)) found = &provision;
  }
  return found;
}

struct Current {
  Stage stage = Stage::None;
  const Object* provision = nullptr;
};

Current current_attempt(const Observing& at, std::string_view named) {
  const Found found = named.empty() ? Found{} : find_beside(at, "ClusterProvision", named);
  const Object* provision = found.object;
  if (provision == nullptr) provision = newest(at, [](const Object&) { return true; });
  if (provision != nullptr) return {stage_of(*provision), provision};
  const bool not_seen = !named.empty() && found.sight == Sight::NotCollected;
  return {not_seen ? Stage::NotSeen : Stage::None, nullptr};
}

std::optional<Condition> failure_of(const Observing& at, const Object& provision) {
  const Condition* told = condition_of(provision, "ClusterProvisionFailed");
  if (!is(told, Status::True)) return std::nullopt;
  return Condition{.type = "ProvisionFailed",
                   .status = Status::True,
                   .reason = told->reason.empty() ? "UnknownError" : told->reason,
                   .message = at.texts.keep(shown(told->message))};
}

void see_failure(const Observing& at, const Object* current) {
  const bool failed_now = at.seen.stage == Stage::Failed;
  const Object* failed = failed_now ? current : newest(at, [](const Object& provision) {
    return stage_of(provision) == Stage::Failed;
  });
  if (failed == nullptr) return;
  at.seen.failure = failure_of(at, *failed);
  at.seen.failed_before = true;
}

void be_stuck(const Observing& at, const Condition& told) {
  at.seen.launch = Launch::Stuck;
  at.seen.launch_text = at.texts.keep(with_reason(told.reason, shown(told.message)));
}

// The old copy of an attempt stays on the deployment until a pod runs: it may be older than the
// attempt that is looked at.
bool copy_counts(const Seen& seen, const Condition& copy, const Object* current) {
  if (seen.stage == Stage::None || seen.stage == Stage::NotSeen) return true;
  return seen.stage == Stage::Initializing && current != nullptr &&
         copy.last_transition >= current->created;
}

void see_launch(const Observing& at, const Object* current) {
  Seen& seen = at.seen;
  const Condition* copy = at.condition("InstallLaunchError");
  const Condition* pod = current != nullptr ? condition_of(*current, "InstallPodStuck") : nullptr;
  if (seen.stage == Stage::Initializing && is(pod, Status::True)) return be_stuck(at, *pod);
  if (pod == nullptr && is(copy, Status::True) && copy_counts(seen, *copy, current)) {
    return be_stuck(at, *copy);
  }
  const bool gone = seen.stage == Stage::None || seen.stage == Stage::NotSeen;
  const bool launched = seen.stage == Stage::Provisioning || (gone && is(copy, Status::False));
  if (!launched) return;
  seen.launched = clear_if_ours(seen.stored.failed, "InstallLaunchError", nullptr);
  if (!seen.launched) return;
  seen.launch = Launch::Over;
  if (seen.restarts > 0) seen.failed_before = true;
}

}  // namespace

void see_attempts(const Observing& at) {
  Seen& seen = at.seen;
  if (seen.install_path) {
    if (is(seen.install.failed, Status::True)) seen.failure = *seen.install.failed;
    seen.attempted = is(seen.install.completed, Status::True);
    return;
  }
  const std::string_view named = at.status()["provisionRef"]["name"].as_string("");
  const Current current = current_attempt(at, named);
  seen.stage = current.stage;
  seen.provision = current.provision != nullptr ? current.provision->key.name : named;
  const bool started = at.status()["installStartedTimestamp"].as_string().has_value();
  seen.attempted = !seen.provision.empty() || seen.restarts > 0 || started;
  see_failure(at, current.provision);
  if (!seen.installed) see_launch(at, current.provision);
}

}  // namespace telltale::clusterdeployment
