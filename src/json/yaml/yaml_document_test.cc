// SPDX-License-Identifier: Apache-2.0
#include "json/yaml/yaml_document.h"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

json::Value read_back(const std::string& yaml) {
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(yaml, dump::YamlReader::Wrapping::None);
  if (reader.next() != dump::YamlReader::Step::Document) return "no document";
  const Result<json::Value> value = json::parse(reader.document().json.text());
  return value ? *value : json::Value("no JSON");
}

TEST(YamlDocument, LooksAsKubectlPrints) {
  const json::Value value = *json::parse(R"({"kind": "A", "b": {"c": [1, {"d": 2.5, "e": []}, [3]],
    "x": {}}, "a": null, "t": true})");
  EXPECT_EQ(yaml_document(value),
            "a: null\n"
            "b:\n"
            "  c:\n"
            "  - 1\n"
            "  - d: 2.5\n"
            "    e: []\n"
            "  - - 3\n"
            "  x: {}\n"
            "kind: A\n"
            "t: true\n");
}

TEST(YamlDocument, QuotesWhatWouldBecomeSomethingElse) {
  const json::Value value = *json::parse(R"({"a": "yes", "b": "0x1F", "c": "010", "d": "1e3",
    "e": "2026-01-01", "f": "", "g": "null", "h": "1:30", "i": "12345678901234567890",
    "j": "first\nsecond\n", "k": "- x", "on": "off", "~": "~"})");
  EXPECT_EQ(read_back(yaml_document(value)), value) << yaml_document(value);
}

TEST(YamlDocument, KeepsNumbersAsTheyAre) {
  const json::Value value =
      *json::parse(R"({"a": 9007199254740993, "b": -1, "c": 0.1, "d": 1e300})");
  EXPECT_EQ(read_back(yaml_document(value)), value) << yaml_document(value);
}

// YAML knows one kind of number: 186.0 comes back as 186, which is the same.
json::Value with_whole_numbers(const json::Value& value) {
  constexpr double exact_max = 9007199254740992.0;
  if (const double* number = value.if_double()) {
    const bool whole = std::abs(*number) < exact_max && std::trunc(*number) == *number;
    return whole ? json::Value(static_cast<std::int64_t>(*number)) : value;
  }
  if (const json::ValueList* list = value.if_array()) {
    json::ValueList all;
    for (const json::Value& item : *list) all.push_back(with_whole_numbers(item));
    return all;
  }
  if (const json::ValueMap* map = value.if_object()) {
    json::ValueMap all;
    for (const auto& member : *map) all[member.key()] = with_whole_numbers(member.value());
    return all;
  }
  return value;
}

RC_GTEST_PROP(YamlDocument, IsReadBackAsTheSameDocument, (std::uint64_t seed)) {
  Rng rng(seed);
  json::ValueMap map;
  map["root"] = json::random_value(rng);
  map["more"] = json::random_value(rng);
  const json::Value value = map;
  const std::string yaml = yaml_document(value);
  const json::Value again = with_whole_numbers(read_back(yaml));
  if (again != with_whole_numbers(value)) RC_LOG() << yaml;
  RC_ASSERT(again == with_whole_numbers(value));
}

}  // namespace
}  // namespace telltale::json
