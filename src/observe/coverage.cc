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
  // The Secrets of a Cluster are called by its name and one word more.
  const std::string secret =
      one_text({{}, "Secret", home.cluster_namespace, home.cluster_name, {}}) + "-";
  absl::erase_if(ones_, [&](const std::string& one) {
    return one.starts_with(secret) && one.find('-', secret.size()) == std::string::npos;
  });
}

bool Coverage::covers(const Key& place) const {
  const std::string kind = kind_text(place.group, place.kind);
  if (place.home.is_management()) {
    if (kinds_.contains(kind)) return true;
    if (ones_.empty()) return false;
    // One without a name is a whole namespace.
    Key whole = place;
    whole.name = {};
    return ones_.contains(one_text(place)) || ones_.contains(one_text(whole));
  }
  return workload_kinds_.contains(home_text(place.home) + kind);
}

}  // namespace telltale
