// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/test_world.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::cli {
namespace {

std::string machine(std::string_view name) {
  return format(
      "apiVersion: cluster.x-k8s.io/v1beta2\n"
      "kind: Machine\n"
      "metadata:\n"
      "  name: {}\n"
      "  namespace: default\n"
      "  creationTimestamp: 2026-01-01T11:00:00Z\n"
      "spec: {{clusterName: c1}}\n"
      "---\n",
      name);
}

std::string fleet(std::string_view unhealthy) {
  Screen screen;
  screen.run({"generate", "fleet", "--machines", "8", "--unhealthy", std::string(unhealthy),
              "--seed", "3"});
  return screen.out.text;
}

TEST(Check, OfAHealthyFleetIsFine) {
  const TempFolder folder;
  Screen screen;
  EXPECT_EQ(screen.run({"check", folder.write("a.yaml", fleet("0"))}), ExitCode::Fine)
      << screen.out.text << screen.err.text;
  EXPECT_TRUE(screen.out.text.starts_with("✓ Healthy")) << screen.out.text;
  EXPECT_EQ(screen.err.text,
            "now: 2026-01-01T12:00:00Z (the newest time in the dump; --now sets another)\n");
}

TEST(Check, OfAFleetInTroubleNeedsAHuman) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write("a.yaml", fleet("100"));
  EXPECT_EQ(screen.run({"check", file}), ExitCode::Stuck);
  EXPECT_TRUE(screen.out.text.contains("✗ Stuck")) << screen.out.text;
  EXPECT_TRUE(screen.out.text.contains("next: telltale why machine")) << screen.out.text;
}

TEST(Check, SaysNothingOnStandardErrorWhenQuiet) {
  const TempFolder folder;
  Screen screen;
  screen.run({"check", "-q", folder.write("a.yaml", fleet("0"))});
  EXPECT_EQ(screen.err.text, "");
}

TEST(Check, JudgesTheRestOfABrokenFileAndSaysWhatWasLost) {
  const TempFolder folder;
  Screen screen;
  const std::string broken = fleet("0") + "---\nkind: Machine\n  bad: [\n";
  EXPECT_EQ(screen.run({"check", folder.write("a.yaml", broken)}), ExitCode::Error);
  EXPECT_TRUE(screen.out.text.contains("✓ Healthy"));
  EXPECT_TRUE(screen.err.text.contains("\nerror: ")) << screen.err.text;
  EXPECT_TRUE(screen.err.text.contains("a.yaml:")) << screen.err.text;
  EXPECT_TRUE(screen.err.text.contains("documents were judged")) << screen.err.text;
}

TEST(Check, SaysWhenThereIsNothingToJudge) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write(
      "a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n");
  EXPECT_EQ(screen.run({"check", file}), ExitCode::Unknown);
  const std::string_view first = judged_kinds().front()->kind;
  EXPECT_TRUE(
      screen.err.text.contains(format("nothing to judge: 1 object read, none of kind {}, ", first)))
      << screen.err.text;
  EXPECT_EQ(screen.out.text, "");
}

TEST(Check, CannotReadWhatIsNotThere) {
  Screen screen;
  EXPECT_EQ(screen.run({"check", "no/such/file.yaml"}), ExitCode::Error);
  EXPECT_TRUE(screen.err.text.contains("error: no/such/file.yaml: ")) << screen.err.text;
}

TEST(Check, ShowsNothingOfOtherNamespaces) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write("a.yaml", machine("m1"));
  EXPECT_EQ(screen.run({"check", file, "-n", "elsewhere"}), ExitCode::Unknown);
  EXPECT_TRUE(screen.err.text.contains("nothing to show: ")) << screen.err.text;
}

TEST(Check, UsesTheInstantItIsGiven) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write("a.yaml", machine("m1"));
  screen.run({"check", file, "-o", "json", "--now", "2027-02-03T04:05:06+01:00"});
  EXPECT_TRUE(screen.out.text.contains("\"now\":\"2027-02-03T03:05:06Z\"")) << screen.out.text;
  EXPECT_EQ(screen.err.text, "");
}

TEST(Check, TakesTheClockWhenTheDumpHoldsNoTime) {
  const TempFolder folder;
  Screen screen;
  const std::string file =
      folder.write("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  screen.run({"check", file});
  EXPECT_TRUE(screen.err.text.starts_with("now: 2026-01-01T12:00:00Z (the clock;"))
      << screen.err.text;
}

TEST(Check, PrintsAReportWhoseErrorsAreTheOnesItSaid) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write("a.yaml", machine("m1") + "kind: [\n");
  screen.run({"check", file, "-o", "json", "-q"});
  EXPECT_TRUE(screen.out.text.contains("\"errors\":[{\"file\":\"" + file + "\",\"line\":"))
      << screen.out.text;
}

TEST(Check, WarnsAboutCopiesThatDisagree) {
  const TempFolder folder;
  Screen screen;
  const std::string two = folder.write(
      "b.json",
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"name":"m2",)"
      R"("namespace":"default","resourceVersion":"1"}})"
      "\n"
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"name":"m2",)"
      R"("namespace":"default","resourceVersion":"2"}})"
      "\n");
  screen.run({"check", two, "-o", "json"});
  EXPECT_TRUE(screen.out.text.contains("\"warnings\":[{\"message\":\"Machine default/m2 "))
      << screen.out.text;
  EXPECT_TRUE(screen.err.text.contains("warning: Machine default/m2 ")) << screen.err.text;
}

TEST(Check, PrintsTheSameReportAsYaml) {
  const TempFolder folder;
  const std::string file = folder.write("a.yaml", fleet("100"));
  Screen json;
  Screen yaml;
  json.run({"check", file, "-o", "json"});
  yaml.run({"check", file, "-o", "yaml"});
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(yaml.out.text, dump::YamlReader::Wrapping::None);
  ASSERT_EQ(reader.next(), dump::YamlReader::Step::Document);
  const Result<json::Value> wanted = json::parse(json.out.text);
  const Result<json::Value> got = json::parse(reader.document().json.text());
  ASSERT_TRUE(wanted && got);
  EXPECT_EQ(json::print(*got), json::print(*wanted));
}

TEST(Check, GivesTheSameBytesWithAnyNumberOfThreads) {
  const TempFolder folder;
  const std::string file = folder.write("a.yaml", fleet("40"));
  for (const std::string format : {"json", "yaml", "wide", "name"}) {
    Screen one;
    Screen four;
    std::vector<std::string> typed = {"check", file, "-o", format};
    if (format == "name") typed.emplace_back("--all");
    typed.insert(typed.end(), {"--threads", "1"});
    one.run(typed);
    typed.back() = "4";
    four.run(typed);
    EXPECT_EQ(one.out.text, four.out.text);
    EXPECT_FALSE(one.out.text.empty());
  }
}

TEST(Check, TakesAllOnlyWhereNamesAreAsked) {
  const TempFolder folder;
  const std::string file = folder.write("a.yaml", fleet("4"));
  Screen names;
  Screen all;
  names.run({"check", file, "-o", "name"});
  all.run({"check", file, "-o", "name", "--all"});
  EXPECT_TRUE(all.out.text.starts_with(names.out.text)) << all.out.text;
  EXPECT_GT(all.out.text.size(), names.out.text.size());
  Screen table;
  EXPECT_EQ(table.run({"check", file, "--all"}), ExitCode::Usage);
  EXPECT_TRUE(table.err.text.contains("--all goes with -o name")) << table.err.text;
}

TEST(Check, WritesAsciiForTerminalsThatKnowNothingElse) {
  const TempFolder folder;
  Screen screen;
  screen.terminal = terminal_of_width(100);
  screen.terminal.unicode = false;
  screen.run({"check", folder.write("a.yaml", fleet("100"))});
  const bool ascii = std::ranges::all_of(
      screen.out.text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
  EXPECT_TRUE(ascii) << screen.out.text;
  EXPECT_TRUE(screen.out.text.contains("x Stuck")) << screen.out.text;
}

TEST(ExitCodeOfAReport, PutsStuckBeforeErrorsBeforeUnknown) {
  HandMade world;
  EXPECT_EQ(exit_code_of(world.report()), ExitCode::Unknown);
  world.add("Machine", "a", Verdict::Working);
  EXPECT_EQ(exit_code_of(world.report()), ExitCode::Fine);
  world.add("Machine", "b", Verdict::Unknown);
  EXPECT_EQ(exit_code_of(world.report()), ExitCode::Unknown);
  Report report = world.report();
  report.errors.push_back({"a", 1, "lost"});
  EXPECT_EQ(exit_code_of(report), ExitCode::Error);
  ++report.summary.stuck;
  EXPECT_EQ(exit_code_of(report), ExitCode::Stuck);
}

}  // namespace
}  // namespace telltale::cli
