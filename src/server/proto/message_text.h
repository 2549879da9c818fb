// SPDX-License-Identifier: Apache-2.0
#pragma once

// The messages themselves, in the notation of message.h; a line that begins with blanks continues
// the one above. The order does not matter.

#include <string_view>

namespace telltale::server {

std::string_view core_messages();       // metadata and the core group without Pods
std::string_view pod_messages();        // Pods and what is in them
std::string_view group_messages();      // every other group that is written by hand
std::string_view kind_messages_text();  // the rest, by tools/kinds/generate: "apps.Deployment"

}  // namespace telltale::server
