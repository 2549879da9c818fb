// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/connection.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

using ladders::now;

constexpr std::string_view prober =
    R"({"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
    R"("metadata":{"namespace":"default","name":"c1"},"status":{"connected":true}})";

std::string cluster_with_probe(std::string_view status, std::string_view message) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster",)"
                R"("metadata":{{"namespace":"default","name":"c1"}},"status":{{"conditions":[)"
                R"({{"type":"RemoteConnectionProbe","status":"{}","reason":"X","message":"{}",)"
                R"("lastTransitionTime":"2026-04-30T23:00:00Z"}}]}}}})",
                status, message);
}

Connection seen_in(std::initializer_list<std::string_view> documents) {
  const World world = world_of(documents);
  Connection seen = see_connection(world, "default", "c1", now);
  seen.lookup_error = {};  // a view into that world
  return seen;
}

constexpr Instant an_hour_ago = now - std::chrono::hours(1);

TEST(Connection, ThatNobodyProbedIsTakenAsConnectedAndSaidSo) {
  const Connection seen = seen_in({});
  EXPECT_EQ(seen.teller, ConnectionSource::Nobody);
  EXPECT_TRUE(seen.connected);
  EXPECT_TRUE(seen.probing_now) << "its grace never ends";
  EXPECT_EQ(connection_evidence(seen), "not probed; taken as connected");
  EXPECT_EQ(grace_evidence(seen, seen.good_until(), Seconds(40), now),
            "not probed; taken as connected")
      << "no time that nobody measured";
}

TEST(Connection, StoredAsGoodStandsWithItsOwnTime) {
  const Connection seen = seen_in({cluster_with_probe("True", "")});
  EXPECT_TRUE(seen.connected);
  EXPECT_FALSE(seen.not_established());
  EXPECT_EQ(connection_evidence(seen), "stored True since 2026-04-30T23:00:00Z");
}

TEST(Connection, StoredAsLostIsLostForEveryReader) {
  for (const char* status : {"False", "Unknown"}) {
    const Connection seen = seen_in({cluster_with_probe(status, "Remote connection probe failed")});
    EXPECT_FALSE(seen.connected);
    EXPECT_FALSE(seen.not_established()) << "five probes have failed";
    EXPECT_FALSE(is_set(seen.last_success)) << "nobody knows of one";
    EXPECT_EQ(seen.good_until(), an_hour_ago) << "grace counts from when it was told";
    EXPECT_EQ(connection_evidence(seen), format("stored {} since 2026-04-30T23:00:00Z", status));
  }
}

TEST(Connection, StoredAsLostKeepsTheSuccessThatItsMessageTells) {
  const auto told = [](std::string_view time) {
    return seen_in({cluster_with_probe(
        "False", format("Remote connection probe failed, probe last succeeded at {}", time))});
  };
  EXPECT_EQ(told("2026-04-30T22:59:00Z").last_success, an_hour_ago - Seconds(60));
  EXPECT_EQ(told("2026-04-30T22:59:00Z").good_until(), an_hour_ago - Seconds(60));
  EXPECT_EQ(told("yesterday").good_until(), an_hour_ago);
}

TEST(Connection, StoredAsNotYetEstablishedHasOnlyJustBegun) {
  const Connection seen =
      seen_in({cluster_with_probe("False", "Remote connection not established yet")});
  EXPECT_FALSE(seen.connected);
  EXPECT_TRUE(seen.not_established());
}

TEST(Connection, OfAProberOutranksWhatIsStored) {
  const Connection seen =
      seen_in({cluster_with_probe("False", "Remote connection probe failed"), prober});
  EXPECT_EQ(seen.teller, ConnectionSource::Prober);
  EXPECT_TRUE(seen.connected);
  EXPECT_EQ(connection_evidence(seen), "connected, probes succeed");
}

}  // namespace
}  // namespace telltale
