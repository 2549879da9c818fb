// SPDX-License-Identifier: Apache-2.0
#include "server/objects/remover.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class RemoverTest : public testing::Test {
 protected:
  void SetUp() override { server.define_gadgets(); }

  static std::string gadget(std::string_view name) {
    return format("{}/{}", ServerForTest::gadgets, name);
  }

  ServerForTest server;
};

TEST_F(RemoverTest, WhatNobodyHoldsIsGoneAtOnce) {
  const auto made = server.make_gadget("a");
  const auto removed = server.remove(gadget("a"));
  EXPECT_EQ(removed.code, 200);
  EXPECT_EQ(removed.text("status"), "Success");
  EXPECT_EQ(removed.text("details.uid"), made.text("metadata.uid"));
  EXPECT_EQ(removed.text("details.kind"), "gadgets");
  EXPECT_EQ(server.get(gadget("a")).refusal(), "404 NotFound");
  EXPECT_EQ(server.remove(gadget("a")).refusal(), "404 NotFound");
}

TEST_F(RemoverTest, FinalizersHoldAnObjectUntilTheLastIsGone) {
  server.make_gadget("a", held_by_finalizer);
  const auto marked = server.remove(gadget("a"));
  EXPECT_EQ(marked.text("kind"), "Gadget");
  EXPECT_EQ(marked.text("metadata.deletionTimestamp"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(marked.print("metadata.deletionGracePeriodSeconds"), "0");
  EXPECT_EQ(marked.number("metadata.generation"), 2);
  server.advance(Seconds{5});
  EXPECT_EQ(server.remove(gadget("a")).version(), marked.version());

  const auto more =
      server.merge(gadget("a"), R"({"metadata":{"finalizers":["example.com/hold","x.io/new"]}})");
  EXPECT_EQ(more.refusal(), "422 Invalid");
  EXPECT_NE(more.text("message").find("no new finalizers can be added"), std::string::npos);

  const auto last = server.merge(gadget("a"), R"({"metadata":{"finalizers":null}})");
  EXPECT_EQ(last.code, 200);
  EXPECT_EQ(server.get(gadget("a")).code, 404);
}

// Only the finalizers in the spec of a Namespace mean anything to the server.
TEST_F(RemoverTest, AFieldThatIsCalledFinalizersHoldsNothing) {
  server.make_gadget("a", held_by_finalizer, R"({"finalizers":["mine"]})");
  server.remove(gadget("a"));
  server.merge(gadget("a"), R"({"metadata":{"finalizers":[]}})");
  EXPECT_EQ(server.get(gadget("a")).code, 404);
}

TEST_F(RemoverTest, PreconditionsMustHold) {
  const auto made = server.make_gadget("a");
  const auto other = server.remove(gadget("a"), R"({"preconditions":{"uid":"x"}})");
  EXPECT_EQ(other.refusal(), "409 Conflict");
  EXPECT_EQ(other.text("details.kind"), "Gadget");
  EXPECT_EQ(server.remove(gadget("a"), R"({"preconditions":{"resourceVersion":"1"}})").refusal(),
            "409 Conflict");
  EXPECT_EQ(server
                .remove(gadget("a"),
                        format(R"({{"preconditions":{{"uid":"{}"}}}})", made.text("metadata.uid")))
                .code,
            200);
}

TEST_F(RemoverTest, OptionsThatMakeNoSenseAreRefused) {
  server.make_gadget("a");
  for (const std::string_view bad :
       {R"({"propagationPolicy":"Sideways"})", R"({"dryRun":["Some"]})",
        R"({"orphanDependents":true,"propagationPolicy":"Background"})"}) {
    EXPECT_EQ(server.remove(gadget("a"), bad).refusal(), "422 Invalid") << bad;
  }
  EXPECT_EQ(server.remove(gadget("a") + "?propagationPolicy=Sideways").refusal(), "422 Invalid");
  EXPECT_EQ(server.remove(gadget("a") + "?dryRun=Some").refusal(), "422 Invalid");
  EXPECT_EQ(server.remove(gadget("a"), "{").refusal(), "400 BadRequest");
  EXPECT_EQ(server.get(gadget("a")).code, 200);
}

TEST_F(RemoverTest, PropagationIsAFinalizerAndCanBeAskedForAnew) {
  server.make_gadget("a");
  EXPECT_EQ(server.remove(gadget("a"), R"({"propagationPolicy":"Foreground"})")
                .print("metadata.finalizers"),
            R"(["foregroundDeletion"])");
  EXPECT_EQ(server.remove(gadget("a"), R"({"orphanDependents":true})").print("metadata.finalizers"),
            R"(["orphan"])");
  EXPECT_EQ(server.remove(gadget("a"), "{}").print("metadata.finalizers"), R"(["orphan"])");
  EXPECT_EQ(server.remove(gadget("a"), R"({"propagationPolicy":"Background"})").text("status"),
            "Success");
}

TEST_F(RemoverTest, ADryRunRemovesAndMarksNothing) {
  server.make_gadget("a");
  server.make_gadget("b", held_by_finalizer);
  const auto before = server.revision();
  EXPECT_EQ(server.remove(gadget("a") + "?dryRun=All").text("status"), "Success");
  EXPECT_TRUE(
      server.remove(gadget("b"), R"({"dryRun":["All"]})").has("metadata.deletionTimestamp"));
  EXPECT_EQ(server.remove(std::string(ServerForTest::gadgets) + "?dryRun=All").code, 200);
  EXPECT_EQ(server.revision(), before);
}

TEST_F(RemoverTest, ACollectionGoesAsSelected) {
  server.make_gadget("a", R"(,"labels":{"x":"1"})");
  server.make_gadget("b", R"(,"labels":{"x":"2"})");
  server.make_gadget("c", R"(,"labels":{"x":"1"},"finalizers":["example.com/hold"])");
  const std::string all(ServerForTest::gadgets);
  EXPECT_EQ(server.remove(all + "?labelSelector=x%3D%3D%3D").code, 400);
  const auto removed = server.remove(all + "?labelSelector=x%3D1");
  EXPECT_EQ(removed.text("kind"), "GadgetList");
  EXPECT_EQ(names_of(removed.object), "a c");
  EXPECT_EQ(names_of(server.get(all).object), "b c");
  EXPECT_TRUE(server.get(gadget("c")).has("metadata.deletionTimestamp"));
  server.remove(all + "?fieldSelector=metadata.name%3Db");
  EXPECT_EQ(names_of(server.get(all).object), "c");
}

TEST_F(RemoverTest, SomeNamespacesStay) {
  for (const std::string_view name : {"default", "kube-system", "kube-public"}) {
    EXPECT_EQ(server.remove(format("/api/v1/namespaces/{}", name)).refusal(), "403 Forbidden");
  }
}

// The bytes of an object as a failing disk, or another program, may leave them.
class DamagedObjects : public RemoverTest {
 protected:
  void damage(const std::string& key, std::string bytes) {
    const auto item = server.store().present().get(key);
    ASSERT_TRUE(item) << key;
    ASSERT_TRUE(
        store::commit_and_wait(server.store(),
                               {.key = key, .value = std::move(bytes), .expected = item->revision})
            .has_value());
  }
};

TEST_F(DamagedObjects, AreDeletedLikeOthers) {
  for (const std::string_view bytes :
       {"", "{", "null", "[]", "\xff\xfe", R"({"apiVersion":"ref.example.com/v1","kind":"Gad)",
        R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":7})",
        R"({"apiVersion":"ref.example.com/v0","kind":"Gadget","metadata":{"name":"a"}})"}) {
    server.make_gadget("a");
    damage("~/ref.example.com/gadgets/default/a", std::string(bytes));
    const auto removed = server.remove(gadget("a"));
    EXPECT_EQ(removed.code, 200) << bytes << removed.body;
    EXPECT_EQ(removed.text("status"), "Success");
    EXPECT_EQ(server.get(gadget("a")).code, 404);
  }
}

TEST_F(DamagedObjects, DoNotHoldACollectionOrTheirNamespace) {
  server.post("/api/v1/namespaces", R"({"metadata":{"name":"team"}})");
  server.post("/api/v1/namespaces/team/configmaps", R"({"metadata":{"name":"a"}})");
  damage("~/core_/configmaps/team/a", "{");
  server.make_gadget("a");
  server.make_gadget("b");
  damage("~/ref.example.com/gadgets/default/a", "{");
  const auto all = server.remove(ServerForTest::gadgets);
  EXPECT_EQ(all.code, 200);
  EXPECT_EQ(names_of(all.object), "b");
  EXPECT_EQ(server.get(gadget("a")).code, 404);
  server.remove("/api/v1/namespaces/team");
  server.settle();
  EXPECT_EQ(server.get("/api/v1/namespaces/team").code, 404);
}

TEST_F(DamagedObjects, NamespacesAreEmptiedAndDefinitionsGo) {
  server.post("/api/v1/namespaces", R"({"metadata":{"name":"team"}})");
  server.post("/api/v1/namespaces/team/configmaps", R"({"metadata":{"name":"a"}})");
  damage("~/core_/namespaces//team", "{");
  EXPECT_EQ(server.remove("/api/v1/namespaces/team").code, 200);
  server.settle();
  EXPECT_EQ(server.get("/api/v1/namespaces/team").code, 404);
  EXPECT_EQ(server.get("/api/v1/namespaces/team/configmaps/a").code, 404);
  const std::string definition = format("{}/gadgets.ref.example.com", ServerForTest::definitions);
  damage("~/apiextensions.k8s.io/customresourcedefinitions//gadgets.ref.example.com", "{");
  EXPECT_EQ(server.remove(definition).code, 200);
  server.settle();
  EXPECT_EQ(server.get(definition).code, 404);
}

// A webhook that is not there is asked for nothing.
TEST_F(DamagedObjects, DeletionAsksNobodyToConvert) {
  std::string definition(gadgets_definition);
  const std::string_view scope = R"("scope": "Namespaced",)";
  definition.insert(definition.find(scope),
                    R"("conversion": {"strategy": "Webhook", "webhook": {
                       "conversionReviewVersions": ["v1"],
                       "clientConfig": {"url": "https://127.0.0.1:1/convert"}}},)");
  server.remove(format("{}/gadgets.ref.example.com", ServerForTest::definitions));
  server.settle();
  ASSERT_EQ(server.post(ServerForTest::definitions, definition).code, 201);
  server.make_gadget("a", held_by_finalizer);
  server.make_gadget("b");
  for (const std::string_view name : {"a", "b"}) {
    const std::string key = format("~/ref.example.com/gadgets/default/{}", name);
    std::string bytes = *server.store().present().get(key)->value;
    bytes.replace(bytes.find("ref.example.com/v1"), 18, "ref.example.com/v1beta1");
    damage(key, bytes);
    EXPECT_EQ(server.remove(gadget(name)).code, 200);
  }
  const auto left = server.store().present().get("~/ref.example.com/gadgets/default/a");
  ASSERT_TRUE(left);
  EXPECT_NE(left->value->find("deletionTimestamp"), std::string::npos);
  EXPECT_FALSE(server.store().present().get("~/ref.example.com/gadgets/default/b"));
}

TEST_F(DamagedObjects, OwnersTakeNothingWithThem) {
  const auto owner = server.make_configmap("owner");
  server.make_configmap("owned",
                        format(R"(,"ownerReferences":[{{"apiVersion":"v1","kind":"ConfigMap",)"
                               R"("name":"owner","uid":"{}"}}])",
                               owner.text("metadata.uid")));
  damage("~/core_/configmaps/default/owner", "{");
  server.advance_and_settle(Seconds{600});
  EXPECT_EQ(server.get(format("{}/owned", ServerForTest::configmaps)).code, 200);
}

}  // namespace
}  // namespace telltale::server
