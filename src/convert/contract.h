// SPDX-License-Identifier: Apache-2.0
#pragma once

// The contract between Cluster API and provider objects, in its two versions: where an
// infrastructure, bootstrap or control plane object says what it has done. The version is declared
// by a label on the CRD, `cluster.x-k8s.io/<contract>: <apiVersions>`; where nobody has the CRD,
// the fields that are there decide.

#include <cstdint>
#include <string_view>

#include "json/tree/tree.h"
#include "kube/object.h"

namespace telltale::shapes {

enum class Contract : std::uint8_t { ByFields, V1Beta1, V1Beta2 };

// The contract that objects of one API version of this CRD keep. A version that no label lists is
// read by the newest contract that the CRD declares at all.
Contract declared_contract(const Object& crd, std::string_view version);

// A latch of the contract. WrongType: the field is there and is no boolean.
enum class Latch : std::uint8_t { No, Yes, WrongType };

Latch provisioned(const Object& infrastructure, Contract contract = Contract::ByFields);
Latch data_secret_created(const Object& bootstrap_config, Contract contract = Contract::ByFields);
// The v1beta1 contract says `initialized`; `ready` means something else and is never read.
Latch control_plane_initialized(const Object& control_plane,
                                Contract contract = Contract::ByFields);

}  // namespace telltale::shapes
