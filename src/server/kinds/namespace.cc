// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::string_view name_label = "kubernetes.io/metadata.name";
constexpr std::string_view finalizer = "kubernetes";

void put_name_label(json::Value& object) {
  const std::string name(text_at(object, "metadata.name"));
  if (name.empty()) return;
  metadata_of(object);
  make_map(*member(object, "metadata"), "labels")[name_label] = name;
}

void put_finalizer(json::Value& object) {
  json::Value& finalizers = make_map(object, "spec")["finalizers"];
  if (!finalizers.is_array()) finalizers.emplace_array();
  json::ValueList& list = finalizers.get_array();
  if (std::ranges::find(list, json::Value(finalizer)) == list.end()) {
    list.push_back(json::Value(finalizer));
  }
}

}  // namespace

void prepare_namespace(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (!object.is_object()) return;
  put_name_label(object);
  if (old == nullptr) {
    put_finalizer(object);
    object.get_object()["status"] = json::ValueMap{{"phase", "Active"}};
    return;
  }
  // A plain write that leaves the finalizers out does not take them away; only finalizing does,
  // and that is for Namespaces that are being deleted.
  const json::Value* kept = at(*old, "spec.finalizers");
  if (kept != nullptr && !is_deleting(*old) && list_at(object, "spec.finalizers").empty()) {
    make_map(object, "spec")["finalizers"] = *kept;
  }
}

}  // namespace telltale::server
