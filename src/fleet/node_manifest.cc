// SPDX-License-Identifier: Apache-2.0
#include "fleet/manifests.h"

// The Node of a workload cluster, as its kubelet and its controllers keep it.

#include <chrono>

#include "base/text.h"

namespace telltale::fleet {

namespace {

constexpr std::string_view kubelet_fields =
    "f:metadata{f:annotations{.,f:volumes.kubernetes.io/controller-managed-attach-detach},f:labels{"
    ".,f:beta.kubernetes.io/arch,f:kubernetes.io/arch,f:kubernetes.io/hostname,f:kubernetes.io/"
    "os}},"
    "f:spec{f:providerID}";
constexpr std::string_view kubelet_status_fields =
    "f:status{f:allocatable{f:memory},f:capacity{f:memory},f:conditions{[DiskPressure]{"
    "f:lastHeartbeatTime},[MemoryPressure]{f:lastHeartbeatTime},[PIDPressure]{f:lastHeartbeatTime},"
    "[Ready]{f:lastHeartbeatTime,f:lastTransitionTime,f:message,f:reason,f:status}},f:images,"
    "f:nodeInfo}";

struct NodeWord {
  std::string_view type;
  std::string_view reason;
  std::string_view message;
  Status status;
};

constexpr NodeWord calm_words[] = {
    {"MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available",
     Status::False},
    {"DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure", Status::False},
    {"PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available",
     Status::False},
    {"Ready", "KubeletReady", "kubelet is posting ready status", Status::True}};

class NodeStory {
 public:
  NodeStory(ObjectBuilder& builder, const MachineView& view)
      : builder_(builder), out_(builder.out), view_(view), machine_(view.machine) {}

  void write();

 private:
  void metadata();
  void spec();
  void taints();
  void taint(std::string_view key, std::string_view effect, Instant added);
  void status();
  void conditions();
  void resources(std::string_view key, std::string_view memory);
  void images();
  bool silent() const {
    return machine_.trouble == Trouble::NodeSilent ||
           machine_.trouble == Trouble::AwaitingRemediation;
  }
  // Kubelets post every five minutes while nothing changes. The first control plane Node of a
  // Cluster posts right now, so that the newest time in a dump of the fleet is the fleet's own.
  Instant heartbeat() const;
  std::uint64_t number() const {
    return builder_.identity().number("Node", builder_.setting().cluster.name, machine_.name);
  }

  ObjectBuilder& builder_;
  json::Writer& out_;
  const MachineView& view_;
  const MachinePlan& machine_;
};

Instant NodeStory::heartbeat() const {
  const Setting& setting = builder_.setting();
  if (silent()) return machine_.since - Seconds{40};
  if (&machine_ == &setting.cluster.control_plane.front()) return setting.options.now;
  return setting.options.now - Seconds{static_cast<std::int64_t>(number() % 60)};
}

void NodeStory::write() {
  out_.map([&] {
    out_.field("apiVersion", "v1");
    out_.field("kind", "Node");
    out_.map("metadata", [&] { metadata(); });
    out_.map("spec", [&] { spec(); });
    out_.map("status", [&] { status(); });
  });
}

void NodeStory::metadata() {
  const ClusterPlan& cluster = builder_.setting().cluster;
  const std::vector<Label> annotations = {
      {"cluster.x-k8s.io/annotations-from-machine", ""},
      {"cluster.x-k8s.io/cluster-name", cluster.name},
      {"cluster.x-k8s.io/cluster-namespace", cluster.namespace_name},
      {"cluster.x-k8s.io/labels-from-machine", ""},
      {"cluster.x-k8s.io/machine", machine_.name},
      {"cluster.x-k8s.io/owner-kind", view_.control_plane() ? "KubeadmControlPlane" : "MachineSet"},
      {"cluster.x-k8s.io/owner-name",
       view_.control_plane() ? cluster.control_plane_name : view_.set->name},
      {"node.alpha.kubernetes.io/ttl", "0"},
      {"volumes.kubernetes.io/controller-managed-attach-detach", "true"}};
  std::vector<Label> labels = {{"beta.kubernetes.io/arch", "amd64"},
                               {"beta.kubernetes.io/os", "linux"},
                               {"kubernetes.io/arch", "amd64"},
                               {"kubernetes.io/hostname", machine_.name},
                               {"kubernetes.io/os", "linux"}};
  if (view_.control_plane()) labels.push_back({"node-role.kubernetes.io/control-plane", ""});
  const Managed managed[] = {{"kubelet", "", machine_.created + Seconds{50}, kubelet_fields},
                             {"kubelet", "status", heartbeat(), kubelet_status_fields}};
  builder_.labels("annotations", annotations);
  builder_.time("creationTimestamp", machine_.created + Seconds{50});
  builder_.labels("labels", labels);
  builder_.managed_fields(managed, "v1");
  out_.field("name", machine_.name);
  out_.field("resourceVersion",
             builder_.identity().resource_version("Node", cluster.name, machine_.name));
  out_.field("uid", builder_.identity().uid("Node", cluster.name, machine_.name));
}

void NodeStory::spec() {
  const std::string cidr = format("10.{}.{}.0/24", number() % 256, number() / 256 % 256);
  out_.field("podCIDR", cidr);
  out_.list("podCIDRs", [&] { out_.string(cidr); });
  out_.field("providerID", provider_id(machine_, builder_.setting().arena));
  taints();
  if (machine_.deleting()) out_.field("unschedulable", true);
}

void NodeStory::taint(std::string_view key, std::string_view effect, Instant added) {
  out_.map([&] {
    out_.field("effect", effect);
    out_.field("key", key);
    if (is_set(added)) builder_.time("timeAdded", added);
  });
}

void NodeStory::taints() {
  const bool pressed = machine_.trouble == Trouble::MemoryPressure;
  if (!view_.control_plane() && !silent() && !pressed && !machine_.deleting()) return;
  out_.list("taints", [&] {
    if (view_.control_plane()) {
      taint("node-role.kubernetes.io/control-plane", "NoSchedule", no_time);
    }
    if (silent()) {
      taint("node.kubernetes.io/unreachable", "NoSchedule", machine_.since);
      taint("node.kubernetes.io/unreachable", "NoExecute", machine_.since + Seconds{5});
    }
    if (pressed) taint("node.kubernetes.io/memory-pressure", "NoSchedule", machine_.since);
    if (machine_.deleting()) {
      taint("node.kubernetes.io/unschedulable", "NoSchedule", machine_.since + Seconds{2});
    }
  });
}

void NodeStory::conditions() {
  out_.list("conditions", [&] {
    for (NodeWord word : calm_words) {
      Instant since = machine_.settled;
      if (silent()) {
        word = {word.type, "NodeStatusUnknown", "Kubelet stopped posting node status.",
                Status::Unknown};
        since = machine_.since;
      }
      if (machine_.trouble == Trouble::MemoryPressure && word.type == "MemoryPressure") {
        word = {word.type, "KubeletHasInsufficientMemory",
                "kubelet has insufficient memory available", Status::True};
        since = machine_.since;
      }
      out_.map([&] {
        builder_.time("lastHeartbeatTime", heartbeat());
        builder_.time("lastTransitionTime", since);
        out_.field("message", word.message);
        out_.field("reason", word.reason);
        out_.field("status", to_text(word.status));
        out_.field("type", word.type);
      });
    }
  });
}

void NodeStory::resources(std::string_view key, std::string_view memory) {
  out_.map(key, [&] {
    out_.field("cpu", "8");
    out_.field("ephemeral-storage", "482728528Ki");
    out_.field("hugepages-1Gi", "0");
    out_.field("hugepages-2Mi", "0");
    out_.field("memory", memory);
    out_.field("pods", "110");
  });
}

void NodeStory::images() {
  const std::string_view version = machine_version(builder_, view_);
  out_.list("images", [&] {
    for (const std::string_view image :
         {"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy"}) {
      out_.map([&] {
        out_.list("names", [&] { out_.string(format("registry.k8s.io/{}:{}", image, version)); });
        out_.field("sizeBytes", 50'000'000 + 1'000'000 * image.size());
      });
    }
  });
}

void NodeStory::status() {
  out_.list("addresses", [&] {
    const std::string_view address = machine_address(builder_, machine_.name);
    out_.map([&] { out_.field("address", address), out_.field("type", "InternalIP"); });
    out_.map([&] { out_.field("address", machine_.name), out_.field("type", "Hostname"); });
  });
  resources("allocatable", "32661440Ki");
  resources("capacity", "32763840Ki");
  conditions();
  out_.map("daemonEndpoints",
           [&] { out_.map("kubeletEndpoint", [&] { out_.field("Port", 10250); }); });
  images();
  out_.key("nodeInfo");
  write_system_info(builder_, machine_.name, machine_version(builder_, view_));
}

}  // namespace

void write_node(ObjectBuilder& builder, const MachineView& view) {
  NodeStory(builder, view).write();
}

std::string_view machine_address(ObjectBuilder& builder, std::string_view name) {
  const std::uint64_t number = builder.identity().number("address", builder.namespace_name(), name);
  return builder.setting().arena.keep(format("172.18.{}.{}", number % 256, 2 + number / 256 % 250));
}

void write_system_info(ObjectBuilder& builder, std::string_view name, std::string_view version) {
  json::Writer& out = builder.out;
  const auto uid = [&](std::string_view what) {
    return builder.identity().uid(what, builder.namespace_name(), name);
  };
  out.map([&] {
    out.field("architecture", "amd64");
    out.field("bootID", uid("bootID"));
    out.field("containerRuntimeVersion", "containerd://2.1.3");
    out.field("kernelVersion", "6.12.48+deb13-amd64");
    out.field("kubeProxyVersion", "");
    out.field("kubeletVersion", version);
    out.field("machineID", uid("machineID"));
    out.field("operatingSystem", "linux");
    out.field("osImage", "Debian GNU/Linux 12 (bookworm)");
    out.field("systemUUID", uid("systemUUID"));
  });
}

}  // namespace telltale::fleet
