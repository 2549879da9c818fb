// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/stored_counters.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

Counters counters_in(std::string_view version, std::string_view status) {
  const std::string text =
      format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachinePool","metadata":)"
             R"({{"namespace":"default","name":"mp-0"}},"status":{}}})",
             version, status);
  const World world = world_of({text});
  return stored_counters(world.objects()[0]);
}

TEST(StoredCounters, StandOnTopInTheNewVersion) {
  EXPECT_EQ(counters_in("v1beta2", R"({"replicas":4,"readyReplicas":3,"availableReplicas":2,)"
                                   R"("upToDateReplicas":1,"v1beta2":{"readyReplicas":9}})"),
            (Counters{.replicas = 4, .ready = 3, .available = 2, .up_to_date = 1}));
}

TEST(StoredCounters, StandInThePreviewBlockOfTheOldVersion) {
  EXPECT_EQ(counters_in("v1beta1", R"({"replicas":4,"readyReplicas":9,"availableReplicas":9,)"
                                   R"("v1beta2":{"readyReplicas":3,"availableReplicas":2,)"
                                   R"("upToDateReplicas":1}})"),
            (Counters{.replicas = 4, .ready = 3, .available = 2, .up_to_date = 1}));
}

TEST(StoredCounters, AreReadInTheProposalsSpellingToo) {
  for (const char* name : {"experimentalReadyReplicas", "exprimentalReadyReplicas"}) {
    EXPECT_EQ(counters_in("v1beta1", format(R"({{"{}":3,"upToDateReplicas":1}})", name)),
              (Counters{.ready = 3, .up_to_date = 1}));
  }
}

TEST(StoredCounters, DoNotTakeOldCountsForNewOnes) {
  EXPECT_EQ(counters_in("v1beta1", R"({"replicas":4,"readyReplicas":4,"availableReplicas":4})"),
            (Counters{.replicas = 4}));
}

TEST(StoredCounters, LeaveOutWhatIsNoCount) {
  EXPECT_EQ(counters_in("v1beta2", R"({"readyReplicas":-1,"availableReplicas":"2",)"
                                   R"("upToDateReplicas":99999999999})"),
            Counters{});
  EXPECT_EQ(counters_in("v1beta2", "{}"), Counters{});
}

}  // namespace
}  // namespace telltale
