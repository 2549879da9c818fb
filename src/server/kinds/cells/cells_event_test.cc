// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "server/kinds/cells/cells.h"
#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/event.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(KindEventCells, OfAnOldEvent) {
  EXPECT_EQ(json::print(core_event_cells(
                from_json(R"({"metadata":{"name":"e"},"type":"Warning","reason":"BackOff",
                    "involvedObject":{"kind":"Pod","name":"p","fieldPath":"spec"},
                    "source":{"component":"kubelet","host":"n1"},"message":" again\n","count":4,
                    "firstTimestamp":"2026-01-02T03:00:00Z",
                    "lastTimestamp":"2026-01-02T03:59:00Z"})"),
                shown_at)),
            R"(["60s","Warning","BackOff","pod/p","spec","kubelet, n1","again","60m",4,"e"])");
}

TEST(KindEventCells, OfANewEventInBothViews) {
  json::Value event = from_json(R"({"metadata":{"name":"e"},"type":"Normal","reason":"Started",
      "involvedObject":{"kind":"Node"},"reportingComponent":"c","reportingInstance":"",
      "message":"m","eventTime":"2026-01-02T03:00:00.000000Z"})");
  const std::string expected = R"(["60m","Normal","Started","node","","c","m","60m",1,"e"])";
  EXPECT_EQ(json::print(core_event_cells(event, shown_at)), expected);
  to_new_event(event);
  EXPECT_EQ(json::print(new_event_cells(event, shown_at)), expected);
}

TEST(KindEventCells, OfASeries) {
  EXPECT_EQ(json::print(core_event_cells(
                from_json(R"({"eventTime":"2026-01-02T03:00:00.000000Z","series":{"count":9,
                    "lastObservedTime":"2026-01-02T03:58:00.000000Z"}})"),
                shown_at)),
            R"(["2m","","","","","","","60m",9,""])");
}

TEST(KindEventCells, OfAnEventWithoutTimes) {
  EXPECT_EQ(json::print(core_event_cells(from_json("{}"), shown_at)),
            R"(["<unknown>","","","","","","","<unknown>",1,""])");
}

}  // namespace
}  // namespace telltale::server
