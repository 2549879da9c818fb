// SPDX-License-Identifier: Apache-2.0
#include "fleet/stored.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace telltale::fleet {
namespace {

Flaw flaw(std::string_view name, std::string_view message, Status status = Status::False) {
  return {.status = status, .kind = "Machine", .name = name, .message = message};
}

TEST(Stored, IndentsAsControllersDo) {
  EXPECT_EQ(indented("Message-A"), " Message-A");
  EXPECT_EQ(indented("* Message-B"), "\n  * Message-B");
  EXPECT_EQ(indented("* c1\n* c2"), "\n  * c1\n  * c2");
  EXPECT_EQ(indented("Message-D\n* More"), "\n  * Message-D\n    * More");
  EXPECT_EQ(indented("5 * 3"), " 5 * 3");
}

TEST(Stored, SummarizesInTheOrderGiven) {
  Arena arena;
  EXPECT_EQ(summary_message({}, arena), "");
  const Flaw flaws[] = {flaw("B", "b"), flaw("A", "* a")};
  EXPECT_EQ(summary_message(flaws, arena), "* B: b\n* A:\n  * a");
}

TEST(Stored, PutsIssuesBeforeUnknowns) {
  const Flaw unknown[] = {flaw("m", "", Status::Unknown)};
  const Flaw both[] = {flaw("m", "", Status::Unknown), flaw("n", "")};
  EXPECT_EQ(worst({}), Status::True);
  EXPECT_EQ(worst(unknown), Status::Unknown);
  EXPECT_EQ(worst(both), Status::False);
}

TEST(Stored, DatesTroubleFromItsFirstFlaw) {
  const Instant early{std::chrono::seconds{10}}, late{std::chrono::seconds{20}};
  Flaw flaws[] = {flaw("a", ""), flaw("b", "")};
  flaws[0].since = late;
  flaws[1].since = early;
  EXPECT_EQ(first_since(flaws, no_time), early);
  EXPECT_EQ(first_since({}, late), late);
}

TEST(Stored, GroupsWhatSaysTheSame) {
  Arena arena;
  EXPECT_EQ(aggregate_message({}, arena), "");
  EXPECT_EQ(aggregate_message({flaw("m2", "x"), flaw("m1", "x"), flaw("m5", "x"), flaw("m4", "x"),
                               flaw("m3", "x"), flaw("m0", "y", Status::Unknown)},
                              arena),
            "* Machines m1, m2, m3, ... (2 more): x\n* Machine m0: y");
}

TEST(Stored, CountsWhatItDoesNotSay) {
  Arena arena;
  EXPECT_EQ(aggregate_message({flaw("a", "1"), flaw("b", "2"), flaw("c", "3"), flaw("d", "4"),
                               flaw("e", "5"), flaw("f", "6", Status::Unknown)},
                              arena),
            "* Machine a: 1\n* Machine b: 2\n* Machine c: 3\n"
            "And 2 Machines with other issues\nAnd 1 Machine with status unknown");
}

}  // namespace
}  // namespace telltale::fleet
