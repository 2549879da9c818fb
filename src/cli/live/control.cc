// SPDX-License-Identifier: Apache-2.0
#include "cli/live/control.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "client/transport/curl_transport.h"

namespace telltale::cli {
namespace {

// Prometheus' text as OpenMetrics: the family of a counter has its name without the suffix.
std::string as_open_metrics(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_about = line.starts_with("# TYPE ") || line.starts_with("# HELP ");
    const std::size_t total = is_about ? line.find("_total ") : std::string_view::npos;
    if (total != std::string_view::npos) {
      out += line.substr(0, total);
      line.remove_prefix(total + std::string_view("_total").size());
    }
    out += line;
    out += '\n';
  }
  return out;
}

}  // namespace

live::ControllerOptions controller_options(const ControlOptions& options) {
  live::ControllerOptions made;
  Settings& settings = made.reconcile.settings;
  apply(options.judging, settings);
  settings.provisioning.conditions = options.hive_conditions;
  made.reconcile.rules = {.policy = options.write,
                          .acted_on = options.write_acted_on,
                          .gates = options.gates,
                          .types = options.write_types,
                          .claim_after = options.claim_after};
  made.reconcile.events = options.events;
  made.dialect = options.dialect;
  made.metrics = {.per_object_kinds = options.metric_kinds,
                  .per_pool = options.pool_metrics,
                  .compatibility_names = options.metric_compatibility};
  made.remote = options.remote;
  made.sync_period = options.sync_period;
  return made;
}

remote::Dial dial_over(http::ClientLoop& loop, const Clock& clock) {
  return
      [&loop, &clock](std::string_view kubeconfig) -> Result<std::unique_ptr<client::Transport>> {
        auto access = client::parse_kubeconfig(kubeconfig, "the Secret");
        if (!access) return fail(access.error());
        return std::make_unique<client::CurlTransport>(
            loop, *access, clock,
            client::CurlTransportOptions{.user_agent = client::user_agent(TELLTALE_VERSION)});
      };
}

Result<void> check_controller(const live::Controller& controller) {
  for (const live::ReadinessCheck& check : controller.status().readiness()) {
    if (check.ok) continue;
    return fail(Error::Kind::Unreachable, check.detail.empty()
                                              ? format("{} is not ready", check.name)
                                              : format("{}: {}", check.name, check.detail));
  }
  if (controller.status().figures().begun) return {};
  return fail(Error::Kind::Unreachable, "still reading the fleet");
}

http::Response metrics_page(const live::Controller& controller, const http::Request& request,
                            const std::string& before) {
  const auto format = exposition_format(request.header("Accept").value_or(""));
  Exposition out(format);
  controller.status().write_metrics(out);
  const bool open = format == Exposition::Format::OpenMetrics;
  return {.content_type = std::string(content_type_of(format)),
          .body = (open ? as_open_metrics(before) : before) + std::move(out).finish()};
}

}  // namespace telltale::cli
