// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "json/parse.h"
#include "server/access/folder_for_test.h"

namespace telltale::server {
namespace {

std::vector<std::string> ids_in(const std::string& path) {
  std::vector<std::string> ids;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    const auto event = json::parse(line);
    ids.emplace_back(event ? event->at("auditID").as_string() : "broken");
  }
  return ids;
}

class AccessAuditLog : public ::testing::Test {
 protected:
  std::unique_ptr<AuditLog> open(std::size_t queue_bytes_max = std::size_t{1} << 20) {
    auto log = AuditLog::open({.path = path_, .queue_bytes_max = queue_bytes_max}, clock_);
    return log ? std::move(*log) : nullptr;
  }
  FolderForTest folder_;
  std::string path_ = folder_.path("audit.log");
  ManualClock clock_{*parse_rfc3339("2026-01-01T00:00:00Z")};
};

TEST_F(AccessAuditLog, KeepsTheOrderAndAppends) {
  for (int run = 0; run < 2; ++run) {
    const auto log = open();
    ASSERT_NE(log, nullptr);
    for (int index = 0; index < 100; ++index)
      log->record({.audit_id = format("{}-{}", run, index)});
  }
  const std::vector<std::string> ids = ids_in(path_);
  ASSERT_EQ(ids.size(), 200U);
  EXPECT_EQ(ids[0], "0-0");
  EXPECT_EQ(ids[199], "1-99");
  EXPECT_EQ(mode_for_test(path_), 0600U);
}

TEST_F(AccessAuditLog, IsWrittenAfterAFlush) {
  const auto log = open();
  log->record({.audit_id = "a"});
  log->flush();
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"a"});
  log->flush();
}

TEST_F(AccessAuditLog, TakesEventsFromManyThreads) {
  {
    const auto log = open();
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int index = 0; index < 200; ++index) {
          log->record({.audit_id = format("{}-{:03}", thread, index)});
        }
      });
    }
  }
  std::vector<std::string> ids = ids_in(path_);
  std::ranges::sort(ids);
  EXPECT_EQ(ids.size(), 800U);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  EXPECT_EQ(std::ranges::count(ids, "broken"), 0);
}

TEST_F(AccessAuditLog, GoesOnInANewFileAfterReopening) {
  const auto log = open();
  log->record({.audit_id = "a"});
  log->flush();
  std::filesystem::rename(path_, path_ + ".1");
  log->record({.audit_id = "b"});
  log->flush();
  log->reopen();
  log->record({.audit_id = "c"});
  log->flush();
  EXPECT_EQ(ids_in(path_ + ".1"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"c"});
}

TEST_F(AccessAuditLog, KeepsTheOldFileWhenThereCanBeNoNewOneYet) {
  const auto log = open();
  log->record({.audit_id = "a"});
  log->flush();
  std::filesystem::rename(path_, path_ + ".1");
  std::filesystem::create_directory(path_);
  log->reopen();
  log->record({.audit_id = "b"});
  log->flush();
  std::filesystem::remove(path_);
  log->record({.audit_id = "c"});
  log->flush();
  EXPECT_EQ(ids_in(path_ + ".1"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"c"});
  EXPECT_EQ(log->lost(), 0U);
}

TEST_F(AccessAuditLog, CountsWhatDoesNotFitInsteadOfWaiting) {
  const auto log = open(600);
  AuditEvent large{.audit_id = "large", .request_uri = std::string(1000, 'x')};
  log->record(large);
  EXPECT_EQ(log->lost(), 1U);
  log->record({.audit_id = "small"});
  log->flush();
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"small"});
  EXPECT_EQ(log->lost(), 1U);
}

TEST_F(AccessAuditLog, CountsWhatTheDiskRefuses) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no full disk here";
  path_ = "/dev/full";
  const auto log = open();
  ASSERT_NE(log, nullptr);
  log->record({.audit_id = "a"});
  log->record({.audit_id = "b"});
  log->flush();
  EXPECT_EQ(log->lost(), 2U);
}

TEST_F(AccessAuditLog, NamesThePathThatCannotBeOpened) {
  const auto log = AuditLog::open({.path = folder_.path("no/such/file")}, clock_);
  ASSERT_FALSE(log);
  EXPECT_NE(log.error().detail.find("no/such/file"), std::string::npos);
}

TEST_F(AccessAuditLog, TellsTheTimeFromWhereItStarted) {
  const auto log = open();
  const Microtime start = log->now();
  EXPECT_EQ(format_microtime(start), "2026-01-01T00:00:00.000000Z");
  clock_.advance(Seconds{5});
  EXPECT_EQ(log->now() - start, std::chrono::seconds{5});
}

}  // namespace
}  // namespace telltale::server
