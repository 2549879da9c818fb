// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/lifecycle.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class LifecycleTest : public testing::Test {
 protected:
  void SetUp() override { server.define_gadgets(); }

  static std::string gadget(std::string_view name) {
    return format("{}/{}", ServerForTest::gadgets, name);
  }
  bool there(std::string_view name) { return server.get(gadget(name)).code == 200; }
  // Makes an owner and returns its uid.
  std::string make_owner(std::string_view name) {
    return server.make_gadget(name).text("metadata.uid");
  }
  static std::string owned_by(std::string_view name, std::string_view uid,
                              std::string_view more = {}) {
    return format(
        R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget","name":"{}","uid":"{}"{}}})", name,
        uid, more);
  }
  AnswerForTest make_owned(std::string_view name, std::string_view owners,
                           std::string_view more = {}) {
    return server.make_gadget(name, format(R"(,"ownerReferences":[{}]{})", owners, more));
  }

  ServerForTest server;
};

constexpr std::string_view blocking = R"(,"blockOwnerDeletion":true)";
constexpr std::string_view foreground = R"({"propagationPolicy":"Foreground"})";

TEST_F(LifecycleTest, DependentsFollowTheirOwnerDownTheLine) {
  const std::string owner = make_owner("owner");
  const std::string child = make_owned("child", owned_by("owner", owner)).text("metadata.uid");
  make_owned("grandchild", owned_by("child", child));
  server.make_gadget("stranger");
  server.settle();
  server.remove(gadget("owner"));
  EXPECT_TRUE(there("child"));
  server.settle();
  EXPECT_FALSE(there("child"));
  EXPECT_FALSE(there("grandchild"));
  EXPECT_TRUE(there("stranger"));
}

TEST_F(LifecycleTest, WhoHasAnotherOwnerStaysWithThatOne) {
  const std::string one = make_owner("one");
  const std::string two = make_owner("two");
  make_owned("child", owned_by("one", one) + "," + owned_by("two", two));
  server.remove(gadget("one"));
  server.settle();
  EXPECT_EQ(server.get(gadget("child")).print("metadata.ownerReferences"),
            format(R"([{{"apiVersion":"ref.example.com/v1","kind":"Gadget","name":"two",)"
                   R"("uid":"{}"}}])",
                   two));
  server.remove(gadget("two"));
  server.settle();
  EXPECT_FALSE(there("child"));
}

TEST_F(LifecycleTest, AnOwnerThatNeverComesIsWaitedForAWhile) {
  make_owned("child", owned_by("missing", "a-uid"));
  server.settle();
  server.advance_and_settle(Seconds{4});
  EXPECT_TRUE(there("child"));
  server.advance_and_settle(Seconds{2});
  EXPECT_FALSE(there("child"));
}

TEST_F(LifecycleTest, AnOwnerOfTheSameNameFromAnotherClusterCounts) {
  make_owned("child", owned_by("owner", "uid-of-elsewhere"));
  make_owner("owner");
  server.settle();
  server.advance_and_settle(Seconds{400});
  EXPECT_TRUE(there("child"));
}

TEST_F(LifecycleTest, ASuccessorOfTheSameNameIsNotTheOwner) {
  const std::string owner = make_owner("owner");
  make_owned("child", owned_by("owner", owner));
  server.settle();
  server.remove(gadget("owner"));
  make_owner("owner");
  server.settle();
  EXPECT_FALSE(there("child"));
}

TEST_F(LifecycleTest, OwnersOfUnknownKindsAndOfNarrowerScopeCollectNothing) {
  server.make_gadget("a", R"(,"ownerReferences":[{"apiVersion":"who.knows/v1","kind":"What",)"
                          R"("name":"x","uid":"u"}])");
  server.post("/api/v1/nodes", R"({"metadata":{"name":"n","ownerReferences":[)"
                               R"({"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"u"}]}})");
  server.settle();
  server.advance_and_settle(Seconds{400});
  EXPECT_TRUE(there("a"));
  EXPECT_EQ(server.get("/api/v1/nodes/n").code, 200);
}

TEST_F(LifecycleTest, ForegroundWaitsForThoseThatBlock) {
  const std::string owner = make_owner("owner");
  make_owned("blocks", owned_by("owner", owner, blocking), held_by_finalizer);
  make_owned("does-not", owned_by("owner", owner), held_by_finalizer);
  server.settle();
  server.remove(gadget("owner"), foreground);
  server.settle();
  EXPECT_TRUE(there("owner"));
  EXPECT_TRUE(server.get(gadget("blocks")).has("metadata.deletionTimestamp"));
  EXPECT_TRUE(server.get(gadget("does-not")).has("metadata.deletionTimestamp"));
  server.merge(gadget("blocks"), R"({"metadata":{"finalizers":null}})");
  server.settle();
  EXPECT_FALSE(there("owner"));
  EXPECT_TRUE(there("does-not"));
}

// Each of them names the owner's uid and stays, and none of them can be its.
TEST_F(LifecycleTest, ForegroundDoesNotWaitForWhatCannotBelongToTheOwner) {
  const std::string owner = make_owner("owner");
  const std::string reference = owned_by("owner", owner, blocking);
  const std::string elsewhere = "/apis/ref.example.com/v1/namespaces/kube-system/gadgets";
  const auto make_elsewhere = [&](std::string_view name, std::string_view more) {
    return server.post(elsewhere, format(R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                                         R"("metadata":{{"name":"{}"{}}},"spec":{{"size":1}}}})",
                                         name, more));
  };
  ASSERT_EQ(make_elsewhere("owner", "").code, 201);  // of the same name there: it seems to be there
  ASSERT_EQ(make_elsewhere("child", format(R"(,"ownerReferences":[{}])", reference)).code, 201);
  ASSERT_EQ(
      make_elsewhere("held", format(R"(,"ownerReferences":[{}]{})", reference, held_by_finalizer))
          .code,
      201);
  // Without a namespace, and so without an owner that has one.
  ASSERT_EQ(server
                .post("/api/v1/nodes", format(R"({{"metadata":{{"name":"n",)"
                                              R"("ownerReferences":[{}]}}}})",
                                              reference))
                .code,
            201);
  // In the right place, but said to be owned by something of another kind or name.
  const std::string of_kind = format(R"({{"apiVersion":"v1","kind":"ConfigMap","name":"owner",)"
                                     R"("uid":"{}","blockOwnerDeletion":true}})",
                                     owner);
  ASSERT_EQ(make_owned("misled", of_kind, held_by_finalizer).code, 201);
  ASSERT_EQ(make_owned("misnamed", owned_by("other", owner, blocking), held_by_finalizer).code,
            201);
  server.settle();
  EXPECT_EQ(server.remove(gadget("owner"), foreground).code, 200);
  server.settle();
  EXPECT_FALSE(there("owner"));
  EXPECT_EQ(server.get(elsewhere + "/owner").code, 200);
  EXPECT_EQ(server.get("/api/v1/nodes/n").code, 200);
}

TEST_F(LifecycleTest, OrphansAreCutLooseOnlyWhereTheyBelong) {
  const std::string owner = make_owner("owner");
  const std::string reference = owned_by("owner", owner);
  make_owned("child", reference);
  ASSERT_EQ(server
                .post("/api/v1/nodes", format(R"({{"metadata":{{"name":"n",)"
                                              R"("ownerReferences":[{}]}}}})",
                                              reference))
                .code,
            201);
  server.settle();
  server.remove(gadget("owner"), R"({"propagationPolicy":"Orphan"})");
  server.settle();
  EXPECT_FALSE(there("owner"));
  EXPECT_FALSE(server.get(gadget("child")).has("metadata.ownerReferences"));
  EXPECT_TRUE(server.get("/api/v1/nodes/n").has("metadata.ownerReferences"));
}

TEST_F(LifecycleTest, ForegroundReachesThroughTheLine) {
  const std::string owner = make_owner("owner");
  const std::string child =
      make_owned("child", owned_by("owner", owner, blocking)).text("metadata.uid");
  make_owned("grandchild", owned_by("child", child, blocking), held_by_finalizer);
  server.settle();
  server.remove(gadget("owner"), foreground);
  server.settle();
  EXPECT_TRUE(there("owner"));
  EXPECT_TRUE(there("child"));
  server.merge(gadget("grandchild"), R"({"metadata":{"finalizers":null}})");
  server.settle();
  EXPECT_FALSE(there("grandchild"));
  EXPECT_FALSE(there("child"));
  EXPECT_FALSE(there("owner"));
}

TEST_F(LifecycleTest, ForegroundEndsWhenADependentIsCutLoose) {
  const std::string owner = make_owner("owner");
  make_owned("child", owned_by("owner", owner, blocking), held_by_finalizer);
  server.settle();
  server.remove(gadget("owner"), foreground);
  server.settle();
  ASSERT_TRUE(there("owner"));
  server.merge(gadget("child"), R"({"metadata":{"ownerReferences":null}})");
  server.settle();
  EXPECT_FALSE(there("owner"));
}

TEST_F(LifecycleTest, OrphansStayWithoutTheirOwner) {
  const std::string owner = make_owner("owner");
  make_owned("child", owned_by("owner", owner));
  server.settle();
  server.remove(gadget("owner"), R"({"propagationPolicy":"Orphan"})");
  server.settle();
  EXPECT_FALSE(there("owner"));
  EXPECT_TRUE(there("child"));
  EXPECT_FALSE(server.get(gadget("child")).has("metadata.ownerReferences"));
}

TEST_F(LifecycleTest, ANamespaceIsEmptiedBeforeItGoes) {
  const auto made = server.post("/api/v1/namespaces", R"({"metadata":{"name":"team"}})");
  EXPECT_EQ(made.text("status.phase"), "Active");
  EXPECT_EQ(made.print("spec.finalizers"), R"(["kubernetes"])");
  const std::string maps = "/api/v1/namespaces/team/configmaps";
  server.post(maps, R"({"metadata":{"name":"free"}})");
  server.post(maps, R"({"metadata":{"name":"held","finalizers":["example.com/hold"]}})");
  const auto ending = server.remove("/api/v1/namespaces/team");
  EXPECT_EQ(ending.text("status.phase"), "Terminating");
  const auto late = server.post(maps, R"({"metadata":{"name":"late"}})");
  EXPECT_EQ(late.refusal(), "403 Forbidden");
  EXPECT_EQ(text_at(list_at(late.object, "details.causes")[0], "reason"), "NamespaceTerminating");
  server.settle();
  EXPECT_EQ(names_of(server.get(maps).object), "held");
  EXPECT_EQ(server.get("/api/v1/namespaces/team").code, 200);
  server.merge(maps + "/held", R"({"metadata":{"finalizers":null}})");
  server.settle();
  EXPECT_EQ(server.get("/api/v1/namespaces/team").code, 404);
  EXPECT_EQ(server.post("/api/v1/namespaces", R"({"metadata":{"name":"team"}})").code, 201);
}

TEST_F(LifecycleTest, ANamespaceMayBeFinalizedByHand) {
  server.post("/api/v1/namespaces", R"({"metadata":{"name":"team"}})");
  auto ending = server.remove("/api/v1/namespaces/team");
  make_map(ending.object, "spec")["finalizers"] = json::ValueList{};
  EXPECT_EQ(server.put("/api/v1/namespaces/team/finalize", ending.object).code, 200);
  EXPECT_EQ(server.get("/api/v1/namespaces/team").code, 404);
}

TEST_F(LifecycleTest, EventsAreForgottenAnHourAfterTheirLastChange) {
  const std::string events = "/api/v1/namespaces/default/events";
  for (const std::string_view name : {"quiet", "busy"}) {
    const auto made = server.post(
        events, format(R"({{"metadata":{{"name":"{}"}},"involvedObject":{{"namespace":"default"}},)"
                       R"("reason":"Seen","count":1}})",
                       name));
    ASSERT_EQ(made.code, 201) << made.body;
  }
  server.settle();
  server.advance_and_settle(Seconds{1800});
  EXPECT_EQ(server.merge(events + "/busy", R"({"count":2})").code, 200);
  server.settle();
  server.advance_and_settle(Seconds{1799});
  EXPECT_EQ(names_of(server.get(events).object), "busy quiet");
  server.advance_and_settle(Seconds{1});
  EXPECT_EQ(names_of(server.get(events).object), "busy");
  server.advance_and_settle(Seconds{1800});
  EXPECT_EQ(names_of(server.get(events).object), "");
}

TEST_F(LifecycleTest, SettlingTwiceChangesNothing) {
  const std::string owner = make_owner("owner");
  make_owned("child", owned_by("owner", owner));
  server.remove(gadget("owner"), foreground);
  server.advance_and_settle(Seconds{10});
  const auto before = server.revision();
  server.advance_and_settle(Seconds{10});
  EXPECT_EQ(server.revision(), before);
}

}  // namespace
}  // namespace telltale::server
