// SPDX-License-Identifier: Apache-2.0
#pragma once

// The folder that everything of ours lies in: keys, tokens, the database with its Secrets. Nobody
// but its owner enters it, whoever made it and with whatever rights.

#include <string>

#include "base/result.h"

namespace telltale::server {

// Makes it, mode 0700, with the folders above it. Rights of others on one that is there are taken
// away if it is empty or telltale's already; any other folder that others can enter is refused, as
// it may be everybody's, such as /tmp. What lies in it loses the rights of others, too.
[[nodiscard]] Result<void> make_data_folder(const std::string& path);

}  // namespace telltale::server
