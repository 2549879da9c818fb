// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_event.h"

#include <array>

#include "base/instant.h"
#include "base/text.h"
#include "json/print.h"
#include "json/value.h"
#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

constexpr std::array<std::string_view, audit_levels> level_names{"None", "Metadata", "Request",
                                                                 "RequestResponse"};
constexpr std::array<std::string_view, audit_stages> stage_names{
    "RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"};
// Names of users come from certificates and tokens and are bounded there; addresses are short.
constexpr std::size_t client_bytes_max = 256;

// Every line must be valid JSON and fit on a page, whatever was sent.
std::string tame(std::string_view text) {
  return truncate_utf8(printable(text.substr(0, audit_text_bytes_max)), audit_text_bytes_max);
}

std::vector<std::string> tame(const std::vector<std::string>& texts) {
  std::vector<std::string> tamed;
  for (const std::string& text : texts) {
    if (tamed.size() == audit_list_max) break;
    tamed.push_back(tame(text));
  }
  return tamed;
}

void put_tame(json::ValueMap& map, std::string_view name, std::string_view text) {
  if (!text.empty()) map[name] = tame(text);
}

json::Value audited_user(const User& user) {
  json::ValueMap facts;
  put_tame(facts, "username", user.name);
  put_tame(facts, "uid", user.uid);
  if (!user.groups.empty()) facts["groups"] = to_list(tame(user.groups));
  return facts;
}

json::Value object_reference(const Attributes& object) {
  json::ValueMap reference;
  put_tame(reference, "resource", object.resource);
  put_tame(reference, "namespace", object.namespace_name);
  put_tame(reference, "name", object.name);
  put_tame(reference, "apiGroup", object.group);
  put_tame(reference, "apiVersion", object.version);
  put_tame(reference, "subresource", object.subresource);
  return reference;
}

json::Value status_of(const AuditEvent& event) {
  json::ValueMap status{{"metadata", json::ValueMap{}}, {"code", event.code}};
  if (!event.status_reason.empty()) {
    status["status"] = "Failure";
    put_tame(status, "reason", event.status_reason);
  }
  return status;
}

}  // namespace

std::string_view to_text(AuditLevel level) { return level_names[static_cast<std::size_t>(level)]; }
std::string_view to_text(AuditStage stage) { return stage_names[static_cast<std::size_t>(stage)]; }

std::string audit_client(const AuditEvent& event) {
  const bool known = !event.user.name.empty() && !event.user.anonymous();
  if (known) return truncate_utf8(event.user.name, client_bytes_max);
  const std::string_view address =
      event.source_ips.empty() ? std::string_view("nowhere") : event.source_ips.front();
  return format("anonymous at {}", truncate_utf8(address, client_bytes_max));
}

std::string format_microtime(Microtime time) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  std::string text = format_rfc3339(whole);
  text.pop_back();
  return text + format(".{:06}Z", (time - whole).count());
}

std::string to_line(const AuditEvent& event) {
  json::ValueMap line{{"kind", "Event"},
                      {"apiVersion", "audit.k8s.io/v1"},
                      {"level", to_text(event.level)},
                      {"stage", to_text(event.stage)},
                      {"user", audited_user(event.user)},
                      {"requestReceivedTimestamp", format_microtime(event.received)},
                      {"stageTimestamp", format_microtime(event.completed)}};
  if (event.stage != AuditStage::RequestReceived) line["responseStatus"] = status_of(event);
  put_tame(line, "auditID", event.audit_id);
  put_tame(line, "requestURI", event.request_uri);
  put_tame(line, "verb", event.verb);
  put_tame(line, "userAgent", event.user_agent);
  if (!event.source_ips.empty()) line["sourceIPs"] = to_list(tame(event.source_ips));
  if (event.impersonated) line["impersonatedUser"] = audited_user(*event.impersonated);
  if (!event.object.resource.empty()) line["objectRef"] = object_reference(event.object);
  if (event.request_object) line["requestObject"] = *event.request_object;
  if (event.response_object) line["responseObject"] = *event.response_object;
  json::ValueMap annotations;
  if (!event.decision.empty()) {
    annotations["authorization.k8s.io/decision"] = tame(event.decision);
    annotations["authorization.k8s.io/reason"] = tame(event.decision_reason);
  }
  for (const auto& [name, text] : event.annotations) annotations[name] = tame(text);
  if (!annotations.empty()) line["annotations"] = std::move(annotations);
  return json::print(line) + "\n";
}

}  // namespace telltale::server
