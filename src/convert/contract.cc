// SPDX-License-Identifier: Apache-2.0
#include "convert/contract.h"

#include "base/text.h"

namespace telltale::shapes {
namespace {

constexpr std::string_view v1beta1_label = "cluster.x-k8s.io/v1beta1";
constexpr std::string_view v1beta2_label = "cluster.x-k8s.io/v1beta2";

// "v1beta1_v1beta2": several versions are parted by an underscore.
bool lists(const std::string_view* label, std::string_view version) {
  if (label == nullptr) return false;
  for (const std::string_view one : split(*label, '_')) {
    if (one == version) return true;
  }
  return false;
}

bool is_said(json::Tree field) { return field && !field.is(json::Tree::Type::Null); }

Latch read(json::Tree field) {
  if (!is_said(field)) return Latch::No;
  const std::optional<bool> value = field.as_bool();
  if (!value) return Latch::WrongType;
  return *value ? Latch::Yes : Latch::No;
}

struct Fields {
  std::string_view v1beta2;  // below status.initialization
  std::string_view v1beta1;  // below status
};

Latch read(const Object& object, Contract contract, const Fields& fields) {
  const json::Tree status = object.body["status"];
  const json::Tree current = status["initialization"][fields.v1beta2];
  const json::Tree old = status[fields.v1beta1];
  if (contract == Contract::V1Beta1) return read(old);
  if (contract == Contract::V1Beta2 || is_said(current)) return read(current);
  return read(old);
}

}  // namespace

Contract declared_contract(const Object& crd, std::string_view version) {
  const std::string_view* v1beta2 = crd.label(v1beta2_label);
  const std::string_view* v1beta1 = crd.label(v1beta1_label);
  if (lists(v1beta2, version)) return Contract::V1Beta2;
  if (lists(v1beta1, version)) return Contract::V1Beta1;
  if (v1beta2 != nullptr) return Contract::V1Beta2;
  return v1beta1 != nullptr ? Contract::V1Beta1 : Contract::ByFields;
}

Latch provisioned(const Object& infrastructure, Contract contract) {
  return read(infrastructure, contract, {"provisioned", "ready"});
}

Latch data_secret_created(const Object& bootstrap_config, Contract contract) {
  return read(bootstrap_config, contract, {"dataSecretCreated", "ready"});
}

Latch control_plane_initialized(const Object& control_plane, Contract contract) {
  return read(control_plane, contract, {"controlPlaneInitialized", "initialized"});
}

}  // namespace telltale::shapes
