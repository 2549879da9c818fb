// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server's definitions let us write, by kind and version. A kind that nobody told about is
// taken as customary. Not for threads.

#include <string>
#include <string_view>

#include <absl/container/flat_hash_map.h>

#include "base/text.h"
#include "kube/object.h"
#include "report/status/capability.h"

namespace telltale {

class Capabilities {
 public:
  // False when that was known.
  bool set(std::string_view group, std::string_view kind, std::string_view version,
           Capability capability) {
    const std::string name = format("{}/{}/{}", group, kind, version);
    const auto known = by_kind_.find(name);
    if (known != by_kind_.end() && known->second == capability) return false;
    by_kind_.insert_or_assign(name, std::move(capability));
    return true;
  }

  // Valid until the next call.
  const Capability& of(const Object& object) {
    std::string name =
        format("{}/{}/{}", object.key.group, object.key.kind, version_of(object.api_version));
    const auto known = by_kind_.find(name);
    if (known != by_kind_.end()) return known->second;
    return by_kind_
        .emplace(std::move(name), Capability::customary(object.key.group, object.key.kind))
        .first->second;
  }

 private:
  absl::flat_hash_map<std::string, Capability> by_kind_;  // "group/kind/version"
};

}  // namespace telltale
