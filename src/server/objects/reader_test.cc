// SPDX-License-Identifier: Apache-2.0
#include "server/objects/reader.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class ReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string_view name : {"a", "b", "c", "d", "e"}) {
      server.make_configmap(name, format(R"(,"labels":{{"half":"{}"}})", name < "c" ? 1 : 2));
    }
  }
  AnswerForTest list(std::string_view query = {}) {
    return server.get(format("{}?{}", ServerForTest::configmaps, query));
  }
  static std::string token(const AnswerForTest& page) {
    return "&continue=" + page.text("metadata.continue");
  }

  ServerForTest server;
};

TEST_F(ReaderTest, ListsKnowTheirKindAndRevision) {
  const auto all = list();
  EXPECT_EQ(all.text("kind"), "ConfigMapList");
  EXPECT_EQ(all.text("apiVersion"), "v1");
  EXPECT_EQ(all.version(), format("{}", server.revision()));
  EXPECT_EQ(names_of(all.object), "a b c d e");
  EXPECT_FALSE(all.has("metadata.remainingItemCount"));
  const auto none = server.get("/api/v1/namespaces/nowhere/configmaps");
  EXPECT_EQ(none.code, 200);
  EXPECT_EQ(none.print("items"), "[]");
}

TEST_F(ReaderTest, NamespacesAreListedTogetherOrAlone) {
  server.post("/api/v1/namespaces/kube-system/configmaps", R"({"metadata":{"name":"z"}})");
  EXPECT_EQ(names_of(server.get("/api/v1/configmaps").object), "a b c d e z");
  EXPECT_EQ(
      names_of(
          server.get("/api/v1/configmaps?fieldSelector=metadata.namespace%3Dkube-system").object),
      "z");
  EXPECT_EQ(server.get("/api/v1/configmaps/a").body, "404 page not found\n");
}

TEST_F(ReaderTest, PagesShowOneMomentWhateverIsWrittenMeanwhile) {
  const auto first = list("limit=2");
  EXPECT_EQ(names_of(first.object), "a b");
  EXPECT_EQ(first.number("metadata.remainingItemCount"), 3);
  server.make_configmap("bb");
  server.remove(format("{}/d", ServerForTest::configmaps));
  const auto second = list("limit=2" + token(first));
  EXPECT_EQ(names_of(second.object), "c d");
  EXPECT_EQ(second.version(), first.version());
  const auto third = list("limit=2" + token(second));
  EXPECT_EQ(names_of(third.object), "e");
  EXPECT_EQ(third.text("metadata.continue"), "");
  EXPECT_FALSE(third.has("metadata.remainingItemCount"));
}

TEST_F(ReaderTest, PagesOfASelectionAreFullAndDoNotCountTheRest) {
  const auto first = list("limit=2&labelSelector=half%3D2");
  EXPECT_EQ(names_of(first.object), "c d");
  EXPECT_FALSE(first.has("metadata.remainingItemCount"));
  const auto second = list("limit=2&labelSelector=half%3D2" + token(first));
  EXPECT_EQ(names_of(second.object), "e");
  EXPECT_EQ(second.text("metadata.continue"), "");
}

TEST_F(ReaderTest, AListOfOneNameHasNoFurtherPage) {
  const auto one = list("limit=1&fieldSelector=metadata.name%3Db");
  EXPECT_EQ(names_of(one.object), "b");
  EXPECT_EQ(one.text("metadata.continue"), "");
  // Elsewhere there may be another of that name.
  const auto all = server.get("/api/v1/configmaps?limit=1&fieldSelector=metadata.name%3Db");
  EXPECT_NE(all.text("metadata.continue"), "");
}

TEST_F(ReaderTest, ANegativeLimitIsNone) {
  EXPECT_EQ(names_of(list("limit=-1").object), "a b c d e");
}

TEST_F(ReaderTest, AnOldTokenIsGoneAndSaysHowToGoOn) {
  const auto first = list("limit=2");
  server.make_configmap("f");
  ASSERT_TRUE(server.store().compact(server.revision()).has_value());
  const auto gone = list("limit=2" + token(first));
  EXPECT_EQ(gone.refusal(), "410 Expired");
  EXPECT_EQ(names_of(list(token(gone).substr(1)).object), "c d e f");
  EXPECT_EQ(list("continue=rubbish").refusal(), "400 BadRequest");
  EXPECT_EQ(list("resourceVersion=3" + token(first)).code, 400);
}

TEST_F(ReaderTest, VersionsAskForTheNewestAnyOrOneMoment) {
  const std::string then = list().version();
  server.make_configmap("f");
  EXPECT_EQ(names_of(list("resourceVersion=0&limit=1").object), "a b c d e f");
  EXPECT_EQ(names_of(list("resourceVersion=" + then).object), "a b c d e f");
  const auto exact = list("resourceVersionMatch=Exact&resourceVersion=" + then);
  EXPECT_EQ(names_of(exact.object), "a b c d e");
  EXPECT_EQ(exact.version(), then);
  ASSERT_TRUE(server.store().compact(server.revision()).has_value());
  EXPECT_EQ(list("resourceVersionMatch=Exact&resourceVersion=" + then).refusal(), "410 Expired");
  EXPECT_EQ(list("resourceVersionMatch=Exact").refusal(), "422 Invalid");
  EXPECT_EQ(list("resourceVersionMatch=Exact&resourceVersion=0").refusal(), "422 Invalid");
  EXPECT_EQ(list("resourceVersionMatch=Best&resourceVersion=1").refusal(), "422 Invalid");
  EXPECT_EQ(list("resourceVersion=soon").refusal(), "400 BadRequest");
  EXPECT_EQ(list("sendInitialEvents=true").refusal(), "422 Invalid");
}

TEST_F(ReaderTest, SelectorsSelect) {
  EXPECT_EQ(names_of(list("labelSelector=half%20in%20(1)").object), "a b");
  EXPECT_EQ(names_of(list("labelSelector=half!%3D1").object), "c d e");
  EXPECT_EQ(names_of(list("fieldSelector=metadata.name%3Dc").object), "c");
  EXPECT_EQ(names_of(list("fieldSelector=metadata.name!%3Dc,metadata.namespace%3Ddefault").object),
            "a b d e");
  EXPECT_EQ(list("labelSelector=%3D%3D").refusal(), "400 BadRequest");
  EXPECT_EQ(list("fieldSelector=spec.size%3D1").text("message"),
            "field label not supported: spec.size");
}

TEST_F(ReaderTest, TablesHaveARowForEachObject) {
  server.advance(Seconds{90});
  const auto table = server.get(format("{}?limit=1", ServerForTest::configmaps),
                                {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}});
  EXPECT_EQ(table.text("kind"), "Table");
  const json::ValueList& rows = list_at(table.object, "rows");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(json::print(*member(rows[0], "cells")), R"(["a",1,"90s"])");
  EXPECT_EQ(text_at(rows[0], "object.kind"), "PartialObjectMetadata");
  EXPECT_EQ(text_at(rows[0], "object.metadata.name"), "a");
  EXPECT_FALSE(table.text("metadata.continue").empty());
  const auto whole = server.get(format("{}/a?includeObject=Object", ServerForTest::configmaps),
                                {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}});
  EXPECT_EQ(text_at(list_at(whole.object, "rows")[0], "object.data.a"), "1");
  EXPECT_EQ(server.get(format("{}?includeObject=Half", ServerForTest::configmaps)).code, 400);
}

TEST_F(ReaderTest, MetadataAloneIsEnoughForSome) {
  const auto list_of =
      server.get(ServerForTest::configmaps,
                 {{"Accept", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"}});
  EXPECT_EQ(list_of.text("kind"), "PartialObjectMetadataList");
  EXPECT_EQ(names_of(list_of.object), "a b c d e");
  EXPECT_EQ(list_of.body.find(R"("data")"), std::string::npos);
}

TEST_F(ReaderTest, AnswersComeInTheFormAskedFor) {
  const std::string one = format("{}/a", ServerForTest::configmaps);
  const auto yaml = server.get(one, {{"Accept", "application/yaml"}});
  EXPECT_EQ(yaml.type, "application/yaml");
  EXPECT_TRUE(yaml.body.starts_with("apiVersion: v1\n")) << yaml.body;
  EXPECT_NE(server.get(one + "?pretty=true").body.find("\n  \"data\""), std::string::npos);
  EXPECT_EQ(server.get(one, {{"Accept", "image/png"}}).refusal(), "406 NotAcceptable");
  EXPECT_EQ(server.get(one + "?resourceVersion=0").code, 200);
}

TEST_F(ReaderTest, WhatIsNotAcceptableIsToldWhatWouldBe) {
  const auto refused = server.get(ServerForTest::configmaps, {{"Accept", "image/png"}});
  EXPECT_TRUE(refused.text("message").ends_with("application/json, application/yaml"))
      << refused.text("message");
}

TEST_F(ReaderTest, LongAnswersGoCompressedToThoseWhoTakeThem) {
  const std::string data(std::size_t{200} << 10, 'x');
  ASSERT_EQ(server
                .post(ServerForTest::configmaps,
                      format(R"({{"metadata":{{"name":"long"}},"data":{{"a":"{}"}}}})", data))
                .code,
            201);
  const http::Header takes{"Accept-Encoding", "gzip"};
  for (const std::string& target :
       {format("{}/long", ServerForTest::configmaps), std::string(ServerForTest::configmaps)}) {
    const auto plain = server.get(target);
    EXPECT_EQ(plain.header("Content-Encoding"), "");
    const auto zipped = server.get(target, {takes});
    EXPECT_EQ(zipped.header("Content-Encoding"), "gzip") << target;
    EXPECT_EQ(zipped.header("Vary"), "Accept-Encoding");
    EXPECT_EQ(zipped.body.substr(0, 2), "\x1f\x8b");
    EXPECT_LT(zipped.body.size(), plain.body.size() / 10);
  }
  const auto small = server.get(format("{}/a", ServerForTest::configmaps), {takes});
  EXPECT_EQ(small.header("Content-Encoding"), "");
}

TEST_F(ReaderTest, CustomResourcesAreSelectedByTheFieldsTheirDefinitionNames) {
  json::Value definition = *json::parse(gadgets_definition);
  json::Value& version = definition.at("spec").at("versions").at(0);
  version.get_object()["selectableFields"] = json::ValueList{
      json::ValueMap{{"jsonPath", ".spec.color"}}, json::ValueMap{{"jsonPath", ".spec.size"}}};
  ASSERT_EQ(server.post(ServerForTest::definitions, json::print(definition)).code, 201);
  ASSERT_EQ(server.make_gadget("red", {}, R"({"size":1,"color":"red"})").code, 201);
  ASSERT_EQ(server.make_gadget("blue", {}, R"({"size":2})").code, 201);
  const auto names = [&](std::string_view selector) {
    const auto found = server.get(format("{}?fieldSelector={}", ServerForTest::gadgets, selector));
    std::string all;
    for (const json::Value& item : list_at(found.object, "items")) {
      all += format("{} ", text_at(item, "metadata.name"));
    }
    return found.code == 200 ? all : found.refusal();
  };
  EXPECT_EQ(names("spec.color%3Dred"), "red ");
  EXPECT_EQ(names("spec.color%3Dblue"), "blue ");
  EXPECT_EQ(names("spec.size%3D2,spec.color!%3Dred"), "blue ");
  EXPECT_EQ(names("spec.replicas%3D1"), "400 BadRequest");
  const auto older =
      server.get(format("{}?fieldSelector=spec.color%3Dred", ServerForTest::older_gadgets));
  EXPECT_EQ(older.refusal(), "400 BadRequest");
}

TEST_F(ReaderTest, OneObjectIsAtLeastAsNewAsAskedFor) {
  const std::string one = format("{}/a?resourceVersion=", ServerForTest::configmaps);
  EXPECT_EQ(server.get(one + list().version()).code, 200);
  EXPECT_EQ(server.get(one + format("{}", server.revision() + 1)).refusal(), "504 Timeout");
  EXPECT_EQ(server.get(one + "abc").code, 500);
}

TEST(ReaderWithWebhook, APageIsOneReviewInEveryShape) {
  WebhookForTest webhook;
  ServerForTest server(ServerForTest::Brings::Nothing, nullptr, {}, &webhook);
  server.define_gadgets_of_a_webhook();
  for (int i = 0; i < 30; ++i) server.make_gadget(format("g{}", i));
  EXPECT_EQ(webhook.asked(), 0);
  const auto whole = server.get(ServerForTest::older_gadgets);
  EXPECT_EQ(list_at(whole.object, "items").size(), 30U);
  EXPECT_EQ(text_at(list_at(whole.object, "items")[29], "apiVersion"), "ref.example.com/v1beta1");
  EXPECT_EQ(webhook.asked(), 1);
  int asked = 1;
  for (const std::string_view shape : {"Table", "PartialObjectMetadataList"}) {
    const auto shaped =
        server.get(ServerForTest::older_gadgets,
                   {{"Accept", format("application/json;as={};v=v1;g=meta.k8s.io", shape)}});
    EXPECT_EQ(shaped.code, 200) << shaped.body;
    EXPECT_EQ(webhook.asked(), ++asked) << shape;
  }
  server.get(format("{}?limit=10", ServerForTest::older_gadgets));
  EXPECT_EQ(webhook.asked(), ++asked);
  webhook.answers(WebhookForTest::miss_the_deadline);
  EXPECT_EQ(server.get(ServerForTest::older_gadgets).refusal(), "500 InternalError");
  EXPECT_EQ(webhook.asked(), ++asked);
}

TEST(ReaderWithWebhook, MoreThanOneReviewMayHoldIsAskedInSteps) {
  WebhookForTest webhook;
  ServerForTest server(ServerForTest::Brings::Nothing, nullptr, {}, &webhook);
  server.define_gadgets_of_a_webhook();
  const std::string long_text(std::size_t{3} << 19, 'x');  // three of them are more than 4 MiB
  for (const std::string_view name : {"a", "b", "c"}) {
    ASSERT_EQ(server.make_gadget(name, "", format(R"({{"color":"{}"}})", long_text)).code, 201);
  }
  EXPECT_EQ(names_of(server.get(ServerForTest::older_gadgets).object), "a b c");
  EXPECT_EQ(webhook.asked(), 2);
}

}  // namespace
}  // namespace telltale::server
