// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects as kubectl takes them: "nodepools.hypershift.openshift.io/gpu -n clusters". A type
// carries its group where another known kind has the same name, since kubectl would otherwise
// choose one. Nothing from a dump is typed unless it is plain: a shell takes it as it is.

#include <string>
#include <string_view>

#include "kube/key.h"

namespace telltale {

bool is_plain_name(std::string_view name);

// "nodepools.hypershift.openshift.io", "kubeadmcontrolplanes", "awsmachine"; empty: not plain.
std::string typed_kind(std::string_view group, std::string_view kind);
// With its namespace; empty where a part of it is not plain, or the object has no name.
std::string typed_object(const Key& key);

}  // namespace telltale
