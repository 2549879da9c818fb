// SPDX-License-Identifier: Apache-2.0
#include "cli/source/load.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "cli/screen/progress.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

DialectName spoken(std::string_view yaml) {
  const TempFolder folder;
  Screen screen;
  ReadOptions options;
  options.paths = {folder.write("a.yaml", yaml)};
  const Result<Loaded> loaded = load(options, screen.streams());
  EXPECT_TRUE(loaded && loaded->errors.empty()) << screen.err.text;
  return dialect_spoken_in(loaded->world);
}

std::string machine_set(std::string_view status) {
  return "apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineSet\n"
         "metadata: {name: a, namespace: b}\nstatus: " +
         std::string(status) + "\n";
}

TEST(DialectSpoken, IsTheProposalsUnlessSomethingSaysOtherwise) {
  EXPECT_EQ(spoken(machine_set("{}")), DialectName::Proposal);
  EXPECT_EQ(
      spoken(machine_set("{conditions: [{type: Deleted, status: 'False', reason: NotDeleting, "
                         "lastTransitionTime: 2026-01-01T00:00:00Z}]}")),
      DialectName::Proposal);
}

TEST(DialectSpoken, IsUpstreamsWhereItsNamesAndPlacesAreUsed) {
  EXPECT_EQ(
      spoken(machine_set("{conditions: [{type: Deleting, status: 'False', reason: NotDeleting, "
                         "lastTransitionTime: 2026-01-01T00:00:00Z}]}")),
      DialectName::Upstream);
  EXPECT_EQ(spoken(machine_set("{deprecated: {v1beta1: {conditions: [{type: Ready, status: 'True', "
                               "lastTransitionTime: 2026-01-01T00:00:00Z}]}}}")),
            DialectName::Upstream);
}

TEST(DialectSpoken, IsUpstreamsWhereItsDefinitionsAreInTheDump) {
  EXPECT_EQ(spoken("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                   "metadata: {name: machines.cluster.x-k8s.io}\n"),
            DialectName::Upstream);
  EXPECT_EQ(spoken("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                   "metadata: {name: things.example.com}\n"),
            DialectName::Proposal);
}

TEST(Notes, AreShownUpToALimitAndCounted) {
  Screen screen;
  Loaded loaded{.world = World({}, {}, Completeness::Partial)};
  loaded.objects_read = 3;
  for (int line = 1; line <= 25; ++line) loaded.errors.push_back({"a.yaml", line, "bad \x1b"});
  loaded.warnings.push_back({"", 0, "odd"});
  say_notes(loaded, screen.streams());
  const std::string& text = screen.err.text;
  EXPECT_TRUE(text.starts_with("error: a.yaml:1: bad ")) << text;
  EXPECT_TRUE(text.contains("a.yaml:20:"));
  EXPECT_FALSE(text.contains("a.yaml:21:"));
  EXPECT_TRUE(
      text.ends_with("       ... and 5 more\n"
                     "       the other 3 documents were judged\n"
                     "warning: odd\n"))
      << text;
  EXPECT_FALSE(text.contains('\x1b'));
}

TEST(Progress, IsShownOnlyAfterASecondAndOnlyOnATerminal) {
  Screen screen;
  const dump::Progress half{.bytes_done = 50, .bytes_total = 100, .objects = 1204};
  {
    const Streams streams = screen.streams();
    ProgressBar bar(streams);
    screen.clock.advance(Seconds{5});
    bar.show(half);
  }
  EXPECT_EQ(screen.err.text, "");

  screen.err_terminal = terminal_of_width(80);
  {
    const Streams streams = screen.streams();
    ProgressBar bar(streams);
    bar.show(half);
    EXPECT_EQ(screen.err.text, "");
    screen.clock.advance(Seconds{2});
    bar.show(half);
    EXPECT_TRUE(screen.err.text.contains("████████████░░░░░░░░░░░░  50%  1,204 objects"))
        << screen.err.text;
  }
  EXPECT_TRUE(screen.err.text.ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace telltale::cli
