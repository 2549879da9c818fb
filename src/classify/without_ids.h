// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text for people without what only machines need: request, trace and correlation ids, status
// codes, timestamps and measured durations, together with their labels. Unlike scrub.h, which keeps
// a mark in the place of each for conditions, this leaves nothing behind. Pure; time linear in the
// text.

#include <string>
#include <string_view>

namespace telltale {

std::string without_ids(std::string_view text);

}  // namespace telltale
