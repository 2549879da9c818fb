// SPDX-License-Identifier: Apache-2.0
#include "cli/source/live_load.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

// A command that is run against a server.
struct Live {
  FakeServer server = {};
  Screen screen = {};

  Live() { screen.dialer = &server; }
  ExitCode run(const std::vector<std::string>& args) { return screen.run(args); }
};

TEST(LiveLoad, ReadsTheServerWhereNoFileIsNamed) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.server.add("machines", machine_document("m2", "False", "other"));
  EXPECT_EQ(live.run({"get", "machines"}), ExitCode::Fine) << live.screen.err.text;
  EXPECT_TRUE(live.screen.out.text.contains("m1")) << live.screen.out.text;
  EXPECT_FALSE(live.screen.out.text.contains("m2")) << live.screen.out.text;
  EXPECT_FALSE(live.screen.out.text.contains("NAMESPACE"));
}

TEST(LiveLoad, LooksIntoAllNamespacesWhenAsked) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.server.add("machines", machine_document("m2", "False", "other"));
  EXPECT_EQ(live.run({"get", "machines", "-A"}), ExitCode::Fine);
  EXPECT_TRUE(live.screen.out.text.contains("m1"));
  EXPECT_TRUE(live.screen.out.text.contains("other")) << live.screen.out.text;
}

TEST(LiveLoad, SaysWhereItFoundNothing) {
  Live live;
  EXPECT_EQ(live.run({"get", "machines"}), ExitCode::Fine);
  EXPECT_EQ(live.screen.err.text, "No resources found in default namespace.\n");
}

TEST(LiveLoad, RefusesWhereWhatWasAskedForMayNotBeRead) {
  Live live;
  live.server.refuse("/machines", 403, "User bob cannot list machines");
  EXPECT_EQ(live.run({"get", "machines"}), ExitCode::Error);
  EXPECT_TRUE(live.screen.err.text.starts_with(
      "error: https://api.test answered 403: User bob cannot list machines\n"))
      << live.screen.err.text;
  EXPECT_TRUE(live.screen.err.text.contains("viewer role"));
}

TEST(LiveLoad, GoesOnWithoutWhatNobodyAskedFor) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.server.refuse("/clusters", 403, "no clusters for bob");
  EXPECT_EQ(live.run({"get", "machines"}), ExitCode::Fine);
  EXPECT_TRUE(live.screen.out.text.contains("m1"));
  EXPECT_TRUE(live.screen.err.text.contains("warning:")) << live.screen.err.text;
  EXPECT_TRUE(live.screen.err.text.contains("no clusters for bob"));
}

TEST(LiveLoad, TriesItsNamespaceWhereItMayNotListEverywhere) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.server.refuse("v1beta2/machines", 403, "not at the cluster scope");
  live.server.refuse("v1beta2/clusters", 403, "not at the cluster scope");
  EXPECT_EQ(live.run({"get", "machines", "-A"}), ExitCode::Fine) << live.screen.err.text;
  EXPECT_TRUE(live.screen.out.text.contains("m1"));
  EXPECT_TRUE(live.screen.err.text.contains("only namespace default was looked at"))
      << live.screen.err.text;
}

TEST(LiveLoad, SaysWhenNobodyAnswers) {
  Live live;
  live.server.refuse("/", 0, "https://api.test: connection refused");
  EXPECT_EQ(live.run({"check"}), ExitCode::Error);
  EXPECT_TRUE(live.screen.err.text.contains("connection refused")) << live.screen.err.text;
}

TEST(LiveLoad, JudgesAsOfTheClock) {
  Live live;
  live.server.add("machines", machine_document("m1", "False"));
  live.run({"check", "-o", "json"});
  EXPECT_TRUE(live.screen.out.text.contains("2026-01-01T12:00:00Z")) << live.screen.out.text;
  EXPECT_TRUE(live.screen.out.text.contains("\"m1\""));
}

TEST(LiveLoad, KnowsThatWhatAWholeListDoesNotHoldIsAbsent) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  ReadOptions options;
  const Streams streams = live.screen.streams();
  Result<Source> source = Source::open(options, streams);
  ASSERT_TRUE(source);
  const Result<Loaded> loaded = source->load(options, streams, {});
  ASSERT_TRUE(loaded);
  const Key machine{"cluster.x-k8s.io", "Machine", "default", "m9", {}};
  const Key node{"", "Node", "", "n1", {"default", "c1"}};
  EXPECT_EQ(loaded->world.find(machine).sight, Sight::Absent);
  EXPECT_EQ(loaded->world.find(node).sight, Sight::NotCollected);
}

TEST(LiveLoad, NeverAsksForSecrets) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.run({"why", "machine/m1"});
  EXPECT_TRUE(std::ranges::none_of(live.server.asked, [](const std::string& target) {
    return target.contains("secrets") || target.contains("pods");
  }));
}

TEST(LiveHistory, ShowsWhatTheJournalRemembers) {
  Live live;
  live.server.answer(
      "/telltale/v1/"
      "history?group=cluster.x-k8s.io&kind=Machine&namespace=default&name=m1&type=Ready",
      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"History","now":"2026-01-01T12:00:00Z",
          "object":{"group":"cluster.x-k8s.io","kind":"Machine","namespace":"default","name":"m1"},
          "entries":[{"at":"2026-01-01T11:00:00Z","type":"Ready","status":"False",
                      "reason":"NodeGone","message":"gone"}]})");
  EXPECT_EQ(live.run({"history", "machine/m1", "Ready"}), ExitCode::Fine) << live.screen.err.text;
  EXPECT_TRUE(live.screen.out.text.contains("NodeGone")) << live.screen.out.text;
  EXPECT_EQ(live.screen.err.text, "");
}

TEST(LiveHistory, TellsWhatTheObjectKnowsWhereNobodyAnswers) {
  Live live;
  live.server.add("machines", machine_document("m1", "True"));
  live.server.refuse("/telltale/", 0, "connection refused");
  EXPECT_EQ(live.run({"history", "machine/m1"}), ExitCode::Fine) << live.screen.err.text;
  EXPECT_TRUE(live.screen.err.text.contains("shown is what the object itself reports"));
  EXPECT_TRUE(live.screen.out.text.contains("Ready")) << live.screen.out.text;
}

TEST(LiveHistory, IsNotThatOfAnotherCluster) {
  Live live;
  live.server.running = "u-elsewhere";
  live.server.add("machines", machine_document("m1", "True"));
  live.server.answer("/telltale/v1/history", R"({"kind":"History"})");
  EXPECT_EQ(live.run({"history", "machine/m1"}), ExitCode::Fine) << live.screen.err.text;
  EXPECT_TRUE(live.screen.err.text.contains("judges another cluster")) << live.screen.err.text;
  EXPECT_TRUE(std::ranges::none_of(live.server.asked, [](const std::string& target) {
    return target.contains("/telltale/v1/history");
  }));
}

}  // namespace
}  // namespace telltale::cli
