// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <string_view>

#include "server/kinds/nulls.h"
#include "server/kinds/workloads/pod_spec.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueMap;

// What of a Pod's spec may not change once it is there.
Value fixed_part(const Value& pod) {
  const Value* spec = member(pod, "spec");
  if (spec == nullptr || !spec->is_object()) return ValueMap{};
  Value fixed = *spec;
  for (const std::string_view name : {"activeDeadlineSeconds", "terminationGracePeriodSeconds",
                                      "tolerations", "schedulingGates", "ephemeralContainers"}) {
    fixed.get_object().erase(name);
  }
  for (const std::string_view name : {"containers", "initContainers"}) {
    Value* containers = member(fixed, name);
    if (containers == nullptr || !containers->is_array()) continue;
    for (Value& container : containers->get_array()) {
      if (container.is_object()) container.get_object().erase("image");
    }
  }
  return fixed;
}

}  // namespace

void prepare_pod(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (!object.is_object()) return;
  Value* spec = member(object, "spec");
  if (spec != nullptr && spec->is_object()) {
    fill_pod_spec(*spec);
    fill_amounts(*spec);
    if (member(*spec, "enableServiceLinks") == nullptr) {
      spec->get_object()["enableServiceLinks"] = true;
    }
  }
  if (old != nullptr) return;
  const Value none = ValueMap{};
  object.get_object()["status"] =
      ValueMap{{"phase", "Pending"}, {"qosClass", quality_of(spec == nullptr ? none : *spec)}};
}

void validate_pod(const json::Value& object, const json::Value* old,
                  schema::FieldErrors& field_errors) {
  static const Value none = ValueMap{};
  const Value* spec = member(object, "spec");
  check_pod_spec(spec == nullptr ? none : *spec, "spec", field_errors);
  if (old == nullptr || fixed_part(object) == fixed_part(*old)) return;
  add(field_errors,
      schema::forbidden(
          "spec",
          "pod updates may not change fields other than `spec.containers[*].image`,"
          "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only "
          "additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be "
          "set to 1 if it was previously negative)"));
}

void prepare_without_status(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (old == nullptr && object.is_object()) object.get_object().erase("status");
}

}  // namespace telltale::server
