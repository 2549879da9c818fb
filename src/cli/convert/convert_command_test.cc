// SPDX-License-Identifier: Apache-2.0
#include "cli/convert/convert_command.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

constexpr std::string_view documents =
    "apiVersion: cluster.x-k8s.io/v1beta1\n"
    "kind: MachineSet\n"
    "metadata: {name: s1}\n"
    "spec: {minReadySeconds: 5, deletePolicy: Oldest}\n"
    "---\n"
    "apiVersion: v1\n"
    "kind: ConfigMap\n"
    "metadata: {name: c1}\n"
    "data: {mode: \"0x1F\", \"on\": \"yes\", big: \"12345678901234567890\"}\n";

TEST(Convert, WritesEveryDocumentInOrder) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write("a.yaml", std::string(documents));
  EXPECT_EQ(screen.run({"convert", "-f", file, "--to", "v1beta2"}), ExitCode::Fine)
      << screen.err.text;
  EXPECT_EQ(screen.out.text,
            "apiVersion: cluster.x-k8s.io/v1beta2\n"
            "kind: MachineSet\n"
            "metadata:\n"
            "  name: s1\n"
            "spec:\n"
            "  deletion:\n"
            "    order: Oldest\n"
            "  template:\n"
            "    spec:\n"
            "      minReadySeconds: 5\n"
            "---\n"
            "apiVersion: v1\n"
            "data:\n"
            "  big: \"12345678901234567890\"\n"
            "  mode: \"0x1F\"\n"
            "  \"on\": \"yes\"\n"
            "kind: ConfigMap\n"
            "metadata:\n"
            "  name: c1\n");
  EXPECT_EQ(screen.err.text, "");
}

TEST(Convert, WritesOneJsonDocumentOrAList) {
  const TempFolder folder;
  Screen one;
  one.run({"convert", folder.write("b.yaml", "apiVersion: v1\nkind: A\n"), "--to", "v1beta1", "-o",
           "json"});
  EXPECT_EQ(one.out.text, "{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"A\"\n}\n");
  Screen both;
  both.run({"convert", "-o", "json", "--to=v1beta2", "-f",
            folder.write("a.yaml", std::string(documents))});
  EXPECT_TRUE(both.out.text.contains("\"kind\": \"List\"")) << both.out.text;
}

TEST(Convert, SaysWhatWasLostAndConvertsTheRest) {
  const TempFolder folder;
  Screen screen;
  const std::string file = folder.write(
      "a.yaml", "apiVersion: cluster.x-k8s.io/v1alpha3\nkind: Machine\nmetadata: {name: m}\n---\n" +
                    std::string(documents));
  EXPECT_EQ(screen.run({"convert", "-f", file, "--to", "v1beta2"}), ExitCode::Error);
  EXPECT_TRUE(screen.err.text.contains("a.yaml:1: Machine m has version v1alpha3"))
      << screen.err.text;
  EXPECT_TRUE(screen.out.text.contains("order: Oldest"));
}

TEST(Convert, WarnsAndGoesOn) {
  const TempFolder folder;
  const std::string file = folder.write("a.yaml",
                                        "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Machine\n"
                                        "metadata: {name: m}\nspec: {nodeDrainTimeout: soon}\n");
  Screen screen;
  EXPECT_EQ(screen.run({"convert", "-f", file, "--to", "v1beta2"}), ExitCode::Fine);
  EXPECT_TRUE(screen.err.text.contains("warning: ")) << screen.err.text;
  EXPECT_TRUE(screen.err.text.contains("a.yaml:1: spec.nodeDrainTimeout")) << screen.err.text;
  Screen quiet;
  quiet.run({"convert", "-q", "-f", file, "--to", "v1beta2"});
  EXPECT_EQ(quiet.err.text, "");
}

TEST(Convert, SpeaksTheDialectItIsTold) {
  const TempFolder folder;
  const std::string file = folder.write("a.yaml",
                                        "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Machine\n"
                                        "metadata: {name: m}\nstatus: {phase: Running}\n");
  const auto converted = [&](std::vector<std::string> more) {
    std::vector<std::string> args{"convert", "-f", file, "--to", "v1beta2"};
    args.insert(args.end(), more.begin(), more.end());
    Screen screen;
    screen.run(args);
    return screen.out.text;
  };
  EXPECT_TRUE(converted({}).contains("backCompatibilty:\n    phase: Running"));
  EXPECT_TRUE(converted({"--dialect", "upstream"}).contains("status:\n  phase: Running"));
  EXPECT_FALSE(converted({"--after-removal"}).contains("phase"));
}

TEST(Convert, NeedsAVersionAndSomethingToRead) {
  const auto code = [](std::vector<std::string> args) {
    Screen screen;
    return screen.run(args);
  };
  EXPECT_EQ(code({"convert", "--to", "v1beta1"}), ExitCode::Usage);
  EXPECT_EQ(code({"convert", "-f", "x"}), ExitCode::Usage);
  EXPECT_EQ(code({"convert", "-f", "x", "--to", "v1"}), ExitCode::Usage);
  EXPECT_EQ(code({"convert", "-f", "x", "--to", "v1beta1", "--after-removal"}), ExitCode::Usage);
  EXPECT_EQ(code({"convert", "-f", "x", "--to", "v1beta1", "-o", "wide"}), ExitCode::Usage);
  EXPECT_EQ(code({"convert", "-f", "/nowhere/at/all", "--to", "v1beta1"}), ExitCode::Error);
}

}  // namespace
}  // namespace telltale::cli
