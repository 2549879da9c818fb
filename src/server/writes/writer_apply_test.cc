// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class WriterApplyTest : public testing::Test {
 protected:
  void SetUp() override { server.define_gadgets(); }

  AnswerForTest apply(std::string_view manager, std::string_view spec,
                      std::string_view query = {}) {
    return server.apply(
        format("{}/a?fieldManager={}{}", ServerForTest::gadgets, manager, query),
        format(R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{{"name":"a"}},)"
               R"("spec":{}}})",
               spec));
  }

  ServerForTest server;
  const std::string gadget = format("{}/a", ServerForTest::gadgets);
};

TEST_F(WriterApplyTest, CreatesWhatIsNotThere) {
  const auto made = apply("alice", R"({"size":1})");
  EXPECT_EQ(made.code, 201) << made.body;
  EXPECT_EQ(made.number("metadata.generation"), 1);
  EXPECT_EQ(made.text("spec.color"), "blue");
  EXPECT_EQ(apply("alice", R"({"size":2})").code, 200);
}

TEST_F(WriterApplyTest, RefusesAnothersFieldUnlessForced) {
  apply("alice", R"({"size":1})");
  const auto refused = apply("bob", R"({"size":2})");
  EXPECT_EQ(refused.refusal(), "409 Conflict");
  EXPECT_EQ(refused.text("message"),
            R"(Apply failed with 1 conflict: conflict with "alice": .spec.size)");
  EXPECT_EQ(text_at(list_at(refused.object, "details.causes")[0], "reason"),
            "FieldManagerConflict");
  EXPECT_EQ(apply("bob", R"({"size":1})").code, 200);
  EXPECT_EQ(apply("bob", R"({"size":2})", "&force=true").number("spec.size"), 2);
}

TEST_F(WriterApplyTest, RemovesWhatItsManagerNoLongerSends) {
  apply("alice", R"({"size":1,"replicas":3})");
  const auto shrunk = apply("alice", R"({"size":1})");
  EXPECT_FALSE(shrunk.has("spec.replicas"));
  EXPECT_EQ(shrunk.number("metadata.generation"), 2);
}

TEST_F(WriterApplyTest, NeedsAManagerAndTakesNoManagedFields) {
  EXPECT_EQ(server.apply(gadget, "{}").refusal(), "422 Invalid");
  EXPECT_EQ(server
                .apply(gadget + "?fieldManager=me",
                       R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                       R"("metadata":{"managedFields":[]}})")
                .code,
            400);
  EXPECT_EQ(server.apply(gadget + "?fieldManager=me", "[]").code, 400);
  EXPECT_EQ(server.apply(gadget + "?fieldManager=me", "a: [").code, 400);
  EXPECT_EQ(server.get(gadget).code, 404);
}

TEST_F(WriterApplyTest, MeansTheObjectOfTheUidAndVersionItNames) {
  const auto config = [](std::string_view more) {
    return format(R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                  R"("metadata":{{"name":"a"{}}}}})",
                  more);
  };
  const std::string target = gadget + "?fieldManager=me";
  EXPECT_EQ(server.apply(target, config(R"(,"uid":"x")")).refusal(), "409 Conflict");
  EXPECT_EQ(server.apply(target, config(R"(,"resourceVersion":"abc")")).code, 500);
  const auto made = server.apply(target, config(R"(,"resourceVersion":"5")"));
  EXPECT_EQ(made.code, 201);
  const auto other = server.apply(target, config(R"(,"uid":"x")"));
  EXPECT_EQ(other.refusal(), "422 Invalid");
  EXPECT_EQ(list_at(other.object, "details.causes").size(), 2U);
  EXPECT_EQ(server.apply(target, config(R"(,"resourceVersion":"1")")).refusal(), "409 Conflict");
  EXPECT_EQ(server.apply(target, config(R"(,"resourceVersion":"0")")).refusal(), "422 Invalid");
  EXPECT_EQ(server.apply(target, config(R"(,"resourceVersion":"abc")")).code, 500);
  EXPECT_EQ(server.apply(target, config(R"(,"namespace":"other")")).code, 400);
  EXPECT_EQ(server.apply(target, config(format(R"(,"resourceVersion":"{}")", made.version()))).code,
            200);
}

TEST_F(WriterApplyTest, NamesWhatItCreatesAsThePathDoes) {
  const std::string target = gadget + "?fieldManager=me";
  const auto config = [](std::string_view metadata) {
    return format(R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{}}})",
                  metadata);
  };
  const auto unnamed = server.apply(target, config("{}"));
  EXPECT_EQ(unnamed.refusal(), "400 BadRequest");
  EXPECT_EQ(unnamed.text("message"),
            "the name of the object (a based on URL) was undeterminable: name must be provided");
  EXPECT_EQ(server.apply(target, config(R"({"name":"b"})")).code, 400);
  EXPECT_EQ(server.apply(target, config(R"({"name":"a"})")).code, 201);
  EXPECT_EQ(server.apply(target, config("{}")).code, 200);
}

TEST_F(WriterApplyTest, OfAnotherKindIsRefused) {
  for (const std::string_view type :
       {R"("apiVersion":"ref.example.com/v1","kind":"Gidget")", R"("kind":"Gadget")",
        R"("apiVersion":"ref.example.com/v9","kind":"Gadget")"}) {
    const auto refused = server.apply(gadget + "?fieldManager=me",
                                      format(R"({{{},"metadata":{{"name":"a"}}}})", type));
    EXPECT_EQ(refused.refusal(), "400 BadRequest");
    EXPECT_TRUE(refused.text("message").starts_with("invalid object type: ")) << refused.body;
  }
}

TEST_F(WriterApplyTest, OfWhatTheSchemaDoesNotKnowIsRefusedWhateverTheValidation) {
  apply("alice", R"({"size":1})");
  for (const std::string_view query : {"", "&fieldValidation=Strict", "&fieldValidation=Ignore"}) {
    const auto refused = apply("alice", R"({"size":1,"bogus":2})", query);
    EXPECT_EQ(refused.code, 500);
    EXPECT_FALSE(refused.has("reason"));
    EXPECT_EQ(refused.text("message"),
              "failed to create typed patch object (/a; ref.example.com/v1, Kind=Gadget): "
              ".spec.bogus: field not declared in schema");
  }
  const auto metadata = server.apply(
      gadget + "?fieldManager=me",
      R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"name":"a","bogus":1}})");
  EXPECT_EQ(metadata.code, 500);
  EXPECT_NE(metadata.text("message").find(".metadata.bogus: field not"), std::string::npos);
  const auto labels = server.apply(
      gadget + "?fieldManager=me",
      R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"labels":{"a":1}}})");
  EXPECT_EQ(labels.code, 500);
}

TEST_F(WriterApplyTest, OfStatusLooksAtNoUid) {
  apply("alice", R"({"size":1})");
  const auto applied =
      server.apply(gadget + "/status?fieldManager=controller",
                   R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                   R"("metadata":{"name":"a","uid":"x"},"status":{"phase":"Up"}})");
  EXPECT_EQ(applied.code, 200) << applied.body;
  EXPECT_EQ(applied.text("status.phase"), "Up");
  EXPECT_NE(applied.text("metadata.uid"), "x");
}

TEST_F(WriterApplyTest, OfStatusOwnsStatusOnlyAndCreatesNothing) {
  const std::string status = gadget + "/status?fieldManager=controller";
  const std::string config = R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                             R"("metadata":{"name":"a"},"spec":{"size":7},)"
                             R"("status":{"phase":"Up"}})";
  EXPECT_EQ(server.apply(status, config).refusal(), "404 NotFound");
  apply("alice", R"({"size":1})");
  const auto applied = server.apply(status, config);
  EXPECT_EQ(applied.text("status.phase"), "Up");
  EXPECT_EQ(applied.number("spec.size"), 1);
  EXPECT_EQ(applied.number("metadata.generation"), 1);
}

TEST_F(WriterApplyTest, WhoMayOnlyPatchMayNotCreate) {
  server.post("/apis/rbac.authorization.k8s.io/v1/clusterroles",
              R"({"metadata":{"name":"patcher"},"rules":[{"apiGroups":["ref.example.com"],)"
              R"("resources":["gadgets"],"verbs":["patch","get"]}]})");
  server.post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
              R"({"metadata":{"name":"patcher"},"roleRef":{"apiGroup":)"
              R"("rbac.authorization.k8s.io","kind":"ClusterRole","name":"patcher"},)"
              R"("subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User",)"
              R"("name":"telltale-status-writer"}]})");
  auto headers = as_person("status-writer");
  headers.push_back({"Content-Type", "application/apply-patch+yaml"});
  const std::string config =
      R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"name":"a"},)"
      R"("spec":{"size":3}})";
  const auto refused = server.ask("PATCH", gadget + "?fieldManager=me", config, headers);
  EXPECT_EQ(refused.refusal(), "403 Forbidden") << refused.body;
  EXPECT_NE(refused.text("message").find("cannot create"), std::string::npos);
  apply("alice", R"({"size":3})");
  EXPECT_EQ(server.ask("PATCH", gadget + "?fieldManager=me", config, headers).code, 200);
}

}  // namespace
}  // namespace telltale::server
