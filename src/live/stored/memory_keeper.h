// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where Memory is stored: as objects of its own kind beside telltale's own server, or in a bounded
// ConfigMap per shard in telltale's namespace of somebody else's cluster, where no further kind
// needs to be installed. Answers come on threads of the Api; `kept` may be asked on any.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "client/api.h"
#include "live/stored/config_map.h"
#include "live/stored/own_namespace.h"
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

  // More than so many that cannot be stored are refused.
  static constexpr std::size_t kept_max = 10'000;

  MemoryKeeper(client::Api& api, OwnNamespace& home, Place place)
      : api_(api), home_(home), place_(std::move(place)) {}

  // Everything that was remembered; called back once, on any thread. Nothing stored is no error.
  void load(std::function<void(Result<Documents>)> then);
  // The document of one Memory (memory.h); called back once. Where telltale's namespace is not
  // there, or nothing may be stored in it, the document is kept in this process and that is as good
  // as stored: better a failure that is told and forgotten with the process than never told.
  void store(const std::string& document, std::function<void(Outcome)> then);
  // What it was about is gone. Tried once: what stays behind is about nobody, and is not looked at.
  void drop(std::string_view namespace_name, std::string_view name);
  // Tries again to store what is only kept here. From the thread that stores.
  void retry_kept();
  std::size_t kept() const;

 private:
  void load_objects(std::string continue_token, std::shared_ptr<Documents> documents,
                    std::function<void(Result<Documents>)> then);
  void load_map(std::size_t shard, std::shared_ptr<Documents> documents,
                std::function<void(Result<Documents>)> then);
  void store_object(const std::string& document, std::function<void(Outcome)> then);
  void store_entry(const std::string& document, std::function<void(Outcome)> then);
  bool keep(const std::string& entry, const std::string& document);
  void replace_kept(const std::string& entry, const std::string& document);
  void stored(const std::string& entry, const std::string& document);

  client::Api& api_;
  OwnNamespace& home_;
  Place place_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> kept_;  // by entry
};

}  // namespace telltale::live
