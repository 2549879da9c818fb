// SPDX-License-Identifier: Apache-2.0
#pragma once

// A structural schema, compiled once from `openAPIV3Schema` and shared by every request: what
// fields there are, what they may hold, what they hold when nobody says, and how lists merge.
// Immutable; safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

class Pattern;  // a compiled regular expression

struct Structure {
  enum class Type : std::uint8_t { Any, Object, Array, String, Integer, Number, Boolean };
  enum class ListType : std::uint8_t { Atomic, Set, Map };
  enum class MapType : std::uint8_t { Granular, Atomic };

  Type type = Type::Any;
  std::string format = {};
  bool nullable = false;
  bool int_or_string = false;
  bool preserve_unknown = false;
  bool embedded_resource = false;
  bool has_rules = false;  // x-kubernetes-validations, accepted and not enforced

  std::map<std::string, std::shared_ptr<const Structure>, std::less<>> properties = {};
  std::vector<std::string> required = {};
  std::shared_ptr<const Structure> items = {};
  std::shared_ptr<const Structure> additional = {};  // additionalProperties with a schema
  bool additional_allowed = false;                   // additionalProperties: true
  bool additional_refused = false;                   // additionalProperties: false

  std::optional<json::Value> default_value = {};

  ListType list_type = ListType::Atomic;
  std::vector<std::string> list_map_keys = {};
  MapType map_type = MapType::Granular;
  // Of Kubernetes' own types: lists that are always there, were it empty.
  std::vector<std::string> lists_always_there = {};
  // Of built-in kinds only: how strategic merge patches treat the list (patchMergeKey).
  std::string patch_merge_key = {};
  bool patch_merge = false;  // patchStrategy: merge

  // What values must fulfil besides their type.
  struct Bounds {
    std::optional<double> minimum = {}, maximum = {}, multiple_of = {};
    bool exclusive_minimum = false, exclusive_maximum = false;
    std::optional<std::uint64_t> min_length = {}, max_length = {};
    std::optional<std::uint64_t> min_items = {}, max_items = {};
    std::optional<std::uint64_t> min_properties = {}, max_properties = {};
    std::vector<json::Value> choices = {};  // enum
    std::string pattern = {};
    std::shared_ptr<const Pattern> compiled_pattern = {};
  };
  Bounds bounds = {};
  // Logical parts hold only values, never structure of their own.
  std::vector<std::shared_ptr<const Structure>> all_of = {}, any_of = {}, one_of = {};
  std::shared_ptr<const Structure> none_of = {};  // `not`
};

using StructurePtr = std::shared_ptr<const Structure>;

// The schema of a property; null when it has none of its own (free-form, or unknown).
const Structure* field_of(const Structure& structure, std::string_view name);

// Compiles without judging: what is not understood is left out. Never fails on an object.
StructurePtr compile(const json::Value& openapi);

// What a "$ref" stands for; null when there is nothing of that name. Only built-in kinds have any.
using Resolve = std::function<StructurePtr(std::string_view name)>;
StructurePtr compile(const json::Value& openapi, const Resolve& resolve);

// The structural rules, as a CustomResourceDefinition must keep them, with paths below `path`
// ("spec.versions[0].schema.openAPIV3Schema"). Defaults are validated and must survive pruning.
FieldErrors check_structural(const json::Value& openapi, std::string_view path);

// True when a field of it has x-kubernetes-validations (which are accepted and not enforced).
bool has_rules_anywhere(const Structure& structure);

inline constexpr std::size_t schema_depth_max = 64;

}  // namespace telltale::schema
