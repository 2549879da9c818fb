// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/workloads.h"

#include "server/kinds/nulls.h"
#include "server/object_access.h"

namespace telltale::server {

void prepare_pod(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (old != nullptr || !object.is_object()) return;
  object.get_object()["status"] = json::ValueMap{{"phase", "Pending"}};
}

void prepare_service(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (!object.is_object()) return;
  if (old == nullptr) {
    object.get_object()["status"] = json::ValueMap{{"loadBalancer", json::ValueMap()}};
  }
  json::Value* spec = member(object, "spec");
  json::Value* ports = spec == nullptr ? nullptr : member(*spec, "ports");
  if (ports == nullptr || !ports->is_array()) return;
  for (json::Value& port : ports->get_array()) {
    const json::Value* number = member(port, "port");
    if (number == nullptr || member(port, "targetPort") != nullptr) continue;
    const json::Value target = *number;
    port.get_object()["targetPort"] = target;
  }
}

void prepare_without_status(json::Value& object, const json::Value* old) {
  drop_nulls(object);
  if (old == nullptr && object.is_object()) object.get_object().erase("status");
}

}  // namespace telltale::server
