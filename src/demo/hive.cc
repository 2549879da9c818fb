// SPDX-License-Identifier: Apache-2.0
#include "demo/hive.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "demo/machines.h"

namespace telltale::demo {
namespace {

constexpr std::string_view hive_api = "hive.openshift.io/v1";
constexpr std::string_view space = "fleet";
constexpr std::string_view image_set = "img4.20.3";
constexpr std::uint64_t attempts_limit = 2;

enum class Installed : std::uint8_t { No, Yes };

struct Progress {
  Installed installed = Installed::No;
  std::uint64_t attempt = 0;
  Attempt how = Attempt::Running;
};

std::string zone_name(std::string_view deployment) { return format("{}-zone", deployment); }
std::string infra_id(std::string_view deployment) { return format("{}-5tq8z", deployment); }

json::ValueMap on_aws() {
  return {{"aws", json::ValueMap{{"region", "eu-west-1"},
                                 {"credentialsSecretRef", json::ValueMap{{"name", "aws"}}}}}};
}

std::string provision_name(std::string_view deployment, std::uint64_t number) {
  return format("{}-{}-{:05x}", deployment, number, number_of(deployment) % 0xfffff);
}

json::ValueMap deployment_spec(std::string_view name, Installed installed) {
  json::ValueMap spec{
      {"baseDomain", "example.com"},
      {"clusterName", name},
      {"platform", on_aws()},
      {"manageDNS", true},
      {"pullSecretRef", json::ValueMap{{"name", "pull-secret"}}},
      {"installAttemptsLimit", attempts_limit},
      {"provisioning",
       json::ValueMap{{"imageSetRef", json::ValueMap{{"name", image_set}}},
                      {"installConfigSecretRef",
                       json::ValueMap{{"name", format("{}-install-config", name)}}}}},
      {"installed", installed == Installed::Yes}};
  if (installed == Installed::Yes) {
    spec["clusterMetadata"] = json::ValueMap{
        {"clusterID", format("00000000-0000-4000-8000-{:012x}", number_of(name) >> 16U)},
        {"infraID", infra_id(name)},
        {"adminKubeconfigSecretRef", json::ValueMap{{"name", "admin-kubeconfig"}}},
        {"adminPasswordSecretRef", json::ValueMap{{"name", "admin-password"}}}};
  }
  return spec;
}

json::ValueMap deployment_status(std::string_view name, const Progress& progress,
                                 const ActorContext& context) {
  json::ValueMap status{{"installerImage", "example.com/installer:4.20.3"},
                        {"cliImage", "example.com/cli:4.20.3"}};
  // An attempt that failed is counted and let go.
  const bool failed = progress.how == Attempt::Failed;
  status["installRestarts"] = progress.attempt + (failed ? 1 : 0);
  status["provisionRef"] = nullptr;
  if (!failed) {
    status["provisionRef"] = json::ValueMap{{"name", provision_name(name, progress.attempt)}};
  }
  if (progress.installed == Installed::Yes) {
    status["installedTimestamp"] = format_rfc3339(context.now);
    status["powerState"] = "Running";
    status["conditions"] = json::ValueList{
        condition({"Ready", "True", "Running", "Cluster is running"}, context.now),
        condition({"Unreachable", "False", "ClusterReachable", "cluster is reachable"},
                  context.now)};
  }
  return status;
}

Write install_write(std::string_view name, const Progress& progress, const ActorContext& context) {
  return Document(hive_api, "ClusterDeployment", space, name)
      .spec(deployment_spec(name, progress.installed))
      .status(deployment_status(name, progress, context))
      .finalizer("hive.openshift.io/deprovision")
      .apply();
}

Write zone_write(std::string_view name, const ActorContext& context) {
  return Document(hive_api, "DNSZone", space, zone_name(name))
      .owner(hive_api, "ClusterDeployment", name)
      .spec(json::ValueMap{
          {"zone", format("{}.example.com", name)},
          {"linkToParentDomain", true},
          {"aws", json::ValueMap{{"region", "eu-west-1"},
                                 {"credentialsSecretRef", json::ValueMap{{"name", "aws"}}}}}})
      .status(json::ValueMap{
          {"conditions", json::ValueList{condition({"ZoneAvailable", "True", "ZoneAvailable",
                                                    "DNS SOA record for zone reachable"},
                                                   context.now)}}})
      .apply();
}

Document deprovision(std::string_view name) {
  return {hive_api, "ClusterDeprovision", space, name};
}

std::string_view stage_of(Attempt attempt) {
  switch (attempt) {
    case Attempt::Running:
      return "provisioning";
    case Attempt::Failed:
      return "failed";
    case Attempt::Complete:
      break;
  }
  return "complete";
}

json::ValueList provision_conditions(Attempt attempt, const ActorContext& context) {
  json::ValueList list{
      condition({"ClusterProvisionInitialized", "True", "InitializationComplete",
                 "Install job has completed its initialization. Provisioning started."},
                context.now)};
  if (attempt == Attempt::Failed) {
    list.push_back(condition(
        {"ClusterProvisionFailed", "True", "DNSAlreadyExists", "DNS record already exists"},
        context.now));
  }
  if (attempt == Attempt::Complete) {
    list.push_back(condition({"ClusterProvisionCompleted", "True", "InstallComplete",
                              "Install job has completed successfully"},
                             context.now));
  }
  return list;
}

struct Provision {
  std::uint64_t number = 0;
  Attempt stage = Attempt::Complete;
  Attempt told = Attempt::Complete;  // by its conditions, which are written first
};

Write provision_write(std::string_view name, const Provision& provision,
                      const ActorContext& context) {
  const std::string own_name = provision_name(name, provision.number);
  return Document(hive_api, "ClusterProvision", space, own_name)
      .label("hive.openshift.io/cluster-deployment-name", name)
      .owner(hive_api, "ClusterDeployment", name)
      .spec(json::ValueMap{{"clusterDeploymentRef", json::ValueMap{{"name", name}}},
                           {"attempt", provision.number},
                           {"stage", stage_of(provision.stage)},
                           {"infraID", infra_id(name)}})
      .status(json::ValueMap{{"jobRef", json::ValueMap{{"name", format("{}-provision", own_name)}}},
                             {"conditions", provision_conditions(provision.told, context)}})
      .apply();
}

}  // namespace

Writes installed_writes(std::string_view name, const ActorContext& context) {
  return {install_write(name, {.installed = Installed::Yes, .how = Attempt::Complete}, context),
          zone_write(name, context), provision_write(name, {}, context)};
}

Writes deprovision_writes(std::string_view name, Deprovisioned done) {
  return {Document(hive_api, "ClusterDeployment", space, name).remove(),
          deprovision(name)
              .owner(hive_api, "ClusterDeployment", name)
              .spec(json::ValueMap{{"infraID", infra_id(name)}, {"platform", on_aws()}})
              .status(json::ValueMap{{"completed", done == Deprovisioned::Yes}})
              .apply()};
}

Writes deployment_removal(std::string_view name) {
  const Document own(hive_api, "ClusterDeployment", space, name);
  Writes writes{own.remove(), own.release(), deprovision(name).remove(),
                Document(hive_api, "DNSZone", space, zone_name(name)).remove()};
  // Most of it the server collects by itself, but a moment later.
  for (std::uint64_t number = 0; number < attempts_limit; ++number) {
    writes.push_back(
        Document(hive_api, "ClusterProvision", space, provision_name(name, number)).remove());
  }
  return writes;
}

Writes attempt_writes(std::string_view name, std::uint64_t number, Attempt attempt,
                      const ActorContext& context) {
  const Write deployment = install_write(name, {.attempt = number, .how = attempt}, context);
  const auto provision = [&](Attempt stage) {
    return provision_write(name, {.number = number, .stage = stage, .told = attempt}, context);
  };
  if (attempt == Attempt::Running) {
    return {deployment, zone_write(name, context), provision(Attempt::Running)};
  }
  return {provision(Attempt::Running), provision(attempt), deployment};
}

Writes hive_writes() {
  return {Document("v1", "Namespace", "", space).apply(),
          Document(hive_api, "ClusterImageSet", "", image_set)
              .spec(json::ValueMap{{"releaseImage", "example.com/release:4.20.3"}})
              .apply()};
}

}  // namespace telltale::demo
