// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/test_world.h"
#include "json/parse.h"

namespace telltale::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view messages =
    "VcpuLimitExceeded: no, request id: 0aa11bb2-1111-2222-3333-444455556666\n"
    "\n"
    "Throttling: Rate exceeded\n"
    "hello";

struct ClassifyRun {
  explicit ClassifyRun(const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> args{"classify", folder.write("messages.txt", text)};
    args.insert(args.end(), more.begin(), more.end());
    code = screen.run(args);
  }

  std::vector<json::Value> lines() const {
    std::vector<json::Value> values;
    for (const std::string_view line : split(screen.out.text, '\n')) {
      if (line.empty()) continue;
      auto value = json::parse(line);
      EXPECT_TRUE(value.has_value()) << line;
      if (value) values.push_back(std::move(*value));
    }
    return values;
  }

  TempFolder folder;
  Screen screen = {};
  ExitCode code = ExitCode::Fine;
};

TEST(ClassifyCommand, AnswersEveryLineInOrder) {
  const ClassifyRun asked(std::string(messages), {"-o", "json"});
  EXPECT_EQ(asked.code, ExitCode::Fine);
  const auto lines = asked.lines();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].as_object().at("class"), "CloudQuotaExceeded");
  EXPECT_EQ(lines[0].as_object().at("pattern"), "aws-limit-code");
  EXPECT_EQ(lines[0].as_object().at("scrubbed"), "VcpuLimitExceeded: no, request id: <id>");
  EXPECT_TRUE(lines[0]
                  .as_object()
                  .at("guidance")
                  .as_string()
                  .ends_with("; the error names the limit Vcpu"));
  EXPECT_EQ(lines[2].as_object().at("class"), "Transient");
}

TEST(ClassifyCommand, SaysThatALineFitsNothing) {
  const ClassifyRun asked("\nhello\n", {"-o", "json"});
  EXPECT_EQ(asked.screen.out.text,
            R"({"class":"None","pattern":"","scrubbed":"","guidance":""})"
            "\n"
            R"({"class":"None","pattern":"","scrubbed":"hello","guidance":""})"
            "\n");
}

TEST(ClassifyCommand, TakesTwoCharactersForALineBreak) {
  const ClassifyRun asked(R"(the subnet 'a'\ndoes not exist)", {"-o", "json"});
  ASSERT_EQ(asked.lines().size(), 1U);
  EXPECT_EQ(asked.lines()[0].as_object().at("class"), "MissingCloudResources");
  EXPECT_EQ(asked.lines()[0].as_object().at("scrubbed"), "the subnet 'a' does not exist");
}

TEST(ClassifyCommand, WritesJsonWhateverTheBytes) {
  const ClassifyRun asked("\xff\xfe quota exceeded \x01\"\\\n", {"-o", "json"});
  ASSERT_EQ(asked.lines().size(), 1U);
  EXPECT_EQ(asked.lines()[0].as_object().at("class"), "CloudQuotaExceeded");
}

TEST(ClassifyCommand, LooksAtOnePlatformsPatterns) {
  const auto class_on = [](const std::string& platform) {
    const ClassifyRun asked("SkuNotAvailable", {"-o", "json", "--platform", platform});
    return std::string(asked.lines()[0].as_object().at("class").as_string());
  };
  EXPECT_EQ(class_on("azure"), "InsufficientCloudCapacity");
  EXPECT_EQ(class_on("GCP"), "None");
}

TEST(ClassifyCommand, GivesThePlatformsGuidance) {
  const ClassifyRun asked("quota exceeded", {"-o", "json", "--platform", "KUBEVIRT"});
  EXPECT_THAT(asked.screen.out.text, HasSubstr("ResourceQuota"));
}

TEST(ClassifyCommand, RefusesAPlatformNobodyKnows) {
  const ClassifyRun asked("x", {"--platform", "Amazon"});
  EXPECT_EQ(asked.code, ExitCode::Usage);
  EXPECT_THAT(
      asked.screen.err.text,
      HasSubstr("--platform must be AWS, Azure, GCP, OpenStack, KubeVirt, "
                "vSphere, Baremetal, Agent, PowerVS, IBMCloud, Nutanix or None, not Amazon"));
  EXPECT_EQ(asked.screen.out.text, "");
}

TEST(ClassifyCommand, ShowsATableThatSumsUpAndSaysWhatToDo) {
  const ClassifyRun asked(std::string(messages), {"--platform", "AWS"});
  EXPECT_EQ(asked.code, ExitCode::Fine);
  const std::string& out = asked.screen.out.text;
  EXPECT_THAT(out, HasSubstr("CLASS"));
  EXPECT_THAT(out, HasSubstr("✗ CloudQuotaExceeded  aws-limit-code"));
  EXPECT_THAT(out, HasSubstr("4 messages: 1 CloudQuotaExceeded, 1 Transient, 2 None\n"));
  EXPECT_THAT(out, HasSubstr("\nCloudQuotaExceeded\n  Raise the quota"));
}

TEST(ClassifyCommand, FollowsTheTerminalsWidth) {
  TempFolder folder;
  Screen screen;
  screen.terminal = terminal_of_width(60);
  screen.run({"classify", folder.write("m.txt", std::string(messages))});
  for (const std::string_view line : split(screen.out.text, '\n')) {
    EXPECT_LE(display_width(line), 60U) << line;
  }
}

TEST(ClassifyCommand, ShowsControlCharactersInsteadOfSendingThem) {
  const ClassifyRun asked("quota exceeded \x1b[31m");
  EXPECT_THAT(asked.screen.out.text, Not(HasSubstr("\x1b")));
}

TEST(ClassifyCommand, SaysThatThereWasNothing) {
  const ClassifyRun asked("");
  EXPECT_EQ(asked.screen.out.text, "No messages.\n");
  EXPECT_EQ(ClassifyRun("", {"-o", "json"}).screen.out.text, "");
}

TEST(ClassifyCommand, SaysWhichLineWasTooLong) {
  const ClassifyRun asked("one\n" + std::string(2'000'000, 'x') + "\nthree\n", {"-o", "json"});
  EXPECT_EQ(asked.code, ExitCode::Fine);
  EXPECT_EQ(asked.lines().size(), 3U);
  EXPECT_THAT(
      asked.screen.err.text,
      HasSubstr("messages.txt:2: only the first 1,048,576 bytes of this line are looked at"));
}

TEST(ClassifyCommand, SaysWhichFileCannotBeRead) {
  Screen screen;
  EXPECT_EQ(screen.run({"classify", "no/such/file", "-o", "json"}), ExitCode::Error);
  EXPECT_THAT(screen.err.text, HasSubstr("error: no/such/file cannot be read: "));
}

}  // namespace
}  // namespace telltale::cli
