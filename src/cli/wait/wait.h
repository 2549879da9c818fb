// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale wait`: until objects are as somebody wants them, or will not be. One version of an
// object is looked at once, for everything; exit codes say how it ended.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/flag_groups/reading_flags.h"
#include "cli/get/get.h"
#include "cli/wait/wait_conditions.h"

namespace telltale::cli {

enum class WaitOutput : std::uint8_t { Text, Name, Json, Yaml };
// How the objects are chosen: by name, all of a type, or those with labels.
enum class WaitSelection : std::uint8_t { Named, All, Labelled };

struct WaitOptions {
  ReadOptions read = {};
  std::vector<GetSubject> subjects = {};  // without a name: all of the type that match -l
  WaitSelection selection = WaitSelection::Named;
  std::string selector = {};                  // as it was typed
  std::vector<Expectation> expected = {};     // all of them, on one version of an object
  std::vector<Expectation> failing = {};      // any of them ends it
  std::chrono::milliseconds timeout{30'000};  // zero: one look
  WaitOutput output = WaitOutput::Text;
};

}  // namespace telltale::cli
