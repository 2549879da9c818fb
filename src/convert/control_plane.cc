// SPDX-License-Identifier: Apache-2.0
#include "convert/control_plane.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "convert/shapes.h"

namespace telltale::shapes {
namespace {

using Count = std::optional<std::int32_t>;

Count first_count(std::initializer_list<json::Tree> places) {
  for (const json::Tree place : places) {
    if (const Count count = small_number(place)) return count;
  }
  return std::nullopt;
}

// Providers count on beyond what they want while they roll out: that is none unavailable less.
Count without(Count desired, Count unavailable) {
  if (!desired || !unavailable) return std::nullopt;
  return std::max(0, *desired - *unavailable);
}

// Old objects that preview the new counters keep the old meaning under the old names; those that
// preview nothing have only the old names to speak with.
void read_v1beta1(json::Tree status, ControlPlaneFacts& facts) {
  const json::Tree preview = status["v1beta2"];
  facts.ready = first_count({preview["readyReplicas"], status["experimentalReadyReplicas"],
                             status["exprimentalReadyReplicas"]});
  if (!facts.ready && !preview) facts.ready = small_number(status["readyReplicas"]);
  facts.available = first_count({preview["availableReplicas"], status["availableReplicas"]});
  facts.up_to_date = first_count(
      {preview["upToDateReplicas"], status["upToDateReplicas"], status["updatedReplicas"]});
  if (!facts.available) {
    facts.available = without(facts.desired, small_number(status["unavailableReplicas"]));
  }
}

void read_v1beta2(json::Tree status, ControlPlaneFacts& facts) {
  facts.ready = small_number(status["readyReplicas"]);
  facts.available = small_number(status["availableReplicas"]);
  facts.up_to_date = small_number(status["upToDateReplicas"]);
}

Contract contract_of_fields(const Object& object) {
  const bool is_kubeadm = object.key.group == "controlplane.cluster.x-k8s.io" &&
                          object.key.kind == "KubeadmControlPlane";
  if (is_kubeadm && object.version() == "v1beta2") return Contract::V1Beta2;
  return object.body["status"]["initialization"] ? Contract::V1Beta2 : Contract::V1Beta1;
}

}  // namespace

ControlPlaneFacts control_plane(const Object& object, Contract contract) {
  const json::Tree status = object.body["status"];
  ControlPlaneFacts facts{.initialized = control_plane_initialized(object, contract),
                          .desired = small_number(object.body["spec"]["replicas"]),
                          .replicas = small_number(status["replicas"])};
  if (contract == Contract::ByFields) contract = contract_of_fields(object);
  if (contract == Contract::V1Beta2) {
    read_v1beta2(status, facts);
  } else {
    read_v1beta1(status, facts);
  }
  return facts;
}

}  // namespace telltale::shapes
