// SPDX-License-Identifier: Apache-2.0
// Write, read back and judge again: for any small world nothing is written twice, and what others
// wrote is there as they left it.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/small_fleet_for_test.h"
#include "report/status/status_write_for_test.h"

namespace telltale {
namespace {

constexpr std::string_view gate =
    R"({"type":"example.com/Gate","status":"True","reason":"Fine","message":"words",)"
    R"("lastTransitionTime":"2026-01-01T09:00:00Z"})";
constexpr std::string_view theirs =
    R"({"type":"Available","status":"Unknown","reason":"Theirs","message":"words",)"
    R"("lastTransitionTime":"2026-01-01T09:00:00Z"})";

SmallFleet any_fleet() {
  SmallFleet fleet;
  fleet.version = *rc::gen::element<std::string>("v1beta1", "v1beta2");
  fleet.machines = *rc::gen::inRange(0, 4);
  fleet.deleting = *rc::gen::inRange(0, fleet.machines + 1);
  fleet.replicas = *rc::gen::element<std::string>("0", "1", "3", "");
  fleet.node = *rc::gen::arbitrary<bool>();
  fleet.templates = *rc::gen::arbitrary<bool>();
  fleet.cluster_paused = *rc::gen::weightedElement<bool>({{4, false}, {1, true}});
  fleet.broken_node = *rc::gen::element<std::string>("", "m1");
  fleet.machine.conditions = std::string(gate);
  if (*rc::gen::arbitrary<bool>()) fleet.machine.conditions += "," + std::string(theirs);
  fleet.connection = *rc::gen::element<std::string>(
      "", R"({"connected":false,"lastProbeSuccessTime":"2026-01-01T11:00:00Z"})");
  fleet.completeness = *rc::gen::element(Completeness::Partial, Completeness::Complete);
  return fleet;
}

constexpr std::string_view of_their_own =
    R"({"f:status":{"f:conditions":{"k:{\"type\":\"Available\"}":{"f:status":{}}},"f:v1beta2":)"
    R"({"f:conditions":{"k:{\"type\":\"Available\"}":{"f:status":{}}}}}})";
constexpr std::string_view of_the_spec = R"({"f:spec":{}})";

// As an API server has it, with the fields of whoever made the object.
std::string owned(const std::string& document, std::string_view fields) {
  json::Value value = parsed(document);
  json::ValueMap& metadata = value.get_object()["metadata"].get_object();
  metadata["resourceVersion"] = "1";
  json::Value entry =
      parsed(format(R"({{"manager":"capi","operation":"Update","fieldsV1":{}}})", fields));
  entry.get_object()["apiVersion"] = *convert::find(value, "apiVersion");
  json::ValueList entries;
  entries.push_back(std::move(entry));
  metadata["managedFields"] = std::move(entries);
  return json::print(value);
}

SmallServer any_server(std::string_view fields) {
  const SmallFleet fleet = any_fleet();
  std::vector<std::string> documents = fleet.documents();
  for (std::string& document : documents) document = owned(document, fields);
  SmallServer server(std::move(documents));
  server.completeness = fleet.completeness;
  // The definitions that the tests' server has are upstream's: it keeps no list of the proposal's.
  const bool may_speak_both = fleet.version == "v1beta2";
  if (!may_speak_both || *rc::gen::arbitrary<bool>()) server.settings.dialect = upstream_dialect();
  return server;
}

std::string_view path_of(const Judged& judged, const Settings& settings) {
  return list_path(*judged.object, settings.dialect.name);
}

RC_GTEST_PROP(StatusWriteProperty, NothingIsWrittenTwice, ()) {
  SmallServer server = any_server(*rc::gen::element(of_their_own, of_the_spec));
  server.rules.policy = *rc::gen::element(WritePolicy::All, WritePolicy::Missing);
  if (*rc::gen::arbitrary<bool>()) server.rules.acted_on = std::vector<std::string>{};
  server.write_all();
  const std::string first = server.last;
  const std::size_t again = server.write_all();
  if (again != 0) RC_FAIL(first + "\n" + server.last);
}

RC_GTEST_PROP(StatusWriteProperty, WhatOthersWroteStaysAsItIs, ()) {
  SmallServer server = any_server(of_their_own);
  server.rules.policy = WritePolicy::Missing;
  server.judge_all();
  std::vector<std::pair<std::string, std::string>> before;
  std::vector<std::string> names;
  const auto look = [&](std::string_view name) {
    const std::string_view path = path_of(server.judged("Machine", name), server.settings);
    return std::pair(server.condition("Machine", name, "example.com/Gate", path),
                     server.condition("Machine", name, "Available", path));
  };
  for (const std::string_view name : {"m1", "m2", "m3"}) {
    const auto all = server.items();
    const auto is_it = [&](const Judged& one) { return one.object->key.name == name; };
    if (std::ranges::none_of(all, is_it)) break;
    names.emplace_back(name);
    before.push_back(look(name));
  }
  server.write_all();
  server.judge_all();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto after = look(names[i]);
    RC_ASSERT(after.first == before[i].first);
    if (!before[i].second.empty()) RC_ASSERT(after.second == before[i].second);
  }
}

// The world goes on, and every apply still holds everything that telltale applied before.
RC_GTEST_PROP(StatusWriteProperty, NothingOfOursIsLostWhenSomethingChanges, ()) {
  SmallFleet fleet = any_fleet();
  fleet.version = "v1beta2";
  fleet.cluster_paused = false;
  fleet.machines = 1;
  fleet.deleting = 0;
  fleet.broken_node = {};
  SmallServer server(fleet.documents());
  server.completeness = fleet.completeness;
  server.write_all();
  server.judge_all();
  const Ownership first =
      read_ownership(server.document_of(*server.judged("Machine", "m1").object));
  server.now += Seconds(*rc::gen::inRange(1, 100'000));
  server.write_all();
  server.judge_all();
  const Ownership then = read_ownership(server.document_of(*server.judged("Machine", "m1").object));
  RC_ASSERT(then.ours == first.ours);
}

RC_GTEST_PROP(StatusWriteProperty, AListOfOneValueIsWrittenOnceAndKeepsTheRest, ()) {
  using namespace hypershift_nodepool;
  std::vector<ConditionDocument> conditions = {{.type = "ValidPlatform", .status = "True"}};
  if (*rc::gen::arbitrary<bool>()) {
    conditions.push_back({.type = "Progressing",
                          .status = *rc::gen::element<std::string_view>("True", "False"),
                          .reason = *rc::gen::element<std::string_view>("Scaling", "AsExpected",
                                                                        "CloudQuotaExceeded")});
  }
  const std::string document = text_of(PoolDocument{.desired = *rc::gen::inRange(0, 4),
                                                    .available = *rc::gen::inRange(0, 4),
                                                    .conditions = conditions});
  SmallServer server({document});
  server.rules.gates.node_pool_progressing = true;
  server.rules.policy = *rc::gen::element(WritePolicy::All, WritePolicy::Missing);
  const std::string before = server.condition("NodePool", "np", "ValidPlatform");
  server.write_all();
  RC_ASSERT(server.write_all() == 0U);
  RC_ASSERT(server.condition("NodePool", "np", "ValidPlatform") == before);
}

}  // namespace
}  // namespace telltale
