// SPDX-License-Identifier: Apache-2.0
#include "reconcile/command.h"

#include "base/text.h"
#include "kube/object.h"

namespace telltale {

Target target_of(const Object& object) {
  return {.api_version = std::string(object.api_version),
          .kind = std::string(object.key.kind),
          .namespace_name = std::string(object.key.namespace_name),
          .name = std::string(object.key.name),
          .uid = std::string(object.uid)};
}

Key key_of(const Target& target) {
  return {.group = group_of(target.api_version),
          .kind = target.kind,
          .namespace_name = target.namespace_name,
          .name = target.name,
          .home = {}};
}

std::string shown(const Target& target) {
  return target.namespace_name.empty()
             ? format("{} {}", target.kind, target.name)
             : format("{} {}/{}", target.kind, target.namespace_name, target.name);
}

std::string text_of_key(const Key& key) {
  return format("{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name);
}

}  // namespace telltale
