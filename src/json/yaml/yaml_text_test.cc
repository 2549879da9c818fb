// SPDX-License-Identifier: Apache-2.0
#include "json/yaml/yaml_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace telltale::json {
namespace {

std::string written(std::string_view text) {
  std::string out;
  append_yaml_string(out, text, 2);
  return out;
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

TEST(YamlText, LeavesOrdinaryWordsPlain) {
  for (const std::string_view text : {"Machine",
                                      "cluster.x-k8s.io/v1beta2",
                                      "v1.34.1",
                                      "10.0.0.1",
                                      "192.168.0.0/16",
                                      "1.2.3",
                                      "docker:////m-1",
                                      "a:b",
                                      "a#b",
                                      "50%",
                                      "10Gi",
                                      "-v",
                                      "--flag=x",
                                      "don't",
                                      "a, b",
                                      "x {y}",
                                      "Waiting for a Node",
                                      "yesterday",
                                      "nothing",
                                      "m1",
                                      "3d",
                                      "ünïcödé",
                                      "🙂",
                                      ".hidden",
                                      "7d4f9c",
                                      "sha256:0a1b",
                                      "a=b",
                                      "http://x/y?z=1",
                                      "f:spec"}) {
    EXPECT_EQ(written(text), text);
  }
}

// What YAML 1.1 readers resolve to something that is no string.
TEST(YamlText, DoubleQuotesWhatWouldNotStayAString) {
  for (const std::string_view text : {"",
                                      "~",
                                      "null",
                                      "Null",
                                      "NULL",
                                      "true",
                                      "True",
                                      "FALSE",
                                      "yes",
                                      "No",
                                      "on",
                                      "OFF",
                                      "y",
                                      "N",
                                      "0",
                                      "-1",
                                      "+12",
                                      "0x1F",
                                      "0o17",
                                      "017",
                                      "0b101",
                                      "1_000",
                                      "1.5",
                                      ".5",
                                      "5.",
                                      "1e3",
                                      "1.0e+10",
                                      "-1E-3",
                                      ".inf",
                                      "-.INF",
                                      ".NaN",
                                      "1:30",
                                      "<<",
                                      "=",
                                      "2026-01-01",
                                      "-",
                                      "2026-01-01T12:00:00Z",
                                      "2026-01-01 12:00:00"}) {
    EXPECT_EQ(written(text), "\"" + std::string(text) + "\"");
  }
}

TEST(YamlText, SingleQuotesWhatWouldReadAsSyntax) {
  for (const std::string_view text : {"* Ready",
                                      "- x",
                                      "? x",
                                      ": x",
                                      ":x",
                                      "#x",
                                      "&a",
                                      "!t",
                                      "|x",
                                      ">x",
                                      "%x",
                                      "@x",
                                      "`x",
                                      "[x",
                                      "]x",
                                      "{x",
                                      "}x",
                                      ",x",
                                      "\"x",
                                      "a: b",
                                      "a:",
                                      "a #b",
                                      " a",
                                      "a ",
                                      "---",
                                      "--- x",
                                      "...",
                                      "key: value: x",
                                      "* Node.Ready: kubelet is down"}) {
    EXPECT_EQ(written(text), "'" + std::string(text) + "'");
  }
  EXPECT_EQ(written("'x' isn't: y"), "'''x'' isn''t: y'");
}

TEST(YamlText, EscapesWhatYamlCannotShow) {
  for (const Case& each : {
           Case{"a\tb", R"("a\tb")"},
           Case{"a\rb", R"("a\rb")"},
           Case{"\x01", R"("\u0001")"},
           Case{"\x7f", R"("\u007f")"},
           Case{"\xC2\x85", R"("\u0085")"},          // next line
           Case{"a\xE2\x80\xA8z", R"("a\u2028z")"},  // line separator
           Case{"\xEF\xBB\xBF"
                "a",
                R"("\ufeffa")"},  // byte order mark
           Case{"\xEF\xBF\xBF", R"("\uffff")"},
           Case{"\"\\\x02", R"("\"\\\u0002")"},
       }) {
    EXPECT_EQ(written(each.text), each.expected);
  }
  EXPECT_EQ(written("\xC2\xA0x"), "\xC2\xA0x");  // a no-break space is printable
}

TEST(YamlText, WritesSeveralLinesAsALiteralWhereNothingIsLost) {
  EXPECT_EQ(written("a\nb"), "|-\n  a\n  b");
  EXPECT_EQ(written("a\nb\n"), "|\n  a\n  b");
  EXPECT_EQ(written("a\n\n  b: c #d"), "|-\n  a\n\n    b: c #d");
  EXPECT_EQ(written("---\n..."), "|-\n  ---\n  ...");
  for (const Case& each : {
           Case{"\na", R"("\na")"},        // would need an indentation indicator
           Case{" a\nb", R"(" a\nb")"},    // likewise
           Case{"a\n\n", R"("a\n\n")"},    // would need to keep its line breaks
           Case{"a \nb", R"("a \nb")"},    // a blank nobody sees
           Case{"a\nb ", R"("a\nb ")"},    // likewise
           Case{"a\n\tb", R"("a\n\tb")"},  // tabs and indentation do not mix
           Case{"\n", R"("\n")"},
       }) {
    EXPECT_EQ(written(each.text), each.expected);
  }
}

TEST(YamlText, KeepsKeysOnOneLine) {
  std::string out;
  append_yaml_key(out, "a\nb");
  append_yaml_key(out, "n");
  append_yaml_key(out, "a: b");
  append_yaml_key(out, "plain");
  EXPECT_EQ(out, R"("a\nb""n"'a: b'plain)");
}

}  // namespace
}  // namespace telltale::json
