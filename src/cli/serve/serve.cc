// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/serve.h"

#include <cstdlib>

#include "base/entropy.h"
#include "base/text.h"
#include "cli/command_line/encryption_flags.h"
#include "cli/follow/ending.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

}  // namespace

std::string default_data_folder(std::string_view state_home, std::string_view home) {
  if (!state_home.empty()) return format("{}/telltale", state_home);
  return format("{}/.local/state/telltale", home.empty() ? "." : home);
}

std::string data_folder(const std::string& typed) {
  if (!typed.empty()) return typed;
  return default_data_folder(environment("XDG_STATE_HOME"), environment("HOME"));
}

ExitCode serve_command(const ServeOptions& options, const Streams& streams) {
  const auto listen = server::parse_address(options.listen);
  if (!listen) return refuse_to_run(streams, format("--listen: {}", listen.error().detail));
  const auto http = server::parse_address(options.http);
  if (!http) return refuse_to_run(streams, format("--http: {}", http.error().detail));
  const auto range = server::parse_address_range(options.service_range);
  if (!range) {
    return refuse_to_run(streams, format("--service-cluster-ip-range: {}", range.error().detail));
  }
  const Ending ending;
  allow_many_files();
  SystemEntropy entropy;
  const std::string folder = data_folder(options.data_folder);
  auto service = server::Service::start({.data_folder = folder,
                                         .store = options.store,
                                         .etcd = options.etcd,
                                         .encryption = able_to_run(options.encryption),
                                         .listen = *listen,
                                         .http = *http,
                                         .subject_names = options.subject_names,
                                         .audit = options.audit,
                                         .memory_budget = options.memory_budget_mib << 20U,
                                         .install_definitions = options.install_definitions,
                                         .service_addresses = *range},
                                        streams.clock, entropy);
  if (!service) return refuse_to_run(streams, service.error().detail);
  streams.out.write(format("telltale {}   API {}   health {}/readyz   store {}\n", TELLTALE_VERSION,
                           (*service)->url(), (*service)->http_url(), (*service)->store_name()));
  streams.out.write(format("kubectl:  export KUBECONFIG={}\n", (*service)->kubeconfig()));
  streams.out.write(format("ready:    {} objects; Ctrl-C ends it\n", (*service)->objects()));
  ending.wait([&] { (*service)->reopen_audit_log(); });
  streams.out.write("telltale: stopping\n");
  (*service)->stop();
  return ExitCode::Fine;
}

}  // namespace telltale::cli
