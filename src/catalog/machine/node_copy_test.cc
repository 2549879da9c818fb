// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/node_copy.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::machine {
namespace {

using legacy::LegacyWorld;
using legacy::Parts;

const std::string two_addresses = R"("addresses":[{"type":"InternalIP","address":"10.0.0.1"},)"
                                  R"({"type":"Hostname","address":"host"}])";

std::string told_node(std::string_view status) {
  return format(R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"n1","annotations":{{)"
                R"("cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":)"
                R"("default"}}}},"spec":{{"providerID":"id-n1"}},"status":{{{}}}}})",
                status);
}

std::string copying_machine(std::string_view status = "") {
  return legacy::machine("m1", {.spec = R"("providerID":"id-n1",)" + legacy::refs("m1"),
                                .status = std::string(status)});
}

std::string in_words(std::span<const Label> labels) {
  std::vector<std::string> words;
  for (const Label& label : labels) words.push_back(format("{}={}", label.key, label.value));
  return join(words, " ");
}

struct Copied {
  explicit Copied(const std::vector<std::string>& documents)
      : world(documents),
        copy(copy_node(world.context(), world.judged("Machine", "m1"), world.arena())) {}
  std::string addresses() const { return in_words(copy.addresses); }
  std::string system() const { return in_words(copy.system); }

  LegacyWorld world;
  NodeCopy copy;
};

TEST(NodeCopy, HoldsTheNameTheSystemAndTheAddressesOfTheNode) {
  const Copied copied(
      {copying_machine(),
       told_node(R"("nodeInfo":{"osImage":"Debian","kernelVersion":"6.1"},)" + two_addresses)});
  EXPECT_EQ(copied.copy.node_name, "n1");
  EXPECT_EQ(copied.addresses(), "InternalIP=10.0.0.1 Hostname=host");
  // Where one field is there, the definition requires all of them.
  EXPECT_EQ(copied.system(),
            "architecture= bootID= containerRuntimeVersion= kernelVersion=6.1 kubeProxyVersion= "
            "kubeletVersion= machineID= operatingSystem= osImage=Debian systemUUID=");
}

TEST(NodeCopy, TakesTheNodeOnlyForAddressesThatTheInfrastructureDoesNotTell) {
  const Copied copied(
      {copying_machine(), told_node(two_addresses),
       legacy::provider("DockerMachine", "m1",
                        R"("addresses":[{"type":"InternalIP","address":"10.9.9.9"},)"
                        R"({"type":"InternalIP","address":"10.9.9.8"}])")});
  EXPECT_EQ(copied.addresses(), "InternalIP=10.9.9.9 InternalIP=10.9.9.8 Hostname=host");
}

TEST(NodeCopy, KeepsWhatWasKnownOfANodeThatIsGone) {
  const Copied copied(
      {copying_machine(R"("nodeRef":{"name":"n1"},)" + two_addresses),
       legacy::provider("DockerMachine", "m1",
                        R"("addresses":[{"type":"ExternalIP","address":"192.0.2.1"}])")});
  EXPECT_EQ(copied.copy.node_name, "");
  EXPECT_EQ(copied.system(), "");
  EXPECT_EQ(copied.addresses(), "ExternalIP=192.0.2.1 InternalIP=10.0.0.1 Hostname=host");
}

TEST(NodeCopy, NamesTheNodeOnce) {
  const Copied copied({copying_machine(R"("nodeRef":{"name":"other"})"), told_node("")});
  EXPECT_EQ(copied.copy.node_name, "");
  EXPECT_TRUE(copied.copy.system.empty());
}

TEST(NodeCopy, LeavesOutWhatTheDefinitionWouldRefuse) {
  std::string addresses = R"({"type":"Moon","address":"a"},{"type":"Hostname","address":""},7,)";
  addresses += format(R"({{"type":"Hostname","address":"{}"}},)", std::string(257, 'x'));
  for (int i = 0; i < 40; ++i) {
    addresses += format(R"({{"type":"InternalIP","address":"10.0.0.{}"}},)", i);
  }
  addresses += R"({"type":"InternalIP","address":"10.0.0.0"})";
  const Copied copied({copying_machine(), told_node(format(R"("addresses":[{}])", addresses))});
  EXPECT_EQ(copied.copy.addresses.size(), addresses_max);
  EXPECT_EQ(copied.copy.addresses.front().value, "10.0.0.0");
}

TEST(NodeCopy, IsEmptyWhilePausedAndForOtherKinds) {
  const std::string paused =
      R"("conditions":[{"type":"Paused","status":"True","reason":"Paused","message":"",)"
      R"("lastTransitionTime":"2026-01-01T10:00:00Z"}])";
  EXPECT_TRUE(Copied({copying_machine(paused), told_node(two_addresses)}).copy.empty());
  LegacyWorld world({legacy::core("MachineSet", "s1", {})});
  EXPECT_TRUE(copy_node(world.context(), world.judged("MachineSet", "s1"), world.arena()).empty());
}

}  // namespace
}  // namespace telltale::machine
