// SPDX-License-Identifier: Apache-2.0
#pragma once

// Opening a store. What people write behind --store: "memory", "sqlite:PATH",
// "etcd://host:port,host:port", or "etcds://..." for etcd over TLS.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace telltale::store {

class Sealing;

// Who we are to etcd and whom we believe to be etcd, as files that are read when it is opened.
struct EtcdAccess {
  std::string ca_file = {};           // of TLS; empty: the system's authorities
  std::string certificate_file = {};  // with its key, or neither
  std::string key_file = {};
  std::string user = {};
  std::string password_file = {};  // its first line
};

struct StoreOptions {
  HistoryLimits history = {};
  std::size_t batch_max = 512;        // writes made durable together
  std::size_t queue_max = 16 * 1024;  // writes waiting; more: TooLarge, try again later
  // How old what is only in SQLite's own log may become, and how long what may go stays in the
  // file.
  std::chrono::milliseconds checkpoint_interval{10'000};
  std::string etcd_prefix = "/telltale/";
  EtcdAccess etcd = {};
  // Outlives the store. Without it, values are taken and given as they lie there, sealed or not.
  Sealing* sealing = nullptr;
};

std::unique_ptr<Store> open_memory_store(const StoreOptions& options = {});
// Creates the file; refuses one of another program or of a newer version with a clear sentence.
[[nodiscard]] Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path,
                                                               const StoreOptions& options,
                                                               const Clock& clock);
// Whether --store names an etcd, which others write to, too.
bool is_etcd(std::string_view where);
// With "etcd://" or "etcds://" in front. Invalid when telltale was built without etcd.
[[nodiscard]] Result<std::unique_ptr<Store>> open_etcd_store(std::string_view where,
                                                             const StoreOptions& options,
                                                             const Clock& clock);
[[nodiscard]] Result<std::unique_ptr<Store>> open_store(std::string_view where,
                                                        const StoreOptions& options,
                                                        const Clock& clock);

}  // namespace telltale::store
