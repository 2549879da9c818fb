// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "json/parse.h"

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
  static constexpr AuditClientLimits unlimited{.known = {}, .unknown = {}, .strangers = {}};

  std::unique_ptr<AuditLog> open(std::size_t queue_bytes_max = std::size_t{1} << 20) {
    return open({.path = path_, .queue_bytes_max = queue_bytes_max, .clients = unlimited});
  }
  std::unique_ptr<AuditLog> open(const AuditSettings& settings) {
    auto log = AuditLog::open(settings, clock_);
    return log ? std::move(*log) : nullptr;
  }
  // What became of one event that is waited for.
  static AuditLog::Fate fate_of(AuditLog& log, const AuditEvent& event) {
    std::promise<AuditLog::Fate> told;
    log.record_first(event, [&](AuditLog::Fate fate) { told.set_value(fate); });
    return told.get_future().get();
  }
  TempFolder folder_;
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
  EXPECT_EQ(log->figures().lost(), 0U);
}

TEST_F(AccessAuditLog, CountsWhatDoesNotFitInsteadOfWaiting) {
  const auto log = open(600);
  AuditEvent large{.audit_id = "large", .request_uri = std::string(1000, 'x')};
  log->record(large);
  EXPECT_EQ(log->figures().lost_to_queue, 1U);
  log->record({.audit_id = "small"});
  log->flush();
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"small"});
  EXPECT_EQ(log->figures().lost(), 1U);
}

TEST_F(AccessAuditLog, KeepsAPartOfTheQueueForChanges) {
  AuditEvent event{.audit_id = "a",
                   .request_uri = std::string(1000, 'x'),
                   .verb = "get",
                   .user = {.name = "bob"},
                   .code = 200};
  const std::size_t bytes = to_line(event).size();
  const auto log = open(bytes + bytes / 5);
  log->record(event);
  EXPECT_EQ(log->figures().lost_to_queue, 1U);
  event.verb = "create";
  log->record(event);
  EXPECT_EQ(log->figures().lost_to_queue, 1U);
}

TEST_F(AccessAuditLog, CountsWhatTheDiskRefuses) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no full disk here";
  path_ = "/dev/full";
  const auto log = open();
  ASSERT_NE(log, nullptr);
  log->record({.audit_id = "a"});
  log->record({.audit_id = "b"});
  log->flush();
  EXPECT_EQ(log->figures().lost_to_disk, 2U);
  EXPECT_FALSE(log->figures().writable);
  EXPECT_NE(log->error().find("/dev/full"), std::string::npos) << log->error();
  EXPECT_EQ(fate_of(*log, {.audit_id = "c"}), AuditLog::Fate::NotWritten);
}

TEST_F(AccessAuditLog, WhoWaitsIsToldWhenItIsInTheFile) {
  const auto log = open();
  EXPECT_EQ(fate_of(*log, {.audit_id = "a"}), AuditLog::Fate::OnDisk);
  EXPECT_EQ(ids_in(path_), std::vector<std::string>{"a"});
}

TEST_F(AccessAuditLog, WhoWaitsIsToldThatTheQueueIsFull) {
  const auto log = open(100);
  EXPECT_EQ(fate_of(*log, {.audit_id = "a"}), AuditLog::Fate::NotWritten);
  EXPECT_EQ(log->figures().lost_to_queue, 1U);
}

TEST_F(AccessAuditLog, WhoFloodsAndWaitsIsToldSoUnlessTheyMayChangeThings) {
  AuditSettings settings{.path = path_};
  settings.clients.known = {.events = 1, .bytes = 1e6};
  const auto log = open(settings);
  const AuditEvent look{.audit_id = "look",
                        .stage = AuditStage::RequestReceived,
                        .verb = "get",
                        .user = {.name = "bob"}};
  AuditEvent change = look;
  change.verb = "create";
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    refused += fate_of(*log, look) == AuditLog::Fate::TooManyOfClient ? 1 : 0;
    EXPECT_EQ(fate_of(*log, change), AuditLog::Fate::OnDisk);
  }
  EXPECT_GT(refused, 10);
  EXPECT_EQ(log->figures().left_out, static_cast<std::uint64_t>(refused));
}

TEST_F(AccessAuditLog, HealsByItselfAndTellsWhatWasLost) {
  const std::string logs = folder_.path("logs");
  std::filesystem::create_directory(logs);
  path_ = logs + "/audit.log";
  const auto log = open();
  log->record({.audit_id = "a"});
  log->flush();
  log->tick();
  std::filesystem::remove_all(logs);
  EXPECT_EQ(fate_of(*log, {.audit_id = "b"}), AuditLog::Fate::NotWritten);
  EXPECT_FALSE(log->error().empty());
  log->tick();
  log->flush();
  EXPECT_FALSE(log->error().empty());
  std::filesystem::create_directory(logs);
  // Nobody asks for anything: it is tried all the same.
  log->tick();
  log->flush();
  EXPECT_EQ(log->error(), "");
  EXPECT_TRUE(log->figures().writable);
  std::ifstream stream(path_);
  std::string line;
  ASSERT_TRUE(std::getline(stream, line));
  EXPECT_NE(line.find("1 events could not be written: cannot open the audit log"),
            std::string::npos)
      << line;
  EXPECT_EQ(fate_of(*log, {.audit_id = "c"}), AuditLog::Fate::OnDisk);
  EXPECT_EQ(log->figures().lost_to_disk, 1U);
}

TEST_F(AccessAuditLog, TellsWhatWasLostThoughOthersFoundOutFirstThatItIsWell) {
  const auto log = open();
  std::filesystem::rename(path_, path_ + ".away");
  std::filesystem::remove(path_ + ".away");
  std::filesystem::create_directory(path_);
  log->record({.audit_id = "lost"});
  log->flush();
  std::filesystem::remove(path_);
  log->record({.audit_id = "first"});
  log->flush();
  EXPECT_TRUE(log->figures().writable);
  log->tick();
  log->flush();
  log->tick();
  log->flush();
  std::ifstream stream(path_);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 2U) << "told once";
  EXPECT_NE(lines[1].find("1 events could not be written"), std::string::npos) << lines[1];
}

TEST_F(AccessAuditLog, OneClientsFloodLeavesTheOthersLines) {
  const auto log = open({.path = path_});
  for (int i = 0; i < 5000; ++i) {
    log->record({.audit_id = "eve", .verb = "get", .user = {.name = "eve"}, .code = 200});
    log->record({.audit_id = "knock", .source_ips = {"10.6.6.6"}, .code = 401});
    if (i % 100 == 0) {
      log->record({.audit_id = "bob", .verb = "get", .user = {.name = "bob"}, .code = 200});
      log->record({.audit_id = "made", .verb = "create", .user = {.name = "eve"}, .code = 201});
    }
    if (i % 1000 == 0) log->flush();
  }
  clock_.advance(Seconds{10});
  log->tick();
  log->flush();
  const auto ids = ids_in(path_);
  EXPECT_EQ(std::ranges::count(ids, "bob"), 50);
  EXPECT_EQ(std::ranges::count(ids, "made"), 50);
  // Half of ten seconds' worth, and the sum.
  EXPECT_NEAR(static_cast<double>(std::ranges::count(ids, "eve")), 1001, 60);
  EXPECT_EQ(std::ranges::count(ids, "knock"), 201);
  const auto figures = log->figures();
  EXPECT_EQ(figures.left_out + ids.size() - 2, 10'100U);
  EXPECT_EQ(figures.lost(), figures.left_out);
  EXPECT_EQ(figures.events[static_cast<std::size_t>(AuditLevel::Metadata)], ids.size());
}

TEST_F(AccessAuditLog, WhatWasLeftOutIsToldAtTheEndAtTheLatest) {
  {
    const auto log = open({.path = path_});
    for (int i = 0; i < 300; ++i) {
      log->record({.audit_id = "knock", .source_ips = {"10.6.6.6"}, .code = 401});
    }
  }
  std::ifstream stream(path_);
  std::string last;
  for (std::string line; std::getline(stream, line);) last = line;
  EXPECT_NE(last.find(R"("audit.telltale.dev/left-out":"100")"), std::string::npos) << last;
}

TEST_F(AccessAuditLog, IsMovedAsideWhileManyWrite) {
  {
    const auto log = open({.path = path_,
                           .rotation = {.file_bytes_max = 10'000, .backups_max = 0},
                           .clients = unlimited});
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int index = 0; index < 200; ++index) {
          log->record({.audit_id = format("{}-{:03}", thread, index)});
        }
      });
    }
    threads.clear();
    log->flush();
    EXPECT_GT(log->figures().rotations, 10U);
  }
  std::vector<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_LE(entry.file_size(), 10'000U);
    std::ranges::copy(ids_in(entry.path().string()), std::back_inserter(ids));
  }
  std::ranges::sort(ids);
  EXPECT_EQ(ids.size(), 800U);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  EXPECT_EQ(std::ranges::count(ids, "broken"), 0);
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
