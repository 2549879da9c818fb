// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/check.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale::healthcheck {
namespace {

using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

std::string check_with(std::string_view spec, std::string_view version = "v1beta2",
                       std::string_view name = "mhc") {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/{}", "kind": "MachineHealthCheck",
    "metadata": {{"namespace": "default", "name": "{}"}}, "spec": {{"clusterName": "c1"{}}}}})",
                version, name, spec);
}

class One {
 public:
  explicit One(std::string_view spec, std::string_view version = "v1beta2")
      : text_(check_with(spec, version)), world_(world_of({std::string_view(text_)})) {}
  const Object& object() const { return world_.objects().front(); }

 private:
  std::string text_;
  World world_;
};

Check read(std::string_view spec, std::string_view version = "v1beta2") {
  return read_check(One(spec, version).object());
}
Limit limit(std::string_view spec, std::string_view version = "v1beta2") {
  return read_limit(One(spec, version).object());
}
Limit at_most(std::string_view value) {
  return limit(
      format(R"(, "remediation": {{"triggerIf": {{"unhealthyLessThanOrEqualTo": {}}}}})", value));
}
Limit in_range(std::string_view value) {
  return limit(format(R"(, "remediation": {{"triggerIf": {{"unhealthyInRange": "{}"}}}})", value));
}

TEST(HealthCheckSpec, WithoutAnythingWatchesOnlyTheStartOfNodes) {
  const Check check = read("");
  EXPECT_THAT(check.machine, IsEmpty());
  EXPECT_THAT(check.node, IsEmpty());
  EXPECT_EQ(check.startup_timeout, minutes(10));
}

TEST(HealthCheckSpec, SaysTheSameInBothVersions) {
  const One newer(R"(, "checks": {"nodeStartupTimeoutSeconds": 90,
      "unhealthyNodeConditions": [{"type": "Ready", "status": "Unknown", "timeoutSeconds": 300}],
      "unhealthyMachineConditions": [{"type": "NodeReady", "status": "False",
                                      "timeoutSeconds": 5400}]})");
  const One older(R"(, "nodeStartupTimeout": "1m30s",
      "unhealthyConditions": [{"type": "Ready", "status": "Unknown", "timeout": "300s"}],
      "unhealthyMachineConditions": [{"type": "NodeReady", "status": "False",
                                      "timeout": "1h30m0s"}])",
                  "v1beta1");
  for (const One* one : {&newer, &older}) {
    const Check check = read_check(one->object());
    EXPECT_THAT(check.node, ElementsAre(Watch{"Ready", Status::Unknown, minutes(5)}));
    EXPECT_THAT(check.machine, ElementsAre(Watch{"NodeReady", Status::False, minutes(90)}));
    EXPECT_EQ(check.startup_timeout, Seconds(90));
  }
}

TEST(HealthCheckSpec, CutsFractionsOfASecondOff) {
  EXPECT_EQ(read(R"(, "nodeStartupTimeout": "90500ms")", "v1beta1").startup_timeout, Seconds(90));
}

TEST(HealthCheckSpec, ZeroLetsNodesTakeTheirTime) {
  EXPECT_EQ(read(R"(, "checks": {"nodeStartupTimeoutSeconds": 0})").startup_timeout, Seconds(0));
  EXPECT_EQ(read(R"(, "nodeStartupTimeout": "0s")", "v1beta1").startup_timeout, Seconds(0));
}

TEST(HealthCheckSpec, TakesAMissingTimeoutForNone) {
  const One one(R"(, "checks": {"unhealthyNodeConditions": [{"type": "A", "status": "True"}]})");
  EXPECT_THAT(read_check(one.object()).node, ElementsAre(Watch{"A", Status::True, Seconds(0)}));
}

TEST(HealthCheckSpec, WatchesNothingThatTheApiWouldNotHaveTaken) {
  EXPECT_THAT(read(R"(, "checks": {"unhealthyNodeConditions": [
      {"type": "A", "status": "Perhaps"}, {"status": "True"}, 7, null,
      {"type": "A", "status": "True", "timeout": "soon"},
      {"type": "A", "status": "True", "timeoutSeconds": "5"}]})")
                  .node,
              IsEmpty());
  EXPECT_THAT(read(R"(, "checks": [], "unhealthyConditions": {"type": "A"})").node, IsEmpty());
}

TEST(HealthCheckSpec, CannotWatchWhatFollowsFromIt) {
  const One one(R"(, "checks": {"unhealthyMachineConditions": [
      {"type": "Ready", "status": "False"}, {"type": "HealthCheckSucceeded", "status": "False"},
      {"type": "Available", "status": "False"}, {"type": "OwnerRemediated", "status": "False"},
      {"type": "ExternallyRemediated", "status": "False"},
      {"type": "NodeHealthy", "status": "False"}]})");
  EXPECT_THAT(read_check(one.object()).machine,
              ElementsAre(Watch{"NodeHealthy", Status::False, Seconds(0)}));
}

TEST(HealthCheckSpec, ReadsNoMoreWatchesThanTheApiTakes) {
  std::string items;
  for (std::size_t i = 0; i < watches_max + 20; ++i) {
    items += format(R"({}{{"type": "T{}", "status": "True"}})", i == 0 ? "" : ",", i);
  }
  EXPECT_EQ(read(format(R"(, "checks": {{"unhealthyNodeConditions": [{}]}})", items)).node.size(),
            watches_max);
}

TEST(HealthCheckSpec, KeepsHugeTimeoutsWithinTheCalendar) {
  EXPECT_EQ(
      read(R"(, "checks": {"nodeStartupTimeoutSeconds": 9223372036854775807})").startup_timeout,
      Seconds(INT32_MAX));
  EXPECT_EQ(read(R"(, "checks": {"nodeStartupTimeoutSeconds": -5})").startup_timeout, Seconds(0));
}

TEST(HealthCheckLimit, IsAllOfThemWhereNothingIsSaid) {
  EXPECT_TRUE(limit("").allows(7, 7));
  EXPECT_TRUE(limit("").allows(0, 0));
}

TEST(HealthCheckLimit, OfANumberIsThatMany) {
  EXPECT_TRUE(at_most("2").allows(2, 10));
  EXPECT_FALSE(at_most("2").allows(3, 10));
  EXPECT_FALSE(at_most("-1").allows(0, 10));
  EXPECT_FALSE(limit(R"(, "maxUnhealthy": 2)", "v1beta1").allows(3, 10));
}

TEST(HealthCheckLimit, OfAPercentageIsRoundedDown) {
  EXPECT_TRUE(at_most(R"("40%")").allows(1, 3));
  EXPECT_FALSE(at_most(R"("40%")").allows(2, 3));
  EXPECT_FALSE(at_most(R"("40%")").allows(1, 2));
  EXPECT_TRUE(at_most(R"("40%")").allows(2, 5));
  EXPECT_FALSE(limit(R"(, "maxUnhealthy": "0%")", "v1beta1").allows(1, 100));
}

RC_GTEST_PROP(HealthCheckLimit, OfAPercentageAgreesWithTheRoundedNumber, ()) {
  const std::int64_t percent = *rc::gen::inRange(0, 250);
  const std::int64_t targets = *rc::gen::inRange(0, 1000);
  const std::int64_t unhealthy = *rc::gen::inRange(0, 1000);
  const Limit share{.form = Limit::Form::Percent, .most = percent};
  RC_ASSERT(share.allows(unhealthy, targets) == (unhealthy <= percent * targets / 100));
}

TEST(HealthCheckLimit, OfARangeHasTwoEnds) {
  EXPECT_FALSE(in_range("[2-4]").allows(1, 10));
  EXPECT_TRUE(in_range("[2-4]").allows(2, 10));
  EXPECT_TRUE(in_range("[2-4]").allows(4, 10));
  EXPECT_FALSE(in_range("[2-4]").allows(5, 10));
  EXPECT_FALSE(limit(R"(, "unhealthyRange": "[0-1]")", "v1beta1").allows(2, 10));
}

TEST(HealthCheckLimit, OfARangeComesBeforeANumber) {
  EXPECT_FALSE(limit(R"(, "maxUnhealthy": 5, "unhealthyRange": "[3-5]")", "v1beta1").allows(1, 9));
  EXPECT_TRUE(limit(R"(, "maxUnhealthy": 5, "unhealthyRange": "")", "v1beta1").allows(1, 9));
}

TEST(HealthCheckLimit, ThatNobodyCanReadAllowsNothing) {
  for (const std::string_view text : {R"("2")", R"("40 %")", R"("%")", R"("all")", "1.5", "{}"}) {
    EXPECT_FALSE(at_most(text).allows(0, 10)) << text;
  }
  for (const std::string_view text :
       {"[", "[]", "[-]", "[1-]", "[-1-3]", "[3-1]", "1-3", "[1-99999999999]", "[1-3-5]"}) {
    EXPECT_FALSE(in_range(text).allows(1, 10)) << text;
  }
}

TEST(HealthCheckTemplate, IsReadInBothVersions) {
  const One newer(
      R"(, "remediation": {"templateRef": {"apiVersion": "x.io/v1", "kind": "FixTemplate",
                                                       "name": "fix"}})");
  const One older(R"(, "remediationTemplate": {"apiVersion": "x.io/v1", "kind": "FixTemplate",
                                               "name": "fix"})",
                  "v1beta1");
  for (const One* one : {&newer, &older}) {
    EXPECT_TRUE(has_remediation_template(one->object()));
    EXPECT_EQ(remediation_template(one->object()), (shapes::Ref{"x.io", "FixTemplate", "fix"}));
  }
  EXPECT_FALSE(has_remediation_template(One("").object()));
  EXPECT_FALSE(has_remediation_template(One(R"(, "remediation": {"templateRef": null})").object()));
}

// Which Machines a check is about.

constexpr std::string_view cluster = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
  "kind": "Cluster", "metadata": {"namespace": "default", "name": "c1"}})";
constexpr std::string_view machine = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
  "kind": "Machine", "metadata": {"namespace": "default", "name": "m1",
    "labels": {"pool": "a", "tier": "gold"}}, "spec": {"clusterName": "c1"}})";

std::vector<std::string> selecting(std::initializer_list<std::string_view> documents) {
  const World world = world_of(documents);
  const Found found = world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  std::vector<std::string> names;
  for (const Object* check : checks_of(world, *found.object)) names.emplace_back(check->key.name);
  return names;
}
bool selected_by(std::string_view selector) {
  const std::string check = check_with(format(R"(, "selector": {})", selector));
  return !selecting({cluster, machine, std::string_view(check)}).empty();
}

TEST(HealthCheckSelector, AsksForEveryLabelAndExpression) {
  EXPECT_TRUE(selected_by(R"({"matchLabels": {"pool": "a"}})"));
  EXPECT_FALSE(selected_by(R"({"matchLabels": {"pool": "b"}})"));
  EXPECT_FALSE(selected_by(R"({"matchLabels": {"pool": "a", "zone": "1"}})"));
  EXPECT_TRUE(selected_by(
      R"({"matchExpressions": [{"key": "pool", "operator": "In", "values": ["b", "a"]}]})"));
  EXPECT_FALSE(selected_by(
      R"({"matchExpressions": [{"key": "pool", "operator": "NotIn", "values": ["a"]}]})"));
  EXPECT_TRUE(selected_by(
      R"({"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["a"]}]})"));
  EXPECT_TRUE(selected_by(R"({"matchExpressions": [{"key": "tier", "operator": "Exists"}]})"));
  EXPECT_FALSE(
      selected_by(R"({"matchExpressions": [{"key": "tier", "operator": "DoesNotExist"}]})"));
  EXPECT_FALSE(selected_by(R"({"matchLabels": {"pool": "a"},
      "matchExpressions": [{"key": "zone", "operator": "Exists"}]})"));
}

TEST(HealthCheckSelector, SelectsTheWholeClusterWhenEmpty) { EXPECT_TRUE(selected_by("{}")); }

TEST(HealthCheckSelector, SelectsNothingWhenInvalid) {
  EXPECT_FALSE(selected_by(R"({"matchExpressions": [{"key": "pool", "operator": "Like"}]})"));
  EXPECT_FALSE(selected_by(R"({"matchExpressions": [{"key": "pool", "operator": "In"}]})"));
  EXPECT_FALSE(selected_by(R"({"matchExpressions": [{"key": "zone", "operator": "NotIn"}]})"));
  EXPECT_FALSE(selected_by(R"({"matchExpressions": [5]})"));
  EXPECT_FALSE(selected_by(R"({"matchLabels": {"pool": 1}})"));
}

TEST(HealthCheckSelector, FindsTheChecksOfTheMachinesOwnClusterByName) {
  const std::string second = check_with("", "v1beta2", "second");
  const std::string first = check_with("", "v1beta1", "first");
  const std::string_view foreign = R"({"apiVersion": "cluster.x-k8s.io/v1beta2",
    "kind": "MachineHealthCheck", "metadata": {"namespace": "default", "name": "foreign"},
    "spec": {"clusterName": "c2"}})";
  EXPECT_THAT(
      selecting({cluster, machine, std::string_view(second), std::string_view(first), foreign}),
      ElementsAre("first", "second"));
}

TEST(HealthCheckSelector, SelectsNothingInAPausedCluster) {
  const std::string check = check_with("");
  const std::string_view paused = R"({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
    "metadata": {"namespace": "default", "name": "c1"}, "spec": {"paused": true}})";
  EXPECT_THAT(selecting({paused, machine, std::string_view(check)}), IsEmpty());
}

TEST(HealthCheckSelector, SelectsNothingWithoutTheCluster) {
  const std::string check = check_with("");
  EXPECT_THAT(selecting({machine, std::string_view(check)}), IsEmpty());
}

TEST(HealthCheckSelector, ListensToALimitedNumberOfChecks) {
  std::vector<std::string> texts{std::string(cluster), std::string(machine)};
  for (std::size_t i = 0; i < checks_per_machine_max + 3; ++i) {
    texts.push_back(check_with("", "v1beta2", format("check-{:03}", i)));
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const World world = world_of(views);
  const Found found = world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  EXPECT_EQ(checks_of(world, *found.object).size(), checks_per_machine_max);
}

}  // namespace
}  // namespace telltale::healthcheck
