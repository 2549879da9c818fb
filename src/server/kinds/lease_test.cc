// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KindLease, HasTimesToTheMicrosecond) {
  EXPECT_EQ(prepared(prepare_lease, R"({"spec":{"renewTime":"2026-01-02T05:04:05.120000+02:00",
                                       "acquireTime":"2026-01-02T03:04:05Z","strategy":null}})"),
            R"({"spec":{"acquireTime":"2026-01-02T03:04:05Z",)"
            R"("renewTime":"2026-01-02T03:04:05.120000Z"}})");
  EXPECT_THAT(errors_of(validate_lease, R"({"spec":{"acquireTime":"2026-01-02T03:04:05Z"}})"),
              ElementsAre("spec.acquireTime: parsing time \"2026-01-02T03:04:05Z\" as "
                          "\"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"Z\" as "
                          "\".000000\""));
  EXPECT_EQ(prepared(prepare_lease, R"({"spec":[]})"), R"({"spec":[]})");
}

TEST(KindLease, LastsSomeTime) {
  EXPECT_THAT(errors_of(validate_lease, R"({"spec":{"leaseDurationSeconds":0}})"),
              ElementsAre("spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"));
  EXPECT_THAT(errors_of(validate_lease, R"({"spec":{"leaseTransitions":-1}})"),
              ElementsAre("spec.leaseTransitions: Invalid value: -1: must be greater than or equal "
                          "to 0"));
  EXPECT_THAT(
      errors_of(validate_lease, R"({"spec":{"leaseDurationSeconds":15,"leaseTransitions":0}})"),
      IsEmpty());
  EXPECT_THAT(errors_of(validate_lease, "{}"), IsEmpty());
}

TEST(KindLease, PrefersAHolderOnlyByAStrategy) {
  EXPECT_THAT(errors_of(validate_lease, R"({"spec":{"preferredHolder":"a"}})"),
              ElementsAre("spec.preferredHolder: Forbidden: may only be specified when `strategy` "
                          "is defined"));
  EXPECT_THAT(
      errors_of(validate_lease, R"({"spec":{"preferredHolder":"a","strategy":"OldestEmulation"}})"),
      IsEmpty());
}

}  // namespace
}  // namespace telltale::server
