// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finding the one object, and the one condition, that somebody typed. Errors offer what was
// probably meant.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/explain/explain.h"
#include "catalog/judged.h"
#include "kube/resource.h"

namespace telltale::cli {

struct Subject {
  std::string type;  // "machine", "ma", "machines.cluster.x-k8s.io"
  std::string name;
  std::string namespace_name;         // empty: wherever it is
  std::string preferred = "default";  // then of several the one in this namespace
};

// Whether there are tables for this kind.
bool is_judged(std::string_view group, std::string_view kind);

// The groups whose kind is meant: all judged ones that share the name, unless a group was typed.
std::vector<std::string_view> groups_meant(const ResourceName& resource);

// What people can name: "Machine"; where several groups have a kind of that name, with the group:
// "nodepools.karpenter.sh".
std::vector<std::string> names_of_judged_kinds();

// One that is not in the namespace of the subject, and in one other only, is taken from there.
[[nodiscard]] Result<const Judged*> find_object(const Judgement& judgement, const Subject& subject);

// By the name of either dialect, in upper or lower case.
[[nodiscard]] Result<const Explanation*> find_explanation(std::span<const Explanation> explanations,
                                                          std::string_view kind,
                                                          std::string_view typed);

}  // namespace telltale::cli
