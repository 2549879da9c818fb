// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/cells/cells.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;

constexpr std::size_t endpoints_shown = 3;

Value count_of(std::size_t count) { return static_cast<std::int64_t>(count); }

std::vector<std::string> endpoints_of(const Value& object) {
  std::vector<std::string> found;
  for (const Value& subset : list_at(object, "subsets")) {
    const ValueList& ports = list_at(subset, "ports");
    for (const Value& address : list_at(subset, "addresses")) {
      const std::string ip(text_at(address, "ip"));
      if (ports.empty()) found.push_back(ip);
      for (const Value& port : ports) {
        found.push_back(format("{}:{}", ip, number_at(port, "port")));
      }
    }
  }
  return found;
}

// Amounts are text or numbers.
std::string amount(const json::ValueMap& amounts, std::string_view name) {
  const Value* value = amounts.if_contains(name);
  if (value == nullptr) return "0";
  if (const json::ValueString* text = value->if_string()) return std::string(*text);
  const std::int64_t* number = value->if_int64();
  return number == nullptr ? "0" : format("{}", *number);
}

// The subjects of one kind: "a, b", accounts with their namespace.
std::string subjects_of(const Value& object, std::string_view kind) {
  std::vector<std::string> found;
  for (const Value& subject : list_at(object, "subjects")) {
    if (text_at(subject, "kind") != kind) continue;
    const std::string_view name = text_at(subject, "name");
    found.push_back(kind == "ServiceAccount" ? format("{}/{}", text_at(subject, "namespace"), name)
                                             : std::string(name));
  }
  return join(found, ", ");
}

std::string availability(const Value& object) {
  for (const Value& condition : list_at(object, "status.conditions")) {
    if (text_at(condition, "type") != "Available") continue;
    const std::string_view status = text_at(condition, "status");
    if (status == "True") return "True";
    return format("{} ({})", status, text_at(condition, "reason"));
  }
  return "Unknown";
}

}  // namespace

std::string age_cell(std::string_view time, Instant now) {
  if (time.empty()) return "<unknown>";
  const auto then = parse_rfc3339(time);
  if (!then) return "<invalid>";
  // Clocks differ by a second; more than that is no age.
  if (now - *then < Seconds{-1}) return "<invalid>";
  return format_age(now - *then);
}

std::string age_of(const Value& object, Instant now) {
  return age_cell(text_at(object, "metadata.creationTimestamp"), now);
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

Value config_map_cells(const Value& object, Instant now) {
  const std::size_t keys = map_at(object, "data").size() + map_at(object, "binaryData").size();
  return ValueList{count_of(keys), age_of(object, now)};
}

Value secret_cells(const Value& object, Instant now) {
  return ValueList{text_at(object, "type"), count_of(map_at(object, "data").size()),
                   age_of(object, now)};
}

Value namespace_cells(const Value& object, Instant now) {
  return ValueList{text_at(object, "status.phase"), age_of(object, now)};
}

Value service_account_cells(const Value& object, Instant now) {
  return ValueList{count_of(list_at(object, "secrets").size()), age_of(object, now)};
}

Value endpoints_cells(const Value& object, Instant now) {
  std::vector<std::string> all = endpoints_of(object);
  const std::size_t more = all.size() - std::min(all.size(), endpoints_shown);
  all.resize(all.size() - more);
  std::string text = all.empty() ? "<none>" : join(all, ",");
  if (more > 0) text += format(" + {} more...", more);
  return ValueList{text, age_of(object, now)};
}

Value resource_quota_cells(const Value& object, Instant now) {
  const json::ValueMap& hard = map_at(object, "status.hard");
  std::vector<std::string> resources;
  for (const auto& member : hard) resources.emplace_back(member.key());
  std::ranges::sort(resources);
  std::vector<std::string> requests;
  std::vector<std::string> limits;
  for (const std::string& name : resources) {
    auto& side = name.starts_with("limits") ? limits : requests;
    side.push_back(
        format("{}: {}/{}", name, amount(map_at(object, "status.used"), name), amount(hard, name)));
  }
  return ValueList{join(requests, ", "), join(limits, ", "), age_of(object, now)};
}

Value lease_cells(const Value& object, Instant now) {
  return ValueList{text_at(object, "spec.holderIdentity"), age_of(object, now)};
}

Value binding_cells(const Value& object, Instant now) {
  const std::string role =
      format("{}/{}", text_at(object, "roleRef.kind"), text_at(object, "roleRef.name"));
  return ValueList{role, age_of(object, now), subjects_of(object, "User"),
                   subjects_of(object, "Group"), subjects_of(object, "ServiceAccount")};
}

Value webhook_cells(const Value& object, Instant now) {
  return ValueList{count_of(list_at(object, "webhooks").size()), age_of(object, now)};
}

Value api_service_cells(const Value& object, Instant now) {
  const bool remote = !map_at(object, "spec.service").empty();
  const std::string service = remote ? format("{}/{}", text_at(object, "spec.service.namespace"),
                                              text_at(object, "spec.service.name"))
                                     : "Local";
  return ValueList{service, availability(object), age_of(object, now)};
}

Value created_at_cells(const Value& object, Instant) {
  return ValueList{text_or(text_at(object, "metadata.creationTimestamp"), "<unknown>")};
}

}  // namespace telltale::server
