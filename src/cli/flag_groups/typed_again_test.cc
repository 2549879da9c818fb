// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/typed_again.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

TEST(TypedAgain, IsNothingWhereNothingWasTyped) { EXPECT_EQ(typed_again(ReadOptions()), ""); }

TEST(TypedAgain, RepeatsWhatIsReadAsOfWhenAndInWhichNames) {
  ReadOptions options;
  options.paths = {"a.yaml", "my dump"};
  options.now = noon;
  options.dialect = DialectName::Upstream;
  options.dialect_typed = true;
  options.completeness = Completeness::Complete;
  EXPECT_EQ(typed_again(options),
            " -f a.yaml -f 'my dump' --now 2026-01-01T12:00:00Z --dialect upstream --complete");
  options.dialect = std::nullopt;
  EXPECT_TRUE(typed_again(options).contains(" --dialect auto"));
}

TEST(TypedAgain, RepeatsWhichServerOnlyWhereOneIsAsked) {
  ReadOptions options;
  options.connect.access = {.kubeconfig = "k c", .context = "prod", .as_groups = {"a", "b"}};
  options.connect.request_timeout = std::chrono::seconds(5);
  EXPECT_EQ(typed_again(options),
            " --kubeconfig 'k c' --context prod --as-group a --as-group b --request-timeout "
            "5000ms");
  options.paths = {"x"};
  EXPECT_EQ(typed_again(options), " -f x");
}

TEST(TypedAgain, RepeatsHowToJudge) {
  ReadOptions options;
  options.judging.connection_grace = Seconds(30);
  options.judging.registration_ttl = std::chrono::minutes(20);
  options.judging.thresholds = *read_thresholds(std::vector<std::string>{"CloudQuotaExceeded=10m"});
  EXPECT_EQ(typed_again(options),
            " --cluster-probe-grace-period 30s --failure-threshold CloudQuotaExceeded=10m0s "
            "--registration-ttl 20m0s");
}

// What is offered is taken: nothing of it may be spelled differently than the flags are.
TEST(TypedAgain, CanBeTypedAgain) {
  const TempFolder folder;
  const std::string path = folder.write(
      "a.yaml",
      "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Machine\nmetadata: {name: m1, namespace: x}\n");
  Screen screen;
  screen.run({"check", path, "-q", "--now", "2026-01-01T12:00:00Z", "--dialect", "auto",
              "--complete", "--cluster-probe-grace-period", "30s", "--failure-threshold",
              "ControllerError=1h", "--node-conditions", "Ready,DiskPressure", "--registration-ttl",
              "5m"});
  const std::string& text = screen.out.text;
  const std::size_t next = text.find("next: telltale ");
  ASSERT_NE(next, std::string::npos) << text << screen.err.text;
  const std::size_t begin = next + std::string_view("next: telltale ").size();
  const std::string command = text.substr(begin, text.find('\n', begin) - begin);
  std::vector<std::string> words{"-q"};
  for (const std::string_view word : split(command, ' '))
    words.insert(words.end() - 1, std::string(word));
  ASSERT_TRUE(text.contains(" --node-conditions Ready,DiskPressure")) << text;
  Screen again;
  again.run(words);
  EXPECT_EQ(again.err.text, "");
  EXPECT_TRUE(again.out.text.contains("Machine x/m1")) << again.out.text;
}

}  // namespace
}  // namespace telltale::cli
