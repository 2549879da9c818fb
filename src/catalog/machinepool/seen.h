// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one MachinePool, the provider objects behind it, and its freshly judged
// Machines, if its infrastructure makes Machines of its instances at all.

#include <cstdint>
#include <string_view>

#include "catalog/owners/reference.h"
#include "catalog/owners/workers.h"

namespace telltale::machinepool {

// Whether the instances of a pool are Machines too.
enum class MachineSupport : std::uint8_t {
  Supported,     // the infrastructure says so, or Machines are there
  NotSupported,  // it does not, and none are
  Unknown,       // it could not be read, and none are
  NotCollected,
};

struct Seen : Workers {
  Referred bootstrap;
  Referred infrastructure;
  MachineSupport support = MachineSupport::Supported;

  // InfrastructureReady as judged from the same sheet, and its line in other conditions.
  Status infrastructure_ready = Status::Unknown;
  std::string_view infrastructure_line;
};

// A MachinePool with everything around it: the sheet the tables read, and what it counts.
struct Sheet {
  Seen seen;
  const Members* machines = nullptr;
  Counters counters;
  workers::Texts texts;  // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& pool, const Members& machines);

// The freshly judged Machines of the pool.
Members gather(const JudgeContext& context, const Object& pool);

}  // namespace telltale::machinepool
