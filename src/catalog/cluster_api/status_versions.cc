// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/status_versions.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <tuple>

#include <absl/container/flat_hash_map.h>

#include "base/text.h"
#include "catalog/cluster/children.h"
#include "catalog/cluster_api/version.h"
#include "catalog/controlplane/plane.h"
#include "catalog/engine/members.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

// "rc.1" of "-rc.1+vendor.2", and "vendor.2".
struct VersionTail {
  std::string_view before_release;
  std::string_view build;
};

VersionTail tail_of(std::string_view rest) {
  const std::size_t plus = rest.find('+');
  VersionTail tail;
  if (plus != std::string_view::npos) tail.build = rest.substr(plus + 1);
  const std::string_view first = rest.substr(0, plus);
  if (first.starts_with('-')) tail.before_release = first.substr(1);
  return tail;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// Numbers before words; numbers by their value.
int compare_identifiers(std::string_view one, std::string_view other) {
  const auto left = number_in(one);
  const auto right = number_in(other);
  if (left && right) return *left < *right ? -1 : static_cast<int>(*right < *left);
  if (left.has_value() != right.has_value()) return left ? -1 : 1;
  return one.compare(other);
}

int compare_dotted(std::string_view one, std::string_view other) {
  const std::vector<std::string_view> left = split(one, '.');
  const std::vector<std::string_view> right = split(other, '.');
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const int order = compare_identifiers(left[i], right[i]);
    if (order != 0) return order;
  }
  if (left.size() == right.size()) return 0;
  return left.size() < right.size() ? -1 : 1;
}

// What comes before a release is older than it; of two builds the one that says more is newer.
int compare_tails(const VersionTail& one, const VersionTail& other) {
  if (one.before_release != other.before_release) {
    if (one.before_release.empty()) return 1;
    if (other.before_release.empty()) return -1;
    const int order = compare_dotted(one.before_release, other.before_release);
    if (order != 0) return order;
  }
  if (one.build == other.build) return 0;
  if (one.build.empty()) return -1;
  if (other.build.empty()) return 1;
  return compare_dotted(one.build, other.build);
}

bool is_older(const VersionCount& one, const VersionCount& other) {
  const std::optional<Version> left = parse_version(one.version);
  const std::optional<Version> right = parse_version(other.version);
  if (left && right) {
    if (*left < *right) return true;
    if (*right < *left) return false;
    const int order = compare_tails(tail_of(left->rest), tail_of(right->rest));
    return order != 0 ? order < 0 : one.version < other.version;
  }
  // What is no version comes last.
  if (left.has_value() != right.has_value()) return left.has_value();
  return one.version < other.version;
}

class Counting {
 public:
  explicit Counting(const JudgeContext& context) : world_(context.world) {}

  void add_machine(const Object& machine) {
    const std::string_view version = running_version(machine);
    if (!version.empty()) counts_.push_back({version, 1});
  }

  // Whether its Machines are known.
  bool add_owned_machines(const Object& owner) {
    const auto machines = of_kind(world_, world_.owned_by(owner), machine_kind.kind);
    for (const std::uint32_t index : machines) add_machine(world_.objects()[index]);
    if (!machines.empty()) return true;
    const bool claims_some = owner.body["status"]["replicas"].as_int().value_or(0) > 0;
    return !claims_some ||
           world_.collected(
               {cluster_api_group, machine_kind.kind, owner.key.namespace_name, {}, {}});
  }

  bool add_deployment(const Object& deployment) {
    const auto sets = of_kind(world_, world_.owned_by(deployment), machine_set_kind.kind);
    bool known = true;
    for (const std::uint32_t index : sets) {
      known = add_owned_machines(world_.objects()[index]) && known;
    }
    if (!sets.empty()) return known;
    const bool claims_some = deployment.body["status"]["replicas"].as_int().value_or(0) > 0;
    return !claims_some ||
           world_.collected(
               {cluster_api_group, machine_set_kind.kind, deployment.key.namespace_name, {}, {}});
  }

  // A pool without Machines has Nodes.
  bool add_pool(const Object& pool) {
    if (!of_kind(world_, world_.owned_by(pool), machine_kind.kind).empty()) {
      return add_owned_machines(pool);
    }
    const Home home{pool.key.namespace_name, cluster_name_of(pool)};
    const auto references = pool.body["status"]["nodeRefs"].items();
    if (references.empty()) return false;
    if (!world_.collected({"", "Node", {}, {}, home})) return false;
    for (const json::Tree& reference : references) {
      const Found node = world_.find({"", "Node", {}, reference["name"].as_string(""), home});
      if (node.object == nullptr) continue;
      const std::string_view version = kubelet_of(*node.object);
      if (!version.empty()) counts_.push_back({version, 1});
    }
    return true;
  }

  // What a control plane of another provider says of itself.
  void add_told(const Object& object) {
    for (const json::Tree& item : object.body["status"]["versions"].items()) {
      const auto replicas = shapes::small_number(item["replicas"]);
      const std::string_view version = item["version"].as_string("");
      if (!version.empty() && replicas.value_or(0) > 0) counts_.push_back({version, *replicas});
    }
  }

  VersionCounts take() { return merged_versions(std::exchange(counts_, {})); }

 private:
  static std::string_view kubelet_of(const Object& object) {
    return object.body["status"]["nodeInfo"]["kubeletVersion"].as_string("");
  }

  std::string_view running_version(const Object& machine) const {
    const json::Tree spec = machine.body["spec"];
    const std::string_view id = spec["providerID"].as_string("");
    const Home home{machine.key.namespace_name, cluster_name_of(machine)};
    if (!id.empty()) {
      const auto nodes = world_.with_provider_id(home, id);
      if (nodes.size() == 1) {
        const std::string_view told = kubelet_of(world_.objects()[nodes.front()]);
        if (!told.empty()) return told;
      }
    }
    const std::string_view stored = kubelet_of(machine);
    return stored.empty() ? spec["version"].as_string("") : stored;
  }

  const World& world_;
  VersionCounts counts_;
};

StatusVersions versions_of_cluster(const JudgeContext& context, const Object& cluster) {
  const World& world = context.world;
  const shapes::Ref ref = shapes::ref(cluster.body["spec"]["controlPlaneRef"]);
  const Object* plane =
      ref ? world.find({ref.group, ref.kind, cluster.key.namespace_name, ref.name, {}}).object
          : nullptr;
  const cluster::Children children = cluster::see_children(context, cluster, plane);
  StatusVersions versions{.known = true};
  Counting counting(context);
  const bool has_plane = ref || cluster.body["spec"]["topology"].is(json::Tree::Type::Map);
  if (plane != nullptr && controlplane::is_control_plane(*plane)) {
    versions.known = counting.add_owned_machines(*plane);
  } else if (plane != nullptr) {
    counting.add_told(*plane);
  }
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), machine_kind.kind)) {
    const Object& machine = world.objects()[index];
    if (!has_plane && is_control_plane_machine(machine)) counting.add_machine(machine);
  }
  versions.control_plane = counting.take();
  for (const cluster::Child& pool : children.pools) counting.add_pool(*pool.object);
  for (const cluster::Child& one : children.deployments) {
    versions.known = counting.add_deployment(*one.object) && versions.known;
  }
  for (const cluster::Child& set : children.sets) {
    versions.known = counting.add_owned_machines(*set.object) && versions.known;
  }
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), machine_kind.kind)) {
    const Object& machine = world.objects()[index];
    const OwnerRef* owner = machine.controller();
    const bool alone = owner == nullptr || owner->kind == cluster_kind.kind;
    if (alone && !is_control_plane_machine(machine)) counting.add_machine(machine);
  }
  versions.workers = counting.take();
  return versions;
}

}  // namespace

VersionCounts merged_versions(VersionCounts counts) {
  absl::flat_hash_map<std::string_view, std::int64_t> sums;
  for (const VersionCount& one : counts) sums[one.version] += one.replicas;
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  VersionCounts merged;
  for (const auto& [version, replicas] : sums) {
    merged.push_back({version, static_cast<std::int32_t>(std::min(replicas, most))});
  }
  std::ranges::sort(merged, is_older);
  if (merged.size() > status_versions_max) merged.resize(status_versions_max);
  return merged;
}

StatusVersions status_versions(const JudgeContext& context, const Judged& judged) {
  const Object& object = *judged.object;
  const Condition* paused = find_condition(judged.conditions, "Paused");
  if (paused != nullptr && paused->status == Status::True) return {};
  Counting counting(context);
  StatusVersions versions;
  if (is_a(object, cluster_kind)) return versions_of_cluster(context, object);
  if (is_a(object, machine_set_kind) || controlplane::is_control_plane(object)) {
    versions.known = counting.add_owned_machines(object);
  } else if (is_a(object, machine_deployment_kind)) {
    versions.known = counting.add_deployment(object);
  } else if (is_a(object, machine_pool_kind)) {
    versions.known = counting.add_pool(object);
  }
  versions.own = counting.take();
  return versions;
}

}  // namespace telltale
