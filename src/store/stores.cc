// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include "base/text.h"

namespace telltale::store {

Result<std::unique_ptr<Store>> open_store(std::string_view where, const StoreOptions& options,
                                          const Clock& clock) {
  constexpr std::string_view sqlite = "sqlite:";
  constexpr std::string_view etcd = "etcd://";
  if (where == "memory") return open_memory_store(options);
  if (where.starts_with(sqlite) && where.size() > sqlite.size()) {
    return open_sqlite_store(std::string(where.substr(sqlite.size())), options, clock);
  }
  if (where.starts_with(etcd) && where.size() > etcd.size()) {
    return open_etcd_store(where.substr(etcd.size()), options, clock);
  }
  return fail(Error::Kind::Invalid,
              format("{} is no store: write memory, sqlite:PATH or etcd://host:port,host:port",
                     where.empty() ? "an empty text" : printable(where)));
}

#ifndef TELLTALE_WITH_ETCD
Result<std::unique_ptr<Store>> open_etcd_store(std::string_view, const StoreOptions&,
                                               const Clock&) {
  return fail(Error::Kind::Invalid, "this telltale was built without etcd");
}
#endif

}  // namespace telltale::store
