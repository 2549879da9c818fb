// SPDX-License-Identifier: Apache-2.0
#include "catalog/kinds.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/check.h"
#include "catalog/from_kinds.h"

namespace telltale {

// Every kind, owners after what they own. A line declares the record that the kind's folder defines
// and lists it: all that a kind needs outside of its folder.
// clang-format off
constexpr const Kind* kinds[] = {
    [] { extern const Kind machine_kind; return &machine_kind; }(),
    [] { extern const Kind machine_set_kind; return &machine_set_kind; }(),
    [] { extern const Kind machine_deployment_kind; return &machine_deployment_kind; }(),
    [] { extern const Kind machine_pool_kind; return &machine_pool_kind; }(),
    [] { extern const Kind kubeadm_control_plane_kind; return &kubeadm_control_plane_kind; }(),
    [] { extern const Kind cluster_kind; return &cluster_kind; }(),
    [] { extern const Kind hypershift_node_pool_kind; return &hypershift_node_pool_kind; }(),
    [] { extern const Kind karpenter_node_pool_kind; return &karpenter_node_pool_kind; }(),
    [] { extern const Kind cluster_deployment_kind; return &cluster_deployment_kind; }(),
};
// clang-format on

namespace {

constexpr std::size_t kinds_max = 64;

std::pair<std::string_view, std::string_view> name_of(const Kind* kind) {
  return {kind->kind, kind->group};
}

// The records in both orders.
class Registry {
 public:
  Registry() : as_judged_(std::begin(kinds), std::end(kinds)) { arrange(); }

  const std::vector<const Kind*>& as_judged() const { return as_judged_; }
  const std::vector<const Kind*>& by_name() const { return by_name_; }
  std::uint64_t generation() const { return generation_; }

  void add(const Kind& kind) {
    check(as_judged_.size() < kinds_max, "a process knows a limited number of kinds");
    check(kind.judge != nullptr && kind.tables != nullptr, "a record says how to judge its kind");
    check(!kind.plural.empty(), "a record names the resource of its kind");
    const bool known = std::ranges::binary_search(by_name_, name_of(&kind), {}, name_of);
    check(!known, "a kind has one record");
    as_judged_.push_back(&kind);
    arrange();
  }
  void remove(const Kind& kind) {
    std::erase(as_judged_, &kind);
    arrange();
  }

 private:
  void arrange() {
    ++generation_;
    std::ranges::stable_sort(as_judged_, {}, &Kind::stage);
    by_name_ = as_judged_;
    std::ranges::sort(by_name_, {}, name_of);
  }

  std::vector<const Kind*> as_judged_;
  std::vector<const Kind*> by_name_;
  std::uint64_t generation_ = 0;
};

Registry& registry() {
  static Registry known;
  return known;
}

Key place_named_by(const Object& object) {
  for (const Kind* one : kinds_as_judged()) {
    if (one->place_named_by == nullptr) continue;
    if (const Key place = one->place_named_by(*one, object); !place.name.empty()) return place;
  }
  return {};
}

std::vector<KnownKind> collect_known_kinds() {
  std::vector<KnownKind> all;
  for (const Kind* kind : kinds_as_judged()) {
    all.push_back({kind->group, kind->kind, kind->plural, kind->short_names});
  }
  all.insert(all.end(), other_known_kinds().begin(), other_known_kinds().end());
  return all;
}

}  // namespace

std::span<const Kind* const> judged_kinds() { return registry().by_name(); }
std::span<const Kind* const> kinds_as_judged() { return registry().as_judged(); }
std::uint64_t kinds_generation() { return registry().generation(); }

const Kind* judged_kind(std::string_view group, std::string_view kind) {
  for (const Kind* one : kinds_as_judged()) {
    if (one->kind == kind && one->group == group) return one;
  }
  return nullptr;
}

const Kind* judged_kind(const Object& object) {
  if (!object.key.home.is_management()) return nullptr;
  return judged_kind(object.key.group, object.key.kind);
}

RegisteredKind::RegisteredKind(const Kind& kind) : kind_(kind) { registry().add(kind); }
RegisteredKind::~RegisteredKind() { registry().remove(kind_); }

std::span<const KnownKind> known_kinds() {
  static FromKinds<std::vector<KnownKind>> all(collect_known_kinds);
  return all.get();
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
