// SPDX-License-Identifier: Apache-2.0
#include "report/status/ownership.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

std::string object_with(std::string_view entries) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":)"
                R"({{"name":"m1","managedFields":[{}]}},"status":{{}}}})",
                entries);
}

std::string entry(std::string_view manager, std::string_view operation, std::string_view fields,
                  std::string_view version = "cluster.x-k8s.io/v1beta2") {
  return format(R"({{"manager":"{}","operation":"{}","apiVersion":"{}","fieldsType":"FieldsV1",)"
                R"("subresource":"status","fieldsV1":{{"f:status":{{{}}}}}}})",
                manager, operation, version, fields);
}

std::string owned_item(std::string_view type,
                       std::string_view fields = R"("f:status":{},"f:reason":{})") {
  return format(R"("k:{{\"type\":\"{}\"}}":{{".":{{}},"f:type":{{}},{}}})", type, fields);
}

std::string in_list(std::string_view items) {
  return format(R"("f:conditions":{{".":{{}},{}}})", items);
}

TEST(Ownership, TellsOursFromThoseOfOthers) {
  const Ownership ownership = read_ownership(object_with(
      entry("telltale", "Apply", in_list(owned_item("Ready") + "," + owned_item("Available"))) +
      "," +
      entry("manager", "Update", in_list(owned_item("Paused") + "," + owned_item("NodeHealthy")))));
  EXPECT_EQ(ownership.ours, (std::vector<std::string>{"Available", "Ready"}));
  EXPECT_EQ(ownership.owners,
            (std::vector<ForeignOwner>{{"NodeHealthy", "manager"}, {"Paused", "manager"}}));
  EXPECT_TRUE(ownership.shared.empty());
  EXPECT_TRUE(ownership.has_fields);
  EXPECT_TRUE(ownership.is_ours("Ready"));
  EXPECT_FALSE(ownership.is_ours("Paused"));
  EXPECT_TRUE(ownership.owned_elsewhere("Paused"));
  EXPECT_FALSE(ownership.owned_elsewhere("Ready"));
}

TEST(Ownership, WhoeverOwnsOnlyTheMessageWritesTheConditionToo) {
  const Ownership ownership = read_ownership(object_with(
      entry("telltale", "Apply", in_list(owned_item("Ready"))) + "," +
      entry("kubectl-edit", "Update", in_list(owned_item("Ready", R"("f:message":{})")))));
  EXPECT_EQ(ownership.owners, (std::vector<ForeignOwner>{{"Ready", "kubectl-edit"}}));
  EXPECT_TRUE(ownership.is_shared("Ready"));
}

TEST(Ownership, WhoeverOwnsOnlyTheKeySharesNothing) {
  const Ownership ownership = read_ownership(object_with(
      entry("telltale", "Apply", in_list(owned_item("Ready"))) + "," +
      entry("other", "Update", in_list(R"("k:{\"type\":\"Ready\"}":{".":{},"f:type":{}})"))));
  EXPECT_FALSE(ownership.owned_elsewhere("Ready"));
  EXPECT_FALSE(ownership.is_shared("Ready"));
}

TEST(Ownership, WhatWeUpdatedIsNobodyElses) {
  const Ownership ownership =
      read_ownership(object_with(entry("telltale", "Update", in_list(owned_item("Ready")))));
  EXPECT_TRUE(ownership.ours.empty());
  EXPECT_TRUE(ownership.owners.empty());
}

TEST(Ownership, KnowsTheListsOfEveryVersion) {
  const std::string old = "cluster.x-k8s.io/v1beta1";
  const Ownership ownership = read_ownership(object_with(
      entry("a", "Update", format(R"("f:v1beta2":{{{}}})", in_list(owned_item("Ready"))), old) +
      "," +
      entry("b", "Update", format(R"("f:experimentalConditions":{{{}}})", owned_item("Paused")),
            old)));
  EXPECT_EQ(ownership.owners, (std::vector<ForeignOwner>{{"Paused", "b"}, {"Ready", "a"}}));
}

TEST(Ownership, LegacyListsSayNothingAboutTheNewConditions) {
  const Ownership ownership = read_ownership(object_with(
      entry("a", "Update", in_list(owned_item("Ready")), "cluster.x-k8s.io/v1beta1") + "," +
      entry("b", "Update",
            format(R"("f:deprecated":{{"f:v1beta1":{{{}}}}})", in_list(owned_item("Available"))))));
  EXPECT_TRUE(ownership.owners.empty());
  EXPECT_TRUE(ownership.has_fields);
}

TEST(Ownership, AListThatIsOneValueHasNoTypes) {
  const Ownership ownership = read_ownership(object_with(
      entry("hypershift", "Update", R"("f:conditions":{})", "hypershift.openshift.io/v1beta1")));
  EXPECT_TRUE(ownership.owners.empty());
  EXPECT_EQ(ownership.list_owners, (std::vector<std::string>{"hypershift"}));
  EXPECT_FALSE(ownership.list_is_ours);
  EXPECT_TRUE(read_ownership(object_with(entry("telltale", "Update", R"("f:conditions":{})",
                                               "hypershift.openshift.io/v1beta1")))
                  .list_is_ours);
}

TEST(Ownership, TellsWhoTouchedTheObjectLast) {
  const auto at = [](std::string_view manager, std::string_view time) {
    return format(R"({{"manager":"{}","operation":"Update","time":"{}","fieldsV1":{{}}}})", manager,
                  time);
  };
  std::vector<ManagerTouch> touches;
  OwnershipReader().read(
      object_with(at("a", "2026-01-01T10:00:00Z") + "," + at("b", "2026-01-01T11:00:00Z") + "," +
                  at("a", "2026-01-01T12:00:00Z") + "," + at("c", "yesterday")),
      &touches);
  EXPECT_EQ(touches, (std::vector<ManagerTouch>{{"a", *parse_rfc3339("2026-01-01T12:00:00Z")},
                                                {"b", *parse_rfc3339("2026-01-01T11:00:00Z")}}));
}

TEST(Ownership, NamesTheFieldsThatTelltaleApplied) {
  const Ownership ownership = read_ownership(
      object_with(entry("telltale", "Apply",
                        R"("f:readyReplicas":{},"f:controlPlane":{".":{},"f:replicas":{}},)" +
                            in_list(owned_item("Ready")))));
  EXPECT_EQ(ownership.our_fields,
            (std::vector<std::string>{"status.controlPlane.replicas", "status.readyReplicas"}));
  EXPECT_FALSE(ownership.counters_elsewhere);
}

TEST(Ownership, SeesCountersOfOthers) {
  const auto counts = [](std::string_view fields) {
    return read_ownership(object_with(entry("manager", "Update", fields))).counters_elsewhere;
  };
  EXPECT_TRUE(counts(R"("f:readyReplicas":{})"));
  EXPECT_TRUE(counts(R"("f:phase":{})"));
  EXPECT_TRUE(counts(R"("f:v1beta2":{"f:upToDateReplicas":{}})"));
  EXPECT_FALSE(counts(R"("f:nodeRef":{})"));
}

TEST(Ownership, WhatCannotBeReadOwnsNothing) {
  for (const std::string_view text :
       {"", "{", "[]", "null", R"({"metadata":{"managedFields":{}}})",
        R"({"metadata":{"managedFields":[7,null,"x",{"fieldsV1":[]}]}})",
        R"({"metadata":{"managedFields":[{"manager":7,"fieldsV1":{"f:status":7}}]}})"}) {
    const Ownership ownership = read_ownership(text);
    EXPECT_TRUE(ownership.ours.empty() && ownership.owners.empty()) << text;
  }
  const Ownership strange = read_ownership(object_with(
      entry("x", "Update", R"("f:conditions":{"k:{":{},"k:[]":{},"k:{\"type\":7}":{},"v:1":{}})")));
  EXPECT_TRUE(strange.owners.empty());
  EXPECT_TRUE(strange.has_fields);
}

TEST(Ownership, ReadsNoMoreEntriesThanItsLimit) {
  std::string entries;
  for (std::size_t i = 0; i < managers_max; ++i) entries += entry("x", "Update", "") + ",";
  const Ownership ownership =
      read_ownership(object_with(entries + entry("y", "Update", in_list(owned_item("Ready")))));
  EXPECT_TRUE(ownership.owners.empty());
}

TEST(Ownership, EqualOnesHaveTheSameTextAndOthersDoNot) {
  const Ownership calm{.ours = {"A", "B"}, .has_fields = true};
  Ownership same = calm;
  EXPECT_EQ(calm.text(), same.text());
  same.our_fields = {"status.replicas"};
  EXPECT_NE(calm.text(), same.text());
  EXPECT_NE((Ownership{.ours = {"A1:B"}}.text()), (Ownership{.ours = {"A", "B"}}.text()));
  EXPECT_NE((Ownership{.owners = {{"A", "B"}}}.text()), (Ownership{.owners = {{"A", "C"}}}.text()));
  EXPECT_NE((Ownership{.ours = {"A"}}.text()), (Ownership{.list_owners = {"A"}}.text()));
}

}  // namespace
}  // namespace telltale
