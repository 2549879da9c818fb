// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale manifests: what a Kubernetes API server needs to know of telltale, ready for kubectl.
// Without a word behind it, a list of what there is.

#include <string_view>

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode manifests_command(const ManifestsOptions& options, const Streams& streams);

// Whether the whole text is what the pattern says: * is any text, ? any character. Upper and lower
// case are the same letter.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace telltale::cli
