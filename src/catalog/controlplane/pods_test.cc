// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/pods.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale::controlplane {
namespace {

const Home home{"default", "c1"};

// The API server's Pod on Node n1 with this status, in a world of its own.
World world_with(std::string_view status, std::string_view name = "kube-apiserver-n1") {
  const std::string pod =
      format(R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"namespace":"kube-system","name":)"
             R"("{}","annotations":{{"cluster.x-k8s.io/cluster-name":"c1",)"
             R"("cluster.x-k8s.io/cluster-namespace":"default"}}}},"spec":{{"nodeName":"n1"}},)"
             R"("status":{}}})",
             name, status);
  return world_of({pod});
}

TEST(ControlPlanePod, IsAbsentWhereOtherPodsWereCollected) {
  const World world = world_with("{}", "kube-proxy-x");
  EXPECT_EQ(see_pod(world, home, "kube-apiserver", "n1").sight, Sight::Absent);
  EXPECT_EQ(see_pod(world, {"default", "c2"}, "kube-apiserver", "n1").sight, Sight::NotCollected);
}

TEST(ControlPlanePod, RunsWellWhenRunningAndReady) {
  const World world =
      world_with(R"({"phase":"Running","conditions":[{"type":"PodScheduled","status":"True"},)"
                 R"({"type":"Initialized","status":"True"},{"type":"Ready","status":"True"}]})");
  const Pod pod = see_pod(world, home, "kube-apiserver", "n1");
  EXPECT_TRUE(pod.runs_well());
  EXPECT_TRUE(pod.scheduled);
  EXPECT_TRUE(pod.initialized);
}

TEST(ControlPlanePod, TellsWhatItsContainersWaitFor) {
  const World world = world_with(
      R"({"phase":"Running","containerStatuses":[{"name":"a","state":{"waiting":{"reason":)"
      R"("CrashLoopBackOff","message":"m"}},"lastState":{"terminated":{"exitCode":137}}},)"
      R"({"name":"b","state":{"running":{}}},{"name":"c","state":{"waiting":{"reason":"X"}}}]})");
  const Pod pod = see_pod(world, home, "kube-apiserver", "n1");
  EXPECT_FALSE(pod.runs_well());
  EXPECT_TRUE(pod.waiting);
  EXPECT_TRUE(pod.failed_before);
  EXPECT_FALSE(pod.terminated);
  EXPECT_EQ(container_reasons(pod, "waiting"), "CrashLoopBackOff, X");
}

TEST(ControlPlanePod, SurvivesAStatusOfTheWrongShape) {
  for (const std::string_view status :
       {R"("no map")", R"([1])", R"({"phase":7,"conditions":"x","containerStatuses":"y"})",
        R"({"phase":"Running","containerStatuses":[1,null,{"state":[]},{"lastState":1}]})"}) {
    const World world = world_with(status);
    const Pod pod = see_pod(world, home, "kube-apiserver", "n1");
    EXPECT_EQ(pod.sight, Sight::Present);
    EXPECT_FALSE(pod.runs_well());
    EXPECT_FALSE(pod.waiting || pod.terminated || pod.failed_before);
  }
}

}  // namespace
}  // namespace telltale::controlplane
