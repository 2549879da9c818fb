// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/conversion.h"

#include <gtest/gtest.h>

#include "server/conversion/webhook_calls.h"
#include "server/kinds/words_for_test.h"
#include "server/objects/object_access.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

Resource machines(Conversion conversion) {
  return {.group = "cluster.x-k8s.io",
          .plural = "machines",
          .kind = "Machine",
          .versions = {Version{.name = "v1beta2", .storage = true}, Version{.name = "v1beta1"}},
          .conversion = conversion};
}

json::Value machine() {
  return from_json(R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",)"
                   R"("metadata":{"name":"m"},"spec":{"clusterName":"c"},)"
                   R"("status":{"conditions":[{"type":"Ready","status":"True","reason":"Ok",)"
                   R"("lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
}

TEST(Conversion, OfNoneRewritesTheVersionOnly) {
  const Resource resource = machines(Conversion::None);
  json::Value expected = machine();
  expected.as_object()["apiVersion"] = "cluster.x-k8s.io/v1beta1";
  EXPECT_EQ(converted(machine(), resource, resource.versions[1]), expected);
  EXPECT_EQ(converted(machine(), resource, resource.versions[0]), machine());
}

TEST(Conversion, OfOurKindsMovesWhatTheVersionsCallDifferently) {
  const Resource resource = machines(Conversion::Telltale);
  const auto older = converted(machine(), resource, resource.versions[1]);
  ASSERT_TRUE(older.has_value());
  EXPECT_NE(json::print(*older).find(R"("experimentalConditions":[{)"), std::string::npos)
      << json::print(*older);
  const auto back = converted(*older, resource, resource.versions[0]);
  EXPECT_EQ(json::print(back->at("status").at("conditions")),
            json::print(machine().at("status").at("conditions")));
}

TEST(Conversion, WithoutAWebhookIsAFailureAndBlocks) {
  const Resource resource = machines(Conversion::Webhook);
  EXPECT_TRUE(conversion_blocks(resource));
  EXPECT_EQ(converted(machine(), resource, resource.versions[1]).error().code, 500);
  EXPECT_FALSE(conversion_blocks(machines(Conversion::None)));
}

class ReviewedConversionTest : public testing::Test {
 protected:
  void SetUp() override {
    resource.webhook = Webhook{.url = "https://127.0.0.1:1"};
    resource.webhook_calls = &calls;
  }
  static std::vector<json::Value> many(std::initializer_list<std::string_view> names) {
    std::vector<json::Value> objects;
    for (const std::string_view name : names) {
      objects.push_back(machine());
      metadata_of(objects.back())["name"] = name;
    }
    return objects;
  }
  // "a b ! d": what came of each.
  std::string come_of(std::vector<json::Value> objects) {
    std::string words;
    for (const auto& one : converted_each(std::move(objects), resource, resource.versions[1])) {
      if (!words.empty()) words += ' ';
      words += one && text_at(*one, "apiVersion") == "cluster.x-k8s.io/v1beta1"
                   ? text_at(*one, "metadata.name")
                   : std::string_view("!");
    }
    return words;
  }
  static WebhookForTest::Answer refusing(std::string_view name) {
    return [name](const std::string& review) -> Result<http::Response> {
      if (review.find(format(R"("name":"{}")", name)) == std::string::npos) {
        return WebhookForTest::convert(review);
      }
      return http::Response{.body = R"({"response":{"result":{"status":"Failed"}}})"};
    };
  }

  SteppedClock clock;
  WebhookForTest webhook;
  WebhookCalls calls{clock, {}, webhook.send()};
  Resource resource = machines(Conversion::Webhook);
};

TEST_F(ReviewedConversionTest, OfManyTakesOneReview) {
  EXPECT_EQ(come_of(many({"a", "b", "c"})), "a b c");
  EXPECT_EQ(webhook.asked(), 1);
  EXPECT_EQ(come_of({}), "");
  EXPECT_EQ(webhook.asked(), 1);
}

TEST_F(ReviewedConversionTest, OfWhatSpeaksTheVersionAlreadyTakesNone) {
  auto objects = many({"a"});
  objects[0].as_object()["apiVersion"] = "cluster.x-k8s.io/v1beta1";
  EXPECT_EQ(come_of(std::move(objects)), "a");
  EXPECT_EQ(webhook.asked(), 0);
}

TEST_F(ReviewedConversionTest, OneThatIsRefusedCostsOnlyItself) {
  webhook.answers(refusing("c"));
  EXPECT_EQ(come_of(many({"a", "b", "c", "d", "e", "f", "g"})), "a b ! d e f g");
  EXPECT_LE(webhook.asked(), 7);
}

TEST_F(ReviewedConversionTest, SilenceIsNotAskedTwice) {
  webhook.answers(WebhookForTest::miss_the_deadline);
  EXPECT_EQ(come_of(many({"a", "b", "c", "d"})), "! ! ! !");
  EXPECT_EQ(webhook.asked(), 1);
}

TEST_F(ReviewedConversionTest, SplittingEndsWhenItsTimeIsOver) {
  webhook.answers([&](const std::string& review) {
    clock.advance(Seconds{9});  // late, but there
    return refusing("a")(review);
  });
  EXPECT_EQ(come_of(many({"a", "b", "c", "d", "e", "f", "g", "h"})).substr(0, 1), "!");
  EXPECT_LE(webhook.asked(), 8);
}

TEST_F(ReviewedConversionTest, AnAnswerWithOtherObjectsIsNone) {
  using Change = void (*)(json::ValueList&);
  for (const Change change : {Change([](json::ValueList& list) { list.pop_back(); }),
                              Change([](json::ValueList& list) { std::swap(list[0], list[1]); }),
                              Change([](json::ValueList& list) { list.push_back(list[0]); }),
                              Change([](json::ValueList& list) {
                                list[1].as_object()["apiVersion"] = "cluster.x-k8s.io/v1";
                              })}) {
    webhook.answers([change](const std::string& review) -> Result<http::Response> {
      auto answer = *json::parse(WebhookForTest::convert(review)->body);
      json::ValueList& list = answer.at("response").as_object()["convertedObjects"].as_array();
      if (list.size() > 1)
        change(list);
      else
        list.clear();
      return http::Response{.body = json::print(answer)};
    });
    EXPECT_EQ(come_of(many({"a", "b"})), "! !");
  }
}

// Who asks next gets a sentence at once instead of a worker's time.
TEST_F(ReviewedConversionTest, TooManyAtOnceAreToldToComeBack) {
  WebhookCalls closed(clock, {.under_way = 0}, webhook.send());
  resource.webhook_calls = &closed;
  const auto refused = converted(machine(), resource, resource.versions[1]);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, 429);
  EXPECT_EQ(webhook.asked(), 0);
}

}  // namespace
}  // namespace telltale::server
