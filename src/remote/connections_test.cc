// SPDX-License-Identifier: Apache-2.0
#include "remote/connections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/text.h"
#include "remote/small_clusters_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;
using client::json_answer;
using client::refusal;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Instant start = client::ManualScheduler::start;

TEST(Connections, TellsFirstThatNothingIsKnownYet) {
  SmallClusters world;
  world.add("c1").alive.reset();
  world.want({"c1"});
  EXPECT_THAT(world.take(), IsEmpty());  // whoever wants may hold a lock that the sink wants
  world.time.advance(0ms);
  EXPECT_THAT(world.take(), ElementsAre("state default/c1 away failures=0 "));
}

TEST(Connections, ReadsTheSecretDialsProbesAndThenWatches) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(0ms);
  EXPECT_EQ(world.hub.wire.at(0).target(), "/api/v1/namespaces/default/secrets/c1-kubeconfig");
  EXPECT_EQ(world.hub.wire.at(0).request().timeout, 10s);
  EXPECT_EQ(cluster.server.wire.at(0).target(), "/");
  EXPECT_EQ(cluster.server.dialled, 1);
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 away failures=0 ",
                                               "state default/c1 connected failures=0 "));
  EXPECT_EQ(world.state("c1"),
            (ConnectionState{.connected = true, .last_probe = start, .last_success = start}));
}

TEST(Connections, HandsOnWhatTheClusterHoldsAfterSayingThatItIsConnected) {
  SmallClusters world;
  world.add("c1");
  world.want({"c1"});
  world.time.advance(0ms);
  std::vector<std::string> told = world.take();
  std::erase_if(told, [](const std::string& line) {
    return line.starts_with("log") || line.starts_with("certificates");
  });
  ASSERT_EQ(told.size(), 9U);
  EXPECT_EQ(told[1], "state default/c1 connected failures=0 ");
  EXPECT_EQ(told[2], "list default/c1 Node");
  EXPECT_THAT(told[3], HasSubstr(R"("name":"n1")"));
  EXPECT_THAT(told[3], Not(HasSubstr("annotations")));
  EXPECT_EQ(told[4], "synced default/c1 Node");
  EXPECT_EQ(told[5], "list default/c1 Pod");
  EXPECT_EQ(told[8], "synced default/c1 ConfigMap");
}

TEST(Connections, NeverListsSecrets) {
  SmallClusters world;
  world.add("c1");
  world.want({"c1"});
  world.time.advance(2h);
  for (const std::string& target : world.hub.wire.targets()) {
    EXPECT_TRUE(target.starts_with("/api/v1/namespaces/default/secrets/c1-")) << target;
  }
}

TEST(Connections, ProbesEveryTenSecondsAndKeepsQuietAboutIt) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  world.take();
  const std::uint64_t before = world.connections->figures().probes;
  world.time.advance(100s);
  EXPECT_EQ(world.connections->figures().probes, before + 10);
  EXPECT_THAT(world.take("state"), IsEmpty());
  EXPECT_GT(world.state("c1").last_success, start + 95s);
  EXPECT_EQ(cluster.server.dialled, 1);
  for (std::size_t i = 1; i < cluster.server.wire.size(); ++i) {
    if (cluster.server.wire.at(i).target() != "/") continue;
    EXPECT_EQ(cluster.server.wire.at(i).request().timeout, 5s);
  }
}

TEST(Connections, TellsEveryProbeOfAClusterThatFailsAndLetsGoAtTheFifth) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  const Instant last_success = world.state("c1").last_success;
  world.take();
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.time.advance(50s);
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 connected failures=1 ",
                                               "state default/c1 connected failures=2 ",
                                               "state default/c1 connected failures=3 ",
                                               "state default/c1 connected failures=4 ",
                                               "state default/c1 away failures=5 "));
  EXPECT_EQ(world.state("c1").last_success, last_success);
  world.time.advance(0ms);
  EXPECT_EQ(cluster.server.hung_up, 1);
  EXPECT_THAT(cluster.server.wire.open_calls(), IsEmpty());
}

TEST(Connections, TriesAgainEveryThirtySecondsAndComesBack) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.want({"c1"});
  world.time.advance(29s);
  EXPECT_EQ(world.state("c1").consecutive_failures, 1U);
  world.time.advance(91s);
  EXPECT_EQ(world.state("c1").consecutive_failures, 5U);
  EXPECT_EQ(world.state("c1").last_success, no_time);
  EXPECT_EQ(world.asked_hub("c1-kubeconfig"), 5U);
  world.take();
  cluster.alive = json_answer(200, "{}");
  world.time.advance(30s);
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 connected failures=0 "));
  EXPECT_EQ(cluster.server.dialled, 6);
  EXPECT_EQ(cluster.server.hung_up, 5);
}

TEST(Connections, TakesEveryAnswerButSuccessForAFailure) {
  for (const int status : {301, 403, 404, 429, 500, 503}) {
    SmallClusters world;
    world.add("c1").alive = json_answer(status, "{}");
    world.want({"c1"});
    world.time.advance(0ms);
    EXPECT_FALSE(world.state("c1").connected) << status;
    EXPECT_EQ(world.state("c1").consecutive_failures, 1U) << status;
  }
}

TEST(Connections, ReadsARotatedSecretAtOnceAfterA401) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  auto& rotated = world.add("c1-rotated");
  world.want({"c1"});
  world.time.advance(10s);
  world.take();
  cluster.alive = refusal(401, "Unauthorized", "who are you");
  world.secrets["c1"] = json_answer(200, kubeconfig_secret("c1", "c1-rotated x"));
  world.time.advance(10s + 1ms);
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 away failures=1 ",
                                               "state default/c1 connected failures=0 "));
  EXPECT_EQ(rotated.server.dialled, 1);
  EXPECT_EQ(cluster.server.hung_up, 1);
}

TEST(Connections, DoesNotSpinWhenTheNewSecretIsUnauthorizedToo) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  cluster.alive = refusal(401, "Unauthorized", "who are you");
  world.time.advance(30s);
  EXPECT_LE(world.asked_hub("c1-kubeconfig"), 3U);
  EXPECT_EQ(world.state("c1").consecutive_failures, 2U);
}

TEST(Connections, CountsAMissingSecretAsAFailedAttempt) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.secrets["c1"] = refusal(404, "NotFound", "no such Secret");
  world.want({"c1"});
  world.time.advance(0ms);
  EXPECT_EQ(world.state("c1"), (ConnectionState{.last_probe = start, .consecutive_failures = 1}));
  EXPECT_EQ(cluster.server.dialled, 0);
  world.secrets.clear();
  world.time.advance(30s);
  EXPECT_TRUE(world.state("c1").connected);
}

TEST(Connections, KeepsKnownObjectsWhileItIsAwayAndListsAnewAfterwards) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.take();
  world.time.advance(60s);
  EXPECT_THAT(world.take("deleted"), IsEmpty());
  cluster.alive = json_answer(200, "{}");
  cluster.nodes = list_of("Node", R"({"metadata":{"name":"n2"}})");
  world.time.advance(30s);
  const std::vector<std::string> told = world.take();
  EXPECT_THAT(told, Contains("list default/c1 Node"));
  EXPECT_THAT(told, Contains(HasSubstr(R"("name":"n2")")));
  EXPECT_THAT(told, Contains("synced default/c1 Node"));
}

TEST(Connections, HearsNothingMoreOfAConnectionThatWasLetGo) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  auto* watch = cluster.server.wire.open_calls("/nodes?watch").at(0);
  watch->head();
  const auto say = [&](std::string_view name, int version) {
    watch->piece(
        format("{{\"type\":\"ADDED\",\"object\":{{\"metadata\":{{\"name\":\"{}\","
               "\"resourceVersion\":\"{}\"}}}}}}\n",
               name, version));
  };
  world.take();
  say("in-time", 11);
  EXPECT_THAT(world.take("object"), ElementsAre(HasSubstr("in-time")));
  bool was_late = false;
  world.during_state = [&] {
    if (world.state("c1").connected || !watch->open()) return;
    was_late = true;
    say("late", 12);
  };
  cluster.alive = refusal(401, "Unauthorized", "who are you");
  world.time.advance(10s);
  EXPECT_TRUE(was_late);
  EXPECT_THAT(world.take("object"), Not(Contains(HasSubstr("late"))));
}

TEST(Connections, SaysWhyNodesCannotBeReadAlthoughProbesSucceed) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  cluster.nodes = refusal(403, "Forbidden", "nodes is forbidden, request 7f3a");
  world.want({"c1"});
  world.time.advance(0ms);
  EXPECT_EQ(world.state("c1").lookup_error, "");  // not before a probe has succeeded meanwhile
  world.time.advance(10s);
  EXPECT_EQ(world.state("c1").lookup_error, "the API server answered 403 to a list of Nodes");
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 away failures=0 ",
                                               "state default/c1 connected failures=0 ",
                                               "state default/c1 connected failures=0 "
                                               "the API server answered 403 to a list of Nodes"));
  cluster.nodes = list_of("Node", "");
  world.time.advance(60s);
  EXPECT_EQ(world.state("c1").lookup_error, "");
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 connected failures=0 "));
}

TEST(Connections, TakesTroubleWithNodesThatAreKnownForNoLookupError) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(0ms);
  auto* watch = cluster.server.wire.open_calls("/nodes?watch").at(0);
  cluster.nodes = refusal(403, "Forbidden", "nodes is forbidden");
  watch->answer(refusal(410, "Expired", "too old"));
  world.time.advance(60s);
  EXPECT_TRUE(world.state("c1").connected);
  EXPECT_EQ(world.state("c1").lookup_error, "");
}

TEST(Connections, LetsGoOfAClusterThatIsNotWantedAnyMore) {
  SmallClusters world;
  auto& c1 = world.add("c1");
  auto& c2 = world.add("c2");
  world.want({"c1", "c2", "c1"});
  world.time.advance(10s);
  EXPECT_EQ(world.connections->figures().wanted, 2U);
  EXPECT_EQ(world.connections->figures().connected, 2U);
  world.want({"c2"});
  EXPECT_FALSE(world.connections->state_of({"default", "c1"}).has_value());
  world.time.advance(0ms);
  world.take();
  world.time.advance(1min);
  EXPECT_EQ(c1.server.hung_up, 1);
  EXPECT_EQ(c2.server.hung_up, 0);
  EXPECT_THAT(world.take(), Not(Contains(HasSubstr("c1"))));
  EXPECT_EQ(world.connections->figures().wanted, 1U);
}

TEST(Connections, LeavesClustersAloneThatStayWanted) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  for (int i = 0; i < 10; ++i) world.want({"c1"});
  world.time.advance(10s);
  EXPECT_EQ(cluster.server.dialled, 1);
}

TEST(Connections, BeginsAfreshWithAClusterThatComesBack) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.want({"c1"});
  world.time.advance(60s);
  EXPECT_EQ(world.state("c1").consecutive_failures, 3U);
  world.want({});
  world.want({"c1"});
  EXPECT_EQ(world.state("c1"), ConnectionState{});
}

// Whatever is under way when a cluster is let go, nothing is said and nothing is left.
TEST(Connections, LetsGoInTheMiddleOfConnecting) {
  for (const std::string_view stage : {"secret", "probe", "nodes"}) {
    SmallClusters world;
    auto& cluster = world.add("c1");
    if (stage == "secret") world.secrets["c1"] = std::nullopt;
    if (stage == "probe") cluster.alive.reset();
    if (stage == "nodes") cluster.nodes.reset();
    world.want({"c1"});
    world.time.advance(0ms);
    world.want({});
    world.time.advance(0ms);
    world.take();
    for (auto* call : world.hub.wire.open_calls()) {
      call->answer(json_answer(200, kubeconfig_secret("c1", "c1 x")));
    }
    for (auto* call : cluster.server.wire.open_calls()) call->answer(json_answer(200, "{}"));
    world.time.advance(1h);
    EXPECT_THAT(world.take(), IsEmpty()) << stage;
    EXPECT_EQ(cluster.server.dialled, cluster.server.hung_up) << stage;
    EXPECT_EQ(world.time.appointments(), 0U) << stage;
  }
}

TEST(Connections, ConnectsSoManyAtATime) {
  SmallClusters world({.connecting_max = 2});
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) {
    names.push_back(format("c{}", i));
    world.add(names.back()).alive.reset();
  }
  world.want(names);
  world.time.advance(0ms);
  EXPECT_EQ(world.asked_hub("kubeconfig"), 2U);
  // One is answered, one is let go: two others have their turn.
  world.clusters["c0"]->server.wire.last().answer(json_answer(200, "{}"));
  world.want({"c0", "c2", "c3", "c4"});
  world.time.advance(0ms);
  EXPECT_EQ(world.asked_hub("kubeconfig"), 4U);
  EXPECT_TRUE(world.state("c0").connected);
  world.clusters["c2"]->server.wire.last().lose();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked_hub("kubeconfig"), 5U);
}

TEST(Connections, AnnouncesTheCertificateSecretsOfAClusterOnceItIsConnected) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.want({"c1"});
  world.time.advance(10s);
  EXPECT_THAT(world.take("certificates"), IsEmpty());
  cluster.alive = json_answer(200, "{}");
  world.time.advance(20s);
  const std::vector<std::string> told = world.take("certificates");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told[0], HasSubstr("certificates default/c1 complete{"));
  for (const std::string_view purpose : {"c1-ca", "c1-etcd", "c1-sa", "c1-proxy"}) {
    EXPECT_THAT(told[0], HasSubstr(format(R"("name":"{}")", purpose)));
  }
}

TEST(Connections, LooksAtCompleteCertificatesEveryTenMinutes) {
  SmallClusters world;
  world.add("c1");
  world.want({"c1"});
  world.time.advance(1s);
  world.take();
  world.time.advance(598s);
  EXPECT_THAT(world.take("certificates"), IsEmpty());
  world.certificates.erase("c1-sa");
  world.time.advance(2s);
  const std::vector<std::string> told = world.take("certificates");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told[0], HasSubstr("complete"));
  EXPECT_THAT(told[0], Not(HasSubstr("c1-sa")));
}

TEST(Connections, LooksSoonerAtCertificatesThatAreMissingAndEachTimeLater) {
  SmallClusters world;
  world.add("c1");
  world.certificates.erase("c1-etcd");
  world.want({"c1"});
  world.time.advance(1s);
  EXPECT_EQ(world.take("certificates").size(), 1U);
  world.time.advance(15s);
  EXPECT_EQ(world.take("certificates").size(), 1U);
  world.time.advance(30s);
  EXPECT_EQ(world.take("certificates").size(), 1U);
  world.time.advance(2h);
  const std::size_t late = world.take("certificates").size();
  EXPECT_GE(late, 12U);
  EXPECT_LE(late, 15U);
}

TEST(Connections, DoesNotTakeCertificatesThatItMayNotReadForMissing) {
  SmallClusters world;
  world.add("c1");
  world.certificate_answer = refusal(403, "Forbidden", "no");
  world.want({"c1"});
  world.time.advance(1s);
  EXPECT_THAT(world.take("certificates"), ElementsAre("certificates default/c1 incomplete"));
}

TEST(Connections, NeverSaysWhatIsInASecret) {
  SmallClusters world;
  world.add("c1");
  world.add("c3");
  world.add("c4");
  // c2 has a kubeconfig that nobody can dial, c3 one that is no base64, c4 one that is no JSON.
  world.secrets["c3"] = json_answer(200, R"({"data":{"value":"s3cr3t-token!"}})");
  world.secrets["c4"] = json_answer(200, R"({"data":{"value":"s3cr3t-token)");
  world.want({"c1", "c2", "c3", "c4"});
  world.time.advance(1h);
  const std::vector<std::string> told = world.take();
  EXPECT_THAT(told, Contains(HasSubstr("log Cluster default/c2: cannot connect: the kubeconfig in "
                                       "Secret default/c2-kubeconfig cannot be used")));
  EXPECT_THAT(told, Contains(HasSubstr("data.value is not base64")));
  EXPECT_THAT(told, Contains(HasSubstr("is not a JSON object")));
  EXPECT_THAT(told, Contains(HasSubstr("certificates default/c1 complete")));
  EXPECT_THAT(told, Not(Contains(HasSubstr("s3cr3t"))));
}

TEST(Connections, LogsTheSameTroubleOnce) {
  SmallClusters world;
  world.add("c1").alive = fail(Error::Kind::Unreachable, "connection\nrefused");
  world.want({"c1"});
  world.time.advance(10min);
  const std::vector<std::string> told = world.take("log");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told[0], HasSubstr("log Cluster default/c1: cannot connect: connection"));
  EXPECT_THAT(told[0], Not(HasSubstr("\n")));
}

// While somebody is at it, a watch brings more than may wait.
TEST(Connections, ReadsEverythingAnewWhenSomethingOfAWatchWasLost) {
  SmallClusters world;
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(10s);
  auto* watch = cluster.server.wire.open_calls("/nodes?watch").at(0);
  watch->head();
  world.during_state = [&] {
    const std::string filling(1 << 20, 'x');
    for (int i = 0; i < 20; ++i) {
      watch->piece(
          format("{{\"type\":\"ADDED\",\"object\":{{\"metadata\":{{\"name\":\"o{}\","
                 "\"resourceVersion\":\"{}\"}},\"spec\":\"{}\"}}}}\n",
                 i, 20 + i, filling));
    }
  };
  world.take();
  cluster.alive = fail(Error::Kind::Unreachable, "connection refused");
  world.time.advance(10s);
  world.during_state = {};
  EXPECT_EQ(world.take("object").size(), 15U);  // a little less than a MiB each is metadata
  cluster.alive = json_answer(200, "{}");
  world.time.advance(10s + 1ms);
  EXPECT_THAT(world.take("state"), ElementsAre("state default/c1 away failures=0 ",
                                               "state default/c1 connected failures=0 "));
  EXPECT_EQ(cluster.server.dialled, 2);
  EXPECT_EQ(world.connections->figures().failures, 1U);
}

TEST(Connections, MayBeAskedFromWithinTheSink) {
  SmallClusters world;
  world.add("c1");
  std::unique_ptr<Connections> connections;
  std::vector<bool> seen;
  ConnectionSink sink{.on_state = [&](const ClusterName& cluster, const ConnectionState& state) {
    seen.push_back(connections->state_of(cluster).has_value());
    if (state.connected) connections->want({});
  }};
  connections = std::make_unique<Connections>(
      ConnectionParts{.management = world.management,
                      .scheduler = world.time,
                      .clock = world.time.clock(),
                      .dial = [&](std::string_view) -> Result<std::unique_ptr<client::Transport>> {
                        return std::make_unique<Line>(world.clusters["c1"]->server);
                      }},
      ConnectionRules{}, sink);
  connections->want({{"default", "c1"}});
  world.time.advance(1min);
  EXPECT_EQ(seen, (std::vector{true, true}));
  EXPECT_EQ(connections->figures().wanted, 0U);
  EXPECT_EQ(world.clusters["c1"]->server.hung_up, 1);
}

TEST(Connections, EndsAtAnyMomentWithNothingLeft) {
  for (int steps = 0; steps < 60; ++steps) {
    SmallClusters world;
    for (const std::string name : {"c1", "c2", "c3"}) world.add(name);
    world.clusters["c2"]->alive = fail(Error::Kind::Unreachable, "connection refused");
    world.clusters["c3"]->nodes = refusal(403, "Forbidden", "no");
    world.want({"c1", "c2", "c3"});
    for (int i = 0; i < steps; ++i) world.time.advance_to_next();
    world.connections.reset();
    world.take();
    world.time.advance(1h);
    EXPECT_THAT(world.take(), IsEmpty()) << steps;
    for (const auto& [name, cluster] : world.clusters) {
      EXPECT_EQ(cluster->server.dialled, cluster->server.hung_up) << name << " " << steps;
    }
  }
}

TEST(Connections, SpreadsTheProbesOfThousandsOfClusters) {
  SmallClusters world;
  std::vector<std::string> names;
  for (int i = 0; i < 2'000; ++i) {
    names.push_back(format("c{}", i));
    world.add(names.back());
  }
  world.want(names);
  world.time.advance(20s);
  EXPECT_EQ(world.connections->figures().connected, 2'000U);
  // Each second of an interval has its share, about two hundred.
  for (int second = 0; second < 10; ++second) {
    const std::uint64_t before = world.connections->figures().probes;
    world.time.advance(1s);
    const std::uint64_t probes = world.connections->figures().probes - before;
    EXPECT_GT(probes, 120U);
    EXPECT_LT(probes, 280U);
  }
  world.take();
  world.time.advance(60s);
  EXPECT_THAT(world.take(), IsEmpty());  // at rest nothing is told
}

}  // namespace
}  // namespace telltale::remote
