// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/advice_names.h"

#include <algorithm>
#include <array>

#include "catalog/kinds.h"
#include "classify/region.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

// Owners above owners; nobody has more.
constexpr int levels_max = 4;
// Of a pool's machines, to learn where they are.
constexpr std::size_t members_looked_at_max = 16;

AdviceNames::Reference reference_at(const json::Tree& tree) {
  return {.kind = tree["kind"].as_string(""), .name = tree["name"].as_string("")};
}

std::string_view hook_of(const Object& object, std::string_view prefix) {
  for (const Label& annotation : object.annotations) {
    if (annotation.key.starts_with(prefix)) return annotation.key;
  }
  return {};
}

Platform platform_of_object(const Object& object, std::string_view infrastructure_kind) {
  const json::Tree spec = object.body["spec"];
  if (const auto typed = parse_platform(spec["platform"]["type"].as_string(""))) return *typed;
  const Platform platform = platform_of_kind(infrastructure_kind);
  if (platform != Platform::Any) return platform;
  const std::string_view node_class =
      spec["template"]["spec"]["nodeClassRef"]["kind"].as_string("");
  if (node_class == "EC2NodeClass") return Platform::AWS;
  return node_class == "AKSNodeClass" ? Platform::Azure : Platform::Any;
}

// The references of a Machine stand in its spec, those of what makes Machines in its template.
json::Tree machine_spec_of(const Object& object) {
  const json::Tree spec = object.body["spec"];
  if (spec["infrastructureRef"]) return spec;
  if (const json::Tree made = spec["template"]["spec"]; made["infrastructureRef"]) return made;
  const json::Tree planes = spec["machineTemplate"];
  return planes["spec"]["infrastructureRef"] ? planes["spec"] : planes;
}

const Object* infrastructure_of(const World& world, const Object& object) {
  const shapes::Ref ref = shapes::ref(machine_spec_of(object)["infrastructureRef"]);
  if (!ref) return nullptr;
  return world.find({ref.group, ref.kind, object.key.namespace_name, ref.name, {}}).object;
}

// The pool that an object says it belongs to, such as that of a hosted cluster.
const Object* place_of(const World& world, const Object& object) {
  const Key place = belonging_of_kinds().place_named_by(object);
  return place.name.empty() ? nullptr : world.find(place).object;
}

bool is_scaled(const Object& object) {
  const Kind* kind = judged_kind(object);
  return kind != nullptr && kind->is_scaled;
}

// The topmost on the way up: whatever stands below it is set by its controllers.
const Object* scaled_above(const World& world, const Object& object) {
  const Object* found = nullptr;
  const Object* at = &object;
  for (int level = 0; at != nullptr && level < levels_max; ++level) {
    const Object* place = place_of(world, *at);
    if (place != nullptr && is_scaled(*place)) return place;
    if (is_scaled(*at)) found = at;
    at = world.controller_of(*at).object;
  }
  // The class of a cluster decides about the size of what was made from it.
  const bool owned = found != nullptr && found->label("topology.cluster.x-k8s.io/owned") != nullptr;
  return owned ? nullptr : found;
}

std::optional<std::int64_t> running_in(const Object& scaled) {
  const json::Tree spec = scaled.body["spec"];
  const json::Tree status = scaled.body["status"];
  const auto wanted = spec["replicas"].as_int();
  if (!wanted || spec["autoScaling"]) return std::nullopt;
  for (const std::string_view counter : {"availableReplicas", "readyReplicas", "replicas"}) {
    const auto running = status[counter].as_int();
    if (!running) continue;
    return *running >= 0 && *running < *wanted ? running : std::nullopt;
  }
  return std::nullopt;
}

std::string_view plain_region(std::string_view text) {
  return is_region(text) ? text : std::string_view{};
}

// Where an object of whatever provider says that it is.
std::string_view region_told_by(const Object& object) {
  const json::Tree spec = object.body["spec"];
  for (const std::string_view field : {"region", "location"}) {
    if (const auto own = plain_region(spec[field].as_string("")); !own.empty()) return own;
    for (const json::Member& platform : spec["platform"].members()) {
      const auto told = plain_region(platform.value[field].as_string(""));
      if (!told.empty()) return told;
    }
  }
  if (const auto zone = region_of_zone(spec["failureDomain"].as_string("")); !zone.empty()) {
    return zone;
  }
  return region_of_provider_id(spec["providerID"].as_string(""));
}

// Objects that may tell about the machines of one object, the nearest first.
class Surrounding {
 public:
  Surrounding(const World& world, const Object& object, const Object& deepest,
              const Object* scaled) {
    for (const Object* one : {&deepest, &object, scaled}) {
      if (one == nullptr) continue;
      add(one);
      add(infrastructure_of(world, *one));
      add_locating(world, *one);
    }
    const Object* cluster = world.cluster_of(deepest).object;
    if (cluster != nullptr) add(infrastructure_of(world, *cluster));
    if (scaled == nullptr) return;
    const auto members = world.belonging_to(*scaled);
    for (const std::uint32_t member :
         members.first(std::min(members.size(), members_looked_at_max))) {
      add(&world.objects()[member]);
    }
  }

  template <class Ask>
  auto first(Ask ask) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (const auto answer = ask(*objects_[i]); !answer.empty()) return answer;
    }
    return std::string_view{};
  }

 private:
  void add(const Object* object) {
    if (object != nullptr && count_ < objects_.size()) objects_[count_++] = object;
  }
  void add_locating(const World& world, const Object& object) {
    const Kind* kind = judged_kind(object);
    if (kind == nullptr || kind->located_by == nullptr) return;
    const Key key = kind->located_by(*kind, object);
    if (!key.name.empty()) add(world.find(key).object);
  }

  std::array<const Object*, 16 + members_looked_at_max> objects_ = {};
  std::size_t count_ = 0;
};

// Of a machine, of its template, of a hosted pool.
std::string_view instance_type_told_by(const Object& object) {
  const json::Tree spec = object.body["spec"];
  for (const json::Tree& at : {spec, spec["template"]["spec"], spec["platform"]["aws"]}) {
    const std::string_view type = at["instanceType"].as_string("");
    if (!type.empty()) return type;
  }
  return {};
}

std::string_view spot_told_by(const Object& object) {
  const json::Tree spec = object.body["spec"];
  const json::Tree placement = spec["platform"]["aws"]["placement"];
  for (const json::Tree& at : {spec, spec["template"]["spec"], placement}) {
    const bool spot = at["spotMarketOptions"] || at["spot"].is(json::Tree::Type::Map) ||
                      at["marketType"].as_string("") == "Spot";
    if (spot) return "spot";
  }
  return {};
}

}  // namespace

AdviceNames names_of_object(const Object& object) {
  const json::Tree spec = object.body["spec"];
  const json::Tree machine = machine_spec_of(object);
  const Kind* kind = judged_kind(object);
  const bool is_cluster = kind != nullptr && kind->stage == JudgingStage::Clusters;
  AdviceNames names{.group = object.key.group,
                    .kind = object.key.kind,
                    .name = object.key.name,
                    .namespace_name = object.key.namespace_name,
                    .cluster = is_cluster ? object.key.name : cluster_name_of(object),
                    .node = object.body["status"]["nodeRef"]["name"].as_string(""),
                    .infrastructure = reference_at(machine["infrastructureRef"]),
                    .bootstrap = reference_at(machine["bootstrap"]["configRef"]),
                    .control_plane = reference_at(spec["controlPlaneRef"]),
                    .install = reference_at(spec["clusterInstallRef"]),
                    .pre_drain_hook = hook_of(object, "pre-drain.delete.hook.machine."),
                    .pre_terminate_hook = hook_of(object, "pre-terminate.delete.hook.machine."),
                    .attempt = object.body["status"]["provisionRef"]["name"].as_string("")};
  names.platform = platform_of_object(object, names.infrastructure.kind);
  names.deepest = &object;
  if (is_scaled(object)) {
    names.scaled = &object;
    names.running = running_in(object);
  }
  return names;
}

AdviceNames names_of_object(const World& world, const Object& object, const Object& deepest) {
  AdviceNames names = names_of_object(object);
  names.deepest = &deepest;
  names.scaled = scaled_above(world, deepest);
  names.running = names.scaled == nullptr ? std::nullopt : running_in(*names.scaled);
  const Surrounding around(world, object, deepest, names.scaled);
  names.region = around.first(region_told_by);
  names.instance_type = around.first(instance_type_told_by);
  if (!around.first(spot_told_by).empty()) names.market = AwsMarket::Spot;
  return names;
}

}  // namespace telltale
