// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_behavior.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale::server {
namespace {

using testing::Contains;
using testing::Pair;

TEST(KindHabits, CountGenerationsOnlyOfDefinitionsAndWebhooks) {
  for (const char* plural : {"configmaps", "secrets", "namespaces", "events", "serviceaccounts",
                             "nodes", "pods", "services"}) {
    EXPECT_FALSE(behavior_of("", plural).counts_generation) << plural;
  }
  EXPECT_FALSE(behavior_of("coordination.k8s.io", "leases").counts_generation);
  EXPECT_FALSE(behavior_of("rbac.authorization.k8s.io", "roles").counts_generation);
  EXPECT_TRUE(behavior_of("apiextensions.k8s.io", "customresourcedefinitions").counts_generation);
}

TEST(KindHabits, AskForTheVersionWhereBlindWritesHurt) {
  EXPECT_TRUE(behavior_of("coordination.k8s.io", "leases").update_needs_version);
  EXPECT_TRUE(
      behavior_of("apiextensions.k8s.io", "customresourcedefinitions").update_needs_version);
  for (const char* plural : {"configmaps", "secrets", "namespaces", "events", "serviceaccounts"}) {
    EXPECT_FALSE(behavior_of("", plural).update_needs_version) << plural;
  }
}

TEST(KindHabits, CreateLeasesAndEventsByUpdate) {
  EXPECT_TRUE(behavior_of("coordination.k8s.io", "leases").creates_on_update);
  EXPECT_TRUE(behavior_of("", "events").creates_on_update);
  EXPECT_TRUE(behavior_of("events.k8s.io", "events").creates_on_update);
  EXPECT_FALSE(behavior_of("", "configmaps").creates_on_update);
}

TEST(KindHabits, SelectEventsByWhatTheStoreHolds) {
  const auto core = behavior_of("", "events").field_labels;
  EXPECT_THAT(core, Contains(Pair("involvedObject.uid", "involvedObject.uid")));
  EXPECT_THAT(core, Contains(Pair("reportingComponent", "reportingComponent")));
  EXPECT_THAT(core, Contains(Pair("source", "source.component")));
  const auto newer = behavior_of("events.k8s.io", "events").field_labels;
  EXPECT_THAT(newer, Contains(Pair("regarding.name", "involvedObject.name")));
  EXPECT_THAT(newer, Contains(Pair("reportingController", "reportingComponent")));
}

TEST(KindHabits, SelectByTypeAndPhase) {
  EXPECT_THAT(behavior_of("", "secrets").field_labels, Contains(Pair("type", "type")));
  EXPECT_THAT(behavior_of("", "namespaces").field_labels,
              Contains(Pair("status.phase", "status.phase")));
  EXPECT_THAT(behavior_of("", "pods").field_labels,
              Contains(Pair("spec.nodeName", "spec.nodeName")));
}

TEST(KindHabits, AnswerReviewsWithoutStoringThem) {
  EXPECT_TRUE(behavior_of("authorization.k8s.io", "selfsubjectaccessreviews").review);
  EXPECT_TRUE(behavior_of("authentication.k8s.io", "tokenreviews").review);
  EXPECT_FALSE(behavior_of("", "secrets").review);
}

TEST(KindHabitsDeathTest, AreThereForEveryBuiltInKindOnly) {
  EXPECT_DEATH(behavior_of("example.com", "gadgets"), "every built-in kind has its behavior");
}

}  // namespace
}  // namespace telltale::server
