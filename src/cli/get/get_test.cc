// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

// One object of each kind, in either version; nothing but what the columns show.
std::string world_in(std::string_view version) {
  return format(R"(
apiVersion: cluster.x-k8s.io/{0}
kind: Cluster
metadata: {{name: c1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{topology: {{class: old-class, classRef: {{name: new-class}}, version: v1.34.0}}}}
status: {{phase: Provisioned}}
---
apiVersion: cluster.x-k8s.io/{0}
kind: Machine
metadata:
  {{name: m1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z",
   labels: {{pool: gpu, example.com/zone: z1}}}}
spec: {{clusterName: c1, providerID: "docker:////m1", version: v1.34.0}}
status:
  phase: Running
  nodeRef: {{name: n1}}
  failureDomain: fd1
  addresses:
  - {{type: ExternalIP, address: 1.2.3.4}}
  - {{type: InternalIP, address: 10.0.0.1}}
  - {{type: InternalIP, address: 10.0.0.2}}
  nodeInfo: {{osImage: Debian, kernelVersion: "6.12", containerRuntimeVersion: containerd}}
---
apiVersion: cluster.x-k8s.io/{0}
kind: MachineSet
metadata: {{name: ms1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{clusterName: c1, replicas: 3, template: {{spec: {{version: v1.34.0}}}}}}
status: {{replicas: 2, readyReplicas: 1, availableReplicas: 1}}
---
apiVersion: cluster.x-k8s.io/{0}
kind: MachineDeployment
metadata: {{name: md1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{clusterName: c1, replicas: 3, template: {{spec: {{version: v1.34.0}}}}}}
status:
  {{replicas: 2, readyReplicas: 1, updatedReplicas: 1, unavailableReplicas: 2, phase: ScalingUp}}
---
apiVersion: cluster.x-k8s.io/{0}
kind: MachinePool
metadata: {{name: mp1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{clusterName: c1, replicas: 3, template: {{spec: {{version: v1.34.0}}}}}}
status: {{replicas: 2, phase: Running}}
---
apiVersion: cluster.x-k8s.io/{0}
kind: MachineHealthCheck
metadata: {{name: mhc1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{clusterName: c1, maxUnhealthy: 40%}}
status: {{expectedMachines: 3, currentHealthy: 2}}
---
apiVersion: controlplane.cluster.x-k8s.io/{0}
kind: KubeadmControlPlane
metadata:
  {{name: kcp1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z",
   labels: {{cluster.x-k8s.io/cluster-name: c1}}}}
spec: {{replicas: 3, version: v1.34.0}}
status:
  {{replicas: 2, readyReplicas: 1, updatedReplicas: 1, unavailableReplicas: 2,
   initialized: true, ready: true}}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DockerMachine
metadata: {{name: dm1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
spec: {{providerID: "docker:////m1"}}
status:
  conditions:
  - {{type: Ready, status: "True", reason: Fine, lastTransitionTime: "2026-01-01T10:00:00Z"}}
---
apiVersion: v1
kind: Secret
metadata: {{name: s1, namespace: default, creationTimestamp: "2026-01-01T10:00:00Z"}}
)",
                version);
}

struct GetRun {
  ExitCode code = ExitCode::Fine;
  std::string out = {};
  std::string err = {};
};

GetRun get(std::string_view world, std::vector<std::string> args, Terminal terminal = {}) {
  const TempFolder folder;
  args.insert(args.begin(), "get");
  args.insert(args.end(),
              {"-q", "--now", "2026-01-01T12:00:00Z", "-f", folder.write("world.yaml", world)});
  Screen screen;
  screen.terminal = terminal;
  const ExitCode code = screen.run(args);
  return {code, screen.out.text, screen.err.text};
}

// The header line with three blanks between columns, however wide the cells below are.
std::string header(std::string_view version, std::string_view type, std::vector<std::string> more) {
  more.insert(more.begin(), std::string(type));
  const GetRun asked = get(world_in(version), more);
  EXPECT_EQ(asked.code, ExitCode::Fine) << asked.err;
  std::string line;
  int blanks = 0;
  for (const char byte : asked.out.substr(0, asked.out.find('\n'))) {
    blanks = byte == ' ' ? blanks + 1 : 0;
    if (blanks <= 3) line += byte;
  }
  return line;
}

TEST(Get, ShowsTheSeedsColumnsOfV1Beta1) {
  EXPECT_EQ(header("v1beta1", "machines", {}),
            "NAME   CLUSTER   NODE NAME   PROVIDER ID   PHASE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "machinesets", {}),
            "NAME   CLUSTER   REPLICAS   READY   AVAILABLE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "machinesets", {"-o", "wide"}),
            "NAME   CLUSTER   DESIRED   REPLICAS   READY   AVAILABLE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "machinedeployments", {}),
            "NAME   CLUSTER   REPLICAS   READY   UPDATED   UNAVAILABLE   PHASE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "machinedeployments", {"-o", "wide"}),
            "NAME   CLUSTER   DESIRED   REPLICAS   READY   UPDATED   UNAVAILABLE   PHASE   AGE"
            "   VERSION");
  EXPECT_EQ(header("v1beta1", "clusters", {}), "NAME   CLUSTER CLASS   PHASE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "kcp", {}),
            "NAME   CLUSTER   REPLICAS   READY   UPDATED   UNAVAILABLE   AGE   VERSION");
  EXPECT_EQ(header("v1beta1", "kcp", {"-o", "wide"}),
            "NAME   CLUSTER   DESIRED   REPLICAS   READY   UPDATED   UNAVAILABLE   PHASE   AGE   "
            "VERSION");
}

TEST(Get, ShowsTheSeedsColumnsOfV1Beta2) {
  EXPECT_EQ(header("v1beta2", "machines", {}),
            "NAME   CLUSTER   NODE NAME   PROVIDER ID   READY   AVAILABLE   AGE   VERSION");
  EXPECT_EQ(header("v1beta2", "machinesets", {}),
            "NAME   CLUSTER   DESIRED   READY   AVAILABLE   UP-TO-DATE   AGE   VERSION");
  EXPECT_EQ(header("v1beta2", "machinesets", {"-o", "wide"}),
            "NAME   CLUSTER   PAUSED   DESIRED   CURRENT   READY   AVAILABLE   UP-TO-DATE   AGE"
            "   VERSION");
  EXPECT_EQ(header("v1beta2", "machinedeployments", {}),
            "NAME   CLUSTER   DESIRED   READY   AGE   VERSION");
  EXPECT_EQ(header("v1beta2", "clusters", {}),
            "NAME   CLUSTER CLASS   AVAILABLE   W_DESIRED   AGE   VERSION");
  EXPECT_EQ(header("v1beta2", "clusters", {"-o", "wide"}),
            "NAME   CLUSTER CLASS   PAUSED   AVAILABLE   CP_DESIRED   CP_CURRENT   CP_READY   "
            "CP_AVAILABLE   CP_UP_TO_DATE   W_DESIRED   W_CURRENT   W_READY   W_AVAILABLE   "
            "W_UP_TO_DATE   AGE   VERSION");
  EXPECT_EQ(header("v1beta2", "kcp", {}),
            "NAME   CLUSTER   INITIALIZED   DESIRED   READY   AVAILABLE   UP-TO-DATE   AGE   "
            "VERSION");
}

TEST(Get, ShowsUpstreamsColumnsInUpstreamsDialect) {
  const auto upstream = [](std::string_view version, std::string_view type) {
    return header(version, type, {"--dialect", "upstream"});
  };
  EXPECT_EQ(upstream("v1beta1", "machines"),
            "NAME   CLUSTER   NODENAME   PROVIDERID   PHASE   AGE   VERSION");
  EXPECT_EQ(upstream("v1beta1", "kcp"),
            "NAME   CLUSTER   INITIALIZED   API SERVER AVAILABLE   REPLICAS   READY   UPDATED   "
            "UNAVAILABLE   AGE   VERSION");
  EXPECT_EQ(upstream("v1beta2", "machinedeployments"),
            "NAME   CLUSTER   AVAILABLE   DESIRED   CURRENT   READY   PHASE   AGE   VERSION");
  EXPECT_EQ(upstream("v1beta2", "machinepools"),
            "NAME   CLUSTER   DESIRED   CURRENT   PHASE   AGE   VERSION");
}

// A column without a value in any row tells nothing; whoever wants it says so, and programs, which
// read rows without headers, find every column where it always is.
TEST(Get, LeavesOutColumnsThatSayNothing) {
  const std::string world =
      "{apiVersion: cluster.x-k8s.io/v1beta2, kind: MachineSet, metadata: {name: a, namespace: d},"
      " spec: {clusterName: c1, replicas: 1}}\n---\n"
      "{apiVersion: cluster.x-k8s.io/v1beta2, kind: MachineSet, metadata: {name: b, namespace: d},"
      " spec: {clusterName: c1}}\n";
  const std::string shown = get(world, {"ms"}).out;
  EXPECT_TRUE(shown.starts_with("NAME   CLUSTER   DESIRED ")) << shown;
  EXPECT_THAT(shown, HasSubstr("AGE"));
  EXPECT_THAT(shown, Not(HasSubstr("VERSION"))) << shown;
  EXPECT_THAT(get(world, {"ms", "b"}).out, Not(HasSubstr("DESIRED")));
  EXPECT_THAT(get(world, {"ms", "-o", "wide"}).out, HasSubstr("VERSION"));
  const std::string rows = get(world, {"ms", "b", "--no-headers"}).out;
  EXPECT_EQ(rows, get(world, {"ms", "b", "--no-headers"}).out);
  EXPECT_THAT(get(world, {"ms", "-o", "custom-columns=X:.spec.nothing"}).out, HasSubstr("X"));
}

TEST(Get, ShowsTheFirstAddressOfEachTypeWhenWide) {
  const GetRun asked = get(world_in("v1beta2"), {"machine", "m1", "-o", "wide"});
  EXPECT_THAT(asked.out, HasSubstr("INTERNAL-IP   EXTERNAL-IP   OS-IMAGE   KERNEL-VERSION   "
                                   "CONTAINER-RUNTIME\n"));
  EXPECT_THAT(asked.out, HasSubstr("10.0.0.1      1.2.3.4       Debian     6.12             "
                                   "containerd\n"));
}

TEST(Get, ShowsV1Beta1AsStored) {
  EXPECT_EQ(get(world_in("v1beta1"), {"ms"}).out,
            "NAME   CLUSTER   REPLICAS   READY   AVAILABLE   AGE    VERSION\n"
            "ms1    c1        2          1       1           120m   v1.34.0\n");
  EXPECT_EQ(get(world_in("v1beta1"), {"cl"}).out,
            "NAME   CLUSTER CLASS   PHASE         AGE    VERSION\n"
            "c1     old-class       Provisioned   120m   v1.34.0\n");
  EXPECT_EQ(get(world_in("v1beta1"), {"mhc"}).out,
            "NAME   CLUSTER   EXPECTEDMACHINES   MAXUNHEALTHY   CURRENTHEALTHY   AGE\n"
            "mhc1   c1        3                  40%            2                120m\n");
}

TEST(Get, ShowsWhatWasJudged) {
  const GetRun asked = get(world_in("v1beta2"), {"ms", "--complete"});
  EXPECT_EQ(asked.out,
            "NAME   CLUSTER   DESIRED   READY   AVAILABLE   UP-TO-DATE   AGE    VERSION\n"
            "ms1    c1        3         0       0           0            120m   v1.34.0\n");
}

TEST(Get, ShowsNameReadyAndAgeOfOtherKinds) {
  EXPECT_EQ(get(world_in("v1beta2"), {"dockermachines"}).out,
            "NAME   READY   AGE\ndm1    True    120m\n");
  EXPECT_EQ(get(world_in("v1beta2"), {"DockerMachine", "dm1"}).out,
            "NAME   READY   AGE\ndm1    True    120m\n");
  EXPECT_EQ(get(world_in("v1beta2"), {"secrets"}).out, "NAME   AGE\ns1     120m\n");
}

TEST(Get, NamesTheKindWhereThereAreSeveral) {
  EXPECT_EQ(get(world_in("v1beta2"), {"secret,dockermachine"}).out,
            "NAME        AGE\n"
            "secret/s1   120m\n"
            "\n"
            "NAME                                                READY   AGE\n"
            "dockermachine.infrastructure.cluster.x-k8s.io/dm1   True    120m\n");
  const GetRun pairs = get(world_in("v1beta2"), {"secret/s1", "secret/s1", "--no-headers"});
  EXPECT_EQ(pairs.out, "s1    120m\n");
}

TEST(Get, PrintsNames) {
  EXPECT_EQ(get(world_in("v1beta2"), {"ma,secrets", "-o", "name"}).out,
            "machine.cluster.x-k8s.io/m1\nsecret/s1\n");
}

constexpr std::string_view two_namespaces = R"(
apiVersion: v1
kind: Secret
metadata: {name: s10, namespace: a, labels: {pool: gpu}}
---
apiVersion: v1
kind: Secret
metadata: {name: s2, namespace: b}
)";

TEST(Get, ListsAllNamespacesAndSaysWhichWhenThereAreSeveral) {
  EXPECT_EQ(get(two_namespaces, {"secrets"}).out,
            "NAMESPACE   NAME   AGE\na           s10\nb           s2\n");
  EXPECT_EQ(get(two_namespaces, {"secrets", "-n", "b"}).out, "NAME   AGE\ns2\n");
  EXPECT_EQ(get(two_namespaces, {"secrets", "s2"}).out, "NAME   AGE\ns2\n");
  EXPECT_EQ(get(two_namespaces, {"secrets", "s2", "-A"}).out,
            "NAMESPACE   NAME   AGE\nb           s2\n");
}

TEST(Get, SelectsByLabelAndShowsLabels) {
  EXPECT_EQ(get(two_namespaces, {"secrets", "-l", "pool=gpu"}).out, "NAME   AGE\ns10\n");
  EXPECT_EQ(
      get(two_namespaces, {"secrets", "-A", "--no-headers", "--show-labels", "-L", "pool"}).out,
      "a     s10         gpu      pool=gpu\nb     s2          <none>   <none>\n");
  EXPECT_EQ(get(world_in("v1beta2"), {"ma", "-L", "example.com/zone,pool", "-o", "name"}).code,
            ExitCode::Fine);
  EXPECT_THAT(get(world_in("v1beta2"), {"ma", "-L", "example.com/zone,pool"}).out,
              HasSubstr("VERSION   ZONE   POOL\n"));
}

TEST(Get, SortsByWhatAPathFinds) {
  EXPECT_EQ(get(two_namespaces, {"secrets", "-A", "--sort-by", ".metadata.name", "-o", "name"}).out,
            "secret/s2\nsecret/s10\n");
  EXPECT_EQ(get(two_namespaces, {"secrets", "--sort-by={.metadata.labels.pool}", "-o", "name"}).out,
            "secret/s2\nsecret/s10\n");
}

TEST(Get, PrintsColumnsOfTheUsersOwn) {
  const GetRun asked = get(
      world_in("v1beta2"),
      {"machines,dockermachines", "-o",
       "custom-columns=NAME:.metadata.name,ID:.spec.providerID,IPS:.status.addresses[*].address"});
  EXPECT_EQ(asked.out,
            "NAME   ID              IPS\n"
            "m1     docker:////m1   1.2.3.4,10.0.0.1,10.0.0.2\n"
            "dm1    docker:////m1   <none>\n");
}

TEST(Get, PrintsTemplates) {
  EXPECT_EQ(get(world_in("v1beta2"), {"ma", "-o", "jsonpath={.items[*].spec.version}"}).out,
            "v1.34.0");
  EXPECT_EQ(get(world_in("v1beta2"), {"ma/m1", "-o", "jsonpath={.spec.version}"}).out, "v1.34.0");
}

TEST(Get, PrintsOneObjectAloneAndSeveralAsAList) {
  const GetRun one = get(world_in("v1beta2"), {"ma", "m1", "-o", "json"});
  EXPECT_THAT(one.out, StartsWith("{\n    \"apiVersion\": \"cluster.x-k8s.io/v1beta2\",\n"));
  const GetRun all = get(world_in("v1beta2"), {"ma", "-o", "json"});
  EXPECT_THAT(all.out, StartsWith("{\n    \"apiVersion\": \"v1\",\n    \"kind\": \"List\",\n"));
  EXPECT_THAT(
      get(world_in("v1beta2"), {"ma", "-o", "yaml"}).out,
      StartsWith("apiVersion: v1\nkind: List\nitems:\n- apiVersion: cluster.x-k8s.io/v1beta2\n"));
}

TEST(Get, ShowsEveryStageOfTheApi) {
  const auto stage = [](std::string_view name, std::string_view path) {
    return get(world_in("v1beta2"),
               {"ma/m1", "--stage", std::string(name), "-o", format("jsonpath={{{}}}", path)})
        .out;
  };
  EXPECT_EQ(stage("v1beta1", ".apiVersion"), "cluster.x-k8s.io/v1beta1");
  EXPECT_EQ(stage("v1beta1", ".status.phase"), "Provisioned");
  EXPECT_EQ(stage("v1beta2", ".status.backCompatibilty.phase"), "Provisioned");
  EXPECT_EQ(stage("v1beta2-after-removal", ".status.backCompatibilty"), "");
  EXPECT_EQ(stage("v1beta2-after-removal", ".status.nodeRef.name"), "n1");
}

TEST(Get, SaysThatThereIsNothing) {
  const GetRun asked = get(two_namespaces, {"machines"});
  EXPECT_EQ(asked.code, ExitCode::Fine);
  EXPECT_EQ(asked.out, "");
  EXPECT_EQ(asked.err, "No resources found\n");
  EXPECT_EQ(get(two_namespaces, {"machines", "-n", "x"}).err,
            "No resources found in x namespace.\n");
  EXPECT_EQ(get(two_namespaces, {"machines", "-o", "yaml"}).out,
            "apiVersion: v1\nkind: List\nitems: []\n");
}

TEST(Get, OffersWhatWasProbablyMeant) {
  const GetRun name = get(two_namespaces, {"secrets", "s11", "s2"});
  EXPECT_EQ(name.code, ExitCode::Error);
  EXPECT_EQ(name.out, "NAME   AGE\ns2\n");
  EXPECT_EQ(name.err, "error: no Secret \"s11\" in any namespace; did you mean s10?\n");
  const GetRun type = get(two_namespaces, {"machinez"});
  EXPECT_EQ(type.code, ExitCode::Error);
  EXPECT_THAT(type.err,
              HasSubstr("there is no resource \"machinez\"; did you mean Machine, machines?"));
}

TEST(Get, ColoursConditionsByWhatTheyMean) {
  Terminal terminal = terminal_of_width(200);
  terminal.colors = true;
  const std::string out = get(world_in("v1beta2"), {"ma", "-o", "wide"}, terminal).out;
  // READY wants to be True, PAUSED wants to be False.
  EXPECT_THAT(out, AnyOf(HasSubstr("\x1b[33mFalse\x1b[0m"), HasSubstr("\x1b[35mUnknown\x1b[0m")));
  EXPECT_THAT(out, HasSubstr("\x1b[32mFalse\x1b[0m"));
}

TEST(Get, ParametersThatMakeNoSenseAreUsageErrors) {
  const auto code = [](std::vector<std::string> args) {
    Screen screen;
    args.insert(args.begin(), "get");
    return screen.run(args);
  };
  EXPECT_EQ(code({}), ExitCode::Usage);
  EXPECT_EQ(code({"machines", "-f", "x", "-o", "toml"}), ExitCode::Usage);
  EXPECT_EQ(code({"machines", "-f", "x", "--sort-by", ".a["}), ExitCode::Usage);
  EXPECT_EQ(code({"machines", "-f", "x", "-L", ","}), ExitCode::Usage);
  EXPECT_EQ(code({"machine/m1", "m2", "-f", "x"}), ExitCode::Usage);
}

}  // namespace
}  // namespace telltale::cli
