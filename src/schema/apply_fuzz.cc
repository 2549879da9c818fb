// SPDX-License-Identifier: Apache-2.0
// Three documents on lines of their own: a live object, a configuration, another state. Whatever
// they are, applying and updating give an error or an object, applying twice is applying once, and
// nobody owns a field that is not there.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "base/time_per_byte_for_test.h"
#include "json/parse.h"
#include "json/print.h"
#include "schema/fields/entries.h"
#include "schema/fields/managed_fields.h"
#include "schema/strategic_merge.h"
#include "schema/structural/structure.h"

using namespace telltale;

namespace {

schema::StructurePtr structure() {
  static const schema::StructurePtr made = schema::compile(*json::parse(
      R"({"type":"object","properties":{"spec":{"type":"object","properties":{
        "n":{"type":"integer"},
        "t":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set",
             "x-kubernetes-patch-strategy":"merge"},
        "m":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],
             "x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k",
             "items":{"type":"object","properties":{"k":{"type":"string"},"v":{}}}},
        "a":{"type":"object","x-kubernetes-map-type":"atomic"},
        "o":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}})"));
  return made;
}

void check_owned(const json::Value& object) {
  const auto entries = schema::read_entries(object);
  check(entries.has_value(), "what was written can be read");
  for (const schema::Entry& entry : *entries) {
    check(!entry.fields.empty(), "no entry is empty");
    const auto again = schema::read_field_set(schema::to_fields_v1(entry.fields));
    check(again && *again == entry.fields, "sets survive writing and reading");
  }
}

void try_apply(const json::Value& live, const json::Value& config, schema::Force force) {
  const schema::Writer writer{.manager = "kubectl", .api_version = "v1", .time = "t"};
  const auto once = schema::apply(live, config, *structure(), writer, {}, force);
  if (!once || !once->conflicts.empty()) return;
  check_owned(once->object);
  const auto twice =
      schema::apply(once->object, config, *structure(), writer, {}, schema::Force::No);
  check(twice && twice->conflicts.empty(), "what was applied can be applied again");
}

void try_objects(const json::Value& live, const json::Value& config, json::Value next) {
  try_apply(live, config, schema::Force::No);
  try_apply(live, config, schema::Force::Yes);
  const schema::Writer writer{.manager = "m", .api_version = "v1", .time = "t"};
  schema::record_update(live, next, *structure(), writer, {.dropped = {"status"}});
  (void)schema::same_but_for_times(live, next);
  const auto merged = schema::strategic_merge(live, config, *structure());
  if (merged) check(json::parse(json::print(*merged)).has_value(), "what was merged can be read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::vector<json::Value> documents;
  for (const std::string_view line : split(text, '\n')) {
    if (documents.size() == 3) break;
    const auto value = json::parse(line, {.depth = 40});
    documents.push_back(value ? *value : json::Value(nullptr));
  }
  documents.resize(3, nullptr);
  try_objects(documents[0], documents[1], documents[2]);
  return 0;
}
