// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/node_health.h"

#include <vector>

#include <gtest/gtest.h>

namespace telltale::machine {
namespace {

using enum Status;

// A Node as a kubelet in good health reports it; each test bends one thing.
std::vector<Condition> good_node() {
  return {{.type = "Ready", .status = True, .message = "kubelet is posting ready status"},
          {.type = "MemoryPressure", .status = False, .message = "enough memory"},
          {.type = "DiskPressure", .status = False, .message = "enough disk"},
          {.type = "PIDPressure", .status = False, .message = "enough PIDs"}};
}

std::vector<Condition> silent_node() {
  std::vector<Condition> node = good_node();
  for (Condition& condition : node) {
    condition.status = Unknown;
    condition.message = "Kubelet stopped posting node status.";
  }
  return node;
}

TEST(NodeHealth, IsHealthyWithAllFourConditionsGood) {
  EXPECT_EQ(node_health(good_node(), upstream_node_conditions()), NodeHealth::Healthy);
  EXPECT_EQ(describe_node(good_node(), upstream_node_conditions()), "");
}

TEST(NodeHealth, LooksAtNoOtherConditions) {
  std::vector<Condition> node = good_node();
  node.push_back({.type = "NetworkUnavailable", .status = True, .message = "no route"});
  EXPECT_EQ(node_health(node, upstream_node_conditions()), NodeHealth::Healthy);
  EXPECT_EQ(describe_node(node, upstream_node_conditions()), "");
}

TEST(NodeHealth, BadBeatsUnknownInAnyOrder) {
  std::vector<Condition> node = good_node();
  node[0].status = Unknown;
  node[3].status = True;
  EXPECT_EQ(node_health(node, upstream_node_conditions()), NodeHealth::Unhealthy);
  node[0].status = False;
  node[3].status = Unknown;
  EXPECT_EQ(node_health(node, upstream_node_conditions()), NodeHealth::Unhealthy);
}

TEST(NodeHealth, AMissingConditionIsUnknown) {
  std::vector<Condition> node = good_node();
  node.erase(node.begin() + 2);
  EXPECT_EQ(node_health(node, upstream_node_conditions()), NodeHealth::Unknown);
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.DiskPressure: Condition not yet reported");
  EXPECT_EQ(node_health({}, upstream_node_conditions()), NodeHealth::Unknown);
}

TEST(DescribeNode, NamesEachBadConditionInAFixedOrder) {
  std::vector<Condition> node = good_node();
  node[3] = {.type = "PIDPressure", .status = True, .message = "out of PIDs"};
  node[0] = {.type = "Ready", .status = False, .message = "no CNI"};
  std::swap(node[0], node[3]);
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.Ready: no CNI\n* Node.PIDPressure: out of PIDs");
}

TEST(DescribeNode, SaysOnceWhatTheKubeletNoLongerSays) {
  EXPECT_EQ(node_health(silent_node(), upstream_node_conditions()), NodeHealth::Unknown);
  EXPECT_EQ(describe_node(silent_node(), upstream_node_conditions()),
            "* Node.AllConditions: Kubelet stopped posting node status.");
}

TEST(DescribeNode, SaysOnceWhatIsWrongWithSomeWhileOthersAreGood) {
  std::vector<Condition> node = silent_node();
  node[3] = good_node()[3];
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.AllConditions: Kubelet stopped posting node status.");
}

TEST(DescribeNode, KeepsTheLinesAboutWhatWasNeverReported) {
  std::vector<Condition> node = silent_node();
  node.pop_back();
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.AllConditions: Kubelet stopped posting node status.\n"
            "* Node.PIDPressure: Condition not yet reported");
}

TEST(DescribeNode, DoesNotCallASingleConditionAll) {
  EXPECT_EQ(describe_node(std::vector<Condition>{silent_node()[0]}, upstream_node_conditions()),
            "* Node.Ready: Kubelet stopped posting node status.\n"
            "* Node.MemoryPressure: Condition not yet reported\n"
            "* Node.DiskPressure: Condition not yet reported\n"
            "* Node.PIDPressure: Condition not yet reported");
}

TEST(DescribeNode, KeepsDifferentSentencesApart) {
  std::vector<Condition> node = silent_node();
  node[1].message = "cgroups are gone";
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.Ready: Kubelet stopped posting node status.\n"
            "* Node.MemoryPressure: cgroups are gone\n"
            "* Node.DiskPressure: Kubelet stopped posting node status.\n"
            "* Node.PIDPressure: Kubelet stopped posting node status.");
}

TEST(DescribeNode, PutsTheStatusInPlaceOfAnEmptyMessage) {
  std::vector<Condition> node = good_node();
  node[0] = {.type = "Ready", .status = False};
  node[1] = {.type = "MemoryPressure", .status = Unknown};
  EXPECT_EQ(describe_node(node, upstream_node_conditions()),
            "* Node.Ready: Condition is False\n* Node.MemoryPressure: Condition is Unknown");
}

TEST(DescribeNode, BelievesTheLastOfTwoConditionsOfOneType) {
  std::vector<Condition> node = good_node();
  node.push_back({.type = "Ready", .status = False, .message = "no CNI"});
  EXPECT_EQ(node_health(node, upstream_node_conditions()), NodeHealth::Unhealthy);
  EXPECT_EQ(describe_node(node, upstream_node_conditions()), "* Node.Ready: no CNI");
}

// NodeReady.

struct Mirrored {
  Condition condition;
  std::string message;
};

Mirrored mirrored(Conditions node) {
  Mirrored result;
  result.message = "left over";
  result.condition = mirror_node_ready(node, result.message);
  return result;
}

TEST(MirrorNodeReady, CopiesStatusAndTimeOfAReadyNodeWithoutItsMessage) {
  std::vector<Condition> node = good_node();
  node[0].last_transition = Instant(Seconds(1000));
  const Mirrored ready = mirrored(node);
  EXPECT_EQ(ready.condition.type, "NodeReady");
  EXPECT_EQ(ready.condition.status, True);
  EXPECT_EQ(ready.condition.reason, "NodeReady");
  EXPECT_EQ(ready.condition.last_transition, Instant(Seconds(1000)));
  EXPECT_EQ(ready.message, "");
}

TEST(MirrorNodeReady, SaysWhatTheNodeSaysWhenItIsNotReady) {
  std::vector<Condition> node = good_node();
  node[0] = {.type = "Ready", .status = False, .message = "no CNI"};
  EXPECT_EQ(mirrored(node).condition.reason, "NodeNotReady");
  EXPECT_EQ(mirrored(node).message, "* Node.Ready: no CNI");

  node[0].status = Unknown;
  EXPECT_EQ(mirrored(node).condition.reason, "NodeReadyUnknown");

  node[0].message = "";
  EXPECT_EQ(mirrored(node).message, "");
}

TEST(MirrorNodeReady, IsUnknownForANodeWithoutReadyCondition) {
  const Mirrored missing = mirrored({});
  EXPECT_EQ(missing.condition.status, Unknown);
  EXPECT_EQ(missing.condition.reason, "NodeReadyUnknown");
  EXPECT_EQ(missing.message, "* Node.Ready: Condition not yet reported");
}

}  // namespace
}  // namespace telltale::machine
