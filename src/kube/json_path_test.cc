// SPDX-License-Identifier: Apache-2.0
#include "kube/json_path.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale {
namespace {

class Document {
 public:
  explicit Document(std::string_view text) {
    const json::PaddedCopy copy(text);
    const json::Selection all;
    json::TreeReader reader;
    Arena scratch;
    const auto read = reader.read(
        copy.padded(), [&](const json::Header&) -> const json::Selection& { return all; }, scratch);
    EXPECT_TRUE(read.has_value());
    if (read) tree = json::keep(*read, arena_);
  }

  json::Tree tree;

 private:
  Arena arena_;
};

constexpr std::string_view machine = R"({
  "metadata": {"name": "m1", "labels": {"cluster.x-k8s.io/cluster-name": "c1", "plain": "p"}},
  "spec": {"replicas": 3, "version": null, "ratio": 0.5, "paused": false},
  "status": {
    "conditions": [
      {"type": "Ready", "status": "True", "generation": 2},
      {"type": "Available", "status": "False", "generation": 3},
      {"type": "Ready", "status": "Unknown"}
    ],
    "addresses": [
      {"type": "InternalIP", "address": "10.0.0.1"},
      {"type": "ExternalIP", "address": "1.2.3.4"},
      {"type": "InternalIP", "address": "10.0.0.2"}
    ]
  }
})";

std::string found(std::string_view path, std::string_view document = machine) {
  const Document read(document);
  const Result<JsonPath> parsed = parse_json_path(path);
  if (!parsed) return format("error: {}", parsed.error().detail);
  std::vector<std::string> texts;
  for (const json::Tree& hit : parsed->find(read.tree)) {
    if (const auto text = hit.as_string()) {
      texts.emplace_back(*text);
    } else if (const auto number = hit.as_double()) {
      texts.push_back(format("{}", *number));
    } else {
      texts.emplace_back(json::type_name(hit.type()));
    }
  }
  return join(std::span<const std::string>(texts), ",");
}

TEST(JsonPath, WalksPlainNames) {
  EXPECT_EQ(found(".metadata.name"), "m1");
  EXPECT_EQ(found(".spec.replicas"), "3");
}

TEST(JsonPath, MayStandInBracesWithADollarOrWithoutTheFirstDot) {
  EXPECT_EQ(found("{.metadata.name}"), "m1");
  EXPECT_EQ(found("{ .metadata.name }"), "m1");
  EXPECT_EQ(found("$.metadata.name"), "m1");
  EXPECT_EQ(found("metadata.name"), "m1");
}

TEST(JsonPath, QuotesAndEscapesNamesWithDots) {
  EXPECT_EQ(found(R"(.metadata.labels['cluster\.x-k8s\.io/cluster-name'])"), "c1");
  EXPECT_EQ(found(R"(.metadata.labels["cluster.x-k8s.io/cluster-name"])"), "c1");
  EXPECT_EQ(found(R"(.metadata.labels.cluster\.x-k8s\.io/cluster-name)"), "c1");
}

TEST(JsonPath, FiltersByAFieldAndHitsAllThatFit) {
  EXPECT_EQ(found(R"(.status.conditions[?(@.type=="Available")].status)"), "False");
  EXPECT_EQ(found(R"(.status.conditions[?(@.type == 'Ready')].status)"), "True,Unknown");
  EXPECT_EQ(found(R"(.status.conditions[?(@.type=="Paused")].status)"), "");
}

TEST(JsonPath, GivesTheFirstHitAlone) {
  const Document read(machine);
  const auto address = parse_json_path(R"(.status.addresses[?(@.type=="InternalIP")].address)");
  EXPECT_EQ(address->first(read.tree).as_string(""), "10.0.0.1");
  const auto none = parse_json_path(R"(.status.addresses[?(@.type=="Hostname")].address)");
  EXPECT_FALSE(none->first(read.tree));
}

TEST(JsonPath, ComparesNumbersAndOrders) {
  EXPECT_EQ(found(".status.conditions[?(@.generation>2)].type"), "Available");
  EXPECT_EQ(found(".status.conditions[?(@.generation<=2)].type"), "Ready");
  EXPECT_EQ(found(".status.conditions[?(@.generation!=2)].type"), "Available");
  EXPECT_EQ(found(".status.conditions[?(@.generation)].type"), "Ready,Available");
  EXPECT_EQ(found(R"(.status.conditions[?(@.status<"True")].type)"), "Available");
}

TEST(JsonPath, ComparesWithAnotherPathOfTheDocument) {
  EXPECT_EQ(found(".status.conditions[?(@.generation==$.spec.replicas)].type"), "Available");
}

TEST(JsonPath, NeverComparesValuesOfDifferentTypes) {
  EXPECT_EQ(found(R"(.status.conditions[?(@.generation=="2")].type)"), "");
  EXPECT_EQ(found(R"(.status.conditions[?(@.type!=3)].type)"), "");
}

TEST(JsonPath, IndexesFromBothEndsAndSlices) {
  EXPECT_EQ(found(".status.addresses[0].address"), "10.0.0.1");
  EXPECT_EQ(found(".status.addresses[-1].address"), "10.0.0.2");
  EXPECT_EQ(found(".status.addresses[1:].address"), "1.2.3.4,10.0.0.2");
  EXPECT_EQ(found(".status.addresses[:2].address"), "10.0.0.1,1.2.3.4");
  EXPECT_EQ(found(".status.addresses[::2].address"), "10.0.0.1,10.0.0.2");
  EXPECT_EQ(found(".status.addresses[0,2].address"), "10.0.0.1,10.0.0.2");
  EXPECT_EQ(found(".status.addresses[3].address"), "");
  EXPECT_EQ(found(".status.addresses[-4].address"), "");
}

TEST(JsonPath, TakesEveryItemOrMember) {
  EXPECT_EQ(found(".status.conditions[*].type"), "Ready,Available,Ready");
  EXPECT_EQ(found(".metadata.labels.*"), "c1,p");
  EXPECT_EQ(found(".metadata['name','labels']"), "m1,a map");
}

TEST(JsonPath, Descends) {
  EXPECT_EQ(found("..address"), "10.0.0.1,1.2.3.4,10.0.0.2");
  EXPECT_EQ(found(".status..status"), "True,False,Unknown");
}

TEST(JsonPath, HitsTheDocumentItselfWithADot) {
  EXPECT_EQ(found("."), "a map");
  EXPECT_EQ(found("$"), "a map");
  EXPECT_EQ(found("{}"), "a map");
}

TEST(JsonPath, HitsNothingWhereTheDocumentHasAnotherShape) {
  EXPECT_EQ(found(".metadata.name.first"), "");
  EXPECT_EQ(found(".metadata[0]"), "");
  EXPECT_EQ(found(R"(.spec.replicas[?(@.type=="x")])"), "");
}

TEST(JsonPath, TellsAnExplicitNullFromNothing) {
  EXPECT_EQ(found(".spec.version"), "null");
  EXPECT_EQ(found(".spec.missing"), "");
}

TEST(JsonPath, KnowsWhatMustBeRead) {
  const auto fields = [](std::string_view path) { return parse_json_path(path)->fields(); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(fields(".spec.template.spec.version"), (Names{"spec", "template", "spec", "version"}));
  EXPECT_EQ(fields(R"(.status.conditions[?(@.type=="Ready")].status)"),
            (Names{"status", "conditions"}));
  EXPECT_EQ(fields("..name"), Names{});
}

TEST(JsonPath, RefusesWhatIsNoPathAndSaysWhere) {
  const auto error = [](std::string_view path) {
    const auto parsed = parse_json_path(path);
    return parsed ? "parsed" : parsed.error().detail;
  };
  EXPECT_EQ(error(".a["),
            ".a[ is not a JSONPath: expected a number, a quoted name, * or ?( at its end");
  EXPECT_EQ(error(".a['b"), ".a['b is not a JSONPath: a quote is not closed");
  EXPECT_EQ(error(".a b"), ".a b is not a JSONPath: nothing can stand before  b");
  EXPECT_EQ(error(".a..").find(".a.. is not a JSONPath: expected a name"), 0U);
  for (const std::string_view path :
       {".a.", "...", ".a[0", ".a[1:2:3:4]", ".a[::0]", ".a[::-1]", ".a[99999999999]",
        ".a[9999999999999999999999]", ".a[?(@.b==)]", ".a[?(@.b==word)]", ".a[?(@.b=='c']",
        R"(.a[?("b")])", ".a[?(@.b", "}{", ".a]"}) {
    EXPECT_FALSE(parse_json_path(path)) << path;
  }
}

TEST(JsonPath, HasLimitsOnItsLengthStepsAndNesting) {
  EXPECT_FALSE(parse_json_path(std::string(JsonPath::text_bytes_max + 1, 'a')));
  std::string long_path;
  for (std::size_t i = 0; i < JsonPath::steps_max; ++i) long_path += ".a";
  EXPECT_TRUE(parse_json_path(long_path));
  EXPECT_FALSE(parse_json_path(long_path + ".a"));
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += ".a[?(@";
  EXPECT_FALSE(parse_json_path(deep));
}

TEST(JsonPath, StopsPilingUpHits) {
  std::string list = "[";
  for (int i = 0; i < 200; ++i) list += "[[1,2,3],[4,5,6],[7,8,9]],";
  list += "1]";
  const Document read(format(R"({{"a": {}}})", list));
  std::string path;
  for (int i = 0; i < 15; ++i) path += "..*";
  const auto parsed = parse_json_path(path);
  ASSERT_TRUE(parsed);
  EXPECT_LE(parsed->find(read.tree).size(), JsonPath::hits_max);
}

RC_GTEST_PROP(JsonPathProperty, ReadsAnyTextWithoutFalling, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string(".[]()?@$*'\"\\=!<>:,{}- ab01")));
  const Document read(machine);
  const auto parsed = parse_json_path(text);
  if (!parsed) {
    RC_ASSERT(!parsed.error().detail.empty());
    return;
  }
  const auto hits = parsed->find(read.tree);
  const json::Tree first = parsed->first(read.tree);
  const bool agree = hits.empty() ? !first : json::same_value(hits.front(), first);
  RC_ASSERT(agree);
}

}  // namespace
}  // namespace telltale
