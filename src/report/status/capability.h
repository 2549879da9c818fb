// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the definition (CRD) of a kind lets a writer write: whatever path its schema would prune is
// never written, so that there is no write, prune, write loop.
//
//   const auto capability = Capability::of(definition, "v1beta2");
//   capability->list_form("status.conditions");              // ListForm::Map
//   capability->keeps("status.conditions[].severity");       // false

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "convert/dialect.h"
#include "json/value.h"

namespace telltale {

// How a condition list is merged by the server: item by item, or as one value.
enum class ListForm : std::uint8_t { Absent, Map, Atomic };

class Capability {
 public:
  // What is looked at of one definition; what lies beyond is taken as pruned.
  static constexpr std::size_t paths_max = 4096;
  static constexpr std::size_t depth_max = 16;

  // Of a kind whose definition nobody could read: status subresource, lists and fields as the
  // kind's own project ships them.
  static Capability customary(std::string_view group, std::string_view kind);
  // Of one served version. NotFound when the definition does not serve it.
  [[nodiscard]] static Result<Capability> of(const json::Value& definition,
                                             std::string_view version);

  bool has_status() const { return has_status_; }
  // "status.conditions", "status.v1beta2.conditions", "status.experimentalConditions".
  ListForm list_form(std::string_view path) const;
  // Whether the schema keeps this path below the root: "status.failedLaunches"; the items of a list
  // are "status.conditions[].reason".
  bool keeps(std::string_view path) const;
  // The dialect the definition was made for: upstream's when it names what only upstream has, and
  // not what only the proposal has. What is merely let through says nothing.
  DialectName dialect() const { return dialect_; }

  bool operator==(const Capability&) const = default;

 private:
  struct List {
    std::string path;
    ListForm form;
    bool operator==(const List&) const = default;
  };
  class Reader;

  bool has_status_ = true;
  std::vector<std::string> paths_ = {};  // named by the schema, from status down; sorted
  std::vector<std::string> open_ = {};   // keep also what the schema does not name below; sorted
  std::vector<List> lists_ = {};
  DialectName dialect_ = DialectName::Proposal;
};

}  // namespace telltale
