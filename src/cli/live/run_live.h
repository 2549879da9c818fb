// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale run`: the controllers against an API server that is already there.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/flag_groups/control_flags.h"
#include "client/kubeconfig/kubeconfig.h"
#include "reconcile/leases/lease.h"

namespace telltale::cli {

struct RunOptions {
  client::AccessFlags access = {};
  ControlOptions control = {};
  std::vector<std::string> namespaces = {};  // none: all of them
  std::string own_namespace = "telltale-system";
  std::string data_folder = {};
  std::string http = "127.0.0.1:7480";
  std::string advertise = {};      // where others reach it; empty: what follows from `http`
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
