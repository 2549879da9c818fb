// SPDX-License-Identifier: Apache-2.0
#include "cli/live/up.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "base/entropy.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/follow/stop_signal.h"
#include "cli/follow/transition_line.h"
#include "cli/live/control.h"
#include "cli/live/up_access.h"
#include "cli/screen/log_lines.h"
#include "client/transport/inner_transport.h"
#include "demo/demo.h"
#include "live/diagnostics/diagnostics_health.h"
#include "live/diagnostics/pages.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

// In the demonstration what takes minutes takes seconds, so that one minute shows everything.
void shorten(live::ControllerOptions& options) {
  Settings& settings = options.reconcile.settings;
  settings.remote_connection_grace = Seconds(6);
  settings.remote_conditions_grace = Seconds(12);
  settings.progressing = {.missing_resources = Seconds(5),
                          .quota_exceeded = Seconds(8),
                          .insufficient_capacity = Seconds(10),
                          .provider_failed = Seconds(10),
                          .deployment_failed = Seconds(45),
                          .controller_error = Seconds(10),
                          .absence = Seconds(3),
                          .look_again = Seconds(5),
                          .recovering = Seconds(8),
                          .dwell = Seconds(2)};
  settings.degraded.launch_timeout = Seconds(5);
  settings.degraded.registration_ttl = Seconds(30);
  settings.degraded.heartbeat = Seconds(5);
  settings.patience = {.machine_without_node = Seconds(30),
                       .machine_not_ready = Seconds(20),
                       .deletion_stage = Seconds(30),
                       .owner_not_ready = Seconds(60),
                       .missing_template = Seconds(15)};
  options.connections.probe_every = std::chrono::milliseconds(1000);
  options.connections.probe_timeout = std::chrono::milliseconds(1000);
  options.connections.connect_again = std::chrono::milliseconds(2000);
}

// The lines of `up`: what turned, and on a terminal one that says how things stand.
class UpScreen {
 public:
  explicit UpScreen(const Streams& streams) : streams_(streams) {}

  void line(const std::string& text) {
    const std::lock_guard lock(mutex_);
    wipe();
    streams_.out.write(text + "\n");
    draw();
  }
  void summary(std::string text) {
    const std::lock_guard lock(mutex_);
    if (!streams_.out_terminal.is_terminal) return;
    wipe();
    last_ = std::move(text);
    draw();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    wipe();
    last_.clear();
  }

 private:
  void wipe() {
    if (!last_.empty()) streams_.out.write("\r\x1b[K");
  }
  void draw() {
    if (!last_.empty()) streams_.out.write(last_);
  }

  std::mutex mutex_;
  const Streams& streams_;
  std::string last_;
};

live::ControllerOptions options_of_up(const UpOptions& options, const std::string& folder) {
  live::ControllerOptions made = controller_options(options.control);
  // Telltale's own server: nobody else writes there, so nobody needs to be asked.
  if (options.control.write == WritePolicy::All) made.reconcile.rules.acted_on = std::nullopt;
  made.limits = {.qps = 50'000, .burst = 50'000};
  made.memory = {.form = live::MemoryForm::Objects, .namespace_name = std::string(up_namespace)};
  made.journal_file = folder + "/journal.jsonl";
  // Nobody but this process can bring the server up again: seldom is enough, and hardly a write.
  made.lease.namespace_name = std::string(up_namespace);
  made.lease.identity = "telltale-up";
  made.lease.writer = LeaseRules{.duration = std::chrono::minutes(5),
                                 .renew_deadline = std::chrono::seconds(200),
                                 .retry_period = std::chrono::seconds(100)};
  made.reconcile.alone = true;
  if (options.demo) shorten(made);
  return made;
}

server::Page own_pages(const live::Controller& controller, const server::Service& service,
                       const Clock& clock) {
  return [&](const http::Request& request,
             const http::Target& target) -> std::optional<http::Response> {
    if (auto page = live::answer_page(controller, target, clock.now())) return page;
    if (target.path == "/metrics") return metrics_page(controller, request, service.metrics_text());
    return std::nullopt;
  };
}

server::Page health_of(const server::Service& service, std::function<Result<void>()> check_fleet) {
  std::vector<live::HealthCheck> checks{
      {.name = "store", .judge = [&service] { return service.check_store(); }},
      {.name = "fleet", .judge = std::move(check_fleet)}};
  if (service.audit_is_required()) {
    checks.push_back({.name = "audit", .judge = [&service] { return service.check_audit(); }});
  }
  return
      [checks](const http::Request&, const http::Target& target) -> std::optional<http::Response> {
        if (target.path == "/livez") return std::nullopt;
        return live::answer_health(target, target.path.substr(1), {}, checks);
      };
}

void greet(const UpOptions& options, const server::Service& service, const std::string& folder,
           const Streams& streams) {
  streams.out.write(format("telltale {}   API {}   health {}/readyz   data {}\n", TELLTALE_VERSION,
                           service.url(), service.http_url(), folder));
  streams.out.write(format("kubectl:  export KUBECONFIG={}\n", service.kubeconfig()));
  streams.out.write(format("gates:    {}\n", to_text(options.control.gates)));
  if (!options.demo) {
    streams.out.write(format(
        "ready:    {} objects; apply some, then `telltale get clusters -A`; Ctrl-C ends it\n",
        service.objects()));
  }
}

void greet_fleet(const demo::DemoFigures& fleet, const Streams& streams) {
  streams.out.write(
      format("fleet:    {}, {}, {}, {} (demo: thresholds are seconds, not minutes)\n\n",
             counted(fleet.clusters, "cluster"), counted(fleet.machines, "machine"),
             counted(fleet.node_pools, "node pool"),
             counted(fleet.cluster_deployments, "cluster deployment")));
}

// Ends after SIGINT or SIGTERM.
ExitCode run_up(const UpOptions& options, const Streams& streams) {
  auto how = service_options(options.server);
  if (!how) return refuse_to_run(streams, how.error().detail);
  how->has_controllers = true;
  const StopSignal stop;
  allow_many_files();
  SystemEntropy entropy;
  const std::string& folder = how->data_folder;
  auto service = server::Service::start(*how, streams.clock, entropy);
  if (!service) return refuse_to_run(streams, service.error().detail);
  // The API server alone is ready long before the fleet is, and nobody shall take it for that.
  (*service)->set_health(health_of(**service, []() -> Result<void> {
    return fail(Error::Kind::Unreachable, "the controllers have not started yet");
  }));

  const http::Handler door = [&](http::Request request, http::Responder responder) {
    (*service)->handle(std::move(request), std::move(responder));
  };
  client::InnerTransport inside(door, (*service)->let_in(up_controllers()));
  client::InnerTransport actors(door, (*service)->let_in(up_actors()));
  const auto outside = http::ClientLoop::start({});
  if (!outside) return refuse_to_run(streams, outside.error().detail);
  const auto scheduler = client::make_thread_scheduler();
  {
    const std::string token = (*service)->let_in(up_administrator());
    client::InnerTransport above(door, token);
    client::Api api(above, *scheduler, streams.clock, options.seed);
    const auto made = write_up_access(api, options);
    (*service)->let_out(token);
    if (!made) return refuse_to_run(streams, made.error().detail);
  }
  client::Api api(actors, *scheduler, streams.clock, options.seed, {.qps = 5'000, .burst = 5'000});
  greet(options, **service, folder, streams);

  UpScreen screen(streams);
  std::atomic<bool> showing = !options.demo;  // not how the fleet comes up, only how it lives
  LogLines log(streams.err, streams.clock, options.control.log_format);
  auto controller =
      live::Controller::start({.management = inside,
                               .scheduler = *scheduler,
                               .clock = streams.clock,
                               .dial = dial_over(**outside, streams.clock),
                               .seed = options.seed,
                               .on_log =
                                   [&](std::string_view line) {
                                     if (options.control.verbose) log.write(line);
                                   },
                               .on_turn =
                                   [&](const live::Turned& turned) {
                                     if (!showing || !is_worth_a_line(turned)) return;
                                     screen.line(transition_line(turned, streams.out_terminal));
                                   }},
                              options_of_up(options, folder));
  if (!controller) return refuse_to_run(streams, controller.error().detail);
  (*service)->set_page(own_pages(**controller, **service, streams.clock));
  (*service)->set_health(
      health_of(**service, [&controller] { return check_controller(**controller); }));

  std::unique_ptr<demo::Demo> demo;
  if (options.demo) {
    auto begun = demo::Demo::start(
        {.api = api, .scheduler = *scheduler, .clock = streams.clock, .seed = options.seed});
    if (!begun) {
      (*service)->set_page({});
      (*service)->set_health({});
      return refuse_to_run(streams, begun.error().detail);
    }
    demo = std::move(*begun);
    greet_fleet(demo->figures(), streams);
    showing = true;
  }
  stop.wait([&] { (*service)->reopen_audit_log(); },
            [&] {
              screen.summary(summary_line((*controller)->status().figures(), streams.out_terminal));
            });
  screen.end();
  streams.out.write("telltale: stopping\n");
  demo.reset();
  (*service)->set_page({});
  (*service)->set_health({});
  (*controller)->stop();
  (*service)->stop();
  return ExitCode::Fine;
}

void declare_up(Flags& flags, UpOptions& options) {
  // Its own server is there to show everything.
  for (const GateFacts& gate : all_gates()) options.control.gates.*gate.value = true;
  flags.on({"--demo", "", "add a small fleet with faults that come and go; thresholds are seconds"},
           options.demo);
  declare_listen(flags, options.server.listen);
  declare_api_server(flags, options.server);
  flags.number({"--seed", "N", "the seed of everything random"}, options.seed);
  declare_write(flags, options.control.write,
                "conditions to write: all (default), missing or none");
  flags.on({"-v,--verbose", "", "write on stderr what the controllers do"},
           options.control.verbose);
  declare_data_folder(flags, options.server.data_folder);
  declare_http(flags, options.server.http, control_http_help);
  declare_control(flags, options.control);
  flags.example("telltale up --demo");
  flags.example("export KUBECONFIG=~/.local/state/telltale/kubeconfig",
                "then, in another terminal");
  flags.example("telltale tree cluster/prod-eu -w");
}

}  // namespace

extern const Command up_command{
    .name = "up",
    .group = CommandGroup::Run,
    .summary = "an API server and the controllers in one process; --demo",
    .about =
        "Runs a Kubernetes API server and telltale's controllers in one process until Ctrl-C. "
        "With --demo a small fleet lives in it, in which faults come and go.",
    .prepare = prepare<UpOptions, declare_up, run_up>,
};

}  // namespace telltale::cli
