// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files that nobody but their owner may read: keys, tokens, kubeconfigs. A file is either there as
// a whole or not at all, whenever the power fails.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace telltale {

// For its owner to read and write. The audit log has it, too.
inline constexpr mode_t private_file_mode = 0600;
inline constexpr std::size_t private_file_bytes_max = std::size_t{1} << 20;

// Makes it, mode 0700, if it is not there; takes rights of others away if it is.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);
// Mode 0600. What was there under that name is replaced.
[[nodiscard]] Result<void> write_private_file(const std::string& path, const std::string& text);
// What happens to a file that others could have read: their rights are taken away, or it is not
// trusted any more (Invalid).
enum class IfShared : std::uint8_t { Protect, Refuse };
// Nothing when there is no such file.
[[nodiscard]] Result<std::optional<std::string>> read_private_file(
    const std::string& path, IfShared if_shared = IfShared::Protect);

}  // namespace telltale
