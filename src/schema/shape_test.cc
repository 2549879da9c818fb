// SPDX-License-Identifier: Apache-2.0
// Laws that hold for every schema and every value.
#include "schema/shape.h"

#include <array>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::schema {
namespace {

using json::Value;

// Names from a small set, so that schemas and values meet.
std::string random_name(Rng& rng) {
  constexpr std::array<const char*, 6> names = {"a", "b", "c", "apiVersion", "kind", "metadata"};
  return names.at(rng.below(names.size()));
}

Value random_object(Rng& rng, unsigned depth) {
  if (depth > 4 || rng.one_in(4)) return json::random_value(rng, 5);
  if (rng.one_in(3)) {
    json::ValueList list;
    for (std::uint64_t left = rng.below(4); left > 0; --left) {
      list.push_back(random_object(rng, depth + 1));
    }
    return list;
  }
  json::ValueMap map;
  for (std::uint64_t left = rng.below(5); left > 0; --left) {
    map[random_name(rng)] = random_object(rng, depth + 1);
  }
  return map;
}

Value random_schema(Rng& rng, unsigned depth);

void add_children(Rng& rng, unsigned depth, json::ValueMap& schema) {
  if (depth > 4) return;
  for (std::uint64_t left = rng.below(4); left > 0; --left) {
    json::Value& properties = schema["properties"];
    if (!properties.is_object()) properties = json::ValueMap();
    properties.get_object()[random_name(rng)] = random_schema(rng, depth + 1);
  }
  for (const char* word : {"items", "additionalProperties", "not"}) {
    if (rng.one_in(3)) schema[word] = random_schema(rng, depth + 1);
  }
  for (const char* word : {"allOf", "anyOf", "oneOf"}) {
    if (rng.one_in(6)) schema[word] = json::ValueList{random_schema(rng, depth + 1)};
  }
}

Value random_schema(Rng& rng, unsigned depth) {
  constexpr std::array<const char*, 7> types = {"object",  "array",  "string", "integer",
                                                "boolean", "number", ""};
  json::ValueMap schema;
  schema["type"] = types.at(rng.below(types.size()));
  for (const char* word : {"nullable", "x-kubernetes-preserve-unknown-fields",
                           "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"}) {
    if (rng.one_in(6)) schema[word] = true;
  }
  for (const char* word : {"minimum", "maximum", "multipleOf", "maxLength", "minItems",
                           "maxProperties", "enum", "pattern", "format", "required"}) {
    if (rng.one_in(8)) schema[word] = json::random_value(rng, 3);
  }
  if (rng.one_in(5)) schema["x-kubernetes-list-type"] = rng.one_in(2) ? "set" : "map";
  if (rng.one_in(5)) schema["x-kubernetes-list-map-keys"] = json::ValueList{"a"};
  if (rng.one_in(4)) schema["default"] = random_object(rng, 3);
  add_children(rng, depth, schema);
  return schema;
}

struct Pair {
  Value schema;
  Value object;
};

Pair draw() {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  Value schema = random_schema(rng, 0);
  return {std::move(schema), random_object(rng, 0)};
}

Root draw_root() { return *rc::gen::element(Root::Resource, Root::Value); }

RC_GTEST_PROP(SchemaShape, PruningTwiceIsPruningOnce, ()) {
  Pair pair = draw();
  const Root root = draw_root();
  const auto structure = compile(pair.schema);
  prune(pair.object, *structure, root);
  const std::string once = json::print(pair.object);
  RC_ASSERT(prune(pair.object, *structure, root).empty());
  RC_ASSERT(json::print(pair.object) == once);
}

RC_GTEST_PROP(SchemaShape, FillingTwiceIsFillingOnce, ()) {
  Pair pair = draw();
  const auto structure = compile(pair.schema);
  fill_defaults(pair.object, *structure);
  const std::string once = json::print(pair.object);
  fill_defaults(pair.object, *structure);
  RC_ASSERT(json::print(pair.object) == once);
}

// What the server does with every object that is written, and again when it is read.
RC_GTEST_PROP(SchemaShape, ShapingTwiceIsShapingOnce, ()) {
  Pair pair = draw();
  const auto structure = compile(pair.schema);
  fill_defaults(pair.object, *structure);
  prune(pair.object, *structure, Root::Value);
  const std::string once = json::print(pair.object);
  fill_defaults(pair.object, *structure);
  prune(pair.object, *structure, Root::Value);
  RC_ASSERT(json::print(pair.object) == once);
}

RC_GTEST_PROP(SchemaShape, AnythingCanBeJudged, ()) {
  const Pair pair = draw();
  const FieldErrors field_errors = validate(pair.object, *compile(pair.schema), draw_root());
  RC_ASSERT(field_errors.size() <= field_errors_max);
  for (const FieldError& field_error : field_errors) RC_ASSERT(!field_error.message.empty());
  check_structural(pair.schema, "S");
  check_structural(pair.object, "S");
}

RC_GTEST_PROP(SchemaShape, PruningOnlyTakesAway, ()) {
  Pair pair = draw();
  const std::size_t before = json::print(pair.object).size();
  const auto removed = prune(pair.object, *compile(pair.schema), Root::Value);
  const std::size_t after = json::print(pair.object).size();
  RC_ASSERT((after == before) == removed.empty());
  RC_ASSERT(after <= before);
}

}  // namespace
}  // namespace telltale::schema
