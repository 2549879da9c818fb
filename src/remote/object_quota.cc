// SPDX-License-Identifier: Apache-2.0
#include "remote/object_quota.h"

#include <array>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/padded_text.h"

namespace telltale::remote {
namespace {

constexpr std::array<std::string_view, 2> name_paths{"metadata.namespace", "metadata.name"};

}  // namespace

ObjectQuota::ObjectQuota(const ObjectQuotaLimits& limits) : limits_(limits), names_(name_paths) {}

// What has no name that can be read is one object; its bytes count.
std::string ObjectQuota::name_of(std::string_view document) {
  Arena scratch;
  const json::PaddedCopy copy(document);
  const auto tree = reader_.read(
      copy.padded(), [&](const json::Header&) -> const json::Selection& { return names_; },
      scratch);
  if (!tree) return {};
  const json::Tree metadata = (*tree)["metadata"];
  return format("{}/{}", metadata["namespace"].as_string(""), metadata["name"].as_string(""));
}

void ObjectQuota::begin_list(std::string_view kind) { ++kinds_[std::string(kind)].list; }

void ObjectQuota::end_list(std::string_view kind) {
  const auto known = kinds_.find(kind);
  if (known == kinds_.end()) return;
  absl::erase_if(known->second.held, [&](const auto& each) {
    if (each.second.list == known->second.list) return false;
    bytes_ -= each.second.bytes;
    --objects_;
    return true;
  });
}

bool ObjectQuota::take(std::string_view kind, std::string_view document) {
  Kind& known = kinds_[std::string(kind)];
  const auto [at, is_new] = known.held.try_emplace(name_of(document));
  if (is_new) ++objects_;
  bytes_ += document.size() - at->second.bytes;
  at->second = {.bytes = document.size(), .list = known.list};
  return objects_ <= limits_.objects && bytes_ <= limits_.bytes;
}

void ObjectQuota::drop(std::string_view kind, std::string_view document) {
  const auto known = kinds_.find(kind);
  if (known == kinds_.end()) return;
  const auto at = known->second.held.find(name_of(document));
  if (at == known->second.held.end()) return;
  bytes_ -= at->second.bytes;
  --objects_;
  known->second.held.erase(at);
}

void ObjectQuota::forget() {
  kinds_.clear();
  objects_ = bytes_ = 0;
}

std::string ObjectQuota::trouble() const {
  if (objects_ > limits_.objects) {
    return format("the cluster shows more than {} objects and was cut off", limits_.objects);
  }
  return format("the cluster shows objects of more than {} MiB and was cut off",
                limits_.bytes >> 20U);
}

}  // namespace telltale::remote
