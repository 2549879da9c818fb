// SPDX-License-Identifier: Apache-2.0
#include "live/stored/address_keeper.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

const PublishedAddress here{.url = "http://127.0.0.1:9", .host = "node-1", .identity = "node-1_7"};

// A server with one ConfigMap, and a keeper that may write it.
class AddressKeeperTest : public testing::Test {
 protected:
  AddressKeeperTest() {
    transport_.always([this](const client::Outgoing& request) { return serve(request); });
  }

  Result<http::Response> serve(const client::Outgoing& request) {
    if (is_down_) return fail(Error::Kind::Unreachable, "no route");
    if (request.method == "GET") {
      ++looks_;
      if (stored_.empty()) return client::refusal(404, "NotFound", "no such map");
      return client::json_answer(200, stored_);
    }
    if (status_ != 0) return client::refusal(status_, "Forbidden", "not yours");
    if (request.method == "PATCH" && stored_.empty()) {
      return client::refusal(404, "NotFound", "no such map");
    }
    targets_.push_back(request.target);
    const auto body = json::parse(request.body);
    stored_ = json::print(json::ValueMap{{"data", body->at("data")}});
    return client::json_answer(request.method == "POST" ? 201 : 200, stored_);
  }
  void start() {
    keeper_.emplace(
        AddressKeeperParts{.api = api_,
                           .scheduler = time_,
                           .namespace_name = "telltale-system",
                           .is_our_turn = [this] { return turn_; },
                           .on_log = [this](std::string_view line) { lines_.emplace_back(line); }},
        here);
    time_.advance(1s);
  }

  client::ManualScheduler time_;
  client::ScriptedTransport transport_;
  client::Api api_{transport_, time_, time_.clock(), 1};
  std::string stored_ = {};
  std::vector<std::string> targets_ = {};  // that were written
  std::vector<std::string> lines_ = {};
  std::size_t looks_ = 0;
  bool turn_ = true;
  bool is_down_ = false;
  int status_ = 0;
  std::optional<AddressKeeper> keeper_ = {};
};

TEST_F(AddressKeeperTest, WritesWhereItAnswersOnce) {
  start();
  EXPECT_EQ(parse_published(stored_), here) << stored_;
  EXPECT_EQ(targets_.size(), 1U);
  time_.advance(1h);
  EXPECT_EQ(targets_.size(), 1U);
  EXPECT_EQ(looks_, 1U);
}

TEST_F(AddressKeeperTest, WritesNothingThatIsThereAlready) {
  start();
  keeper_.reset();
  start();
  EXPECT_EQ(looks_, 2U);
  EXPECT_EQ(targets_.size(), 1U);
}

TEST_F(AddressKeeperTest, WritesNothingAfterARestartAtTheSamePlace) {
  stored_ = R"({"data":{"url":"http://127.0.0.1:9","host":"node-1","identity":"before"}})";
  start();
  EXPECT_EQ(looks_, 1U);
  EXPECT_EQ(targets_.size(), 0U);
}

TEST_F(AddressKeeperTest, ReplacesWhatAnotherProcessLeft) {
  stored_ = R"({"data":{"url":"http://127.0.0.1:8","host":"node-0","identity":"x"}})";
  start();
  EXPECT_EQ(parse_published(stored_), here) << stored_;
}

TEST_F(AddressKeeperTest, WaitsForItsTurnAndTakesItAgain) {
  turn_ = false;
  start();
  time_.advance(1min);
  EXPECT_EQ(looks_, 0U);
  turn_ = true;
  time_.advance(1min);
  EXPECT_EQ(targets_.size(), 1U);
  turn_ = false;
  time_.advance(1min);
  stored_ = R"({"data":{"url":"http://127.0.0.1:8"}})";
  turn_ = true;
  time_.advance(1min);
  EXPECT_EQ(parse_published(stored_), here);
}

TEST_F(AddressKeeperTest, SaysOnceWhatItMayNotDoAndLeavesIt) {
  status_ = 403;
  start();
  time_.advance(1h);
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_TRUE(lines_.front().contains("telltale-address cannot be written")) << lines_.front();
  EXPECT_EQ(looks_, 1U);
}

TEST_F(AddressKeeperTest, TriesAgainWhereNobodyAnswered) {
  is_down_ = true;
  start();
  time_.advance(5min);
  is_down_ = false;
  time_.advance(5min);
  EXPECT_EQ(parse_published(stored_), here);
}

TEST_F(AddressKeeperTest, AsksNobodyAfterItsEnd) {
  turn_ = false;
  start();
  keeper_.reset();
  turn_ = true;
  time_.advance(1h);
  EXPECT_EQ(looks_, 0U);
}

TEST(PublishedAddress, IsNoneWhereItIsNoAddress) {
  for (const char* map : {"", "[]", "{}", R"({"data":7})", R"({"data":{"url":7}})",
                          R"({"data":{"url":"http://a:1@b"}})"}) {
    EXPECT_EQ(parse_published(map), std::nullopt) << map;
  }
  const std::string longer(3000, 'a');
  EXPECT_EQ(parse_published(format(R"({{"data":{{"url":"http://{}"}}}})", longer)), std::nullopt);
}

}  // namespace
}  // namespace telltale::live
