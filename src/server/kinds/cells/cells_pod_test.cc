// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

// Ready, status and restarts.
std::string start_of(std::string_view spec, std::string_view status,
                     std::string_view metadata = "{}") {
  const json::Value all = pod_cells(
      from_json(format(R"({{"spec":{},"status":{},"metadata":{}}})", spec, status, metadata)),
      shown_at);
  const json::ValueList& list = all.get_array();
  return json::print(json::ValueList(list.begin(), list.begin() + 3));
}

constexpr std::string_view two = R"({"containers":[{"name":"a"},{"name":"b"}]})";

TEST(KindPodCells, OfARunningPod) {
  EXPECT_EQ(cells(pod_cells, R"({"metadata":{"creationTimestamp":"2026-01-02T03:00:00Z"},
      "spec":{"containers":[{"name":"a"}],"nodeName":"n1","readinessGates":[{"conditionType":"G"}]},
      "status":{"phase":"Running","podIP":"10.1.1.1","conditions":[{"type":"G","status":"True"}],
      "containerStatuses":[{"name":"a","ready":true,"restartCount":2,"state":{"running":{}},
      "lastState":{"terminated":{"finishedAt":"2026-01-02T03:59:00Z"}}}]}})"),
            R"x(["1/1","Running","2 (60s ago)","60m","10.1.1.1","n1","<none>","1/1"])x");
}

TEST(KindPodCells, OfAPodNobodyHasTaken) {
  EXPECT_EQ(
      cells(pod_cells, R"({"spec":{"containers":[{"name":"a"}]},"status":{"phase":"Pending"}})"),
      R"(["0/1","Pending","0","<unknown>","<none>","<none>","<none>","<none>"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Pending","conditions":[{"type":"PodScheduled",
      "status":"False","reason":"SchedulingGated"}]})"),
            R"(["0/2","SchedulingGated","0"])");
}

TEST(KindPodCells, SayWhatAContainerWaitsForOrDiedOf) {
  EXPECT_EQ(start_of(two, R"({"phase":"Running","containerStatuses":[
      {"restartCount":3,"state":{"waiting":{"reason":"CrashLoopBackOff"}}},
      {"ready":true,"state":{"running":{}}}]})"),
            R"(["1/2","CrashLoopBackOff","3"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Failed","containerStatuses":[
      {"state":{"terminated":{"exitCode":1}}}]})"),
            R"(["0/2","ExitCode:1","0"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Failed","containerStatuses":[
      {"state":{"terminated":{"signal":9}}}]})"),
            R"(["0/2","Signal:9","0"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Failed","reason":"Evicted"})"), R"(["0/2","Evicted","0"])");
}

TEST(KindPodCells, CompletedButStillRunningIsRunning) {
  constexpr std::string_view status = R"("phase":"Running","containerStatuses":[
      {"state":{"terminated":{"reason":"Completed"}}},{"ready":true,"state":{"running":{}}}])";
  EXPECT_EQ(
      start_of(two, format(R"({{{},"conditions":[{{"type":"Ready","status":"True"}}]}})", status)),
      R"(["1/2","Running","0"])");
  EXPECT_EQ(start_of(two, format("{{{}}}", status)), R"(["1/2","NotReady","0"])");
}

TEST(KindPodCells, CountInitContainers) {
  constexpr std::string_view spec =
      R"({"containers":[{"name":"a"}],"initContainers":[{"name":"i"},{"name":"j"}]})";
  EXPECT_EQ(start_of(spec, R"({"phase":"Pending","initContainerStatuses":[
      {"name":"i","state":{"terminated":{"exitCode":0}}},
      {"name":"j","restartCount":1,"state":{"waiting":{"reason":"PodInitializing"}}}]})"),
            R"(["0/1","Init:1/2","1"])");
  EXPECT_EQ(start_of(spec, R"({"phase":"Pending","initContainerStatuses":[
      {"name":"i","state":{"waiting":{"reason":"ErrImagePull"}}}]})"),
            R"(["0/1","Init:ErrImagePull","0"])");
  EXPECT_EQ(start_of(spec, R"({"phase":"Pending","initContainerStatuses":[
      {"name":"i","state":{"terminated":{"exitCode":2}}}]})"),
            R"(["0/1","Init:ExitCode:2","0"])");
}

TEST(KindPodCells, CountInitContainersThatStay) {
  EXPECT_EQ(start_of(R"({"containers":[{"name":"a"}],
      "initContainers":[{"name":"i","restartPolicy":"Always"}]})",
                     R"({"phase":"Running","initContainerStatuses":[{"name":"i","ready":true,
      "started":true,"restartCount":1,"state":{"running":{}}}],
      "containerStatuses":[{"name":"a","ready":true,"restartCount":1,"state":{"running":{}}}]})"),
            R"(["2/2","Running","2"])");
}

TEST(KindPodCells, OfAPodOnItsWayOut) {
  constexpr std::string_view going = R"({"deletionTimestamp":"2026-01-02T03:00:00Z"})";
  EXPECT_EQ(start_of(two, R"({"phase":"Running"})", going), R"(["0/2","Terminating","0"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Succeeded"})", going), R"(["0/2","Succeeded","0"])");
  EXPECT_EQ(start_of(two, R"({"phase":"Running","reason":"NodeLost"})", going),
            R"(["0/2","Unknown","0"])");
}

}  // namespace
}  // namespace telltale::server
