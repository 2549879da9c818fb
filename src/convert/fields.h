// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields differ between v1beta1 (the spoke) and v1beta2 (the hub), as data: where each one
// stands in either version, and what its value goes through on the way. A field in no table is the
// same in both versions and stays where it is.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "convert/dialect.h"

namespace telltale::convert {

// What happens to a value besides being moved. Spoke first, hub second.
enum class Change : std::uint8_t {
  Move,                 // nothing
  Time,                 // a zero time is no time
  Phase,                // the phase Updating is Running in the spoke
  Flag,                 // false is always said <-> not said
  OptionalFlag,         // false may be said <-> not said
  Count,                // zero is always said in both
  OptionalCount,        // zero is always said <-> not said
  Replicas,             // zero is always said <-> as it is
  ZeroIsNone,           // zero may be said <-> not said
  Duration,             // "10m0s" <-> 600
  OptionalDuration,     // the same, and no time is not said
  ContractRef,          // apiVersion, kind, name, namespace <-> apiGroup, kind, name
  TemplateRef,          // apiVersion, kind, name, namespace <-> apiVersion, kind, name
  NodeRef,              // apiVersion, kind, name <-> name
  FailureDomains,       // a map <-> a list in the order of the names
  UnhealthyConditions,  // a timeout <-> its seconds, in each item
  Args,                 // a map <-> a list of name and value
  Renamed,              // a counter with a new name; the compat struct keeps the old one apart
  Ready,                // some replica of the old meaning is ready; never read
  HubOnly,              // <-> nowhere; only the conversion annotation remembers it
};

struct Field {
  std::string_view spoke;  // below the place of its group
  std::string_view hub;
  Change change = Change::Move;
};

enum class Scope : std::uint8_t { Map, EachItem };

// Up, groups and fields apply in the order written; down, in the opposite order. So a field may
// take a place that an earlier one has left.
struct Group {
  std::string_view at;  // "status.variables[].definitions": the same in each item of a list
  std::span<const Field> fields;
  Scope scope = Scope::Map;
};

// Whether the way down writes the whole hub object into an annotation.
enum class Annotated : std::uint8_t { No, Yes };

struct KindFields {
  std::string_view group;
  std::string_view kind;
  Annotated annotated;
  std::span<const Group> spec;
  std::array<std::span<const Group>, 2> status;  // by DialectName

  std::span<const Group> status_in(DialectName dialect) const {
    return status[static_cast<std::size_t>(dialect)];
  }
};

std::span<const KindFields> all_kind_fields();
// Nothing when the kind is the same in both versions, as far as we know.
const KindFields* find_kind_fields(std::string_view group, std::string_view kind);

// The groups of one kind's spec and status, for the table of kinds.
std::span<const Group> machine_spec();
std::span<const Group> machine_set_spec();
std::span<const Group> machine_deployment_spec();
std::span<const Group> machine_pool_spec();
std::span<const Group> health_check_spec();
std::span<const Group> cluster_spec();
std::span<const Group> cluster_class_spec();
std::span<const Group> kubeadm_spec();

}  // namespace telltale::convert
