// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that is not about objects: discovery, OpenAPI, the version, health.

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "http/message.h"
#include "server/openapi/documents.h"
#include "server/request/call.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

// Discovery and OpenAPI as they follow from the newest Registry. Safe to share between threads.
class Published {
 public:
  std::shared_ptr<const Documents> documents(const std::shared_ptr<const Registry>& registry);

 private:
  std::mutex mutex_;
  std::shared_ptr<const Registry> registry_;
  std::shared_ptr<const Documents> documents_;
};

Outcome<http::Response> answer_discovery(const Call& call, const Documents& documents);
Outcome<http::Response> answer_openapi(const Call& call, const Documents& documents);
http::Response answer_version();
// "/healthz", "/livez", "/readyz", with ?verbose. Anyone may ask whether all is well; why not is
// for those who may know where things lie.
enum class Reasons : std::uint8_t { Withheld, Told };
struct ServerHealth {
  store::Health store = {};
  // Of an audit log that is required: why it cannot be written, or nothing when it can.
  std::optional<std::string> audit_error = {};

  bool well() const { return store.writable && audit_error.value_or("").empty(); }
};
http::Response answer_health(const http::Target& target, std::string_view path,
                             const ServerHealth& health, Reasons reasons = Reasons::Withheld);

}  // namespace telltale::server
