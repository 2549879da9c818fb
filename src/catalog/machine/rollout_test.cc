// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/rollout.h"

#include <gtest/gtest.h>

#include "catalog/controlplane/small_plane_for_test.h"

namespace telltale::machine {
namespace {

using controlplane::SmallPlane;
using controlplane::Spoken;
using controlplane::stored_text;

using enum Status;

// A control plane whose first Machine was made from a config and an infrastructure of its own.
struct RolloutWorld : SmallPlane {
  std::string config_spec = R"({"joinConfiguration":{"controlPlane":{}},"clusterConfiguration":)"
                            R"({"featureGates":{"ControlPlaneKubeletLocalMode":true}}})";
  std::string config_annotations;
  std::string template_name = "tpl";
  bool cloned = true;

  Spoken up_to_date() {
    const auto others = more;
    more.push_back(format(
        R"({{"apiVersion":"bootstrap.cluster.x-k8s.io/{}","kind":"KubeadmConfig","metadata":)"
        R"({{"namespace":"default","name":"m1","annotations":{{{}}}}},"spec":{}}})",
        version, config_annotations, config_spec));
    const std::string clone = format(
        R"("cluster.x-k8s.io/cloned-from-name":"{}","cluster.x-k8s.io/cloned-from-groupkind")"
        R"(:"DockerMachineTemplate.infrastructure.cluster.x-k8s.io")",
        template_name);
    more.push_back(format(R"({{"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta1","kind":)"
                          R"("DockerMachine","metadata":{{"namespace":"default","name":"m1",)"
                          R"("annotations":{{{}}}}}}})",
                          cloned ? clone : ""));
    const Spoken spoken = machine_says("m1", "UpToDate");
    more = others;
    return spoken;
  }
};

template <class Test>
void in_both_versions(Test test) {
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    SCOPED_TRACE(version);
    RolloutWorld world;
    world.version = version;
    test(world);
  }
}

const Spoken as_wanted{True, "UpToDate", ""};

TEST(ControlPlaneRollout, IsDoneWhenTheMachineIsAsWanted) {
  in_both_versions([](RolloutWorld& world) { EXPECT_EQ(world.up_to_date(), as_wanted); });
}

TEST(ControlPlaneRollout, TellsEachDifferenceInItsOrder) {
  in_both_versions([](RolloutWorld& world) {
    world.machines[0].version = "v1.32.0";
    world.kubeadm_spec = R"({"preKubeadmCommands":["true"]})";
    world.template_name = "older";
    world.plane_spec = world.version == "v1beta1"
                           ? R"(,"rolloutAfter":"2026-01-01T11:00:00Z","rolloutBefore":)"
                             R"({"certificatesExpiryDays":7})"
                           : R"(,"rollout":{"after":"2026-01-01T11:00:00Z","before":)"
                             R"({"certificatesExpiryDays":7}})";
    world.config_annotations =
        R"("machine.cluster.x-k8s.io/certificates-expiry":"2026-01-05T00:00:00Z")";
    EXPECT_EQ(world.up_to_date(), (Spoken{False, "NotUpToDate",
                                          "* Certificates will expire soon\n"
                                          "* KubeadmControlPlane spec.rolloutAfter expired\n"
                                          "* Version v1.32.0, v1.33.0 required\n"
                                          "* KubeadmConfig is not up-to-date\n"
                                          "* DockerMachine is not up-to-date"}));
  });
}

TEST(ControlPlaneRollout, WakesWhenCertificatesAreDue) {
  RolloutWorld world;
  world.plane_spec = R"(,"rollout":{"before":{"certificatesExpiryDays":7}})";
  world.machines[0].metadata = R"(,"annotations":{"machine.cluster.x-k8s.io/certificates-expiry":)"
                               R"("2026-01-08T12:00:00Z"})";
  EXPECT_EQ(world.up_to_date(), as_wanted);
  world.now += Seconds(1);
  EXPECT_EQ(world.up_to_date(), (Spoken{False, "NotUpToDate", "* Certificates will expire soon"}));
}

TEST(ControlPlaneRollout, BelievesTheMachineBeforeItsConfigAboutCertificates) {
  RolloutWorld world;
  world.plane_spec = R"(,"rollout":{"before":{"certificatesExpiryDays":7}})";
  world.machines[0].metadata = R"(,"annotations":{"machine.cluster.x-k8s.io/certificates-expiry":)"
                               R"("2027-01-01T00:00:00Z"})";
  world.config_annotations =
      R"("machine.cluster.x-k8s.io/certificates-expiry":"2026-01-02T00:00:00Z")";
  EXPECT_EQ(world.up_to_date(), as_wanted);
}

TEST(ControlPlaneRollout, DoesNotRollOutAMachineThatIsYoungerThanRolloutAfter) {
  RolloutWorld world;
  world.plane_spec = R"(,"rollout":{"after":"2026-01-01T08:00:00Z"})";
  EXPECT_EQ(world.up_to_date(), as_wanted);
}

TEST(ControlPlaneRollout, TakesAMissingAnnotationForAMatch) {
  in_both_versions([](RolloutWorld& world) {
    world.template_name = "older";
    EXPECT_EQ(world.up_to_date().message, "* DockerMachine is not up-to-date");
    world.cloned = false;
    EXPECT_EQ(world.up_to_date(), as_wanted);
  });
}

TEST(ControlPlaneRollout, TakesMissingObjectsForAMatchAndUncollectedOnesForNothing) {
  in_both_versions([](RolloutWorld& world) {
    EXPECT_EQ(world.machine_says("m1", "UpToDate").reason, "NotCollected");
    world.machines[0].conditions = stored_text("UpToDate", "True", "UpToDate");
    EXPECT_EQ(world.machine_says("m1", "UpToDate"), as_wanted);
    world.machines[0].version = "v1.32.0";
    EXPECT_EQ(world.machine_says("m1", "UpToDate"),
              (Spoken{False, "NotUpToDate", "* Version v1.32.0, v1.33.0 required"}));
    world.machines[0].version = "v1.33.0";
    world.machines[0].conditions = "";
    world.completeness = Completeness::Complete;
    EXPECT_EQ(world.machine_says("m1", "UpToDate"), as_wanted);
  });
}

}  // namespace
}  // namespace telltale::machine
