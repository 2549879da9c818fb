// SPDX-License-Identifier: Apache-2.0
#pragma once

// Puts one message below or behind a bullet of another. Messages nest this way up to four deep: a
// Pod's trouble inside a Machine's inside a set's inside a Cluster's.

#include <string>
#include <string_view>

namespace telltale {

// Appends to a line that ends in a colon. One plain line follows after a blank; lists and several
// lines go below, two deeper; nothing is appended for an empty message, no blank either.
void append_indented(std::string& out, std::string_view message);

}  // namespace telltale
