// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale manifests: what a Kubernetes API server needs to know of telltale, ready for kubectl.
// Without a word behind it, a list of what there is.

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/manifests/manifests_rbac_rules.h"

namespace telltale::cli {

enum class ManifestsOutput : std::uint8_t { Yaml, Json, Name };

struct ManifestsOptions {
  std::string subject = {};  // "crds" or "rbac"; empty: a list of what there is
  std::string name = {};     // a pattern; empty: all of them
  RbacOptions rbac = {};
  ManifestsOutput output = ManifestsOutput::Yaml;
};

// Whether the whole text is what the pattern says: * is any text, ? any character. Upper and lower
// case are the same letter.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace telltale::cli
