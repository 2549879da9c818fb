// SPDX-License-Identifier: Apache-2.0
#include "live/stored/writers_keeper.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "live/loop_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

// That the manager writes Ready on the Machine.
void learn(Writers& writers, std::string_view manager, std::string_view machine) {
  Object object;
  object.key = {"cluster.x-k8s.io", "Machine", "d", machine, {}};
  object.uid = machine;
  const std::vector<ManagerTouch> touches{{std::string(manager), client::ManualScheduler::start}};
  writers.saw(object, {.owners = {{"Ready", std::string(manager)}}, .has_fields = true}, touches);
}

std::string known_of(std::string_view manager) {
  Writers writers;
  learn(writers, manager, "m1");
  return writers.document();
}

class WritersKeeperTest : public testing::Test {
 protected:
  WritersKeeperTest() {
    loop_.transport.always([this](const client::Outgoing& request) { return serve(request); });
  }

  // One ConfigMap, with a resource version that moves with every write.
  Result<http::Response> serve(const client::Outgoing& request) {
    if (is_down_) return fail(Error::Kind::Unreachable, "no route");
    if (status_ != 0) return client::refusal(status_, "Forbidden", "not yours");
    if (request.method == "GET" && stored_.empty()) {
      return client::refusal(404, "NotFound", "no such map");
    }
    if (request.method == "PATCH") {
      if (stored_.empty()) return client::refusal(404, "NotFound", "no such map");
      const auto body = json::parse(request.body);
      if (body->at_pointer("/metadata/resourceVersion").as_string() != format("{}", version_)) {
        return client::refusal(409, "Conflict", "changed");
      }
    }
    if (request.method != "GET") {
      ++writes_;
      put(std::string(json::parse(request.body)->at_pointer("/data/writers.json").as_string()));
    }
    const json::ValueMap map{
        {"metadata", json::ValueMap{{"resourceVersion", format("{}", version_)}}},
        {"data", json::ValueMap{{"writers.json", stored_}}}};
    return client::json_answer(200, json::print(map));
  }
  void put(std::string document) {
    stored_ = std::move(document);
    ++version_;
  }
  void begin() {
    keeper_.begin();
    loop_.settle();
    loop_.reconciler.begin();
  }
  // As the loop does: once a second.
  void advance(std::chrono::seconds by) {
    for (std::chrono::seconds passed{0}; passed < by; ++passed) {
      keeper_.keep(loop_.time.clock().elapsed());
      loop_.advance(1s);
    }
  }
  Writers& writers() { return loop_.reconciler.writers(); }

  LoopForTest loop_;
  std::string stored_;
  int version_ = 100;
  int writes_ = 0;
  int status_ = 0;
  bool is_down_ = false;
  bool may_write_ = true;
  OwnNamespace home_{loop_.api, "telltale-system",
                     [this](std::string_view line) { loop_.log.emplace_back(line); }};
  WritersKeeperParts parts_{.home = home_,
                            .namespace_name = "telltale-system",
                            .reconciler = loop_.reconciler,
                            .may_write = [this] { return may_write_; }};
  WritersKeeper keeper_{loop_.parts, parts_};
};

TEST_F(WritersKeeperTest, ReadsWhatOtherReplicasKnow) {
  put(known_of("operator"));
  keeper_.begin();
  EXPECT_FALSE(keeper_.is_loaded());
  loop_.settle();
  EXPECT_TRUE(keeper_.is_loaded());
  EXPECT_EQ(loop_.progress, 1);
  EXPECT_EQ(writers().document(), known_of("operator"));
}

TEST_F(WritersKeeperTest, HasNothingToReadWhereEveryConditionIsWritten) {
  parts_.policy = WritePolicy::All;
  WritersKeeper keeper(loop_.parts, parts_);
  keeper.begin();
  EXPECT_TRUE(keeper.is_loaded());
  loop_.settle();
  EXPECT_EQ(loop_.transport.size(), 0U);
}

TEST_F(WritersKeeperTest, WaitsForAServerThatDoesNotAnswer) {
  is_down_ = true;
  begin();
  advance(10s);
  EXPECT_FALSE(keeper_.is_loaded());
  is_down_ = false;
  advance(2s);
  EXPECT_TRUE(keeper_.is_loaded());
}

TEST_F(WritersKeeperTest, GoesOnWithoutWhatMayNotBeReadAndSaysSoOnce) {
  status_ = 403;
  begin();
  EXPECT_TRUE(keeper_.is_loaded());
  advance(200s);
  EXPECT_EQ(loop_.logged("telltale-writers in the namespace telltale-system"), 1U);
}

TEST_F(WritersKeeperTest, StoresOnceWhatWasLearned) {
  begin();
  learn(writers(), "operator", "m1");
  may_write_ = false;
  advance(10s);
  EXPECT_EQ(writes_, 0) << "another telltale writes here";
  may_write_ = true;
  advance(300s);
  EXPECT_EQ(writes_, 1);
  EXPECT_EQ(stored_, known_of("operator"));
}

TEST_F(WritersKeeperTest, AddsWhatAnotherReplicaStoredMeanwhile) {
  put(known_of("operator"));
  begin();
  put(known_of("another"));
  learn(writers(), "third", "m2");
  advance(20s);
  EXPECT_EQ(writes_, 1);
  EXPECT_EQ(stored_, writers().document());
  for (const std::string_view manager : {"operator", "another", "third"}) {
    EXPECT_TRUE(stored_.contains(manager)) << manager;
  }
}

}  // namespace
}  // namespace telltale::live
