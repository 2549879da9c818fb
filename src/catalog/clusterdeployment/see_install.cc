// SPDX-License-Identifier: Apache-2.0
// What others report about the deployment as a whole: the ClusterInstall that installs it and the
// ClusterDeprovision that takes it apart.
#include "base/text.h"
#include "catalog/clusterdeployment/observe_parts.h"
#include "catalog/groups.h"
#include "convert/shapes.h"

namespace telltale::clusterdeployment {
namespace {

struct Copied {
  std::string_view type;  // as the ClusterInstall calls it
  std::string_view copy;  // as the ClusterDeployment calls its old copy
  const Condition* Install::* told;
};

constexpr Copied copied[] = {
    {"RequirementsMet", "ClusterInstallRequirementsMet", &Install::requirements},
    {"Completed", "ClusterInstallCompleted", &Install::completed},
    {"Failed", "ClusterInstallFailed", &Install::failed},
    {"Stopped", "ClusterInstallStopped", &Install::stopped},
};

// Hive makes every copy Unknown at first, so only another status shows that something was copied.
const Condition* copy_of(const Observing& at, const Copied& one) {
  const Condition* copy = at.condition(one.copy);
  return copy != nullptr && copy->status != Status::Unknown ? copy : nullptr;
}

bool anything_copied(const Observing& at) {
  for (const Copied& one : copied) {
    if (copy_of(at, one) != nullptr) return true;
  }
  return false;
}

Found find_install(const Observing& at, json::Tree ref) {
  const Key key{ref["group"].as_string(""),
                ref["kind"].as_string(""),
                at.deployment.key.namespace_name,
                ref["name"].as_string(""),
                {}};
  return key.name.empty() ? Found{} : at.context.world.find(key);
}

// A provider's error, as it may be shown.
std::optional<Condition> told(const Observing& at, const Condition* condition) {
  if (condition == nullptr) return std::nullopt;
  Condition copy = *condition;
  copy.message = at.texts.keep(shown(condition->message));
  return copy;
}

constexpr std::string_view abandons = "hive.openshift.io/abandon-deprovision";
constexpr std::string_view relocates = "hive.openshift.io/relocate";

// Whether Hive has to ask for the cluster to be taken apart: it was made, nobody keeps it, hands it
// on or gives it up, and no attempt has to end first. Who installed it otherwise, removes it so.
bool must_deprovision(const Observing& at) {
  const Seen& seen = at.seen;
  const bool attempt_runs = seen.stage == Stage::Initializing || seen.stage == Stage::Provisioning;
  return seen.deleting && !seen.install_path && !attempt_runs &&
         !at.spec()["clusterMetadata"]["infraID"].as_string("").empty() &&
         at.deployment.annotation(abandons) == nullptr &&
         at.deployment.annotation(relocates) == nullptr;
}

// Hive creates the request within seconds. Where it cannot, it says so in its log alone.
void miss_request(const Observing& at, const Found& found) {
  if (!must_deprovision(at)) return;
  const bool taken = found.object != nullptr;
  if (!taken && found.sight != Sight::Absent) return;
  at.seen.deprovision_hindrance = at.texts.keep(format(
      "ClusterDeprovision {} {}", at.deployment.key.name,
      taken ? "belongs to another owner, and a second one cannot be created" : "was not created"));
  at.seen.deprovision_due = at.deployment.deleted;
  if (!taken) at.seen.deprovision_due += at.context.settings.patience.missing_template;
}

}  // namespace

void see_install(const Observing& at) {
  const json::Tree ref = at.spec()["clusterInstallRef"];
  const bool referred = ref.is(json::Tree::Type::Map);
  at.seen.install_path = referred || (!at.seen.provisioning && anything_copied(at));
  if (!at.seen.install_path) return;
  at.seen.provisioning = false;
  Install& install = at.seen.install;
  install.kind = ref["kind"].as_string("ClusterInstall");
  install.name = ref["name"].as_string(at.deployment.key.name);
  install.object = referred ? find_install(at, ref).object : nullptr;
  install.present = install.object != nullptr || anything_copied(at);
  for (const Copied& one : copied) {
    const Condition* fresh =
        install.object != nullptr ? condition_of(*install.object, one.type) : nullptr;
    install.*one.told = fresh != nullptr ? fresh : copy_of(at, one);
  }
}

void see_deprovision(const Observing& at) {
  Seen& seen = at.seen;
  // Whoever preserves a cluster has nothing deprovisioned, whatever was begun before.
  if (seen.preserves) return;
  const Condition* copy = at.condition("DeprovisionLaunchError");
  if (copy != nullptr && copy->status != Status::Unknown) seen.deprovision_denied = told(at, copy);
  const Found found = find_beside(at, "ClusterDeprovision", at.deployment.key.name);
  const Object* request = found.object;
  if (request == nullptr || !may_be_ours(at, *request)) return miss_request(at, found);
  const bool completed = request->body["status"]["completed"].as_bool(false);
  seen.deprovision = completed ? Deprovision::Completed : Deprovision::PendingRequest;
  const auto denied = told(at, condition_of(*request, "AuthenticationFailure"));
  if (denied) seen.deprovision_denied = denied;
  seen.deprovision_failed = told(at, condition_of(*request, "DeprovisionFailed"));
  seen.deprovision_reports = completed || denied || seen.deprovision_failed;
}

}  // namespace telltale::clusterdeployment
