// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags of `up` and `run`, and the options they make.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command_line/control_options.h"

namespace CLI {
class App;
}

namespace telltale::cli {

// What CLI11 fills in.
struct TypedControl {
  // Both.
  std::string dialect;
  std::string connection_grace;
  std::string conditions_grace;
  std::string node_conditions;
  std::vector<std::string> thresholds;
  std::string registration_ttl;
  std::string write;
  std::vector<std::string> write_acted_on;
  std::vector<std::string> write_types;
  std::string claim_after;
  std::string gates;
  std::string hive_conditions;
  bool no_events = false;
  bool no_remote = false;
  std::vector<std::string> metric_kinds;
  bool no_pool_metrics = false;
  bool metric_compatibility = false;
  std::string sync_period;
  std::string log_format;
  bool verbose = false;
  std::string data_folder;
  std::string http = "127.0.0.1:7480";
  // Of up.
  std::string store;
  store::EtcdAccess etcd;
  server::Encryption encryption;
  std::string listen = "127.0.0.1:7443";
  std::vector<std::string> subject_names;
  server::AuditOptions audit;
  std::size_t memory_budget_mib = memory_budget_mib_default;
  std::string service_range = "10.96.0.0/16";
  bool demo = false;
  std::uint64_t seed = 1;
  // Of run.
  std::string kubeconfig;
  std::string context;
  std::string cluster;
  std::string user;
  std::vector<std::string> namespaces;
  std::string own_namespace;
  bool insecure_diagnostics = false;
  std::string journal;
  double qps = 100;
  std::uint32_t burst = 200;
  bool leader_elect = false;
  std::size_t shards = 0;
  std::string lease_duration;
  std::string renew_deadline;
  std::string retry_period;
  std::string webhook_listen;
  std::string webhook_certificate;
  std::string webhook_key;
};

// --data-dir, the same for every command that has one.
void add_data_folder_flag(CLI::App& app, std::string& folder);
void add_up_flags(CLI::App& up, TypedControl& typed);
void add_run_flags(CLI::App& run, TypedControl& typed);
[[nodiscard]] Result<UpOptions> up_options(const TypedControl& typed);
[[nodiscard]] Result<RunOptions> run_options(const TypedControl& typed);

}  // namespace telltale::cli
