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
#include "server/kinds/config_data.h"
#include "server/kinds/controllers.h"
#include "server/kinds/event.h"
#include "server/kinds/lease.h"
#include "server/kinds/namespace.h"
#include "server/kinds/nulls.h"
#include "server/kinds/roles.h"
#include "server/kinds/service.h"
#include "server/kinds/small_kinds.h"
#include "server/kinds/workloads.h"

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

struct KindHabits {
  std::string_view group;
  std::string_view plural;
  KindBehavior (*make)();
};

constexpr std::array all_behaviors{
    KindHabits{"", "configmaps", config_map},
    KindHabits{"", "secrets", secret},
    KindHabits{"", "namespaces", name_space},
    KindHabits{"", "events", core_event},
    KindHabits{"", "serviceaccounts", service_account},
    KindHabits{"", "endpoints", endpoints},
    KindHabits{"", "resourcequotas", resource_quota},
    KindHabits{"", "limitranges", limit_range},
    KindHabits{"", "nodes", node},
    KindHabits{"", "pods", pod},
    KindHabits{"", "services", service},
    KindHabits{"", "persistentvolumeclaims", judged<validate_volume_claim>},
    KindHabits{"", "persistentvolumes", judged<validate_volume>},
    KindHabits{"", "podtemplates", pod_template},
    KindHabits{"", "replicationcontrollers", replication_controller},
    KindHabits{"apps", "controllerrevisions", stored},
    KindHabits{"apps", "daemonsets", daemon_set},
    KindHabits{"apps", "deployments", deployment},
    KindHabits{"apps", "replicasets", replica_set},
    KindHabits{"apps", "statefulsets", stateful_set},
    KindHabits{"autoscaling", "horizontalpodautoscalers", autoscaler},
    KindHabits{"batch", "cronjobs", cron_job},
    KindHabits{"batch", "jobs", job},
    KindHabits{"certificates.k8s.io", "certificatesigningrequests", signing_request},
    KindHabits{"discovery.k8s.io", "endpointslices", endpoint_slice},
    KindHabits{"flowcontrol.apiserver.k8s.io", "flowschemas", stored},
    KindHabits{"flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations", stored},
    KindHabits{"networking.k8s.io", "ingressclasses", stored},
    KindHabits{"networking.k8s.io", "ingresses", judged<validate_ingress>},
    KindHabits{"networking.k8s.io", "ipaddresses", stored},
    KindHabits{"networking.k8s.io", "networkpolicies", network_policy},
    KindHabits{"networking.k8s.io", "servicecidrs", stored},
    KindHabits{"node.k8s.io", "runtimeclasses", judged<validate_runtime_class>},
    KindHabits{"policy", "poddisruptionbudgets", judged<validate_budget>},
    KindHabits{"resource.k8s.io", "deviceclasses", stored},
    KindHabits{"resource.k8s.io", "resourceclaims", device_claim},
    KindHabits{"resource.k8s.io", "resourceclaimtemplates", device_claim},
    KindHabits{"resource.k8s.io", "resourceslices", resource_slice},
    KindHabits{"scheduling.k8s.io", "priorityclasses", judged<validate_priority_class>},
    KindHabits{"storage.k8s.io", "csidrivers", stored},
    KindHabits{"storage.k8s.io", "csinodes", stored},
    KindHabits{"storage.k8s.io", "csistoragecapacities", stored},
    KindHabits{"storage.k8s.io", "storageclasses", judged<validate_storage_class>},
    KindHabits{"storage.k8s.io", "volumeattachments", judged<validate_volume_attachment>},
    KindHabits{"storage.k8s.io", "volumeattributesclasses", stored},
    KindHabits{"events.k8s.io", "events", new_event},
    KindHabits{"coordination.k8s.io", "leases", lease},
    KindHabits{"rbac.authorization.k8s.io", "roles", role},
    KindHabits{"rbac.authorization.k8s.io", "clusterroles", cluster_role},
    KindHabits{"rbac.authorization.k8s.io", "rolebindings", role_binding},
    KindHabits{"rbac.authorization.k8s.io", "clusterrolebindings", cluster_role_binding},
    KindHabits{"apiextensions.k8s.io", "customresourcedefinitions", definition},
    KindHabits{"admissionregistration.k8s.io", "mutatingadmissionpolicies", stored},
    KindHabits{"admissionregistration.k8s.io", "mutatingadmissionpolicybindings", stored},
    KindHabits{"admissionregistration.k8s.io", "validatingadmissionpolicies", stored},
    KindHabits{"admissionregistration.k8s.io", "validatingadmissionpolicybindings", stored},
    KindHabits{"admissionregistration.k8s.io", "mutatingwebhookconfigurations", webhooks},
    KindHabits{"admissionregistration.k8s.io", "validatingwebhookconfigurations", webhooks},
    KindHabits{"apiregistration.k8s.io", "apiservices", api_service},
    KindHabits{"authentication.k8s.io", "tokenreviews", review},
    KindHabits{"authentication.k8s.io", "selfsubjectreviews", review},
    KindHabits{"authorization.k8s.io", "selfsubjectaccessreviews", review},
    KindHabits{"authorization.k8s.io", "subjectaccessreviews", review},
    KindHabits{"authorization.k8s.io", "localsubjectaccessreviews", review},
    KindHabits{"authorization.k8s.io", "selfsubjectrulesreviews", review},
};

}  // namespace

KindBehavior behavior_of(std::string_view group, std::string_view plural) {
  const auto* found = std::ranges::find_if(all_behaviors, [&](const KindHabits& kind) {
    return kind.group == group && kind.plural == plural;
  });
  check(found != all_behaviors.end(), "every built-in kind has its behavior");
  return found->make();
}

}  // namespace telltale::server
