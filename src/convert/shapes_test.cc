// SPDX-License-Identifier: Apache-2.0
#include "convert/shapes.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "kube/read_object.h"

namespace telltale::shapes {
namespace {

// An object and the memory its text lives in.
class Sample {
 public:
  Sample(std::string_view version, std::string_view rest) {
    const json::Selection everything;
    ObjectReader reader([&](const json::Header&) -> const json::Selection& { return everything; },
                        arena_);
    const json::PaddedCopy text(format(R"({{"apiVersion": "cluster.x-k8s.io/{}", "kind": "Machine",
      "metadata": {{"name": "m1"}}, {}}})",
                                       version, rest));
    std::vector<ObjectError> object_errors;
    const auto read = reader.read(text.padded(), {}, object_errors);
    check(read.has_value(), "a sample can be read");
    object_ = *read;
  }

  operator const Object&() const { return object_; }  // NOLINT: reads as the object it is
  json::Tree spec() const { return object_.body["spec"]; }

 private:
  Arena arena_;
  Object object_;
};

Sample status(std::string_view version, std::string_view fields) {
  return Sample(version, format(R"("status": {{{}}})", fields));
}

std::string list(std::string_view path, std::string_view type) {
  return format(R"("{}": [{{"type": "{}", "status": "True"}}])", path, type);
}

// The types in a list, for short.
std::string types(Conditions conditions) {
  std::string text;
  for (const Condition& condition : conditions) text += format("{} ", condition.type);
  return text;
}

TEST(Conditions, StandOnTopInTheNewVersion) {
  const Sample object =
      status("v1beta2", list("conditions", "New") + R"(, "deprecated": {"v1beta1": {)" +
                            list("conditions", "Old") + "}}");
  EXPECT_EQ(types(conditions(object)), "New ");
  EXPECT_EQ(types(legacy_conditions(object)), "Old ");
}

TEST(Conditions, StandInThePreviewOfTheOldVersionInEitherSpelling) {
  const Sample upstream = status(
      "v1beta1", list("conditions", "Old") + R"(, "v1beta2": {)" + list("conditions", "New") + "}");
  EXPECT_EQ(types(conditions(upstream)), "New ");
  EXPECT_EQ(types(legacy_conditions(upstream)), "Old ");

  const Sample seed =
      status("v1beta1", list("conditions", "Old") + ", " + list("experimentalConditions", "New"));
  EXPECT_EQ(types(conditions(seed)), "New ");
  EXPECT_EQ(types(legacy_conditions(seed)), "Old ");
}

TEST(Conditions, OfTheOldKindAreFoundUnderEverySpellingOfBackCompatibility) {
  for (const std::string_view word : {"backCompatibilty", "backCompatibility"}) {
    const Sample object =
        status("v1beta2", format(R"("{}": {{{}}})", word, list("conditions", "Old")));
    EXPECT_EQ(types(legacy_conditions(object)), "Old ") << word;
    EXPECT_EQ(types(conditions(object)), "") << word;
  }
}

TEST(Conditions, OfAnAlphaVersionAreOfTheOldKind) {
  const Sample object = status("v1alpha4", list("conditions", "Old"));
  EXPECT_EQ(types(conditions(object)), "");
  EXPECT_EQ(types(legacy_conditions(object)), "Old ");
}

TEST(ProviderConditions, PreferThePreviewAndMayBeAbsent) {
  const Sample both = status(
      "v1beta1", list("conditions", "Old") + R"(, "v1beta2": {)" + list("conditions", "New") + "}");
  EXPECT_EQ(types(provider_conditions(both)->conditions), "New ");
  const Sample one = status("v1beta1", list("conditions", "Only"));
  EXPECT_EQ(types(provider_conditions(one)->conditions), "Only ");
  EXPECT_EQ(provider_conditions(status("v1beta2", "")), nullptr);
}

TEST(Ref, IsReadFromEitherShape) {
  const Sample object("v1beta2", R"("spec": {
    "new": {"apiGroup": "infra.x", "kind": "A", "name": "a"},
    "old": {"apiVersion": "infra.x/v1beta1", "kind": "A", "name": "a", "namespace": "ns"},
    "half": {"kind": "A"}, "wrong": 5})");
  const Ref expected{"infra.x", "A", "a"};
  EXPECT_EQ(ref(object.spec()["new"]), expected);
  EXPECT_EQ(ref(object.spec()["old"]), expected);
  EXPECT_TRUE(ref(object.spec()["new"]));
  EXPECT_FALSE(ref(object.spec()["half"]));
  EXPECT_FALSE(ref(object.spec()["wrong"]));
  EXPECT_FALSE(ref(object.spec()["missing"]));
}

struct Flag {
  bool (*read)(const Object&);
  std::string_view new_field;
  std::string_view seed_field;
  std::string_view old_field;
};

constexpr Flag flags[] = {
    {infrastructure_provisioned, "infrastructureProvisioned", "infrastructureProvisioned",
     "infrastructureReady"},
    {bootstrap_data_created, "bootstrapDataSecretCreated", "bootstrapSecretCreated",
     "bootstrapReady"},
    {provider_provisioned, "provisioned", "provisioned", "ready"},
    {provider_data_created, "dataSecretCreated", "dataSecretCreated", "ready"},
};

TEST(Initialization, IsReadFromBothVersionsAndBothSpellings) {
  for (const Flag& flag : flags) {
    for (const std::string_view field : {flag.new_field, flag.seed_field}) {
      EXPECT_TRUE(
          flag.read(status("v1beta2", format(R"("initialization": {{"{}": true}})", field))))
          << field;
    }
    EXPECT_TRUE(flag.read(status("v1beta1", format(R"("{}": true)", flag.old_field))));
    EXPECT_FALSE(flag.read(status("v1beta2", "")));
  }
}

TEST(Initialization, BelievesTheNewFieldWhereBothStand) {
  for (const Flag& flag : flags) {
    EXPECT_FALSE(flag.read(status("v1beta2", format(R"("initialization": {{"{}": false}},
      "{}": true)",
                                                    flag.new_field, flag.old_field))))
        << flag.new_field;
  }
}

TEST(Initialization, TakesNothingButABoolean) {
  EXPECT_FALSE(infrastructure_provisioned(
      status("v1beta2", R"("initialization": {"infrastructureProvisioned": "true"})")));
  EXPECT_FALSE(provider_provisioned(status("v1beta1", R"("ready": 1, "initialization": [])")));
}

TEST(Times, WhatIsNoTimeIsNotSet) {
  const Sample object("v1beta2", R"("spec": {"number": 0, "null": null,
    "time": "2026-05-01T00:00:00Z", "no_time": "yesterday"})");
  EXPECT_EQ(time(object.spec()["time"]),
            Instant(std::chrono::sys_days(std::chrono::year(2026) / 5 / 1)));
  for (const std::string_view field : {"number", "null", "no_time", "missing"}) {
    EXPECT_EQ(time(object.spec()[field]), no_time) << field;
  }
}

}  // namespace
}  // namespace telltale::shapes
