// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::string spec_after(std::string_view text) {
  json::Value object = from_json(text);
  prepare_service(object, nullptr);
  finish_service(object);
  return json::print(object.at("spec"));
}

TEST(KindService, LeadsToTheSamePort) {
  EXPECT_EQ(
      spec_after(R"({"spec":{"type":"ClusterIP","clusterIP":"10.0.0.1","ports":[{"port":80},
                {"port":81,"targetPort":"web"},7]}})"),
      R"({"clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],"internalTrafficPolicy":"Cluster",)"
      R"("ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack","ports":[{"port":80,)"
      R"("targetPort":80},{"port":81,"targetPort":"web"},7],"type":"ClusterIP"})");
  EXPECT_EQ(prepared(prepare_service, R"({"spec":3})", "{}"), R"({"spec":3})");
}

TEST(KindService, HasWhatItsTypeAsksFor) {
  EXPECT_EQ(spec_after(R"({"spec":{"type":"ExternalName","externalName":"a.b",
                "ipFamilies":["IPv4"]}})"),
            R"({"externalName":"a.b","type":"ExternalName"})");
  EXPECT_EQ(spec_after(R"({"spec":{"type":"LoadBalancer"}})"),
            R"({"allocateLoadBalancerNodePorts":true,"externalTrafficPolicy":"Cluster",)"
            R"("internalTrafficPolicy":"Cluster","ipFamilies":["IPv4"],)"
            R"("ipFamilyPolicy":"SingleStack","type":"LoadBalancer"})");
}

TEST(KindService, KeepsWhatItWasGiven) {
  EXPECT_EQ(prepared(prepare_service,
                     R"({"spec":{"type":"NodePort","ports":[{"port":80,"targetPort":80}]}})",
                     R"({"spec":{"type":"NodePort","clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],
                         "ports":[{"port":80,"nodePort":30001}]}})"),
            R"({"spec":{"clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],)"
            R"("externalTrafficPolicy":"Cluster","internalTrafficPolicy":"Cluster",)"
            R"("ports":[{"nodePort":30001,"port":80,"targetPort":80}],"type":"NodePort"}})");
}

TEST(KindService, IsRefusedForWhatItsTypeForbids) {
  const auto wrong = [](std::string_view spec, std::string_view old = {}) {
    return errors_of(validate_service,
                     format(R"({{"spec":{{"sessionAffinity":"None",{}}}}})", spec), old);
  };
  EXPECT_THAT(wrong(R"("type":"ClusterIP","ports":[{"port":80}])"), IsEmpty());
  EXPECT_THAT(wrong(R"("type":"ClusterIP")"), ElementsAre("spec.ports: Required value"));
  EXPECT_THAT(wrong(R"("type":"ClusterIP","clusterIP":"None")"), IsEmpty());
  EXPECT_THAT(wrong(R"("type":"NodePort","clusterIP":"None","ports":[{"port":80}])"),
              ElementsAre(StartsWith("spec.clusterIPs[0]: Invalid value")));
  EXPECT_THAT(wrong(R"("type":"ExternalName")"), ElementsAre("spec.externalName: Required value"));
  EXPECT_THAT(wrong(R"("type":"Other")"), ElementsAre(StartsWith("spec.type: Unsupported value")));
  EXPECT_THAT(
      wrong(R"("type":"ClusterIP","ports":[{"port":0},{"port":80,"name":"b"}])"),
      ElementsAre(StartsWith("spec.ports[0].port: Invalid"), "spec.ports[0].name: Required value"));
  EXPECT_THAT(wrong(R"("type":"ClusterIP","clusterIP":"10.0.0.2","ports":[{"port":80}])",
                    R"({"spec":{"type":"ClusterIP","clusterIP":"10.0.0.1"}})"),
              ElementsAre(StartsWith("spec.clusterIPs[0]: Invalid value")));
  EXPECT_THAT(wrong(R"("type":"ClusterIP","ipFamilies":["IPv6"],"ports":[{"port":80}])"),
              ElementsAre(StartsWith("spec.ipFamilies[0]: Invalid value")));
}

}  // namespace
}  // namespace telltale::server
