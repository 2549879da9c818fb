// SPDX-License-Identifier: Apache-2.0
#include "remote/workload.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "remote/small_clusters_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;

struct WorkloadAtHand {
  client::ManualScheduler time = {};
  SmallCluster cluster = {};
  DeferredQueue deferred{time};
  ConnectionRules rules = {};
  std::vector<std::string> told = {};
  std::unique_ptr<Workload> workload = std::make_unique<Workload>(
      std::make_unique<Line>(cluster.server), WorkloadParts{.scheduler = time,
                                                            .deferred = deferred,
                                                            .clock = time.clock(),
                                                            .rules = rules,
                                                            .seed = 3});

  void watch() {
    const auto note = [this](std::string_view sort) {
      return [this, sort](std::string_view kind, std::string_view text = {}) {
        told.push_back(format("{} {} {}", sort, kind, text));
      };
    };
    workload->watch({.on_list = note("list"),
                     .on_object = note("object"),
                     .on_deleted = note("deleted"),
                     .on_synced = note("synced"),
                     .on_error = [this](std::string_view kind, const Error& trouble) {
                       told.push_back(format("trouble {} {}", kind, trouble.detail));
                     }});
    time.advance(0ms);
  }
};

TEST(Workload, IsProbedOnceAndWithoutPatience) {
  WorkloadAtHand at;
  at.cluster.alive.reset();
  int answers = 0;
  at.workload->probe(5s, [&](const Result<http::Response>& answer) {
    ++answers;
    EXPECT_FALSE(answer.has_value());
  });
  ASSERT_EQ(at.cluster.server.wire.size(), 1U);
  EXPECT_EQ(at.cluster.server.wire.last().target(), "/");
  EXPECT_EQ(at.cluster.server.wire.last().request().timeout, 5s);
  at.cluster.server.wire.last().lose();
  at.time.advance(60s);
  EXPECT_EQ(answers, 1);
  EXPECT_EQ(at.cluster.server.wire.size(), 1U);
}

TEST(Workload, IsWatchedForWhatTablesNeedAndNothingElse) {
  WorkloadAtHand at;
  at.watch();
  const std::vector<std::string> targets = at.cluster.server.wire.targets();
  EXPECT_EQ(std::vector(targets.begin(), targets.begin() + 3),
            (std::vector<std::string>{
                "/api/v1/nodes?limit=500",
                "/api/v1/namespaces/kube-system/pods?limit=500&labelSelector=tier%3Dcontrol-plane",
                "/api/v1/namespaces/kube-system/configmaps?limit=500&"
                "fieldSelector=metadata.name%3Dkubeadm-config"}));
  EXPECT_EQ(at.cluster.server.wire.open_calls("watch=true").size(), 3U);
  EXPECT_EQ(targets.size(), 6U);
}

TEST(Workload, DoesNotCutItsWatchesWhenTheClientWouldTimeOut) {
  WorkloadAtHand at;
  at.watch();
  at.time.advance(11min);
  EXPECT_EQ(at.cluster.server.wire.open_calls("watch=true").size(), 3U);
  for (const auto* call : at.cluster.server.wire.open_calls("watch=true")) {
    EXPECT_GT(call->request().silence, 1min);
  }
}

TEST(Workload, TellsWhichKindItSpeaksOf) {
  WorkloadAtHand at;
  at.watch();
  EXPECT_EQ(at.told.front(), "list Node ");
  EXPECT_TRUE(at.told[1].starts_with("object Node {"));
  EXPECT_TRUE(at.told[1].contains(R"("kind":"Node")"));
  EXPECT_EQ(at.told[2], "synced Node ");
  EXPECT_EQ(at.told.back(), "synced ConfigMap ");
  at.told.clear();
  auto& nodes = *at.cluster.server.wire.open_calls("/nodes?watch")[0];
  nodes.head();
  nodes.piece(
      "{\"type\":\"DELETED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":"
      "{\"name\":\"n1\",\"resourceVersion\":\"11\"}}}\n");
  ASSERT_EQ(at.told.size(), 1U);
  EXPECT_TRUE(at.told[0].starts_with("deleted Node {"));
}

TEST(Workload, HangsUpAndGoesSilentAtItsEnd) {
  WorkloadAtHand at;
  at.watch();
  at.told.clear();
  const auto open = at.cluster.server.wire.open_calls("watch=true");
  ASSERT_EQ(open.size(), 3U);
  at.workload.reset();
  EXPECT_EQ(at.cluster.server.hung_up, 1);
  for (const auto* call : open) EXPECT_TRUE(call->cancelled());
  at.time.advance(1h);
  EXPECT_TRUE(at.told.empty());
}

TEST(WorkloadLookupError, SaysTheAnswerAndNothingThatChanges) {
  const auto text = [](Error::Kind kind, std::string detail) {
    return lookup_error_text({kind, std::move(detail)});
  };
  EXPECT_EQ(text(Error::Kind::Internal, "/api/v1/nodes answered 403: nodes is forbidden (id 7f3)"),
            "the API server answered 403 to a list of Nodes");
  EXPECT_EQ(text(Error::Kind::Unreachable, "/api/v1/nodes answered 503: try at 12:00:07"),
            "the API server answered 503 to a list of Nodes");
  EXPECT_EQ(text(Error::Kind::Unreachable, "connect to 10.0.0.7:40312 timed out"),
            "no answer to a list of Nodes");
  EXPECT_EQ(text(Error::Kind::Invalid, "line 7, column 3"), "the list of Nodes cannot be read");
  EXPECT_EQ(text(Error::Kind::Invalid, "it answered 4"), "the list of Nodes cannot be read");
  EXPECT_EQ(text(Error::Kind::Internal, "it answered in Latin"),
            "the list of Nodes cannot be read");
}

}  // namespace
}  // namespace telltale::remote
