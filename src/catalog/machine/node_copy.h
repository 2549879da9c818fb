// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the status of a Machine copies from others: the name and the system of its Node, and the
// addresses that its infrastructure and its Node report. What nobody tells is left out; whoever
// writes keeps what stood there.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "catalog/engine/judge_context.h"
#include "catalog/kinds.h"
#include "catalog/machine/seen.h"

namespace telltale::machine {

// So many of one Machine are told, and none that is longer: what the definition takes.
inline constexpr std::size_t addresses_max = 32;
inline constexpr std::size_t address_bytes_max = 256;

struct NodeCopy {
  std::string_view node_name = {};        // status.nodeRef, only where it is not set yet
  std::span<const Label> system = {};     // status.nodeInfo: field and text
  std::span<const Label> addresses = {};  // type and address, those of the infrastructure first

  bool empty() const { return node_name.empty() && system.empty() && addresses.empty(); }
};

// Of types that the infrastructure does not report, the addresses are the Node's.
NodeCopy copy_node(const World& world, const Object& machine, const Seen& seen, Arena& arena);

// What must be read for this beyond what judging needs, of Nodes and of providers of any kind.
std::vector<MoreFields> node_copy_fields();

// The same for whoever has not looked at the Machine yet. Empty for other kinds, and while paused:
// then nothing of a status is computed.
NodeCopy copy_node(const JudgeContext& context, const Judged& judged, Arena& arena);

}  // namespace telltale::machine
