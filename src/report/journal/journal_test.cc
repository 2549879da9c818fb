// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "report/journal/journal_for_test.h"

namespace telltale {
namespace {

using history_test::Folder;
using history_test::machine_key;
using history_test::set_text;
using history_test::start;
using history_test::text_of;
using history_test::Told;
using std::chrono::minutes;

std::vector<std::string> entry_texts(std::span<const JournalEntry> entries) {
  std::vector<std::string> texts;
  for (const JournalEntry& entry : entries) {
    texts.push_back(format("{} {}={} {}", (entry.at - start).count(), entry.type,
                           to_text(entry.status), entry.reason));
  }
  return texts;
}

std::vector<std::string> history_of(const Journal& journal, std::string_view name,
                                    std::string_view type = {}) {
  const auto history = journal.history(machine_key(name), type);
  if (!history) return {history.error().detail};
  return entry_texts(history->entries);
}

using Texts = std::vector<std::string>;

TEST(Journal, WritesDownOnlyWhatDiffers) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "NotReady", start, "no node yet");
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start)), (Texts{"0 Ready=False NotReady"}));
  EXPECT_TRUE(journal.note(machine.judged(), start + minutes(1)).empty());
  machine.says("Ready", Status::True, "Ready", start + minutes(2));
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start + minutes(3))),
            (Texts{"120 Ready=True Ready"}));
  EXPECT_TRUE(journal.note(machine.judged(), start + minutes(4)).empty());
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"0 Ready=False NotReady", "120 Ready=True Ready"}));
}

TEST(Journal, KnowsInWhichNamespacesSomethingOfANameWas) {
  Journal journal;
  for (const char* space : {"two", "one"}) {
    Told machine("m1");
    machine.says("Ready", Status::False, "NotReady", start, "no node yet");
    machine.object().key.namespace_name = space;
    journal.note(machine.judged(), start);
  }
  Told other("m2");
  other.says("Ready", Status::False, "NotReady", start, "no node yet");
  journal.note(other.judged(), start);
  EXPECT_EQ(journal.namespaces_with(machine_key("m1")), (Texts{"one", "two"}));
  EXPECT_EQ(journal.namespaces_with(machine_key("m2")), (Texts{"default"}));
  EXPECT_EQ(journal.namespaces_with(machine_key("m1", "MachineSet")), (Texts{}));
}

TEST(Journal, KeepsMessagesOfWhatIsNotGood) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::Unknown, "Lost", start, "who knows");
  const auto news = journal.note(machine.judged(), start);
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].message, "who knows");
  EXPECT_EQ(journal.history(machine_key("m1"), "Ready")->entries[0].message, "who knows");
}

TEST(Journal, AGoodConditionAtFirstSightIsNoEntryButHasAHistory) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::True, "Ready", start)
      .says("Paused", Status::False, "NotPaused", start);
  EXPECT_TRUE(journal.note(machine.judged(), start + minutes(1)).empty());
  EXPECT_EQ(journal.figures().entries, 0U);
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"0 Paused=False NotPaused", "0 Ready=True Ready"}));
}

TEST(Journal, TheFirstTurnBringsWhatWasBefore) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::True, "Ready", start);
  journal.note(machine.judged(), start);
  machine.says("Ready", Status::False, "NotReady", start + minutes(5), "node is gone");
  EXPECT_EQ(journal.note(machine.judged(), start + minutes(5)).size(), 1U);
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"0 Ready=True Ready", "300 Ready=False NotReady"}));
  EXPECT_EQ(journal.figures().entries, 2U);
}

TEST(Journal, AnotherReasonIsDatedWhenItIsSeen) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start);
  journal.note(machine.judged(), start);
  machine.says("Ready", Status::False, "B", start, "another message");
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start + minutes(7))),
            (Texts{"420 Ready=False B"}));
}

TEST(Journal, AnotherMessageAloneIsNoNews) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start, "one");
  journal.note(machine.judged(), start);
  machine.says("Ready", Status::False, "A", start, "two");
  EXPECT_TRUE(journal.note(machine.judged(), start + minutes(1)).empty());
}

TEST(Journal, TimeNeverRunsBackwardsWithinACondition) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start + minutes(90));
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start)), (Texts{"0 Ready=False A"}))
      << "a time in the future is now";
  machine.says("Ready", Status::True, "B", start - minutes(90));
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start + minutes(1))),
            (Texts{"0 Ready=True B"}));
  machine.says("Ready", Status::False, "C");
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start + minutes(2))),
            (Texts{"120 Ready=False C"}))
      << "a condition without a time turned when it was seen";
}

TEST(Journal, OfARepeatedTypeTheLastOneCounts) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start).also_says("Ready", Status::False, "B", start);
  EXPECT_EQ(entry_texts(journal.note(machine.judged(), start)), (Texts{"0 Ready=False B"}));
  EXPECT_TRUE(journal.note(machine.judged(), start).empty());
}

TEST(Journal, ANewObjectOfAnOldNameIsAnotherOne) {
  Journal journal;
  Told old("m1", "u1");
  old.says("Ready", Status::False, "Old", start);
  journal.note(old.judged(), start);
  Told young("m1", "u2");
  young.says("Ready", Status::False, "Young", start + minutes(1));
  EXPECT_EQ(journal.note(young.judged(), start + minutes(1)).size(), 1U);
  const auto history = journal.history(machine_key("m1"), "");
  ASSERT_TRUE(history);
  EXPECT_EQ(history->subject,
            (JournalSubject{"cluster.x-k8s.io", "Machine", "default", "m1", "u2"}));
  EXPECT_EQ(entry_texts(history->entries), (Texts{"60 Ready=False Young"}));
  journal.forget(machine_key("m1"), "u1");
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"60 Ready=False Young"})) << "a late farewell";
}

TEST(Journal, WhatIsGoneKeepsItsHistoryIfItHasOne) {
  Journal journal;
  Told troubled("m1");
  troubled.says("Ready", Status::False, "NotReady", start);
  Told calm("m2");
  calm.says("Ready", Status::True, "Ready", start);
  journal.note(troubled.judged(), start);
  journal.note(calm.judged(), start);
  journal.forget(machine_key("m1"), "u1");
  journal.forget(machine_key("m2"), "u1");
  journal.forget(machine_key("m3"), "u1");
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"0 Ready=False NotReady"}));
  EXPECT_EQ(journal.history(machine_key("m2"), "").error().kind, Error::Kind::NotFound);
  EXPECT_EQ(journal.figures().subjects, 1U);
  EXPECT_TRUE(journal.note(troubled.judged(), start).empty()) << "it was only out of sight";
}

TEST(Journal, FindsAConditionInAnyCaseAndSaysWhatItDoesNotKnow) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start)
      .says("Paused", Status::False, "NotPaused", start);
  journal.note(machine.judged(), start);
  EXPECT_EQ(history_of(journal, "m1", "ready"), (Texts{"0 Ready=False A"}));
  EXPECT_EQ(history_of(journal, "m1", "Nope"), (Texts{"Machine default/m1 has no condition Nope"}));
  EXPECT_EQ(history_of(journal, "m9"), (Texts{"nothing is known about Machine default/m9"}));
}

TEST(Journal, AConditionThatIsGoneKeepsItsEntries) {
  Journal journal;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start).says("Gone", Status::False, "B", start);
  machine.says("Calm", Status::True, "C", start);
  journal.note(machine.judged(), start);
  machine.stops_saying("Gone").stops_saying("Calm");
  EXPECT_TRUE(journal.note(machine.judged(), start + minutes(1)).empty());
  EXPECT_EQ(history_of(journal, "m1"), (Texts{"0 Gone=False B", "0 Ready=False A"}));
}

TEST(Journal, ObjectsOfWorkloadClustersHaveNoHistory) {
  Journal journal;
  Told node("n1", "u1", "Node");
  node.object().key.home = {.cluster_namespace = "default", .cluster_name = "c1"};
  node.says("Ready", Status::False, "A", start);
  EXPECT_TRUE(journal.note(node.judged(), start).empty());
  EXPECT_EQ(journal.figures().subjects, 0U);
}

TEST(Journal, KeepsTheNewestEntriesOfACondition) {
  Journal journal({.per_condition = 3});
  Told machine("m1");
  machine.says("Other", Status::False, "Other", start);
  for (int i = 0; i < 10; ++i) {
    machine.says("Ready", i % 2 == 0 ? Status::False : Status::True, "R", start + minutes(i));
    journal.note(machine.judged(), start + minutes(i));
  }
  const auto history = journal.history(machine_key("m1"), "");
  EXPECT_EQ(entry_texts(history->entries), (Texts{"0 Other=False Other", "420 Ready=True R",
                                                  "480 Ready=False R", "540 Ready=True R"}));
  EXPECT_TRUE(history->cut);
  EXPECT_EQ(journal.figures().entries, 4U);
  EXPECT_EQ(journal.figures().dropped, 7U);
}

TEST(Journal, TheOldestEntriesOfAllGoFirst) {
  Journal journal({.entries = 10});
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) names.push_back(format("m{:02}", i));
  for (const std::string& name : names) {
    Told machine(name);
    machine.says("Ready", Status::False, "A", start);
    journal.note(machine.judged(), start);
  }
  EXPECT_LE(journal.figures().entries, 10U);
  const auto first = journal.history(machine_key("m00"), "");
  ASSERT_TRUE(first) << "what stands is known without an entry";
  EXPECT_TRUE(first->cut);
  EXPECT_EQ(entry_texts(first->entries), (Texts{"0 Ready=False A"}));
  EXPECT_FALSE(journal.history(machine_key("m11"), "")->cut);
}

TEST(Journal, WhatIsGoneGoesWithItsLastEntry) {
  Journal journal({.entries = 4});
  Told gone("gone");
  gone.says("Ready", Status::False, "A", start);
  journal.note(gone.judged(), start);
  journal.forget(machine_key("gone"), "u1");
  Told machine("m1");
  for (int i = 0; i < 6; ++i) {
    machine.says("Ready", i % 2 == 0 ? Status::False : Status::True, "R", start + minutes(i));
    journal.note(machine.judged(), start + minutes(i));
  }
  EXPECT_EQ(journal.figures().subjects, 1U);
  EXPECT_FALSE(journal.history(machine_key("gone"), ""));
}

TEST(Journal, AHostileObjectIsBounded) {
  Journal journal({.message_bytes = 10, .conditions = 5});
  std::vector<std::string> types;
  for (int i = 0; i < 50; ++i) types.push_back(format("{:03}{}", i, std::string(1000, 'x')));
  for (int round = 0; round < 10; ++round) {
    Told machine("m1");
    for (int i = 0; i < 5; ++i) {
      machine.says(types[static_cast<std::size_t>(5 * round + i)], Status::False, types[0], start,
                   types[0]);
    }
    journal.note(machine.judged(), start);
    EXPECT_TRUE(journal.note(machine.judged(), start).empty()) << "long words do not turn";
  }
  EXPECT_LE(journal.figures().entries, 5U);
  const auto history = journal.history(machine_key("m1"), "");
  EXPECT_EQ(history->entries[0].message.size(), 10U);
  EXPECT_EQ(history->entries[0].type.size(), 256U);
}

struct Reopened {
  std::vector<std::string> warnings;
  Result<Journal> journal;
};

Reopened open_at(const Folder& folder, const JournalLimits& limits = {}) {
  std::vector<std::string> warnings;
  auto journal = Journal::open(folder.file(), limits, warnings);
  return {std::move(warnings), std::move(journal)};
}

// Turns a condition once a minute, and flushes.
void turn(Journal& journal, int from, int until, std::string_view message = {}) {
  Told machine("m1");
  for (int i = from; i < until; ++i) {
    machine.says("Ready", i % 2 == 0 ? Status::False : Status::True, "R", start + minutes(i),
                 message);
    journal.note(machine.judged(), start + minutes(i));
    ASSERT_TRUE(journal.flush());
  }
}

TEST(Journal, ARestartAddsNothing) {
  const Folder folder;
  Texts before;
  {
    auto [warnings, journal] = open_at(folder);
    ASSERT_TRUE(journal);
    turn(*journal, 0, 3, "message");
    before = history_of(*journal, "m1");
  }
  const std::string text = text_of(folder.file());
  auto [warnings, journal] = open_at(folder);
  ASSERT_TRUE(journal);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(history_of(*journal, "m1"), before);
  EXPECT_EQ(journal->history(machine_key("m1"), "")->entries[0].message, "message");
  Told machine("m1");
  machine.says("Ready", Status::False, "R", start + minutes(2), "message");
  EXPECT_TRUE(journal->note(machine.judged(), start + minutes(9)).empty());
  ASSERT_TRUE(journal->flush());
  EXPECT_EQ(text_of(folder.file()), text);
  EXPECT_EQ(journal->figures().file_bytes, text.size());
}

TEST(Journal, WhatTurnedWhileNobodyLookedIsOneEntry) {
  const Folder folder;
  {
    auto [warnings, journal] = open_at(folder);
    turn(*journal, 0, 2);
  }
  auto [warnings, journal] = open_at(folder);
  turn(*journal, 8, 9);
  EXPECT_EQ(history_of(*journal, "m1"),
            (Texts{"0 Ready=False R", "60 Ready=True R", "480 Ready=False R"}));
}

TEST(Journal, WhatWasNotFlushedIsLostAndNothingElse) {
  const Folder folder;
  {
    auto [warnings, journal] = open_at(folder);
    turn(*journal, 0, 2);
    Told machine("m1");
    machine.says("Ready", Status::False, "Lost", start + minutes(5));
    journal->note(machine.judged(), start + minutes(5));
    EXPECT_GT(journal->figures().unwritten_bytes, 0U);
  }
  auto [warnings, journal] = open_at(folder);
  EXPECT_EQ(history_of(*journal, "m1"), (Texts{"0 Ready=False R", "60 Ready=True R"}));
}

TEST(Journal, ATornLastLineIsNoTrouble) {
  const Folder folder;
  {
    auto [warnings, journal] = open_at(folder);
    turn(*journal, 0, 3);
  }
  const std::string whole = text_of(folder.file());
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t bytes = whole.size() - 1; bytes >= last; bytes -= 29) {
    set_text(folder.file(), whole.substr(0, bytes));
    auto [warnings, journal] = open_at(folder);
    ASSERT_TRUE(journal);
    EXPECT_TRUE(warnings.empty());
    const bool lacks_only_its_end = bytes == whole.size() - 1;
    EXPECT_EQ(history_of(*journal, "m1").size(), lacks_only_its_end ? 3U : 2U) << bytes;
    turn(*journal, 2, 3);
    EXPECT_EQ(text_of(folder.file()), whole) << bytes;
  }
}

TEST(Journal, DamagedLinesAreNamedAndCostOnlyThemselves) {
  const Folder folder;
  {
    auto [warnings, journal] = open_at(folder);
    turn(*journal, 0, 2);
  }
  const std::string whole = text_of(folder.file());
  set_text(folder.file(), "\x1b[2J\n" + whole + std::string(30, '\0') + "\n{}\n");
  auto [warnings, journal] = open_at(folder);
  ASSERT_TRUE(journal);
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_TRUE(warnings[0].starts_with(folder.file() + ":1: this entry was left out: "));
  EXPECT_FALSE(warnings[0].contains('\x1b'));
  EXPECT_TRUE(warnings[2].starts_with(folder.file() + ":5: "));
  EXPECT_EQ(history_of(*journal, "m1").size(), 2U);
}

TEST(Journal, ManyDamagedLinesAreCounted) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 500; ++i) text += "nonsense\n";
  set_text(folder.file(), text);
  auto [warnings, journal] = open_at(folder);
  ASSERT_TRUE(journal);
  ASSERT_EQ(warnings.size(), 11U);
  EXPECT_EQ(warnings.back(), folder.file() + ": 490 damaged lines more were left out");
}

TEST(Journal, AFileThatGrowsTooLongIsWrittenAnew) {
  const Folder folder;
  const JournalLimits limits{.per_condition = 5, .file_bytes = 4000};
  auto [warnings, journal] = open_at(folder, limits);
  ASSERT_TRUE(journal);
  for (int i = 0; i < 200; ++i) {
    turn(*journal, i, i + 1, "a message of some length, so that the file grows");
    EXPECT_LE(text_of(folder.file()).size(), limits.file_bytes);
  }
  const Texts before = history_of(*journal, "m1");
  EXPECT_EQ(before.size(), 5U);
  journal = fail(Error::Kind::Gone, "closed");
  const Reopened again = open_at(folder, limits);
  EXPECT_EQ(history_of(*again.journal, "m1"), before);
  EXPECT_TRUE(again.journal->history(machine_key("m1"), "")->cut);
}

TEST(Journal, MemoryAndFileForgetTheSame) {
  const Folder folder;
  const JournalLimits limits{.per_condition = 1000, .file_bytes = 8000};
  auto [warnings, journal] = open_at(folder, limits);
  turn(*journal, 0, 100);
  const Texts before = history_of(*journal, "m1");
  EXPECT_LT(before.size(), 60U);
  EXPECT_EQ(before.back(), "5940 Ready=True R");
  journal = fail(Error::Kind::Gone, "closed");
  EXPECT_EQ(history_of(*open_at(folder, limits).journal, "m1"), before);
}

TEST(Journal, MuchNewsBetweenTwoFlushesIsWrittenFromMemory) {
  const Folder folder;
  const JournalLimits limits{.unwritten_bytes = 1000};
  auto [warnings, journal] = open_at(folder, limits);
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back(format("m{}", i));
  for (const std::string& name : names) {
    Told machine(name);
    machine.says("Ready", Status::False, "A", start);
    journal->note(machine.judged(), start);
    EXPECT_LE(journal->figures().unwritten_bytes, limits.unwritten_bytes);
  }
  ASSERT_TRUE(journal->flush());
  EXPECT_EQ(split(text_of(folder.file()), '\n').size(), 101U);
}

TEST(Journal, AFileThatSomebodyDeletedComesBack) {
  const Folder folder;
  auto [warnings, journal] = open_at(folder);
  turn(*journal, 0, 2);
  std::filesystem::remove(folder.file());
  turn(*journal, 2, 3);
  EXPECT_EQ(split(text_of(folder.file()), '\n').size(), 4U);
}

TEST(Journal, TroubleIsToldOnceAndTriedAgain) {
  const Folder folder;
  auto [warnings, journal] = open_at(folder);
  turn(*journal, 0, 1);
  // Writing anew is not possible while a folder stands in the way.
  std::filesystem::remove(folder.file());
  std::filesystem::create_directories(folder.file("journal.ndjson.new/in/the/way"));
  Told machine("m1");
  machine.says("Ready", Status::True, "R", start + minutes(1));
  journal->note(machine.judged(), start + minutes(1));
  const auto told = journal->flush();
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().kind, Error::Kind::Internal);
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(journal->flush()) << "once is enough";
  std::filesystem::remove_all(folder.file("journal.ndjson.new"));
  for (int i = 0; i < 70; ++i) EXPECT_TRUE(journal->flush());
  EXPECT_EQ(split(text_of(folder.file()), '\n').size(), 3U);
}

// No file may grow beyond that size, as if the disk were full.
class FullDisk {
 public:
  explicit FullDisk(std::size_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST(Journal, AFullDiskIsAnErrorAndNothingIsLost) {
  const Folder folder;
  auto [warnings, journal] = open_at(folder);
  turn(*journal, 0, 1);
  const std::string before = text_of(folder.file());
  Told machine("m1");
  machine.says("Ready", Status::True, "R", start + minutes(1));
  journal->note(machine.judged(), start + minutes(1));
  {
    const FullDisk disk(before.size() + 20);
    EXPECT_FALSE(journal->flush());
    EXPECT_EQ(text_of(folder.file()), before) << "half a line does not stay";
    EXPECT_GT(journal->figures().unwritten_bytes, 0U);
  }
  ASSERT_TRUE(journal->flush());
  EXPECT_EQ(journal->figures().unwritten_bytes, 0U);
  journal = fail(Error::Kind::Gone, "closed");
  EXPECT_EQ(history_of(*open_at(folder).journal, "m1").size(), 2U);
}

TEST(Journal, ADeviceIsNoFile) {
  std::vector<std::string> warnings;
  const auto journal = Journal::open("/dev/null", {}, warnings);
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().kind, Error::Kind::Invalid);
}

TEST(Journal, AFileInUseIsAConflict) {
  const Folder folder;
  const Reopened one = open_at(folder);
  const Reopened other = open_at(folder);
  ASSERT_FALSE(other.journal);
  EXPECT_EQ(other.journal.error().kind, Error::Kind::Conflict);
}

RC_GTEST_PROP(Journal, AFileTellsWhatMemoryKnew, ()) {
  const Folder folder;
  const JournalLimits limits{.per_condition = 4, .entries = 30, .file_bytes = 6000};
  std::map<std::string, Texts> before;
  const std::vector<std::string> names{"m1", "m2", "m3"};
  {
    auto [warnings, journal] = open_at(folder, limits);
    RC_ASSERT(journal.has_value());
    const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 60));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto step = static_cast<unsigned>(steps[i]);
      Told machine(names[step % 3]);
      machine.says(step % 2 == 0 ? "Ready" : "Available", static_cast<Status>(step / 6 % 3),
                   step % 5 == 0 ? "A" : "B", start + Seconds(i));
      journal->note(machine.judged(), start + Seconds(i));
      if (step % 20 == 0) RC_ASSERT(journal->flush().has_value());
    }
    RC_ASSERT(journal->flush().has_value());
    for (const std::string& name : names) {
      const auto history = journal->history(machine_key(name), "");
      if (history) before[name] = entry_texts(history->entries);
    }
  }
  auto [warnings, journal] = open_at(folder, limits);
  RC_ASSERT(warnings.empty());
  for (const std::string& name : names) {
    const auto history = journal->history(machine_key(name), "");
    // Conditions without an entry are not in the file; of the others everything is.
    if (!history) continue;
    for (const std::string& text : entry_texts(history->entries)) {
      RC_ASSERT(std::ranges::find(before[name], text) != before[name].end());
    }
  }
}

}  // namespace
}  // namespace telltale
