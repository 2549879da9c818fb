// SPDX-License-Identifier: Apache-2.0
#include "kube/read_object.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "kube/read_metadata.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A reader that keeps what every kind needs and all of spec and status.
class Desk {
 public:
  std::expected<Object, ObjectError> read(std::string_view text,
                                          const ListDefaults& defaults = {}) {
    errors_.clear();
    return reader_.read(json::PaddedCopy(text).padded(), defaults, errors_);
  }
  std::vector<std::string> object_errors() const {
    std::vector<std::string> messages;
    for (const ObjectError& object_error : errors_) messages.push_back(object_error.message);
    return messages;
  }
  const std::vector<ObjectError>& raw_errors() const { return errors_; }
  Instant newest() const { return reader_.newest(); }

 private:
  static constexpr std::string_view paths[] = {"spec", "status"};
  Arena arena_;
  json::Selection selection_ = select_fields(paths);
  ObjectReader reader_{[this](const json::Header&) -> const json::Selection& { return selection_; },
                       arena_};
  std::vector<ObjectError> errors_;
};

std::string machine_with(std::string_view metadata, std::string_view rest = "") {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",)"
                R"("metadata":{{"name":"m1","namespace":"ns"{}}}{}}})",
                metadata, rest);
}

Instant at(std::string_view text) { return parse_rfc3339(text).value(); }

TEST(ObjectReader, ReadsTypedMetadata) {
  Desk desk;
  const auto object = desk.read(machine_with(
      R"(,"uid":"u-1","resourceVersion":"42","generation":3,)"
      R"("creationTimestamp":"2026-01-02T03:04:05Z","deletionTimestamp":"2026-01-03T00:00:00Z",)"
      R"("labels":{"a":"1","b":""},"annotations":{"note":"x"},)"
      R"("ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet",)"
      R"("name":"s","uid":"u-2","controller":true}])"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->key, (Key{"cluster.x-k8s.io", "Machine", "ns", "m1", {}}));
  EXPECT_EQ(object->api_version, "cluster.x-k8s.io/v1beta2");
  EXPECT_EQ(object->version(), "v1beta2");
  EXPECT_EQ(object->uid, "u-1");
  EXPECT_EQ(object->resource_version, "42");
  EXPECT_EQ(object->generation, 3);
  EXPECT_EQ(object->created, at("2026-01-02T03:04:05Z"));
  EXPECT_TRUE(object->deleting());
  EXPECT_THAT(object->labels, ElementsAre(Label{"a", "1"}, Label{"b", ""}));
  EXPECT_THAT(object->annotations, ElementsAre(Label{"note", "x"}));
  EXPECT_THAT(object->owners,
              ElementsAre(OwnerRef{"cluster.x-k8s.io", "MachineSet", "s", "u-2", true}));
  EXPECT_THAT(desk.object_errors(), IsEmpty());
}

TEST(ObjectReader, KeepsLabelsOnceForAllObjectsThatHaveThem) {
  Desk desk;
  const auto first = desk.read(machine_with(R"(,"labels":{"set":"s"},"annotations":{"from":"t"})"));
  const auto second =
      desk.read(machine_with(R"(,"labels":{"set":"s"},"annotations":{"from":"u"})"));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->labels.data(), second->labels.data());
  EXPECT_THAT(first->annotations, ElementsAre(Label{"from", "t"}));
  EXPECT_THAT(second->annotations, ElementsAre(Label{"from", "u"}));
}

TEST(ObjectReader, KeepsTheRestAsBodyWithoutMetadataAndConditions) {
  Desk desk;
  const auto object = desk.read(
      machine_with("", R"(,"spec":{"clusterName":"c"},"status":{"phase":"Running","conditions":[],)"
                       R"("v1beta2":{"conditions":[],"readyReplicas":1},"deprecated":{"v1beta1":{)"
                       R"("conditions":[],"phase":"x"}}})"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->body["spec"]["clusterName"].as_string(), "c");
  EXPECT_EQ(object->body["status"]["phase"].as_string(), "Running");
  EXPECT_EQ(object->body["status"]["v1beta2"]["readyReplicas"].as_int(), 1);
  EXPECT_EQ(object->body["status"]["deprecated"]["v1beta1"]["phase"].as_string(), "x");
  EXPECT_FALSE(object->body["metadata"]);
  EXPECT_FALSE(object->body["kind"]);
  EXPECT_FALSE(object->body["status"]["conditions"]);
  EXPECT_FALSE(object->body["status"]["v1beta2"]["conditions"]);
  EXPECT_FALSE(object->body["status"]["deprecated"]["v1beta1"]["conditions"]);
  EXPECT_EQ(object->condition_lists.size(), 3U);
}

TEST(ObjectReader, DropsAnnotationsThatCopyTheObject) {
  Desk desk;
  const auto object = desk.read(machine_with(
      R"(,"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"a\":1}",)"
      R"("cluster.x-k8s.io/conversion-data":"{}","kept":"yes"})"));
  ASSERT_TRUE(object);
  EXPECT_THAT(object->annotations, ElementsAre(Label{"kept", "yes"}));
}

TEST(ObjectReader, NeedsAKindAnApiVersionAndAName) {
  Desk desk;
  const auto error = [&](std::string_view text) { return desk.read(text).error().message; };
  EXPECT_EQ(error("{"), "expected a member name in quotes, found the end of the text");
  EXPECT_EQ(error("[]"), "expected a map, found a list");
  EXPECT_EQ(error(R"({"apiVersion":"v1","metadata":{"name":"x"}})"), "this document has no kind");
  EXPECT_EQ(error(R"({"kind":"Node","metadata":{"name":"x"}})"), "this Node has no apiVersion");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Node"})"), "this Node has no metadata.name");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":""}})"),
            "this Node has no metadata.name");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Node","metadata":null})"),
            "this Node has no metadata.name");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":7,"metadata":{"name":"x"}})"),
            "expected a string at kind, found 7");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Node","metadata":[]})"),
            "expected a map at metadata, found a list");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":7}})"),
            "expected a string at metadata.name, found 7");
  EXPECT_EQ(error(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":{}}})"),
            "expected a string at metadata.namespace, found a map");
  EXPECT_THAT(desk.object_errors(), IsEmpty());
}

TEST(ObjectReader, SaysWhereThereIsNoObject) {
  Desk desk;
  EXPECT_EQ(desk.read(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":7}})").error().offset,
            52U);
}

TEST(ObjectReader, TakesFromAListWhatItsItemsDoNotSay) {
  Desk desk;
  const ListDefaults defaults{"cluster.x-k8s.io/v1beta2", "Machine"};
  EXPECT_EQ(desk.read(R"({"metadata":{"name":"m"}})", defaults)->key.kind, "Machine");
  EXPECT_EQ(desk.read(R"({"metadata":{"name":"m"}})", defaults)->key.group, "cluster.x-k8s.io");
  EXPECT_EQ(
      desk.read(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"m"}})", defaults)->key.kind,
      "Node");
}

TEST(ObjectReader, AsksForFieldsByTheKindOfTheList) {
  Arena arena;
  const json::Selection all;
  std::string asked;
  ObjectReader reader(
      [&](const json::Header& header) -> const json::Selection& {
        asked = format("{} {}", header.api_version, header.kind);
        return all;
      },
      arena);
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy text(R"({"metadata":{"name":"m"}})");
  EXPECT_TRUE(reader.read(text.padded(), {"v1", "Node"}, object_errors));
  EXPECT_EQ(asked, "v1 Node");
}

TEST(ObjectReader, FindsTheHomeOfRemoteObjectsOnly) {
  Desk desk;
  const auto home = [&](std::string_view kind, std::string_view version,
                        std::string_view annotations) {
    return desk
        .read(format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{"name":"n",)"
                     R"("annotations":{{{}}}}}}})",
                     version, kind, annotations))
        ->key.home;
  };
  constexpr std::string_view both =
      R"("cluster.x-k8s.io/cluster-name":"c","cluster.x-k8s.io/cluster-namespace":"ns")";
  EXPECT_EQ(home("Node", "v1", both), (Home{"ns", "c"}));
  EXPECT_EQ(home("Pod", "v1", both), (Home{"ns", "c"}));
  EXPECT_EQ(home("ConfigMap", "v1", both), (Home{"ns", "c"}));
  EXPECT_TRUE(home("Secret", "v1", both).is_management());
  EXPECT_TRUE(home("Node", "example.com/v1", both).is_management());
  EXPECT_TRUE(home("Node", "v1", R"("cluster.x-k8s.io/cluster-name":"c")").is_management());
  EXPECT_TRUE(home("Node", "v1", R"("cluster.x-k8s.io/cluster-namespace":"c")").is_management());
}

TEST(ObjectReader, LeavesOutMetadataOfTheWrongTypeAndSaysSo) {
  Desk desk;
  const auto object = desk.read(machine_with(
      R"(,"uid":5,"resourceVersion":{},"generation":"3","creationTimestamp":"yesterday",)"
      R"("deletionTimestamp":true,"labels":[1],"annotations":{"a":"x","b":2,"c":null},)"
      R"("ownerReferences":"me")"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->uid, "");
  EXPECT_EQ(object->created, no_time);
  EXPECT_FALSE(object->deleting());
  EXPECT_THAT(object->annotations, ElementsAre(Label{"a", "x"}));
  EXPECT_THAT(
      desk.object_errors(),
      ElementsAre(
          R"(Machine "m1": expected a string at metadata.uid, found 5; it was left out)",
          R"(Machine "m1": expected a string at metadata.resourceVersion, found a map; )"
          "it was left out",
          R"(Machine "m1": expected a whole number at metadata.generation, found "3"; )"
          "it was left out",
          R"(Machine "m1": expected a time at metadata.creationTimestamp, found "yesterday"; )"
          "it was left out",
          R"(Machine "m1": expected a time at metadata.deletionTimestamp, found true; )"
          "it was left out",
          R"(Machine "m1": expected a map at metadata.labels, found a list; it was left out)",
          R"(Machine "m1": expected a string at metadata.annotations["b"], found 2; )"
          "it was left out",
          R"(Machine "m1": expected a string at metadata.annotations["c"], found null; )"
          "it was left out",
          R"(Machine "m1": expected a list at metadata.ownerReferences, found "me"; )"
          "it was left out"));
}

TEST(ObjectReader, TakesNullForAbsent) {
  Desk desk;
  const auto object = desk.read(machine_with(
      R"(,"uid":null,"generation":null,"creationTimestamp":null,"deletionTimestamp":"",)"
      R"("labels":null,"annotations":null,"ownerReferences":null)",
      R"(,"spec":null,"status":{"conditions":null})"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->created, no_time);
  EXPECT_THAT(object->condition_lists, IsEmpty());
  EXPECT_EQ(object->unreadable, "");
  EXPECT_THAT(desk.object_errors(), IsEmpty());
}

TEST(ObjectReader, LeavesOutOwnersThatAreNone) {
  Desk desk;
  const auto object =
      desk.read(machine_with(R"(,"ownerReferences":[7,{"kind":"A","name":"a"},{"kind":"B"},)"
                             R"({"kind":"C","name":"c","controller":"yes"}])"));
  ASSERT_TRUE(object);
  EXPECT_THAT(object->owners, ElementsAre(OwnerRef{"", "A", "a", "", false}));
  EXPECT_THAT(
      desk.object_errors(),
      ElementsAre(
          R"(Machine "m1": expected a map at metadata.ownerReferences[0], found 7; )"
          "that owner was left out",
          R"(Machine "m1": expected a string at metadata.ownerReferences[2].name, found nothing; )"
          "that owner was left out",
          R"(Machine "m1": expected a boolean at metadata.ownerReferences[3].controller, )"
          R"(found "yes"; )"
          "that owner was left out"));
}

TEST(ObjectReader, TellsOfASpecOrStatusThatIsNoMap) {
  Desk desk;
  const auto object = desk.read(machine_with("", R"(,"spec":"oops","status":[1])"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->unreadable, R"(expected a map at spec, found "oops")");
  EXPECT_FALSE(object->body["spec"]);
  EXPECT_FALSE(object->body["status"]);
  EXPECT_THAT(
      desk.object_errors(),
      ElementsAre(R"(Machine "m1": expected a map at spec, found "oops"; it was left out)",
                  R"(Machine "m1": expected a map at status, found a list; it was left out)"));
}

TEST(ObjectReader, HoldsItsLimits) {
  Desk desk;
  std::string labels;
  for (std::size_t at = 0; at <= labels_max; ++at) labels += format(R"("k{}":"v",)", at);
  labels.pop_back();
  std::string owners;
  for (std::size_t at = 0; at <= owners_max; ++at) owners += R"({"kind":"A","name":"a"},)";
  owners.pop_back();
  const auto object =
      desk.read(machine_with(format(R"(,"labels":{{{}}},"ownerReferences":[{}])", labels, owners)));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->labels.size(), labels_max);
  EXPECT_EQ(object->owners.size(), owners_max);
  EXPECT_THAT(
      desk.object_errors(),
      ElementsAre(
          R"(Machine "m1": metadata.labels has 1025 entries; only the first 1024 were read)",
          R"(Machine "m1": metadata.ownerReferences has 65 entries; only the first 64 were read)"));
}

TEST(ObjectReader, DoesNotComplainWithoutEnd) {
  Desk desk;
  std::string labels;
  for (int at = 0; at < 100; ++at) labels += format(R"("k{}":{},)", at, at);
  labels.pop_back();
  ASSERT_TRUE(desk.read(machine_with(format(R"(,"labels":{{{}}})", labels))));
  ASSERT_EQ(desk.object_errors().size(), ObjectErrors::per_object_max + 1);
  EXPECT_THAT(desk.object_errors().back(), HasSubstr("more wrong with it than can be listed"));
}

TEST(ObjectReader, OwnsWhatItReads) {
  Desk desk;
  std::string text = machine_with(R"(,"labels":{"a":"1"})", R"(,"spec":{"b":["c"]})");
  const auto object = desk.read(text);
  text.assign(text.size(), '.');
  EXPECT_TRUE(desk.read(machine_with(R"(,"labels":{"z":"9"})")));
  EXPECT_EQ(object->key.name, "m1");
  EXPECT_EQ(*object->label("a"), "1");
  EXPECT_EQ(object->body["spec"]["b"].items()[0].as_string(), "c");
}

TEST(ObjectReader, RemembersTheNewestTimeOfAnyKind) {
  const auto newest = [](std::string_view text) {
    Desk desk;
    EXPECT_TRUE(desk.read(text)) << text;
    return desk.newest();
  };
  const Instant late = at("2026-05-05T05:05:05Z");
  EXPECT_EQ(newest(machine_with("")), no_time);
  EXPECT_EQ(newest(machine_with(R"(,"creationTimestamp":"2026-05-05T05:05:05Z")")), late);
  EXPECT_EQ(
      newest(machine_with(R"(,"creationTimestamp":"2020-01-01T00:00:00Z","managedFields":[)"
                          R"({"time":"2026-05-05T05:05:05Z"},{"time":"2025-01-01T00:00:00Z"},7])")),
      late);
  for (const char* field :
       {"lastTransitionTime", "lastHeartbeatTime", "lastUpdateTime", "lastProbeTime"}) {
    EXPECT_EQ(
        newest(machine_with("", format(R"(,"status":{{"conditions":[{{"type":"A","status":"True",)"
                                       R"("{}":"2026-05-05T05:05:05Z"}}]}})",
                                       field))),
        late)
        << field;
  }
  for (const char* field : {R"("firstTimestamp":)", R"("lastTimestamp":)", R"("eventTime":)"}) {
    EXPECT_EQ(newest(format(R"({{"apiVersion":"v1","kind":"Event","metadata":{{"name":"e"}},)"
                            R"({}"2026-05-05T05:05:05.123456Z"}})",
                            field)),
              late)
        << field;
  }
  EXPECT_EQ(newest(R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"e"},)"
                   R"("series":{"lastObservedTime":"2026-05-05T05:05:05Z"}})"),
            late);
  for (const char* field : {"renewTime", "acquireTime"}) {
    EXPECT_EQ(newest(format(R"({{"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
                            R"("metadata":{{"name":"l"}},"spec":{{"{}":"2026-05-05T05:05:05Z"}}}})",
                            field)),
              late)
        << field;
  }
}

TEST(ObjectReader, SaysWhenAFieldIsNotOfTheTypeItsPathExpects) {
  Arena arena;
  const std::string_view paths[] = {"spec.replicas:int", "spec.paused:bool", "spec.ref:map"};
  const json::Selection fields = select_fields(paths);
  ObjectReader reader([&](const json::Header&) -> const json::Selection& { return fields; }, arena);
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy text(
      machine_with("", R"(,"spec":{"replicas":"three","paused":null,"ref":[]})"));
  const auto object = reader.read(text.padded(), {}, object_errors);
  ASSERT_TRUE(object);
  ASSERT_EQ(object_errors.size(), 2U);
  EXPECT_EQ(
      object_errors[0].message,
      "Machine \"m1\": expected a whole number at spec.replicas, found \"three\"; it was left "
      "out");
  EXPECT_EQ(object_errors[1].message,
            "Machine \"m1\": expected a map at spec.ref, found a list; it was left out");
}

TEST(ObjectReader, SelectsEverythingItReads) {
  // With no paths of its own a kind is as complete as with everything.
  Arena arena;
  const json::Selection bare = select_fields({});
  ObjectReader reader([&](const json::Header&) -> const json::Selection& { return bare; }, arena);
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy text(
      machine_with(R"(,"labels":{"a":"1"},"managedFields":[{"time":"2026-05-05T05:05:05Z","x":1}])",
                   R"(,"spec":{"clusterName":"c"},"status":{"phase":"x","v1beta2":{"conditions":[)"
                   R"({"type":"A","status":"True"}]}})"));
  const auto object = reader.read(text.padded(), {}, object_errors);
  ASSERT_TRUE(object);
  EXPECT_EQ(*object->label("a"), "1");
  EXPECT_EQ(object->conditions_at("status.v1beta2.conditions")->conditions.size(), 1U);
  EXPECT_FALSE(object->body["spec"]["clusterName"]);
  EXPECT_FALSE(object->body["status"]["phase"]);
  EXPECT_EQ(reader.newest(), at("2026-05-05T05:05:05Z"));
}

// A fleet has a hundred times as many bootstrap configs of workers as of control planes.
TEST(ObjectReader, KeepsTheSpecOfABootstrapConfigUnlessAWorkerWasMadeFromIt) {
  const auto spec_of = [](std::string_view labels) {
    Desk desk;
    const auto object = desk.read(
        format(R"({{"apiVersion":"bootstrap.cluster.x-k8s.io/v1beta2","kind":"KubeadmConfig",)"
               R"("metadata":{{"name":"m1","namespace":"ns","labels":{{{}}}}},)"
               R"("spec":{{"format":"x"}},"status":{{"ready":true}}}})",
               labels));
    EXPECT_TRUE(object && object->body["status"]["ready"].as_bool(false));
    return std::string(object->body["spec"]["format"].as_string("(none)"));
  };
  EXPECT_EQ(spec_of(R"("cluster.x-k8s.io/control-plane":"")"), "x");
  EXPECT_EQ(spec_of(""), "x");
  EXPECT_EQ(spec_of(R"("cluster.x-k8s.io/set-name":"ms")"), "(none)");
  EXPECT_EQ(spec_of(R"("cluster.x-k8s.io/deployment-name":"md")"), "(none)");
  EXPECT_EQ(spec_of(R"("cluster.x-k8s.io/pool-name":"mp")"), "(none)");
}

}  // namespace
}  // namespace telltale
