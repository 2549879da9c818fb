// SPDX-License-Identifier: Apache-2.0
#include "report/status/staged_status.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"
#include "report/status/stages_for_test.h"

namespace telltale::stages {
namespace {

// Whatever a stage shows, conversion makes of what another one shows.
TEST(StagedStatus, AgreesWithConversion) {
  struct Case {
    std::string_view kind;
    std::vector<std::string> (*documents)(DialectName);
  };
  for (const Case& one :
       {Case{"Machine", machine_documents}, Case{"MachineSet", set_documents},
        Case{"MachineDeployment", deployment_documents}, Case{"Cluster", cluster_documents},
        Case{"KubeadmControlPlane", plane_documents}}) {
    for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
      Shown shown(one.documents(dialect), one.kind, dialect);
      const auto hub = json::parse(shown.written(Stage::V1Beta2));
      ASSERT_TRUE(hub);
      for (const Stage stage : {Stage::V1Beta1, Stage::V1Beta2AfterRemoval}) {
        const auto converted = convert::convert_object(*hub, {.to = stage, .dialect = dialect});
        const auto written = json::parse(shown.written(stage));
        ASSERT_TRUE(converted && written);
        EXPECT_EQ(json::print(converted->object.at("status")), json::print(written->at("status")))
            << one.kind;
        EXPECT_EQ(converted->object.at("apiVersion"), written->at("apiVersion"));
      }
    }
  }
}

// What one version stores and another one asks for is the same, and nothing changes on the way
// back.
TEST(StagedStatus, IsTheSameFromEitherVersion) {
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    std::vector<std::string> documents = machine_documents(dialect);
    Shown old_version(documents, "Machine", dialect);
    const auto converted = convert::convert_object(*json::parse(documents.front()),
                                                   {.to = Stage::V1Beta2, .dialect = dialect});
    ASSERT_TRUE(converted);
    documents.front() = json::print(converted->object);
    Shown new_version(documents, "Machine", dialect);
    for (const Stage stage : {Stage::V1Beta1, Stage::V1Beta2, Stage::V1Beta2AfterRemoval}) {
      EXPECT_EQ(old_version.written(stage), new_version.written(stage));
    }
  }
}

TEST(StagedStatus, IsByDefaultThatOfTheObjectsOwnVersion) {
  Shown old_version(machine_documents(DialectName::Proposal), "Machine");
  EXPECT_EQ(old_version.written(std::nullopt), old_version.written(Stage::V1Beta1));
  Shown new_version({core("Machine", "x", {})}, "Machine");
  EXPECT_EQ(new_version.written(std::nullopt), new_version.written(Stage::V1Beta2));
}

TEST(StagedStatus, SpeaksTheDialectThatWasChosenWhateverIsStored) {
  Shown shown({core("Machine", "x",
                    {.status = format(R"("deprecated":{{"v1beta1":{{"failureReason":"FR",)"
                                      R"("conditions":[{}]}}}})",
                                      old_condition)})},
              "Machine", DialectName::Proposal);
  EXPECT_EQ(shown.at(Stage::V1Beta2, "backCompatibilty.failureReason"), "FR");
  EXPECT_TRUE(shown.at(Stage::V1Beta2, "backCompatibilty.conditions").contains(old_in_list));
  EXPECT_EQ(shown.at(Stage::V1Beta2, "deprecated"), "");
}

TEST(StagedStatus, HasNoCompatibilityStructInV1Beta1WhateverIsStored) {
  const auto expect_none = [](std::string_view version, std::string_view status) {
    Shown shown({core("MachineSet", "x", {.status = std::string(status)}, version)}, "MachineSet");
    EXPECT_EQ(shown.at(Stage::V1Beta1, "backCompatibilty"), "") << version;
    EXPECT_EQ(shown.at(Stage::V1Beta2, "backCompatibilty"), R"({"readyReplicas":0})") << version;
  };
  expect_none("v1beta1", R"("availableReplicas":1,"fullyLabeledReplicas":1,"v1beta2":{)"
                         R"("availableReplicas":2})");
  expect_none("v1beta2", R"("availableReplicas":1,"deprecated":{"v1beta1":{"availableReplicas":3,)"
                         R"("fullyLabeledReplicas":3}})");
}

// Trap 17: the legacy list of each version stands where that version keeps it, and only there.
TEST(StagedStatus, HasLegacyConditionsAtOnePlaceOnly) {
  const auto places = [](DialectName dialect, Stage stage) {
    Shown shown(machine_documents(dialect), "Machine", dialect);
    std::string found;
    for (const std::string_view path :
         {"conditions", "experimentalConditions", "v1beta2.conditions",
          "backCompatibilty.conditions", "deprecated.v1beta1.conditions"}) {
      if (shown.at(stage, path).contains("severity")) found += format("{} ", path);
    }
    return found;
  };
  EXPECT_EQ(places(DialectName::Proposal, Stage::V1Beta1), "conditions ");
  EXPECT_EQ(places(DialectName::Proposal, Stage::V1Beta2), "backCompatibilty.conditions ");
  EXPECT_EQ(places(DialectName::Upstream, Stage::V1Beta1), "conditions ");
  EXPECT_EQ(places(DialectName::Upstream, Stage::V1Beta2), "deprecated.v1beta1.conditions ");
  EXPECT_EQ(places(DialectName::Upstream, Stage::V1Beta2AfterRemoval), "");
}

TEST(StagedStatus, SurvivesAStatusThatMakesNoSense) {
  for (const std::string_view status :
       {R"("deprecated":7,"backCompatibilty":[],"initialization":"x","phase":{},"workers":3)",
        R"("replicas":1.5,"conditions":"none","v1beta2":null,"lastUpdated":"never")",
        R"("conditions":[{"type":"A","status":"True","severity":"Loud"}],"nodeRef":[])"}) {
    for (const std::string_view version : {"v1beta1", "v1beta2"}) {
      for (const std::string_view kind :
           {"Machine", "MachineSet", "MachineDeployment", "MachinePool", "Cluster"}) {
        Shown shown({core(kind, "x", {.status = std::string(status)}, version)}, kind);
        for (const Stage stage : {Stage::V1Beta1, Stage::V1Beta2, Stage::V1Beta2AfterRemoval}) {
          EXPECT_TRUE(json::parse(shown.written(stage))) << status;
        }
      }
    }
  }
}

}  // namespace
}  // namespace telltale::stages
