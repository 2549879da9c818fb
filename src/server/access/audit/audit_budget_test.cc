// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_budget.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::size_t line_bytes = 500;

AuditEvent look_of(std::string user) {
  return {.audit_id = "look",
          .request_uri = "/api/v1/pods",
          .verb = "list",
          .user = {.name = std::move(user)},
          .source_ips = {"10.0.0.1"},
          .code = 200,
          .decision = "allow"};
}

AuditEvent refusal_of(std::string user) {
  AuditEvent event = look_of(std::move(user));
  event.decision = "forbid";
  event.code = 403;
  return event;
}

AuditEvent change_of(std::string user) {
  AuditEvent event = look_of(std::move(user));
  event.verb = "create";
  event.code = 201;
  return event;
}

AuditEvent knock_from(std::string address) {
  AuditEvent event = look_of("");
  event.source_ips = {std::move(address)};
  event.decision = {};
  event.code = 401;
  return event;
}

class AccessAuditBudget : public testing::Test {
 protected:
  // Ten events a second of a user, four of an address, eight of all addresses; two seconds' worth
  // at once.
  AuditBudget budget{{.known = {.events = 10, .bytes = 1e6},
                      .unknown = {.events = 4, .bytes = 1e6},
                      .strangers = {.events = 8, .bytes = 1e6},
                      .burst_seconds = 2,
                      .clients_max = 8}};
  std::chrono::nanoseconds now = std::chrono::seconds(1000);

  bool spend(const AuditEvent& event, std::size_t bytes = line_bytes) {
    return budget.spend(event, weight_of(event), bytes, now);
  }
  int written_of(int times, const AuditEvent& event, std::size_t bytes = line_bytes) {
    int written = 0;
    for (int i = 0; i < times; ++i) written += spend(event, bytes) ? 1 : 0;
    return written;
  }
};

TEST_F(AccessAuditBudget, WeighsChangesMostAndLooksLeast) {
  EXPECT_EQ(weight_of(look_of("bob")), AuditWeight::Look);
  EXPECT_EQ(weight_of(refusal_of("bob")), AuditWeight::Refusal);
  EXPECT_EQ(weight_of(change_of("bob")), AuditWeight::Change);
  EXPECT_EQ(weight_of(knock_from("::1")), AuditWeight::Refusal);
  AuditEvent failed = change_of("bob");
  failed.code = 422;
  EXPECT_EQ(weight_of(failed), AuditWeight::Refusal) << "failures cost the client nothing";
  EXPECT_EQ(weight_of(change_of("system:anonymous")), AuditWeight::Refusal);
  AuditEvent review = change_of("bob");
  review.object = {.verb = "create", .group = "authorization.k8s.io", .resource = "x"};
  EXPECT_EQ(weight_of(review), AuditWeight::Look);
  AuditEvent dry = change_of("bob");
  dry.request_uri += "?dryRun=All";
  EXPECT_EQ(weight_of(dry), AuditWeight::Look);
}

TEST_F(AccessAuditBudget, LooksLeaveHalfOfItToRefusals) {
  EXPECT_EQ(written_of(100, look_of("bob")), 10);
  EXPECT_EQ(written_of(100, refusal_of("bob")), 10);
  EXPECT_EQ(written_of(100, look_of("bob")), 0);
}

TEST_F(AccessAuditBudget, ChangesAreNeverLeftOut) {
  EXPECT_EQ(written_of(1000, change_of("bob")), 1000);
  EXPECT_EQ(written_of(5, look_of("bob")), 0) << "but they count";
  now += std::chrono::seconds(2);
  EXPECT_GE(written_of(100, look_of("bob")), 8) << "and not for long";
}

TEST_F(AccessAuditBudget, FillsAgainWithTime) {
  EXPECT_EQ(written_of(100, refusal_of("bob")), 20);
  now += std::chrono::seconds(1);
  EXPECT_EQ(written_of(100, refusal_of("bob")), 10);
  now += std::chrono::hours(1);
  EXPECT_EQ(written_of(100, refusal_of("bob")), 20);
}

TEST_F(AccessAuditBudget, BytesCountAsEventsDo) {
  EXPECT_EQ(written_of(100, refusal_of("bob"), 500'000), 4);
}

TEST_F(AccessAuditBudget, OneWhoFloodsCostsNobodyElseAnything) {
  EXPECT_EQ(written_of(10'000, look_of("eve")), 10);
  EXPECT_EQ(written_of(10'000, knock_from("10.6.6.6")), 8);
  EXPECT_EQ(written_of(10, look_of("bob")), 10);
}

TEST_F(AccessAuditBudget, StrangersWithManyAddressesShareWhatTheyHave) {
  int written = 0;
  for (int i = 0; i < 5; ++i) written += written_of(8, knock_from(format("10.0.0.{}", i)));
  EXPECT_EQ(written, 16);
}

TEST_F(AccessAuditBudget, TheNumberOfClientsIsBounded) {
  for (int i = 0; i < 1000; ++i) spend(knock_from(format("10.0.0.{}", i)));
  EXPECT_LE(budget.clients(), 9U);
  EXPECT_EQ(written_of(10, look_of("bob")), 0) << "who comes too late shares with the flood";
  // When the flood is over, what was kept about it goes.
  now += std::chrono::seconds(20);
  budget.take_summaries(now);
  EXPECT_EQ(written_of(10, look_of("carol")), 10);
  EXPECT_LE(budget.clients(), 2U);
}

TEST_F(AccessAuditBudget, WhatWasLeftOutIsToldAsASum) {
  EXPECT_EQ(written_of(100, look_of("eve")), 10);
  now += std::chrono::seconds(3);
  AuditEvent last = look_of("eve");
  last.audit_id = "last";
  last.request_uri = std::string(100'000, 'x');
  budget.leave_out(last, now);
  EXPECT_TRUE(budget.take_summaries(now).empty()) << "not every moment";
  now += std::chrono::seconds(7);
  const auto summaries = budget.take_summaries(now);
  ASSERT_EQ(summaries.size(), 1U);
  EXPECT_EQ(summaries[0].audit_id, "last");
  EXPECT_EQ(summaries[0].user.name, "eve");
  EXPECT_LT(summaries[0].request_uri.size(), 300U);
  ASSERT_EQ(summaries[0].annotations.size(), 2U);
  EXPECT_EQ(summaries[0].annotations[0].second, "91");
  EXPECT_EQ(summaries[0].annotations[1].second,
            "91 events of eve left out within 10 s; this is the last of them");
  EXPECT_TRUE(budget.take_summaries(now + std::chrono::hours(1)).empty());
}

TEST_F(AccessAuditBudget, WithoutALimitNothingIsLeftOut) {
  budget = AuditBudget({.known = {}, .unknown = {}, .strangers = {}});
  EXPECT_EQ(written_of(100'000, look_of("bob")), 100'000);
  EXPECT_EQ(written_of(100'000, knock_from("10.0.0.1")), 100'000);
}

}  // namespace
}  // namespace telltale::server
