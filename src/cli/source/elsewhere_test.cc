// SPDX-License-Identifier: Apache-2.0
#include "cli/source/elsewhere.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

// A server with m1 in one other namespace, and twin in two.
struct Away {
  FakeServer server = {};
  Screen screen = {};

  Away() {
    screen.dialer = &server;
    server.add("machines", machine_document("m1", "True", "clusters"));
    server.add("machines", machine_document("twin", "True", "a"));
    server.add("machines", machine_document("twin", "True", "b"));
  }
  ExitCode run(const std::vector<std::string>& args) { return screen.run(args); }
  bool shows(std::string_view text) const { return screen.out.text.contains(text); }
  bool says(std::string_view text) const { return screen.err.text.contains(text); }
};

constexpr std::string_view note = "note: m1 is in namespace clusters, not default\n";
constexpr std::string_view hint =
    "error: no Machine \"m1\" in namespace default; there is one in clusters: add -n clusters\n";
constexpr std::string_view which =
    "no Machine \"twin\" in namespace default; there are 2: say which with -n: a or b\n";

TEST(Elsewhere, IsTakenByWhyAndTheNoteIsSaidOnce) {
  Away away;
  away.run({"why", "machine/m1", "Ready"});
  EXPECT_TRUE(away.shows("clusters/m1")) << away.screen.out.text << away.screen.err.text;
  EXPECT_EQ(away.screen.err.text, note);
  Away quiet;
  quiet.run({"why", "machine/m1", "Ready", "-q"});
  EXPECT_TRUE(quiet.shows("clusters/m1"));
  EXPECT_EQ(quiet.screen.err.text, "");
}

TEST(Elsewhere, IsTakenWhereTheNamespaceWasTypedWrong) {
  Away away;
  away.run({"why", "machine/m1", "-n", "other"});
  EXPECT_TRUE(away.says("note: m1 is in namespace clusters, not other\n"));
  Away tree;
  tree.run({"tree", "machine/m1", "-n", "other"});
  EXPECT_TRUE(tree.shows("m1")) << tree.screen.err.text;
  EXPECT_TRUE(tree.says("note: m1 is in namespace clusters, not other\n"));
}

TEST(Elsewhere, IsNoWordForTreeWhichIsAboutTheFleet) {
  Away tree;
  tree.run({"tree", "machine/m1"});
  EXPECT_TRUE(tree.shows("m1")) << tree.screen.err.text;
  EXPECT_EQ(tree.screen.err.text, "");
}

TEST(Elsewhere, IsToldByGetAndWaitWhichDoNotTakeIt) {
  Away get;
  EXPECT_EQ(get.run({"get", "machine", "m1"}), ExitCode::Error);
  EXPECT_EQ(get.screen.err.text, hint);
  EXPECT_EQ(get.screen.out.text, "");
  for (const char* what : {"--for=condition=Ready", "--for=verdict=Healthy"}) {
    Away wait;
    EXPECT_EQ(wait.run({"wait", "machine/m1", what, "--timeout=0"}), ExitCode::Error);
    EXPECT_TRUE(wait.says(hint)) << what << wait.screen.err.text;
    EXPECT_EQ(wait.screen.out.text, "");
  }
}

TEST(Elsewhere, IsNobodysChoiceWhereThereAreSeveral) {
  for (const std::vector<std::string>& args : {std::vector<std::string>{"why", "machine/twin"},
                                               {"get", "machine/twin"},
                                               {"wait", "machine/twin", "--for=condition=Ready"},
                                               {"history", "machine/twin"}}) {
    Away away;
    if (args.front() == "history") away.server.refuse("/telltale/v1/history", 404, "unknown");
    EXPECT_EQ(away.run(args), ExitCode::Error) << args.front();
    EXPECT_TRUE(away.says(which)) << args.front() << away.screen.err.text;
    EXPECT_EQ(away.screen.out.text, "");
  }
  Away tree;
  EXPECT_EQ(tree.run({"tree", "machine/twin"}), ExitCode::Error);
  EXPECT_TRUE(tree.says("2 Machines called \"twin\"; say which with -n: a or b\n"))
      << tree.screen.err.text;
}

TEST(Elsewhere, IsNotLookedForByWhoMayNotListEverywhere) {
  for (const std::vector<std::string>& args : {std::vector<std::string>{"why", "machine/m1"},
                                               {"get", "machine/m1"},
                                               {"wait", "machine/m1", "--for=condition=Ready"}}) {
    Away away;
    away.server.refuse("v1beta2/machines", 403, "not at the cluster scope");
    EXPECT_EQ(away.run(args), ExitCode::Error);
    EXPECT_FALSE(away.says("clusters:")) << away.screen.err.text;
    EXPECT_TRUE(away.says("\"m1\" in namespace default\n") || away.says("\"m1\" not found\n"))
        << away.screen.err.text;
  }
}

TEST(Elsewhere, IsNotWhereItIsMeantToBe) {
  Away away;
  away.server.add("machines", machine_document("m1", "False"));
  away.run({"why", "machine/m1", "Ready"});
  EXPECT_TRUE(away.shows("default/m1")) << away.screen.out.text;
  EXPECT_EQ(away.screen.err.text, "");
  EXPECT_TRUE(std::ranges::none_of(away.server.asked, [](const std::string& target) {
    return target.contains("metadata.name");
  }));
}

TEST(Elsewhere, StillOffersWhatWasProbablyMeant) {
  Away away;
  away.server.add("machines", machine_document("m10", "False"));
  EXPECT_EQ(away.run({"get", "machine", "m11"}), ExitCode::Error);
  EXPECT_TRUE(away.says("did you mean m10?")) << away.screen.err.text;
}

TEST(Elsewhere, AsksAFewTimesHoweverManyNamesWereTyped) {
  Away away;
  std::vector<std::string> args{"get", "machines"};
  for (int i = 0; i < 40; ++i) args.push_back(format("nobody-{}", i));
  EXPECT_EQ(away.run(args), ExitCode::Error);
  EXPECT_EQ(std::ranges::count_if(
                away.server.asked,
                [](const std::string& target) { return target.contains("metadata.name"); }),
            10);
}

TEST(Elsewhere, OfADumpIsWhateverItHolds) {
  const TempFolder folder;
  const std::string file = folder.write("m.yaml",
                                        "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Machine\n"
                                        "metadata: {namespace: clusters, name: m1}\n"
                                        "spec: {clusterName: c1}\n");
  Screen why;
  why.run({"why", "machine/m1", "-n", "default", "-f", file});
  EXPECT_TRUE(why.out.text.contains("m1")) << why.err.text;
  EXPECT_TRUE(why.err.text.contains(note)) << why.err.text;
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"get", "machine", "m1", "-n", "default", "-f", file},
        {"wait", "machine/m1", "--for=condition=Ready", "-n", "default", "-f", file}}) {
    Screen screen;
    EXPECT_EQ(screen.run(args), ExitCode::Error);
    EXPECT_TRUE(screen.err.text.contains(hint)) << screen.err.text;
  }
}

TEST(ElsewhereInHistory, IsAskedOfTheJournalWhereTheServerHasIt) {
  Away away;
  away.server.refuse("history?group=cluster.x-k8s.io&kind=Machine&namespace=default", 404, "no");
  away.server.answer(
      "history?group=cluster.x-k8s.io&kind=Machine&namespace=clusters",
      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"History","now":"2026-01-01T12:00:00Z",
          "object":{"group":"cluster.x-k8s.io","kind":"Machine","namespace":"clusters","name":"m1"},
          "entries":[{"at":"2026-01-01T11:00:00Z","type":"Ready","status":"False",
                      "reason":"NodeGone","message":"gone"}]})");
  EXPECT_EQ(away.run({"history", "machine/m1"}), ExitCode::Fine) << away.screen.err.text;
  EXPECT_TRUE(away.shows("NodeGone"));
  EXPECT_EQ(away.screen.err.text, note);
}

TEST(ElsewhereInHistory, IsTheJournalsWordOfWhatIsGone) {
  Away away;
  away.server.clear("machines");
  away.server.answer(
      "&anywhere=true",
      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"History","now":"2026-01-01T12:00:00Z",
          "object":{"group":"cluster.x-k8s.io","kind":"Machine","namespace":"clusters","name":"m1"},
          "entries":[{"at":"2026-01-01T11:00:00Z","type":"Ready","status":"False",
                      "reason":"NodeGone","message":"gone"}]})");
  EXPECT_EQ(away.run({"history", "machine/m1"}), ExitCode::Fine) << away.screen.err.text;
  EXPECT_EQ(away.screen.err.text, note);
}

TEST(ElsewhereInHistory, IsWhatTheObjectTellsWhereNobodyKeepsAJournal) {
  Away away;
  away.server.running.clear();
  EXPECT_EQ(away.run({"history", "machine/m1"}), ExitCode::Fine) << away.screen.err.text;
  EXPECT_TRUE(away.says(note)) << away.screen.err.text;
}

TEST(Elsewhere, ListsTenNamespacesAndCountsTheRest) {
  std::vector<std::string> namespaces;
  for (char letter = 'a'; letter < 'm'; ++letter) namespaces.emplace_back(1, letter);
  EXPECT_EQ(told_elsewhere(std::move(namespaces)),
            "; there are 12: say which with -n: a, b, c, d, e, f, g, h, i or j (and 2 more)");
  EXPECT_EQ(told_elsewhere({"x; rm -rf"}), "; there is one in x; rm -rf: add -n 'x; rm -rf'");
  EXPECT_EQ(told_elsewhere({}), "");
}

}  // namespace
}  // namespace telltale::cli
