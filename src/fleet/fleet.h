// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fleets of Clusters out of nothing but a seed, for tests, benchmarks and demos: the objects of a
// management cluster and the Nodes of its workload clusters, with the status their controllers
// would have stored. The same options give the same bytes. Memory is bounded by the largest
// Cluster.
//
//   write_fleet({.clusters = 4, .machines = 6, .seed = 7, .unhealthy_percent = 30},
//               [](std::string_view chunk) { std::cout << chunk; });

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "json/writer.h"

namespace telltale::fleet {

enum class Format : std::uint8_t {
  Yaml,    // one document per object
  Json,    // one List
  Ndjson,  // one object per line
};

enum class ApiVersion : std::uint8_t { V1Beta1, V1Beta2 };

enum class Dialect : std::uint8_t {
  Upstream,  // the names Cluster API settled on
  Proposal,  // the names of the proposal
};

inline constexpr std::size_t clusters_max = 100'000;
inline constexpr std::size_t machines_max = 1'000'000;  // of one Cluster

struct FleetOptions {
  std::size_t clusters = 1;
  std::size_t machines = 10;  // of each Cluster, control plane included
  std::uint64_t seed = 1;
  Format format = Format::Yaml;
  ApiVersion api_version = ApiVersion::V1Beta2;
  Dialect dialect = Dialect::Upstream;
  unsigned unhealthy_percent = 3;  // of worker Machines; a third of that of Clusters is unreachable
  json::JsonWriter::Layout layout = json::JsonWriter::Layout::Compact;  // of Format::Json only
  // The newest instant in the fleet, and the one its conditions are true at.
  Instant now = std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours{12};
};

// Says which number is out of range.
[[nodiscard]] Result<void> validate(const FleetOptions& options);

using Sink = std::function<void(std::string_view chunk)>;

// The options must be valid. Chunks end where objects end, except that a List has a head and a
// tail.
void write_fleet(const FleetOptions& options, const Sink& sink);

}  // namespace telltale::fleet
