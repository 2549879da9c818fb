// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view core_event =
    R"({"action":"Binding","apiVersion":"v1","count":2,"eventTime":"2026-01-02T03:04:05.000000Z",)"
    R"("firstTimestamp":"2026-01-02T03:04:05Z","involvedObject":{"kind":"Node","name":"n"},)"
    R"("kind":"Event","lastTimestamp":"2026-01-02T03:04:06Z","message":"m",)"
    R"("metadata":{"name":"e"},"reason":"R","related":{"name":"r"},"reportingComponent":"c",)"
    R"("reportingInstance":"i","series":{"count":3},"source":{"component":"s"},"type":"Normal"})";

TEST(KindEvent, HasTwoViewsOfOneThing) {
  json::Value event = from_json(core_event);
  to_new_event(event);
  EXPECT_EQ(json::print(event),
            R"({"action":"Binding","apiVersion":"events.k8s.io/v1","deprecatedCount":2,)"
            R"("deprecatedFirstTimestamp":"2026-01-02T03:04:05Z",)"
            R"("deprecatedLastTimestamp":"2026-01-02T03:04:06Z",)"
            R"("deprecatedSource":{"component":"s"},"eventTime":"2026-01-02T03:04:05.000000Z",)"
            R"("kind":"Event","metadata":{"name":"e"},"note":"m","reason":"R",)"
            R"("regarding":{"kind":"Node","name":"n"},"related":{"name":"r"},)"
            R"("reportingController":"c","reportingInstance":"i","series":{"count":3},)"
            R"("type":"Normal"})");
  to_core_event(event);
  EXPECT_EQ(json::print(event), core_event);
}

TEST(KindEvent, ViewsSurviveStrangeShapes) {
  json::Value list = from_json("[]");
  to_new_event(list);
  to_core_event(list);
  EXPECT_EQ(json::print(list), "[]");
}

TEST(KindEvent, HasNoNullsAndExactTimes) {
  EXPECT_EQ(prepared(prepare_event,
                     R"({"eventTime":"2026-01-02T03:04:05.000000Z","firstTimestamp":null,
                         "series":{"lastObservedTime":"2026-01-02T05:04:05.500000+02:00"}})"),
            R"({"eventTime":"2026-01-02T03:04:05.000000Z",)"
            R"("series":{"lastObservedTime":"2026-01-02T03:04:05.500000Z"}})");
}

std::vector<std::string> in_namespaces(std::string_view own, std::string_view about) {
  return errors_of(
      validate_event,
      format(R"({{"metadata":{{"namespace":"{}"}},"involvedObject":{{"namespace":"{}"}}}})", own,
             about));
}

TEST(KindEvent, LiesBesideWhatItIsAbout) {
  EXPECT_THAT(in_namespaces("a", "a"), IsEmpty());
  EXPECT_THAT(in_namespaces("default", ""), IsEmpty());
  EXPECT_THAT(in_namespaces("a", ""),
              ElementsAre("involvedObject.namespace: Invalid value: \"\": does not match "
                          "event.namespace"));
  EXPECT_THAT(in_namespaces("a", "b"),
              ElementsAre("involvedObject.namespace: Invalid value: \"b\": does not match "
                          "event.namespace"));
  EXPECT_THAT(in_namespaces("kube-system", ""), SizeIs(1));
}

TEST(KindEvent, WithAnExactTimeSaysWhoReportsWhat) {
  EXPECT_THAT(
      errors_of(validate_event, R"({"metadata":{"namespace":"kube-system"},"involvedObject":{},
                                  "eventTime":"2026-01-02T03:04:05.000000Z"})"),
      ElementsAre("reportingComponent: Required value", "reportingInstance: Required value",
                  "action: Required value", "reason: Required value"));
  EXPECT_THAT(
      errors_of(validate_event,
                R"({"metadata":{"namespace":"default"},"eventTime":"2026-01-02T03:04:05.000000Z",
                          "reportingComponent":"example.com/c","reportingInstance":"i",
                          "action":"a","reason":"r"})"),
      IsEmpty());
  const std::string wordy(129, 'w');
  EXPECT_THAT(errors_of(validate_event, format(R"({{"metadata":{{"namespace":"default"}},
                          "eventTime":"2026-01-02T03:04:05.000000Z",
                          "reportingComponent":"not so","reportingInstance":"i",
                          "action":"{}","reason":"r","message":"{}"}})",
                                               wordy, std::string(1025, 'm'))),
              ElementsAre(HasSubstr("reportingComponent: Invalid value: \"not so\""),
                          HasSubstr("action: Invalid value: \"\": can have at most 128"),
                          HasSubstr("message: Invalid value: \"\": can have at most 1024")));
}

TEST(KindNewEvent, IsNewAllThrough) {
  EXPECT_THAT(
      errors_of(validate_new_event,
                R"({"apiVersion":"events.k8s.io/v1","metadata":{"namespace":"a"},
                          "regarding":{"namespace":"b"},"deprecatedCount":1,"type":"Odd"})"),
      ElementsAre(HasSubstr("involvedObject.namespace: Invalid value: \"b\""),
                  "eventTime: Required value", "type: Invalid value: \"\": has invalid value: Odd",
                  "count: Invalid value: \"\": needs to be unset"));
  EXPECT_THAT(errors_of(validate_new_event,
                        R"({"apiVersion":"events.k8s.io/v1","metadata":{"namespace":"a"},
                          "regarding":{"namespace":"a"},"eventTime":"2026-01-02T03:04:05.000000Z",
                          "reportingController":"c","reportingInstance":"i","action":"a",
                          "reason":"r","type":"Warning","deprecatedCount":0,
                          "deprecatedSource":{}})"),
              IsEmpty());
}

constexpr std::string_view reported =
    R"({"apiVersion":"events.k8s.io/v1","metadata":{"namespace":"a"},"regarding":{"namespace":"a"},
        "eventTime":"2026-01-02T03:04:05.000000Z","reportingController":"c",
        "reportingInstance":"i","action":"a","reason":"r","type":"Warning","note":"n")";

std::string reported_with(std::string_view more) {
  return std::string(reported).append(more).append("}");
}

TEST(KindEvent, HasTimesToTheMicrosecondOnly) {
  EXPECT_THAT(errors_of(validate_event, R"({"metadata":{"namespace":"default"},
                                          "series":{"lastObservedTime":"2026-01-02T03:04:05Z"}})"),
              ElementsAre(HasSubstr("series.lastObservedTime: parsing time")));
  EXPECT_THAT(errors_of(validate_event, R"({"metadata":{"namespace":"default"},"eventTime":""})"),
              ElementsAre(HasSubstr("eventTime: parsing time \"\"")));
}

TEST(KindNewEvent, CountsFromTwo) {
  const std::string once = reported_with(R"(,"series":{"count":1})");
  EXPECT_THAT(errors_of(validate_new_event, once),
              ElementsAre("series.count: Invalid value: \"\": should be at least 2",
                          "series.lastObservedTime: Required value"));
  EXPECT_THAT(errors_of(validate_new_event, once, reported_with("")), SizeIs(2));
  // What came through the core group stays as it is.
  EXPECT_THAT(errors_of(validate_new_event, once, once), IsEmpty());
  EXPECT_THAT(
      errors_of(validate_new_event,
                reported_with(
                    R"(,"series":{"count":2,"lastObservedTime":"2026-01-02T03:04:06.000000Z"})"),
                reported_with("")),
      IsEmpty());
}

TEST(KindNewEvent, IsNotToldOtherwiseLater) {
  EXPECT_THAT(
      errors_of(validate_new_event, reported_with(R"(,"related":{"name":"r"})"), reported_with("")),
      ElementsAre(HasSubstr("related: Invalid value: ")));
  const std::string other =
      R"({"apiVersion":"events.k8s.io/v1","metadata":{"namespace":"a","labels":{"l":"1"}},
          "regarding":{"namespace":"a"},"eventTime":"2026-01-02T03:04:05.000000Z",
          "reportingController":"d","reportingInstance":"i","action":"a","reason":"r",
          "type":"Warning","note":"m","deprecatedSource":{},"deprecatedCount":0})";
  EXPECT_THAT(errors_of(validate_new_event, other, reported_with("")),
              ElementsAre("message: Invalid value: \"m\": field is immutable",
                          "reportingController: Invalid value: \"d\": field is immutable"));
  EXPECT_THAT(errors_of(validate_event, reported_with(""), other), IsEmpty());
}

TEST(KindNewEvent, MayBeAnOldOneThatIsChanged) {
  constexpr std::string_view old =
      R"({"apiVersion":"events.k8s.io/v1","metadata":{"namespace":"a"},
          "regarding":{"namespace":"a"},"deprecatedCount":1})";
  EXPECT_THAT(errors_of(validate_new_event, old, old), IsEmpty());
}

}  // namespace
}  // namespace telltale::server
