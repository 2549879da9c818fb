// SPDX-License-Identifier: Apache-2.0
#include "server/objects/stored.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"
#include "server/objects/presenter.h"
#include "store/sealing/stamp.h"

namespace telltale::server {
namespace {

TEST(Stored, BeginsWithTypeAndThePlaceOfTheVersion) {
  const std::string stored = to_stored(from_json(
      R"({"spec":{"b":1},"kind":"A","data":{},"metadata":{"name":"n","resourceVersion":"7"},)"
      R"("apiVersion":"v1"})"));
  EXPECT_EQ(stored, R"({"apiVersion":"v1","kind":"A","metadata":{"resourceVersion":"","name":"n"},)"
                    R"("data":{},"spec":{"b":1}})");
  EXPECT_NE(store::stamped(stored, 42).find(R"("resourceVersion":"42")"), std::string::npos);
}

TEST(Stored, GoesOverTheWireWithTheVersionItHas) {
  EXPECT_EQ(to_wire(from_json(
                R"({"kind":"A","apiVersion":"v1","metadata":{"a":"x","resourceVersion":"7"}})")),
            R"({"apiVersion":"v1","kind":"A","metadata":{"resourceVersion":"7","a":"x"}})");
}

// A dry run has no version. Its metadata must still be the first map, since it is found by that.
TEST(Stored, WithoutAVersionKeepsItsOrder) {
  const std::string wire =
      to_wire(from_json(R"({"Early":{"metadata":{"name":"inner"}},"kind":"A","apiVersion":"v1",)"
                        R"("metadata":{"name":"outer"}})"));
  EXPECT_EQ(wire, R"({"apiVersion":"v1","kind":"A","metadata":{"name":"outer"},)"
                  R"("Early":{"metadata":{"name":"inner"}}})");
  EXPECT_EQ(raw_metadata(wire), R"({"name":"outer"})");
  EXPECT_EQ(to_wire(from_json(R"({"kind":"A"})")), R"({"apiVersion":"","kind":"A","metadata":{}})");
}

TEST(Stored, KnowsItsVersionWithoutParsing) {
  EXPECT_TRUE(speaks(R"({"apiVersion":"a.io/v1","kind":"A"})", "a.io/v1"));
  EXPECT_FALSE(speaks(R"({"apiVersion":"a.io/v1beta1","kind":"A"})", "a.io/v1"));
  EXPECT_FALSE(speaks(R"({"kind":"A"})", "a.io/v1"));
  EXPECT_FALSE(speaks("", "v1"));
}

TEST(Stored, DamagedBytesAreAnErrorAndNoCrash) {
  EXPECT_EQ(from_stored("{\"a\":").error().kind, Error::Kind::Internal);
  EXPECT_FALSE(from_stored("").has_value());
  EXPECT_FALSE(from_stored("\"\xff\"").has_value());
}

TEST(Stored, MetadataIsFoundPastStringsThatLookLikeIt) {
  EXPECT_EQ(raw_metadata(R"({"apiVersion":"v1","kind":"A","metadata":{"a":"}\"{"},"b":{}})"),
            R"({"a":"}\"{"})");
  EXPECT_EQ(raw_metadata("{}"), "{}");
}

}  // namespace
}  // namespace telltale::server
