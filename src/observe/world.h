// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that was seen at one instant, with the ways through it that judging needs: by key, by
// owner, by Cluster, and from a provider ID to its Node. A World is built once; whoever keeps one
// may replace() single objects, and between such edits any number of threads may read it. It writes
// down what was seen and concludes nothing.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "kube/object.h"
#include "observe/coverage.h"

namespace telltale {

// What looking for an object gave. People rarely dump everything: a missing object is Absent only
// if others of its kind were collected around it.
enum class Sight : std::uint8_t { Present, Absent, NotCollected };

struct Found {
  Sight sight = Sight::Absent;
  const Object* object = nullptr;
};

enum class Completeness : std::uint8_t { Partial, Complete };

// One document lost against another of the same object.
struct ReplacedDocument {
  Key key;
  std::string message;
};

// How objects say to whom they belong, beside their owners. A world is told which kinds that is
// about.
struct Belonging {
  // Of the kind that gathers a cluster: its members name it in spec.clusterName or in a label, and
  // it has a workload cluster.
  std::string_view cluster_group;
  std::string_view cluster_kind;
  // The object that another one names as where it belongs; an empty name: none.
  Key (*place_named_by)(const Object& object) = nullptr;
};

class World;

// What is known beyond the objects of a world that is a part of a larger one. Both outlive it.
struct Surroundings {
  const Coverage* coverage = nullptr;  // of what everything was collected
  const World* commons = nullptr;      // where to look for what is not here: templates, classes
};

class World {
 public:
  World(std::vector<Object> objects, std::vector<Arena> arenas, Completeness completeness,
        const Belonging& belonging, const Surroundings& around = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  std::span<const Object> objects() const { return objects_; }
  // Of an object of another world, such as the commons, past the end.
  std::size_t index_of(const Object& object) const;

  Found find(const Key& key) const;
  // The object that controls this one. Absent without a controller; a new object under the old name
  // is not the owner: the UID tells, where both sides know it.
  Found controller_of(const Object& object) const;
  // The Cluster that the object says it belongs to; Absent when it names none.
  Found cluster_of(const Object& object) const;
  // Objects whose controller is this one, in the order of their keys.
  std::span<const std::uint32_t> owned_by(const Object& owner) const;
  // Objects that say they belong to this Cluster, by label or spec.clusterName.
  std::span<const std::uint32_t> members_of(const Object& cluster) const;
  // Objects of the Cluster's workload cluster, such as its Nodes.
  std::span<const std::uint32_t> workload_of(const Object& cluster) const;
  // Objects that name this one as where they belong, across namespaces, such as the Machines and
  // sets of a HyperShift NodePool. By kind and name.
  std::span<const std::uint32_t> belonging_to(const Object& object) const;
  // Objects that name this one as the one they involve: Events.
  std::span<const std::uint32_t> about(const Object& object) const;
  // Workload objects with this spec.providerID; two is trouble that somebody must speak about.
  std::span<const std::uint32_t> with_provider_id(const Home& home, std::string_view id) const;
  // Whether anything of this kind was collected around the given place.
  bool collected(const Key& place) const;

  // Puts a newer state of an object in its place. What it is called, who controls it, its Cluster
  // and its provider ID must be the same as before, and its text must outlive the world. The one
  // edit a World knows; nobody may read it meanwhile.
  void replace(const Object& newer);

  std::span<const ReplacedDocument> disagreements() const { return disagreements_; }
  std::size_t bytes() const;

 private:
  struct Indexes;
  class Relations;

  Key cluster_key(const Object& object, std::string_view cluster_name) const;
  void drop_duplicates();
  void index_relations();

  std::vector<Object> objects_;
  std::vector<Arena> arenas_;
  Completeness completeness_;
  Belonging belonging_;
  Surroundings around_;
  std::vector<ReplacedDocument> disagreements_;
  std::unique_ptr<Indexes> indexes_;
};

// The Cluster an object says it belongs to: spec.clusterName, else the well-known label.
std::string_view cluster_name_of(const Object& object);

}  // namespace telltale
