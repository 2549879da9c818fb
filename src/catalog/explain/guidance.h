// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a human does about a Stuck object: one sentence of guidance and a runbook page for every
// reason that can be Stuck, out of the kinds' records. A test proves that none is missing.

#include <span>
#include <string_view>

namespace telltale {

struct Guidance {
  std::string_view kind;       // "*" for kinds that are not judged
  std::string_view condition;  // the proposal's name; "*" for conditions that others invent
  std::string_view reason;     // the proposal's name; "*" for reasons that others invent
  std::string_view advice;     // what to do first, in the imperative, without a final period
  std::string_view runbook;    // "docs/runbooks/NodeDeleted.md"
};

std::span<const Guidance> all_guidance();
// Names of either dialect; falls back to "*" of the condition, then of the kind. Never nothing.
const Guidance& guidance_for(std::string_view kind, std::string_view condition,
                             std::string_view reason);

// Whether it is for something that should move and does not.
bool is_about_stalling(const Guidance& guidance);

}  // namespace telltale
