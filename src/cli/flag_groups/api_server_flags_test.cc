// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/api_server_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "cli/command_line/parse.h"
#include "cli/live/up.h"
#include "cli/serve/serve.h"

namespace telltale::cli {
namespace {

template <class Options>
server::AuditOptions audit_of(const std::vector<std::string>& words) {
  const auto result = parse(words, "telltale");
  const Invocation* invocation = std::get_if<Invocation>(&result);
  EXPECT_NE(invocation, nullptr) << std::get<Reply>(result).text;
  return invocation == nullptr ? server::AuditOptions{}
                               : invocation->options<Options>()->server.audit;
}

std::string refusal_of(const std::vector<std::string>& words) {
  const auto result = parse(words, "telltale");
  const Reply* reply = std::get_if<Reply>(&result);
  return reply == nullptr ? "taken" : reply->text;
}

TEST(AuditFlags, AreTheSameForBothThatServe) {
  const std::vector<std::string> flags{
      "--audit-log",         "a.log", "--audit-policy",        "p.yaml",
      "--audit-log-maxsize", "7",     "--audit-log-maxbackup", "8",
      "--audit-log-maxage",  "9",     "--audit-client-events", "50",
      "--audit-required"};
  std::vector<std::string> serve{"serve"};
  serve.insert(serve.end(), flags.begin(), flags.end());
  std::vector<std::string> up{"up"};
  up.insert(up.end(), flags.begin(), flags.end());
  for (const server::AuditOptions& audit :
       {audit_of<ServeOptions>(serve), audit_of<UpOptions>(up)}) {
    EXPECT_EQ(audit.log, "a.log");
    EXPECT_EQ(audit.policy, "p.yaml");
    EXPECT_EQ(audit.file_mebibytes_max, 7U);
    EXPECT_EQ(audit.backups_max, 8U);
    EXPECT_EQ(audit.age_days_max, 9U);
    EXPECT_EQ(audit.client_events, 50U);
    EXPECT_TRUE(audit.required);
  }
}

TEST(AuditFlags, AreBoundedByDefault) {
  const server::AuditOptions audit = audit_of<ServeOptions>({"serve", "--audit-log", "a.log"});
  EXPECT_EQ(audit.file_mebibytes_max, 100U);
  EXPECT_EQ(audit.backups_max, 10U);
  EXPECT_FALSE(audit.required);
}

TEST(AuditFlags, WhatCannotBeObeyedIsRefused) {
  EXPECT_NE(refusal_of({"serve", "--audit-required"}).find("need --audit-log FILE"),
            std::string::npos);
  EXPECT_NE(refusal_of({"up", "--audit-policy", "p"}).find("need --audit-log FILE"),
            std::string::npos);
  EXPECT_NE(refusal_of({"serve", "--audit-log", "a", "--audit-log-maxsize", "0"})
                .find("--audit-log-maxsize: expected 1 to 1048576 MiB, found 0"),
            std::string::npos);
  EXPECT_NE(refusal_of({"serve", "--audit-log", "a", "--audit-log-maxage", "99999"})
                .find("at most 36500 days"),
            std::string::npos);
  for (const char* flag : {"--audit-log-maxbackup", "--audit-log-maxsize", "--audit-log-maxage",
                           "--audit-client-events"}) {
    EXPECT_NE(refusal_of({"serve", "--audit-log", "a", flag, "-1"}), "taken") << flag;
  }
}

}  // namespace
}  // namespace telltale::cli
