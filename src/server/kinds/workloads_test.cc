// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/workloads.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(KindPod, IsBornPending) {
  EXPECT_EQ(prepared(prepare_pod, R"({"spec":{"nodeName":null},"status":{"phase":"Running"}})"),
            R"({"spec":{},"status":{"phase":"Pending"}})");
  EXPECT_EQ(prepared(prepare_pod, R"({"status":{"phase":"Running"}})", "{}"),
            R"({"status":{"phase":"Running"}})");
}

TEST(KindService, LeadsToTheSamePort) {
  EXPECT_EQ(prepared(prepare_service,
                     R"({"spec":{"ports":[{"port":80},{"port":81,"targetPort":"web"},7]}})"),
            R"({"spec":{"ports":[{"port":80,"targetPort":80},{"port":81,"targetPort":"web"},7]},)"
            R"("status":{"loadBalancer":{}}})");
  EXPECT_EQ(prepared(prepare_service, R"({"spec":{"ports":3}})", "{}"), R"({"spec":{"ports":3}})");
}

TEST(KindWithoutStatus, GetsItFromOthers) {
  EXPECT_EQ(prepared(prepare_without_status, R"({"status":{"used":{}},"spec":{}})"),
            R"({"spec":{}})");
  EXPECT_EQ(prepared(prepare_without_status, R"({"status":{"used":{}}})", "{}"),
            R"({"status":{"used":{}}})");
}

}  // namespace
}  // namespace telltale::server
