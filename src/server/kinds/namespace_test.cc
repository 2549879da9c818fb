// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(KindNamespace, IsBornActiveLabelledAndKept) {
  EXPECT_EQ(prepared(prepare_namespace,
                     R"({"metadata":{"name":"a","labels":null},"status":{"phase":"Bogus"}})"),
            R"({"metadata":{"labels":{"kubernetes.io/metadata.name":"a"},"name":"a"},)"
            R"("spec":{"finalizers":["kubernetes"]},"status":{"phase":"Active"}})");
}

TEST(KindNamespace, KeepsOtherFinalizersAndCorrectsTheLabel) {
  EXPECT_EQ(
      prepared(prepare_namespace,
               R"({"metadata":{"name":"a","labels":{"kubernetes.io/metadata.name":"b","c":"d"}},
                   "spec":{"finalizers":["mine","kubernetes"]}})"),
      R"({"metadata":{"labels":{"c":"d","kubernetes.io/metadata.name":"a"},"name":"a"},)"
      R"("spec":{"finalizers":["mine","kubernetes"]},"status":{"phase":"Active"}})");
}

TEST(KindNamespace, DoesNotLoseItsFinalizersToAPlainWrite) {
  constexpr std::string_view old =
      R"({"metadata":{"name":"a"},"spec":{"finalizers":["kubernetes"]}})";
  EXPECT_EQ(prepared(prepare_namespace, R"({"metadata":{"name":"a"},"status":{"phase":"X"}})", old),
            R"({"metadata":{"labels":{"kubernetes.io/metadata.name":"a"},"name":"a"},)"
            R"("spec":{"finalizers":["kubernetes"]},"status":{"phase":"X"}})");
}

TEST(KindNamespace, LosesThemWhenItIsFinalized) {
  constexpr std::string_view old =
      R"({"metadata":{"name":"a","deletionTimestamp":"2026-01-02T03:04:05Z"},
          "spec":{"finalizers":["kubernetes"]}})";
  EXPECT_EQ(prepared(prepare_namespace, R"({"metadata":{"name":"a"},"spec":{}})", old),
            R"({"metadata":{"labels":{"kubernetes.io/metadata.name":"a"},"name":"a"},"spec":{}})");
}

TEST(KindNamespace, SurvivesStrangeShapes) {
  EXPECT_EQ(prepared(prepare_namespace, "3"), "3");
  EXPECT_EQ(prepared(prepare_namespace, R"({"spec":[],"metadata":7})"),
            R"({"metadata":7,"spec":{"finalizers":["kubernetes"]},"status":{"phase":"Active"}})");
}

}  // namespace
}  // namespace telltale::server
