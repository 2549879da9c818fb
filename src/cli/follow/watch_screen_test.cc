// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen.h"

#include <gtest/gtest.h>

#include "cli/follow/watch_screen_follower.h"
#include "cli/follow/watch_screen_rows.h"
#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

TEST(NextWake, IsTheFirstThatIsStillAhead) {
  Judgement judgement;
  for (const int minutes : {5, -3, 2, 9}) {
    judgement.items.emplace_back().wake = noon + std::chrono::minutes(minutes);
  }
  judgement.items.emplace_back();
  EXPECT_EQ(next_wake(judgement, noon), noon + std::chrono::minutes(2));
  EXPECT_EQ(next_wake({}, noon), no_time);
}

// A `get` in a pipe, and the server it looks at.
struct Piped {
  FakeServer server = {};
  Screen screen = {};
  GetOptions options = {};

  explicit Piped(Watching watching) {
    screen.dialer = &server;
    options.subjects = {{"machines", {}}};
    options.watching = watching;
    options.namespaces = NamespaceColumn::Hidden;
    options.custom_columns.push_back({"NAME", *parse_json_path(".metadata.name")});
    options.custom_columns.push_back({"PHASE", *parse_json_path(".status.phase")});
    options.output = GetOutput::CustomColumns;
  }

  void set(std::string_view name, std::string_view phase) {
    server.add("machines", format(R"({{"metadata":{{"namespace":"default","name":"{}"}},)"
                                  R"("status":{{"phase":"{}"}}}})",
                                  name, phase));
  }
  void tell(ChangedRows& rows) {
    const Streams streams = screen.streams();
    Result<Source> source = Source::open(options.read, streams);
    const Result<Loaded> loaded =
        source->load(options.read, streams, {.more = fields_wanted(options), .types = {}});
    ASSERT_TRUE(loaded);
    rows.tell(*loaded);
    server.clear("machines");
  }
};

TEST(ChangedRows, TellsTheTableOnceAndThenWhatChanged) {
  Piped pipe(Watching::On);
  const Streams streams = pipe.screen.streams();
  ChangedRows rows(pipe.options, streams);
  pipe.set("m1", "Pending");
  pipe.set("m2", "Running");
  pipe.tell(rows);
  EXPECT_EQ(pipe.screen.out.text, "NAME   PHASE\nm1     Pending\nm2     Running\n");
  pipe.screen.out.text.clear();
  pipe.set("m1", "Running");
  pipe.set("m2", "Running");
  pipe.tell(rows);
  EXPECT_EQ(pipe.screen.out.text, "m1     Running\n");
  pipe.screen.out.text.clear();
  pipe.set("m2", "Running");
  pipe.set("machine-with-a-long-name", "Running");
  pipe.tell(rows);
  EXPECT_EQ(pipe.screen.out.text, "machine-with-a-long-name   Running\nm1     Running\n");
}

// A row that is told later stands below headers that were told before.
TEST(ChangedRows, KeepsTheColumnsThatItsHeadersName) {
  Piped pipe(Watching::On);
  pipe.options.custom_columns.clear();
  pipe.options.output = GetOutput::Table;
  const Streams streams = pipe.screen.streams();
  ChangedRows rows(pipe.options, streams);
  const auto set_version = [&](std::string_view version) {
    pipe.server.add("machines", format(R"({{"metadata":{{"namespace":"default","name":"m1"}},)"
                                       R"("spec":{{"clusterName":"c1","version":"{}"}}}})",
                                       version));
  };
  set_version("");
  pipe.tell(rows);
  EXPECT_FALSE(pipe.screen.out.text.contains("VERSION")) << pipe.screen.out.text;
  EXPECT_TRUE(pipe.screen.out.text.contains("CLUSTER")) << pipe.screen.out.text;
  set_version("v1.34.0");
  pipe.tell(rows);
  EXPECT_FALSE(pipe.screen.out.text.contains("v1.34.0")) << pipe.screen.out.text;
}

TEST(ChangedRows, LeavesOutTheStartWhenOnlyChangesCount) {
  Piped pipe(Watching::Only);
  const Streams streams = pipe.screen.streams();
  ChangedRows rows(pipe.options, streams);
  pipe.set("m1", "Pending");
  pipe.tell(rows);
  EXPECT_EQ(pipe.screen.out.text, "");
  pipe.set("m1", "Running");
  pipe.tell(rows);
  EXPECT_EQ(pipe.screen.out.text, "NAME   PHASE\nm1     Running\n");
}

TEST(Identity, IsReadFromADocument) {
  const auto identity = identity_of(
      R"({"kind":"X","metadata":{"name":"a","namespace":"b","uid":"c","labels":{}},"spec":{}})");
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->namespace_name + identity->name + identity->uid, "bac");
  EXPECT_FALSE(identity_of("{}"));
  EXPECT_FALSE(identity_of("nonsense"));
  EXPECT_FALSE(identity_of(R"({"metadata":{"name":5}})"));
}

}  // namespace
}  // namespace telltale::cli
