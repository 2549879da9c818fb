// SPDX-License-Identifier: Apache-2.0
#pragma once

// Members that a JSON text names twice. The readers keep the last one, as the API does; strict
// decoding has to tell.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::json {

// Paths such as "spec.size" and "spec.items[0].name", each once, in the order of their second
// appearance; at most `paths_max`. Text that is no JSON gives what was seen until then.
std::vector<std::string> repeated_members(std::string_view text, std::size_t paths_max = 100);

}  // namespace telltale::json
