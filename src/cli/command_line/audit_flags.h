// SPDX-License-Identifier: Apache-2.0
#pragma once

// The audit log's flags; the same for every command that runs an API server.

#include "base/result.h"
#include "server/access/audit/audit_options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace telltale::cli {

// What is typed lands in `audit`, which must outlive the app.
void add_audit_flags(CLI::App& app, server::AuditOptions& audit);
// What cannot be obeyed is said, not passed over.
[[nodiscard]] Result<void> check_audit_flags(const server::AuditOptions& audit);

}  // namespace telltale::cli
