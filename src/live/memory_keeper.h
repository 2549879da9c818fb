// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where Memory is stored: as objects of its own kind beside telltale's own server, or in a bounded
// ConfigMap per shard in telltale's namespace of somebody else's cluster, where no further kind
// needs to be installed.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/api.h"
#include "reconcile/command.h"

namespace telltale::live {

enum class MemoryForm : std::uint8_t { Objects, ConfigMaps };

class MemoryKeeper {
 public:
  struct Place {
    MemoryForm form = MemoryForm::ConfigMaps;
    std::string namespace_name = "telltale-system";
    std::size_t shards = 1;
  };
  using Documents = std::vector<std::string>;

  MemoryKeeper(client::Api& api, Place place) : api_(api), place_(std::move(place)) {}

  // Everything that was remembered; called back once, on any thread. Nothing stored is no error.
  void load(std::function<void(Result<Documents>)> then);
  // The document of one Memory (memory.h); called back once.
  void store(const std::string& document, std::function<void(Outcome)> then);
  // What it was about is gone. Tried once: what stays behind is about nobody, and is not looked at.
  void drop(std::string_view namespace_name, std::string_view name);

 private:
  void load_objects(std::string continue_token, std::shared_ptr<Documents> documents,
                    std::function<void(Result<Documents>)> then);
  void load_map(std::size_t shard, std::shared_ptr<Documents> documents,
                std::function<void(Result<Documents>)> then);
  void store_object(const std::string& document, std::function<void(Outcome)> then);
  void store_entry(const std::string& document, std::function<void(Outcome)> then);

  client::Api& api_;
  Place place_;
};

}  // namespace telltale::live
