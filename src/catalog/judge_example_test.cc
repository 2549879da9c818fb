// SPDX-License-Identifier: Apache-2.0

// The example of judge.h, from a document to a verdict. Whoever uses the catalog as a library
// starts here, so nothing but its public headers is included.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/arena.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

constexpr std::string_view documents[] = {
    R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster",
        "metadata":{"namespace":"default","name":"c1"}})",
    R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",
        "metadata":{"namespace":"default","name":"m1","creationTimestamp":"2026-01-01T10:00:00Z",
                    "labels":{"cluster.x-k8s.io/cluster-name":"c1"}},
        "spec":{"clusterName":"c1","bootstrap":{"dataSecretName":"s"},
                "infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io",
                                     "kind":"DockerMachine","name":"m1"}}})",
    R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"DockerMachine",
        "metadata":{"namespace":"default","name":"m1"},
        "status":{"conditions":[{"type":"Ready","status":"False","reason":"QuotaExceeded",
                                 "message":"no room",
                                 "lastTransitionTime":"2026-01-01T10:00:00Z"}]}})",
};

World read_world() {
  std::vector<Arena> arenas(1);
  std::vector<Object> objects;
  std::vector<ObjectError> unreadable;
  ObjectReader reader(fields_to_read(), arenas.front());
  for (const std::string_view text : documents) {
    const json::PaddedCopy document(text);
    const auto object = reader.read(document.padded(), {}, unreadable);
    EXPECT_TRUE(object.has_value());
    if (object) objects.push_back(*object);
  }
  return World(std::move(objects), std::move(arenas), Completeness::Partial);
}

TEST(JudgeExample, GoesFromDocumentsToVerdicts) {
  const World world = read_world();
  const Settings settings;
  const Instant noon = *parse_rfc3339("2026-01-01T12:00:00Z");
  const Judgement judgement = judge(world, settings, noon);

  std::string said;
  for (const Judged& judged : judgement.items) {
    said += std::string(judged.object->key.name) + ": " + std::string(to_text(judged.verdict));
    if (judged.verdict == Verdict::Stuck) said += " because of " + std::string(judged.cause.reason);
    said += "\n";
  }
  EXPECT_NE(said.find("m1: Stuck because of QuotaExceeded\n"), std::string::npos) << said;
  EXPECT_NE(said.find("c1: "), std::string::npos) << said;
}

TEST(JudgeExample, SaysTheSameWithAnyNumberOfThreads) {
  const World world = read_world();
  const Instant noon = *parse_rfc3339("2026-01-01T12:00:00Z");
  const Judgement one = judge(world, Settings{}, noon);
  const Judgement four = judge(world, Settings{}, noon, 4);
  ASSERT_EQ(one.items.size(), four.items.size());
  for (std::size_t i = 0; i < one.items.size(); ++i) {
    EXPECT_EQ(one.items[i].verdict, four.items[i].verdict);
    EXPECT_EQ(one.items[i].conditions.size(), four.items[i].conditions.size());
  }
}

}  // namespace
}  // namespace telltale
