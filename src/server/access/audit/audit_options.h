// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an operator says about the audit log. The names and meanings are kube-apiserver's where it
// has such a flag.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace telltale::server {

struct AuditOptions {
  std::string log = {};     // empty: none
  std::string policy = {};  // a file; empty: Metadata of everything
  std::uint64_t file_mebibytes_max = 100;
  std::size_t backups_max = 10;       // 0: as many as there are
  std::uint32_t age_days_max = 0;     // 0: however old
  std::uint32_t client_events = 200;  // a second, of one user; 0: no limit
  bool required = false;
};

inline constexpr std::uint64_t audit_file_mebibytes_max = 1 << 20;
inline constexpr std::uint32_t audit_age_days_max = 36'500;

struct AuditSettings;
// Reads the policy. The error is fit for whoever typed the flags.
[[nodiscard]] Result<AuditSettings> audit_settings(const AuditOptions& options);

}  // namespace telltale::server
