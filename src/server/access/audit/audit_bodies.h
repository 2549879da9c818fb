// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was sent and answered, as far as it may be written down: bounded, and without what opens
// doors. The policy says which bodies are told; whatever it says, the values of a Secret and the
// tokens of TokenReviews and of serviceaccounts/token never are.

#include <cstddef>
#include <optional>
#include <string_view>

#include "http/message.h"
#include "json/value.h"
#include "server/access/audit/audit_policy.h"
#include "server/access/identity/user.h"
#include "server/request/negotiate.h"

namespace telltale::server {

// Of one object in an event. A list is cut behind an item, anything else to what names it.
inline constexpr std::size_t audit_object_bytes_max = std::size_t{100} << 10;
// Longer bodies are not looked into: nothing is told of them but that they were cut.
inline constexpr std::size_t audit_body_bytes_max = std::size_t{1} << 20;

struct AuditedBody {
  std::optional<json::Value> object = {};
  bool is_cut = false;
};

AuditedBody audited_request(const http::Request& request, const Attributes& about,
                            const AuditRuling& ruling);
AuditedBody audited_response(const http::Response& response, const Attributes& about,
                             const AuditRuling& ruling);

}  // namespace telltale::server
