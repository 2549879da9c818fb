// SPDX-License-Identifier: Apache-2.0
// Laws that hold for every dump: JSON and YAML say the same, and threads do not change the answer.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/rng.h"
#include "dump/dump.h"
#include "dump/dump_for_test.h"
#include "json/writer.h"

namespace telltale::dump {
namespace {

constexpr std::array nasty_words = {
    "yes",   "no",        "on",   "y",      "~",          "null",  "true",    "1",      "-1",
    "0x1f",  "1_000",     "1.5",  ".inf",   "2026-01-01", "",      " ",       "- x",    "a: b",
    "---",   "--- x",     "# no", "a # b",  "<<",         "*x",    "&x",      "!tag",   "@at",
    "`tick", "%percent",  "{a",   "[b",     "two\nlines", "\n",    "end\n",   "  lead", "tail ",
    "tab\t", "\"quote\"", "it's", "back\\", "grüße",      "\x01z", "|",       ">",      "?",
    ":",     "a:",        "\r\n", "...",    "Machine",    "m-1",   "v1beta2", "0777",   "08"};

std::string_view word(Rng& rng) { return nasty_words[rng.below(nasty_words.size())]; }

// The same seed writes the same value, whatever the writer makes of it.
void write_value(json::Writer& writer, Rng& rng, unsigned depth) {
  switch (rng.below(depth < 4 ? 7 : 5)) {
    case 0:
      return writer.null();
    case 1:
      return writer.boolean(rng.one_in(2));
    case 2:
      return writer.integer(static_cast<std::int64_t>(rng.next()));
    case 3:
    case 4:
      return writer.string(word(rng));
    case 5:
      return writer.list([&] {
        for (std::uint64_t left = rng.below(4); left > 0; --left)
          write_value(writer, rng, depth + 1);
      });
    default:
      return writer.map([&] {
        const std::uint64_t count = rng.below(4);
        for (std::uint64_t index = 0; index < count; ++index) {
          // Numbered, because no map has a key twice.
          writer.key(format("{}{}", word(rng), index));
          write_value(writer, rng, depth + 1);
        }
      });
  }
}

void write_words(json::Writer& writer, Rng& rng, std::string_view name) {
  writer.map(name, [&] {
    const std::uint64_t count = rng.below(4);
    for (std::uint64_t index = 0; index < count; ++index) {
      writer.key(format("{}{}", word(rng), index));
      writer.string(word(rng));
    }
  });
}

void write_condition(json::Writer& writer, Rng& rng) {
  constexpr std::array statuses = {"True", "False", "Unknown", "Wrong"};
  writer.map([&] {
    writer.field("type", "Ready");
    writer.field("status", std::string_view(statuses[rng.below(statuses.size())]));
    writer.field("reason", word(rng));
    writer.field("message", word(rng));
    writer.field("lastTransitionTime", "2026-01-01T10:00:00Z");
  });
}

void write_object(json::Writer& writer, std::uint64_t seed) {
  Rng rng(seed);
  writer.map([&] {
    writer.field("apiVersion", "cluster.x-k8s.io/v1beta2");
    writer.field("kind", "Machine");
    writer.map("metadata", [&] {
      writer.field("name", format("m-{}", seed % 1000));
      writer.field("namespace", "default");
      writer.field("generation", static_cast<std::int64_t>(rng.below(100)));
      writer.field("creationTimestamp", "2026-01-01T10:00:00Z");
      write_words(writer, rng, "labels");
      write_words(writer, rng, "annotations");
    });
    writer.map("spec", [&] {
      writer.key("value");
      write_value(writer, rng, 0);
    });
    writer.map("status", [&] {
      writer.list("conditions", [&] {
        for (std::uint64_t left = rng.below(3); left > 0; --left) write_condition(writer, rng);
      });
    });
  });
}

std::string as_json(std::uint64_t seed, json::JsonWriter::Layout layout) {
  std::string out;
  json::JsonWriter writer(out, layout);
  write_object(writer, seed);
  return out;
}

std::string as_yaml(std::uint64_t seed) {
  std::string out;
  json::YamlWriter writer(out);
  write_object(writer, seed);
  return out;
}

bool same_lists(const ConditionList& left, const ConditionList& right) {
  return left.path == right.path && left.malformed == right.malformed &&
         std::ranges::equal(left.conditions, right.conditions);
}

bool same_object(const Object& left, const Object& right) {
  return left.key == right.key && left.api_version == right.api_version && left.uid == right.uid &&
         left.resource_version == right.resource_version && left.generation == right.generation &&
         left.created == right.created && left.deleted == right.deleted &&
         std::ranges::equal(left.labels, right.labels) &&
         std::ranges::equal(left.annotations, right.annotations) &&
         std::ranges::equal(left.owners, right.owners) &&
         std::ranges::equal(left.condition_lists, right.condition_lists, same_lists) &&
         json::same_value(left.body, right.body) && left.unreadable == right.unreadable;
}

TEST(DumpProperty, JsonAndYamlOfTheSameObjectReadTheSame) {
  EXPECT_TRUE(rc::check("any object", [](std::uint64_t seed) {
    const Dump compact = read_text(as_json(seed, json::JsonWriter::Layout::Compact));
    const Dump pretty = read_text(as_json(seed, json::JsonWriter::Layout::Pretty));
    const std::string text = as_yaml(seed);
    const Dump yaml = read_text(text);
    RC_LOG() << text;
    RC_ASSERT(compact.objects.size() == 1U);
    RC_ASSERT(pretty.objects.size() == 1U);
    RC_ASSERT(yaml.objects.size() == 1U);
    RC_ASSERT(same_object(compact.objects[0], pretty.objects[0]));
    RC_ASSERT(same_object(compact.objects[0], yaml.objects[0]));
    RC_ASSERT(compact.input_errors.size() == yaml.input_errors.size());
  }));
}

// Large enough for several blocks, with something wrong here and there.
std::string large_list(std::size_t count) {
  std::string text = "{\"apiVersion\":\"v1\",\"items\":[\n";
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    if (seed > 0) text += ",\n";
    text += seed % 97 == 13 ? "{\"kind\": \"Nobody\"}"
                            : as_json(seed, json::JsonWriter::Layout::Pretty);
  }
  return text + "],\"kind\":\"List\"}\n";
}

std::string large_yaml_list(std::size_t count) {
  std::string text;
  json::YamlWriter writer(text);
  writer.map([&] {
    writer.field("apiVersion", "v1");
    writer.list("items", [&] {
      for (std::uint64_t seed = 0; seed < count; ++seed) write_object(writer, seed);
    });
    writer.field("kind", "List");
  });
  return text;
}

void expect_same(const Dump& left, const Dump& right) {
  ASSERT_EQ(left.objects.size(), right.objects.size());
  for (std::size_t index = 0; index < left.objects.size(); ++index) {
    ASSERT_TRUE(same_object(left.objects[index], right.objects[index])) << index;
  }
  EXPECT_EQ(left.input_errors, right.input_errors);
  EXPECT_EQ(left.documents, right.documents);
  EXPECT_EQ(left.bytes, right.bytes);
  EXPECT_EQ(left.newest, right.newest);
}

TEST(DumpProperty, ThreadsDoNotChangeTheAnswer) {
  const TempFolder folder;
  const std::string json = folder.write("list.json", large_list(8000));
  const std::string yaml = folder.write("list.yaml", large_yaml_list(8000));
  ASSERT_GT(std::filesystem::file_size(json), 3'000'000U);
  ASSERT_GT(std::filesystem::file_size(yaml), 3'000'000U);
  const Dump alone = read_paths({json, yaml}, {.threads = 1});
  EXPECT_GT(alone.objects.size(), 15'000U);
  EXPECT_GT(alone.input_errors.size(), 50U);
  for (const unsigned threads : {2U, 3U, 8U}) {
    expect_same(alone, read_paths({json, yaml}, {.threads = threads}));
  }
}

TEST(DumpProperty, LinesAreRightFarIntoAList) {
  const std::string text = large_list(4000);
  const Dump dump = read_text(text, "list", {.limits = {.input_errors = 100'000}});
  std::vector<int> lines;
  for (const InputError& error : dump.input_errors) {
    if (error.message.find("Nobody") != std::string::npos) lines.push_back(error.line);
  }
  std::vector<int> expected;
  for (std::size_t at = text.find("Nobody"); at != std::string::npos;
       at = text.find("Nobody", at + 1)) {
    const auto place = text.begin() + static_cast<std::ptrdiff_t>(at);
    expected.push_back(1 + static_cast<int>(std::count(text.begin(), place, '\n')));
  }
  EXPECT_GT(expected.size(), 30U);
  EXPECT_EQ(lines, expected);
}

TEST(DumpProperty, NoBytesMakeItFail) {
  EXPECT_TRUE(rc::check("any bytes", [](const std::string& noise, bool is_json) {
    const std::string text = (is_json ? "{\"kind\":\"List\",\"items\":[" : "a:\n") + noise;
    const Dump dump = read_text(text);
    RC_ASSERT(dump.objects.empty());
  }));
}

}  // namespace
}  // namespace telltale::dump
