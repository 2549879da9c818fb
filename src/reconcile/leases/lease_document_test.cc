// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease_document.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

using namespace std::chrono_literals;

constexpr Instant ten{Seconds(1'767'261'600)};  // 2026-01-01T10:00:00Z

TEST(LeaseDocument, IsALeaseWithTheTimesInMicroseconds) {
  const LeaseRecord record{.holder = "pod-1_abc",
                           .duration_seconds = 15,
                           .acquired = ten,
                           .renewed = LeaseTime(ten) + 42us,
                           .transitions = 2,
                           .resource_version = "77"};
  EXPECT_EQ(lease_document({.namespace_name = "telltale", .name = "telltale-leader"}, record),
            R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":)"
            R"({"name":"telltale-leader","namespace":"telltale","resourceVersion":"77"},"spec":)"
            R"({"acquireTime":"2026-01-01T10:00:00.000000Z","holderIdentity":"pod-1_abc",)"
            R"("leaseDurationSeconds":15,"leaseTransitions":2,)"
            R"("renewTime":"2026-01-01T10:00:00.000042Z"}})");
}

TEST(LeaseDocument, CarriesTheLabelOfItsSetAndNoVersionWhenItIsNew) {
  const std::string text =
      lease_document({.namespace_name = "n", .name = "a", .set = "16"}, {.duration_seconds = 1});
  EXPECT_EQ(text, R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"labels":)"
                  R"({"telltale.dev/shards":"16"},"name":"a","namespace":"n"},"spec":)"
                  R"({"holderIdentity":"","leaseDurationSeconds":1,"leaseTransitions":0}})");
}

TEST(LeaseDocument, ReadsBackWhatItWrote) {
  const LeaseRecord record{.holder = "a \"b\"",
                           .duration_seconds = 15,
                           .acquired = ten,
                           .renewed = LeaseTime(ten) + 999'999us,
                           .transitions = 2,
                           .resource_version = "77"};
  const auto back = read_lease(lease_document({.namespace_name = "n", .name = "a"}, record));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, (NamedLease{.name = "a", .record = record}));
}

TEST(LeaseDocument, TakesWhatMakesNoSenseAsNotGiven) {
  const auto lease = read_lease(
      R"({"kind":"Lease","metadata":{"name":"a","resourceVersion":7},"spec":{"holderIdentity":5,)"
      R"("leaseDurationSeconds":-4,"leaseTransitions":99999999999,"renewTime":"soon"}})");
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->record, (LeaseRecord{.transitions = 2'147'483'647}));
}

TEST(LeaseDocument, RefusesWhatIsNoLease) {
  EXPECT_FALSE(read_lease("{"));
  EXPECT_FALSE(read_lease("[]"));
  EXPECT_FALSE(read_lease(R"({"kind":"Status","metadata":{}})"));
  EXPECT_FALSE(read_lease(R"({"kind":"Pod","metadata":{"name":"a"}})"));
  EXPECT_FALSE(read_lease_list(R"({"kind":"PodList","items":[]})"));
  EXPECT_FALSE(read_lease_list(R"({"kind":"LeaseList","items":{}})"));
}

TEST(LeaseDocument, ReadsAListWhoseItemsDoNotSayWhatTheyAre) {
  const auto leases = read_lease_list(
      R"({"kind":"LeaseList","items":[{"metadata":{"name":"a"},"spec":{"holderIdentity":"x"}},)"
      R"(7,{"metadata":{"name":"b"}}]})");
  ASSERT_TRUE(leases);
  EXPECT_EQ(*leases, (std::vector<NamedLease>{{"a", {.holder = "x"}}, {"b", {}}}));
  EXPECT_EQ(read_lease_list(R"({"kind":"LeaseList","items":null})")->size(), 0U);
}

TEST(LeaseDocument, ReadsTimesOfAnyPrecision) {
  EXPECT_EQ(parse_lease_time("2026-01-01T10:00:00Z"), LeaseTime(ten));
  EXPECT_EQ(parse_lease_time("2026-01-01T10:00:00.5Z"), LeaseTime(ten) + 500ms);
  EXPECT_EQ(parse_lease_time("2026-01-01T12:00:00.123456789+02:00"), LeaseTime(ten) + 123'456us);
  EXPECT_FALSE(parse_lease_time("2026-01-01"));
  EXPECT_FALSE(parse_lease_time(""));
}

}  // namespace
}  // namespace telltale
