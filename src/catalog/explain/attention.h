// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a human is told about an object that is not Healthy: the same words on every screen, in the
// Report and in Events. Pure, from the world and the verdict.
//
//   const Attention attention = attention_of(world, judged);
//   // what: "VcpuLimitExceeded: You have requested more vCPU capacity than ..."
//   // step: "raise the quota L-DB2E81BA in eu-west-1, or kubectl scale ... --replicas=2"
//   // runbook: "CloudQuotaExceeded", for `telltale runbook`
//
// Conditions that are written to objects are not touched by any of this; only what is shown.

#include <string>
#include <string_view>

#include "catalog/judged.h"
#include "observe/world.h"

namespace telltale {

struct Attention {
  std::string what = {};   // the headline on one line: the innermost cause first, nothing volatile
  std::string cause = {};  // the innermost cause alone; empty where the message is all there is
  std::string step = {};   // what to do first, with every name filled in; empty: nothing to do
  std::string runbook = {};             // the page; empty: none
  std::string_view documentation = {};  // an address; empty: none
};

Attention attention_of(const World& world, const Judged& judged);

// The same about one condition of the object, whether or not its verdict is about it.
Attention attention_of(const World& world, const Judged& judged, const Condition& condition);

// "telltale runbook CloudQuotaExceeded": what to type for a page; empty: none.
std::string runbook_command(std::string_view page);
// "NodeDeleted" of "docs/runbooks/NodeDeleted.md"; empty of the index, which is about no reason.
std::string_view runbook_page(std::string_view path);

}  // namespace telltale
