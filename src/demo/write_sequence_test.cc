// SPDX-License-Identifier: Apache-2.0
#include "demo/write_sequence.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"

namespace telltale::demo {
namespace {

http::Response answer(int status, std::string body = "{}") {
  return {.status = status, .body = std::move(body)};
}

std::string stored(std::string_view kind, std::string_view name, std::string_view uid,
                   std::string_view more = {}) {
  return format(R"({{"apiVersion":"v1","kind":"{}","metadata":{{"name":"{}","uid":"{}",)"
                R"("resourceVersion":"7"}}{}}})",
                kind, name, uid, more);
}

Document named(std::string_view kind, std::string_view name) {
  return {"v1", kind, "default", name};
}

class DemoWriteSequence : public testing::Test {
 protected:
  void add(Write write) { ASSERT_TRUE(sequence.add({std::move(write)})); }
  client::Outgoing next() {
    auto request = sequence.next();
    EXPECT_TRUE(request.has_value());
    return request.value_or(client::Outgoing{});
  }
  json::Value body_of(const client::Outgoing& request) {
    return json::parse(request.body).value_or(json::Value());
  }

  WriteSequence sequence;
};

TEST_F(DemoWriteSequence, AppliesTheSpecAndThenTheStatus) {
  add(named("Pod", "p").spec({{"a", 1}}).status({{"b", 2}}).apply());
  const client::Outgoing main = next();
  EXPECT_EQ(main.method, "PATCH");
  EXPECT_EQ(main.target, "/api/v1/namespaces/default/pods/p?fieldManager=demo&force=true");
  EXPECT_FALSE(body_of(main).as_object().contains("status"));
  EXPECT_FALSE(sequence.next()) << "one at a time";
  ASSERT_TRUE(sequence.take(answer(201, stored("Pod", "p", "u"))));
  const client::Outgoing status = next();
  EXPECT_EQ(status.target, "/api/v1/namespaces/default/pods/p/status?fieldManager=demo&force=true");
  EXPECT_FALSE(body_of(status).as_object().contains("spec"));
  EXPECT_EQ(body_of(status).at_pointer("/status/b"), json::Value(2));
  ASSERT_TRUE(sequence.take(answer(200, stored("Pod", "p", "u"))));
  EXPECT_TRUE(sequence.idle());
  EXPECT_FALSE(sequence.next());
}

TEST_F(DemoWriteSequence, FillsInTheUidOfAnOwnerThatWasWrittenBefore) {
  add(named("Pod", "owner").apply());
  add(named("Secret", "owned").owner("v1", "Pod", "owner").apply());
  next();
  ASSERT_TRUE(sequence.take(answer(200, stored("Pod", "owner", "uid-1"))));
  EXPECT_EQ(body_of(next()).at_pointer("/metadata/ownerReferences/0/uid"), json::Value("uid-1"));
}

TEST_F(DemoWriteSequence, KnowsTheNewUidOfAnOwnerThatWasMadeAgain) {
  for (const std::string_view uid : {"uid-1", "uid-2"}) {
    add(named("Pod", "owner").apply());
    next();
    ASSERT_TRUE(sequence.take(answer(200, stored("Pod", "owner", uid))));
  }
  add(named("Secret", "owned").owner("v1", "Pod", "owner").apply());
  EXPECT_EQ(body_of(next()).at_pointer("/metadata/ownerReferences/0/uid"), json::Value("uid-2"));
}

constexpr std::string_view progressing =
    R"(,"status":{"conditions":[{"type":"Progressing","status":"True"},)"
    R"({"type":"Ready","status":"False"}]})";

TEST_F(DemoWriteSequence, LeavesTelltalesConditionInAListThatTheyShare) {
  add(Document("hypershift.openshift.io/v1beta1", "NodePool", "clusters", "np")
          .status({{"conditions",
                    json::ValueList{json::ValueMap{{"type", "Ready"}, {"status", "True"}}}}})
          .apply());
  next();
  ASSERT_TRUE(sequence.take(answer(200, stored("NodePool", "np", "u", progressing))));
  const client::Outgoing request = next();
  EXPECT_EQ(request.headers.front().value, "application/merge-patch+json");
  const json::Value body = body_of(request);
  EXPECT_EQ(body.at_pointer("/metadata/resourceVersion"), json::Value("7")) << "it is guarded";
  const json::ValueList& list = body.at_pointer("/status/conditions").as_array();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].at("type"), json::Value("Progressing"));
  EXPECT_EQ(list[1].at("status"), json::Value("True"));
}

TEST_F(DemoWriteSequence, ReadsASharedListAgainAfterAConflict) {
  add(Document("hive.openshift.io/v1", "ClusterDeployment", "fleet", "c")
          .status({{"conditions", json::ValueList{}}})
          .apply());
  next();
  ASSERT_TRUE(sequence.take(answer(200, stored("ClusterDeployment", "c", "u"))));
  next();
  ASSERT_TRUE(sequence.take(answer(409)));
  EXPECT_EQ(next().method, "GET");
  ASSERT_TRUE(sequence.take(answer(200, stored("ClusterDeployment", "c", "u", progressing))));
  const json::Value body = body_of(next());
  EXPECT_EQ(body.at_pointer("/status/conditions").as_array().size(), 2U);
  ASSERT_TRUE(sequence.take(answer(200)));
  EXPECT_TRUE(sequence.idle());
}

TEST_F(DemoWriteSequence, GivesUpAfterTooManyConflicts) {
  add(named("Pod", "p").apply());
  for (unsigned attempt = 1; attempt < WriteSequence::attempts_max; ++attempt) {
    next();
    ASSERT_TRUE(sequence.take(answer(409)));
  }
  next();
  const Result<void> last = sequence.take(answer(409));
  ASSERT_FALSE(last);
  EXPECT_TRUE(last.error().detail.starts_with("Pod default/p: ")) << last.error().detail;
  EXPECT_TRUE(sequence.idle());
}

TEST_F(DemoWriteSequence, GoesOnAfterARefusal) {
  add(named("Pod", "bad").apply());
  add(named("Pod", "good").apply());
  next();
  EXPECT_FALSE(sequence.take(answer(422)));
  EXPECT_TRUE(next().target.contains("good"));
}

TEST_F(DemoWriteSequence, IsContentWhenWhatShouldGoIsGone) {
  add(named("Pod", "p").remove());
  add(named("Pod", "p").release());
  EXPECT_EQ(next().method, "DELETE");
  EXPECT_TRUE(sequence.take(answer(404)));
  EXPECT_EQ(next().body, R"({"metadata":{"finalizers":null}})");
  EXPECT_TRUE(sequence.take(answer(404)));
  EXPECT_TRUE(sequence.idle());
}

TEST_F(DemoWriteSequence, SurvivesAnAnswerThatIsNoObject) {
  for (const std::string_view body : {"", "nonsense", "[]", "7", R"({"metadata":7})"}) {
    add(named("Pod", "p").apply());
    next();
    static_cast<void>(sequence.take(answer(200, std::string(body))));
    EXPECT_TRUE(sequence.idle()) << body;
  }
}

TEST_F(DemoWriteSequence, RefusesMoreThanItsLimit) {
  const Writes many(WriteSequence::waiting_max, named("Pod", "p").apply());
  ASSERT_TRUE(sequence.add(many));
  EXPECT_FALSE(sequence.add({named("Pod", "q").apply()}));
}

}  // namespace
}  // namespace telltale::demo
