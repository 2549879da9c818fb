// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine_parts.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

// What a control plane says about a component of its Machine, in the new words, as v1beta1 would
// have said it. The Machine stores nothing, unless told.
class LegacyComponents : public testing::Test {
 protected:
  std::string told(const Condition& condition, std::vector<LegacyCondition> stored = {}) {
    const Judged judged{.object = &object_, .conditions = Conditions(&condition, 1)};
    LegacyList list(std::move(stored), noon, arena_);
    set_components(judged, seen_, list);
    return in_words(list.find(condition.type));
  }

  static Condition pod(Status status, std::string_view reason, std::string_view message = "") {
    return {.type = "APIServerPodHealthy", .status = status, .reason = reason, .message = message};
  }
  static Condition member(Status status, std::string_view reason, std::string_view message = "") {
    return {.type = "EtcdMemberHealthy", .status = status, .reason = reason, .message = message};
  }

  static controlplane::MachineSeen on_a_node() {
    controlplane::MachineSeen seen;
    seen.judged = true;
    seen.node_name = "n1";
    seen.node = Sight::Present;
    return seen;
  }

  Object object_;
  controlplane::MachineSeen seen_ = on_a_node();
  Arena arena_;
};

TEST_F(LegacyComponents, HaveReasonsOfTheirOwnForPods) {
  EXPECT_EQ(told(pod(Status::True, "Running")), "True");
  EXPECT_EQ(told(pod(Status::False, "Deleting", "Machine is deleting")), "False Deleting Info");
  EXPECT_EQ(told(pod(Status::False, "Provisioning", "Waiting to be scheduled")),
            "False PodProvisioning Info: Waiting to be scheduled");
  EXPECT_EQ(told(pod(Status::False, "Failed", "CrashLoopBackOff")),
            "False PodFailed Error: CrashLoopBackOff");
  EXPECT_EQ(told(pod(Status::False, "DoesNotExist", "Pod does not exist")),
            "False PodMissing Error: Pod kube-apiserver-n1 is missing");
}

TEST_F(LegacyComponents, HaveWordsOfTheirOwnForWhatCouldNotBeInspected) {
  const auto failed = [&](std::string_view message) {
    return told(pod(Status::Unknown, "InspectionFailed", message));
  };
  EXPECT_EQ(failed("Pod is reporting Unknown status"),
            "Unknown PodInspectionFailed: Pod is reporting Unknown status");
  EXPECT_EQ(failed("Please check controller logs for errors"),
            "Unknown PodInspectionFailed: Failed to get Pod status");
  EXPECT_EQ(failed("Failed to get the Node hosting the Pod: timeout"),
            "Unknown PodInspectionFailed: Failed to get the Node which is hosting this component: "
            "timeout");
  seen_.node_unreachable = true;
  EXPECT_EQ(failed("Node n1 is unreachable"), "Unknown PodInspectionFailed: Node is unreachable");
  seen_.node = Sight::Absent;
  EXPECT_EQ(failed("Node n1 does not exist"), "False PodFailed Error: Missing Node");
}

TEST_F(LegacyComponents, StayAsTheyAreWhereV1Beta1HadNothingToSay) {
  const LegacyCondition stored = good("APIServerPodHealthy");
  EXPECT_EQ(told(pod(Status::Unknown, "ConnectionDown"), {stored}), "True");
  EXPECT_EQ(told(pod(Status::Unknown, "NotCollected")), "");
  seen_.node_name = {};
  EXPECT_EQ(told(pod(Status::Unknown, "InspectionFailed", "Waiting for DockerMachine")), "");
  seen_.judged = false;
  EXPECT_EQ(told(pod(Status::True, "Running")), "");
}

TEST_F(LegacyComponents, DeriveAnEtcdMemberOnlyWhereWhatIsStoredContradicts) {
  EXPECT_EQ(told(member(Status::False, "NotHealthy", "Etcd reports alarms: NOSPACE")),
            "False EtcdMemberUnhealthy Error: Etcd member reports alarms: NOSPACE");
  EXPECT_EQ(told(member(Status::False, "NotHealthy", "new words"),
                 {bad("EtcdMemberHealthy", "EtcdMemberUnhealthy", LegacySeverity::Error, "old")}),
            "False EtcdMemberUnhealthy Error: old");
  EXPECT_EQ(told(member(Status::True, "Healthy"),
                 {bad("EtcdMemberHealthy", "EtcdMemberUnhealthy", LegacySeverity::Error, "old")}),
            "True");
  EXPECT_EQ(told(member(Status::Unknown, "InspectionFailed", "m")),
            "Unknown MemberInspectionFailed: m");
  EXPECT_EQ(told(member(Status::Unknown, "NotCollected", "m")), "");
}

}  // namespace
}  // namespace telltale::legacy
