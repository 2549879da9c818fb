// SPDX-License-Identifier: Apache-2.0
#include "cli/document_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "dump/yaml_to_json.h"
#include "json/parse.h"
#include "json/random_value_for_test.h"

namespace telltale::cli {
namespace {

json::Value read_back(const std::string& yaml) {
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(yaml, dump::YamlReader::Wrapping::None);
  if (reader.next() != dump::YamlReader::Step::Document) return "no document";
  const Result<json::Value> value = json::parse(reader.document().json.text());
  return value ? *value : json::Value("no JSON");
}

TEST(DocumentText, LooksAsKubectlPrints) {
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

TEST(DocumentText, QuotesWhatWouldBecomeSomethingElse) {
  const json::Value value = *json::parse(R"({"a": "yes", "b": "0x1F", "c": "010", "d": "1e3",
    "e": "2026-01-01", "f": "", "g": "null", "h": "1:30", "i": "12345678901234567890",
    "j": "first\nsecond\n", "k": "- x", "on": "off", "~": "~"})");
  EXPECT_EQ(read_back(yaml_document(value)), value) << yaml_document(value);
}

TEST(DocumentText, KeepsNumbersAsTheyAre) {
  const json::Value value =
      *json::parse(R"({"a": 9007199254740993, "b": -1, "c": 0.1, "d": 1e300})");
  EXPECT_EQ(read_back(yaml_document(value)), value) << yaml_document(value);
}

RC_GTEST_PROP(DocumentText, IsReadBackAsTheSameDocument, (std::uint64_t seed)) {
  Rng rng(seed);
  json::ValueMap map;
  map["root"] = json::random_value(rng);
  map["more"] = json::random_value(rng);
  const json::Value value = map;
  const std::string yaml = yaml_document(value);
  if (read_back(yaml) != value) RC_LOG() << yaml;
  RC_ASSERT(read_back(yaml) == value);
}

}  // namespace
}  // namespace telltale::cli
