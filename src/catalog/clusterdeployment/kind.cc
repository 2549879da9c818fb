// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/clusterdeployment/verdict_table.h"
#include "catalog/columns.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "classify/innermost.h"

namespace telltale {
namespace clusterdeployment {
namespace {

Judged judge_object(const Kind&, const Judging& at) {
  return judge(at.context, at.object, at.writer);
}

void explain_object(const Kind&, Explainer& explainer) {
  for_each_decision(explainer.context(), explainer.object(),
                    [&](const auto& table, const auto& seen) { explainer.tell(table, seen); });
}

std::vector<TableEntry> list_tables(const Kind&) {
  return entries_of([](auto list) {
    for_each_table(list);
    list(verdict_rows::verdict_table);
  });
}

// That attempts have stopped says nothing of why each of them failed.
HiddenCause last_failure(const Kind&, const Judged& judged) {
  const Condition* failed = find_condition(judged.conditions, "ProvisionFailed");
  const bool hides =
      judged.cause.condition == "ProvisionStopped" || judged.cause.condition == "Provisioned";
  if (!hides || failed == nullptr || failed->status != Status::True) return {};
  const std::string text = innermost_error(failed->message);
  const std::string_view between = failed->reason.empty() || text.empty() ? "" : ", ";
  return {.said = judged.cause.message,
          .label = "last failure",
          .cause = format("{}{}{}", failed->reason, between, text)};
}

}  // namespace
}  // namespace clusterdeployment

namespace {

constexpr std::string_view read_attempts =
    "fix what made the last attempt fail, then delete the ClusterDeployment and create "
    "it again[; its log: kubectl get clusterprovisions/<attempt> -n <namespace> -o yaml|; its "
    "log: kubectl get clusterprovisions -n <namespace> -l "
    "hive.openshift.io/cluster-deployment-name=<name> -o yaml]";
constexpr std::string_view follow_attempt =
    "follow the installation[: kubectl get clusterprovisions/<attempt> -n <namespace> -o yaml|: "
    "kubectl describe <self>]";
constexpr std::string_view fix_zone =
    "fix the credentials or the delegation of the DNS zone; a stopped deployment must be "
    "created again[: kubectl get dnszones/<name>-zone -n <namespace> -o yaml]";
constexpr std::string_view read_install =
    "read the conditions of the ClusterInstall that spec.clusterInstallRef names[: "
    "kubectl get <install> -o yaml|: kubectl get <self> -o yaml]";
constexpr std::string_view fix_install_config =
    "correct what spec.provisioning refers to, the install config Secret or the "
    "customization[: kubectl get <self> -o yaml]";
constexpr std::string_view fix_deprovision =
    "fix the cloud credentials of the deprovision request, then watch its job[: kubectl "
    "get clusterdeprovisions/<name> -n <namespace> -o yaml]";

// The five new ones, then the old ones as Hive itself sorts them. A ClusterPool deletes a cluster
// whose ProvisionStopped is True.
constexpr ConditionFacts condition_facts[] = {
    {.type = "RequirementsMet"},
    {.type = "ProvisionFailed", .polarity = Polarity::Negative},
    {.type = "ProvisionStopped", .polarity = Polarity::Negative, .others_act_on_it = true},
    {.type = "Provisioned"},
    {.type = "DeprovisionError", .polarity = Polarity::Negative, .is_only_ours = true},
    {.type = "ActiveAPIURLOverride"},
    {.type = "AuthenticationFailure", .polarity = Polarity::Negative},
    {.type = "AWSPrivateLinkFailed", .polarity = Polarity::Negative},
    {.type = "AWSPrivateLinkReady"},
    {.type = "ClusterImageSetNotFound", .polarity = Polarity::Negative},
    {.type = "ClusterInstallCompleted"},
    {.type = "ClusterInstallFailed", .polarity = Polarity::Negative},
    {.type = "ClusterInstallRequirementsMet"},
    {.type = "ClusterInstallStopped", .polarity = Polarity::Negative},
    {.type = "ControlPlaneCertificateNotFound", .polarity = Polarity::Negative},
    {.type = "DeprovisionLaunchError", .polarity = Polarity::Negative},
    {.type = "DNSNotReady", .polarity = Polarity::Negative},
    {.type = "Hibernating"},
    {.type = "IngressCertificateNotFound", .polarity = Polarity::Negative},
    {.type = "InstallImagesNotResolved", .polarity = Polarity::Negative},
    {.type = "InstallLaunchError", .polarity = Polarity::Negative},
    {.type = "InstallerImageResolutionFailed", .polarity = Polarity::Negative},
    {.type = "PrivateLinkFailed", .polarity = Polarity::Negative},
    {.type = "PrivateLinkReady"},
    {.type = "Ready"},
    {.type = "RelocationFailed", .polarity = Polarity::Negative},
    {.type = "SyncSetFailed", .polarity = Polarity::Negative},
    {.type = "Unreachable", .polarity = Polarity::Negative},
};

// An installer that stops when it is done has not given up.
constexpr GoodReasonFacts good_reasons[] = {
    {"ProvisionStopped", Status::True, "InstallationCompleted"},
    {"ClusterInstallStopped", Status::True, "InstallationCompleted"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"RequirementsMet", "DNSNotReady", fix_zone, "docs/runbooks/DNSNotReady.md"},
    {"RequirementsMet", "AuthenticationFailure",
     "renew the cloud credentials in the Secret that spec.platform names, and check them "
     "with the cloud's own command line[: kubectl get <self> -o yaml]",
     "docs/runbooks/AuthenticationFailure.md"},
    {"RequirementsMet", "ClusterImageSetNotFound",
     "create the ClusterImageSet, or point spec.provisioning.imageSetRef to one that "
     "exists[: kubectl edit <self>]",
     "docs/runbooks/ClusterImageSetNotFound.md"},
    {"RequirementsMet", "InstallerImageResolutionFailed",
     "check the release image and the pull secret, then read the log of the imageset "
     "job[: kubectl get jobs,pods -n <namespace>]",
     "docs/runbooks/InstallerImageResolutionFailed.md"},
    {"RequirementsMet", "InstallConfigRefNotSet", fix_install_config,
     "docs/runbooks/InstallConfigInvalid.md"},
    {"RequirementsMet", "InstallConfigValidationFailed", fix_install_config,
     "docs/runbooks/InstallConfigInvalid.md"},
    {"RequirementsMet", "CustomizationRefNotAvailable", fix_install_config,
     "docs/runbooks/InstallConfigInvalid.md"},
    {"RequirementsMet", any_name, read_install,
     "docs/runbooks/ClusterInstallRequirementsNotMet.md"},
    {"ProvisionFailed", "InstallLaunchError",
     "see why the install pod does not start (quota, image, node)[: kubectl describe pods "
     "-n <namespace> -l hive.openshift.io/install=true]",
     "docs/runbooks/InstallLaunchError.md"},
    {"ProvisionFailed", any_name,
     "read the reason and the log of the failed attempt[: kubectl get "
     "clusterprovisions/<attempt> -n <namespace> -o yaml|: kubectl get clusterprovisions "
     "-n <namespace> -l hive.openshift.io/cluster-deployment-name=<name> -o yaml]",
     "docs/runbooks/ProvisionFailed.md"},
    {"ProvisionStopped", "InstallOnlyOnceSet", read_attempts, "docs/runbooks/ProvisionStopped.md"},
    {"ProvisionStopped", "InstallAttemptsLimitReached", read_attempts,
     "docs/runbooks/ProvisionStopped.md"},
    {"ProvisionStopped", "FailureReasonNotRetryable", read_attempts,
     "docs/runbooks/ProvisionStopped.md"},
    {"ProvisionStopped", "DNSNotReadyTimedOut", fix_zone, "docs/runbooks/DNSNotReady.md"},
    {"ProvisionStopped", "DNSZoneFailedToReconcile", fix_zone, "docs/runbooks/DNSNotReady.md"},
    {"ProvisionStopped", any_name, read_install, "docs/runbooks/ProvisionStopped.md"},
    {"Provisioned", "Error",
     "report the conditions to the maintainers of the ClusterInstall, and update it[: "
     "kubectl get <install> -o yaml|: kubectl get <self> -o yaml]",
     "docs/runbooks/ContractViolation.md"},
    {"Provisioned", "DeprovisionFailed", fix_deprovision, "docs/runbooks/DeprovisionError.md"},
    {"Provisioned", "ProvisionStopped", read_attempts, "docs/runbooks/ProvisionStopped.md"},
    {"Provisioned", "Provisioning", follow_attempt, "docs/runbooks/ProvisionFailed.md"},
    {"Provisioned", "Deprovisioning", fix_deprovision, "docs/runbooks/DeprovisionError.md"},
    {"Provisioned", any_name, read_attempts, "docs/runbooks/ProvisionFailed.md"},
    {"DeprovisionError", "ClusterDeprovisionNotCreated",
     "read why Hive cannot create the deprovision request: kubectl logs -n hive "
     "deployment/hive-controllers",
     "docs/runbooks/DeprovisionError.md"},
    {"DeprovisionError", any_name, fix_deprovision, "docs/runbooks/DeprovisionError.md"},
    {any_name, any_name,
     "read the conditions of the deployment and the log of Hive's controllers[: kubectl "
     "describe <self>]",
     "docs/runbooks/ProvisionFailed.md"},
};

constexpr std::string_view kept_fields[] = {"spec.installed:bool",
                                            "spec.provisioning:map",
                                            "spec.clusterInstallRef:map",
                                            "spec.manageDNS:bool",
                                            "spec.installAttemptsLimit:int",
                                            "spec.preserveOnDelete:bool",
                                            "spec.clusterMetadata.infraID:string",
                                            "spec.clusterPoolRef:map",
                                            "spec.clusterName",
                                            "spec.baseDomain",
                                            "spec.platform",
                                            "spec.powerState",
                                            "status.provisionRef.name:string",
                                            "status.installRestarts:int",
                                            "status.installStartedTimestamp:time",
                                            "status.installedTimestamp:time",
                                            "status.installVersion",
                                            "status.installerImage",
                                            "status.cliImage",
                                            "status.powerState"};

constexpr std::string_view provision_fields[] = {"spec.clusterDeploymentRef.name:string",
                                                 "spec.stage:string", "spec.attempt:int",
                                                 "spec.infraID", "status.jobRef"};

constexpr std::string_view deprovision_fields[] = {"status.completed:bool", "spec.infraID"};

constexpr std::string_view dns_zone_fields[] = {"spec.zone:string", "status.nameServers"};

constexpr Column printed_columns[] = {
    {"PROVISIONED", column::String, R"(.status.conditions[?(@.type=="Provisioned")].status)"},
    {"REASON", column::String, R"(.status.conditions[?(@.type=="Provisioned")].reason)"},
    {"REQUIREMENTS", column::String, R"(.status.conditions[?(@.type=="RequirementsMet")].status)"},
    {"FAILED", column::String, R"(.status.conditions[?(@.type=="ProvisionFailed")].status)"},
    {"STOPPED", column::String, R"(.status.conditions[?(@.type=="ProvisionStopped")].status)"},
    {"DEPROVISION-ERROR", column::String,
     R"(.status.conditions[?(@.type=="DeprovisionError")].status)"},
    {"RESTARTS", column::Integer, ".status.installRestarts"},
    {"VERSION", column::String, ".status.installVersion"},
    {"POWERSTATE", column::String, ".status.powerState", column::wide},
    {"AGE", column::Date, column::created},
    {"MESSAGE", column::String, R"(.status.conditions[?(@.type=="Provisioned")].message)",
     column::wide},
};

constexpr ReadKind evidence_read[] = {
    {.group = hive_group,
     .kind = "ClusterProvision",
     .fields = provision_fields,
     .extent = all_of_it},
    {.group = hive_group,
     .kind = "ClusterDeprovision",
     .fields = deprovision_fields,
     .extent = all_of_it},
    {.group = hive_group, .kind = "DNSZone", .fields = dns_zone_fields, .extent = all_of_it},
};

// A namespace of Hive is judged as a whole.
std::string tree_of_namespace(const Key& key) { return format("hive/{}", key.namespace_name); }

bool is_hive(std::string_view group) {
  return group == hive_group || group.ends_with(".hive.openshift.io") ||
         group == "hiveinternal.openshift.io";
}

TreeTie tie_to_namespace(const Kind&, const Object& object, Anchors& anchors) {
  if (!is_hive(object.key.group) || object.key.namespace_name.empty()) return TreeTie::Also;
  anchors.push_back(tree_of_namespace(object.key));
  return TreeTie::Only;
}

Key place_named_by(const Kind& self, const Object& object) {
  if (object.key.kind != "ClusterProvision") return {};
  const std::string_view name = object.body["spec"]["clusterDeploymentRef"]["name"].as_string("");
  return {self.group, self.kind, object.key.namespace_name, name, {}};
}

constexpr KindPattern watched_kinds[] = {{hive_group}, {"extensions.hive.openshift.io"}};
constexpr KindPattern listed_kinds[] = {{"hiveinternal.openshift.io"}};
// There may be many of them.
constexpr std::string_view passed_over[] = {"ClusterState", "SyncSet", "SelectorSyncSet",
                                            "ClusterSync", "Checkpoint"};

// Groups in which others have a kind of this name.
constexpr std::string_view namesakes[] = {"k0rdent.mirantis.com"};
constexpr std::string_view short_names[] = {"cd"};

}  // namespace

extern constinit const Kind cluster_deployment_kind{
    .group = hive_group,
    .kind = "ClusterDeployment",
    .plural = "clusterdeployments",
    .short_names = short_names,
    .root_condition = "Provisioned",
    .namesakes = namesakes,
    .conditions = condition_facts,
    .good_reasons = good_reasons,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .evidence = evidence_read,
    .watched = watched_kinds,
    .listed = listed_kinds,
    .passed_over = passed_over,
    .columns = {printed_columns, printed_columns, printed_columns, printed_columns},
    .list_rules = {.conditions_max = long_list, .tells_generation = false, .tells_last_look = true},
    .is_remembered = true,
    .tree_of = tree_of_namespace,
    .tie = tie_to_namespace,
    .place_named_by = place_named_by,
    .stage = JudgingStage::Platforms,
    .judge = clusterdeployment::judge_object,
    .tables = clusterdeployment::list_tables,
    .explain = clusterdeployment::explain_object,
    .explain_verdict = clusterdeployment::explain_verdict,
    .hidden_cause = clusterdeployment::last_failure,
};

}  // namespace telltale
