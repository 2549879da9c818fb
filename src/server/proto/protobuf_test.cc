// SPDX-License-Identifier: Apache-2.0
#include "server/proto/protobuf.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/proto/encoder_for_test.h"

namespace telltale::server {
namespace {

std::string decoded(std::string_view body) {
  const auto object = decode_protobuf(body);
  return object ? json::print(*object) : "error: " + object.error().detail;
}

std::string decoded(std::string_view api_version, std::string_view kind, std::string_view object) {
  return decoded(enveloped(api_version, kind, object));
}

std::string object_named(std::string_view name) { return bytes_field(1, bytes_field(1, name)); }

TEST(ServerProtobuf, ReadsAConfigMapAsKubectlCreatesIt) {
  // A Go client writes every plain field, empty or not.
  const std::string metadata = bytes_field(1, "settings") + bytes_field(2, "") +
                               bytes_field(3, "default") + bytes_field(4, "") + bytes_field(5, "") +
                               bytes_field(6, "") + int_field(7, 0) + bytes_field(8, "");
  EXPECT_EQ(decoded("v1", "ConfigMap",
                    bytes_field(1, metadata) + entry_field(2, "colour", "blue") +
                        entry_field(2, "empty", "") + entry_field(3, "icon", "\xff\x01")),
            R"({"apiVersion":"v1","binaryData":{"icon":"/wE="},)"
            R"("data":{"colour":"blue","empty":""},"kind":"ConfigMap",)"
            R"("metadata":{"name":"settings","namespace":"default"}})");
}

TEST(ServerProtobuf, KeepsEmptyValuesThatWereSaid) {
  EXPECT_EQ(decoded("v1", "ConfigMap", object_named("a") + int_field(4, 0)),
            R"({"apiVersion":"v1","immutable":false,"kind":"ConfigMap","metadata":{"name":"a"}})");
  EXPECT_EQ(decoded("coordination.k8s.io/v1", "Lease",
                    bytes_field(2, bytes_field(1, "") + int_field(5, 0))),
            R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
            R"("spec":{"holderIdentity":"","leaseTransitions":0}})");
}

TEST(ServerProtobuf, ReadsALeaseWithMicroseconds) {
  EXPECT_EQ(
      decoded("coordination.k8s.io/v1", "Lease",
              object_named("leader") + bytes_field(2, bytes_field(1, "me") + int_field(2, 15) +
                                                          time_field(3, 1767323045, 0) +
                                                          time_field(4, 1767323045, 123456789))),
      R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"leader"},)"
      R"("spec":{"acquireTime":"2026-01-02T03:04:05.000000Z","holderIdentity":"me",)"
      R"("leaseDurationSeconds":15,"renewTime":"2026-01-02T03:04:05.123456Z"}})");
}

TEST(ServerProtobuf, ReadsMetadataInFull) {
  const std::string owner = bytes_field(1, "Machine") + bytes_field(3, "m1") +
                            bytes_field(4, "u1") + bytes_field(5, "cluster.x-k8s.io/v1beta2") +
                            int_field(6, 1);
  const std::string manager =
      bytes_field(1, "me") + bytes_field(2, "Update") + bytes_field(3, "v1") + time_field(4, 0, 0) +
      bytes_field(6, "FieldsV1") + bytes_field(7, bytes_field(1, R"({"f:data":{}})"));
  const std::string metadata = int_field(7, 3) + time_field(8, 1767323045, 999) + int_field(10, 0) +
                               entry_field(11, "app", "x") + entry_field(12, "note", "") +
                               bytes_field(13, owner) + bytes_field(14, "keep") +
                               bytes_field(14, "hold") + bytes_field(17, manager);
  EXPECT_EQ(
      decoded("v1", "Namespace", bytes_field(1, metadata)),
      R"({"apiVersion":"v1","kind":"Namespace","metadata":{"annotations":{"note":""},)"
      R"("creationTimestamp":"2026-01-02T03:04:05Z","deletionGracePeriodSeconds":0,)"
      R"("finalizers":["keep","hold"],"generation":3,"labels":{"app":"x"},)"
      R"("managedFields":[{"apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{}},)"
      R"("manager":"me","operation":"Update","time":"1970-01-01T00:00:00Z"}],)"
      R"("ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2","controller":true,)"
      R"("kind":"Machine","name":"m1","uid":"u1"}]}})");
}

TEST(ServerProtobuf, ReadsBothViewsOfEvents) {
  EXPECT_EQ(decoded("v1", "Event",
                    bytes_field(2, bytes_field(1, "Node") + bytes_field(3, "n1")) +
                        bytes_field(3, "Rebooted") + int_field(8, 2) + bytes_field(10, "")),
            R"({"apiVersion":"v1","count":2,"involvedObject":{"kind":"Node","name":"n1"},)"
            R"("kind":"Event","metadata":{},"reason":"Rebooted","reportingComponent":"",)"
            R"("reportingInstance":""})");
  EXPECT_EQ(decoded("events.k8s.io/v1", "Event",
                    object_named("e") + time_field(2, 0, 1000) + bytes_field(4, "c") +
                        bytes_field(8, bytes_field(3, "n1")) + bytes_field(10, "said")),
            R"({"apiVersion":"events.k8s.io/v1","eventTime":"1970-01-01T00:00:00.000001Z",)"
            R"("kind":"Event","metadata":{"name":"e"},"note":"said","regarding":{"name":"n1"},)"
            R"("reportingController":"c"})");
}

TEST(ServerProtobuf, ReadsReviews) {
  EXPECT_EQ(
      decoded("authorization.k8s.io/v1", "SelfSubjectAccessReview",
              bytes_field(1, "") +
                  bytes_field(2, bytes_field(1, bytes_field(2, "get") + bytes_field(5, "pods"))) +
                  bytes_field(3, int_field(1, 0))),
      R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview",)"
      R"("spec":{"resourceAttributes":{"resource":"pods","verb":"get"}},)"
      R"("status":{"allowed":false}})");
  const std::string values = bytes_field(1, "a") + bytes_field(1, "b");
  EXPECT_EQ(decoded("authorization.k8s.io/v1", "SubjectAccessReview",
                    bytes_field(2, bytes_field(3, "eve") + entry_field(5, "scopes", values))),
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview",)"
            R"("spec":{"extra":{"scopes":["a","b"]},"user":"eve"}})");
}

TEST(ServerProtobuf, ReadsDeleteOptionsOfAnyGroup) {
  EXPECT_EQ(decoded("coordination.k8s.io/v1", "DeleteOptions",
                    int_field(1, 0) + bytes_field(2, bytes_field(1, "u")) +
                        bytes_field(4, "Background") + bytes_field(5, "All")),
            R"({"apiVersion":"coordination.k8s.io/v1","dryRun":["All"],"gracePeriodSeconds":0,)"
            R"("kind":"DeleteOptions","preconditions":{"uid":"u"},)"
            R"("propagationPolicy":"Background"})");
}

TEST(ServerProtobuf, ReadsPodsDownToTheirProbes) {
  const std::string port = bytes_field(2, int_field(1, 1) + bytes_field(3, "http"));
  const std::string probe = bytes_field(1, bytes_field(2, bytes_field(1, "/healthz") + port));
  const std::string container = bytes_field(1, "main") + bytes_field(2, "busybox") +
                                bytes_field(8, entry_field(1, "cpu", bytes_field(1, "500m"))) +
                                bytes_field(10, probe);
  const std::string volume = bytes_field(1, "scratch") + bytes_field(2, bytes_field(2, ""));
  const std::string security = int_field(4, 1000) + bytes_field(4, varint(2000) + varint(3000));
  EXPECT_EQ(decoded("v1", "Pod",
                    bytes_field(2, bytes_field(1, volume) + bytes_field(2, container) +
                                       bytes_field(14, security))),
            R"({"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"image":"busybox",)"
            R"("livenessProbe":{"httpGet":{"path":"/healthz","port":"http"}},"name":"main",)"
            R"("resources":{"limits":{"cpu":"500m"}}}],)"
            R"("securityContext":{"supplementalGroups":[1000,2000,3000]},)"
            R"("volumes":[{"emptyDir":{},"name":"scratch"}]}})");
}

TEST(ServerProtobuf, ReadsSchemasOfDefinitions) {
  const std::string size = bytes_field(5, "integer") + double_field(9, 100.0) +
                           double_field(11, 0.5) + bytes_field(8, bytes_field(1, "3"));
  const std::string tags =
      bytes_field(5, "array") + bytes_field(24, bytes_field(1, bytes_field(5, "string")));
  const std::string free = bytes_field(5, "object") + bytes_field(30, int_field(1, 0)) +
                           int_field(38, 1) + bytes_field(20, bytes_field(1, "null"));
  const std::string schema =
      entry_field(29, "size", size) + entry_field(29, "tags", tags) + entry_field(29, "free", free);
  const std::string version = bytes_field(1, "v1") + int_field(2, 1) + int_field(3, 1) +
                              bytes_field(4, bytes_field(1, schema));
  const auto object = decode_protobuf(
      enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                bytes_field(2, bytes_field(1, "ref.example.com") + bytes_field(7, version))));
  ASSERT_TRUE(object);
  const json::Value& read =
      object->at("spec").at("versions").at(0).at("schema").at("openAPIV3Schema").at("properties");
  EXPECT_EQ(json::print(read),
            R"({"free":{"additionalProperties":false,"enum":[null],"type":"object",)"
            R"("x-kubernetes-preserve-unknown-fields":true},)"
            R"("size":{"default":3,"maximum":100,"minimum":0.5,"type":"integer"},)"
            R"("tags":{"items":{"type":"string"},"type":"array"}})");
}

TEST(ServerProtobuf, JoinsAMessageThatComesInParts) {
  EXPECT_EQ(decoded("v1", "Namespace", object_named("a") + bytes_field(1, bytes_field(3, "b"))),
            R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","namespace":"b"}})");
}

TEST(ServerProtobuf, StepsOverFieldsOfNewerClients) {
  EXPECT_EQ(
      decoded("v1", "Namespace", object_named("a") + bytes_field(900, "new") + int_field(901, 1)),
      R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}})");
}

TEST(ServerProtobuf, TakesTheKindOfTheUrlWhereNoneIsSaid) {
  const auto object = decode_protobuf(enveloped("", "", object_named("a")), {"v1", "Secret"});
  ASSERT_TRUE(object);
  EXPECT_EQ(object->at("kind"), "Secret");
  EXPECT_EQ(decode_protobuf(enveloped("", "", object_named("a"))).error().kind,
            Error::Kind::Invalid);
}

TEST(ServerProtobuf, SaysWhenTheBodyIsNoProtobuf) {
  const std::string expected =
      "error: provided data does not appear to be a protobuf message, expected prefix "
      "[107 56 115 0]";
  EXPECT_EQ(decoded("x"), expected);
  EXPECT_EQ(decoded("k8s"), expected);
  EXPECT_EQ(decoded(R"({"kind":"Pod"})"), expected);
  EXPECT_EQ(decoded(""), "error: empty data");
  EXPECT_EQ(decoded(std::string_view("k8s\0", 4)), "error: empty body");
}

TEST(ServerProtobuf, KnowsNoCustomResources) {
  const auto object = decode_protobuf(enveloped("ref.example.com/v1", "Gadget", ""));
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().kind, Error::Kind::NotFound);
}

TEST(ServerProtobuf, RefusesWrongWireTypesBadTextAndBadTimes) {
  EXPECT_EQ(decoded("v1", "Namespace", int_field(1, 1)),
            "error: proto: wrong wireType = 0 for field metadata");
  EXPECT_EQ(decoded("v1", "ConfigMap", object_named("a") + bytes_field(4, "yes")),
            "error: proto: wrong wireType = 2 for field immutable");
  EXPECT_EQ(decoded("v1", "Namespace", object_named("\xff")),
            "error: proto: field name is not valid UTF-8");
  EXPECT_EQ(decoded("v1", "ConfigMap", entry_field(2, "\xc3", "x")),
            "error: proto: field data is not valid UTF-8");
  EXPECT_TRUE(decoded("\xff/v1", "DeleteOptions", "").starts_with("error: "));
  for (const std::int64_t seconds :
       {std::numeric_limits<std::int64_t>::min(), std::int64_t{253402300800},
        std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(decoded("v1", "Namespace", bytes_field(1, time_field(8, seconds, -1000000000))),
              seconds == 253402300800
                  ? R"({"apiVersion":"v1","kind":"Namespace","metadata":)"
                    R"({"creationTimestamp":"9999-12-31T23:59:59Z"}})"
                  : "error: proto: field creationTimestamp is not a time of our era");
  const double infinite = std::numeric_limits<double>::infinity();
  const std::string schema = bytes_field(4, bytes_field(1, double_field(9, infinite)));
  EXPECT_EQ(decoded("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                    bytes_field(2, bytes_field(7, schema))),
            "error: proto: field maximum is not a finite number");
}

TEST(ServerProtobuf, EndsAtItsDepth) {
  std::string schema = bytes_field(5, "string");
  for (int level = 0; level < 2000; ++level) schema = bytes_field(28, schema);
  EXPECT_EQ(decoded("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                    bytes_field(2, bytes_field(7, bytes_field(4, bytes_field(1, schema))))),
            "error: proto: messages are nested too deeply");
  const std::string brackets(200, '[');
  EXPECT_FALSE(decode_protobuf(enveloped(
      "apiextensions.k8s.io/v1", "CustomResourceDefinition",
      bytes_field(
          2, bytes_field(
                 7, bytes_field(4, bytes_field(1, bytes_field(8, bytes_field(1, brackets)))))))));
}

TEST(ServerProtobuf, WhatItTakesCanBeReadBack) {
  for (int levels = 1; levels < 100; ++levels) {
    std::string schema = bytes_field(5, "string");
    for (int level = 0; level < levels; ++level) schema = entry_field(29, "p", schema);
    const auto object = decode_protobuf(
        enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                  bytes_field(2, bytes_field(7, bytes_field(4, bytes_field(1, schema))))));
    EXPECT_TRUE(object.has_value() || levels >= 30) << levels;
    EXPECT_TRUE(!object || json::parse(json::print(*object))) << levels;
  }
}

TEST(ServerProtobuf, LimitsWhatFewBytesCanStandFor) {
  std::string containers;
  for (std::size_t at = 0; at < protobuf_values_max + 1; ++at) containers += bytes_field(2, "");
  const auto object = decode_protobuf(enveloped("v1", "Pod", bytes_field(2, containers)));
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().kind, Error::Kind::TooLarge);
}

TEST(ServerProtobuf, EveryCutIsAnErrorOrAnObject) {
  const std::string whole = enveloped(
      "v1", "Pod", object_named("a") + bytes_field(2, bytes_field(2, bytes_field(1, "main"))));
  std::size_t errors = 0;
  for (std::size_t size = 0; size < whole.size(); ++size)
    if (!decode_protobuf(std::string_view(whole).substr(0, size))) ++errors;
  EXPECT_GT(errors, whole.size() / 2);
  EXPECT_TRUE(decode_protobuf(whole));
}

RC_GTEST_PROP(ServerProtobuf, AnyBytesAreAnErrorOrJson, (const std::string& bytes)) {
  for (const char* kind : {"Pod", "Node", "Event", "Secret"}) {
    const auto object = decode_protobuf(enveloped("v1", kind, bytes));
    if (object) RC_ASSERT(json::parse(json::print(*object)).has_value());
  }
}

}  // namespace
}  // namespace telltale::server
