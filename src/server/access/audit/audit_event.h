// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the audit log says about one request: who, what, when, how it ended, and, where the policy
// asks for it, what was sent and answered. The names are those of audit.k8s.io/v1.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "server/access/identity/user.h"

namespace telltale::server {

using Microtime = std::chrono::sys_time<std::chrono::microseconds>;

// How much is written down; each holds what the ones before it hold.
enum class AuditLevel : std::uint8_t { None, Metadata, Request, RequestResponse };
inline constexpr std::size_t audit_levels = 4;
// When. A request that is answered at once has no ResponseStarted, one that threw no
// ResponseComplete.
enum class AuditStage : std::uint8_t { RequestReceived, ResponseStarted, ResponseComplete, Panic };
inline constexpr std::size_t audit_stages = 4;
std::string_view to_text(AuditLevel level);
std::string_view to_text(AuditStage stage);

// Longer text from outside is cut.
inline constexpr std::size_t audit_text_bytes_max = 4096;
inline constexpr std::size_t audit_list_max = 64;

struct AuditEvent {
  std::string audit_id;  // a UUID; also sent as the header Audit-Id
  AuditLevel level = AuditLevel::Metadata;
  AuditStage stage = AuditStage::ResponseComplete;
  std::string request_uri = {};
  std::string verb = {};
  User user = {};                         // who was authenticated
  std::optional<User> impersonated = {};  // as whom they acted
  std::vector<std::string> source_ips = {};
  std::string user_agent = {};
  Attributes object = {};          // nothing is said of it unless it is about a resource
  int code = 0;                    // not told of a request that was only received
  std::string status_reason = {};  // "NotFound"; empty when it went well
  // What was sent and answered, fit to be written down (audit_bodies.h).
  std::optional<json::Value> request_object = {};
  std::optional<json::Value> response_object = {};
  // As authorization decided: "allow" or "forbid", and why. Empty when it was not asked.
  std::string decision = {};
  std::string decision_reason = {};
  std::vector<std::pair<std::string, std::string>> annotations = {};
  Microtime received = {};
  Microtime completed = {};  // when this stage was reached
};

// Whose event it is when events are counted: the user, or the address of somebody unknown.
std::string audit_client(const AuditEvent& event);
// One line of JSON, an Event of audit.k8s.io/v1, with its line break.
std::string to_line(const AuditEvent& event);
// "2026-11-15T06:22:40.123456Z"
std::string format_microtime(Microtime time);

}  // namespace telltale::server
