// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_history.h"

#include <signal.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ToldHistory said(std::size_t times) {
  HistoryDocument document{.now = noon};
  document.history.subject = {.kind = "NodePool", .namespace_name = "clusters", .name = "np"};
  for (std::size_t i = 0; i < times; ++i) {
    const bool good = i % 2 == 0;
    document.history.entries.push_back({.at = noon - std::chrono::minutes(10 - i),
                                        .type = "Ready",
                                        .status = good ? Status::True : Status::False,
                                        .reason = good ? "Fine" : "Broken",
                                        .message = "because\nof \x1b[2J"});
  }
  return {.document = std::move(document)};
}

struct PipedHistory {
  Screen screen = {};
  HistoryOptions options = {};
  Streams streams = screen.streams();

  explicit PipedHistory(Watching watching) { options.watching = watching; }
  std::string take() { return std::exchange(screen.out.text, {}); }
};

TEST(NewEntries, TellsTheTableOnceAndThenALineForEveryEntry) {
  PipedHistory pipe(Watching::On);
  NewEntries entries(pipe.options, pipe.streams);
  entries.tell(said(1));
  EXPECT_THAT(pipe.take(), HasSubstr("next: telltale why"));
  entries.tell(said(1));
  EXPECT_EQ(pipe.take(), "");
  entries.tell(said(3));
  const std::string lines = pipe.take();
  EXPECT_THAT(lines, StartsWith("2026-01-01T11:51:00Z ~ Ready=False Broken because"));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 2) << lines;
  EXPECT_THAT(lines, Not(HasSubstr("\x1b")));
}

TEST(NewEntries, LeavesOutTheStartWhenOnlyChangesCount) {
  PipedHistory pipe(Watching::Only);
  pipe.options.output = HistoryOutput::Json;
  NewEntries entries(pipe.options, pipe.streams);
  entries.tell(said(1));
  EXPECT_EQ(pipe.take(), "");
  entries.tell(said(2));
  const std::string document = pipe.take();
  EXPECT_EQ(std::ranges::count(document, '\n'), 1) << "one line: " << document;
  const auto parsed = parse_history(document);
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->history.entries.size(), 1U);
  EXPECT_EQ(parsed->history.entries[0].reason, "Broken");
}

TEST(NewEntries, ForgetsWhatTheJournalForgot) {
  PipedHistory pipe(Watching::Only);
  NewEntries entries(pipe.options, pipe.streams);
  entries.tell(said(3));
  ToldHistory cut = said(4);
  std::vector<JournalEntry>& entries_left = cut.document.history.entries;
  entries_left.erase(entries_left.begin(), entries_left.begin() + 2);
  entries.tell(cut);
  EXPECT_EQ(std::ranges::count(pipe.take(), '\n'), 1);
}

TEST(WatchJournal, EndsAtCtrlC) {
  PipedHistory pipe(Watching::On);
  Bell bell(Bell::Signals::Heard);
  raise(SIGINT);
  EXPECT_EQ(watch_journal(bell, pipe.options, pipe.streams, [] { return said(1); }),
            ExitCode::Fine);
  EXPECT_THAT(pipe.take(), HasSubstr("Fine"));
}

TEST(WatchJournal, RefusesWhereNobodyAnswersAtTheStart) {
  PipedHistory pipe(Watching::On);
  Bell bell(Bell::Signals::Unheard);
  const auto nobody = []() -> Result<ToldHistory> {
    return fail(Error::Kind::NotFound, "nothing is known about it");
  };
  EXPECT_EQ(watch_journal(bell, pipe.options, pipe.streams, nobody), ExitCode::Error);
  EXPECT_THAT(pipe.screen.err.text, HasSubstr("nothing is known about it"));
}

}  // namespace
}  // namespace telltale::cli
