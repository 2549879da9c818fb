// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files of the source tree that the command line shows. cmake/embed.cmake turns them into what is
// declared here.

#include <span>

#include "server/embedded.h"

namespace telltale::cli {

using server::EmbeddedFile;

// docs/runbooks/*.md, sorted by name.
std::span<const EmbeddedFile> embedded_runbooks();
// docs/help/*.md, sorted by name.
std::span<const EmbeddedFile> embedded_help();

}  // namespace telltale::cli
