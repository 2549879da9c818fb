// SPDX-License-Identifier: Apache-2.0
#pragma once

// Leases as an API server writes them, and back.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reconcile/leases/lease.h"

namespace telltale {

// By which the Leases of one sharded fleet are found; its value is theirs alone ("16").
inline constexpr std::string_view lease_set_label = "telltale.dev/shards";
// What the holder of a Lease of writers writes.
inline constexpr std::string_view lease_write_annotation = "telltale.dev/write";

struct LeasePlace {
  std::string_view namespace_name = {};
  std::string_view name = {};
  std::string_view set = {};    // the value of the label; empty: none
  std::string_view write = {};  // of the annotation; empty: none
};

// One line of JSON, with the resource version it must still have, if the record has one.
std::string lease_document(const LeasePlace& place, const LeaseRecord& record);
// A single Lease. Invalid when it is none; members that make no sense count as not given.
[[nodiscard]] Result<NamedLease> read_lease(std::string_view document);
// The items of a LeaseList; items that are no Leases are left out.
[[nodiscard]] Result<std::vector<NamedLease>> read_lease_list(std::string_view document);

// "2026-01-01T10:00:00.000000Z", and back with any number of digits.
std::string format_lease_time(LeaseTime time);
std::optional<LeaseTime> parse_lease_time(std::string_view text);

}  // namespace telltale
