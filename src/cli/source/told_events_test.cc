// SPDX-License-Identifier: Apache-2.0
#include "cli/source/told_events.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/source/load.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

constexpr std::string_view machine_with_infrastructure =
    R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",
        "metadata":{"name":"m1","namespace":"prod","uid":"u1"},
        "spec":{"clusterName":"c1","infrastructureRef":{"apiGroup":"i.x","kind":"DockerMachine",
                "name":"dm-7"},"bootstrap":{"configRef":{"apiGroup":"b.x","kind":"KubeadmConfig",
                "name":"m1"}}}})";

std::string core_event(std::string_view name, std::string_view kind, std::string_view about,
                       std::string_view more) {
  return format(
      R"({{"apiVersion":"v1","kind":"Event","metadata":{{"name":"{}","namespace":"prod"}},
           "involvedObject":{{"kind":"{}","namespace":"prod","name":"{}"}},"type":"Warning",{}}})",
      name, kind, about, more);
}

struct EventWorld {
  Result<Loaded> loaded = fail(Error::Kind::Internal, "not loaded");

  explicit EventWorld(const std::vector<std::string>& events) {
    const TempFolder folder;
    std::string text(machine_with_infrastructure);
    for (const std::string& event : events) text += "\n---\n" + event;
    ReadOptions options;
    options.paths = {folder.write("a.yaml", text)};
    options.now = noon;
    Screen screen;
    loaded = load(options, screen.streams(), event_fields_shown());
  }
  ToldEvents told() const {
    return events_about(loaded->world, *loaded->judgement.items.front().object);
  }
};

TEST(ToldEvents, AreThoseOfTheObjectAndOfWhatItStandsOnTheNewestLast) {
  const EventWorld world(
      {core_event("e1", "DockerMachine", "dm-7",
                  R"("reason":"Failed","message":"no","lastTimestamp":"2026-01-01T11:00:00Z",
                     "count":7)"),
       core_event("e2", "Machine", "m1",
                  R"("reason":"Older","lastTimestamp":"2026-01-01T10:00:00Z")"),
       core_event("e3", "KubeadmConfig", "m1",
                  R"("reason":"Newest","eventTime":"2026-01-01T11:30:00.000000Z",
                     "series":{"count":3,"lastObservedTime":"2026-01-01T11:50:00.000000Z"})"),
       core_event("e4", "Machine", "m2", R"("reason":"Foreign")"),
       core_event("e5", "DockerMachine", "m1", R"("reason":"Foreign")")});
  const ToldEvents told = world.told();
  ASSERT_EQ(told.newest.size(), 3U);
  EXPECT_EQ(told.newest[0].reason, "Older");
  EXPECT_EQ(told.newest[0].about, "");
  EXPECT_EQ(told.newest[1].about, "DockerMachine dm-7");
  EXPECT_EQ(told.newest[1].count, 7U);
  EXPECT_EQ(told.newest[1].message, "no");
  EXPECT_EQ(told.newest[2].reason, "Newest");
  EXPECT_EQ(told.newest[2].count, 3U);
  EXPECT_EQ(told.newest[2].at, noon - std::chrono::minutes{10});
}

TEST(ToldEvents, AreReadByTheNamesOfEitherGroupOnce) {
  const std::string newer =
      R"({"apiVersion":"events.k8s.io/v1","kind":"Event",
          "metadata":{"name":"e1","namespace":"prod"},
          "regarding":{"kind":"Machine","namespace":"prod","name":"m1"},"type":"Normal",
          "reason":"Up","note":"it is up","deprecatedCount":2,
          "deprecatedLastTimestamp":"2026-01-01T11:00:00Z"})";
  const EventWorld world({newer, core_event("e1", "Machine", "m1", R"("reason":"Up")")});
  const ToldEvents told = world.told();
  ASSERT_EQ(told.newest.size(), 1U);
  const EventWorld alone({newer});
  ASSERT_EQ(alone.told().newest.size(), 1U);
  EXPECT_EQ(alone.told().newest[0].message, "it is up");
  EXPECT_EQ(alone.told().newest[0].count, 2U);
  EXPECT_EQ(alone.told().newest[0].type, "Normal");
  EXPECT_EQ(alone.told().newest[0].at, noon - std::chrono::hours{1});
}

TEST(ToldEvents, AreNotThoseOfAnObjectThatIsGone) {
  const EventWorld world(
      {R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"e","namespace":"prod"},
           "involvedObject":{"kind":"Machine","namespace":"prod","name":"m1","uid":"u0"}})"});
  EXPECT_TRUE(world.told().newest.empty());
}

TEST(ToldEvents, AreNoMoreThanAPersonReads) {
  std::vector<std::string> events;
  for (int i = 0; i < 25; ++i) {
    events.push_back(core_event(format("e{}", i), "Machine", "m1",
                                format(R"("lastTimestamp":"2026-01-01T10:00:{:02}Z")", i)));
  }
  const ToldEvents told = EventWorld(events).told();
  EXPECT_EQ(told.newest.size(), events_shown_max);
  EXPECT_EQ(told.older, 15U);
  EXPECT_EQ(told.newest.back().at, *parse_rfc3339("2026-01-01T10:00:24Z"));
}

// What is shown is no evidence: the same answers with the fields that are shown and without, of an
// Event that judging reads.
TEST(ToldEvents, ChangeNoVerdict) {
  const TempFolder folder;
  ReadOptions options;
  options.paths = {
      folder.write("a.yaml",
                   R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet",
          "metadata":{"name":"ms","namespace":"prod","uid":"u1"},
          "spec":{"clusterName":"c1","replicas":3}})"
                   "\n---\n"
                   R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"e1","namespace":"prod",
          "labels":{"cluster.x-k8s.io/cluster-name":"c1"}},
          "involvedObject":{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet",
          "namespace":"prod","name":"ms","uid":"u1"},"type":"Warning","reason":"FailedCreate",
          "message":"forbidden","count":5,"firstTimestamp":"2026-01-01T09:00:00Z",
          "lastTimestamp":"2026-01-01T11:59:00Z"})")};
  Screen screen;
  const Result<Loaded> plain = load(options, screen.streams());
  const Result<Loaded> more = load(options, screen.streams(), event_fields_shown());
  ASSERT_TRUE(plain && more);
  EXPECT_EQ(plain->now, more->now);
  ASSERT_EQ(plain->judgement.items.size(), 1U);
  const Judged& before = plain->judgement.items.front();
  const Judged& after = more->judgement.items.front();
  const Condition* failure = find_condition(before.conditions, "ReplicaFailure");
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->status, Status::True);
  EXPECT_EQ(before.verdict, after.verdict);
  EXPECT_EQ(before.cause.since, after.cause.since);
  EXPECT_EQ(before.wake, after.wake);
  ASSERT_EQ(before.conditions.size(), after.conditions.size());
  for (std::size_t i = 0; i < before.conditions.size(); ++i) {
    EXPECT_EQ(before.conditions[i], after.conditions[i]) << before.conditions[i].type;
  }
  EXPECT_EQ(events_about(more->world, *after.object).newest.size(), 1U);
}

TEST(ToldEvents, AreListedByNameOnceTheObjectIsKnown) {
  const auto resource = [](std::string group, std::string kind, std::string plural) {
    client::ServedResource made;
    made.group = std::move(group);
    made.version = "v1";
    made.kind = std::move(kind);
    made.plural = std::move(plural);
    made.can_list = true;
    return made;
  };
  const client::Served served(
      {resource("cluster.x-k8s.io", "Machine", "machines"), resource("", "Event", "events")});
  const EventWorld world({});
  const std::span<const Object> read = world.loaded->world.objects();
  const std::vector<PlannedList> lists =
      plan_events(served, {.type = "machine", .name = "m1"}, read);
  ASSERT_EQ(lists.size(), 2U);
  EXPECT_EQ(target_of(lists[0]),
            "/api/v1/namespaces/prod/events?limit=500&fieldSelector=involvedObject.name%3Ddm-7");
  EXPECT_EQ(lists[1].field_selector, "involvedObject.name=m1");
  EXPECT_EQ(lists[1].extent, PlannedList::Extent::Part);
  EXPECT_TRUE(plan_events(served, {.type = "machine", .name = "m2"}, read).empty());
  EXPECT_TRUE(plan_events(served, {}, read).empty());
}

}  // namespace
}  // namespace telltale::cli
