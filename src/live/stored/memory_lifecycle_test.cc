// SPDX-License-Identifier: Apache-2.0
#include "live/stored/memory_lifecycle.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/groups.h"
#include "live/loop_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view pool =
    R"({"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
    R"({"namespace":"d","name":"p1"},"spec":{"clusterName":"c1"}})";
constexpr std::string_view memory =
    R"({"apiVersion":"telltale.dev/v1alpha1","kind":"Memory","metadata":{"namespace":"d",)"
    R"("name":"nodepool.hypershift.openshift.io.p1"},"spec":{"of":)"
    R"({"group":"hypershift.openshift.io","kind":"NodePool","name":"p1"}}})";
const Key pool_key{hypershift_group, "NodePool", "d", "p1", {}};
const Key memory_key{own_group, "Memory", "d", "nodepool.hypershift.openshift.io.p1", {}};

http::Response list_of_memories(std::string_view items = {}) {
  return client::json_answer(
      200, format(R"({{"kind":"MemoryList","metadata":{{"resourceVersion":"7"}},"items":[{}]}})",
                  items));
}

struct MemoryWorld {
  LoopForTest loop = {};
  bool may_write = true;
  OwnNamespace home{loop.api, "telltale-system", [](std::string_view) {}};
  MemoryKeeper keeper{loop.api, home, {.form = MemoryForm::Objects}};
  MemoryLifecycle lifecycle{loop.parts,
                            {.keeper = keeper,
                             .trees = loop.reconciler.trees(),
                             .shares = loop.shares,
                             .status = loop.status,
                             .may_write = [this] { return may_write; }}};

  void load_with(Result<http::Response> answer) {
    lifecycle.load();
    loop.settle();
    loop.transport.last().answer(std::move(answer));
    loop.settle();
  }
  std::size_t told() const { return loop.status.told(ToldKind::Memory, {}).documents.size(); }
};

TEST(MemoryLifecycle, ReadsWhatIsStoredAndTellsOfIt) {
  MemoryWorld world;
  EXPECT_FALSE(world.lifecycle.is_loaded());
  world.load_with(list_of_memories(memory));
  EXPECT_TRUE(world.lifecycle.is_loaded());
  EXPECT_NE(world.loop.find(memory_key), nullptr);
  EXPECT_EQ(world.told(), 1U);
  EXPECT_EQ(world.loop.progress, 1);
}

TEST(MemoryLifecycle, WaitsForAServerThatDoesNotAnswer) {
  MemoryWorld world;
  world.loop.transport.always([](const client::Outgoing&) -> Result<http::Response> {
    return fail(Error::Kind::Unreachable, "no route");
  });
  world.lifecycle.load();
  world.loop.advance(20s);
  EXPECT_FALSE(world.lifecycle.is_loaded());
  EXPECT_EQ(world.loop.logged("waiting for memory: no route"), 1U);
  world.loop.transport.always([](const client::Outgoing&) { return list_of_memories(memory); });
  world.loop.advance(3s);
  EXPECT_TRUE(world.lifecycle.is_loaded());
  EXPECT_NE(world.loop.find(memory_key), nullptr);
}

TEST(MemoryLifecycle, GoesOnWithoutWhatMayNotBeRead) {
  MemoryWorld world;
  world.load_with(client::refusal(403, "Forbidden", "not yours"));
  EXPECT_TRUE(world.lifecycle.is_loaded());
  EXPECT_EQ(world.loop.logged("what was remembered cannot be read"), 1U);
}

TEST(MemoryLifecycle, IgnoresAnAnswerThatIsOlderThanItsShare) {
  MemoryWorld world;
  world.lifecycle.load();
  world.loop.settle();
  world.lifecycle.load_for_new_share();
  world.loop.settle();
  ASSERT_EQ(world.loop.transport.size(), 2U);
  world.loop.transport.at(0).answer(list_of_memories());
  world.loop.settle();
  EXPECT_FALSE(world.lifecycle.is_loaded());
  world.loop.transport.at(1).answer(list_of_memories());
  world.loop.settle();
  EXPECT_TRUE(world.lifecycle.is_loaded());
}

TEST(MemoryLifecycle, EndsWithItsObject) {
  MemoryWorld world;
  world.load_with(list_of_memories(memory));
  world.loop.reconciler.trees().put(pool, {});
  world.lifecycle.forget(world.loop.find(pool_key)->object());
  world.loop.settle();
  EXPECT_EQ(world.loop.find(memory_key), nullptr);
  EXPECT_EQ(world.told(), 0U);
  EXPECT_EQ(world.loop.transport.last().request().method, "DELETE");
  EXPECT_EQ(world.loop.transport.last().target(),
            "/apis/telltale.dev/v1alpha1/namespaces/d/memories/"
            "nodepool.hypershift.openshift.io.p1");
}

TEST(MemoryLifecycle, StaysStoredWhereTelltaleMayNotWrite) {
  MemoryWorld world;
  world.load_with(list_of_memories(memory));
  world.loop.reconciler.trees().put(pool, {});
  world.may_write = false;
  world.lifecycle.forget(world.loop.find(pool_key)->object());
  world.loop.settle();
  EXPECT_EQ(world.loop.find(memory_key), nullptr);
  EXPECT_EQ(world.loop.transport.size(), 1U);
}

}  // namespace
}  // namespace telltale::live
