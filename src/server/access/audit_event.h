// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the audit log says about one request: who, what, when, how it ended. Never what was in it:
// level Metadata, so that no Secret, token or body can get into the log.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "server/user.h"

namespace telltale::server {

using Microtime = std::chrono::sys_time<std::chrono::microseconds>;

// Longer text from outside is cut.
inline constexpr std::size_t audit_text_bytes_max = 4096;
inline constexpr std::size_t audit_list_max = 64;

struct AuditEvent {
  std::string audit_id;  // a UUID; also sent as the header Audit-Id
  std::string request_uri = {};
  std::string verb = {};
  User user = {};                         // who was authenticated
  std::optional<User> impersonated = {};  // as whom they acted
  std::vector<std::string> source_ips = {};
  std::string user_agent = {};
  Attributes object = {};  // nothing is said of it unless it is about a resource
  int code = 0;
  std::string status_reason = {};  // "NotFound"; empty when it went well
  // As authorization decided: "allow" or "forbid", and why. Empty when it was not asked.
  std::string decision = {};
  std::string decision_reason = {};
  Microtime received = {};
  Microtime completed = {};
};

// One line of JSON, an Event of audit.k8s.io/v1, with its line break.
std::string to_line(const AuditEvent& event);
// "2026-11-15T06:22:40.123456Z"
std::string format_microtime(Microtime time);

}  // namespace telltale::server
