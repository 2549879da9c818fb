// SPDX-License-Identifier: Apache-2.0
#include "server/crds/definitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;

class DefinitionsTest : public testing::Test {
 protected:
  AnswerForTest define() { return server.post(ServerForTest::definitions, gadgets_definition); }
  static std::string gadget(std::string_view name) {
    return format("{}/{}", ServerForTest::gadgets, name);
  }
  // The first version of the definition, to be changed.
  static json::Value& first_version(json::Value& definition) {
    return make_map(definition, "spec")["versions"].as_array()[0];
  }

  ServerForTest server;
  const std::string definition = format("{}/gadgets.ref.example.com", ServerForTest::definitions);
};

TEST_F(DefinitionsTest, AKindIsServedBeforeItsDefinitionIsAnswered) {
  EXPECT_EQ(server.get(ServerForTest::gadgets).code, 404);
  EXPECT_EQ(server.get("/apis/ref.example.com/v1").code, 404);
  const auto made = define();
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_NE(made.body.find(R"("type":"Established")"), std::string::npos);
  EXPECT_EQ(server.make_gadget("a").code, 201);
  const auto discovery = server.get("/apis/ref.example.com/v1");
  EXPECT_EQ(discovery.code, 200);
  EXPECT_NE(discovery.body.find("gadgets/status"), std::string::npos);
  EXPECT_NE(server.get("/apis").body.find("ref.example.com"), std::string::npos);
}

TEST_F(DefinitionsTest, WhatIsNoDefinitionIsRefused) {
  EXPECT_EQ(server
                .post(ServerForTest::definitions,
                      R"({"metadata":{"name":"wrong.example.com"},"spec":{"group":"x.io",)"
                      R"("names":{"plural":"a","kind":"A"},"scope":"Namespaced","versions":[]}})")
                .refusal(),
            "422 Invalid");
}

TEST_F(DefinitionsTest, AChangedSchemaHoldsForNewAndOldObjects) {
  json::Value next = define().object;
  server.make_gadget("a", {}, R"({"size":7})");
  const auto stream = server.watch(format("{}?watch=1", ServerForTest::gadgets));
  json::ValueMap& schema = first_version(next).at("schema").at("openAPIV3Schema").as_object();
  json::ValueMap& spec = schema["properties"].at("spec").at("properties").as_object();
  spec.erase("size");
  spec["weight"] = json::ValueMap{{"type", "integer"}, {"default", 5}};
  const auto updated = server.put(definition, next);
  ASSERT_EQ(updated.code, 200) << updated.body;
  EXPECT_EQ(updated.number("metadata.generation"), 2);
  const auto read = server.get(gadget("a"));
  EXPECT_FALSE(read.has("spec.size"));
  EXPECT_EQ(read.number("spec.weight"), 5);
  EXPECT_NE(server.get(ServerForTest::gadgets).body.find(R"("weight":5)"), std::string::npos);
  EXPECT_FALSE(stream->open()) << "who watched must begin anew";
}

TEST_F(DefinitionsTest, AChangeOfLabelsDisturbsNoWatch) {
  define();
  const auto stream = server.watch(format("{}?watch=1", ServerForTest::gadgets));
  EXPECT_EQ(server.merge(definition, R"({"metadata":{"labels":{"x":"y"}}})").code, 200);
  EXPECT_TRUE(stream->open());
}

TEST_F(DefinitionsTest, DeletingOneDeletesItsObjectsAndEndsTheirWatches) {
  define();
  server.make_gadget("a");
  server.make_gadget("b");
  const auto stream = server.watch(format("{}?watch=1", ServerForTest::gadgets));
  told(*stream);
  const auto marked = server.remove(definition);
  EXPECT_NE(marked.body.find(R"("type":"Terminating")"), std::string::npos);
  EXPECT_EQ(marked.print("metadata.finalizers"),
            R"(["customresourcecleanup.apiextensions.k8s.io"])");
  EXPECT_TRUE(stream->open());
  server.settle();
  EXPECT_THAT(told(*stream), ElementsAre("DELETED a", "DELETED b"));
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(server.get(definition).code, 404);
  EXPECT_EQ(server.get(ServerForTest::gadgets).code, 404);
  EXPECT_EQ(server.get("/apis/ref.example.com/v1").code, 404);
  EXPECT_EQ(define().code, 201);
  EXPECT_EQ(names_of(server.get(ServerForTest::gadgets).object), "");
  EXPECT_EQ(server.make_gadget("a").code, 201);
}

TEST_F(DefinitionsTest, WhatIsEndingTakesNothingNewButLetsGo) {
  define();
  server.make_gadget("held", R"(,"finalizers":["example.com/hold"])");
  server.remove(definition);
  server.settle();
  EXPECT_EQ(server.make_gadget("late").refusal(), "405 MethodNotAllowed");
  const auto applied = server.apply(gadget("late") + "?fieldManager=me",
                                    R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                                    R"("metadata":{"name":"late"},"spec":{"size":1}})");
  EXPECT_EQ(applied.refusal(), "405 MethodNotAllowed");
  EXPECT_EQ(server.get(definition).code, 200);
  EXPECT_EQ(server.merge(gadget("held"), R"({"metadata":{"finalizers":null}})").code, 200);
  server.settle();
  EXPECT_EQ(server.get(definition).code, 404);
}

// A kind of that name in somebody's own group is not a definition of kinds.
TEST_F(DefinitionsTest, ANamesakeOfDefinitionsEndsNothing) {
  define();
  server.make_gadget("a");
  json::Value namesake = *json::parse(gadgets_definition);
  metadata_of(namesake)["name"] = "customresourcedefinitions.fake.example.com";
  json::ValueMap& spec = make_map(namesake, "spec");
  spec["group"] = "fake.example.com";
  spec["names"] = json::ValueMap{{"plural", "customresourcedefinitions"}, {"kind", "Fake"}};
  json::Value& version = first_version(namesake);
  version.as_object()["schema"] = json::ValueMap{
      {"openAPIV3Schema",
       json::ValueMap{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}}}};
  const auto made = server.post(ServerForTest::definitions, json::print(namesake));
  ASSERT_EQ(made.code, 201) << made.body;
  const std::string fakes =
      "/apis/fake.example.com/v1/namespaces/default/customresourcedefinitions";
  const auto fake = server.post(
      fakes, R"({"apiVersion":"fake.example.com/v1","kind":"Fake","metadata":{"name":"f",)"
             R"("finalizers":["example.com/hold"]},"spec":{"group":"ref.example.com",)"
             R"("names":{"plural":"gadgets"}}})");
  ASSERT_EQ(fake.code, 201) << fake.body;
  server.remove(fakes + "/f");
  server.settle();
  EXPECT_EQ(server.get(gadget("a")).code, 200);
}

TEST_F(DefinitionsTest, OldVersionsAreTheSameObject) {
  define();
  server.make_gadget("a", {}, R"({"size":3})");
  const auto old = server.get("/apis/ref.example.com/v1beta1/namespaces/default/gadgets/a");
  EXPECT_EQ(old.text("apiVersion"), "ref.example.com/v1beta1");
  EXPECT_EQ(old.number("spec.size"), 3);
  EXPECT_EQ(server.get("/apis/ref.example.com/v2/namespaces/default/gadgets/a").code, 404);
}

TEST_F(DefinitionsTest, SurviveARestart) {
  define();
  const Definitions anew(server.store(), {});
  EXPECT_TRUE(anew.registry()->find("ref.example.com", "gadgets"));
}

}  // namespace
}  // namespace telltale::server
