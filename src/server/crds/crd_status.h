// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the API adds to a CustomResourceDefinition by itself: defaults, stored versions, the names
// it accepts, and the conditions NamesAccepted and Established.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "json/value.h"

namespace telltale::server {

// The names that a CustomResourceDefinition holds in its group.
struct AcceptedNames {
  std::string name;  // of the CustomResourceDefinition
  std::string group;
  std::vector<std::string> resources;  // plural, singular and short names
  std::vector<std::string> kinds;      // kind and list kind
};
AcceptedNames accepted_names_of(const json::Value& crd);

// The singular name, the list's kind, the conversion strategy, the port of a webhook's service.
void default_crd(json::Value& crd);

// The status before anybody looked at the names: that of `old`, with the storage version added to
// the stored ones.
void begin_crd_status(json::Value& crd, const json::Value* old);

// Accepts the names that no other CustomResourceDefinition of the group holds, and says so in the
// conditions. A CustomResourceDefinition that was established stays established.
void judge_crd_names(json::Value& crd, Instant now, std::span<const AcceptedNames> others);

// Only what is established is served.
bool is_established(const json::Value& crd);

// How far the annotation that protected groups need goes.
enum class Approval : std::uint8_t { NotNeeded, Given, Bypassed, Missing, Invalid };
struct ApprovalFound {
  Approval approval = Approval::NotNeeded;
  std::string annotation = {};
  std::string why = {};
};
ApprovalFound approval_of(const json::Value& crd);

inline constexpr std::string_view approval_annotation = "api-approved.kubernetes.io";

}  // namespace telltale::server
