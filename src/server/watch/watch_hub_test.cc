// SPDX-License-Identifier: Apache-2.0
#include "server/watch/watch_hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

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

// Gadgets in a version that a webhook makes of them.
class WatchConvertedTest : public testing::Test {
 protected:
  void SetUp() override { server.define_gadgets_of_a_webhook(); }
  void TearDown() override { webhook.speaks(); }  // nobody waits at the end

  std::shared_ptr<StreamForTest> watch(std::string_view query = {}) {
    return server.watch(format("{}?watch=1{}", ServerForTest::older_gadgets, query));
  }
  // One that has begun, and of which nothing but changes is to come. There are several workers, so
  // that nothing else says when that is.
  std::shared_ptr<StreamForTest> begun(std::string_view query = {},
                                       std::string_view path = ServerForTest::older_gadgets) {
    auto stream =
        server.watch(format("{}?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
                            "&resourceVersionMatch=NotOlderThan{}",
                            path, query));
    stream->wait_for_text("initial-events-end");
    stream->take_lines();
    return stream;
  }
  std::vector<std::string> told_by(StreamForTest& stream, std::ptrdiff_t lines) {
    stream.wait_for_lines(lines);
    return told(stream);
  }

  WebhookForTest webhook;
  ServerForTest server{ServerForTest::Brings::Nothing, nullptr, {}, &webhook};
};

TEST_F(WatchConvertedTest, AreToldInTheVersionTheyAskedForAndInOrder) {
  server.make_gadget("a");
  const auto stream = watch();
  EXPECT_THAT(told_by(*stream, 1), ElementsAre("ADDED a"));
  server.make_gadget("b");
  server.merge(format("{}/b", ServerForTest::gadgets), R"({"spec":{"size":2}})");
  server.remove(format("{}/a", ServerForTest::gadgets));
  stream->wait_for_lines(3);
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], HasSubstr(R"({"type":"ADDED","object":{"apiVersion":)"
                                  R"("ref.example.com/v1beta1")"));
  EXPECT_THAT(lines[1], HasSubstr(R"("type":"MODIFIED")"));
  EXPECT_THAT(lines[1], HasSubstr(R"("size":2)"));
  EXPECT_THAT(lines[2], HasSubstr(R"("type":"DELETED")"));
  EXPECT_THAT(lines[2], HasSubstr(format(R"("resourceVersion":"{}")", server.revision())));
}

// It was asked on the store's thread once, and everybody's writes waited with it.
TEST_F(WatchConvertedTest, ASilentWebhookHoldsUpNobodyElse) {
  const auto converted = begun();
  const auto plain = begun({}, ServerForTest::gadgets);
  webhook.falls_silent();
  EXPECT_EQ(server.make_gadget("a").code, 201);
  webhook.wait_until_asked(1);
  EXPECT_EQ(server.make_gadget("b").code, 201);
  EXPECT_EQ(server.make_configmap("c").code, 201);
  EXPECT_EQ(server.get(ServerForTest::configmaps).code, 200);
  EXPECT_THAT(told_by(*plain, 2), ElementsAre("ADDED a", "ADDED b"));
  EXPECT_THAT(told(*converted), IsEmpty());
  webhook.speaks();
  EXPECT_THAT(told_by(*converted, 2), ElementsAre("ADDED a", "ADDED b"));
}

TEST_F(WatchConvertedTest, WhoAsksForTheStoredVersionNeedsNoWebhook) {
  webhook.falls_silent();
  const auto stream = server.watch(format("{}?watch=1", ServerForTest::gadgets));
  server.make_gadget("a");
  server.make_gadget("b");
  EXPECT_THAT(told_by(*stream, 2), ElementsAre("ADDED a", "ADDED b"));
  EXPECT_EQ(webhook.asked(), 0);
}

TEST_F(WatchConvertedTest, EndsWithAnErrorWhenTheWebhookDoesNotAnswer) {
  const auto stream = begun();
  const auto of_others = begun("&labelSelector=x%3D1");
  webhook.answers(WebhookForTest::miss_the_deadline);
  EXPECT_EQ(server.make_gadget("a").code, 201);
  stream->wait_for_end();
  const std::vector<std::string> lines = stream->take_lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr(R"({"type":"ERROR")"));
  EXPECT_THAT(lines[0], HasSubstr("conversion webhook for gadgets.ref.example.com failed"));
  EXPECT_TRUE(of_others->open());  // nothing of what it is told failed
}

TEST_F(WatchConvertedTest, ABeginningThatCannotBeConvertedIsAnErrorAndTheEnd) {
  server.make_gadget("a");
  const std::string before = server.get(ServerForTest::gadgets).version();
  server.make_gadget("b");
  webhook.answers(WebhookForTest::miss_the_deadline);
  for (const std::string& query : {std::string(), "&resourceVersion=" + before}) {
    const auto stream = watch(query);
    stream->wait_for_end();
    EXPECT_THAT(told(*stream), ElementsAre("ERROR -")) << query;
  }
}

TEST_F(WatchConvertedTest, ManyWatchesAndManyObjectsTakeOneReview) {
  for (int i = 0; i < 20; ++i) server.make_gadget(format("g{}", i));
  const auto first = begun();
  EXPECT_EQ(webhook.asked(), 1);
  const auto second = begun();
  const int asked = webhook.asked();
  EXPECT_LE(asked, 2);  // the second may still find the beginning that the first one was told
  webhook.falls_silent();
  server.make_gadget("x");
  webhook.wait_until_asked(asked + 1);
  for (int i = 0; i < 20; ++i) server.make_gadget(format("h{}", i));
  webhook.speaks();
  first->wait_for_lines(21);
  second->wait_for_lines(21);
  EXPECT_EQ(webhook.asked(), asked + 2);  // x, and all that came meanwhile
}

TEST_F(WatchConvertedTest, OneObjectThatTheWebhookRefusesEndsOnlyWhoWantsIt) {
  server.make_gadget("bad", R"(,"labels":{"x":"1"})");
  server.make_gadget("good");
  const auto all = begun();
  const auto rest = begun("&labelSelector=%21x");
  const int asked = webhook.asked();
  webhook.answers([](const std::string& review) -> Result<http::Response> {
    if (review.find(R"("name":"bad")") == std::string::npos) {
      return WebhookForTest::convert(review);
    }
    return http::Response{.body = R"({"response":{"result":{"status":"Failed","message":"no"}}})"};
  });
  webhook.falls_silent();
  server.make_gadget("first");  // while this one is asked for, the others come together
  webhook.wait_until_asked(asked + 1);
  server.merge(format("{}/good", ServerForTest::gadgets), R"({"spec":{"size":2}})");
  server.merge(format("{}/bad", ServerForTest::gadgets), R"({"spec":{"size":2}})");
  server.make_gadget("last");
  webhook.speaks();
  EXPECT_THAT(told_by(*rest, 3), ElementsAre("ADDED first", "MODIFIED good", "ADDED last"));
  all->wait_for_end();
  EXPECT_THAT(told(*all), ElementsAre("ADDED first", "MODIFIED good", "ERROR -"));
}

// A bookmark says that everything up to it has been told.
TEST_F(WatchConvertedTest, BookmarksDoNotRunAheadOfWhatIsConverted) {
  const auto stream = begun();
  webhook.falls_silent();
  const auto made = server.make_gadget("a");
  webhook.wait_until_asked(1);
  server.make_configmap("c");
  std::vector<std::string> lines;
  for (int minute = 0; minute < 20 && lines.empty(); ++minute) {  // it may not have begun yet
    server.advance(Seconds{60});
    lines = stream->take_lines();
  }
  ASSERT_EQ(lines.size(), 1U);
  const auto bookmark = json::parse(lines[0]);
  EXPECT_EQ(text_at(*bookmark, "type"), "BOOKMARK");
  EXPECT_LT(std::stoll(std::string(text_at(*bookmark, "object.metadata.resourceVersion"))),
            std::stoll(made.version()));
  webhook.speaks();
  EXPECT_THAT(told_by(*stream, 1), ElementsAre("ADDED a"));
}

TEST_F(WatchConvertedTest, AnExceptionEndsTheWatchAndIsCounted) {
  const auto stream = begun();
  webhook.answers(
      [](const std::string&) -> Result<http::Response> { throw std::runtime_error("no memory"); });
  EXPECT_EQ(server.make_gadget("a").code, 201);
  stream->wait_for_end();
  EXPECT_THAT(told(*stream), ElementsAre("ERROR -"));
  webhook.answers(WebhookForTest::convert);
  const auto next = begun();
  server.make_gadget("b");
  EXPECT_THAT(told_by(*next, 1), ElementsAre("ADDED b"));
  EXPECT_THAT(server.api().metrics_text(0), HasSubstr("telltale_apiserver_exceptions_total 1\n"));
}

TEST_F(WatchConvertedTest, FallingTooFarBehindIsTheEndAndSaid) {
  const auto stream = begun();
  webhook.falls_silent();
  server.make_gadget("a");
  webhook.wait_until_asked(1);
  // Written past the API, which would take long for so many.
  const std::string key = "~/ref.example.com/gadgets/default/b";
  const auto stored = server.store().present().get("~/ref.example.com/gadgets/default/a");
  store::Revision revision = 0;
  for (std::size_t i = 0; i <= ChangeFeed::waiting_max && stream->open(); ++i) {
    const auto done = store::commit_and_wait(
        server.store(), {.key = key, .value = *stored->value, .expected = revision});
    ASSERT_TRUE(done.has_value());
    revision = *done;
  }
  stream->wait_for_end();
  EXPECT_THAT(stream->take_lines(), ElementsAre(HasSubstr(R"("reason":"Expired")")));
}

}  // namespace
}  // namespace telltale::server
