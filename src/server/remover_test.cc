// SPDX-License-Identifier: Apache-2.0
#include "server/remover.h"

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

}  // namespace
}  // namespace telltale::server
