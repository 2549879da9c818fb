// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/managed_fields.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/text.h"
#include "schema/fields/structure_for_test.h"

namespace telltale::schema {
namespace {

json::Value created(std::string_view manager, json::Value object) {
  record_update(nullptr, object, *gadget_structure(), writer_named(manager, early), {});
  return object;
}

// The object with another spec, written by somebody else.
json::Value updated(const json::Value& live, std::string_view manager, std::string_view spec) {
  json::Value object = live;
  object.get_object()["spec"] = parsed(spec);
  record_update(live, object, *gadget_structure(), writer_named(manager, late), {});
  return object;
}

TEST(RecordUpdate, WritesWhatTheRealServerWroteForAClientSideApply) {
  json::Value object = gadget(R"({"color":"blue","size":3,"tags":["a","b"]})");
  object.at("metadata").get_object()["annotations"] =
      parsed(R"({"kubectl.kubernetes.io/last-applied-configuration":"{}"})");
  record_update(nullptr, object, *gadget_structure(),
                writer_named("kubectl-client-side-apply", "2026-11-15T06:22:30Z"), {});
  EXPECT_EQ(
      json::print(object.at("metadata").at("managedFields")),
      R"([{"apiVersion":"ref.example.com/v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":)"
      R"({"f:annotations":{".":{},"f:kubectl.kubernetes.io/last-applied-configuration":{}}},)"
      R"("f:spec":{".":{},"f:color":{},"f:size":{},"f:tags":{".":{},"v:\"a\"":{},"v:\"b\"":{}}}},)"
      R"("manager":"kubectl-client-side-apply","operation":"Update",)"
      R"("time":"2026-11-15T06:22:30Z"}])");
}

TEST(RecordUpdate, TakesChangedFieldsFromTheirOwners) {
  const json::Value object = updated(created("alice", gadget(R"({"size":1,"color":"red"})")), "bob",
                                     R"({"size":2,"color":"red"})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{".":{},"f:color":{}}})");
  EXPECT_EQ(owned_by(object, "bob"), R"({"f:spec":{"f:size":{}}})");
}

TEST(RecordUpdate, ForgetsFieldsThatAreGone) {
  const json::Value object = updated(created("alice", gadget(R"({"size":1,"tags":["a","b"]})")),
                                     "bob", R"({"tags":["b"]})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{".":{},"f:tags":{".":{},"v:\"b\"":{}}}})");
  EXPECT_EQ(owned_by(object, "bob"), "");
}

TEST(RecordUpdate, RecordsNothingWhereNothingChanged) {
  const json::Value live = created("alice", gadget(R"({"size":1,"ratio":2})"));
  EXPECT_EQ(updated(live, "bob", R"({"size":1,"ratio":2})"), live);
  EXPECT_EQ(owned_by(updated(live, "alice", R"({"size":1,"ratio":2.0})"), "alice"),
            owned_by(live, "alice"));
}

TEST(RecordUpdate, KeepsTheTimeOfAnEntryThatOnlyLost) {
  const json::Value object =
      updated(created("alice", gadget(R"({"size":1,"color":"x"})")), "alice", R"({"size":1})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(0).at("time").get_string(), early);
}

TEST(RecordUpdate, MergesWithTheSameManagersEntryAndRenewsItsTime) {
  const json::Value object =
      updated(created("alice", gadget(R"({"size":1})")), "alice", R"({"size":1,"color":"x"})");
  ASSERT_EQ(object.at("metadata").at("managedFields").get_array().size(), 1U);
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{".":{},"f:color":{},"f:size":{}}})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(0).at("time").get_string(), late);
}

TEST(RecordUpdate, KeepsSubresourcesAndVersionsApart) {
  const json::Value live = created("alice", gadget(R"({"size":1})"));
  json::Value object = live;
  object.get_object()["status"] = parsed(R"({"replicas":1})");
  record_update(live, object, *gadget_structure(), writer_named("alice", late, "status"),
                {.only = {"status"}});
  ASSERT_EQ(object.at("metadata").at("managedFields").get_array().size(), 2U);
  const json::Value& entry = object.at("metadata").at("managedFields").at(1);
  EXPECT_EQ(entry.at("subresource").get_string(), "status");
  EXPECT_EQ(json::print(entry.at("fieldsV1")), R"({"f:status":{".":{},"f:replicas":{}}})");

  json::Value other = object;
  other.at("spec").get_object()["size"] = 5;
  Writer writer = writer_named("alice", late);
  writer.api_version = "ref.example.com/v2";
  record_update(object, other, *gadget_structure(), writer, {});
  EXPECT_EQ(other.at("metadata").at("managedFields").get_array().size(), 3U);
}

TEST(RecordUpdate, GivesNobodyWhatTheEndpointResets) {
  const ResetFields main{.dropped = {"status"}};
  json::Value object = gadget(R"({"size":1})", R"({"replicas":1})");
  record_update(nullptr, object, *gadget_structure(), writer_named("alice"), main);
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{".":{},"f:size":{}}})");

  json::Value status = object;
  status.at("metadata").get_object()["labels"] = parsed(R"({"a":"b"})");
  status.at("status").get_object()["replicas"] = 2;
  record_update(object, status, *gadget_structure(), writer_named("bob", late, "status"),
                {.only = {"status"}});
  EXPECT_EQ(owned_by(status, "bob"), R"({"f:status":{"f:replicas":{}}})");
}

TEST(RecordUpdate, LetsClientsClearTheList) {
  for (const std::string_view clear : {"[]", "[{}]"}) {
    const json::Value live = created("alice", gadget(R"({"size":1})"));
    json::Value object = live;
    object.at("spec").get_object()["size"] = 2;
    object.at("metadata").get_object()["managedFields"] = parsed(clear);
    record_update(live, object, *gadget_structure(), writer_named("bob", late), {});
    EXPECT_FALSE(object.at("metadata").get_object().contains("managedFields")) << clear;
    // Nobody is tracked until somebody applies.
    json::Value next = object;
    next.at("spec").get_object()["size"] = 3;
    record_update(object, next, *gadget_structure(), writer_named("bob", late), {});
    EXPECT_FALSE(next.at("metadata").get_object().contains("managedFields"));
  }
}

TEST(RecordUpdate, KeepsTheListOfClientsThatSendNoneOrABrokenOne) {
  const json::Value live = created("alice", gadget(R"({"size":1})"));
  for (const std::string_view sent :
       {"null", R"([{"manager":"x"}])", R"("no list")", R"([{},{}])", "[1]",
        R"([{"manager":"x","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1",
            "fieldsV1":{"broken":{}}}])"}) {
    json::Value object = live;
    object.at("metadata").get_object()["managedFields"] = parsed(sent);
    record_update(live, object, *gadget_structure(), writer_named("bob", late), {});
    EXPECT_EQ(object, live) << sent;
  }
  json::Value without = live;
  without.at("metadata").get_object().erase("managedFields");
  record_update(live, without, *gadget_structure(), writer_named("bob", late), {});
  EXPECT_EQ(without, live);
}

// How kubectl moves from client-side to server-side apply: it rewrites the entries.
TEST(RecordUpdate, TakesTheEntriesAClientWrites) {
  const json::Value live = created("kubectl-client-side-apply", gadget(R"({"size":1})"));
  json::Value object = live;
  json::Value& entry = object.at("metadata").at("managedFields").at(0);
  entry.get_object()["manager"] = "kubectl";
  entry.get_object()["operation"] = "Apply";
  record_update(live, object, *gadget_structure(), writer_named("kubectl-patch", late), {});
  ASSERT_EQ(object.at("metadata").at("managedFields").get_array().size(), 1U);
  EXPECT_EQ(owned_by(object, "kubectl"), R"({"f:spec":{".":{},"f:size":{}}})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(0).at("operation").get_string(), "Apply");
}

TEST(RecordUpdate, DoesNotTakeTheEntriesAClientWritesThroughASubresource) {
  const json::Value live = created("alice", gadget(R"({"size":1})"));
  json::Value object = live;
  object.at("metadata").get_object()["managedFields"] = parsed("[]");
  record_update(live, object, *gadget_structure(), writer_named("bob", late, "status"),
                {.only = {"status"}});
  EXPECT_EQ(owned_by(object, "alice"), owned_by(live, "alice"));
}

TEST(RecordUpdate, KeepsTenUpdatesAndPoursOlderOnesTogether) {
  json::Value object = created("m00", gadget(R"({"limits":{"k00":0}})"));
  for (int number = 1; number < 14; ++number) {
    const json::Value live = object;
    object.at("spec").at("limits").get_object()[format("k{:02}", number)] = number;
    record_update(live, object, *gadget_structure(),
                  writer_named(format("m{:02}", number), format("2026-01-02T00:{:02}:00Z", number)),
                  {});
  }
  EXPECT_EQ(object.at("metadata").at("managedFields").get_array().size(), 10U);
  EXPECT_EQ(owned_by(object, "ancient-changes"),
            R"({"f:spec":{".":{},"f:limits":{".":{},"f:k00":{},"f:k01":{},"f:k02":{},"f:k03":{},)"
            R"("f:k04":{}}}})");
  EXPECT_EQ(owned_by(object, "m05"), R"({"f:spec":{"f:limits":{"f:k05":{}}}})");
  EXPECT_EQ(object.at("metadata").at("managedFields").at(0).at("time").get_string(),
            "2026-01-02T00:04:00Z");
}

TEST(RecordUpdate, OwnsItemsOfListsOneByOne) {
  json::Value live = gadget("{}", R"({"conditions":[{"type":"A","status":"True"}]})");
  record_update(nullptr, live, *gadget_structure(), writer_named("alice"), {});
  json::Value object = live;
  object.at("status").get_object()["conditions"] =
      parsed(R"([{"type":"B","status":"False"},{"type":"A","status":"False"}])");
  record_update(live, object, *gadget_structure(), writer_named("bob", late), {});
  EXPECT_EQ(owned_by(object, "alice"),
            R"({"f:spec":{},"f:status":{".":{},"f:conditions":{".":{},"k:{\"type\":\"A\"}":)"
            R"({".":{},"f:type":{}}}}})");
  EXPECT_EQ(owned_by(object, "bob"),
            R"({"f:status":{"f:conditions":{"k:{\"type\":\"A\"}":{"f:status":{}},)"
            R"("k:{\"type\":\"B\"}":{".":{},"f:status":{},"f:type":{}}}}})");
}

TEST(RecordUpdate, UnderstandsValuesThatChangeTheirKind) {
  const json::Value live = created("alice", gadget(R"({"settings":{"x":{"y":1},"z":[1]}})"));
  const json::Value object = updated(live, "bob", R"({"settings":{"x":5,"z":{"q":1}}})");
  EXPECT_EQ(owned_by(object, "alice"), R"({"f:spec":{".":{},"f:settings":{}}})");
  EXPECT_EQ(owned_by(object, "bob"),
            R"({"f:spec":{"f:settings":{"f:x":{},"f:z":{".":{},"f:q":{}}}}})");
}

TEST(RecordUpdate, SortsAppliesBeforeUpdatesThenByTime) {
  const json::Value live = created("zoe", gadget(R"({"size":1})"));
  const json::Value second = updated(live, "adam", R"({"size":1,"color":"x"})");
  const auto applied = apply(second, gadget(R"({"paused":true})"), *gadget_structure(),
                             writer_named("mia", late), {}, Force::No);
  ASSERT_TRUE(applied.has_value());
  std::string order;
  for (const json::Value& entry : applied->object.at("metadata").at("managedFields").get_array()) {
    order += std::string(entry.at("manager").get_string()) + ' ';
  }
  EXPECT_EQ(order, "mia zoe adam ");
}

TEST(RecordUpdate, LeavesObjectsWithoutMetadataAlone) {
  json::Value object = parsed(R"({"spec":{"size":1}})");
  record_update(nullptr, object, *gadget_structure(), writer_named("alice"), {});
  EXPECT_EQ(json::print(object), R"({"spec":{"size":1}})");
}

TEST(SameButForTimes, LooksPastTimesAndRevisions) {
  json::Value one = created("alice", gadget(R"({"size":1})"));
  json::Value other = one;
  other.at("metadata").get_object()["resourceVersion"] = "7";
  other.at("metadata").get_object()["generation"] = 2;
  other.at("metadata").at("managedFields").at(0).get_object()["time"] = late;
  EXPECT_TRUE(same_but_for_times(one, other));
  EXPECT_TRUE(same_but_for_times(other, one));
  other.at("metadata").at("managedFields").at(0).get_object()["manager"] = "bob";
  EXPECT_FALSE(same_but_for_times(one, other));
}

TEST(SameButForTimes, SeesEverythingElse) {
  const json::Value one = created("alice", gadget(R"({"size":1})"));
  json::Value other = one;
  other.at("spec").get_object()["size"] = 2;
  EXPECT_FALSE(same_but_for_times(one, other));
  other = one;
  other.at("metadata").get_object()["labels"] = parsed(R"({"a":"b"})");
  EXPECT_FALSE(same_but_for_times(one, other));
  EXPECT_FALSE(same_but_for_times(other, one));
  other = one;
  other.at("metadata").get_object().erase("managedFields");
  EXPECT_FALSE(same_but_for_times(one, other));
}

}  // namespace
}  // namespace telltale::schema
