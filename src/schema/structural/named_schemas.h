// SPDX-License-Identifier: Apache-2.0
#pragma once

// Schemas that refer to each other by name ("$ref"), as those of Kubernetes' own types do: a Pod is
// described once, however many kinds make Pods. Each is compiled once and shared.
//
//   NamedSchemas schemas(parsed);
//   schemas.compiled("io.k8s.api.core.v1.PodSpec")
//
// Compiling is for one thread; what was compiled may be shared.

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

class NamedSchemas {
 public:
  explicit NamedSchemas(json::ValueMap schemas) : schemas_(std::move(schemas)) {}

  const json::Value* find(std::string_view name) const { return schemas_.if_contains(name); }
  // Null when there is none of that name. A schema that holds itself is free-form inside.
  StructurePtr compiled(std::string_view name);
  // The names that a schema refers to, those of what it refers to included.
  std::set<std::string> reached_from(const json::Value& schema) const;

 private:
  json::ValueMap schemas_;
  std::map<std::string, StructurePtr, std::less<>> compiled_ = {};
  std::set<std::string, std::less<>> under_way_ = {};
};

}  // namespace telltale::schema
