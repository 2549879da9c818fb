// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was asked of `up` and `run`: how the controllers work, and where.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/engine/gates.h"
#include "catalog/settings.h"
#include "client/kubeconfig/kubeconfig.h"
#include "convert/dialect.h"
#include "reconcile/leases/lease.h"
#include "report/status/status_write.h"
#include "server/access/audit/audit_options.h"
#include "server/access/credentials/wrapping_keys.h"
#include "store/stores.h"

namespace telltale::cli {

enum class LogFormat : std::uint8_t { Text, Json };

// What both share.
struct ControlOptions {
  std::optional<DialectName> dialect = {};  // nothing: as the server's definitions speak
  std::optional<Seconds> connection_grace = {};
  Seconds conditions_grace = std::chrono::minutes(5);
  ProgressingRules progressing = {};
  DegradedRules degraded = {};
  std::optional<NodeConditions> node_conditions = {};
  WritePolicy write = WritePolicy::Missing;
  std::vector<std::string> write_acted_on = {};
  std::vector<std::string> write_types = {};  // written though somebody else writes them
  Seconds claim_after = std::chrono::minutes(2);
  Gates gates = {};
  HiveConditions hive_conditions = HiveConditions::Both;
  bool events = true;
  bool remote = true;
  std::vector<std::string> metric_kinds = {};  // with series for each object
  bool pool_metrics = true;                    // and for each node pool, fewer
  bool metric_compatibility = false;
  std::chrono::seconds sync_period{600};
  LogFormat log_format = LogFormat::Text;
  bool verbose = false;
};

// Of requests and answers that a server holds for its clients.
inline constexpr std::size_t memory_budget_mib_default = 512;

struct UpOptions {
  std::string data_folder = {};
  std::string store = {};
  store::EtcdAccess etcd = {};  // where the store is one
  server::Encryption encryption = {};
  std::string listen = "127.0.0.1:7443";
  std::string http = "127.0.0.1:7480";
  std::vector<std::string> subject_names = {};
  server::AuditOptions audit = {};
  std::size_t memory_budget_mib = memory_budget_mib_default;
  std::string service_range = "10.96.0.0/16";
  ControlOptions control = {.write = WritePolicy::All, .hive_conditions = HiveConditions::New};
  bool demo = false;
  std::uint64_t seed = 1;
};

struct RunOptions {
  client::AccessFlags access = {};
  ControlOptions control = {};
  std::vector<std::string> namespaces = {};  // none: all of them
  std::string own_namespace = "telltale-system";
  std::string data_folder = {};
  std::string http = "127.0.0.1:7480";
  bool open_metrics_page = false;  // --insecure-diagnostics
  std::string journal = {};        // a file; empty: in memory
  double qps = 100;
  std::uint32_t burst = 200;
  bool leader_elect = false;
  std::size_t shards = 0;  // zero: not sharded
  LeaseRules lease = {};
  std::string webhook_listen = {};  // empty: no webhook
  std::string webhook_certificate = {};
  std::string webhook_key = {};
};

}  // namespace telltale::cli
