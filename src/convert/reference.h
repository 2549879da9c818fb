// SPDX-License-Identifier: Apache-2.0
#pragma once

// References to other objects. v1beta1 names a version and a namespace, as any ObjectReference may;
// v1beta2 names what identifies the object: group, kind and name.

#include <string_view>

#include "json/value.h"

namespace telltale::convert {

// What is no map stays as it is; members that no version knows stay too.
json::Value contract_ref_up(const json::Value& ref);
// The hub does not know the version; that of Cluster API's own contracts is assumed.
json::Value contract_ref_down(const json::Value& ref, std::string_view own_namespace);

// Whether that assumption is a guess: the group is none of Cluster API's.
bool is_version_assumed(const json::Value& hub_ref);

// A remediation template keeps its version in both.
json::Value template_ref_up(const json::Value& ref);
json::Value template_ref_down(const json::Value& ref, std::string_view own_namespace);

// Only the name of a Node survives.
json::Value node_ref_up(const json::Value& ref);
json::Value node_ref_down(const json::Value& ref);

// A reference into the object's own namespace says no more than one without any.
void drop_own_namespace(json::Value& ref, std::string_view own_namespace);

}  // namespace telltale::convert
