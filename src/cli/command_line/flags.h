// SPDX-License-Identifier: Apache-2.0
#pragma once

// The commands and their flags as the command line parser knows them, and what it found on a
// command line. parse.cc makes options of that.

#include <string>
#include <vector>

#include "cli/command_line/control_flags.h"
#include "fleet/fleet.h"

namespace CLI {
class App;
}

namespace telltale::cli {

// What CLI11 fills in; turned into Options once the whole line is known to make sense.
struct Typed {
  std::vector<std::string> paths;
  std::vector<std::string> words;
  std::string namespace_name;
  std::string selector;
  std::string now;
  std::string dialect;
  std::string connection_grace;
  std::string conditions_grace;
  std::string node_conditions;
  std::vector<std::string> thresholds;
  std::string registration_ttl;
  std::string output;
  std::string sort_by;
  std::string stage;
  std::vector<std::string> label_columns;
  bool show_labels = false;
  std::string color = "auto";
  std::string api_version = "v1beta2";
  std::string to;
  std::string name;
  std::vector<std::string> roles;
  bool serve = false;
  std::string platform;
  std::string data_folder;
  std::string store;
  store::EtcdAccess etcd;
  server::Encryption encryption;
  std::string listen = "127.0.0.1:7443";
  std::string http = "127.0.0.1:7480";
  std::vector<std::string> subject_names;
  server::AuditOptions audit;
  std::size_t memory_budget_mib = memory_budget_mib_default;
  std::string service_range = "10.96.0.0/16";
  bool no_definitions = false;
  std::string only;
  bool revoke = false;
  std::string kubeconfig;
  std::string context;
  std::string cluster;
  std::string user;
  std::string as_user;
  std::string as_uid;
  std::vector<std::string> as_groups;
  std::string request_timeout;
  std::string telltale;
  bool watch = false;
  bool watch_only = false;
  std::vector<std::string> expected;
  std::vector<std::string> failing;
  std::string timeout;
  bool all = false;
  bool after_removal = false;
  unsigned threads = 0;
  bool all_namespaces = false;
  bool complete = false;
  bool quiet = false;
  bool no_headers = false;
  std::string show_conditions;
  std::string depth;
  bool show_machine_sets = false;
  bool show_references = false;
  bool expand = false;
  bool problems = false;
  bool reasons = false;
  fleet::FleetOptions fleet;
  TypedControl control;
};

// Declares every command; what is typed lands in `typed`, which must outlive the app.
std::vector<CLI::App*> add_commands(CLI::App& app, Typed& typed);

}  // namespace telltale::cli
