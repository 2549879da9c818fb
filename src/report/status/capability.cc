// SPDX-License-Identifier: Apache-2.0
#include "report/status/capability.h"

#include <algorithm>
#include <functional>
#include <span>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

bool has(const std::vector<std::string>& sorted, std::string_view path) {
  return std::ranges::binary_search(sorted, path, std::less<>());
}

// A null pointer stands for whatever is not there, so that paths read in one line.
const Value* member(const Value* value, std::string_view name) {
  const ValueMap* map = value == nullptr ? nullptr : value->if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

std::string_view text_of(const Value* value) {
  if (value == nullptr || !value->is_string()) return {};
  return value->get_string();
}

bool is_true(const Value* value) {
  return value != nullptr && value->is_bool() && value->get_bool();
}

bool is_map_by_type(const Value& schema) {
  if (text_of(member(&schema, "x-kubernetes-list-type")) != "map") return false;
  const Value* keys = member(&schema, "x-kubernetes-list-map-keys");
  const ValueList* list = keys == nullptr ? nullptr : keys->if_array();
  return list != nullptr && list->size() == 1 && text_of(&list->front()) == "type";
}

// Only one of the two ever named these.
constexpr std::string_view proposal_paths[] = {
    "status.backCompatibilty", "status.backCompatibility", "status.experimentalConditions"};
constexpr std::string_view upstream_paths[] = {"status.deprecated.v1beta1",
                                               "status.v1beta2.conditions"};

bool names_any(const std::vector<std::string>& paths, std::span<const std::string_view> wanted) {
  return std::ranges::any_of(wanted, [&](std::string_view path) { return has(paths, path); });
}

// What upstream's own Cluster API writes in both versions, as far as telltale computes it too.
constexpr std::string_view customary_counters[] = {"replicas", "readyReplicas", "availableReplicas",
                                                   "upToDateReplicas"};
constexpr std::string_view customary_halves[] = {"controlPlane", "workers"};

}  // namespace

// Walks the structural schema of a status and notes what it names.
class Capability::Reader {
 public:
  explicit Reader(Capability& into) : into_(into) {}

  void read(const std::string& path, const Value& schema, std::size_t depth = 0) {
    if (depth > depth_max || into_.paths_.size() >= paths_max) return;
    into_.paths_.push_back(path);
    if (is_true(member(&schema, "x-kubernetes-preserve-unknown-fields")) ||
        member(&schema, "additionalProperties") != nullptr) {
      into_.open_.push_back(path);
    }
    read_list(path, schema, depth);
    const Value* properties = member(&schema, "properties");
    const ValueMap* map = properties == nullptr ? nullptr : properties->if_object();
    if (map == nullptr) return;
    for (const auto& property : *map) {
      read(format("{}.{}", path, std::string_view(property.key())), property.value(), depth + 1);
    }
  }

  void put_in_order() {
    std::ranges::sort(into_.paths_);
    std::ranges::sort(into_.open_);
  }

 private:
  void read_list(const std::string& path, const Value& schema, std::size_t depth) {
    if (text_of(member(&schema, "type")) != "array") return;
    into_.lists_.push_back({path, is_map_by_type(schema) ? ListForm::Map : ListForm::Atomic});
    if (const Value* items = member(&schema, "items")) read(path + "[]", *items, depth + 1);
  }

  Capability& into_;
};

Result<Capability> Capability::of(const Value& definition, std::string_view version) {
  const Value* versions = member(member(&definition, "spec"), "versions");
  const ValueList* list = versions == nullptr ? nullptr : versions->if_array();
  const Value* found = nullptr;
  if (list != nullptr) {
    for (const Value& one : *list) {
      const bool serves =
          text_of(member(&one, "name")) == version && is_true(member(&one, "served"));
      if (serves) found = &one;
    }
  }
  if (found == nullptr) {
    return fail(Error::Kind::NotFound,
                format("the definition does not serve version {}", printable(version)));
  }
  Capability capability;
  const Value* status = member(member(found, "subresources"), "status");
  capability.has_status_ = status != nullptr && status->is_object();
  const Value* root = member(member(found, "schema"), "openAPIV3Schema");
  Reader reader(capability);
  if (is_true(member(root, "x-kubernetes-preserve-unknown-fields"))) {
    capability.open_.emplace_back();
  }
  if (const Value* schema = member(member(root, "properties"), "status")) {
    reader.read("status", *schema);
  }
  reader.put_in_order();
  const bool upstream =
      names_any(capability.paths_, upstream_paths) && !names_any(capability.paths_, proposal_paths);
  capability.dialect_ = upstream ? DialectName::Upstream : DialectName::Proposal;
  return capability;
}

Capability Capability::customary(std::string_view group, std::string_view kind) {
  Capability capability;
  capability.paths_.emplace_back("status");
  const auto add_list = [&](std::string path, ListForm form) {
    capability.open_.push_back(path + "[]");
    capability.paths_.push_back(path + "[]");
    capability.paths_.push_back(path);
    capability.lists_.push_back({std::move(path), form});
  };
  const bool is_core = group.ends_with(cluster_api_group);
  const Kind* known = judged_kind(group, kind);
  const CounterPlace counters = known == nullptr ? CounterPlace::Status : known->counters;
  // An apply would replace a list that is one value; a patch of the whole list hurts no map. So
  // Karpenter's, which may be either, is taken for one value.
  add_list("status.conditions", is_core ? ListForm::Map : ListForm::Atomic);
  if (is_core) {
    capability.dialect_ = DialectName::Upstream;
    capability.paths_.emplace_back("status.v1beta2");
    add_list("status.v1beta2.conditions", ListForm::Map);
    for (const std::string_view place : {"status", "status.v1beta2"}) {
      for (const std::string_view name : customary_counters) {
        if (counters != CounterPlace::Status) break;
        capability.paths_.push_back(format("{}.{}", place, name));
      }
      for (const std::string_view half : customary_halves) {
        if (counters != CounterPlace::Halves) break;
        capability.paths_.push_back(format("{}.{}", place, half));
        capability.paths_.push_back(format("{}.{}.desiredReplicas", place, half));
        for (const std::string_view name : customary_counters) {
          capability.paths_.push_back(format("{}.{}.{}", place, half, name));
        }
      }
    }
  }
  Reader(capability).put_in_order();
  return capability;
}

bool Capability::keeps(std::string_view path) const {
  std::size_t end = 0;  // of what is known to be kept
  while (end < path.size()) {
    const std::size_t next = std::min(path.find('.', end + (end > 0 ? 1 : 0)), path.size());
    if (!has(paths_, path.substr(0, next))) return has(open_, path.substr(0, end));
    end = next;
  }
  return !path.empty();
}

ListForm Capability::list_form(std::string_view path) const {
  const auto found = std::ranges::find(lists_, path, &List::path);
  if (found != lists_.end()) return found->form;
  // A list that no schema names is one value to the server; a name that is no list takes none.
  return keeps(path) && !has(paths_, path) ? ListForm::Atomic : ListForm::Absent;
}

}  // namespace telltale
