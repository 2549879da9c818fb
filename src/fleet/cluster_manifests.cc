// SPDX-License-Identifier: Apache-2.0
#include "fleet/manifests.h"

// The Cluster itself, its infrastructure, its control plane, and what is known of its connection.

#include "base/text.h"
#include "fleet/owner_conditions.h"

namespace telltale::fleet {

namespace {

constexpr std::string_view cluster_status_fields =
    "f:status{.,f:conditions{.,[Available]{.,f:status,f:type},[ControlPlaneInitialized]{.,f:status,"
    "f:type},[RemoteConnectionProbe]{.,f:status,f:type}},f:controlPlane{.},f:initialization{.,"
    "f:controlPlaneInitialized,f:infrastructureProvisioned},f:observedGeneration,f:phase,f:workers{"
    ".}}";

constexpr std::string_view child_status_fields =
    "f:status{.,f:conditions{.,[Available]{.,f:status,f:type},[Ready]{.,f:status,f:type}},"
    "f:initialization{.},f:observedGeneration}";

Condition legacy_true(std::string_view type, Instant since) {
  return {
      .type = type, .status = Status::True, .reason = "", .message = {}, .last_transition = since};
}

Metadata cluster_metadata(const ObjectBuilder& builder, const Reference& self) {
  const ClusterPlan& cluster = builder.setting().cluster;
  Metadata metadata;
  metadata.self = self;
  metadata.created = cluster.created;
  metadata.generation = owner_generation;
  metadata.labels = {{"cluster.x-k8s.io/cluster-name", cluster.name}};
  const bool is_cluster = self.kind == "Cluster";
  metadata.managed = {{"manager", "status", cluster.settled,
                       is_cluster ? cluster_status_fields : child_status_fields}};
  return metadata;
}

void write_endpoint(ObjectBuilder& builder) {
  builder.out.map("controlPlaneEndpoint", [&] {
    builder.out.field("host", builder.setting().cluster.endpoint);
    builder.out.field("port", 6443);
  });
}

void write_cluster_counters(ObjectBuilder& builder, std::string_view key, const Tally& tally) {
  json::Writer& out = builder.out;
  out.map(key, [&] {
    out.field("availableReplicas", tally.available);
    out.field("desiredReplicas", tally.replicas);
    out.field("readyReplicas", tally.ready);
    out.field("replicas", tally.replicas);
    if (!builder.setting().upstream()) {
      out.field("unavailableReplicas", tally.replicas - tally.available);
    }
    out.field("upToDateReplicas", tally.up_to_date);
  });
}

void write_cluster_status(ObjectBuilder& builder, const Tally& control_plane, const Tally& workers,
                          std::span<const Condition> conditions) {
  json::Writer& out = builder.out;
  const Setting& setting = builder.setting();
  const ClusterPlan& cluster = setting.cluster;
  const bool phase_is_old = setting.v1beta2() && !setting.upstream();
  const Condition legacy[] = {legacy_true("Ready", cluster.initialized),
                              legacy_true("ControlPlaneInitialized", cluster.initialized),
                              legacy_true("ControlPlaneReady", cluster.initialized),
                              legacy_true("InfrastructureReady", cluster.created + Seconds{20})};
  builder.worlds({.conditions = conditions,
                  .legacy = legacy,
                  .fields =
                      [&] {
                        write_cluster_counters(builder, "controlPlane", control_plane);
                        write_cluster_counters(builder, "workers", workers);
                      },
                  .legacy_fields =
                      [&] {
                        if (phase_is_old) out.field("phase", "Provisioned");
                      }});
  if (setting.v1beta2()) {
    out.map("initialization", [&] {
      out.field("controlPlaneInitialized", true);
      out.field("infrastructureProvisioned", true);
    });
  } else {
    out.field("controlPlaneReady", true);
    out.field("infrastructureReady", true);
  }
  out.field("observedGeneration", owner_generation);
  if (!phase_is_old) out.field("phase", "Provisioned");
}

void write_control_plane_spec(ObjectBuilder& builder, const Tally& machines) {
  json::Writer& out = builder.out;
  const Setting& setting = builder.setting();
  const Reference machine_template = {Group::Infrastructure, "DockerMachineTemplate",
                                      setting.cluster.control_plane_template};
  const auto strategy = [&] {
    out.map("rollingUpdate", [&] { out.field("maxSurge", 1); });
    out.field("type", "RollingUpdate");
  };
  out.key("kubeadmConfigSpec");
  write_kubeadm_spec(builder);
  out.map("machineTemplate", [&] {
    if (!setting.v1beta2()) return builder.reference("infrastructureRef", machine_template);
    out.map("spec", [&] { builder.reference("infrastructureRef", machine_template); });
  });
  out.field("replicas", machines.replicas);
  if (setting.v1beta2()) {
    out.map("rollout", [&] { out.map("strategy", strategy); });
  } else {
    out.map("rolloutStrategy", strategy);
  }
  out.field("version", setting.cluster.version);
}

void write_control_plane_status(ObjectBuilder& builder, const Tally& machines,
                                std::span<const Condition> conditions) {
  json::Writer& out = builder.out;
  const Setting& setting = builder.setting();
  const Instant since = setting.cluster.initialized;
  const Condition legacy[] = {legacy_true("Ready", since), legacy_true("Available", since),
                              legacy_true("CertificatesAvailable", since),
                              legacy_true("ControlPlaneComponentsHealthy", since),
                              legacy_true("EtcdClusterHealthy", since)};
  builder.worlds({.conditions = conditions,
                  .legacy = legacy,
                  .fields = [&] { builder.counters(machines); },
                  .legacy_fields =
                      [&] {
                        out.field("readyReplicas", machines.ready);
                        out.field("unavailableReplicas", machines.replicas - machines.available);
                        out.field("updatedReplicas", machines.up_to_date);
                      }});
  if (setting.v1beta2()) {
    out.map("initialization", [&] { out.field("controlPlaneInitialized", true); });
  } else {
    out.field("initialized", true);
    out.field("ready", true);
  }
  out.field("observedGeneration", owner_generation);
  out.field("replicas", machines.replicas);
  out.field("selector", format("cluster.x-k8s.io/cluster-name={},cluster.x-k8s.io/control-plane",
                               setting.cluster.name));
  out.field("version", setting.cluster.version);
}

}  // namespace

void write_cluster(ObjectBuilder& builder, const Tally& control_plane, const Tally& workers,
                   std::span<const Condition> conditions) {
  json::Writer& out = builder.out;
  const ClusterPlan& cluster = builder.setting().cluster;
  Metadata metadata = cluster_metadata(builder, {Group::Core, "Cluster", cluster.name});
  metadata.finalizer = "cluster.cluster.x-k8s.io";
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      out.map("clusterNetwork", [&] {
        out.map("pods", [&] { out.list("cidrBlocks", [&] { out.string("10.0.0.0/8"); }); });
        out.field("serviceDomain", "cluster.local");
      });
      write_endpoint(builder);
      builder.reference("controlPlaneRef",
                        {Group::ControlPlane, "KubeadmControlPlane", cluster.control_plane_name});
      builder.reference("infrastructureRef",
                        {Group::Infrastructure, "DockerCluster", cluster.name});
      out.field("paused", false);
    });
    out.map("status", [&] { write_cluster_status(builder, control_plane, workers, conditions); });
  });
}

void write_docker_cluster(ObjectBuilder& builder) {
  json::Writer& out = builder.out;
  const ClusterPlan& cluster = builder.setting().cluster;
  Metadata metadata =
      cluster_metadata(builder, {Group::Infrastructure, "DockerCluster", cluster.name});
  metadata.owner = {Group::Core, "Cluster", cluster.name};
  metadata.finalizer = "dockercluster.infrastructure.cluster.x-k8s.io";
  const Condition ready[] = {{.type = "Ready",
                              .status = Status::True,
                              .reason = "Ready",
                              .message = {},
                              .last_transition = cluster.created + Seconds{20},
                              .observed_generation = owner_generation}};
  builder.object(metadata, [&] {
    out.map("spec", [&] { write_endpoint(builder); });
    out.map("status", [&] {
      if (builder.setting().v1beta2()) {
        builder.conditions("conditions", ready);
        return out.map("initialization", [&] { out.field("provisioned", true); });
      }
      builder.legacy_conditions(ready);
      out.field("ready", true);
      out.map("v1beta2", [&] { builder.conditions("conditions", ready); });
    });
  });
}

void write_control_plane(ObjectBuilder& builder, const Tally& machines,
                         std::span<const Condition> conditions) {
  json::Writer& out = builder.out;
  const ClusterPlan& cluster = builder.setting().cluster;
  Metadata metadata = cluster_metadata(
      builder, {Group::ControlPlane, "KubeadmControlPlane", cluster.control_plane_name});
  metadata.owner = {Group::Core, "Cluster", cluster.name};
  metadata.finalizer = "kubeadm.controlplane.cluster.x-k8s.io";
  builder.object(metadata, [&] {
    out.map("spec", [&] { write_control_plane_spec(builder, machines); });
    out.map("status", [&] { write_control_plane_status(builder, machines, conditions); });
  });
}

void write_remote_connection(ObjectBuilder& builder) {
  json::Writer& out = builder.out;
  const Setting& setting = builder.setting();
  constexpr std::int64_t seconds_per_probe = 15;
  const Seconds down = setting.options.now - setting.cluster.lost;
  out.map([&] {
    out.field("apiVersion", "telltale.dev/v1alpha1");
    out.field("kind", "RemoteConnection");
    out.map("metadata", [&] {
      out.field("name", setting.cluster.name);
      out.field("namespace", setting.cluster.namespace_name);
    });
    out.map("status", [&] {
      out.field("connected", false);
      out.field("consecutiveFailures", down.count() / seconds_per_probe);
      builder.time("lastProbeSuccessTime", setting.cluster.lost);
      out.field("lookupError", "");
    });
  });
}

void write_kubeadm_spec(ObjectBuilder& builder) {
  json::Writer& out = builder.out;
  const auto registration = [&] {
    out.map("nodeRegistration", [&] {
      out.field("criSocket", "unix:///run/containerd/containerd.sock");
      out.field("imagePullPolicy", "IfNotPresent");
    });
  };
  out.map([&] {
    out.map("clusterConfiguration", [&] {
      out.map("apiServer", [&] {
        out.list("certSANs", [&] { out.string("localhost"), out.string("127.0.0.1"); });
      });
      out.map("featureGates", [&] { out.field("ControlPlaneKubeletLocalMode", true); });
    });
    out.field("format", "cloud-config");
    out.map("initConfiguration", registration);
    out.map("joinConfiguration", registration);
  });
}

void write_join_spec(ObjectBuilder& builder) {
  json::Writer& out = builder.out;
  out.map([&] {
    out.field("format", "cloud-config");
    out.map("joinConfiguration", [&] {
      out.map("nodeRegistration", [&] {
        out.field("criSocket", "unix:///run/containerd/containerd.sock");
        out.field("imagePullPolicy", "IfNotPresent");
      });
    });
  });
}

}  // namespace telltale::fleet
