// SPDX-License-Identifier: Apache-2.0
#include "cli/live/run_live.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/entropy.h"
#include "base/private_file.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/convert/convert_serve.h"
#include "cli/flag_groups/api_server_flags.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/follow/stop_signal.h"
#include "cli/live/control.h"
#include "cli/screen/log_lines.h"
#include "client/transport/curl_transport.h"
#include "http/url.h"
#include "live/diagnostics/diagnostics.h"
#include "live/diagnostics/pages.h"
#include "live/diagnostics/webhook.h"
#include "live/leases/lease_keeper.h"
#include "live/leases/writer_lease.h"
#include "live/stored/address_keeper.h"
#include "reconcile/leases/shards.h"
#include "server/access/credentials/data_folder.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

Result<std::string> private_folder(const RunOptions& options) {
  const std::string folder = data_folder(options.data_folder);
  if (auto made = server::make_data_folder(folder); !made) return fail(made.error());
  return folder;
}

live::ControllerOptions options_of_run(const RunOptions& options, const std::string& identity) {
  live::ControllerOptions made = controller_options(options.control);
  made.reconcile.instance = identity;
  made.limits = {.qps = options.qps, .burst = options.burst};
  made.namespaces = options.namespaces;
  made.memory = {.form = live::MemoryForm::ConfigMaps,
                 .namespace_name = options.own_namespace,
                 .shards = std::max<std::size_t>(options.shards, 1)};
  made.journal_file = options.journal;
  made.lease.namespace_name = options.own_namespace;
  made.lease.identity = identity;
  made.lease.rules = options.lease;
  made.lease.shards = options.shards;
  made.lease.writer = options.lease;
  made.lease.writer_identity = live::name_of_process(identity);
  made.reconcile.alone = options.shards == 0 && !options.leader_elect;
  if (options.shards > 0) {
    made.lease.mode = live::LeaseOptions::Mode::Shards;
  } else if (options.leader_elect) {
    made.lease.mode = live::LeaseOptions::Mode::Leader;
  }
  return made;
}

live::DiagnosticsPages pages_of(const live::Controller& controller, const Clock& clock) {
  live::DiagnosticsPages pages;
  pages.ready = {
      {.name = "fleet", .judge = [&controller] { return check_controller(controller); }}};
  pages.metrics = [&controller](Exposition::Format format) {
    Exposition out(format);
    controller.status().write_metrics(out);
    return std::move(out).finish();
  };
  for (const std::string_view path : live::all_pages) {
    pages.pages.push_back({.path = std::string(path), .answer = [&](const http::Target& target) {
                             return *live::answer_page(controller, target, clock.now());
                           }});
  }
  return pages;
}

Result<std::unique_ptr<live::Webhook>> start_webhook(const RunOptions& options,
                                                     std::optional<ReviewWorkers>& workers,
                                                     LogLines& log, const Clock& clock,
                                                     Entropy& entropy) {
  if (options.webhook_listen.empty()) return nullptr;
  const auto listen = server::parse_address(options.webhook_listen);
  if (!listen) return fail(Error::Kind::Invalid, "--webhook-listen: " + listen.error().detail);
  live::WebhookOptions made{.address = listen->host, .port = listen->port};
  made.certificate.certificate_file = options.webhook_certificate;
  made.certificate.key_file = options.webhook_key;
  made.on_log = [&log](std::string_view line) { log.write(line); };
  made.post = workers.emplace().post();
  return live::Webhook::start(made, clock, entropy);
}

std::string variable_of_process(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

// Where others reach a server that listens there.
std::string advertised_url(const RunOptions& options, const server::Address& http,
                           std::uint16_t port) {
  if (!options.advertise.empty()) return options.advertise;
  std::string host = http.host;
  if (host == "0.0.0.0" || host == "::") host = variable_of_process("POD_IP");
  if (host.empty()) host = live::host_name();
  return format("http://{}", server::to_text({.host = host, .port = port}));
}

// For commands: in the data folder for those of this machine, which then know whose token lies
// beside it, and on the server. Whoever was told to write nothing writes nothing.
Result<std::unique_ptr<live::AddressKeeper>> announce(const RunOptions& options,
                                                      const std::string& folder,
                                                      live::PublishedAddress address,
                                                      live::AddressKeeperParts parts) {
  const auto kept = write_private_file(folder + "/address", address.url + "\n");
  if (!kept) return fail(kept.error());
  if (options.control.write == WritePolicy::None) return nullptr;
  return std::make_unique<live::AddressKeeper>(std::move(parts), std::move(address));
}

// Ends after SIGINT or SIGTERM, or with an error when it led and does not any more: another replica
// does then, and the orchestrator starts this one anew.
ExitCode run_live(const RunOptions& options, const Streams& streams) {
  const auto http = server::parse_address(options.http);
  if (!http) return refuse_to_run(streams, format("--http: {}", http.error().detail));
  const auto access = client::find_access(options.access, client::process_surroundings());
  if (!access) return refuse_to_run(streams, access.error().detail);
  const auto folder = private_folder(options);
  if (!folder) return refuse_to_run(streams, folder.error().detail);
  const StopSignal stop;
  allow_many_files();
  SystemEntropy entropy;
  LogLines log(streams.err, streams.clock, options.control.log_format);

  // Over HTTP/1.1 each watch has a connection to itself, and there may be more kinds than few.
  const auto loop = http::ClientLoop::start({.connections_per_host = 512});
  if (!loop) return refuse_to_run(streams, loop.error().detail);
  client::CurlTransport transport(**loop, *access, streams.clock,
                                  {.user_agent = client::user_agent(TELLTALE_VERSION)});
  const auto scheduler = client::make_thread_scheduler();
  const std::string identity = live::lease_identity(entropy);
  std::atomic<bool> lost = false;
  auto controller = live::Controller::start(
      {.management = transport,
       .scheduler = *scheduler,
       .clock = streams.clock,
       .dial = dial_over(**loop, streams.clock),
       .seed = std::hash<std::string>{}(identity),
       .on_log = [&](std::string_view line) { log.write(line); },
       .on_lost_lease =
           [&] {
             log.write("no longer leading: ending, so that nothing is written twice");
             lost = true;
             StopSignal::request();
           }},
      options_of_run(options, identity));
  if (!controller) return refuse_to_run(streams, controller.error().detail);

  client::Api reviews(transport, *scheduler, streams.clock, 7);
  auto diagnostics = live::Diagnostics::start(
      {.address = http->host,
       .port = http->port,
       .token_file = *folder + "/token",
       .metrics = options.open_metrics_page ? live::DiagnosticsOptions::Metrics::Open
                                            : live::DiagnosticsOptions::Metrics::Protected,
       .on_log = [&](std::string_view line) { log.write(line); }},
      pages_of(**controller, streams.clock), &reviews, streams.clock, entropy);
  if (!diagnostics) return refuse_to_run(streams, diagnostics.error().detail);
  const auto announced = announce(
      options, *folder,
      {.url = advertised_url(options, *http, (*diagnostics)->port()),
       .host = live::host_name(),
       .identity = identity},
      {.api = reviews,
       .scheduler = *scheduler,
       .namespace_name = options.own_namespace,
       .is_our_turn = [&status = (*controller)->status()] { return status.speaks_for_all(); },
       .on_log = [&](std::string_view line) { log.write(line); }});
  if (!announced) return refuse_to_run(streams, announced.error().detail);
  std::optional<ReviewWorkers> review_workers;
  auto webhook = start_webhook(options, review_workers, log, streams.clock, entropy);
  if (!webhook) return refuse_to_run(streams, webhook.error().detail);

  streams.out.write(format("telltale {}   watches {}   health {}/readyz   writes {}\n",
                           TELLTALE_VERSION, access->origin.url, (*diagnostics)->url(),
                           options.control.write == WritePolicy::All       ? "all conditions"
                           : options.control.write == WritePolicy::Missing ? "missing conditions"
                                                                           : "nothing"));
  streams.out.write(format("gates:    {}\n", to_text(options.control.gates)));
  stop.wait([] {});
  log.write("stopping");
  if (review_workers) review_workers->finish();  // while there is somebody to answer
  diagnostics->reset();
  (*controller)->stop();
  return lost ? ExitCode::Error : ExitCode::Fine;
}

std::string namespace_of_pod() {
  const std::string name = variable_of_process("POD_NAMESPACE");
  return name.empty() ? "telltale-system" : name;
}

void declare_advertise(Flags& flags, RunOptions& options) {
  flags.read(
      {"--advertise", "URL",
       "where commands reach this telltale (default: what --http says, or $POD_IP)"},
      [&options](std::string_view typed) -> Result<void> {
        options.advertise = typed;
        while (options.advertise.ends_with('/')) options.advertise.pop_back();
        if (http::parse_url(options.advertise)) return {};
        return usage(format("--advertise {} is not a URL such as https://telltale.example.com",
                            printable(typed)));
      });
  flags.check([&options]() -> Result<void> {
    if (options.advertise.empty() || options.control.write != WritePolicy::None) return {};
    return usage("--advertise is written to the server, and --write=none writes nothing");
  });
}

void declare_leases(Flags& flags, RunOptions& options) {
  const Flags::Scope replicas = flags.group(FlagGroup::Replicas);
  flags.on({"--leader-elect", "", "only one replica writes: the one that holds the Lease"},
           options.leader_elect);
  flags.number(
      {"--shards", "N", "replicas share the fleet by so many Leases (default: no sharing)"},
      options.shards);
  flags.duration({"--leader-elect-lease-duration", "DURATION",
                  "how long a holder may be silent before another takes over (default: 15s)"},
                 options.lease.duration);
  flags.duration({"--leader-elect-renew-deadline", "DURATION",
                  "how long a holder that cannot renew goes on (default: 10s)"},
                 options.lease.renew_deadline);
  flags.duration({"--leader-elect-retry-period", "DURATION",
                  "how long to pause between two attempts (default: 2s)"},
                 options.lease.retry_period);
  flags.check([&options]() -> Result<void> {
    if (auto fits = validate(options.lease); !fits) return fits;
    if (options.shards > shards_max) return usage(format("--shards is at most {}", shards_max));
    return {};
  });
}

void declare_webhook(Flags& flags, RunOptions& options) {
  const Flags::Scope webhook = flags.group(FlagGroup::Webhook);
  flags.text({"--webhook-listen", "HOST:PORT",
              "answer ConversionReviews here, over TLS (default: not at all)"},
             options.webhook_listen);
  flags.text({"--webhook-cert", "FILE",
              "the certificate of the webhook, PEM (default: one made at start)"},
             options.webhook_certificate);
  flags.text({"--webhook-key", "FILE", "the key of --webhook-cert, PEM"}, options.webhook_key);
  flags.check([&options]() -> Result<void> {
    if (options.webhook_certificate.empty() == options.webhook_key.empty()) return {};
    return usage("--webhook-cert and --webhook-key go together");
  });
}

void declare_limits(Flags& flags, RunOptions& options) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  flags.number({"--kube-api-qps", "N", "requests a second to the API server (default: 100)"},
               options.qps);
  flags.number({"--kube-api-burst", "N", "requests at once (default: 200)"}, options.burst);
  flags.check([&options]() -> Result<void> {
    if (options.qps > 0 && options.burst > 0) return {};
    return usage("--kube-api-qps and --kube-api-burst must be more than 0");
  });
}

void declare_live(Flags& flags, RunOptions& options) {
  options.own_namespace = namespace_of_pod();
  {
    const Flags::Scope server = flags.group(FlagGroup::Server);
    declare_kubeconfig(flags, options.access,
                       "the kubeconfig to use (default: $KUBECONFIG, ~/.kube/config, then the "
                       "service account)");
  }
  flags.texts({"--namespace,-n", "NAME", "judge only this namespace"}, options.namespaces);
  flags.read({"--own-namespace", "NAME",
              "for leases and memory (default: $POD_NAMESPACE, else telltale-system)"},
             [&](std::string_view typed) -> Result<void> {
               options.own_namespace = typed;
               return {};
             });
  declare_write(
      flags, options.control.write,
      "conditions to write: missing (default: those that no other controller owns), all or none");
  flags.on(
      {"--insecure-diagnostics", "", "/metrics without a token, for everyone who can reach it"},
      options.open_metrics_page);
  flags.text({"--journal", "FILE", "keep histories in this file (default: in memory)"},
             options.journal);
  declare_limits(flags, options);
  declare_leases(flags, options);
  declare_webhook(flags, options);
  declare_data_folder(flags, options.data_folder);
  declare_http(flags, options.http, control_http_help);
  declare_advertise(flags, options);
  declare_control(flags, options.control);
  flags.notes(
      "Conditions on which other controllers act are written only when named "
      "(--write-acted-on).");
  flags.example("telltale run --write=none", "only look: metrics and histories, nothing written");
  flags.example("telltale run --leader-elect", "one of several replicas");
  flags.example("telltale run --shards=16", "replicas share a large fleet");
}

}  // namespace

extern const Command run_live_command{
    .name = "run",
    .group = CommandGroup::Run,
    .summary = "the controllers, on an API server that is already there",
    .about =
        "Runs telltale's controllers against the API server of your kubeconfig, or of the Pod it "
        "runs in. They write conditions, Events, metrics and histories.",
    .prepare = prepare<RunOptions, declare_live, run_live>,
};

}  // namespace telltale::cli
