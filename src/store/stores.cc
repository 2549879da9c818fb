// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include "base/text.h"

namespace telltale::store {

bool is_etcd(std::string_view where) {
  return where.starts_with("etcd://") || where.starts_with("etcds://");
}

Result<std::unique_ptr<Store>> open_store(std::string_view where, const StoreOptions& options,
                                          const Clock& clock) {
  constexpr std::string_view sqlite = "sqlite:";
  if (where == "memory") return open_memory_store(options);
  if (where.starts_with(sqlite) && where.size() > sqlite.size()) {
    return open_sqlite_store(std::string(where.substr(sqlite.size())), options, clock);
  }
  if (is_etcd(where) && !where.ends_with('/')) return open_etcd_store(where, options, clock);
  return fail(Error::Kind::Invalid,
              format("{} is not a store: write memory, sqlite:PATH, etcd://host:port,host:port or "
                     "etcds:// for the same over TLS",
                     where.empty() ? "an empty text" : printable(where)));
}

#ifndef TELLTALE_WITH_ETCD
Result<std::unique_ptr<Store>> open_etcd_store(std::string_view, const StoreOptions&,
                                               const Clock&) {
  return fail(Error::Kind::Invalid, "this telltale was built without etcd");
}
#endif

}  // namespace telltale::store
