// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "schema/meta_fields.h"
#include "schema/path.h"
#include "schema/shape.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

// Whether fields without a schema stay; lists hand it down to their items.
enum class Unknown : std::uint8_t { Drop, Keep };

Unknown unknown_in(const Structure* structure, Unknown around) {
  return structure != nullptr && structure->preserve_unknown ? Unknown::Keep : around;
}

// Where a structure is null there is no schema at all: scalars and lists stay, fields go.
class Pruning {
 public:
  void prune(Value& value, const Structure* structure, const std::string& path, Unknown around) {
    const Unknown unknown = unknown_in(structure, around);
    if (ValueMap* map = value.if_object()) {
      prune_map(*map, structure, path, unknown);
    } else if (json::ValueList* list = value.if_array()) {
      prune_list(*list, structure, path, unknown);
    }
  }

  void prune_fields(ValueMap& map, const Structure* structure, const std::string& path, Root root,
                    Unknown unknown) {
    const auto own = [&](std::string_view name) {
      return root == Root::Resource && is_type_or_meta(name);
    };
    for (auto& [name, value] : map) {
      if (own(name) || !knows(structure, name)) continue;
      prune(value, field_of(*structure, name), field_below(path, name), Unknown::Drop);
    }
    if (unknown == Unknown::Keep) return;
    drop_if(map, path,
            [&](std::string_view name) { return !own(name) && !knows(structure, name); });
  }

  std::vector<std::string> take_removed() {
    std::ranges::sort(removed_);
    return std::move(removed_);
  }

 private:
  static bool knows(const Structure* structure, std::string_view name) {
    if (structure == nullptr) return false;
    return structure->additional_allowed || structure->additional_refused ||
           field_of(*structure, name) != nullptr;
  }

  void prune_map(ValueMap& map, const Structure* structure, const std::string& path,
                 Unknown unknown) {
    const bool embedded = structure != nullptr && structure->embedded_resource;
    if (embedded) prune_metadata(map, field_below(path, "metadata"));
    prune_fields(map, structure, path, embedded ? Root::Resource : Root::Value, unknown);
  }

  // An embedded object's metadata has the same schema everywhere.
  void prune_metadata(ValueMap& object, const std::string& path) {
    Value* metadata = object.if_contains("metadata");
    if (metadata == nullptr || !metadata->is_object()) return;
    drop_if(metadata->get_object(), path,
            [](std::string_view name) { return !is_object_meta_field(name); });
  }

  void prune_list(json::ValueList& list, const Structure* structure, const std::string& path,
                  Unknown unknown) {
    const Structure* items = structure != nullptr ? structure->items.get() : nullptr;
    if (items == nullptr && unknown == Unknown::Keep) return;
    for (std::size_t i = 0; i < list.size(); ++i) {
      prune(list[i], items, item_below(path, i), unknown);
    }
  }

  template <class IsUnknown>
  void drop_if(ValueMap& map, const std::string& path, IsUnknown is_unknown) {
    std::vector<std::string> names;
    for (const auto& [name, value] : map) {
      if (is_unknown(std::string_view(name))) names.emplace_back(name);
    }
    for (const std::string& name : names) {
      map.erase(name);
      if (removed_.size() < unknown_fields_max) removed_.push_back(field_below(path, name));
    }
  }

  std::vector<std::string> removed_;
};

}  // namespace

std::vector<std::string> prune(json::Value& object, const Structure& structure, Root root) {
  Pruning pruning;
  if (ValueMap* map = object.if_object(); map != nullptr && root == Root::Resource) {
    pruning.prune_fields(*map, &structure, {}, root, unknown_in(&structure, Unknown::Drop));
  } else {
    pruning.prune(object, &structure, {}, Unknown::Drop);
  }
  return pruning.take_removed();
}

}  // namespace telltale::schema
