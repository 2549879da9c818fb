// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/cells/cells.h"

#include <gtest/gtest.h>

#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view born = R"("metadata":{"creationTimestamp":"2026-01-02T03:00:00Z"})";

std::string born_with(std::string_view rest) {
  return "{" + std::string(born) + (rest.empty() ? "" : ",") + std::string(rest) + "}";
}

TEST(KindCells, TellAgesAsPeopleDo) {
  EXPECT_EQ(age_cell("2026-01-02T03:59:15Z", shown_at), "45s");
  EXPECT_EQ(age_cell("2026-01-01T00:00:00Z", shown_at), "28h");
  EXPECT_EQ(age_cell("2026-01-02T04:00:01Z", shown_at), "0s");
  EXPECT_EQ(age_cell("2026-01-02T04:00:02Z", shown_at), "<invalid>");
  EXPECT_EQ(age_cell("", shown_at), "<unknown>");
  EXPECT_EQ(age_cell("soon", shown_at), "<invalid>");
}

TEST(KindCells, OfPlainKinds) {
  EXPECT_EQ(cells(config_map_cells, born_with(R"("data":{"a":"","b":""},"binaryData":{"c":""})")),
            R"([3,"60m"])");
  EXPECT_EQ(cells(secret_cells, born_with(R"("type":"Opaque","data":{"a":""})")),
            R"(["Opaque",1,"60m"])");
  EXPECT_EQ(cells(namespace_cells, born_with(R"("status":{"phase":"Active"})")),
            R"(["Active","60m"])");
  EXPECT_EQ(cells(service_account_cells, born_with("")), R"([0,"60m"])");
  EXPECT_EQ(cells(lease_cells, born_with(R"("spec":{"holderIdentity":"me"})")), R"(["me","60m"])");
  EXPECT_EQ(cells(webhook_cells, born_with(R"("webhooks":[{},{}])")), R"([2,"60m"])");
  EXPECT_EQ(cells(created_at_cells, born_with("")), R"(["2026-01-02T03:00:00Z"])");
  EXPECT_EQ(cells(created_at_cells, "{}"), R"(["<unknown>"])");
}

TEST(KindCells, OfBindings) {
  EXPECT_EQ(cells(binding_cells, born_with(R"("roleRef":{"kind":"Role","name":"r"},
      "subjects":[{"kind":"User","name":"u"},{"kind":"User","name":"v"},
      {"kind":"Group","name":"g"},{"kind":"ServiceAccount","name":"s","namespace":"n"}])")),
            R"(["Role/r","60m","u, v","g","n/s"])");
}

TEST(KindCells, OfEndpoints) {
  EXPECT_EQ(cells(endpoints_cells, born_with("")), R"(["<none>","60m"])");
  EXPECT_EQ(cells(endpoints_cells, born_with(R"("subsets":[{"ports":[{"port":80},{"port":81}],
      "addresses":[{"ip":"1.1.1.1"},{"ip":"2.2.2.2"}]},{"addresses":[{"ip":"3.3.3.3"}]}])")),
            R"(["1.1.1.1:80,1.1.1.1:81,2.2.2.2:80 + 2 more...","60m"])");
}

TEST(KindCells, OfQuotas) {
  EXPECT_EQ(cells(resource_quota_cells, born_with(R"("status":{"hard":{"pods":"4","limits.cpu":2,
      "cpu":"1"},"used":{"pods":"1"}})")),
            R"(["cpu: 0/1, pods: 1/4","limits.cpu: 0/2","60m"])");
}

TEST(KindCells, OfJoinedServers) {
  EXPECT_EQ(cells(api_service_cells, born_with("")), R"(["Local","Unknown","60m"])");
  EXPECT_EQ(cells(api_service_cells, born_with(R"("spec":{"service":{"namespace":"n","name":"s"}},
      "status":{"conditions":[{"type":"Available","status":"False","reason":"Gone"}]})")),
            R"x(["n/s","False (Gone)","60m"])x");
}

TEST(KindCells, SurviveStrangeShapes) {
  for (const MakeCells make :
       {config_map_cells, secret_cells, namespace_cells, service_account_cells, endpoints_cells,
        resource_quota_cells, lease_cells, binding_cells, webhook_cells, api_service_cells,
        created_at_cells, core_event_cells, new_event_cells, node_cells, pod_cells,
        service_cells}) {
    for (const char* text :
         {"{}", "[]", "null", R"({"metadata":[],"spec":[],"status":[],"subsets":[3],"data":1})",
          R"({"spec":{"ports":[1],"initContainers":[2],"containers":[3],"selector":{"a":1}},
              "status":{"conditions":[4],"addresses":[5],"containerStatuses":[6],
              "initContainerStatuses":[7],"podIPs":[8],"hard":{"cpu":[]}},
              "metadata":{"labels":{"kubernetes.io/role":9}},"subjects":[1]})"}) {
      EXPECT_TRUE(make(from_json(text), shown_at).is_array());
    }
  }
}

}  // namespace
}  // namespace telltale::server
