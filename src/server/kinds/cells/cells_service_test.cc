// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "server/kinds/cells/cells.h"
#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(KindServiceCells, OfEveryType) {
  EXPECT_EQ(cells(service_cells, R"({"spec":{"type":"ClusterIP","clusterIP":"None","ports":[
      {"port":80,"protocol":"TCP"},{"port":53,"protocol":"UDP"}],"selector":{"b":"2","a":"1"}}})"),
            R"(["ClusterIP","None","<none>","80/TCP,53/UDP","<unknown>","a=1,b=2"])");
  EXPECT_EQ(cells(service_cells,
                  R"({"spec":{"type":"NodePort","clusterIPs":["10.0.0.1"],"externalIPs":["1.2.3.4"],
      "ports":[{"port":80,"nodePort":30080,"protocol":"TCP"}]}})"),
            R"(["NodePort","10.0.0.1","1.2.3.4","80:30080/TCP","<unknown>","<none>"])");
  EXPECT_EQ(cells(service_cells, R"({"spec":{"type":"LoadBalancer"}})"),
            R"(["LoadBalancer","<none>","<pending>","<none>","<unknown>","<none>"])");
  EXPECT_EQ(cells(service_cells, R"({"spec":{"type":"LoadBalancer"},
      "status":{"loadBalancer":{"ingress":[{"ip":"5.6.7.8"},{"hostname":"lb"}]}}})"),
            R"(["LoadBalancer","<none>","5.6.7.8,lb","<none>","<unknown>","<none>"])");
  EXPECT_EQ(
      cells(service_cells, R"({"spec":{"type":"ExternalName","externalName":"example.com"}})"),
      R"(["ExternalName","<none>","example.com","<none>","<unknown>","<none>"])");
}

}  // namespace
}  // namespace telltale::server
