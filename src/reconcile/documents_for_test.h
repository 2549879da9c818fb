// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Cluster "c1", its Machines and their infrastructure as JSON, for tests of the loop. What is
// given as `more` stands behind the spec.

#include <string>
#include <string_view>

#include "base/text.h"

namespace telltale {

inline std::string cluster_json(std::string_view more = "") {
  return format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":{{"namespace":"d",)"
      R"("name":"c1","generation":1,"creationTimestamp":"2026-01-01T11:00:00Z"}},)"
      R"("spec":{{"infrastructureRef":{{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
      R"("kind":"DockerCluster","name":"c1"}}}}{}}})",
      more);
}

inline std::string machine_json(std::string_view name, std::string_view more = "",
                                int generation = 1) {
  return format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":"d",)"
      R"("name":"{}","generation":{},"creationTimestamp":"2026-01-01T11:59:00Z",)"
      R"("labels":{{"cluster.x-k8s.io/cluster-name":"c1"}}}},"spec":{{"clusterName":"c1",)"
      R"("infrastructureRef":{{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
      R"("kind":"DockerMachine","name":"{}"}},"bootstrap":{{"dataSecretName":"s"}}}}{}}})",
      name, generation, name, more);
}

inline std::string docker_machine(std::string_view name, bool provisioned) {
  return format(
      R"({{"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"DockerMachine",)"
      R"("metadata":{{"namespace":"d","name":"{}",)"
      R"("labels":{{"cluster.x-k8s.io/cluster-name":"c1"}}}},)"
      R"("status":{{"initialization":{{"provisioned":{}}}}}}})",
      name, provisioned);
}

}  // namespace telltale
