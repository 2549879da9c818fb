// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where what is known about other writers is stored: one entry of the ConfigMap `telltale-writers`
// in telltale's namespace, shared by all replicas. From one thread, but for the callbacks.

#include <functional>
#include <memory>
#include <string>

#include "client/api.h"
#include "live/config_map.h"
#include "live/own_namespace.h"

namespace telltale::live {

inline constexpr std::string_view writers_map = "telltale-writers";

class WritersKeeper {
 public:
  WritersKeeper(client::Api& api, OwnNamespace& home, std::string namespace_name)
      : api_(api), home_(home), namespace_name_(std::move(namespace_name)) {}

  struct Stored {
    std::string document = {};  // empty: nothing is stored yet
    std::string resource_version = {};
  };
  // Called back once, on any thread.
  void load(std::function<void(Result<Stored>)> then);
  // Against what was loaded: Conflict means to load and merge first.
  void store(const Stored& next, std::function<void(Result<Stored>)> then);

 private:
  client::Api& api_;
  OwnNamespace& home_;
  std::string namespace_name_;
};

}  // namespace telltale::live
