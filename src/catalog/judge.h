// SPDX-License-Identifier: Apache-2.0
#pragma once

// The engine: (snapshot, settings, instant) -> verdicts. Pure: no clock, no I/O, no locks; the same
// world gives the same bytes in every driver and with any number of threads.

#include "base/instant.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "observe/world.h"

namespace telltale {

// Owners are judged from the freshly judged conditions of what they own.
Judgement judge(const World& world, const Settings& settings, Instant now, unsigned threads = 1);

}  // namespace telltale
