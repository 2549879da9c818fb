// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/advice.h"

#include <algorithm>
#include <optional>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/explain/fill_advice.h"
#include "catalog/explain/typed_name.h"
#include "catalog/kind_data.h"
#include "classify/classify.h"
#include "classify/documentation.h"
#include "classify/region.h"
#include "classify/resource.h"

namespace telltale {
namespace {

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

// Words of an error that may stand in a sentence: plain ones, one blank between them.
std::string plain_words(std::string_view text) {
  for (const std::string_view word : split(text, ' ')) {
    if (!is_plain_name(word)) return {};
  }
  return std::string(text);
}

std::string hosted_namespace(const AdviceNames& names) {
  if (!is_plain_name(names.namespace_name) || !is_plain_name(names.cluster)) return {};
  std::string cluster(names.cluster);
  std::ranges::replace(cluster, '.', '-');
  return format("{}-{}", names.namespace_name, cluster);
}

std::string workload_kubectl(const AdviceNames& names) {
  if (!is_plain_name(names.namespace_name) || !is_plain_name(names.cluster)) return {};
  return format(
      "clusterctl get kubeconfig {0} -n {1} > {0}.kubeconfig && kubectl --kubeconfig "
      "{0}.kubeconfig",
      names.cluster, names.namespace_name);
}

const AdviceNames::Reference& provider_of(const Guidance& guidance, const AdviceNames& names) {
  if (guidance.condition == "BootstrapConfigReady") return names.bootstrap;
  return guidance.condition.starts_with("ControlPlane") ? names.control_plane
                                                        : names.infrastructure;
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
  if (message.empty() || !is_providers_word(guidance.condition)) return FailureClass::None;
  return classify(error_in(message), names.platform).failure;
}

// Where the provider's error says what kind of trouble it is, that is what to do something about.
std::string_view advice_for(const Guidance& guidance, FailureClass failure) {
  const bool open = guidance.condition == "InfrastructureReady" &&
                    (guidance.reason == any_name || guidance.reason == "NotReady");
  if (!open) return guidance.advice;
  switch (failure) {
    case FailureClass::CloudQuotaExceeded:
      return "raise the [<quota>|quota that the error names][ in <region>], or "
             "[kubectl scale <scaled> --replicas=<count>|use fewer or smaller machines"
             "[: kubectl edit <scaled>]]";
    case FailureClass::InsufficientCloudCapacity:
      return "use another zone, machine type or capacity type, or wait for the cloud"
             "[: kubectl edit <scaled>|: kubectl describe <infrastructure>]";
    case FailureClass::MissingCloudResources:
      return "create the [<resource>|resource that the error names] again, or correct the "
             "reference "
             "to it[: kubectl get <infrastructure> -o yaml|: kubectl get <self> -o yaml]";
    case FailureClass::CAPIProviderFailed:
    case FailureClass::Transient:
    case FailureClass::None:
      break;
  }
  return guidance.advice;
}

class BlankFiller {
 public:
  BlankFiller(const Guidance& guidance, const AdviceNames& names, std::string_view error,
              FailureClass failure)
      : guidance_(guidance), names_(names), error_(error), failure_(failure) {}

  std::string fill(std::string_view blank) {
    if (blank == "self") return object(names_.group, names_.kind, names_.name);
    if (blank == "name") return plain_or_nothing(names_.name);
    if (blank == "namespace") return plain_or_nothing(names_.namespace_name);
    if (blank == "node") return plain_or_nothing(names_.node);
    if (blank == "workload") return workload_kubectl(names_);
    if (blank == "hosted namespace") return hosted_namespace(names_);
    if (blank == "component") return std::string(component_of(guidance_.condition));
    if (blank == "attempt") return plain_or_nothing(names_.attempt);
    if (blank == "hook") return hook();
    if (blank == "infrastructure") return referred(names_.infrastructure);
    if (blank == "config") return referred(names_.bootstrap);
    if (blank == "control plane") return referred(names_.control_plane);
    if (blank == "install") return referred(names_.install);
    if (blank == "provider") return referred(provider_of(guidance_, names_));
    return fill_from_around(blank);
  }

  // What the error names, unless the advice has said it already.
  std::string named_beside() {
    if (told_ || !named()) return {};
    const std::string words = plain_words(named_->name);
    return words.empty() ? "" : format("; the error names the {} {}", named_->kind, words);
  }

 private:
  std::string fill_from_around(std::string_view blank) {
    if (blank == "deepest")
      return names_.deepest == nullptr ? "" : typed_object(names_.deepest->key);
    if (blank == "scaled") return names_.scaled == nullptr ? "" : typed_object(names_.scaled->key);
    if (blank == "count") return names_.running ? format("{}", *names_.running) : "";
    if (blank == "region") return region();
    if (blank == "quota") return quota();
    return blank == "resource" ? resource() : "";
  }

  std::string object(std::string_view group, std::string_view kind, std::string_view name) const {
    return typed_object({group, kind, names_.namespace_name, name, {}});
  }
  std::string referred(const AdviceNames::Reference& to) const {
    return object("", to.kind, to.name);
  }
  std::string hook() const {
    return plain_or_nothing(guidance_.reason == "WaitingForPreDrainHook"
                                ? names_.pre_drain_hook
                                : names_.pre_terminate_hook);
  }

  // What the error says comes first: it knows where it happened.
  std::string region() const {
    const std::string_view told = region_in(error_);
    return std::string(told.empty() ? names_.region : told);
  }

  std::string quota() {
    const std::string_view code = aws_quota_code(error_, names_.instance_type, names_.market);
    if (!code.empty()) {
      told_ = true;
      return format("quota {}", code);
    }
    return named() && named_->name == "Vcpu" ? tell("vCPU quota") : resource();
  }

  std::string resource() {
    if (!named()) return {};
    const std::string words = plain_words(named_->name);
    return words.empty() ? "" : tell(format("{} {}", named_->kind, words));
  }
  std::string tell(std::string text) {
    told_ = true;
    return text;
  }

  bool named() {
    if (!looked_) named_ = resource_named_in(error_, failure_);
    looked_ = true;
    return named_.has_value();
  }

  const Guidance& guidance_;
  const AdviceNames& names_;
  std::string_view error_;
  FailureClass failure_;
  bool looked_ = false;
  bool told_ = false;
  std::optional<NamedResource> named_ = {};
};

}  // namespace

bool is_providers_word(std::string_view condition) {
  constexpr std::string_view conditions[] = {
      "InfrastructureReady", "Progressing",      "Degraded",         "ReplicaFailure",
      "ProvisionFailed",     "ProvisionStopped", "DeprovisionError", "RequirementsMet",
      "Provisioned",         "Deleted",          "ScalingUp"};
  return std::ranges::find(conditions, condition) != std::end(conditions);
}

std::string advice_text(const Guidance& guidance, const AdviceNames& names,
                        std::string_view message) {
  const FailureClass failure = failure_told(guidance, names, message);
  BlankFiller filler(guidance, names, error_in(message), failure);
  std::string text = fill_advice(advice_for(guidance, failure),
                                 [&](std::string_view blank) { return filler.fill(blank); });
  // A command stands last, so that it can be copied.
  text.insert(std::min(text.find(": kubectl "), text.size()), filler.named_beside());
  return text;
}

std::string_view advice_documentation(const Guidance& guidance, const AdviceNames& names,
                                      std::string_view message) {
  return documentation_for(failure_told(guidance, names, message), names.platform);
}

}  // namespace telltale
