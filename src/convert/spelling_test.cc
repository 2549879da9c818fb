// SPDX-License-Identifier: Apache-2.0
#include "convert/spelling.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

json::Value status(std::string_view fields) {
  return *json::parse(format(R"({{"status": {{{}}}}})", fields));
}

std::string respelled(std::string_view kind, Version version, DialectName dialect,
                      std::string_view fields) {
  json::Value object = status(fields);
  respell(object, kind, version, dialect);
  return json::print(object.at("status"));
}

struct Sign {
  std::string_view kind;
  Version version;
  std::string_view fields;
  std::optional<DialectName> dialect;
};

TEST(Spelling, TellsWhoSpeaks) {
  using enum Version;
  const auto proposal = DialectName::Proposal;
  const auto upstream = DialectName::Upstream;
  const Sign signs[] = {
      {"Machine", V1Beta1, R"("experimentalConditions": [])", proposal},
      {"MachineSet", V1Beta1, R"("exprimentalReadyReplicas": 1)", proposal},
      {"MachineSet", V1Beta1, R"("upToDateReplicas": 1)", proposal},
      {"MachineSet", V1Beta1, R"("availableReplicas": 1)", std::nullopt},
      {"KubeadmControlPlane", V1Beta1, R"("availableReplicas": 1)", proposal},
      {"Cluster", V1Beta1, R"("workers": {})", proposal},
      {"Machine", V1Beta1, R"("v1beta2": {})", upstream},
      {"Machine", V1Beta1, R"("phase": "Running")", std::nullopt},
      {"Machine", V1Beta2, R"("phase": "Running")", upstream},
      {"Machine", V1Beta2, R"("backCompatibilty": {})", proposal},
      {"Machine", V1Beta2, R"("backCompatibility": {})", proposal},
      {"Machine", V1Beta2, R"("backCompatibilty": {}, "phase": "Running")", proposal},
      {"Machine", V1Beta2, R"("deprecated": {})", upstream},
      {"Machine", V1Beta2, R"("conditions": [])", std::nullopt},
  };
  for (const Sign& sign : signs) {
    EXPECT_EQ(spoken_dialect(status(sign.fields), sign.kind, sign.version), sign.dialect)
        << sign.kind << " " << sign.fields;
  }
  EXPECT_EQ(spoken_dialect(*json::parse("{}"), "Machine", V1Beta2), std::nullopt);
}

TEST(Spelling, MovesAPreview) {
  EXPECT_EQ(respelled("MachineSet", Version::V1Beta1, DialectName::Upstream,
                      R"("experimentalConditions": [1], "exprimentalReadyReplicas": 2,
                         "upToDateReplicas": 3, "availableReplicas": 4, "readyReplicas": 9)"),
            R"({"readyReplicas":9,"v1beta2":{"availableReplicas":4,"conditions":[1],)"
            R"("readyReplicas":2,"upToDateReplicas":3}})");
  EXPECT_EQ(respelled("MachineSet", Version::V1Beta1, DialectName::Proposal,
                      R"("availableReplicas": 9, "v1beta2": {"availableReplicas": 4})"),
            R"({"availableReplicas":4,"backCompatibilty":{"availableReplicas":9}})");
}

TEST(Spelling, MovesTheCompatibilityStruct) {
  EXPECT_EQ(respelled("Machine", Version::V1Beta2, DialectName::Proposal,
                      R"("phase": "Running", "lastUpdated": "t",
                         "initialization": {"bootstrapDataSecretCreated": true},
                         "deprecated": {"v1beta1": {"failureReason": "x"}})"),
            R"({"backCompatibilty":{"failureReason":"x","lastUpdated":"t","phase":"Running"},)"
            R"("initialization":{"bootstrapSecretCreated":true}})");
  EXPECT_EQ(respelled("Machine", Version::V1Beta2, DialectName::Upstream,
                      R"("backCompatibility": {"failureReason": "x", "phase": "Running"})"),
            R"({"deprecated":{"v1beta1":{"failureReason":"x"}},"phase":"Running"})");
}

TEST(Spelling, LeavesAnObjectAloneThatSpeaksTheRightDialectOrNone) {
  const std::string_view plain = R"("availableReplicas": 4, "readyReplicas": 9)";
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    EXPECT_EQ(respelled("MachineSet", Version::V1Beta1, dialect, plain),
              R"({"availableReplicas":4,"readyReplicas":9})");
  }
  EXPECT_EQ(respelled("MachineSet", Version::V1Beta1, DialectName::Upstream,
                      R"("availableReplicas": 4, "v1beta2": {"availableReplicas": 1})"),
            R"({"availableReplicas":4,"v1beta2":{"availableReplicas":1}})");
}

TEST(Spelling, OfBothDialectsAtOnceIsSortedOut) {
  EXPECT_EQ(respelled("Machine", Version::V1Beta1, DialectName::Upstream,
                      R"("experimentalConditions": [1], "v1beta2": {"x": 1})"),
            R"({"v1beta2":{"conditions":[1],"x":1}})");
  EXPECT_EQ(respelled("Machine", Version::V1Beta2, DialectName::Proposal,
                      R"("phase": "A", "backCompatibilty": {"phase": "B"})"),
            R"({"backCompatibilty":{"phase":"B"},"phase":"A"})");
}

TEST(Spelling, DropsTheCompatibilityStructInEverySpelling) {
  json::Value object = status(R"("ready": true, "phase": "P", "backCompatibilty": {"a": 1},
    "backCompatibility": {}, "deprecated": {"v1beta1": {}, "v1beta9": {}})");
  drop_compatibility(object, "KubeadmControlPlane", DialectName::Proposal);
  EXPECT_EQ(json::print(object), R"({"status":{"deprecated":{"v1beta9":{}},"phase":"P"}})");
}

}  // namespace
}  // namespace telltale::convert
