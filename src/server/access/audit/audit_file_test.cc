// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_file.h"

#include <sys/resource.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/instant.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::server {
namespace {

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class AccessAuditFile : public testing::Test {
 protected:
  AuditFile open(const AuditRotation& rotation = {}) {
    auto file = AuditFile::open(path, rotation, now);
    check(file.has_value(), "a test's audit log opens");
    return std::move(*file);
  }
  std::size_t append(AuditFile& file, std::vector<std::string> lines) {
    return file.append(lines, now);
  }
  // Names of the files beside the log, the oldest first.
  std::vector<std::string> backups() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::erase(names, "audit.log");
    std::ranges::sort(names);
    return names;
  }

  TempFolder folder;
  std::string path = folder.path("audit.log");
  Microtime now{*parse_rfc3339("2026-01-01T00:00:00Z")};
};

TEST_F(AccessAuditFile, IsMovedAsideBetweenTwoLinesWhenItIsFull) {
  AuditFile file = open({.file_bytes_max = 10});
  EXPECT_EQ(append(file, {"one\n", "two\n"}), 2U);
  EXPECT_EQ(file.rotations(), 0U);
  EXPECT_EQ(append(file, {"three\n", "four\n", "five\n"}), 3U);
  EXPECT_EQ(content_of(path), "four\nfive\n");
  EXPECT_EQ(backups(), (std::vector<std::string>{"audit-2026-01-01T00-00-00.000.log",
                                                 "audit-2026-01-01T00-00-00.001.log"}));
  EXPECT_EQ(content_of(folder.path("audit-2026-01-01T00-00-00.000.log")), "one\ntwo\n");
  EXPECT_EQ(content_of(folder.path("audit-2026-01-01T00-00-00.001.log")), "three\n");
  EXPECT_EQ(mode_for_test(path), 0600U);
  EXPECT_EQ(mode_for_test(folder.path(backups().front())), 0600U);
}

TEST_F(AccessAuditFile, NeverHasMoreThanItsLimitUnlessOneLineDoes) {
  AuditFile file = open({.file_bytes_max = 100});
  for (int i = 0; i < 50; ++i) {
    append(file, std::vector<std::string>(static_cast<std::size_t>(i % 7), "0123456789\n"));
    EXPECT_LE(std::filesystem::file_size(path), 100U);
  }
  const std::string large = std::string(300, 'x') + "\n";
  EXPECT_EQ(append(file, {large, "small\n"}), 2U);
  EXPECT_EQ(content_of(path), "small\n");
}

TEST_F(AccessAuditFile, OldestBackupsGoWhenThereAreTooMany) {
  std::ofstream(folder.path("audit-of-mine.log")) << "stays";
  std::ofstream(folder.path("audit-2025-01-01T00-00-00.000.txt")) << "stays";
  AuditFile file = open({.file_bytes_max = 5, .backups_max = 2});
  for (int i = 0; i < 6; ++i) append(file, {format("l{}xx\n", i)});
  EXPECT_EQ(content_of(path), "l5xx\n");
  const auto names = backups();
  ASSERT_EQ(names.size(), 4U);
  EXPECT_EQ(content_of(folder.path("audit-2026-01-01T00-00-00.003.log")), "l3xx\n");
  EXPECT_EQ(content_of(folder.path("audit-2026-01-01T00-00-00.004.log")), "l4xx\n");
}

TEST_F(AccessAuditFile, OldBackupsGoByTheirAge) {
  AuditFile file = open({.file_bytes_max = 5, .backups_max = 0, .age_max = std::chrono::days(2)});
  for (int day = 0; day < 5; ++day) {
    append(file, {"abcd\n"});
    now += std::chrono::days(1);
  }
  file.prune(now);
  EXPECT_EQ(backups(), (std::vector<std::string>{"audit-2026-01-04T00-00-00.000.log",
                                                 "audit-2026-01-05T00-00-00.000.log"}));
}

TEST_F(AccessAuditFile, WhatWasThereIsContinuedAndCounted) {
  std::ofstream(path) << "before\nand a line that was cu";
  AuditFile file = open({.file_bytes_max = 40});
  append(file, {"after\n"});
  EXPECT_EQ(content_of(path), "before\nand a line that was cu\nafter\n");
  append(file, {"in a new file\n"});
  EXPECT_EQ(content_of(path), "in a new file\n");
}

TEST_F(AccessAuditFile, GoesOnWhenItsFileWasDeleted) {
  AuditFile file = open();
  EXPECT_FALSE(file.is_lost());
  std::filesystem::remove(path);
  EXPECT_TRUE(file.is_lost());
  EXPECT_TRUE(file.reopen());
  EXPECT_FALSE(file.is_lost());
  append(file, {"a\n"});
  EXPECT_EQ(content_of(path), "a\n");
}

TEST_F(AccessAuditFile, AFullFileThatCannotBeMovedAsideTakesNothingMore) {
  const std::string inner = folder.path("logs");
  std::filesystem::create_directory(inner);
  path = inner + "/audit.log";
  AuditFile file = open({.file_bytes_max = 8});
  append(file, {"abcdefg\n"});
  std::filesystem::rename(inner, folder.path("elsewhere"));
  EXPECT_EQ(append(file, {"x\n"}), 0U);
  EXPECT_NE(file.error().find(path), std::string::npos) << file.error();
  std::filesystem::create_directory(inner);
  EXPECT_EQ(append(file, {"x\n"}), 1U);
  EXPECT_EQ(content_of(path), "x\n");
  EXPECT_EQ(content_of(folder.path("elsewhere/audit.log")), "abcdefg\n");
}

TEST_F(AccessAuditFile, AFullDiskCostsNoHalfLines) {
  // A limit on the size of files is what a full disk is to a program, without needing one.
  struct rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  AuditFile file = open();
  const rlimit small{.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::size_t done = append(file, {"one\n", "two\n", "three\n"});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(done, 2U);
  EXPECT_EQ(content_of(path), "one\ntwo\n");
  EXPECT_NE(file.error().find("cannot write the audit log"), std::string::npos);
  EXPECT_EQ(append(file, {"four\n"}), 1U);
  EXPECT_EQ(content_of(path), "one\ntwo\nfour\n");
  std::signal(SIGXFSZ, ignored);
}

TEST_F(AccessAuditFile, ADeviceIsNeitherMovedNorSynced) {
  path = "/dev/null";
  AuditFile file = open({.file_bytes_max = 5});
  EXPECT_EQ(append(file, {"abc\n", "def\n", "ghi\n"}), 3U);
  EXPECT_EQ(file.rotations(), 0U);
  EXPECT_TRUE(file.sync());
  EXPECT_FALSE(file.is_lost());
}

}  // namespace
}  // namespace telltale::server
