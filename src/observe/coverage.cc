// SPDX-License-Identifier: Apache-2.0
#include "observe/coverage.h"

#include "base/text.h"

namespace telltale {
namespace {

std::string kind_text(std::string_view group, std::string_view kind) {
  return format("{}/{}", group, kind);
}

std::string home_text(const Home& home) {
  return format("{}/{}/", home.cluster_namespace, home.cluster_name);
}

std::string one_text(const Key& key) {
  return format("{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name);
}

}  // namespace

void Coverage::add_one(const Key& key) { ones_.insert(one_text(key)); }

void Coverage::add(std::string_view group, std::string_view kind) {
  kinds_.insert(kind_text(group, kind));
}

void Coverage::add(const Home& home, std::string_view group, std::string_view kind) {
  workload_kinds_.insert(home_text(home) + kind_text(group, kind));
}

void Coverage::remove(const Home& home) {
  const std::string prefix = home_text(home);
  absl::erase_if(workload_kinds_, [&](const std::string& one) { return one.starts_with(prefix); });
}

bool Coverage::covers(const Key& place) const {
  const std::string kind = kind_text(place.group, place.kind);
  if (place.home.is_management()) {
    return kinds_.contains(kind) || (!ones_.empty() && ones_.contains(one_text(place)));
  }
  return workload_kinds_.contains(home_text(place.home) + kind);
}

}  // namespace telltale
