// SPDX-License-Identifier: Apache-2.0
#include "observe/world.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/check.h"
#include "base/hash.h"
#include "observe/groups.h"

namespace telltale {
namespace {

constexpr std::string_view cluster_name_label = "cluster.x-k8s.io/cluster-name";
constexpr std::size_t disagreements_max = 1000;

std::uint64_t revision_of(const Object& object) {
  std::uint64_t revision = 0;
  const std::string_view text = object.resource_version;
  std::from_chars(text.data(), text.data() + text.size(), revision);
  return revision;
}

// Which of two documents of one object is believed. It may not depend on which was read first.
auto rank_of(const Object& object) {
  return std::tuple(revision_of(object), object.generation, object.api_version, object.created);
}

bool disagree(const Object& left, const Object& right) {
  if (left.resource_version != right.resource_version) return true;
  if (left.api_version != right.api_version) return false;  // One object in two API versions.
  if (left.deleted != right.deleted || left.generation != right.generation) return true;
  if (!json::same_value(left.body, right.body)) return true;
  return !std::ranges::equal(left.condition_lists, right.condition_lists,
                             [](const ConditionList& one, const ConditionList& other) {
                               return std::ranges::equal(one.conditions, other.conditions);
                             });
}

Key controller_key(const Object& object, const OwnerRef& owner) {
  return {owner.group, owner.kind, object.key.namespace_name, owner.name, object.key.home};
}

// Two UIDs that differ are two objects; one that nobody wrote down tells nothing.
bool may_be_same(std::string_view uid, std::string_view other) {
  return uid.empty() || other.empty() || uid == other;
}

// The place around an object: its namespace in the management cluster, or its workload cluster.
Key place_of(const Key& key) {
  Key place{
      .group = key.group, .kind = key.kind, .namespace_name = {}, .name = {}, .home = key.home};
  if (key.home.is_management()) place.namespace_name = key.namespace_name;
  return place;
}

struct ProviderKey {
  Home home;
  std::string_view id;
  bool operator==(const ProviderKey&) const = default;
};

std::string_view provider_id_of(const Object& object) {
  return object.body["spec"]["providerID"].as_string("");
}

ProviderKey provider_key_of(const Object& object) {
  return {object.key.home, provider_id_of(object)};
}

// Objects are found by their keys, which already stand in the objects: the set holds only indexes.
struct IndexHash {
  using is_transparent = void;
  const Object* objects;
  std::size_t operator()(std::uint32_t index) const { return KeyHash()(objects[index].key); }
  std::size_t operator()(const Key& key) const { return KeyHash()(key); }
};

struct IndexEqual {
  using is_transparent = void;
  const Object* objects;
  const Key& key_of(std::uint32_t index) const { return objects[index].key; }
  const Key& key_of(const Key& key) const { return key; }
  bool operator()(const auto& left, const auto& right) const {
    return key_of(left) == key_of(right);
  }
};

// The same for provider IDs: the first Node that has one stands for it.
struct ProviderHash {
  using is_transparent = void;
  const Object* objects;
  std::size_t operator()(std::uint32_t index) const {
    return (*this)(provider_key_of(objects[index]));
  }
  std::size_t operator()(const ProviderKey& key) const {
    const TextHash hash;
    return hash(key.id) * 31 + hash(key.home.cluster_name) * 7 + hash(key.home.cluster_namespace);
  }
};

struct ProviderEqual {
  using is_transparent = void;
  const Object* objects;
  ProviderKey key_of(std::uint32_t index) const { return provider_key_of(objects[index]); }
  ProviderKey key_of(const ProviderKey& key) const { return key; }
  bool operator()(const auto& left, const auto& right) const {
    return key_of(left) == key_of(right);
  }
};

}  // namespace

struct World::Indexes {
  absl::flat_hash_set<std::uint32_t, IndexHash, IndexEqual> by_key;
  absl::flat_hash_set<Key, KeyHash> places;
  absl::flat_hash_map<std::uint32_t, std::uint32_t, ProviderHash, ProviderEqual> provider_group;
  Groups owned;
  Groups members;
  Groups workload;
  Groups belonging;
  Groups about;
  Groups provider_nodes;

  explicit Indexes(const std::vector<Object>& objects)
      : by_key(objects.size(), IndexHash{objects.data()}, IndexEqual{objects.data()}),
        provider_group(0, ProviderHash{objects.data()}, ProviderEqual{objects.data()}) {}
};

World::World(std::vector<Object> objects, std::vector<Arena> arenas, Completeness completeness,
             const Belonging& belonging, const Surroundings& around)
    : objects_(std::move(objects)),
      arenas_(std::move(arenas)),
      completeness_(completeness),
      belonging_(belonging),
      around_(around),
      indexes_(std::make_unique<Indexes>(objects_)) {
  check(objects_.size() < UINT32_MAX, "a world has fewer than four billion objects");
  drop_duplicates();
  index_relations();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::drop_duplicates() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    // The set compares through the objects, so the newcomer takes its place before it is asked.
    if (kept != i) objects_[kept] = objects_[i];
    const auto [known, is_new] = indexes_->by_key.insert(static_cast<std::uint32_t>(kept));
    if (is_new) {
      ++kept;
      continue;
    }
    Object& standing = objects_[*known];
    if (disagree(standing, objects_[i]) && disagreements_.size() < disagreements_max) {
      const auto [older, newer] = std::minmax({revision_of(standing), revision_of(objects_[i])});
      disagreements_.push_back(
          {standing.key, format("{} is there more than once and the copies differ "
                                "(resourceVersion {} and {}); the newest was judged",
                                to_text(standing.key), older, newer)});
    }
    if (rank_of(standing) < rank_of(objects_[i])) standing = objects_[i];
  }
  objects_.resize(kept);
  std::ranges::sort(disagreements_, {}, &ReplacedDocument::message);
}

// Collects who belongs to whom, one object at a time.
class World::Relations {
 public:
  Relations(const World& world, Indexes& indexes)
      : world_(world), objects_(world.objects_), indexes_(indexes) {}

  void add(std::uint32_t index) {
    const Object& object = objects_[index];
    indexes_.places.insert(place_of(object.key));
    add_owner(object, index);
    if (object.key.home.is_management()) {
      add_cluster(object, index);
      add_involved(object, index);
      add_belonging(object, index);
    } else {
      add_workload(object, index);
      add_provider_id(object, index);
    }
  }

  void finish() {
    const auto count = static_cast<std::uint32_t>(objects_.size());
    const auto by_name = [this](std::uint32_t left, std::uint32_t right) {
      const Key& a = objects_[left].key;
      const Key& b = objects_[right].key;
      return std::tie(a.kind, a.name, a.namespace_name) <
             std::tie(b.kind, b.name, b.namespace_name);
    };
    indexes_.owned = Groups(owned_, count, by_name);
    indexes_.members = Groups(members_, count, by_name);
    indexes_.workload = Groups(workload_, count, by_name);
    indexes_.belonging = Groups(belonging_, count, by_name);
    indexes_.about = Groups(about_, count, by_name);
    indexes_.provider_nodes =
        Groups(nodes_, static_cast<std::uint32_t>(indexes_.provider_group.size()), by_name);
  }

 private:
  void add_owner(const Object& object, std::uint32_t index) {
    const OwnerRef* owner = object.controller();
    if (owner == nullptr) return;
    const auto found = indexes_.by_key.find(controller_key(object, *owner));
    if (found == indexes_.by_key.end()) return;
    if (may_be_same(objects_[*found].uid, owner->uid)) owned_.push_back({*found, index});
  }

  void add_cluster(const Object& object, std::uint32_t index) {
    const std::string_view name = cluster_name_of(object);
    if (name.empty()) return;
    const auto found = indexes_.by_key.find(world_.cluster_key(object, name));
    if (found != indexes_.by_key.end()) members_.push_back({*found, index});
  }

  void add_workload(const Object& object, std::uint32_t index) {
    const Home& home = object.key.home;
    const Belonging& of = world_.belonging_;
    const auto found = indexes_.by_key.find(
        Key{of.cluster_group, of.cluster_kind, home.cluster_namespace, home.cluster_name, {}});
    if (found != indexes_.by_key.end()) workload_.push_back({*found, index});
  }

  void add_belonging(const Object& object, std::uint32_t index) {
    if (world_.belonging_.place_named_by == nullptr) return;
    const Key key = world_.belonging_.place_named_by(object);
    if (key.name.empty()) return;
    const auto found = indexes_.by_key.find(key);
    if (found != indexes_.by_key.end()) belonging_.push_back({*found, index});
  }

  void add_involved(const Object& object, std::uint32_t index) {
    const json::Tree involved = object.body["involvedObject"];
    if (!involved) return;
    const auto found =
        indexes_.by_key.find(Key{group_of(involved["apiVersion"].as_string("")),
                                 involved["kind"].as_string(""),
                                 involved["namespace"].as_string(object.key.namespace_name),
                                 involved["name"].as_string(""),
                                 {}});
    if (found != indexes_.by_key.end()) about_.push_back({*found, index});
  }

  void add_provider_id(const Object& object, std::uint32_t index) {
    if (provider_id_of(object).empty()) return;
    const auto next = static_cast<std::uint32_t>(indexes_.provider_group.size());
    const auto group = indexes_.provider_group.try_emplace(index, next).first;
    nodes_.push_back({group->second, index});
  }

  const World& world_;
  const std::vector<Object>& objects_;
  Indexes& indexes_;
  std::vector<Groups::Pair> owned_;
  std::vector<Groups::Pair> members_;
  std::vector<Groups::Pair> workload_;
  std::vector<Groups::Pair> belonging_;
  std::vector<Groups::Pair> about_;
  std::vector<Groups::Pair> nodes_;
};

void World::index_relations() {
  Relations relations(*this, *indexes_);
  for (std::uint32_t i = 0; i < objects_.size(); ++i) relations.add(i);
  relations.finish();
}

std::size_t World::index_of(const Object& object) const {
  const std::less<const Object*> before;
  const bool here =
      !before(&object, objects_.data()) && before(&object, objects_.data() + objects_.size());
  return here ? static_cast<std::size_t>(&object - objects_.data()) : objects_.size();
}

void World::replace(const Object& newer) {
  const auto found = indexes_->by_key.find(newer.key);
  check(found != indexes_->by_key.end(), "only an object of the world can be replaced");
  Object& standing = objects_[*found];
  const OwnerRef* before = standing.controller();
  const OwnerRef* after = newer.controller();
  check((before == nullptr) == (after == nullptr) && (before == nullptr || *before == *after),
        "a replaced object keeps its controller");
  check(cluster_name_of(standing) == cluster_name_of(newer), "a replaced object keeps its Cluster");
  check(provider_id_of(standing) == provider_id_of(newer),
        "a replaced object keeps its provider ID");
  standing = newer;
}

Found World::find(const Key& key) const {
  const auto found = indexes_->by_key.find(key);
  if (found != indexes_->by_key.end()) return {Sight::Present, &objects_[*found]};
  if (around_.commons != nullptr) {
    const Found common = around_.commons->find(key);
    if (common.object != nullptr) return common;
  }
  return {collected(key) ? Sight::Absent : Sight::NotCollected, nullptr};
}

Found World::controller_of(const Object& object) const {
  const OwnerRef* owner = object.controller();
  if (owner == nullptr) return {};
  const Found found = find(controller_key(object, *owner));
  const bool another = found.object != nullptr && !may_be_same(found.object->uid, owner->uid);
  return another ? Found{} : found;
}

Key World::cluster_key(const Object& object, std::string_view cluster_name) const {
  return {belonging_.cluster_group,
          belonging_.cluster_kind,
          object.key.namespace_name,
          cluster_name,
          {}};
}

Found World::cluster_of(const Object& object) const {
  const std::string_view name = cluster_name_of(object);
  return name.empty() ? Found{} : find(cluster_key(object, name));
}

bool World::collected(const Key& place) const {
  if (completeness_ == Completeness::Complete) return true;
  if (around_.coverage != nullptr) return around_.coverage->covers(place);
  return indexes_->places.contains(place_of(place));
}

std::span<const std::uint32_t> World::owned_by(const Object& owner) const {
  return indexes_->owned.of(static_cast<std::uint32_t>(index_of(owner)));
}

std::span<const std::uint32_t> World::members_of(const Object& cluster) const {
  return indexes_->members.of(static_cast<std::uint32_t>(index_of(cluster)));
}

std::span<const std::uint32_t> World::workload_of(const Object& cluster) const {
  return indexes_->workload.of(static_cast<std::uint32_t>(index_of(cluster)));
}

std::span<const std::uint32_t> World::belonging_to(const Object& object) const {
  return indexes_->belonging.of(static_cast<std::uint32_t>(index_of(object)));
}

std::span<const std::uint32_t> World::about(const Object& object) const {
  return indexes_->about.of(static_cast<std::uint32_t>(index_of(object)));
}

std::span<const std::uint32_t> World::with_provider_id(const Home& home,
                                                       std::string_view id) const {
  const auto found = indexes_->provider_group.find(ProviderKey{home, id});
  if (found == indexes_->provider_group.end()) return {};
  return indexes_->provider_nodes.of(found->second);
}

std::size_t World::bytes() const {
  std::size_t total = objects_.capacity() * sizeof(Object);
  for (const Arena& arena : arenas_) total += arena.bytes();
  return total;
}

std::string_view cluster_name_of(const Object& object) {
  const std::string_view named = object.body["spec"]["clusterName"].as_string("");
  if (!named.empty()) return named;
  const std::string_view* label = object.label(cluster_name_label);
  return label != nullptr ? *label : std::string_view();
}

}  // namespace telltale
