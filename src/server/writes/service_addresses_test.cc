// SPDX-License-Identifier: Apache-2.0
#include "server/writes/service_addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view services = "/api/v1/namespaces/default/services";
constexpr std::string_view addresses = "/apis/networking.k8s.io/v1/ipaddresses";

std::string service(std::string_view name, std::string_view spec = R"("ports":[{"port":80}])") {
  return format(
      R"({{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{}"}},"spec":{{{}}}}})", name,
      spec);
}

std::string address_of(ServerForTest& server, std::string_view name) {
  const auto answer = server.get(format("{}/{}", services, name));
  return std::string(text_at(answer.object, "spec.clusterIP"));
}

TEST(AddressRange, IsReadAndCutToItsBits) {
  EXPECT_EQ(to_text(*parse_address_range("10.96.3.4/16")), "10.96.0.0/16");
  EXPECT_EQ(parse_address_range("10.0.0.0/30")->count(), 4U);
  for (const char* text : {"", "10.0.0.0", "10.0.0.0/", "10.0.0.0/31", "10.0.0.0/7", "10.0.0/16",
                           "10.0.0.256/16", "10.0.0.01/16", "fd00::/108", "10.0.0.0/16x"}) {
    EXPECT_FALSE(parse_address_range(text)) << text;
  }
  EXPECT_TRUE(parse_address_range("10.96.0.0/16")->holds(0x0A60FFFF));
  EXPECT_FALSE(parse_address_range("10.96.0.0/16")->holds(0x0A610000));
}

TEST(ServiceAddresses, AreOfTheRangeAndUnique) {
  ServerForTest server;
  std::set<std::string> seen;
  for (int i = 0; i < 40; ++i) {
    const std::string name = format("s{}", i);
    ASSERT_EQ(server.post(services, service(name)).code, 201);
    const std::string address = address_of(server, name);
    EXPECT_TRUE(address.starts_with("10.96.")) << address;
    EXPECT_TRUE(seen.insert(address).second) << address;
    EXPECT_EQ(server.get(format("{}/{}", addresses, address)).code, 200);
  }
}

TEST(ServiceAddresses, AreGivenBackWithTheService) {
  ServerForTest server;
  ASSERT_EQ(
      server.post(services, service("a", R"("clusterIP":"10.96.0.7","ports":[{"port":80}])")).code,
      201);
  EXPECT_EQ(
      server.post(services, service("b", R"("clusterIP":"10.96.0.7","ports":[{"port":80}])")).code,
      422);
  ASSERT_EQ(server.remove(format("{}/a", services)).code, 200);
  server.settle();
  EXPECT_EQ(server.get(format("{}/10.96.0.7", addresses)).code, 404);
  EXPECT_EQ(
      server.post(services, service("b", R"("clusterIP":"10.96.0.7","ports":[{"port":80}])")).code,
      201);
}

TEST(ServiceAddresses, OfAServiceThatWasRefusedAreGivenBackAtOnce) {
  ServerForTest server;
  ASSERT_EQ(server.post(services, service("a")).code, 201);
  ASSERT_EQ(
      server.post(services, service("a", R"("clusterIP":"10.96.0.9","ports":[{"port":80}])")).code,
      409);
  EXPECT_EQ(server.get(format("{}/10.96.0.9", addresses)).code, 404);
  EXPECT_EQ(server.get(addresses).object.at("items").as_array().size(), 1U);
}

TEST(ServiceAddresses, OfNobodyAreFoundLater) {
  ServerForTest server;
  ASSERT_EQ(server
                .post(addresses, R"({"apiVersion":"networking.k8s.io/v1","kind":"IPAddress",
                    "metadata":{"name":"10.96.0.5","labels":{
                    "ipaddress.kubernetes.io/managed-by":"ipallocator.k8s.io"}},"spec":{"parentRef":
                    {"resource":"services","namespace":"default","name":"gone"}}})")
                .code,
            201);
  ASSERT_EQ(server
                .post(addresses, R"({"apiVersion":"networking.k8s.io/v1","kind":"IPAddress",
                    "metadata":{"name":"10.96.0.6"},"spec":{"parentRef":
                    {"resource":"services","namespace":"default","name":"gone"}}})")
                .code,
            201);
  server.settle();
  EXPECT_EQ(server.get(format("{}/10.96.0.5", addresses)).code, 200);
  server.advance_and_settle(Seconds{6});
  EXPECT_EQ(server.get(format("{}/10.96.0.5", addresses)).code, 404);
  EXPECT_EQ(server.get(format("{}/10.96.0.6", addresses)).code, 200) << "somebody else's";
}

TEST(ServiceAddresses, AreNotForTheHeadlessNorForOtherNames) {
  ServerForTest server;
  ASSERT_EQ(server.post(services, service("a", R"("clusterIP":"None")")).code, 201);
  ASSERT_EQ(
      server.post(services, service("b", R"("type":"ExternalName","externalName":"a.b")")).code,
      201);
  EXPECT_EQ(address_of(server, "a"), "None");
  EXPECT_EQ(address_of(server, "b"), "");
  EXPECT_TRUE(server.get(addresses).object.at("items").as_array().empty());
}

TEST(ServiceAddresses, FollowTheTypeOfAService) {
  ServerForTest server;
  ASSERT_EQ(server.post(services, service("a")).code, 201);
  const std::string address = address_of(server, "a");
  ASSERT_EQ(server
                .merge(format("{}/a", services),
                       R"({"spec":{"type":"ExternalName","externalName":"a.b"}})")
                .code,
            200);
  EXPECT_EQ(address_of(server, "a"), "");
  server.settle();
  EXPECT_EQ(server.get(format("{}/{}", addresses, address)).code, 404);
  ASSERT_EQ(
      server.merge(format("{}/a", services), R"({"spec":{"type":"NodePort","externalName":null}})")
          .code,
      200);
  EXPECT_NE(address_of(server, "a"), "");
}

TEST(ServiceAddresses, IncludePortsOfNodes) {
  ServerForTest server;
  std::set<std::int64_t> seen;
  for (int i = 0; i < 20; ++i) {
    const auto made = server.post(
        services, service(format("n{}", i), R"("type":"NodePort","ports":[{"port":80}])"));
    ASSERT_EQ(made.code, 201);
    const std::int64_t port = made.object.at("spec").at("ports").at(0).at("nodePort").as_int64();
    EXPECT_TRUE(port >= 30000 && port <= 32767 && seen.insert(port).second) << port;
  }
  const std::string taken =
      format(R"("type":"NodePort","ports":[{{"port":80,"nodePort":{}}}])", *seen.begin());
  EXPECT_EQ(server.post(services, service("again", taken)).code, 422);
  EXPECT_EQ(server
                .post(services,
                      service("low", R"("type":"NodePort","ports":[{"port":80,"nodePort":80}])"))
                .code,
            422);
}

TEST(ServiceAddresses, AreNotTakenByWhatIsOnlyTried) {
  ServerForTest server;
  ASSERT_EQ(server.post(format("{}?dryRun=All", services), service("a")).code, 201);
  EXPECT_TRUE(server.get(addresses).object.at("items").as_array().empty());
}

}  // namespace
}  // namespace telltale::server
