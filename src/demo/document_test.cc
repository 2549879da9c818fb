// SPDX-License-Identifier: Apache-2.0
#include "demo/document.h"

#include <gtest/gtest.h>

#include "json/print.h"

namespace telltale::demo {
namespace {

TEST(DemoDocument, StandsUnderItsGroupNamespaceAndPlural) {
  const Document machine("cluster.x-k8s.io/v1beta2", "Machine", "default", "m1");
  EXPECT_EQ(path_of(machine.apply()),
            "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1");
  EXPECT_EQ(path_of(Document("karpenter.k8s.aws/v1", "EC2NodeClass", "", "c").apply()),
            "/apis/karpenter.k8s.aws/v1/ec2nodeclasses/c");
}

TEST(DemoDocument, OfAWorkloadClusterStandsUnderThatCluster) {
  const Write node = Document("v1", "Node", "", "n1").apply_within("default/edge");
  EXPECT_EQ(path_of(node), "/clusters/default/edge/api/v1/nodes/n1");
  EXPECT_EQ(to_text(node), "Node n1 in default/edge");
}

TEST(DemoDocument, SaysEverythingItWasTold) {
  const Write write = Document("v1", "Secret", "default", "s")
                          .label("a", "b")
                          .label("c", "d")
                          .annotation("e", "f")
                          .owner("v1", "Node", "n1")
                          .finalizer("x/y")
                          .part("type", "t")
                          .apply();
  EXPECT_EQ(write.verb, Write::Verb::Apply);
  EXPECT_EQ(json::print(write.document),
            R"({"apiVersion":"v1","kind":"Secret","metadata":{"annotations":{"e":"f"},)"
            R"("finalizers":["x/y"],"labels":{"a":"b","c":"d"},"name":"s","namespace":"default",)"
            R"("ownerReferences":[{"apiVersion":"v1","blockOwnerDeletion":true,"controller":true,)"
            R"("kind":"Node","name":"n1"}]},"type":"t"})");
}

TEST(DemoDocument, WritesConditionsWithTheirTime) {
  const json::Value said = condition({"Ready", "False", "Why", "because"}, Instant(Seconds(0)));
  EXPECT_EQ(json::print(said),
            R"({"lastTransitionTime":"1970-01-01T00:00:00Z","message":"because","reason":"Why",)"
            R"("status":"False","type":"Ready"})");
}

}  // namespace
}  // namespace telltale::demo
