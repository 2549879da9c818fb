// SPDX-License-Identifier: Apache-2.0
#include "catalog/kinds.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace telltale {
namespace {

// Owners after what they own.
constexpr const Kind* kinds[] = {
    &machine_kind,
    &machine_set_kind,
    &machine_deployment_kind,
    &machine_pool_kind,
    &kubeadm_control_plane_kind,
    &cluster_kind,
    &hypershift_node_pool_kind,
    &karpenter_node_pool_kind,
    &cluster_deployment_kind,
};

using KindList = std::array<const Kind*, std::size(kinds)>;

KindList by_name() {
  KindList sorted{};
  std::ranges::copy(kinds, sorted.begin());
  std::ranges::sort(sorted, {}, [](const Kind* one) { return std::tuple(one->kind, one->group); });
  return sorted;
}

Key place_named_by(const Object& object) {
  for (const Kind* one : kinds) {
    if (one->place_named_by == nullptr) continue;
    if (const Key place = one->place_named_by(*one, object); !place.name.empty()) return place;
  }
  return {};
}

}  // namespace

std::span<const Kind* const> kinds_as_judged() { return kinds; }

std::span<const Kind* const> judged_kinds() {
  static const KindList sorted = by_name();
  return sorted;
}

const Kind* judged_kind(std::string_view group, std::string_view kind) {
  for (const Kind* one : kinds) {
    if (one->kind == kind && one->group == group) return one;
  }
  return nullptr;
}

const Kind* judged_kind(const Object& object) {
  if (!object.key.home.is_management()) return nullptr;
  return judged_kind(object.key.group, object.key.kind);
}

Belonging belonging_of_kinds() {
  return {.cluster_group = cluster_kind.group,
          .cluster_kind = cluster_kind.kind,
          .place_named_by = place_named_by};
}

ListRules list_rules_of(const Key& key) {
  const Kind* kind = judged_kind(key.group, key.kind);
  return kind == nullptr ? ListRules{} : kind->list_rules;
}

}  // namespace telltale
