// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_select.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cli/get/get_flags.h"

namespace telltale::cli {
namespace {

TEST(NaturallyLess, ComparesRunsOfDigitsAsNumbers) {
  EXPECT_TRUE(naturally_less("m2", "m10"));
  EXPECT_FALSE(naturally_less("m10", "m2"));
  EXPECT_TRUE(naturally_less("m2", "m2a"));
  EXPECT_TRUE(naturally_less("a", "b"));
  EXPECT_TRUE(naturally_less("v1.9.0", "v1.34.0"));
  EXPECT_FALSE(naturally_less("m1", "m1"));
  EXPECT_TRUE(naturally_less("m99999999999999999999999", "m100000000000000000000000"));
}

RC_GTEST_PROP(NaturallyLessProperty, IsAnOrder, ()) {
  const auto word = rc::gen::container<std::string>(rc::gen::elementOf(std::string("a01b29-")));
  const auto a = *word;
  const auto b = *word;
  const auto c = *word;
  RC_ASSERT(!naturally_less(a, a));
  const bool told_apart = a == b || naturally_less(a, b) != naturally_less(b, a);
  RC_ASSERT(told_apart);
  const bool in_a_row = naturally_less(a, b) && naturally_less(b, c);
  const bool carries_over = !in_a_row || naturally_less(a, c);
  RC_ASSERT(carries_over);
}

const MoreFields& fields_of(const std::vector<MoreFields>& all, std::string_view kind) {
  return *std::ranges::find(all, kind, &MoreFields::kind);
}

bool wants(const MoreFields& more, std::string_view path) {
  return std::ranges::find(more.paths, path) != more.paths.end();
}

TEST(FieldsWanted, AreThoseOfTheColumns) {
  GetOptions options;
  options.subjects = {{"machines", ""}};
  const auto all = fields_wanted(options);
  const MoreFields& machine = fields_of(all, "Machine");
  EXPECT_EQ(machine.group, "cluster.x-k8s.io");
  EXPECT_TRUE(wants(machine, "status.addresses"));
  EXPECT_TRUE(wants(machine, "status.nodeInfo.osImage"));
  EXPECT_TRUE(wants(machine, "status.phase"));
  EXPECT_FALSE(wants(machine, "metadata.creationTimestamp"));
}

TEST(FieldsWanted, AreThoseOfNodesWhereAWideTableShowsThem) {
  GetOptions options;
  options.subjects = {{"machines", ""}};
  EXPECT_EQ(fields_wanted(options).size(), 1U);
  options.output = GetOutput::Wide;
  EXPECT_TRUE(wants(fields_of(fields_wanted(options), "Node"), "status.nodeInfo"));
}

TEST(FieldsWanted, AreThoseOfTheUsersPaths) {
  GetOptions options;
  options.subjects = {{"dockermachines", ""}};
  ASSERT_TRUE(read_get_output("custom-columns=A:.spec.x[0].y,B:.spec['a.b'].c,C:..d", options));
  ASSERT_TRUE(read_sort_by(".status.z", options));
  const auto all = fields_wanted(options);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, "");
  EXPECT_EQ(all[0].paths,
            (std::vector<std::string>{"spec.x", "spec", "spec", "status", "data", "status.z"}));
}

TEST(FieldsWanted, NeverHoldWhatASelectionCannotSpell) {
  GetOptions options;
  options.subjects = {{"machines", ""}, {"nodes", ""}, {"other", ""}, {"all", ""}};
  ASSERT_TRUE(read_get_output("custom-columns=A:.spec[''],B:['a:b'],C:.spec['*'].x", options));
  const auto all = fields_wanted(options);
  EXPECT_NO_FATAL_FAILURE(fields_to_read(all));
  EXPECT_GE(all.size(), 4U);
}

}  // namespace
}  // namespace telltale::cli
