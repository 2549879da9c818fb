// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags of commands that run an API server or look after what one keeps: the data folder, the
// store and the keys of its Secrets, addresses, the audit log, limits.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command_line/flags.h"
#include "server/access/audit/audit_options.h"
#include "server/access/credentials/wrapping_keys.h"
#include "server/service.h"
#include "store/stores.h"

namespace telltale::cli {

// Which store, and how to be let in.
struct StoreAccess {
  std::string store = {};       // empty: SQLite in the data folder
  store::EtcdAccess etcd = {};  // where the store is one
  server::Encryption encryption = {};
};

// What `serve` and `up` share.
struct ApiServerOptions {
  std::string data_folder = {};
  StoreAccess store = {};
  std::string listen = "127.0.0.1:7443";
  std::string http = "127.0.0.1:7480";
  std::vector<std::string> subject_names = {};
  server::AuditOptions audit = {};
  std::size_t memory_budget_mib = 512;  // of requests and answers held for clients
  std::string service_range = "10.96.0.0/16";
};

void declare_data_folder(Flags& flags, std::string& folder);
// --store, and how to be known to etcd and where the key of Secrets comes from.
void declare_store(Flags& flags, StoreAccess& store, std::string_view help);
void declare_listen(Flags& flags, std::string& listen);
// --http; what is found there differs.
void declare_http(Flags& flags, std::string& http, std::string_view help);
// The store, names of the certificate, the audit log, memory and the addresses of Services.
void declare_api_server(Flags& flags, ApiServerOptions& options);

// For a server to start with; the error says which flag cannot be obeyed.
[[nodiscard]] Result<server::ServiceOptions> service_options(const ApiServerOptions& options);

// What was typed, else where such things belong in this environment.
std::string data_folder(const std::string& typed);
// The arguments are the values of XDG_STATE_HOME and HOME.
std::string default_data_folder(std::string_view state_home, std::string_view home);

// With the means to run the command that prints the key.
server::Encryption able_to_run(server::Encryption encryption);

}  // namespace telltale::cli
