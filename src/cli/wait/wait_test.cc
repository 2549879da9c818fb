// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

struct WaitRun {
  FakeServer server = {};
  Screen screen = {};

  WaitRun() { screen.dialer = &server; }
  ExitCode run(std::vector<std::string> args) {
    args.insert(args.begin(), "wait");
    return screen.run(args);
  }
};

TEST(Wait, EndsAtOnceWhereItIsMet) {
  WaitRun wait;
  wait.server.add("machines", machine_document("m1", "True"));
  EXPECT_EQ(wait.run({"machine/m1", "--for=condition=Ready"}), ExitCode::Fine)
      << wait.screen.err.text;
  EXPECT_EQ(wait.screen.out.text, "machine.cluster.x-k8s.io/m1 condition met\n");
}

TEST(Wait, LooksOnceWhenItHasNoTime) {
  WaitRun wait;
  wait.server.add("machines", machine_document("m1", "False"));
  EXPECT_EQ(wait.run({"machine/m1", "--for=condition=Ready", "--timeout=0"}), ExitCode::TimedOut);
  EXPECT_EQ(wait.screen.err.text,
            "error: condition not met for machines/m1\n"
            "       condition=Ready: Ready is False, Because: so\n"
            "next: telltale why machine/m1 -n default\n");
}

TEST(Wait, FailsWhereItWillNotBe) {
  WaitRun wait;
  wait.server.add("machines", machine_document("m1", "False"));
  EXPECT_EQ(wait.run({"ma/m1", "--for=create", "--fail-on=condition=Ready=False"}),
            ExitCode::Stuck);
  EXPECT_TRUE(wait.screen.err.text.starts_with(
      "error: machine.cluster.x-k8s.io/m1 failed: --fail-on=condition=Ready=False holds\n"))
      << wait.screen.err.text;
}

TEST(Wait, SaysWhatIsNotThere) {
  WaitRun wait;
  EXPECT_EQ(wait.run({"ma/m1", "--for=condition=Ready"}), ExitCode::Error);
  EXPECT_TRUE(wait.screen.err.text.contains("machines.cluster.x-k8s.io \"m1\" not found"))
      << wait.screen.err.text;
  WaitRun all;
  EXPECT_EQ(all.run({"ma", "--all", "--for=condition=Ready"}), ExitCode::Error);
  EXPECT_TRUE(all.screen.err.text.contains("no matching resources found"));
  WaitRun created;
  EXPECT_EQ(created.run({"ma/m1", "--for=create", "--timeout=0"}), ExitCode::TimedOut);
  WaitRun deleted;
  EXPECT_EQ(deleted.run({"ma/m1", "--for=delete"}), ExitCode::Fine);
  EXPECT_EQ(deleted.screen.out.text, "");
}

TEST(Wait, TakesOnlyThoseOfItsNamespace) {
  WaitRun wait;
  wait.server.add("machines", machine_document("m1", "True"));
  wait.server.add("machines", machine_document("m2", "False", "other"));
  EXPECT_EQ(wait.run({"ma", "--all", "--for=condition=Ready", "--timeout=0"}), ExitCode::Fine)
      << wait.screen.err.text;
  EXPECT_EQ(wait.screen.out.text, "machine.cluster.x-k8s.io/m1 condition met\n");
}

TEST(Wait, SaysWhenItMayNotLook) {
  WaitRun wait;
  wait.server.refuse("/machines", 403, "not for bob");
  EXPECT_EQ(wait.run({"ma/m1", "--for=create", "--timeout=0"}), ExitCode::Error);
  EXPECT_TRUE(wait.screen.err.text.contains("not for bob")) << wait.screen.err.text;
}

TEST(Wait, SaysAtOnceThatAConditionWasTypedWrong) {
  for (const char* flag : {"--for=condition=Avail", "--for=condition=avaliable=False"}) {
    WaitRun wait;
    wait.server.add("machines", machine_document("m1", "True"));
    EXPECT_EQ(wait.run({"ma/m1", flag}), ExitCode::Usage) << wait.screen.err.text;
    EXPECT_TRUE(wait.screen.err.text.contains("did you mean Available?")) << wait.screen.err.text;
  }
  WaitRun failing;
  failing.server.add("machines", machine_document("m1", "False"));
  EXPECT_EQ(failing.run({"ma", "--all", "--for=condition=Ready", "--fail-on=condition=Redy"}),
            ExitCode::Usage);
}

TEST(Wait, WaitsForConditionsThatOthersMayWrite) {
  for (const char* flag :
       {"--for=condition=ExampleComBackup", "--for=condition=ready", "--for=condition=Ok"}) {
    WaitRun wait;
    wait.server.add("machines", machine_document("m1", "False"));
    EXPECT_EQ(wait.run({"ma/m1", flag, "--timeout=0"}), ExitCode::TimedOut)
        << flag << wait.screen.err.text;
  }
  WaitRun foreign;
  foreign.server.add_kind("example.com", "Widget", "widgets");
  foreign.server.add("widgets", machine_document("w", "False"));
  EXPECT_EQ(foreign.run({"widget/w", "--for=condition=Avail", "--timeout=0"}), ExitCode::TimedOut)
      << foreign.screen.err.text;
}

TEST(Wait, JudgesForAVerdict) {
  WaitRun wait;
  wait.server.add("machines", machine_document("m1", "True"));
  EXPECT_EQ(wait.run({"ma/m1", "--for=verdict=Healthy", "--timeout=0"}), ExitCode::TimedOut)
      << wait.screen.out.text;
  EXPECT_TRUE(wait.screen.err.text.contains("the verdict is ")) << wait.screen.err.text;
}

TEST(WaitOffline, LooksOnceAtADump) {
  const TempFolder folder;
  const std::string file = folder.write(
      "m.yaml",
      "apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineHealthCheck\n"
      "metadata: {namespace: default, name: m1}\nspec: {clusterName: c1}\n"
      "status: {currentHealthy: 2, conditions: [{type: Ready, status: 'True', reason: Good, "
      "lastTransitionTime: 2026-01-01T00:00:00Z}]}\n");
  const auto run = [&](std::vector<std::string> args) {
    Screen screen;
    args.insert(args.begin(), {"wait", "mhc/m1", "-f", file});
    return screen.run(args);
  };
  EXPECT_EQ(run({"--for=condition=Ready"}), ExitCode::Fine);
  EXPECT_EQ(run({"--for=condition=Ready=False"}), ExitCode::Unknown);
  EXPECT_EQ(run({"--for=create", "--fail-on=condition=Ready"}), ExitCode::Stuck);
  EXPECT_EQ(run({"--for=jsonpath={.status.currentHealthy}=2"}), ExitCode::Fine);
  EXPECT_EQ(run({"--for=delete"}), ExitCode::Unknown);
  EXPECT_EQ(run({"--for=condition=Redy"}), ExitCode::Unknown);  // a kind that is not judged
  const std::string machine = folder.write(
      "machine.yaml",
      "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Machine\nmetadata: {namespace: ns, name: m}\n"
      "status: {conditions: [{type: Avalable, status: 'True', lastTransitionTime: "
      "2026-01-01T00:00:00Z}]}\n");
  const auto look = [&](std::string_view type) {
    Screen screen;
    return screen.run({"wait", "ma/m", "-f", machine, format("--for=condition={}", type)});
  };
  EXPECT_EQ(look("Avail"), ExitCode::Usage);
  EXPECT_EQ(look("Avalable"), ExitCode::Fine);  // it is there
  Screen missing;
  EXPECT_EQ(missing.run({"wait", "mhc/m2", "-f", file, "--for=condition=Ready"}), ExitCode::Error);
}

}  // namespace
}  // namespace telltale::cli
