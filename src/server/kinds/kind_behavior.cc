// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_behavior.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/kinds/event.h"
#include "server/kinds/kind_rules.h"
#include "server/kinds/nulls.h"
#include "server/kinds/service.h"

namespace telltale::server {
namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;

void prepare_plain(json::Value& object, const json::Value*) { drop_nulls(object); }

// Labels that are called as the field they stand for.
Labels same_names(std::initializer_list<std::string_view> names) {
  Labels labels;
  for (const std::string_view name : names) labels.emplace_back(name, name);
  return labels;
}

// The fields of the object that an event is about; the store has them under the core group's name.
Labels labels_of_reference(std::string_view called) {
  Labels labels;
  for (const std::string_view part :
       {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
    labels.emplace_back(format("{}.{}", called, part), format("involvedObject.{}", part));
  }
  return labels;
}

Labels core_event_labels() {
  Labels labels = labels_of_reference("involvedObject");
  labels.emplace_back("reason", "reason");
  labels.emplace_back("type", "type");
  labels.emplace_back("source", "source.component");
  labels.emplace_back("reportingComponent", "reportingComponent");
  return labels;
}

Labels new_event_labels() {
  Labels labels = labels_of_reference("regarding");
  labels.emplace_back("reason", "reason");
  labels.emplace_back("type", "type");
  labels.emplace_back("reportingController", "reportingComponent");
  return labels;
}

// Most kinds have no generation, and a PUT without resourceVersion overwrites.
KindBehavior plain(json::Value (*cells)(const json::Value&, Instant)) {
  return {.counts_generation = false,
          .update_needs_version = false,
          .prepare = prepare_plain,
          .cells = cells};
}

KindBehavior config_map() {
  KindBehavior behavior = plain(config_map_cells);
  behavior.validate = validate_config_map;
  return behavior;
}

KindBehavior secret() {
  KindBehavior behavior = plain(secret_cells);
  behavior.field_labels = same_names({"type"});
  behavior.prepare = prepare_secret;
  behavior.validate = validate_secret;
  return behavior;
}

KindBehavior name_space() {
  KindBehavior behavior = plain(namespace_cells);
  behavior.field_labels = same_names({"status.phase"});
  behavior.field_labels.emplace_back("name", "metadata.name");
  behavior.prepare = prepare_namespace;
  return behavior;
}

KindBehavior core_event() {
  KindBehavior behavior = plain(core_event_cells);
  behavior.creates_on_update = true;
  behavior.field_labels = core_event_labels();
  behavior.prepare = prepare_event;
  behavior.validate = validate_event;
  return behavior;
}

KindBehavior new_event() {
  KindBehavior behavior = plain(new_event_cells);
  behavior.creates_on_update = true;
  behavior.virtual_view = true;
  behavior.field_labels = new_event_labels();
  behavior.prepare = prepare_event;
  behavior.validate = validate_new_event;
  behavior.to_view = to_new_event;
  behavior.from_view = to_core_event;
  return behavior;
}

KindBehavior service_account() { return plain(service_account_cells); }
KindBehavior endpoints() { return plain(endpoints_cells); }
KindBehavior limit_range() { return plain(created_at_cells); }

KindBehavior resource_quota() {
  KindBehavior behavior = plain(resource_quota_cells);
  behavior.prepare = prepare_without_status;
  return behavior;
}

// A kubelet brings the status with it when it registers its Node.
KindBehavior node() {
  KindBehavior behavior = plain(node_cells);
  behavior.field_labels = same_names({"spec.unschedulable"});
  return behavior;
}

KindBehavior pod() {
  KindBehavior behavior = plain(pod_cells);
  behavior.field_labels = same_names({"spec.nodeName", "spec.restartPolicy", "spec.schedulerName",
                                      "spec.serviceAccountName", "spec.hostNetwork", "status.phase",
                                      "status.podIP", "status.nominatedNodeName"});
  behavior.prepare = prepare_pod;
  behavior.validate = validate_pod;
  return behavior;
}

KindBehavior service() {
  KindBehavior behavior = plain(service_cells);
  behavior.field_labels = same_names({"spec.clusterIP", "spec.type"});
  behavior.prepare = prepare_service;
  behavior.validate = validate_service;
  return behavior;
}

// A lost update would make two leaders, so a Lease is never overwritten blindly.
KindBehavior lease() {
  KindBehavior behavior = plain(lease_cells);
  behavior.update_needs_version = true;
  behavior.creates_on_update = true;
  behavior.prepare = prepare_lease;
  behavior.validate = validate_lease;
  return behavior;
}

KindBehavior role() {
  KindBehavior behavior = plain(created_at_cells);
  behavior.validate = validate_role;
  return behavior;
}

KindBehavior cluster_role() {
  KindBehavior behavior = plain(created_at_cells);
  behavior.validate = validate_cluster_role;
  return behavior;
}

KindBehavior role_binding() {
  KindBehavior behavior = plain(binding_cells);
  behavior.prepare = prepare_binding;
  behavior.validate = validate_role_binding;
  return behavior;
}

KindBehavior cluster_role_binding() {
  KindBehavior behavior = plain(binding_cells);
  behavior.prepare = prepare_binding;
  behavior.validate = validate_cluster_role_binding;
  return behavior;
}

// Nulls stay: in a schema they can be a value. Status and names are the definitions' own matter.
KindBehavior definition() { return {.cells = created_at_cells}; }

KindBehavior webhooks() {
  return {.prepare = prepare_webhooks, .validate = validate_webhooks, .cells = webhook_cells};
}

KindBehavior api_service() {
  return {
      .counts_generation = false, .prepare = prepare_without_status, .cells = api_service_cells};
}

// Of kinds that have Kubernetes' own definitions their files say the rest (builtin.cc).
using Validate = void (*)(const json::Value&, const json::Value*, schema::FieldErrors&);

KindBehavior stored() { return {.prepare = prepare_plain}; }

template <Validate validate>
KindBehavior judged() {
  return {.prepare = prepare_plain, .validate = validate};
}

KindBehavior deployment() {
  return {
      .prepare = prepare_deployment, .validate = validate_deployment, .cells = deployment_cells};
}

KindBehavior daemon_set() {
  return {.prepare = prepare_daemon_set, .validate = validate_daemon_set};
}

KindBehavior stateful_set() {
  return {.prepare = prepare_stateful_set,
          .validate = validate_stateful_set,
          .cells = stateful_set_cells};
}

KindBehavior replica_set() {
  return {.field_labels = same_names({"status.replicas"}),
          .prepare = prepare_replicas,
          .validate = validate_replica_set};
}

KindBehavior replication_controller() {
  return {.field_labels = same_names({"status.replicas"}),
          .prepare = prepare_replicas,
          .validate = validate_replication_controller};
}

KindBehavior pod_template() {
  return {.prepare = prepare_replicas, .validate = validate_pod_template};
}

KindBehavior job() {
  return {.field_labels = same_names({"status.successful"}),
          .prepare = prepare_job,
          .validate = validate_job,
          .cells = job_cells};
}

KindBehavior cron_job() { return {.prepare = prepare_cron_job, .validate = validate_cron_job}; }

KindBehavior autoscaler() {
  return {.prepare = prepare_autoscaler, .validate = validate_autoscaler};
}

KindBehavior network_policy() { return {.prepare = prepare_network_policy}; }

KindBehavior endpoint_slice() {
  return {.prepare = prepare_endpoint_slice, .validate = validate_endpoint_slice};
}

KindBehavior signing_request() {
  return {.field_labels = same_names({"spec.signerName"}),
          .prepare = prepare_plain,
          .validate = validate_signing_request};
}

KindBehavior device_claim() { return {.prepare = prepare_device_claim}; }

KindBehavior resource_slice() {
  return {.field_labels = same_names({"spec.nodeName", "spec.driver"}), .prepare = prepare_plain};
}

KindBehavior review() {
  return {.counts_generation = false, .review = true, .prepare = prepare_plain};
}

struct NamedBehavior {
  std::string_view group;
  std::string_view plural;
  KindBehavior (*make)();
};

constexpr std::array all_behaviors{
    NamedBehavior{"", "configmaps", config_map},
    NamedBehavior{"", "secrets", secret},
    NamedBehavior{"", "namespaces", name_space},
    NamedBehavior{"", "events", core_event},
    NamedBehavior{"", "serviceaccounts", service_account},
    NamedBehavior{"", "endpoints", endpoints},
    NamedBehavior{"", "resourcequotas", resource_quota},
    NamedBehavior{"", "limitranges", limit_range},
    NamedBehavior{"", "nodes", node},
    NamedBehavior{"", "pods", pod},
    NamedBehavior{"", "services", service},
    NamedBehavior{"", "persistentvolumeclaims", judged<validate_volume_claim>},
    NamedBehavior{"", "persistentvolumes", judged<validate_volume>},
    NamedBehavior{"", "podtemplates", pod_template},
    NamedBehavior{"", "replicationcontrollers", replication_controller},
    NamedBehavior{"apps", "controllerrevisions", stored},
    NamedBehavior{"apps", "daemonsets", daemon_set},
    NamedBehavior{"apps", "deployments", deployment},
    NamedBehavior{"apps", "replicasets", replica_set},
    NamedBehavior{"apps", "statefulsets", stateful_set},
    NamedBehavior{"autoscaling", "horizontalpodautoscalers", autoscaler},
    NamedBehavior{"batch", "cronjobs", cron_job},
    NamedBehavior{"batch", "jobs", job},
    NamedBehavior{"certificates.k8s.io", "certificatesigningrequests", signing_request},
    NamedBehavior{"discovery.k8s.io", "endpointslices", endpoint_slice},
    NamedBehavior{"flowcontrol.apiserver.k8s.io", "flowschemas", stored},
    NamedBehavior{"flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations", stored},
    NamedBehavior{"networking.k8s.io", "ingressclasses", stored},
    NamedBehavior{"networking.k8s.io", "ingresses", judged<validate_ingress>},
    NamedBehavior{"networking.k8s.io", "ipaddresses", stored},
    NamedBehavior{"networking.k8s.io", "networkpolicies", network_policy},
    NamedBehavior{"networking.k8s.io", "servicecidrs", stored},
    NamedBehavior{"node.k8s.io", "runtimeclasses", judged<validate_runtime_class>},
    NamedBehavior{"policy", "poddisruptionbudgets", judged<validate_budget>},
    NamedBehavior{"resource.k8s.io", "deviceclasses", stored},
    NamedBehavior{"resource.k8s.io", "resourceclaims", device_claim},
    NamedBehavior{"resource.k8s.io", "resourceclaimtemplates", device_claim},
    NamedBehavior{"resource.k8s.io", "resourceslices", resource_slice},
    NamedBehavior{"scheduling.k8s.io", "priorityclasses", judged<validate_priority_class>},
    NamedBehavior{"storage.k8s.io", "csidrivers", stored},
    NamedBehavior{"storage.k8s.io", "csinodes", stored},
    NamedBehavior{"storage.k8s.io", "csistoragecapacities", stored},
    NamedBehavior{"storage.k8s.io", "storageclasses", judged<validate_storage_class>},
    NamedBehavior{"storage.k8s.io", "volumeattachments", judged<validate_volume_attachment>},
    NamedBehavior{"storage.k8s.io", "volumeattributesclasses", stored},
    NamedBehavior{"events.k8s.io", "events", new_event},
    NamedBehavior{"coordination.k8s.io", "leases", lease},
    NamedBehavior{"rbac.authorization.k8s.io", "roles", role},
    NamedBehavior{"rbac.authorization.k8s.io", "clusterroles", cluster_role},
    NamedBehavior{"rbac.authorization.k8s.io", "rolebindings", role_binding},
    NamedBehavior{"rbac.authorization.k8s.io", "clusterrolebindings", cluster_role_binding},
    NamedBehavior{"apiextensions.k8s.io", "customresourcedefinitions", definition},
    NamedBehavior{"admissionregistration.k8s.io", "mutatingadmissionpolicies", stored},
    NamedBehavior{"admissionregistration.k8s.io", "mutatingadmissionpolicybindings", stored},
    NamedBehavior{"admissionregistration.k8s.io", "validatingadmissionpolicies", stored},
    NamedBehavior{"admissionregistration.k8s.io", "validatingadmissionpolicybindings", stored},
    NamedBehavior{"admissionregistration.k8s.io", "mutatingwebhookconfigurations", webhooks},
    NamedBehavior{"admissionregistration.k8s.io", "validatingwebhookconfigurations", webhooks},
    NamedBehavior{"apiregistration.k8s.io", "apiservices", api_service},
    NamedBehavior{"authentication.k8s.io", "tokenreviews", review},
    NamedBehavior{"authentication.k8s.io", "selfsubjectreviews", review},
    NamedBehavior{"authorization.k8s.io", "selfsubjectaccessreviews", review},
    NamedBehavior{"authorization.k8s.io", "subjectaccessreviews", review},
    NamedBehavior{"authorization.k8s.io", "localsubjectaccessreviews", review},
    NamedBehavior{"authorization.k8s.io", "selfsubjectrulesreviews", review},
};

}  // namespace

KindBehavior behavior_of(std::string_view group, std::string_view plural) {
  const auto* found = std::ranges::find_if(all_behaviors, [&](const NamedBehavior& kind) {
    return kind.group == group && kind.plural == plural;
  });
  check(found != all_behaviors.end(), "every built-in kind has its behavior");
  return found->make();
}

}  // namespace telltale::server
