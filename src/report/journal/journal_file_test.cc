// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "report/journal/journal_for_test.h"

namespace telltale {
namespace {

using history_test::Folder;
using history_test::set_text;
using history_test::text_of;

constexpr std::size_t much = 1 << 20;

struct FileLines {
  std::vector<std::string> lines;
  JournalFile::Read read;
};

FileLines lines_of(JournalFile& file, std::size_t bytes_max = much,
                   std::size_t line_bytes_max = much) {
  FileLines found;
  const auto read =
      file.read(bytes_max, line_bytes_max, [&](std::size_t number, std::string_view line) {
        found.lines.emplace_back(line);
        EXPECT_EQ(number, found.lines.size());
      });
  EXPECT_TRUE(read);
  if (read) found.read = *read;
  return found;
}

// Text in one piece, then nothing.
JournalFile::NextPiece once(const std::string& text) {
  return [text, done = false](std::string& piece) mutable {
    if (done) return false;
    piece = text;
    return done = true;
  };
}

TEST(JournalFile, IsForItsOwnerOnly) {
  const Folder folder;
  set_text(folder.file("old"), "");
  for (const char* name : {"old", "new"}) {
    ASSERT_TRUE(JournalFile::open(folder.file(name)));
    struct stat facts{};
    ASSERT_EQ(::stat(folder.file(name).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0600U) << name;
  }
}

TEST(JournalFile, BelongsToOneAtATime) {
  const Folder folder;
  {
    const auto one = JournalFile::open(folder.file());
    ASSERT_TRUE(one);
    const auto other = JournalFile::open(folder.file());
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().kind, Error::Kind::Conflict);
    EXPECT_TRUE(other.error().detail.contains("in use by another process"));
  }
  EXPECT_TRUE(JournalFile::open(folder.file()));
}

TEST(JournalFile, WhatIsNoFileIsAnError) {
  const Folder folder;
  EXPECT_FALSE(JournalFile::open(folder.path()));
  EXPECT_FALSE(JournalFile::open(folder.file("missing/journal")));
}

TEST(JournalFile, ReadsLinesAndCutsOffATornOne) {
  const Folder folder;
  set_text(folder.file(), "one\n\ntwo\nthr");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  const FileLines found = lines_of(*file);
  EXPECT_EQ(found.lines, (std::vector<std::string>{"one", "", "two"}));
  EXPECT_EQ(found.read.torn, "thr");
  EXPECT_EQ(text_of(folder.file()), "one\n\ntwo\n");
  EXPECT_EQ(file->bytes(), 9U);
}

TEST(JournalFile, ReadsLinesThatCrossPieces) {
  const Folder folder;
  const std::string line(700'000, 'x');
  set_text(folder.file(), line + "\n" + line + "\n" + line + "\n");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  EXPECT_EQ(lines_of(*file, 4 * much).lines, (std::vector<std::string>{line, line, line}));
}

TEST(JournalFile, ShowsLongLinesInPart) {
  const Folder folder;
  set_text(folder.file(), std::string(100, 'x') + "\nshort\n");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  EXPECT_EQ(lines_of(*file, much, 10).lines,
            (std::vector<std::string>{std::string(11, 'x'), "short"}));
}

TEST(JournalFile, ReadsOnlyTheEndOfAFileThatIsTooLong) {
  const Folder folder;
  set_text(folder.file(), "first\nsecond\nthird\n");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  const FileLines found = lines_of(*file, 8);
  EXPECT_EQ(found.lines, (std::vector<std::string>{"third"}));
  EXPECT_EQ(found.read.skipped_bytes, 11U);
  ASSERT_TRUE(file->append("fourth\n"));
  EXPECT_EQ(text_of(folder.file()), "first\nsecond\nthird\nfourth\n");
}

TEST(JournalFile, AppendsBehindWhatIsThere) {
  const Folder folder;
  set_text(folder.file(), "one\n");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  lines_of(*file);
  EXPECT_TRUE(file->append("two\n"));
  EXPECT_TRUE(file->sync());
  EXPECT_EQ(file->bytes(), 8U);
  EXPECT_EQ(text_of(folder.file()), "one\ntwo\n");
}

TEST(JournalFile, IsReplacedAsAWhole) {
  const Folder folder;
  set_text(folder.file(), "old\n");
  set_text(folder.file("journal.ndjson.new"), "left behind by a crash");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->replace(once("new\n")));
  ASSERT_TRUE(file->append("more\n"));
  EXPECT_EQ(text_of(folder.file()), "new\nmore\n");
  EXPECT_FALSE(std::filesystem::exists(folder.file("journal.ndjson.new")));
  EXPECT_FALSE(JournalFile::open(folder.file())) << "the new file is ours, too";
  struct stat facts{};
  ASSERT_EQ(::stat(folder.file().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST(JournalFile, StaysAsItIsWhenItCannotBeReplaced) {
  const Folder folder;
  set_text(folder.file(), "old\n");
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  std::filesystem::create_directories(folder.file("journal.ndjson.new/in/the/way"));
  const auto done = file->replace(once("new\n"));
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().detail.contains("journal.ndjson.new"));
  EXPECT_EQ(text_of(folder.file()), "old\n");
}

TEST(JournalFile, NoticesThatItWasDeletedOrReplaced) {
  const Folder folder;
  auto file = JournalFile::open(folder.file());
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->is_lost());
  std::filesystem::remove(folder.file());
  EXPECT_TRUE(file->is_lost());
  set_text(folder.file(), "somebody else's\n");
  EXPECT_TRUE(file->is_lost());
  ASSERT_TRUE(file->replace(once("ours\n")));
  EXPECT_FALSE(file->is_lost());
}

}  // namespace
}  // namespace telltale
