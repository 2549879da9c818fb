// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hive's ClusterDeployments carry over twenty conditions of many controllers. Screens show the five
// that sum them up, and fold the rest into one line that names those in trouble.

#include <string>
#include <string_view>
#include <vector>

#include "kube/condition.h"
#include "kube/key.h"

namespace telltale::cli {

bool is_folded(const Key& key, std::string_view type);
// "20 more, none in trouble"; "20 more, in trouble: Unreachable". Nothing for none.
std::string folded_text(const Key& key, const std::vector<Condition>& folded);

}  // namespace telltale::cli
