// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts that all manifests share: metadata, references, condition lists, and the places where
// the two API versions and the two dialects put the old and the new world.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "fleet/fleet.h"
#include "fleet/gather.h"
#include "fleet/identity.h"
#include "fleet/machine_conditions.h"
#include "json/writer.h"
#include "kube/condition.h"
#include "kube/object.h"

namespace telltale::fleet {

enum class Group : std::uint8_t { Core, Bootstrap, ControlPlane, Infrastructure };

struct Reference {
  Group group = Group::Core;
  std::string_view kind;
  std::string_view name;
};

// One entry of managedFields. `fields` is a short form of fieldsV1: names parted by commas,
// children in braces, and [x] for the list item whose type is x:
// "f:status{f:conditions{.,[Ready]{.}}}".
struct Managed {
  std::string_view manager;
  std::string_view subresource;
  Instant time = no_time;
  std::string_view fields;
};

struct Metadata {
  Reference self;
  Instant created = no_time;
  Instant deleted = no_time;
  std::int64_t generation = 1;
  std::vector<Label> labels;
  std::vector<Label> annotations;
  Reference owner;  // no owner without a name
  std::string_view finalizer;
  std::vector<Managed> managed;
};

class ObjectBuilder {
 public:
  ObjectBuilder(json::Writer& writer, const Identity& identity, const Setting& setting)
      : out(writer), identity_(identity), setting_(setting) {}

  json::Writer& out;

  const Setting& setting() const { return setting_; }
  const Identity& identity() const { return identity_; }

  // A whole object of the management cluster: what `body` writes follows the metadata.
  void object(const Metadata& metadata, std::invocable auto&& body) {
    out.begin_map();
    head(metadata);
    body();
    out.end_map();
  }

  std::string_view api_version(Group group) const;
  std::string_view namespace_name() const { return setting_.cluster.namespace_name; }
  void time(std::string_view key, Instant instant);
  // { apiGroup, kind, name } or, in v1beta1, { apiVersion, kind, name, namespace }.
  void reference(std::string_view key, const Reference& reference);
  void labels(std::string_view key, std::span<const Label> labels);
  void managed_fields(std::span<const Managed> managed, std::string_view api_version);

  // The conditions and counters of both worlds, each where this API version and dialect keep it.
  struct Worlds {
    std::span<const Condition> conditions;
    std::span<const Condition> legacy;
    std::function<void()> fields;         // that go with the conditions
    std::function<void()> legacy_fields;  // that go with the legacy ones
  };
  void worlds(const Worlds& worlds);
  void conditions(std::string_view key, std::span<const Condition> conditions);
  void legacy_conditions(std::span<const Condition> conditions);
  // The counters of the new world.
  void counters(const Tally& tally);

 private:
  void head(const Metadata& metadata);
  void owner(const Reference& owner);

  const Identity& identity_;
  const Setting& setting_;
  std::string scratch_;
};

}  // namespace telltale::fleet
