// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace telltale::json {
namespace {

void write_pod(Writer& writer) {
  writer.map([&] {
    writer.field("kind", "Pod");
    writer.map("metadata", [&] {
      writer.map("labels", [] {});
      writer.list("finalizers", [] {});
    });
    writer.list("containers", [&] {
      writer.map([&] {
        writer.field("name", "app");
        writer.list("args", [&] {
          writer.string("--v=2");
          writer.list([&] { writer.integer(1), writer.integer(2); });
          writer.list([] {});
        });
        writer.map("limits", [&] { writer.field("cpu", 2); });
      });
      writer.map([] {});
    });
    writer.field("ready", true);
    writer.key("node");
    writer.null();
  });
}

std::string as_json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonWriter, WritesCompactly) {
  std::string out;
  JsonWriter writer(out);
  write_pod(writer);
  EXPECT_EQ(out,
            R"({"kind":"Pod","metadata":{"labels":{},"finalizers":[]},"containers":[{"name":"app",)"
            R"("args":["--v=2",[1,2],[]],"limits":{"cpu":2}},{}],"ready":true,"node":null})");
}

TEST(JsonWriter, IndentsByFourAsKubectlDoes) {
  std::string out;
  JsonWriter writer(out, JsonWriter::Layout::Pretty);
  writer.map([&] {
    writer.field("kind", "List");
    writer.list("items", [&] { writer.map([&] { writer.field("n", 1); }); });
    writer.list("empty", [] {});
  });
  EXPECT_EQ(out, R"({
    "kind": "List",
    "items": [
        {
            "n": 1
        }
    ],
    "empty": []
})");
}

TEST(JsonWriter, PutsSuccessiveRootsOnLinesOfTheirOwn) {
  std::string out;
  JsonWriter writer(out);
  writer.map([] {});
  writer.integer(1);
  EXPECT_EQ(out, "{}\n1");
}

TEST(JsonWriter, DoesNotMindThatItsTextIsTakenAway) {
  std::string out, taken;
  JsonWriter writer(out);
  writer.begin_list();
  for (int i = 0; i < 3; ++i) {
    writer.integer(i);
    taken += out;
    out.clear();
  }
  writer.end_list();
  EXPECT_EQ(taken + out, "[0,1,2]");
}

TEST(JsonWriter, EscapesOnlyWhatJsonWantsEscaped) {
  EXPECT_EQ(as_json(""), R"("")");
  EXPECT_EQ(as_json("a \"b\" \\c"), R"("a \"b\" \\c")");
  EXPECT_EQ(as_json("\n\t\r\b\f"), R"("\n\t\r\b\f")");
  EXPECT_EQ(as_json(std::string_view("\0\x1f", 2)), R"("\u0000\u001f")");
  EXPECT_EQ(as_json("\x7f ü 🙂 </script>"), "\"\x7f ü 🙂 </script>\"");
}

// The scan takes eight bytes a step; a byte to escape may stand anywhere in them.
TEST(JsonWriter, FindsAByteToEscapeAtEveryPosition) {
  for (std::size_t size = 1; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '\xC3');
      text[at] = '\n';
      const std::string expected =
          '"' + std::string(at, '\xC3') + "\\n" + std::string(size - at - 1, '\xC3') + '"';
      EXPECT_EQ(as_json(text), expected);
    }
  }
}

TEST(JsonWriter, WritesEveryInteger) {
  std::string out;
  JsonWriter writer(out);
  writer.list([&] {
    writer.integer(std::numeric_limits<std::int64_t>::min());
    writer.integer(std::numeric_limits<std::int64_t>::max());
  });
  EXPECT_EQ(out, "[-9223372036854775808,9223372036854775807]");
}

RC_GTEST_PROP(JsonWriter, WritesTextThatSomebodyElseReadsBack, (std::string text)) {
  for (char& c : text) c = static_cast<char>(c & 0x7F);
  simdjson::dom::parser parser;
  std::string_view back;
  RC_ASSERT(parser.parse(as_json(text)).get(back) == simdjson::SUCCESS);
  RC_ASSERT(back == text);
}

TEST(YamlWriter, WritesBlocksAsKubectlDoes) {
  std::string out;
  YamlWriter writer(out);
  write_pod(writer);
  EXPECT_EQ(out, R"(kind: Pod
metadata:
  labels: {}
  finalizers: []
containers:
- name: app
  args:
  - --v=2
  - - 1
    - 2
  - []
  limits:
    cpu: 2
- {}
ready: true
node: null
)");
}

TEST(YamlWriter, PartsDocumentsByThreeDashes) {
  std::string out;
  YamlWriter writer(out);
  writer.map([&] { writer.field("a", 1); });
  writer.map([] {});
  writer.string("b");
  EXPECT_EQ(out, "a: 1\n---\n{}\n---\nb\n");
}

TEST(YamlWriter, IndentsLiteralBlocksBelowTheirKeyOrDash) {
  std::string out;
  YamlWriter writer(out);
  writer.map([&] {
    writer.field("message", "* Ready:\n  * Node n1 is gone");
    writer.list("lines", [&] {
      writer.string("a\n\nb\n");
      writer.map([&] { writer.field("deep", "c\nd"); });
    });
  });
  EXPECT_EQ(out, R"(message: |-
  * Ready:
    * Node n1 is gone
lines:
- |
  a

  b
- deep: |-
    c
    d
)");
}

TEST(YamlWriter, QuotesKeysAndSpellsOutLongOnes) {
  std::string out;
  YamlWriter writer(out);
  const std::string long_key(1001, 'k');
  writer.map([&] {
    writer.field("on", 1);
    writer.field("f:spec", 2);
    writer.field(".", 3);
    writer.field("k:{\"uid\":\"x\"}", 4);
    writer.field("two\nlines", 5);
    writer.map("in", [&] { writer.field(long_key, 6); });
  });
  EXPECT_EQ(out,
            "\"on\": 1\nf:spec: 2\n\".\": 3\nk:{\"uid\":\"x\"}: 4\n\"two\\nlines\": 5\nin:\n  ? " +
                long_key + "\n  : 6\n");
}

TEST(WriterDeathTest, AbortsOnCallsThatDoNotBalance) {
  std::string out;
  JsonWriter writer(out);
  writer.begin_map();
  EXPECT_DEATH(writer.end_list(), "what ends is what began");
  EXPECT_DEATH(writer.integer(1), "stands after its key");
  writer.key("a");
  EXPECT_DEATH(writer.key("b"), "a key stands in a map");
  EXPECT_DEATH(writer.end_map(), "is complete");
}

TEST(WriterDeathTest, AbortsWhenNestedWithoutEnd) {
  std::string out;
  YamlWriter writer(out);
  for (std::size_t i = 0; i < Writer::depth_max; ++i) writer.begin_list();
  EXPECT_DEATH(writer.begin_list(), "not nested without end");
}

TEST(JsonString, QuotesEveryByteThatJsonWantsEscaped) {
  std::string out;
  append_json_string(out, std::string_view("a\"b\\c\n\t\r\x01\0z", 11));
  EXPECT_EQ(out, R"("a\"b\\c\n\t\r\u0001\u0000z")");
  out.clear();
  append_json_string(out, "grüße");
  EXPECT_EQ(out, "\"grüße\"");
}

}  // namespace
}  // namespace telltale::json
