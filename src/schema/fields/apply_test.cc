// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "schema/fields/managed_fields.h"
#include "schema/fields/structure_for_test.h"

namespace telltale::schema {
namespace {

// A test's object, and who writes it.
class ApplyTest : public testing::Test {
 protected:
  Applied try_apply(std::string_view manager, const json::Value& config, Force force = Force::No) {
    auto applied = apply(object, config, *structure, writer_named(manager, time), reset, force);
    EXPECT_TRUE(applied.has_value()) << (applied ? "" : applied.error().detail);
    if (!applied) return {};
    if (applied->conflicts.empty()) object = applied->object;
    return *std::move(applied);
  }
  std::string apply_spec(std::string_view manager, std::string_view spec, Force force = Force::No) {
    return conflicts_in(try_apply(manager, gadget(spec), force));
  }
  std::string apply_conditions(std::string_view manager, std::string_view conditions) {
    return conflicts_in(
        try_apply(manager, gadget({}, R"({"conditions":)" + std::string(conditions) + '}')));
  }
  void update_spec(std::string_view manager, std::string_view spec) {
    json::Value next = object.is_null() ? gadget(spec) : object;
    next.get_object()["spec"] = parsed(spec);
    record_update(object, next, *structure, writer_named(manager, time), reset);
    object = next;
  }
  static std::string conflicts_in(const Applied& applied) {
    return applied.conflicts.empty() ? std::string() : conflicts_message(applied.conflicts);
  }
  std::string refusal(std::string_view spec) {
    const auto applied =
        apply(object, gadget(spec), *structure, writer_named("alice"), reset, Force::No);
    return applied ? std::string("taken") : applied.error().detail;
  }

  StructurePtr structure = gadget_structure();
  ResetFields reset;
  std::string_view time = "2026-01-01T00:00:00Z";
  json::Value object = nullptr;
};

TEST_F(ApplyTest, CreatesAsTheRealServerDoes) {
  time = "2026-11-15T06:22:35Z";
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(json::print(object),
            R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"managedFields":)"
            R"([{"apiVersion":"ref.example.com/v1","fieldsType":"FieldsV1","fieldsV1":)"
            R"({"f:spec":{"f:size":{}}},"manager":"alice","operation":"Apply",)"
            R"("time":"2026-11-15T06:22:35Z"}],"name":"g1"},"spec":{"size":1}})");
}

TEST_F(ApplyTest, ConflictsAsTheRealServerDoes) {
  apply_spec("alice", R"({"size":1})");
  const Applied refused = try_apply("bob", gadget(R"({"size":2})"));
  ASSERT_EQ(refused.conflicts.size(), 1U);
  EXPECT_EQ(conflict_text(refused.conflicts.front()), R"(conflict with "alice")");
  EXPECT_EQ(refused.conflicts.front().field, ".spec.size");
  EXPECT_EQ(conflicts_message(refused.conflicts),
            R"(Apply failed with 1 conflict: conflict with "alice": .spec.size)");
  EXPECT_EQ(part(object, "spec"), R"({"size":1})");
}

TEST_F(ApplyTest, NamesUpdatersWithVersionAndSubresource) {
  update_spec("kubectl-client-side-apply", R"({"size":1,"color":"red"})");
  json::Value next = object;
  next.get_object()["status"] = parsed(R"({"replicas":1})");
  record_update(object, next, *structure, writer_named("kcm", time, "status"),
                {.only = {"status"}});
  object = next;
  const Applied refused =
      try_apply("bob", gadget(R"({"size":2,"color":"blue"})", R"({"replicas":5})"));
  EXPECT_EQ(conflicts_message(refused.conflicts),
            "Apply failed with 3 conflicts: "
            "conflicts with \"kcm\" with subresource \"status\" using ref.example.com/v1:\n"
            "- .status.replicas\n"
            "conflicts with \"kubectl-client-side-apply\" using ref.example.com/v1:\n"
            "- .spec.color\n- .spec.size");
  EXPECT_EQ(conflict_text(refused.conflicts.back()),
            R"(conflict with "kubectl-client-side-apply" using ref.example.com/v1)");
}

TEST_F(ApplyTest, SharesFieldsOfEqualValue) {
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(apply_spec("bob", R"({"size":1.0})"), "");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:size":{}}})");
  EXPECT_EQ(owned_by(object, "bob"), R"({"f:spec":{"f:size":{}}})");
  // Who shares cannot change it alone, and who leaves does not take it away.
  EXPECT_NE(apply_spec("alice", R"({"size":2})"), "");
  EXPECT_EQ(apply_spec("alice", R"({})"), "");
  EXPECT_EQ(part(object, "spec"), R"({"size":1})");
}

TEST_F(ApplyTest, TakesOverByForce) {
  apply_spec("alice", R"({"size":1,"color":"red"})");
  EXPECT_EQ(apply_spec("bob", R"({"size":2})", Force::Yes), "");
  EXPECT_EQ(part(object, "spec"), R"({"color":"red","size":2})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:color":{}}})");
  EXPECT_EQ(owned_by(object, "bob"), R"({"f:spec":{"f:size":{}}})");
}

TEST_F(ApplyTest, RemovesWhatIsNoLongerApplied) {
  apply_spec("alice", R"({"size":1,"color":"red","limits":{"cpu":1,"mem":2},"tags":["a","b"]})");
  apply_spec("alice", R"({"size":1,"limits":{"mem":2},"tags":["b"]})");
  EXPECT_EQ(part(object, "spec"), R"({"limits":{"mem":2},"size":1,"tags":["b"]})");
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(part(object, "spec"), R"({"size":1})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:size":{}}})");
}

TEST_F(ApplyTest, LeavesNothingOfAManagerThatAppliesNothing) {
  apply_spec("alice", R"({"size":1,"settings":{"x":{"y":1}},"ports":[{"port":1}]})");
  try_apply("alice", gadget({}));
  EXPECT_EQ(json::print(object),
            R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"name":"g1"}})");
}

TEST_F(ApplyTest, KeepsWhatOthersOwnInTheSameContainers) {
  apply_spec("alice", R"({"limits":{"cpu":1},"tags":["a"],"ports":[{"port":1,"name":"x"}]})");
  apply_spec("bob", R"({"limits":{"mem":2},"tags":["b"],"ports":[{"port":2}]})");
  try_apply("alice", gadget({}));
  EXPECT_EQ(part(object, "spec"), R"({"limits":{"mem":2},"ports":[{"port":2}],"tags":["b"]})");
}

TEST_F(ApplyTest, KeepsAnEmptiedContainerThatSomebodyOwns) {
  update_spec("bob", R"({"limits":{"old":1},"tags":["old"]})");
  apply_spec("alice", R"({"limits":{"cpu":1},"tags":["a"]})");
  update_spec("bob", R"({"limits":{"cpu":1},"tags":["a"]})");
  try_apply("alice", gadget({}));
  EXPECT_EQ(part(object, "spec"), R"({"limits":{},"tags":[]})");
  EXPECT_EQ(owned_by(object, "bob"), R"({"f:spec":{".":{},"f:limits":{},"f:tags":{}}})");
}

TEST_F(ApplyTest, EmptiesAListThatIsAppliedEmpty) {
  apply_spec("alice", R"({"tags":["a"],"limits":{"cpu":1}})");
  apply_spec("alice", R"({"tags":[],"limits":{}})");
  EXPECT_EQ(part(object, "spec"), R"({"limits":{},"tags":[]})");
}

TEST_F(ApplyTest, KeepsFieldsNobodyOwnsUnlessTheirContainerGoes) {
  apply_spec("alice", R"({"size":1,"paused":true})");
  object.at("spec").get_object()["color"] = "blue";  // as a default would be
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(part(object, "spec"), R"({"color":"blue","size":1})");
  try_apply("alice", gadget({}));
  EXPECT_EQ(part(object, "spec"), "");
}

TEST_F(ApplyTest, DoesNothingTheSecondTime) {
  apply_spec("alice", R"({"size":1,"tags":["a"]})");
  const json::Value before = object;
  time = late;
  apply_spec("alice", R"({"size":1,"tags":["a"]})");
  EXPECT_EQ(object, before);
}

TEST_F(ApplyTest, RenewsTheTimeWhenSomethingChanges) {
  apply_spec("alice", R"({"size":1})");
  time = late;
  apply_spec("alice", R"({"size":2})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(0).at("time").get_string(), late);
}

TEST_F(ApplyTest, HasNoTimeForWhoAppliesWhatIsThereAlready) {
  apply_spec("alice", R"({"size":1,"tags":["a"]})");
  time = late;
  apply_spec("bob", R"({"size":1})");
  const json::ValueList& entries = object.at("metadata").at("managedFields").get_array();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].at("manager").get_string(), "bob");
  EXPECT_FALSE(entries[0].get_object().contains("time"));
  apply_spec("bob", R"({"size":1,"steps":["x"]})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(1).at("time").get_string(), late);
}

TEST_F(ApplyTest, OwnsAtomicValuesAsAWhole) {
  apply_spec("alice", R"({"steps":["a"],"frozen":{"a":"1"}})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:frozen":{},"f:steps":{}}})");
  EXPECT_EQ(
      apply_spec("bob", R"({"steps":["b"],"frozen":{"b":"1"}})"),
      "Apply failed with 2 conflicts: conflicts with \"alice\":\n- .spec.frozen\n- .spec.steps");
  apply_spec("bob", R"({"steps":["b"],"frozen":{"b":"1"}})", Force::Yes);
  EXPECT_EQ(part(object, "spec"), R"({"frozen":{"b":"1"},"steps":["b"]})");
}

TEST_F(ApplyTest, MergesFreeFormMapsMemberByMember) {
  apply_spec("alice", R"({"settings":{"a":{"x":1},"list":[1,2]}})");
  EXPECT_EQ(owned_by(object, "alice"),
            R"({"f:spec":{"f:settings":{"f:a":{".":{},"f:x":{}},"f:list":{}}}})");
  EXPECT_EQ(apply_spec("bob", R"({"settings":{"a":{"y":2}}})"), "");
  EXPECT_EQ(part(object, "spec"), R"({"settings":{"a":{"x":1,"y":2},"list":[1,2]}})");
  EXPECT_NE(apply_spec("bob", R"({"settings":{"list":[3]}})"), "");
}

TEST_F(ApplyTest, UsesDefaultsOfKeysThatAreLeftOut) {
  apply_spec("alice", R"({"ports":[{"port":80,"name":"web"}]})");
  EXPECT_EQ(owned_by(object, "alice"),
            R"({"f:spec":{"f:ports":{"k:{\"port\":80,\"protocol\":\"TCP\"}":)"
            R"({".":{},"f:name":{},"f:port":{}}}}})");
  EXPECT_EQ(apply_spec("bob", R"({"ports":[{"port":80,"protocol":"TCP","name":"other"}]})"),
            R"(Apply failed with 1 conflict: conflict with "alice": )"
            R"(.spec.ports[port=80,protocol="TCP"].name)");
}

TEST_F(ApplyTest, KeepsTheOrderOfItemsAndPutsNewOnesWhereTheyWereSent) {
  apply_spec("alice", R"({"tags":["a","b","c"]})");
  apply_spec("bob", R"({"tags":["x","b"]})");
  EXPECT_EQ(part(object, "spec"), R"({"tags":["a","x","b","c"]})");
  apply_spec("alice", R"({"tags":["c","a"]})");
  EXPECT_EQ(part(object, "spec"), R"({"tags":["x","b","c","a"]})");
}

// The case telltale itself lives on: every controller has conditions of its own in one list.
TEST_F(ApplyTest, LetsSeveralManagersKeepTheirConditions) {
  apply_conditions("machines", R"([{"type":"Ready","status":"True","reason":"R"}])");
  EXPECT_EQ(apply_conditions("nodes", R"([{"type":"NodeHealthy","status":"True"}])"), "");
  EXPECT_EQ(apply_conditions("nodes", R"([{"type":"NodeHealthy","status":"False"}])"), "");
  EXPECT_EQ(apply_conditions("nodes", R"([{"type":"Ready","status":"False"}])"),
            R"(Apply failed with 1 conflict: conflict with "machines": )"
            R"(.status.conditions[type="Ready"].status)");
  apply_conditions("nodes", "[]");
  EXPECT_EQ(part(object, "status"),
            R"({"conditions":[{"reason":"R","status":"True","type":"Ready"}]})");
}

TEST_F(ApplyTest, LetsTwoManagersShareACondition) {
  apply_conditions("one", R"([{"type":"Ready","status":"True"}])");
  apply_conditions("two", R"([{"type":"Ready","reason":"R"}])");
  apply_conditions("one", "[]");
  // The item stays for the other one; what only the first applied in it goes.
  EXPECT_EQ(part(object, "status"), R"({"conditions":[{"reason":"R","type":"Ready"}]})");
  try_apply("two", gadget({}));
  EXPECT_EQ(part(object, "status"), "");
}

TEST_F(ApplyTest, GivesExistingFieldsToNobodyInParticularOnTheFirstApply) {
  object = gadget(R"({"size":1,"color":"red"})");
  EXPECT_EQ(apply_spec("alice", R"({"size":2})"),
            R"(Apply failed with 1 conflict: conflict with "before-first-apply" using )"
            R"(ref.example.com/v1: .spec.size)");
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(owned_by(object, "before-first-apply"),
            R"({"f:spec":{".":{},"f:color":{},"f:size":{}}})");
}

TEST_F(ApplyTest, StripsMetadataNobodyOwns) {
  json::Value config = gadget(R"({"size":1})");
  config.get_object()["metadata"] =
      parsed(R"({"name":"g1","namespace":"d","labels":{"a":"b"},"finalizers":["f"],
                 "ownerReferences":[{"uid":"1","name":"o","kind":"K","apiVersion":"v1"}]})");
  try_apply("alice", config);
  EXPECT_EQ(owned_by(object, "alice"),
            R"({"f:metadata":{"f:finalizers":{"v:\"f\"":{}},"f:labels":{"f:a":{}},)"
            R"("f:ownerReferences":{"k:{\"uid\":\"1\"}":{}}},"f:spec":{"f:size":{}}})");
  object.at("metadata").get_object()["uid"] = "u";
  // Letting go of all labels takes neither the name nor the uid with it.
  try_apply("alice", gadget(R"({"size":1})"));
  EXPECT_EQ(object.at("metadata").at("uid").get_string(), "u");
  EXPECT_FALSE(object.at("metadata").get_object().contains("labels"));
  EXPECT_FALSE(object.at("metadata").get_object().contains("finalizers"));
}

TEST_F(ApplyTest, LeavesAloneWhatTheServerKeepsInMetadata) {
  apply_spec("alice", R"({"size":1})");
  object.at("metadata").get_object()["creationTimestamp"] = "2026-01-01T00:00:00Z";
  const json::Value before = object;
  json::Value config = gadget(R"({"size":1})");
  config.at("metadata").get_object()["creationTimestamp"] = nullptr;
  config.at("metadata").get_object()["resourceVersion"] = "1";
  time = late;
  try_apply("alice", config);
  EXPECT_EQ(object, before);
}

TEST_F(ApplyTest, DoesNotLetAClaimedUidBeRemoved) {
  object = gadget(R"({"size":1})");
  object.at("metadata").get_object()["uid"] = "u";
  object.at("metadata").get_object()["managedFields"] = parsed(
      R"([{"manager":"alice","operation":"Apply","apiVersion":"ref.example.com/v1",
           "fieldsType":"FieldsV1","fieldsV1":{"f:kind":{},"f:metadata":{".":{},"f:uid":{}}}}])");
  apply_spec("alice", R"({"size":1})");
  EXPECT_EQ(object.at("metadata").at("uid").get_string(), "u");
  EXPECT_EQ(object.at("kind").get_string(), "Gadget");
}

TEST_F(ApplyTest, IgnoresWhatTheEndpointResets) {
  reset = {.dropped = {"status"}};
  try_apply("alice", gadget(R"({"size":1})", R"({"replicas":3})"));
  EXPECT_EQ(part(object, "status"), "");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:size":{}}})");

  reset = {.only = {"status"}};
  json::Value config = gadget(R"({"size":7})", R"({"replicas":3})");
  config.at("metadata").get_object()["labels"] = parsed(R"({"a":"b"})");
  const auto applied =
      apply(object, config, *structure, writer_named("bob", late, "status"), reset, Force::No);
  ASSERT_TRUE(applied.has_value() && applied->conflicts.empty());
  EXPECT_EQ(part(applied->object, "spec"), R"({"size":1})");
  EXPECT_EQ(part(applied->object, "status"), R"({"replicas":3})");
  EXPECT_FALSE(applied->object.at("metadata").get_object().contains("labels"));
  EXPECT_EQ(owned_by(applied->object, "bob"), R"({"f:status":{"f:replicas":{}}})");
}

TEST_F(ApplyTest, AppliersAreTheSameInEveryVersion) {
  apply_spec("alice", R"({"size":1,"color":"red"})");
  Writer writer = writer_named("alice", late);
  writer.api_version = "ref.example.com/v2";
  const auto applied = apply(object, gadget(R"({"size":1})"), *structure, writer, reset, Force::No);
  ASSERT_TRUE(applied.has_value());
  ASSERT_EQ(applied->object.at("metadata").at("managedFields").get_array().size(), 1U);
  EXPECT_EQ(part(applied->object, "spec"), R"({"size":1})");
}

TEST_F(ApplyTest, RefusesWhatTheSchemaDoesNotKnow) {
  EXPECT_EQ(refusal(R"({"bogus":1})"), ".spec.bogus: field not declared in schema");
  EXPECT_EQ(refusal(R"({"size":"x"})"), ".spec.size: expected numeric (int or float), got string");
  EXPECT_EQ(refusal(R"({"color":1})"),
            ".spec.color: expected string, got &value.valueUnstructured{Value:1}");
  EXPECT_EQ(refusal(R"({"tags":["a","a"]})"), R"(.spec.tags: duplicate entries for key [="a"])");
  EXPECT_EQ(refusal(R"({"limits":[]})"), ".spec.limits: expected map, got []interface {}");
  EXPECT_EQ(refusal(R"({"ports":[{"name":"x"}]})"), "taken");  // protocol has a default
  EXPECT_EQ(refusal(R"({"ports":["x"]})"),
            ".spec.ports: element 0: associative list with keys may not have non-map elements");
  EXPECT_EQ(refusal(R"({"bogus":1,"paused":3,"settings":{"any":[{"thing":null}]}})"),
            "errors:\n  .spec.bogus: field not declared in schema\n"
            "  .spec.paused: expected boolean, got &{3}");
}

TEST_F(ApplyTest, RefusesItemsWithoutTheirKeys) {
  const auto applied = apply(nullptr, gadget({}, R"({"conditions":[{"status":"True"}]})"),
                             *structure, writer_named("alice"), reset, Force::No);
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().detail,
            ".status.conditions: element 0: associative list with keys has an element that omits "
            "all key fields [\"type\"] (and doesn't have default values for any key fields)");
}

TEST_F(ApplyTest, TakesNulls) {
  apply_spec("alice", R"({"size":null,"limits":null})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{"f:limits":{},"f:size":{}}})");
  update_spec("bob", R"({"limits":{"cpu":1}})");
  EXPECT_EQ(apply_spec("alice", R"({"limits":null})"), "");
  EXPECT_EQ(part(object, "spec"), R"({"limits":{"cpu":1}})");
}

TEST_F(ApplyTest, LetsKubectlTakeOverWhatItAppliedOnTheClientsSide) {
  object = gadget(R"({"size":1,"color":"red"})");
  object.at("metadata").get_object()["annotations"] =
      json::ValueMap{{"kubectl.kubernetes.io/last-applied-configuration",
                      R"({"apiVersion":"ref.example.com/v1","spec":{"size":1,"color":"x"}})"}};
  json::Value live = object;
  record_update(nullptr, live, *structure, writer_named("kubectl-client-side-apply"), reset);
  object = live;
  // The color was changed since by somebody else, the size was not.
  EXPECT_EQ(apply_spec("kubectl", R"({"size":2,"color":"green"})"),
            R"(Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using )"
            R"(ref.example.com/v1: .spec.color)");
  EXPECT_NE(apply_spec("somebody", R"({"size":2})"), "");
  EXPECT_EQ(apply_spec("kubectl", R"({"size":2})"), "");
  EXPECT_EQ(part(object, "spec"), R"({"color":"red","size":2})");
  EXPECT_EQ(object.at("metadata")
                .at("annotations")
                .at("kubectl.kubernetes.io/last-applied-configuration")
                .get_string(),
            "{\"apiVersion\":\"ref.example.com/v1\",\"kind\":\"Gadget\",\"metadata\":"
            "{\"name\":\"g1\"},\"spec\":{\"size\":2}}\n");
}

TEST_F(ApplyTest, RefusesABodyThatIsNoObject) {
  const auto applied =
      apply(nullptr, parsed("[]"), *structure, writer_named("a"), reset, Force::No);
  EXPECT_EQ(applied.error().kind, Error::Kind::Invalid);
}

TEST_F(ApplyTest, BearsLiveListsWithRepeatedItems) {
  object = gadget(R"({"tags":["a","a","b"]})");
  EXPECT_EQ(apply_spec("alice", R"({"tags":["c"]})", Force::Yes), "");
  EXPECT_EQ(part(object, "spec"), R"({"tags":["a","b","c"]})");
}

}  // namespace
}  // namespace telltale::schema
