// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

// A terminal as a test sees it: what was written since the last frame.
struct Drawn {
  Screen screen = {};
  TerminalSize size{.columns = 80, .lines = 24};

  Drawn() { screen.terminal = terminal_of_width(80); }
  Streams streams() {
    Streams made = screen.streams();
    made.measure = [this] { return size; };
    return made;
  }
  std::string take() { return std::exchange(screen.out.text, {}); }
};

TEST(Canvas, DrawsOnTheSameLinesAndLeavesTheLastFrameBehind) {
  Screen screen;
  const Streams streams = screen.streams();
  {
    Canvas canvas(streams);
    canvas.draw("a\nb\n", "", {.columns = 80, .lines = 4});
    EXPECT_THAT(screen.out.text, HasSubstr("\x1b[H\x1b[Ka\n\x1b[Kb\n\x1b[J"));
    canvas.draw("1\n2\n3\n4\n5\n", "", {.columns = 80, .lines = 4});
    EXPECT_THAT(screen.out.text,
                HasSubstr("\x1b[H\x1b[K1\n\x1b[K2\n\x1b[K... 3 more lines below\n\x1b[J"));
  }
  EXPECT_THAT(screen.out.text, EndsWith("\x1b[?1049l1\n2\n3\n4\n5\n"));
}

TEST(Canvas, NeverCutsWhatMustBeSeen) {
  Screen screen;
  const Streams streams = screen.streams();
  Canvas canvas(streams);
  canvas.draw("1\n2\n3\n4\n5\n", "warning: no connection\n", {.columns = 80, .lines = 4});
  EXPECT_THAT(
      screen.out.text,
      HasSubstr("\x1b[K1\n\x1b[K... 4 more lines below\n\x1b[Kwarning: no connection\n\x1b[J"));
  canvas.draw("1\n2\n", "a\nb\nc\n", {.columns = 80, .lines = 1});
  EXPECT_THAT(screen.out.text, EndsWith("\x1b[H\x1b[J\x1b[?2026l"));
}

TEST(Canvas, KeepsTheCountsAndTheNextCommandAtTheEndOfALongFrame) {
  Screen screen;
  const Streams streams = screen.streams();
  Canvas canvas(streams);
  canvas.draw("1\n2\n3\n4\n\n2 need you\nnext: telltale why\n", "", {.columns = 80, .lines = 7});
  EXPECT_THAT(screen.out.text, HasSubstr("\x1b[K1\n\x1b[K2\n\x1b[K... 2 more lines below\n\x1b[K\n"
                                         "\x1b[K2 need you\n\x1b[Knext: telltale why\n\x1b[J"));
}

TEST(Canvas, LeavesOutTheBeginningOfWhatHasItsNewsAtTheEnd) {
  Screen screen;
  const Streams streams = screen.streams();
  Canvas canvas(streams, Canvas::Cut::Beginning);
  canvas.draw("1\n2\n3\n4\n5\n", "below\n", {.columns = 80, .lines = 5});
  EXPECT_THAT(
      screen.out.text,
      HasSubstr("\x1b[H\x1b[K... 3 more lines above\n\x1b[K4\n\x1b[K5\n\x1b[Kbelow\n\x1b[J"));
}

TEST(Canvas, CutsLinesThatAreWiderThanTheTerminal) {
  Screen screen;
  const Streams streams = screen.streams();
  Canvas canvas(streams);
  canvas.draw("123456\n\x1b[31m✗✗345\x1b[0m6\n\x1b[31m✗2345\x1b[0m\n日本語\n", "",
              {.columns = 5, .lines = 9});
  EXPECT_THAT(screen.out.text, HasSubstr("\x1b[K12345\x1b[0m\n\x1b[K\x1b[31m✗✗345\x1b[0m\x1b[0m\n"
                                         "\x1b[K\x1b[31m✗2345\x1b[0m\n\x1b[K日本\x1b[0m\n"));
}

TEST(Canvas, LeavesATerminalAloneThatItNeverDrewOn) {
  Screen screen;
  const Streams streams = screen.streams();
  {
    Canvas canvas(streams);
  }
  EXPECT_EQ(screen.out.text, "");
}

TEST(PipeScreen, SpeaksOnlyWhenSomethingIsDifferent) {
  TextOutput out;
  PipeScreen retelling(out, Watching::On);
  retelling.tell("tree 1s\n", "tree");
  retelling.tell("tree 2s\n", "tree");
  retelling.tell("other 3s\n", "other");
  EXPECT_EQ(out.text, "tree 1s\n\nother 3s\n");
}

TEST(PipeScreen, IsSilentAboutTheStartWhenOnlyChangesCount) {
  TextOutput out;
  PipeScreen retelling(out, Watching::Only);
  retelling.tell("tree 1s\n", "tree");
  retelling.tell("other 3s\n", "other");
  EXPECT_EQ(out.text, "other 3s\n");
}

TEST(PipeScreen, PartsDocumentsOfYaml) {
  TextOutput out;
  PipeScreen retelling(out, Watching::On, PipeScreen::Between::YamlDocuments);
  retelling.tell("a: 1\n", "1");
  retelling.tell("a: 2\n", "2");
  EXPECT_EQ(out.text, "a: 1\n---\na: 2\n");
}

TEST(DrawnView, FollowsTheSizeOfTheTerminal) {
  Drawn drawn;
  const Streams streams = drawn.streams();
  const ReadOptions read;
  DrawnView view(streams, read, [](const Loaded&, const Streams& onto) -> Result<ExitCode> {
    onto.out.write(format("{} wide\n2\n3\n", onto.out_terminal.width));
    return ExitCode::Stuck;
  });
  const Loaded loaded{.world = World({}, {}, Completeness::Partial, belonging_of_kinds())};
  EXPECT_EQ(view.show(loaded), ExitCode::Stuck);
  EXPECT_THAT(drawn.take(), HasSubstr("80 wide\n\x1b[K2\n\x1b[K3\n"));
  drawn.size = {.columns = 120, .lines = 3};
  EXPECT_EQ(view.show(loaded), ExitCode::Stuck);
  EXPECT_THAT(drawn.take(), HasSubstr("120 wide\n\x1b[K... 2 more lines below\n"));
}

TEST(DrawnView, SaysThatAnObjectIsGoneAndGoesOn) {
  Drawn drawn;
  const Streams streams = drawn.streams();
  const ReadOptions read;
  bool there = true;
  DrawnView view(streams, read, [&](const Loaded&, const Streams& onto) -> Result<ExitCode> {
    if (!there) return fail(Error::Kind::NotFound, "no Machine \"m1\"");
    onto.out.write("m1\n");
    return ExitCode::Fine;
  });
  const Loaded loaded{.world = World({}, {}, Completeness::Partial, belonging_of_kinds())};
  EXPECT_EQ(view.show(loaded), ExitCode::Fine);
  there = false;
  EXPECT_EQ(view.show(loaded), ExitCode::Error);
  EXPECT_THAT(drawn.take(), HasSubstr("error: no Machine \"m1\"\n"));
  there = true;
  EXPECT_EQ(view.show(loaded), ExitCode::Fine);
}

TEST(DrawnView, EndsWhereThereWasNeverAnythingToShow) {
  Drawn drawn;
  const Streams streams = drawn.streams();
  const ReadOptions read;
  {
    DrawnView view(streams, read, [](const Loaded&, const Streams&) -> Result<ExitCode> {
      return fail(Error::Kind::NotFound, "no Machine");
    });
    EXPECT_FALSE(
        view.show(Loaded{.world = World({}, {}, Completeness::Partial, belonging_of_kinds())}));
  }
  EXPECT_EQ(drawn.take(), "");
}

TEST(DrawnView, ShowsTroubleBelowTheFrameUntilItIsOver) {
  Drawn drawn;
  const Streams streams = drawn.streams();
  const ReadOptions read;
  DrawnView view(streams, read, [](const Loaded&, const Streams& onto) -> Result<ExitCode> {
    onto.out.write("frame\n");
    return ExitCode::Fine;
  });
  const Loaded loaded{.world = World({}, {}, Completeness::Partial, belonging_of_kinds())};
  view.say_trouble("no connection to https://api.test");
  EXPECT_TRUE(view.show(loaded));
  EXPECT_THAT(drawn.take(), HasSubstr("frame\n\x1b[Kwarning: no connection to https://api.test\n"));
  view.say_trouble("");
  EXPECT_TRUE(view.show(loaded));
  EXPECT_THAT(drawn.take(), Not(HasSubstr("warning")));
}

TEST(ToldView, SaysOnceThatTheConnectionIsLostAndOnceThatItIsBack) {
  Screen screen;
  const Streams streams = screen.streams();
  const ReadOptions read;
  ToldView view(streams, read,
                [](const Loaded&, const Streams&) -> Result<ExitCode> { return ExitCode::Fine; });
  view.say_trouble("no connection");
  view.say_trouble("no connection, still");
  view.say_trouble("");
  view.say_trouble("");
  EXPECT_EQ(screen.err.text, "warning: no connection\nnote: connected again\n");
}

TEST(ToldView, SaysOnceThatAnObjectIsGone) {
  Screen screen;
  const Streams streams = screen.streams();
  const ReadOptions read;
  bool there = true;
  ToldView view(streams, read, [&](const Loaded&, const Streams&) -> Result<ExitCode> {
    if (!there) return fail(Error::Kind::NotFound, "no Machine \"m1\"");
    return ExitCode::Stuck;
  });
  const Loaded loaded{.world = World({}, {}, Completeness::Partial, belonging_of_kinds())};
  EXPECT_EQ(view.show(loaded), ExitCode::Stuck);
  there = false;
  EXPECT_EQ(view.show(loaded), ExitCode::Error);
  EXPECT_EQ(view.show(loaded), ExitCode::Error);
  EXPECT_EQ(screen.err.text, "error: no Machine \"m1\"\n");
}

}  // namespace
}  // namespace telltale::cli
