// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/habits.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "server/kinds/cells.h"
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
Habits plain(json::Value (*cells)(const json::Value&, Instant)) {
  return {.counts_generation = false,
          .update_needs_version = false,
          .prepare = prepare_plain,
          .cells = cells};
}

Habits config_map() {
  Habits habits = plain(config_map_cells);
  habits.validate = validate_config_map;
  return habits;
}

Habits secret() {
  Habits habits = plain(secret_cells);
  habits.field_labels = same_names({"type"});
  habits.prepare = prepare_secret;
  habits.validate = validate_secret;
  return habits;
}

Habits name_space() {
  Habits habits = plain(namespace_cells);
  habits.field_labels = same_names({"status.phase"});
  habits.field_labels.emplace_back("name", "metadata.name");
  habits.prepare = prepare_namespace;
  return habits;
}

Habits core_event() {
  Habits habits = plain(core_event_cells);
  habits.creates_on_update = true;
  habits.field_labels = core_event_labels();
  habits.prepare = prepare_event;
  habits.validate = validate_event;
  return habits;
}

Habits new_event() {
  Habits habits = plain(new_event_cells);
  habits.creates_on_update = true;
  habits.virtual_view = true;
  habits.field_labels = new_event_labels();
  habits.prepare = prepare_event;
  habits.validate = validate_new_event;
  habits.to_view = to_new_event;
  habits.from_view = to_core_event;
  return habits;
}

Habits service_account() { return plain(service_account_cells); }
Habits endpoints() { return plain(endpoints_cells); }
Habits limit_range() { return plain(created_at_cells); }

Habits resource_quota() {
  Habits habits = plain(resource_quota_cells);
  habits.prepare = prepare_without_status;
  return habits;
}

// A kubelet brings the status with it when it registers its Node.
Habits node() {
  Habits habits = plain(node_cells);
  habits.field_labels = same_names({"spec.unschedulable"});
  return habits;
}

Habits pod() {
  Habits habits = plain(pod_cells);
  habits.field_labels = same_names({"spec.nodeName", "spec.restartPolicy", "spec.schedulerName",
                                    "spec.serviceAccountName", "spec.hostNetwork", "status.phase",
                                    "status.podIP", "status.nominatedNodeName"});
  habits.prepare = prepare_pod;
  habits.validate = validate_pod;
  return habits;
}

Habits service() {
  Habits habits = plain(service_cells);
  habits.field_labels = same_names({"spec.clusterIP", "spec.type"});
  habits.prepare = prepare_service;
  habits.validate = validate_service;
  return habits;
}

// A lost update would make two leaders, so a Lease is never overwritten blindly.
Habits lease() {
  Habits habits = plain(lease_cells);
  habits.update_needs_version = true;
  habits.creates_on_update = true;
  habits.prepare = prepare_lease;
  habits.validate = validate_lease;
  return habits;
}

Habits role() {
  Habits habits = plain(created_at_cells);
  habits.validate = validate_role;
  return habits;
}

Habits cluster_role() {
  Habits habits = plain(created_at_cells);
  habits.validate = validate_cluster_role;
  return habits;
}

Habits role_binding() {
  Habits habits = plain(binding_cells);
  habits.prepare = prepare_binding;
  habits.validate = validate_role_binding;
  return habits;
}

Habits cluster_role_binding() {
  Habits habits = plain(binding_cells);
  habits.prepare = prepare_binding;
  habits.validate = validate_cluster_role_binding;
  return habits;
}

// Nulls stay: in a schema they can be a value. Status and names are the definitions' own matter.
Habits definition() { return {.cells = created_at_cells}; }

Habits webhooks() {
  return {.prepare = prepare_webhooks, .validate = validate_webhooks, .cells = webhook_cells};
}

Habits api_service() {
  return {
      .counts_generation = false, .prepare = prepare_without_status, .cells = api_service_cells};
}

// Of kinds that have Kubernetes' own definitions their files say the rest (builtin.cc).
using Validate = void (*)(const json::Value&, const json::Value*, schema::Violations&);

Habits stored() { return {.prepare = prepare_plain}; }

template <Validate validate>
Habits judged() {
  return {.prepare = prepare_plain, .validate = validate};
}

Habits deployment() {
  return {
      .prepare = prepare_deployment, .validate = validate_deployment, .cells = deployment_cells};
}

Habits daemon_set() { return {.prepare = prepare_daemon_set, .validate = validate_daemon_set}; }

Habits stateful_set() {
  return {.prepare = prepare_stateful_set,
          .validate = validate_stateful_set,
          .cells = stateful_set_cells};
}

Habits replica_set() {
  return {.field_labels = same_names({"status.replicas"}),
          .prepare = prepare_replicas,
          .validate = validate_replica_set};
}

Habits replication_controller() {
  return {.field_labels = same_names({"status.replicas"}),
          .prepare = prepare_replicas,
          .validate = validate_replication_controller};
}

Habits pod_template() { return {.prepare = prepare_replicas, .validate = validate_pod_template}; }

Habits job() {
  return {.field_labels = same_names({"status.successful"}),
          .prepare = prepare_job,
          .validate = validate_job,
          .cells = job_cells};
}

Habits cron_job() { return {.prepare = prepare_cron_job, .validate = validate_cron_job}; }

Habits autoscaler() { return {.prepare = prepare_autoscaler, .validate = validate_autoscaler}; }

Habits network_policy() { return {.prepare = prepare_network_policy}; }

Habits endpoint_slice() {
  return {.prepare = prepare_endpoint_slice, .validate = validate_endpoint_slice};
}

Habits signing_request() {
  return {.field_labels = same_names({"spec.signerName"}),
          .prepare = prepare_plain,
          .validate = validate_signing_request};
}

Habits device_claim() { return {.prepare = prepare_device_claim}; }

Habits resource_slice() {
  return {.field_labels = same_names({"spec.nodeName", "spec.driver"}), .prepare = prepare_plain};
}

Habits review() { return {.counts_generation = false, .review = true, .prepare = prepare_plain}; }

struct KindHabits {
  std::string_view group;
  std::string_view plural;
  Habits (*make)();
};

constexpr std::array all_habits{
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

Habits habits_of(std::string_view group, std::string_view plural) {
  const auto* found = std::ranges::find_if(all_habits, [&](const KindHabits& kind) {
    return kind.group == group && kind.plural == plural;
  });
  check(found != all_habits.end(), "every built-in kind has its habits");
  return found->make();
}

}  // namespace telltale::server
