// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which rights are within others: nobody may grant what they do not have.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "server/access/rbac/rule.h"

namespace telltale::server {

// A rule stands for every combination of its groups, resources, names and verbs, and each of them
// must be covered by one rule. More combinations than this are not looked at.
inline constexpr std::size_t combinations_max = 100'000;
// Words of wanted and held rules that are held against each other before this is given up as well.
inline constexpr std::size_t comparisons_max = 200'000'000;

// The combinations in `wanted` that no rule of `held` covers, those of one resource joined again.
// Nothing when there are too many to say.
std::optional<PolicyRules> missing_rights(std::span<const PolicyRule> held,
                                          std::span<const PolicyRule> wanted);
// {APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}
std::string compact_text(const PolicyRule& rule);

}  // namespace telltale::server
