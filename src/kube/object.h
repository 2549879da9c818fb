// SPDX-License-Identifier: Apache-2.0
#pragma once

// One Kubernetes object, read once and never changed: typed metadata, typed conditions, and the few
// other fields somebody asked for as a compact tree. All text lives in the arena it was read into.

#include <cstdint>
#include <span>
#include <string_view>

#include "base/instant.h"
#include "json/tree/tree.h"
#include "kube/condition.h"
#include "kube/key.h"

namespace telltale {

struct Label {
  std::string_view key;
  std::string_view value;
  bool operator==(const Label&) const = default;
};

struct OwnerRef {
  std::string_view group;
  std::string_view kind;
  std::string_view name;
  std::string_view uid;
  bool controller = false;
  bool operator==(const OwnerRef&) const = default;
};

// A condition list at one place of an object, such as "status.conditions". Entries that break the
// schema are left out; `malformed` then tells what is wrong with the first one.
struct ConditionList {
  std::string_view path;
  Conditions conditions;
  std::string_view malformed;
};

struct Object {
  Key key;
  std::string_view api_version;
  std::string_view uid;
  std::string_view resource_version;
  std::int64_t generation = 0;
  Instant created = no_time;
  Instant deleted = no_time;  // metadata.deletionTimestamp
  std::span<const Label> labels;
  std::span<const Label> annotations;
  std::span<const OwnerRef> owners;
  std::span<const ConditionList> condition_lists;
  json::Tree body;              // the selected fields of the document, as a map
  std::string_view unreadable;  // why spec or status could not be read; empty when they could

  std::string_view version() const;  // "v1beta2" of "cluster.x-k8s.io/v1beta2"
  bool deleting() const { return is_set(deleted); }
  const ConditionList* conditions_at(std::string_view path) const;
  // Nothing when the key is absent; an empty value is a value.
  const std::string_view* label(std::string_view name) const;
  const std::string_view* annotation(std::string_view name) const;
  const OwnerRef* controller() const;
};

// "cluster.x-k8s.io" of "cluster.x-k8s.io/v1beta2"; empty for the core group's "v1".
std::string_view group_of(std::string_view api_version);
std::string_view version_of(std::string_view api_version);

}  // namespace telltale
