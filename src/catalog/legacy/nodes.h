// SPDX-License-Identifier: Apache-2.0
#pragma once

// Nodes as v1beta1 counted them: a replica is ready when its Node is, and available when the Node
// has been so for minReadySeconds.

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/engine/judge_context.h"

namespace telltale::legacy {

// Every Node of one workload cluster that an owner's replicas run on.
class NodeCount {
 public:
  NodeCount(const JudgeContext& context, const Home& home, Seconds min_ready);

  // Whether Nodes were collected at all; without them nothing can be counted.
  bool known() const { return known_; }
  // By status.nodeRef of a Machine; a Machine without one has no Node.
  void add_named(std::string_view node_name);
  // By an entry of spec.providerIDList of a MachinePool.
  void add_provided(std::string_view provider_id);

  std::int32_t found() const { return found_; }
  std::int32_t ready() const { return ready_; }
  std::int32_t available() const { return available_; }

 private:
  void add(const Object& node);

  const JudgeContext& context_;
  Home home_;
  Seconds min_ready_;
  bool known_ = false;
  bool reachable_ = true;
  std::int32_t found_ = 0;
  std::int32_t ready_ = 0;
  std::int32_t available_ = 0;
};

// minReadySeconds of an owner's template, or of the owner itself in v1beta1.
Seconds min_ready_of(const Object& owner);
// Where the Nodes of this object's replicas live.
Home home_of(const Object& object);

}  // namespace telltale::legacy
