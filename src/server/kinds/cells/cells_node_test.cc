// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "server/kinds/cells/cells.h"
#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(KindNodeCells, OfAReadyNode) {
  EXPECT_EQ(cells(node_cells, R"({"metadata":{"creationTimestamp":"2026-01-02T03:00:00Z","labels":{
      "node-role.kubernetes.io/worker":"","node-role.kubernetes.io/infra":"",
      "kubernetes.io/role":"edge"}},
      "status":{"conditions":[{"type":"MemoryPressure","status":"False"},
      {"type":"Ready","status":"True"}],
      "addresses":[{"type":"Hostname","address":"h"},{"type":"InternalIP","address":"10.0.0.1"},
      {"type":"InternalIP","address":"fd00::1"}],
      "nodeInfo":{"kubeletVersion":"v1.32.1","osImage":"Linux","kernelVersion":"6.1",
      "containerRuntimeVersion":"containerd://2"}}})"),
            R"(["Ready","edge,infra,worker","60m","v1.32.1","10.0.0.1","<none>","Linux","6.1",)"
            R"("containerd://2"])");
}

TEST(KindNodeCells, OfANodeThatIsNot) {
  EXPECT_EQ(cells(node_cells, R"({"spec":{"unschedulable":true},
      "status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"),
            R"(["NotReady,SchedulingDisabled","<none>","<unknown>","","<none>","<none>",)"
            R"("<unknown>","<unknown>","<unknown>"])");
  EXPECT_TRUE(cells(node_cells, "{}").starts_with(R"(["Unknown","<none>")"));
}

}  // namespace
}  // namespace telltale::server
