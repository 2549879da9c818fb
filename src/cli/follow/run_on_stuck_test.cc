// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/run_on_stuck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <semaphore>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A folder of its own, in which commands leave what they saw.
class RunOnStuckTest : public testing::Test {
 protected:
  RunOnStuckTest() { std::filesystem::create_directories(folder_); }
  ~RunOnStuckTest() override { std::filesystem::remove_all(folder_); }

  std::string path(std::string_view name) const { return format("{}/{}", folder_, name); }
  std::string text(std::string_view name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static StuckCall call(std::string_view name) {
    HandMade made;
    return stuck_call(World({}, {}, Completeness::Partial, belonging_of_kinds()),
                      made.add("Machine", name, Verdict::Stuck));
  }

  std::string folder_ = format("{}/run_on_stuck_{}", testing::TempDir(), getpid());
  std::counting_semaphore<1000> news_{0};
  std::function<void()> on_news_ = [this] { news_.release(); };
  // Nothing is killed on a slow machine.
  RunLimits limits_{.patience = milliseconds(60'000), .parting = milliseconds(60'000)};
};

TEST_F(RunOnStuckTest, TellsTheCommandWhatItIsAbout) {
  RunOnStuck run(
      format("env | grep ^TELLTALE_ | sort > {}; cat > {}; exit 1", path("env"), path("stdin")), -1,
      on_news_, limits_);
  run.add(call("m1"));
  news_.acquire();
  const std::string seen = text("env");
  for (const std::string_view line :
       {"TELLTALE_VERDICT=Stuck", "TELLTALE_KIND=Machine", "TELLTALE_GROUP=cluster.x-k8s.io",
        "TELLTALE_NAMESPACE=default", "TELLTALE_NAME=m1", "TELLTALE_CONDITION=Ready",
        "TELLTALE_REASON=NotReady", "TELLTALE_SINCE=2026-01-01T11:38:00Z",
        "TELLTALE_MESSAGE=Node is gone", "TELLTALE_STEP=", "TELLTALE_RUNBOOK="}) {
    EXPECT_THAT(seen, HasSubstr(line));
  }
  EXPECT_THAT(text("stdin"), HasSubstr(R"("name":"m1","verdict":"Stuck")"));
}

TEST_F(RunOnStuckTest, MakesNothingOfAClusterPartOfTheCommandLine) {
  HandMade made;
  const std::string name = "$(touch " + path("owned") + ")";
  const std::string message = "`touch " + path("owned") + "`; touch " + path("owned") + "\nX=1";
  Judged& judged = made.add("Machine", name, Verdict::Stuck);
  judged.cause.message = message;
  RunOnStuck run(format("printf %s \"$TELLTALE_MESSAGE\" > {}; exit 1", path("message")), -1,
                 on_news_, limits_);
  run.add(stuck_call(World({}, {}, Completeness::Partial, belonging_of_kinds()), judged));
  news_.acquire();
  EXPECT_FALSE(std::filesystem::exists(path("owned")));
  EXPECT_FALSE(text("message").contains('\n')) << "a message of many lines is one line";
  EXPECT_THAT(text("message"), HasSubstr("touch"));
}

TEST_F(RunOnStuckTest, SaysHowItFailed) {
  RunOnStuck run("exit 7", -1, on_news_, limits_);
  run.add(call("m1"));
  news_.acquire();
  EXPECT_THAT(run.take_news(), ElementsAre("--exec for Machine default/m1: exit code 7"));
  EXPECT_THAT(run.take_news(), IsEmpty());
}

TEST_F(RunOnStuckTest, KillsWhatTakesTooLongAndAllThatItStarted) {
  limits_.patience = milliseconds(200);
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  RunOnStuck run("sleep 300 & sleep 300", ends[1], on_news_, limits_);
  run.add(call("m1"));
  news_.acquire();
  EXPECT_THAT(run.take_news(), ElementsAre("--exec for Machine default/m1: killed after 0s"));
  // Whoever still lived would hold the other end.
  ::close(ends[1]);
  pollfd end{ends[0], POLLIN, 0};
  EXPECT_EQ(::poll(&end, 1, 20'000), 1);
  EXPECT_NE(end.revents & POLLHUP, 0);
  ::close(ends[0]);
}

TEST_F(RunOnStuckTest, RunsOneAtATime) {
  // Whoever finds the folder of another there says so.
  RunOnStuck run(format("mkdir {0}/busy || echo both >> {0}/log; echo $TELLTALE_NAME >> {0}/log; "
                        "rmdir {0}/busy; test $TELLTALE_NAME != m4",
                        folder_),
                 -1, on_news_, limits_);
  for (const std::string_view name : {"m1", "m2", "m3", "m4"}) run.add(call(name));
  news_.acquire();
  EXPECT_EQ(text("log"), "m1\nm2\nm3\nm4\n");
}

TEST_F(RunOnStuckTest, DropsWhatNobodyCouldWaitForAndCountsIt) {
  limits_.waiting_max = 5;
  // The first one holds the others up until the test has added all of them.
  ASSERT_EQ(::mkfifo(path("gate").c_str(), 0600), 0);
  RunOnStuck run(
      format("echo $TELLTALE_NAME >> {0}/log; test $TELLTALE_NAME != first || cat {0}/gate",
             folder_),
      -1, on_news_, limits_);
  run.add(call("first"));
  std::ofstream gate(path("gate"));  // opens when the first one runs
  for (int i = 0; i < 10'000; ++i) run.add(call(format("m{}", i)));
  EXPECT_THAT(run.take_news(),
              ElementsAre("--exec was not run for 9,995 more that became Stuck: 5 were waiting"));
  run.add(call("last"));
  EXPECT_EQ(run.take_news().size(), 1U);
  gate.close();
}

TEST_F(RunOnStuckTest, SaysAtTheEndWhatItDidNotRun) {
  limits_.parting = milliseconds(100);
  ASSERT_EQ(::mkfifo(path("gate").c_str(), 0600), 0);
  RunOnStuck run(format("cat {}", path("gate")), -1, on_news_, limits_);
  run.add(call("m1"));
  std::ofstream gate(path("gate"));
  run.add(call("m2"));
  EXPECT_THAT(run.finish(), ElementsAre("--exec for Machine default/m1: killed at the end",
                                        "--exec was not run for 1 that waited"));
}

}  // namespace
}  // namespace telltale::cli
