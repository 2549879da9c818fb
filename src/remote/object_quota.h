// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much is held of one workload cluster. Its API server is somebody else's, and may go on
// listing Nodes for ever: past the limits the cluster is cut off (accessor.h). Belongs to one
// cluster and is used by its tasks only.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <absl/container/flat_hash_map.h>

#include "json/tree/selection.h"
#include "json/tree/tree_reader.h"

namespace telltale::remote {

struct ObjectQuotaLimits {
  std::size_t objects = 20'000;
  std::size_t bytes = std::size_t{256} << 20;  // of their text
};

class ObjectQuota {
 public:
  explicit ObjectQuota(const ObjectQuotaLimits& limits);

  // Objects of the kind that are not taken until the list ends are gone.
  void begin_list(std::string_view kind);
  void end_list(std::string_view kind);
  // False when that is too much; it counts all the same.
  [[nodiscard]] bool take(std::string_view kind, std::string_view document);
  void drop(std::string_view kind, std::string_view document);
  void forget();

  std::size_t objects() const { return objects_; }
  std::size_t bytes() const { return bytes_; }
  // Which limit, in words that stay the same: they end in a condition's message.
  std::string trouble() const;

 private:
  struct Held {
    std::size_t bytes = 0;
    std::uint64_t list = 0;  // the last that named it
  };
  struct Kind {
    absl::flat_hash_map<std::string, Held> held;
    std::uint64_t list = 0;
  };

  std::string name_of(std::string_view document);

  ObjectQuotaLimits limits_;
  std::map<std::string, Kind, std::less<>> kinds_;
  std::size_t objects_ = 0;
  std::size_t bytes_ = 0;
  json::Selection names_;
  json::TreeReader reader_;
};

}  // namespace telltale::remote
