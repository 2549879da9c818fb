// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `up` shows of the fleet: a line for every condition that sums something up and turned, and a
// last line with the state of everything.

#include <string>

#include "cli/screen/terminal.h"
#include "live/controller.h"

namespace telltale::cli {

// Whether people who look on want to see it: the conditions that sum up an object, and those in
// which the trouble of the outside world shows first.
bool is_worth_a_line(const live::Turned& turned);

// "10:00:19  ✗ NodePool clusters/np-gpu  Progressing=False  CloudQuotaExceeded  vCPU quota ...".
// Without a line break; no longer than the terminal is wide.
std::string transition_line(const live::Turned& turned, const Terminal& terminal);

// "23 healthy · 2 working · 1 stuck · 0 unknown   41 writes   4 of 4 clusters connected".
std::string summary_line(const live::LoopFigures& figures, const Terminal& terminal);

}  // namespace telltale::cli
