// SPDX-License-Identifier: Apache-2.0
#include "server/crds/crd_status.h"

#include <vector>

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using json::Value;

constexpr Instant judged_at{std::chrono::seconds{1'800'000'000}};
constexpr Instant later = judged_at + Seconds(60);

Value begun_gadgets() {
  Value crd = from_json(R"({"metadata":{"name":"gadgets.a.b"},"spec":{"group":"a.b",
    "names":{"plural":"gadgets","kind":"Gadget","shortNames":["gd","g"]},
    "versions":[{"name":"v1","storage":true}]}})");
  default_crd(crd);
  begin_crd_status(crd, nullptr);
  return crd;
}

AcceptedNames other(std::vector<std::string> resources, std::vector<std::string> kinds) {
  return {.name = "other.a.b",
          .group = "a.b",
          .resources = std::move(resources),
          .kinds = std::move(kinds)};
}

std::string reason(const Value& crd, int index) {
  const Value& condition = crd.at_pointer("/status/conditions").at(static_cast<std::size_t>(index));
  return std::string(condition.at("status").as_string()) + " " +
         std::string(condition.at("reason").as_string());
}

TEST(CrdStatus, ConflictsAreTold) {
  const struct {
    AcceptedNames other;
    const char* reason;
  } cases[] = {
      {other({"gadgets"}, {}), "False PluralConflict"},
      {other({"gadget"}, {}), "False SingularConflict"},
      {other({"g"}, {}), "False ShortNamesConflict"},
      {other({}, {"Gadget"}), "False KindConflict"},
      {other({}, {"GadgetList"}), "False ListKindConflict"},
      {other({"Gadget"}, {"gadgets"}), "True NoConflicts"},
  };
  for (const auto& one : cases) {
    Value crd = begun_gadgets();
    judge_crd_names(crd, judged_at, std::vector{one.other});
    EXPECT_EQ(reason(crd, 0), one.reason);
    const bool good = std::string_view(one.reason).starts_with("True");
    EXPECT_EQ(reason(crd, 1), good ? "True InitialNamesAccepted" : "False NotAccepted");
    EXPECT_EQ(is_established(crd), good);
  }
}

TEST(CrdStatus, AConflictingNameIsNotAccepted) {
  Value crd = begun_gadgets();
  judge_crd_names(crd, judged_at, std::vector{other({"g"}, {})});
  EXPECT_EQ(json::print(crd.at_pointer("/status/acceptedNames")),
            R"({"kind":"Gadget","listKind":"GadgetList","plural":"gadgets","singular":"gadget"})");
  EXPECT_EQ(crd.at_pointer("/status/conditions/0/message").as_string(), "\"g\" is already in use");
}

TEST(CrdStatus, OtherGroupsAndItselfDoNotConflict) {
  AcceptedNames elsewhere = other({"gadgets"}, {"Gadget"});
  elsewhere.group = "c.d";
  Value crd = begun_gadgets();
  judge_crd_names(crd, judged_at, std::vector{elsewhere});
  const AcceptedNames own = accepted_names_of(crd);
  judge_crd_names(crd, later, std::vector{elsewhere, own});
  EXPECT_TRUE(is_established(crd));
  EXPECT_EQ(crd.at_pointer("/status/conditions/1/lastTransitionTime").as_string(),
            "2027-01-15T08:00:00Z")
      << "nothing changed, so the time stays";
}

TEST(CrdStatus, WhatWasEstablishedStays) {
  Value crd = begun_gadgets();
  judge_crd_names(crd, judged_at, {});
  crd.at_pointer("/spec/names/singular") = "thing";
  judge_crd_names(crd, later, std::vector{other({"thing"}, {})});
  EXPECT_EQ(reason(crd, 0), "False SingularConflict");
  EXPECT_TRUE(is_established(crd));
  EXPECT_EQ(crd.at_pointer("/status/acceptedNames/singular").as_string(), "gadget");
}

TEST(CrdStatus, TheWritersStatusDoesNotCount) {
  Value crd = begun_gadgets();
  crd.at_pointer("/status") = Value{{"storedVersions", {"v9"}}};
  begin_crd_status(crd, nullptr);
  EXPECT_EQ(json::print(crd.at_pointer("/status")), R"({"storedVersions":["v1"]})");
}

}  // namespace
}  // namespace telltale::server
