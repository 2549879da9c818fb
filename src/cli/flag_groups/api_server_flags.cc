// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/api_server_flags.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "client/kubeconfig/credentials_process.h"

namespace telltale::cli {
namespace {

// A number below zero becomes one far above these.
constexpr std::size_t audit_backups_max = 100'000;
constexpr std::uint32_t audit_client_events_max = 1'000'000;

// Below, a few large objects at once would not fit; above, no machine has it.
constexpr std::size_t memory_budget_mib_min = 64;
constexpr std::size_t memory_budget_mib_max = std::size_t{1} << 20;

constexpr std::chrono::seconds key_command_patience{20};
constexpr std::size_t key_command_bytes_max = std::size_t{16} << 10;
constexpr std::size_t error_output_bytes_max = 512;

Result<std::string> run_key_command(const std::string& command) {
  const client::Interrupt never;
  const auto done = client::run_program({.command = "/bin/sh",
                                         .arguments = {"-c", command},
                                         .timeout = key_command_patience,
                                         .output_bytes_max = key_command_bytes_max},
                                        never);
  if (!done) return fail(done.error());
  if (done->exit_code == 0) return done->output;
  return fail(Error::Kind::Unreachable,
              format("it ended with {}: {}", done->exit_code,
                     printable(truncate_utf8(done->error_output, error_output_bytes_max))));
}

void declare_etcd(Flags& flags, store::EtcdAccess& etcd) {
  flags.text({"--etcd-ca", "FILE",
              "certificate authorities that etcds:// trusts, PEM (default: the system's)"},
             etcd.ca_file);
  flags.text({"--etcd-cert", "FILE", "the client certificate for etcd, PEM"},
             etcd.certificate_file);
  flags.text({"--etcd-key", "FILE", "the key of --etcd-cert, PEM"}, etcd.key_file);
  flags.text({"--etcd-user", "NAME", "the user for etcd"}, etcd.user);
  flags.text({"--etcd-password-file", "FILE", "a file whose first line is the password for etcd"},
             etcd.password_file);
}

void declare_encryption(Flags& flags, server::Encryption& encryption) {
  flags.text(
      {"--encryption-key-file", "FILE",
       "the key that decrypts Secrets; further lines hold earlier keys (default: one made in "
       "the data folder)"},
      encryption.key_file);
  flags.text({"--encryption-key-command", "CMD", "the same, from the output of a shell command"},
             encryption.key_command);
  flags.exclude("--encryption-key-command", "--encryption-key-file");
}

// What cannot be obeyed is refused, not passed over.
Result<void> check_audit(const server::AuditOptions& audit) {
  const server::AuditOptions standard;
  const bool about_log = !audit.policy.empty() || audit.required ||
                         audit.file_mebibytes_max != standard.file_mebibytes_max ||
                         audit.backups_max != standard.backups_max ||
                         audit.age_days_max != standard.age_days_max ||
                         audit.client_events != standard.client_events;
  if (about_log && audit.log.empty()) {
    return usage("flags about the audit log need --audit-log FILE");
  }
  const std::uint64_t size = audit.file_mebibytes_max;
  if (size == 0 || size > server::audit_file_mebibytes_max) {
    return usage(format("--audit-log-maxsize: expected 1 to {} MiB, found {}",
                        server::audit_file_mebibytes_max, size));
  }
  if (audit.age_days_max > server::audit_age_days_max) {
    return usage(format("--audit-log-maxage: expected at most {} days, found {}",
                        server::audit_age_days_max, audit.age_days_max));
  }
  if (audit.backups_max > audit_backups_max) {
    return usage(format("--audit-log-maxbackup: expected at most {}", audit_backups_max));
  }
  if (audit.client_events > audit_client_events_max) {
    return usage(format("--audit-client-events: expected at most {}", audit_client_events_max));
  }
  return {};
}

void declare_audit(Flags& flags, server::AuditOptions& audit) {
  const Flags::Scope log = flags.group(FlagGroup::Audit);
  flags.text({"--audit-log", "FILE", "write one line of JSON for each request to this file"},
             audit.log);
  flags.text({"--audit-policy", "FILE",
              "a Policy of audit.k8s.io/v1: what is logged of which request (default: Metadata "
              "of everything)"},
             audit.policy);
  flags.number({"--audit-log-maxsize", "N", "MiB in the file before it is rotated (default: 100)"},
               audit.file_mebibytes_max);
  flags.number(
      {"--audit-log-maxbackup", "N", "how many rotated files are kept (default: 10; 0: all)"},
      audit.backups_max);
  flags.number(
      {"--audit-log-maxage", "N", "for how many days they are kept (default: 0, for ever)"},
      audit.age_days_max);
  flags.number({"--audit-client-events", "N",
                "reads and refusals logged for one user each second (default: 200; 0: all)"},
               audit.client_events);
  flags.on({"--audit-required", "", "refuse a request with 503 when it cannot be logged"},
           audit.required);
  flags.check([&audit] { return check_audit(audit); });
}

std::string_view environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

}  // namespace

void declare_data_folder(Flags& flags, std::string& folder) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  flags.text({"--data-dir", "FOLDER",
              "the folder for everything that is kept (default: $XDG_STATE_HOME/telltale, else "
              "~/.local/state/telltale)"},
             folder);
}

void declare_store(Flags& flags, StoreAccess& store, std::string_view help) {
  const Flags::Scope keeping = flags.group(FlagGroup::Store);
  flags.text({"--store", "STORE", help}, store.store);
  declare_etcd(flags, store.etcd);
  declare_encryption(flags, store.encryption);
}

void declare_listen(Flags& flags, std::string& listen) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  flags.text({"--listen", "HOST:PORT", "the API, over TLS (default: 127.0.0.1:7443)"}, listen);
}

void declare_http(Flags& flags, std::string& http, std::string_view help) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  flags.text({"--http", "HOST:PORT", help}, http);
}

void declare_api_server(Flags& flags, ApiServerOptions& options) {
  const Flags::Scope server = flags.group(FlagGroup::Server);
  declare_store(
      flags, options.store,
      "sqlite:FILE (default: in the data folder), etcd://HOST:PORT,..., etcds:// or memory");
  flags.texts({"--tls-san", "NAME", "another name or address of this server, for its certificate"},
              options.subject_names, {.greedy = true});
  declare_audit(flags, options.audit);
  flags.number({"--memory-budget", "MIB",
                "MiB for requests and answers of all clients together (default: 512)"},
               options.memory_budget_mib, memory_budget_mib_min, memory_budget_mib_max);
  flags.text({"--service-cluster-ip-range", "CIDR",
              "IPv4 addresses that Services get (default: 10.96.0.0/16)"},
             options.service_range);
}

Result<server::ServiceOptions> service_options(const ApiServerOptions& options) {
  const auto listen = server::parse_address(options.listen);
  if (!listen) return usage(format("--listen: {}", listen.error().detail));
  const auto http = server::parse_address(options.http);
  if (!http) return usage(format("--http: {}", http.error().detail));
  const auto range = server::parse_address_range(options.service_range);
  if (!range) return usage(format("--service-cluster-ip-range: {}", range.error().detail));
  return server::ServiceOptions{.data_folder = data_folder(options.data_folder),
                                .store = options.store.store,
                                .etcd = options.store.etcd,
                                .encryption = able_to_run(options.store.encryption),
                                .listen = *listen,
                                .http = *http,
                                .subject_names = options.subject_names,
                                .audit = options.audit,
                                .memory_budget = options.memory_budget_mib << 20U,
                                .service_addresses = *range};
}

std::string default_data_folder(std::string_view state_home, std::string_view home) {
  if (!state_home.empty()) return format("{}/telltale", state_home);
  return format("{}/.local/state/telltale", home.empty() ? "." : home);
}

std::string data_folder(const std::string& typed) {
  if (!typed.empty()) return typed;
  return default_data_folder(environment_variable("XDG_STATE_HOME"), environment_variable("HOME"));
}

server::Encryption able_to_run(server::Encryption encryption) {
  encryption.run = run_key_command;
  return encryption;
}

}  // namespace telltale::cli
