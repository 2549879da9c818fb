// SPDX-License-Identifier: Apache-2.0
#pragma once

// A fleet read back the way telltale reads dumps, for the tests of this room.

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "base/text.h"
#include "fleet/fleet.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale::fleet {

inline std::string written(const FleetOptions& options) {
  std::string out;
  write_fleet(options, [&](std::string_view chunk) { out += chunk; });
  return out;
}

class ReadFleet {
 public:
  explicit ReadFleet(FleetOptions options)
      : fields_(select_fields(std::vector<std::string_view>{"spec", "status"})) {
    options.format = Format::Ndjson;
    ObjectReader reader([this](const json::Header&) -> const json::Selection& { return fields_; },
                        arena_);
    const std::string text = written(options);
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty()) continue;
      const json::PaddedCopy copy(line);
      auto object = reader.read(copy.padded(), {}, object_errors);
      check(object.has_value(), "a fleet consists of objects");
      objects.push_back(*object);
    }
    newest = reader.newest();
  }

  std::vector<const Object*> of_kind(std::string_view kind) const {
    std::vector<const Object*> found;
    for (const Object& object : objects) {
      if (object.key.kind == kind) found.push_back(&object);
    }
    return found;
  }

  const Object* find(std::string_view kind, std::string_view namespace_name,
                     std::string_view name) const {
    const auto at = std::ranges::find_if(objects, [&](const Object& object) {
      return object.key.kind == kind && object.key.namespace_name == namespace_name &&
             object.key.name == name;
    });
    return at == objects.end() ? nullptr : &*at;
  }

  std::vector<Object> objects;
  std::vector<ObjectError> object_errors;
  Instant newest = no_time;

 private:
  json::Selection fields_;
  Arena arena_;
};

inline Condition condition_of(const Object& object, std::string_view type,
                              std::string_view path = "status.conditions") {
  const ConditionList* list = object.conditions_at(path);
  const Condition* found = list == nullptr ? nullptr : find_condition(list->conditions, type);
  return found == nullptr ? Condition{} : *found;
}

}  // namespace telltale::fleet
