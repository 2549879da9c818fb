// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/preflight.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "catalog/cluster_api/version.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

constexpr std::string_view skip_annotation = "machineset.cluster.x-k8s.io/skip-preflight-checks";
constexpr std::string_view upgrade_step = "topology.internal.cluster.x-k8s.io/upgrade-step";
constexpr std::int64_t kubelet_skew_max = 3;

// Everything the checks look at.
struct Case {
  const Object& set;
  const Object& cluster;
  const Object& plane;
  std::string_view plane_version_text;
  Version plane_version;
};

std::string_view skipped_checks(const World& world, const Object& set) {
  if (const auto* own = set.annotation(skip_annotation); own != nullptr && !own->empty())
    return *own;
  const shapes::Ref ref =
      shapes::ref(set.body["spec"]["template"]["spec"]["bootstrap"]["configRef"]);
  const Found config = world.find({ref.group, ref.kind, set.key.namespace_name, ref.name, {}});
  if (config.object == nullptr) return {};
  const auto* theirs = config.object->annotation(skip_annotation);
  return theirs != nullptr ? *theirs : std::string_view();
}

bool skips(std::string_view list, std::string_view check) {
  const auto named = [&](std::string_view entry) {
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    return entry == check || entry == "All";
  };
  return std::ranges::any_of(split(list, ','), named);
}

bool is_upgrading(const Case& at) {
  const json::Tree status = at.plane.body["status"];
  const auto behind = [&](json::Tree text) {
    const auto version = parse_version(text.as_string(""));
    return version && *version < at.plane_version;
  };
  const auto versions = status["versions"].items();
  if (!versions.empty()) {
    return std::ranges::any_of(versions,
                               [&](const json::Tree& one) { return behind(one["version"]); });
  }
  return behind(status["version"]);
}

std::string check_stable(const Case& at) {
  const std::string plane =
      format("{} {}/{}", at.plane.key.kind, at.plane.key.namespace_name, at.plane.key.name);
  const std::string_view wanted = at.cluster.body["spec"]["topology"]["version"].as_string("");
  const auto* step = at.cluster.annotation(upgrade_step);
  const bool in_step = step != nullptr && !step->empty();
  if (!wanted.empty() && wanted != at.plane_version_text &&
      !(in_step && *step == at.plane_version_text)) {
    return format("{} has a pending version upgrade to {}", plane, in_step ? *step : wanted);
  }
  const json::Tree status = at.plane.body["status"];
  if (status["versions"].items().empty() && status["version"].as_string("").empty()) {
    return plane + " is provisioning";
  }
  return is_upgrading(at) ? plane + " is upgrading" : std::string();
}

std::string check_kubernetes_skew(const Case& at, const Version& version) {
  const std::string start = format(
      "MachineSet version ({}) and ControlPlane version ({}) do not conform to the kubernetes "
      "version skew policy as MachineSet version is",
      to_text(version), to_text(at.plane_version));
  if (version.minor > at.plane_version.minor) {
    return start + " higher than ControlPlane version";
  }
  if (version.minor < at.plane_version.minor - kubelet_skew_max) {
    return format("{} more than {} minor versions older than the ControlPlane version", start,
                  kubelet_skew_max);
  }
  return {};
}

std::string check_kubeadm_skew(const Case& at, const Version& version) {
  const shapes::Ref ref =
      shapes::ref(at.set.body["spec"]["template"]["spec"]["bootstrap"]["configRef"]);
  const bool kubeadm =
      ref.kind == "KubeadmConfigTemplate" && ref.group == "bootstrap.cluster.x-k8s.io";
  if (!kubeadm || version.minor == at.plane_version.minor) return {};
  return format(
      "MachineSet version ({}) and ControlPlane version ({}) do not conform to kubeadm "
      "version skew policy as kubeadm only supports joining with the same major+minor "
      "version as the control plane",
      to_text(version), to_text(at.plane_version));
}

std::string check_plane_skew(const Case& at, std::string_view version) {
  const bool topology = static_cast<bool>(at.cluster.body["spec"]["topology"]);
  if (!topology || version == at.plane_version_text) return {};
  return format(
      "MachineSet version ({}) is not yet the same as the ControlPlane version ({}), "
      "waiting for version to be propagated to the MachineSet",
      version, at.plane_version_text);
}

std::string run_checks(const Case& at, std::string_view skipped) {
  std::vector<std::string> lines;
  const auto run = [&](std::string_view check, std::string trouble) {
    if (trouble.empty() || skips(skipped, check)) return;
    lines.push_back(format("* {} (\"{}\" preflight check failed)", trouble, check));
  };
  run("ControlPlaneIsStable", check_stable(at));
  const std::string_view text = at.set.body["spec"]["template"]["spec"]["version"].as_string("");
  if (const auto version = parse_version(text); version) {
    run("KubernetesVersionSkew", check_kubernetes_skew(at, *version));
    run("KubeadmVersionSkew", check_kubeadm_skew(at, *version));
    run("ControlPlaneVersionSkew", check_plane_skew(at, text));
  }
  return join(lines, "\n");
}

}  // namespace

std::string preflight_lines(const World& world, const Object& machine_set) {
  // Who is told to make no Machine does not look whether it could.
  const auto* disabled = machine_set.annotation("cluster.x-k8s.io/disable-machine-create");
  if (disabled != nullptr && *disabled == "true") return {};
  const Found cluster = world.cluster_of(machine_set);
  if (cluster.object == nullptr) return {};
  const shapes::Ref ref = shapes::ref(cluster.object->body["spec"]["controlPlaneRef"]);
  const Found plane =
      world.find({ref.group, ref.kind, machine_set.key.namespace_name, ref.name, {}});
  if (plane.object == nullptr) return {};
  const std::string_view text = plane.object->body["spec"]["version"].as_string("");
  const std::optional<Version> version = parse_version(text);
  if (!version) return {};
  return run_checks({machine_set, *cluster.object, *plane.object, text, *version},
                    skipped_checks(world, machine_set));
}

}  // namespace telltale::machineset
