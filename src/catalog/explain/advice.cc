// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/advice.h"

#include <algorithm>
#include <optional>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "classify/classify.h"
#include "classify/documentation.h"
#include "classify/resource.h"

namespace telltale {
namespace {

constexpr std::size_t object_name_bytes_max = 253;

bool is_plain_name(std::string_view name) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/@-";
  return !name.empty() && name.size() <= object_name_bytes_max && name.front() != '-' &&
         name.find_first_not_of(plain) == std::string_view::npos;
}

AdviceNames::Reference reference_at(const json::Tree& tree) {
  return {.kind = tree["kind"].as_string(""), .name = tree["name"].as_string("")};
}

std::string_view hook_of(const Object& object, std::string_view prefix) {
  for (const Label& annotation : object.annotations) {
    if (annotation.key.starts_with(prefix)) return annotation.key;
  }
  return {};
}

Platform platform_of_object(const Object& object, std::string_view infrastructure_kind) {
  const json::Tree spec = object.body["spec"];
  if (const auto typed = parse_platform(spec["platform"]["type"].as_string(""))) return *typed;
  for (const std::string_view kind :
       {infrastructure_kind, spec["template"]["spec"]["infrastructureRef"]["kind"].as_string("")}) {
    const Platform platform = platform_of_kind(kind);
    if (platform != Platform::Any) return platform;
  }
  const std::string_view node_class =
      spec["template"]["spec"]["nodeClassRef"]["kind"].as_string("");
  if (node_class == "EC2NodeClass") return Platform::AWS;
  return node_class == "AKSNodeClass" ? Platform::Azure : Platform::Any;
}

// The static Pod that a condition of a control plane Machine is about.
std::string_view component_of(std::string_view condition) {
  if (condition == "APIServerPodHealthy") return "kube-apiserver";
  if (condition == "ControllerManagerPodHealthy") return "kube-controller-manager";
  if (condition == "SchedulerPodHealthy") return "kube-scheduler";
  return condition == "EtcdPodHealthy" ? "etcd" : "";
}

std::string plain_or_nothing(std::string_view name) {
  return is_plain_name(name) ? std::string(name) : "";
}

std::string plain_reference(const AdviceNames::Reference& reference) {
  if (!is_plain_name(reference.kind) || !is_plain_name(reference.name)) return {};
  return format("{} {}", lower(reference.kind), reference.name);
}

std::string hosted_namespace(const AdviceNames& names) {
  if (!is_plain_name(names.namespace_name) || !is_plain_name(names.cluster)) return {};
  std::string cluster(names.cluster);
  std::ranges::replace(cluster, '.', '-');
  return format("{}-{}", names.namespace_name, cluster);
}

const AdviceNames::Reference& provider_of(const Guidance& guidance, const AdviceNames& names) {
  return guidance.condition == "BootstrapConfigReady" ? names.bootstrap : names.infrastructure;
}

struct Blank {
  std::string text;    // how the advice leaves it open
  std::string filled;  // empty: it stays as it is
};

// "machine <name>" is a name to fill in where the advice is about such a member itself; advice
// about an owner means one of its members, which the reader has to find first.
void add_member_blanks(const Guidance& guidance, std::string_view name,
                       std::vector<Blank>& blanks) {
  for (const Kind* kind : judged_kinds()) {
    if (kind->stage != JudgingStage::Members) continue;
    const bool is_own = guidance.kind == kind->kind && !name.empty();
    for (const char between : {' ', '/'}) {
      const std::string typed = format("{}{}", lower(kind->kind), between);
      blanks.push_back({typed + "<name>", is_own ? format("{}{}", typed, name) : ""});
    }
  }
}

// The longer before what they hold: a <name> behind a kind is that kind's.
std::vector<Blank> blanks_of(const Guidance& guidance, const AdviceNames& names) {
  const std::string name = plain_or_nothing(names.name);
  const std::string_view hook =
      guidance.reason == "WaitingForPreDrainHook" ? names.pre_drain_hook : names.pre_terminate_hook;
  std::vector<Blank> blanks = {
      {"<infrastructure kind> <name>", plain_reference(names.infrastructure)},
      {"<config kind> <name>", plain_reference(names.bootstrap)},
      {"<control plane kind> <name>", plain_reference(names.control_plane)},
      {"<provider kind> <name>", plain_reference(provider_of(guidance, names))},
      {"<kind> <name>", plain_reference(names.install)},
      {"<namespace>-<cluster>", hosted_namespace(names)},
      {"<name>", name},
      {"<namespace>", plain_or_nothing(names.namespace_name)},
      {"<node>", plain_or_nothing(names.node)},
      {"<component>", plain_or_nothing(component_of(guidance.condition))},
      {"<hook>", plain_or_nothing(hook)},
      {"<workload>", is_plain_name(names.cluster) ? format("{}.kubeconfig", names.cluster) : ""},
  };
  add_member_blanks(guidance, name, blanks);
  return blanks;
}

std::string filled_in(std::string_view advice, const std::vector<Blank>& blanks) {
  std::string out;
  while (!advice.empty()) {
    const auto blank = std::ranges::find_if(
        blanks, [&](const Blank& one) { return advice.starts_with(one.text); });
    if (blank == blanks.end()) {
      out += advice.front();
      advice.remove_prefix(1);
      continue;
    }
    out += blank->filled.empty() ? blank->text : blank->filled;
    advice.remove_prefix(blank->text.size());
  }
  return out;
}

// Conditions whose messages are a provider's words.
bool is_providers_word(std::string_view condition) {
  constexpr std::string_view conditions[] = {
      "InfrastructureReady", "Progressing",      "Degraded",         "ReplicaFailure",
      "ProvisionFailed",     "ProvisionStopped", "DeprovisionError", "RequirementsMet",
      "Provisioned",         "Deleted",          "ScalingUp"};
  return std::ranges::find(conditions, condition) != std::end(conditions);
}

// A NodePool's message goes on with what to do, which is no error.
std::string_view error_in(std::string_view message) {
  return message.substr(0, message.find(". Recovery: "));
}

std::optional<FailureClass> class_called(std::string_view reason) {
  for (const FailureClass failure : all_failure_classes) {
    if (failure != FailureClass::None && to_text(failure) == reason) return failure;
  }
  return std::nullopt;
}

FailureClass failure_told(const Guidance& guidance, const AdviceNames& names,
                          std::string_view message) {
  if (const auto named = class_called(guidance.reason)) return *named;
  if (!is_providers_word(guidance.condition)) return FailureClass::None;
  return classify(error_in(message), names.platform).failure;
}

}  // namespace

AdviceNames names_of_object(const Object& object) {
  const json::Tree spec = object.body["spec"];
  const Kind* kind = judged_kind(object);
  const bool is_cluster = kind != nullptr && kind->stage == JudgingStage::Clusters;
  AdviceNames names{.kind = object.key.kind,
                    .name = object.key.name,
                    .namespace_name = object.key.namespace_name,
                    .cluster = is_cluster ? object.key.name : spec["clusterName"].as_string(""),
                    .node = object.body["status"]["nodeRef"]["name"].as_string(""),
                    .infrastructure = reference_at(spec["infrastructureRef"]),
                    .bootstrap = reference_at(spec["bootstrap"]["configRef"]),
                    .control_plane = reference_at(spec["controlPlaneRef"]),
                    .install = reference_at(spec["clusterInstallRef"]),
                    .pre_drain_hook = hook_of(object, "pre-drain.delete.hook.machine."),
                    .pre_terminate_hook = hook_of(object, "pre-terminate.delete.hook.machine.")};
  names.platform = platform_of_object(object, names.infrastructure.kind);
  return names;
}

std::string advice_text(const Guidance& guidance, const AdviceNames& names,
                        std::string_view message) {
  std::string text = filled_in(guidance.advice, blanks_of(guidance, names));
  const FailureClass failure = failure_told(guidance, names, message);
  if (const auto named = resource_named_in(error_in(message), failure)) {
    text += format("; the error names the {} {}", named->kind, named->name);
  }
  return text;
}

std::string_view advice_documentation(const Guidance& guidance, const AdviceNames& names,
                                      std::string_view message) {
  return documentation_for(failure_told(guidance, names, message), names.platform);
}

}  // namespace telltale
