// SPDX-License-Identifier: Apache-2.0
#pragma once

// A NodePool of Karpenter with its NodeClaims: what people and Karpenter write. Degraded is
// telltale's.

#include <cstdint>
#include <string_view>

#include "demo/actor_context.h"
#include "demo/document.h"

namespace telltale::demo {

inline constexpr std::string_view karpenter_pool = "general";

enum class ClaimLife : std::uint8_t {
  Refused,     // the cloud has no such instances left
  Registered,  // its Node is there
};

Write claim_write(std::string_view name, ClaimLife life, const ActorContext& context);
Write claim_removal(std::string_view name);
Writes karpenter_writes(const ActorContext& context);

}  // namespace telltale::demo
