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

// A set that stands alone: who compares, and with what.

Rollout compared(std::string_view machine_spec, std::string_view template_spec,
                 const Dialect& dialect = proposal_dialect()) {
  const auto clone = [](std::string_view group, std::string_view kind, std::string_view from) {
    return format(R"({{"apiVersion":"{}/v1beta2","kind":"{}","metadata":{{"namespace":"default",)"
                  R"("name":"m1","annotations":{{"cluster.x-k8s.io/cloned-from-name":"{}",)"
                  R"("cluster.x-k8s.io/cloned-from-groupkind":"{}Template.{}"}}}}}})",
                  group, kind, from, kind, group);
  };
  const World world = world_of(
      {format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{)"
              R"("namespace":"default","name":"m1","ownerReferences":[{{"apiVersion":)"
              R"("cluster.x-k8s.io/v1beta2","kind":"MachineSet","name":"s1","uid":"",)"
              R"("controller":true}}]}},"spec":{}}})",
              machine_spec),
       format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet","metadata":{{)"
              R"("namespace":"default","name":"s1"}},"spec":{{"template":{{"spec":{}}}}}}})",
              template_spec),
       clone("b", "KubeadmConfig", "boot"), clone("i", "DockerMachine", "infra")});
  const Found machine = world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  return see_rollout(world, *machine.object, dialect);
}

constexpr std::string_view from_templates =
    R"({"version":"v1","bootstrap":{"configRef":{"apiGroup":"b","kind":"KubeadmConfig","name":)"
    R"("m1"}},"infrastructureRef":{"apiGroup":"i","kind":"DockerMachine","name":"m1"}})";

std::string wants(std::string_view version, std::string_view boot, std::string_view infra) {
  return format(R"({{"version":"{}","bootstrap":{{"configRef":{{"apiGroup":"b","kind":)"
                R"("KubeadmConfigTemplate","name":"{}"}}}},"infrastructureRef":{{"apiGroup":"i",)"
                R"("kind":"DockerMachineTemplate","name":"{}"}}}})",
                version, boot, infra);
}

TEST(StandaloneRollout, ComparesTheMachineWithTheTemplateOfItsSet) {
  const Rollout same = compared(from_templates, wants("v1", "boot", "infra"));
  EXPECT_TRUE(same.managed);
  EXPECT_FALSE(same.bootstrap_differs || same.infrastructure_differs);
  EXPECT_EQ(same.version, same.wanted_version);
  const Rollout other = compared(from_templates, wants("v2", "boot-2", "infra-2"));
  EXPECT_TRUE(other.bootstrap_differs && other.infrastructure_differs);
  EXPECT_EQ(other.bootstrap_kind, "KubeadmConfig");
  EXPECT_EQ(other.wanted_version, "v2");
}

TEST(StandaloneRollout, ComparesDataSecretsWhereNobodyHasAConfig) {
  const std::string_view mine = R"({"bootstrap":{"dataSecretName":"a"}})";
  EXPECT_FALSE(compared(mine, mine).bootstrap_differs);
  const Rollout other = compared(mine, R"({"bootstrap":{"dataSecretName":"b"}})");
  EXPECT_TRUE(other.bootstrap_differs);
  EXPECT_TRUE(other.bootstrap_kind.empty());
  EXPECT_TRUE(compared(mine, wants("", "boot", "")).bootstrap_differs);
}

TEST(StandaloneRollout, IsNobodysBusinessUpstream) {
  EXPECT_FALSE(compared(from_templates, wants("v2", "boot", "infra"), upstream_dialect()).managed);
}

}  // namespace
}  // namespace telltale::machine
