// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_health.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace telltale::live {
namespace {

http::Response uncached(int status, std::string body) {
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .body = std::move(body),
          .headers = {{"X-Content-Type-Options", "nosniff"}, {"Cache-Control", "no-store"}}};
}

bool is_excluded(const http::Target& target, std::string_view name) {
  return std::ranges::any_of(target.parameters, [&](const http::Parameter& parameter) {
    return parameter.name == "exclude" && parameter.value == name;
  });
}

http::Response answer_one(std::string_view which, std::span<const HealthCheck> checks) {
  if (which == "ping") return uncached(200, "ok");
  const auto found = std::ranges::find(checks, which, &HealthCheck::name);
  if (found == checks.end()) return uncached(404, "there is no check of that name\n");
  if (found->judge()) return uncached(200, "ok");
  return uncached(500, format("{} failed: reason withheld\n", found->name));
}

}  // namespace

http::Response answer_health(const http::Target& target, const std::string& name,
                             std::string_view which, std::span<const HealthCheck> checks) {
  if (!which.empty()) return answer_one(which, checks);
  bool is_well = true;
  std::string lines = "[+]ping ok\n";
  for (const HealthCheck& check : checks) {
    if (is_excluded(target, check.name)) {
      lines += format("[+]{} excluded: ok\n", check.name);
      continue;
    }
    const bool holds = check.judge().has_value();
    is_well = is_well && holds;
    lines += holds ? format("[+]{} ok\n", check.name)
                   : format("[-]{} failed: reason withheld\n", check.name);
  }
  if (!is_well) return uncached(500, format("{}{} check failed\n", lines, name));
  if (!target.has("verbose")) return uncached(200, "ok");
  return uncached(200, format("{}{} check passed\n", lines, name));
}

}  // namespace telltale::live
