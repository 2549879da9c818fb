// SPDX-License-Identifier: Apache-2.0
#include "live/stored/memory_keeper.h"

#include <gtest/gtest.h>

#include "live/loop_for_test.h"

namespace telltale::live {
namespace {

constexpr std::string_view older =
    R"({"kind":"Memory","metadata":{"namespace":"d","name":"m"},"spec":{"generation":1}})";
constexpr std::string_view newer =
    R"({"kind":"Memory","metadata":{"namespace":"d","name":"m"},"spec":{"generation":2}})";

// The older one would be stored over it with the next retry.
TEST(MemoryKeeper, KeepsNoOlderDocumentThanTheOneThatIsStored) {
  LoopForTest loop;
  OwnNamespace home{loop.api, "telltale-system", [](std::string_view) {}};
  MemoryKeeper keeper{loop.api, home, {.form = MemoryForm::ConfigMaps}};
  bool is_allowed = false;
  loop.transport.always([&](const client::Outgoing&) {
    return is_allowed ? client::json_answer(200, "{}")
                      : client::refusal(403, "Forbidden", "not yours");
  });
  keeper.store(std::string(older), [](const Outcome&) {});
  loop.settle();
  EXPECT_EQ(keeper.kept(), 1U) << "as good as stored, for now";
  is_allowed = true;
  keeper.store(std::string(newer), [](const Outcome&) {});
  loop.settle();
  EXPECT_EQ(keeper.kept(), 0U);
}

}  // namespace
}  // namespace telltale::live
