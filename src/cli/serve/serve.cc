// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/serve.h"

#include "base/entropy.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/follow/stop_signal.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

// Ends after SIGINT or SIGTERM, when nothing is in flight any more. SIGHUP opens the audit log
// anew.
ExitCode run_serve(const ServeOptions& options, const Streams& streams) {
  auto how = service_options(options.server);
  if (!how) return refuse_to_run(streams, how.error().detail);
  how->install_definitions = options.install_definitions;
  const StopSignal stop;
  allow_many_files();
  SystemEntropy entropy;
  auto service = server::Service::start(*how, streams.clock, entropy);
  if (!service) return refuse_to_run(streams, service.error().detail);
  streams.out.write(format("telltale {}   API {}   health {}/readyz   store {}\n", TELLTALE_VERSION,
                           (*service)->url(), (*service)->http_url(), (*service)->store_name()));
  streams.out.write(format("kubectl:  export KUBECONFIG={}\n", (*service)->kubeconfig()));
  streams.out.write(format("ready:    {} objects; Ctrl-C ends it\n", (*service)->objects()));
  stop.wait([&] { (*service)->reopen_audit_log(); });
  streams.out.write("telltale: stopping\n");
  (*service)->stop();
  return ExitCode::Fine;
}

void declare_serve(Flags& flags, ServeOptions& options) {
  declare_data_folder(flags, options.server.data_folder);
  declare_listen(flags, options.server.listen);
  declare_http(flags, options.server.http,
               "/healthz, /readyz and /metrics (default: 127.0.0.1:7480)");
  declare_api_server(flags, options.server);
  flags.on({"--no-crds", "", "do not install telltale's CustomResourceDefinitions"},
           options.install_definitions, false);
  flags.example("telltale serve &");
  flags.example("export KUBECONFIG=~/.local/state/telltale/kubeconfig");
  flags.example("kubectl apply -f examples/fleet && kubectl get machines -A");
}

}  // namespace

extern const Command serve_command{
    .name = "serve",
    .group = CommandGroup::Run,
    .summary = "the API server alone",
    .about =
        "Runs a Kubernetes API server with telltale's kinds in one process; what is written to it "
        "survives crashes.",
    .prepare = prepare<ServeOptions, declare_serve, run_serve>,
};

}  // namespace telltale::cli
