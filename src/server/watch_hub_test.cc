// SPDX-License-Identifier: Apache-2.0
#include "server/watch_hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WatchHubTest : public testing::Test {
 protected:
  std::shared_ptr<StreamForTest> watch(std::string_view query = {}) {
    return server.watch(format("{}?watch=1{}", ServerForTest::configmaps, query));
  }
  AnswerForTest label(std::string_view name, std::string_view value) {
    return server.merge(format("{}/{}", ServerForTest::configmaps, name),
                        format(R"({{"metadata":{{"labels":{{"x":{}}}}}}})", value));
  }

  ServerForTest server;
};

TEST_F(WatchHubTest, BeginsWithWhatIsThereAndGoesOnWithWhatChanges) {
  server.make_configmap("a");
  const auto stream = watch();
  EXPECT_THAT(told(*stream), ElementsAre("ADDED a"));
  server.make_configmap("b");
  label("a", R"("1")");
  label("a", R"("1")");  // changes nothing
  server.remove(format("{}/a", ServerForTest::configmaps));
  server.post("/api/v1/namespaces/kube-system/configmaps", R"({"metadata":{"name":"z"}})");
  EXPECT_THAT(told(*stream), ElementsAre("ADDED b", "MODIFIED a", "DELETED a"));
}

TEST_F(WatchHubTest, GoesOnAfterTheVersionGiven) {
  const auto first = server.make_configmap("a");
  server.make_configmap("b");
  server.remove(format("{}/a", ServerForTest::configmaps));
  const auto stream = watch("&resourceVersion=" + first.version());
  EXPECT_THAT(told(*stream), ElementsAre("ADDED b", "DELETED a"));
  const auto now = watch(format("&resourceVersion={}", server.revision()));
  EXPECT_THAT(told(*now), IsEmpty());
  server.make_configmap("c");
  EXPECT_THAT(told(*now), ElementsAre("ADDED c"));
}

TEST_F(WatchHubTest, ADeletionCarriesTheRevisionAtWhichItHappened) {
  server.make_configmap("a");
  const auto stream = watch(format("&resourceVersion={}", server.revision()));
  server.remove(format("{}/a", ServerForTest::configmaps));
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr(format(R"("resourceVersion":"{}")", server.revision())));
  EXPECT_THAT(lines[0], HasSubstr(R"("data":{"a":"1"})"));
}

TEST_F(WatchHubTest, WhatBeginsOrCeasesToMatchComesAndGoes) {
  server.make_configmap("a");
  const auto stream = watch("&labelSelector=x%3D1");
  EXPECT_THAT(told(*stream), IsEmpty());
  label("a", R"("1")");
  server.merge(format("{}/a", ServerForTest::configmaps), R"({"data":{"b":"2"}})");
  label("a", R"("2")");
  label("a", "null");
  EXPECT_THAT(told(*stream), ElementsAre("ADDED a", "MODIFIED a", "DELETED a"));
}

TEST_F(WatchHubTest, OneObjectIsWatchedByItsName) {
  server.make_configmap("a");
  server.make_configmap("b");
  const auto stream = watch("&fieldSelector=metadata.name%3Db&resourceVersion=0");
  const auto old = server.watch("/api/v1/watch/namespaces/default/configmaps/b");
  label("a", R"("1")");
  label("b", R"("1")");
  EXPECT_THAT(told(*stream), ElementsAre("ADDED b", "MODIFIED b"));
  EXPECT_THAT(told(*old), ElementsAre("ADDED b", "MODIFIED b"));
  const auto space = server.watch("/api/v1/watch/namespaces/default");
  EXPECT_THAT(told(*space), ElementsAre("ADDED default"));
}

TEST_F(WatchHubTest, AForgottenVersionIsAnErrorOnTheStreamAndItsEnd) {
  server.make_configmap("a");
  ASSERT_TRUE(server.store().compact(server.revision()).has_value());
  const auto stream = watch("&resourceVersion=1");
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr(R"({"type":"ERROR")"));
  EXPECT_THAT(lines[0], HasSubstr(R"("reason":"Expired")"));
  EXPECT_THAT(lines[0], HasSubstr("too old resource version: 1 ("));
  EXPECT_FALSE(stream->open());
}

// The present and the past of a custom resource begin with its definition.
TEST_F(WatchHubTest, AVersionBeforeTheDefinitionIsForgotten) {
  server.define_gadgets();
  server.make_gadget("a");
  const std::string path = format("{}?watch=1&resourceVersion=", ServerForTest::gadgets);
  const std::vector<std::string> lines = server.watch(path + "1")->take_lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr("too old resource version: 1 ("));
  const auto since = server.watch(path + server.get(ServerForTest::gadgets).version());
  server.make_gadget("b");
  EXPECT_THAT(told(*since), ElementsAre("ADDED b"));
}

TEST_F(WatchHubTest, AVersionOfTheFutureIsSilentUntilItIsReached) {
  const auto stream = watch(format("&resourceVersion={}", server.revision() + 1));
  server.make_configmap("a");
  EXPECT_THAT(told(*stream), IsEmpty());
  server.make_configmap("b");
  EXPECT_THAT(told(*stream), ElementsAre("ADDED b"));
}

TEST_F(WatchHubTest, TheEndOfTheInitialEventsIsToldToWhoAsks) {
  server.make_configmap("a");
  const auto stream =
      watch("&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr(R"({"type":"ADDED")"));
  EXPECT_THAT(lines[1], HasSubstr(R"({"type":"BOOKMARK")"));
  EXPECT_THAT(lines[1], HasSubstr(R"("k8s.io/initial-events-end":"true")"));
  const auto unmarked = watch("&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
  EXPECT_THAT(told(*unmarked), ElementsAre("ADDED a"));
  const auto without = watch("&sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
  EXPECT_THAT(told(*without), IsEmpty());
  server.make_configmap("b");
  EXPECT_THAT(told(*without), ElementsAre("ADDED b"));
}

TEST_F(WatchHubTest, CombinationsThatMakeNoSenseAreRefused) {
  for (const std::string_view query :
       {"&sendInitialEvents=true", "&resourceVersionMatch=NotOlderThan",
        "&sendInitialEvents=true&resourceVersionMatch=Exact&allowWatchBookmarks=true"}) {
    const auto refused = server.get(format("{}?watch=1{}", ServerForTest::configmaps, query));
    EXPECT_EQ(refused.refusal(), "422 Invalid") << query;
  }
}

TEST_F(WatchHubTest, BookmarksComeEveryMinuteToWhoAsked) {
  const auto asked = watch("&allowWatchBookmarks=true");
  const auto silent = watch();
  server.advance(Seconds{59});
  EXPECT_THAT(told(*asked), IsEmpty());
  server.post("/api/v1/namespaces/kube-system/configmaps", R"({"metadata":{"name":"z"}})");
  server.advance(Seconds{1});
  const std::vector<std::string> lines = asked->take_lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], format(R"({{"type":"BOOKMARK","object":{{"kind":"ConfigMap",)"
                             R"("apiVersion":"v1","metadata":{{"resourceVersion":"{}"}}}}}})",
                             server.revision()));
  server.advance(Seconds{1});
  EXPECT_THAT(told(*asked), IsEmpty());
  EXPECT_THAT(told(*silent), IsEmpty());
}

TEST_F(WatchHubTest, ATimeoutEndsTheWatchWithABookmark) {
  const auto stream = watch("&timeoutSeconds=10&allowWatchBookmarks=true");
  const auto endless = watch("&timeoutSeconds=9223372036854775807");
  server.advance(Seconds{9});
  EXPECT_TRUE(stream->open());
  server.advance(Seconds{1});
  EXPECT_FALSE(stream->open());
  EXPECT_THAT(told(*stream), ElementsAre("BOOKMARK -"));
  server.advance(Seconds{7200});
  EXPECT_TRUE(endless->open());
}

TEST_F(WatchHubTest, AWatchWithoutATimeoutEndsWithinAnHour) {
  const auto stream = watch();
  server.advance(Seconds{1799});
  EXPECT_TRUE(stream->open());
  server.advance(Seconds{1801});
  EXPECT_FALSE(stream->open());
}

TEST_F(WatchHubTest, WhoDoesNotReadHoldsUpNobody) {
  const auto slow = watch();
  const auto quick = watch();
  slow->stall();
  EXPECT_EQ(server.make_configmap("a").code, 201);
  EXPECT_THAT(told(*quick), ElementsAre("ADDED a"));
  EXPECT_THAT(told(*slow), IsEmpty());
}

TEST_F(WatchHubTest, WhoLeftIsForgotten) {
  const auto stream = watch();
  EXPECT_THAT(server.api().metrics_text(0), HasSubstr("telltale_apiserver_watchers 1"));
  stream->leave();
  EXPECT_THAT(server.api().metrics_text(0), HasSubstr("telltale_apiserver_watchers 0"));
  EXPECT_EQ(server.make_configmap("a").code, 201);
}

TEST_F(WatchHubTest, TablesSayTheirColumnsOnce) {
  server.make_configmap("a");
  const auto stream = server
                          .get(format("{}?watch=1", ServerForTest::configmaps),
                               {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}})
                          .stream;
  server.make_configmap("b");
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr(R"("columnDefinitions":[{"name":"Name")"));
  EXPECT_THAT(lines[0], HasSubstr(R"("cells":["a",1,"0s"])"));
  EXPECT_THAT(lines[1], HasSubstr(R"("columnDefinitions":[])"));
  EXPECT_THAT(lines[1], HasSubstr(R"("cells":["b",1,"0s"])"));
}

TEST_F(WatchHubTest, MetadataOnlyWatchesShowMetadataOnly) {
  server.make_configmap("a");
  const auto stream =
      server
          .get(format("{}?watch=1&allowWatchBookmarks=true", ServerForTest::configmaps),
               {{"Accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"}})
          .stream;
  server.advance(Seconds{60});
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr(R"("kind":"PartialObjectMetadata")"));
  EXPECT_THAT(lines[0], testing::Not(HasSubstr(R"("data")")));
  EXPECT_THAT(lines[1], HasSubstr(R"("kind":"PartialObjectMetadata")"));
}

}  // namespace
}  // namespace telltale::server
