// SPDX-License-Identifier: Apache-2.0
#pragma once

// `why -w`: the answer in place on a terminal; in a pipe the whole answer again when the object's
// verdict or one of its conditions changes.

#include <functional>

#include "base/result.h"
#include "catalog/judged.h"
#include "cli/command_line/exit_code.h"
#include "cli/follow/watch_view.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"
#include "cli/why/why.h"

namespace telltale::cli {

// What `why` reads and shows without -w, and which object that is about.
struct WhyFrame {
  const LoadExtras& extras;
  std::function<Result<const Judged*>(const Loaded&)> find;
  ShowFrame frame;
};

ExitCode watch_why(Source& source, const WhyOptions& options, const Streams& streams,
                   const WhyFrame& why);

}  // namespace telltale::cli
