// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_options.h"

#include <utility>

#include "server/access/audit/audit.h"

namespace telltale::server {
namespace {

AuditClientLimits client_limits(std::uint32_t events) {
  AuditClientLimits limits;
  if (events == 0) {
    limits.known = limits.unknown = limits.strangers = {};
    return limits;
  }
  const double times = events / limits.known.events;
  limits.known = {.events = limits.known.events * times, .bytes = limits.known.bytes * times};
  return limits;
}

}  // namespace

Result<AuditSettings> audit_settings(const AuditOptions& options) {
  AuditSettings settings{.path = options.log,
                         .rotation = {.file_bytes_max = options.file_mebibytes_max << 20,
                                      .backups_max = options.backups_max,
                                      .age_max = std::chrono::days(options.age_days_max)},
                         .clients = client_limits(options.client_events),
                         .required = options.required};
  if (options.policy.empty()) return settings;
  auto policy = load_audit_policy(options.policy);
  if (!policy) return fail(policy.error());
  settings.policy = std::move(*policy);
  return settings;
}

}  // namespace telltale::server
