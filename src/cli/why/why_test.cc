// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

constexpr std::string_view stuck_machine =
    "apiVersion: cluster.x-k8s.io/v1beta2\n"
    "kind: Machine\n"
    "metadata: {name: m1, namespace: prod, creationTimestamp: 2026-01-01T01:00:00Z}\n"
    "spec: {clusterName: c1, infrastructureRef: {apiGroup: i.x, kind: DockerMachine, name: m1}}\n"
    "---\n"
    "apiVersion: cluster.x-k8s.io/v1beta2\n"
    "kind: Cluster\n"
    "metadata: {name: c1, namespace: prod, creationTimestamp: 2026-01-01T01:00:00Z}\n"
    "spec: {infrastructureRef: {apiGroup: i.x, kind: DockerCluster, name: c1}}\n"
    "status: {initialization: {infrastructureProvisioned: false}}\n";

struct WhyRun {
  Screen screen;
  ExitCode code;

  explicit WhyRun(std::vector<std::string> words) {
    const TempFolder folder;
    words.insert(words.begin(), "why");
    for (const char* word : {"-q", "--now", "2026-01-01T12:00:00Z", "--complete", "-f"}) {
      words.emplace_back(word);
    }
    words.push_back(folder.write("a.yaml", stuck_machine));
    code = screen.run(words);
  }
};

TEST(Why, ExplainsTheConditionThatWasAskedFor) {
  const WhyRun asked({"machine/m1", "nodehealthy"});
  const std::string& text = asked.screen.out.text;
  EXPECT_TRUE(text.starts_with("Machine prod/m1   ? NodeHealthy = Unknown / InspectionFailed"))
      << text << asked.screen.err.text;
  EXPECT_TRUE(
      text.contains("\ndecided by     row 1 of 16: cluster infrastructure is not provisioned"))
      << text;
  EXPECT_FALSE(text.contains("ANSWER")) << text;
  for (const std::vector<std::string>& flag :
       {std::vector<std::string>{"--all-rows"}, std::vector<std::string>{"-o", "wide"}}) {
    std::vector<std::string> words{"machine/m1", "nodehealthy"};
    words.insert(words.end(), flag.begin(), flag.end());
    const WhyRun all(words);
    EXPECT_TRUE(all.screen.out.text.contains("row 1 of 16 decides; 15 rows below were not asked"))
        << all.screen.out.text;
  }
  EXPECT_TRUE(text.contains("\ndo  ")) << text;
}

TEST(Why, AnswersAboutTheObjectWhenNoConditionIsNamed) {
  const WhyRun asked({"ma", "m1"});
  const std::string& text = asked.screen.out.text;
  EXPECT_TRUE(text.starts_with("✗ Stuck  Machine prod/m1  ObjectDoesNotExist   for ")) << text;
  EXPECT_LT(text.find("\ndo  "), text.find("\ndecided by  ")) << text;
  EXPECT_LT(text.find("\ndecided by  "), text.find("\nchanges when  ")) << text;
  EXPECT_TRUE(text.contains("CONDITION")) << text;
  EXPECT_TRUE(text.contains("? NodeHealthy")) << text;
  EXPECT_EQ(asked.code, ExitCode::Stuck);
}

TEST(Why, NamesTheRowThatDecidesTheVerdict) {
  const WhyRun asked({"ma", "m1"});
  const std::string& text = asked.screen.out.text;
  EXPECT_TRUE(
      text.contains("\ndecided by     row 12 of 15: it has no Node and it was created "
                    "longer ago than machineWithoutNode (for 11h, patience 20m)\n"))
      << text;
  const WhyRun data({"ma", "m1", "-o", "yaml"});
  EXPECT_TRUE(data.screen.out.text.contains("\nverdict:\n  verdict: Stuck\n"))
      << data.screen.out.text;
}

TEST(Why, FailsWhenNothingIsCalledThat) {
  const WhyRun asked({"machine/m9", "-n", "prod"});
  EXPECT_EQ(asked.code, ExitCode::Error);
  EXPECT_EQ(asked.screen.out.text, "");
  EXPECT_EQ(asked.screen.err.text,
            "error: no Machine \"m9\" in namespace prod; did you mean m1?\n");
}

TEST(Why, FailsWhenThereIsNoSuchCondition) {
  const WhyRun asked({"machine/m1", "NodeHelthy"});
  EXPECT_EQ(asked.code, ExitCode::Error);
  EXPECT_TRUE(asked.screen.err.text.contains("did you mean NodeHealthy?")) << asked.screen.err.text;
}

TEST(Why, PrintsOneConditionOrAllAsData) {
  const WhyRun one({"machine/m1", "NodeHealthy", "-o", "json"});
  EXPECT_TRUE(one.screen.out.text.contains("\"type\": \"NodeHealthy\"")) << one.screen.out.text;
  EXPECT_FALSE(one.screen.out.text.contains("\"type\": \"Paused\""));
  const WhyRun all({"machine/m1", "-o", "yaml"});
  EXPECT_TRUE(all.screen.out.text.contains("type: Paused\n")) << all.screen.out.text;
}

}  // namespace
}  // namespace telltale::cli
