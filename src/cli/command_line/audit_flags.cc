// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/audit_flags.h"

#include <CLI/CLI.hpp>

#include "base/text.h"

namespace telltale::cli {
namespace {

// A number below zero becomes one far above these.
constexpr std::size_t audit_backups_max = 100'000;
constexpr std::uint32_t audit_client_events_max = 1'000'000;

}  // namespace

void add_audit_flags(CLI::App& app, server::AuditOptions& audit) {
  app.add_option("--audit-log", audit.log, "one line of JSON for each request")->type_name("FILE");
  app.add_option("--audit-policy", audit.policy,
                 "what is written of which request: a Policy of audit.k8s.io/v1 (default: "
                 "Metadata of everything)")
      ->type_name("FILE");
  app.add_option("--audit-log-maxsize", audit.file_mebibytes_max,
                 "MiB in the file before it is moved aside (default 100)")
      ->type_name("N");
  app.add_option("--audit-log-maxbackup", audit.backups_max,
                 "how many of those are kept (default 10; 0: all)")
      ->type_name("N");
  app.add_option("--audit-log-maxage", audit.age_days_max,
                 "and for how many days (default 0: however old)")
      ->type_name("N");
  app.add_option("--audit-client-events", audit.client_events,
                 "reads and refusals a second written of one user (default 200; 0: all)")
      ->type_name("N");
  app.add_flag("--audit-required", audit.required,
               "refuse with 503 what cannot be recorded, instead of counting it");
}

Result<void> check_audit_flags(const server::AuditOptions& audit) {
  const server::AuditOptions standard;
  const auto bad = [](std::string detail) { return fail(Error::Kind::Invalid, std::move(detail)); };
  const bool about_log = !audit.policy.empty() || audit.required ||
                         audit.file_mebibytes_max != standard.file_mebibytes_max ||
                         audit.backups_max != standard.backups_max ||
                         audit.age_days_max != standard.age_days_max ||
                         audit.client_events != standard.client_events;
  if (about_log && audit.log.empty()) return bad("flags about the audit log need --audit-log FILE");
  const std::uint64_t size = audit.file_mebibytes_max;
  if (size == 0 || size > server::audit_file_mebibytes_max) {
    return bad(format("--audit-log-maxsize: expected 1 to {} MiB, found {}",
                      server::audit_file_mebibytes_max, size));
  }
  if (audit.age_days_max > server::audit_age_days_max) {
    return bad(format("--audit-log-maxage: expected at most {} days, found {}",
                      server::audit_age_days_max, audit.age_days_max));
  }
  if (audit.backups_max > audit_backups_max) {
    return bad(format("--audit-log-maxbackup: expected at most {}", audit_backups_max));
  }
  if (audit.client_events > audit_client_events_max) {
    return bad(format("--audit-client-events: expected at most {}", audit_client_events_max));
  }
  return {};
}

}  // namespace telltale::cli
