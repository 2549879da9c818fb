// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials_process.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "client/kubeconfig/kubeconfig_files.h"

namespace telltale::client {
namespace {

class CredentialsProcess : public testing::Test {
 protected:
  std::string script(std::string_view body) const {
    const std::string path = folder_.write("script", format("#!/bin/sh\n{}\n", body));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  Result<Finished> run(std::string_view body) const { return run_with({}, body); }
  Result<Finished> run_with(Program program, std::string_view body) const {
    program.command = script(body);
    return run_program(program, interrupt_);
  }

  TempFolder folder_;
  Interrupt interrupt_;
};

TEST_F(CredentialsProcess, GivesBackWhatWasSaid) {
  const auto finished = run("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(finished) << finished.error().detail;
  EXPECT_EQ(finished->exit_code, 3);
  EXPECT_EQ(finished->output, "out\n");
  EXPECT_EQ(finished->error_output, "err\n");
}

TEST_F(CredentialsProcess, PassesArgumentsAsTheyAre) {
  const auto finished = run_with({.arguments = {"a b", "$HOME", "", "*"}},
                                 R"(for one in "$@"; do echo "[$one]"; done)");
  EXPECT_EQ(finished->output, "[a b]\n[$HOME]\n[]\n[*]\n");
}

TEST_F(CredentialsProcess, AddsVariablesToItsOwn) {
  const auto finished = run_with({.variables = {{"ONE", "1=1"}, {"HOME", "elsewhere"}}},
                                 R"(echo "$ONE $HOME ${PATH:+path}")");
  EXPECT_EQ(finished->output, "1=1 elsewhere path\n");
}

TEST_F(CredentialsProcess, FindsProgramsOnThePath) {
  EXPECT_EQ(run_program({.command = "echo", .arguments = {"hi"}}, interrupt_)->output, "hi\n");
  const auto absent = run_program({.command = "no-such-plugin"}, interrupt_);
  EXPECT_EQ(absent.error().kind, Error::Kind::NotFound);
  const auto refused = run_program({.command = folder_.write("plain", "")}, interrupt_);
  EXPECT_EQ(refused.error().kind, Error::Kind::Internal);
}

TEST_F(CredentialsProcess, LetsItReadNothing) { EXPECT_EQ(run("cat; echo end")->output, "end\n"); }

TEST_F(CredentialsProcess, EndsWhatTakesTooLong) {
  // The child of the child must go, too: it would keep the pipe open.
  const auto finished =
      run_with({.timeout = std::chrono::milliseconds(100)}, "tail -f /dev/null & echo $!; wait");
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().kind, Error::Kind::Unreachable);
  EXPECT_EQ(finished.error().detail, "did not end within 100 ms");
}

TEST_F(CredentialsProcess, WaitsForTheProgramAndNotForWhatItLeavesBehind) {
  const auto finished = run("tail -f /dev/null & echo $!");
  ASSERT_TRUE(finished) << finished.error().detail;
  EXPECT_EQ(::kill(std::stoi(finished->output), SIGKILL), 0);
}

TEST_F(CredentialsProcess, LimitsWhatItSays) {
  const auto finished = run_with({.output_bytes_max = 1000}, "yes");
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().kind, Error::Kind::TooLarge);
  const auto exact = run_with({.output_bytes_max = 1000}, "head -c 1000 /dev/zero");
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->output.size(), 1000U);
}

TEST_F(CredentialsProcess, ListensToLongComplaintsAndKeepsTheirBeginning) {
  const auto finished = run("echo first >&2; head -c 1000000 /dev/zero >&2; echo done");
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->output, "done\n");
  EXPECT_EQ(finished->error_output.substr(0, 6), "first\n");
  EXPECT_EQ(finished->error_output.size(), 4096U);
}

TEST_F(CredentialsProcess, SaysWhichSignalEndedIt) {
  EXPECT_EQ(run("kill -TERM $$")->exit_code, 128 + SIGTERM);
}

TEST_F(CredentialsProcess, CanBeInterrupted) {
  std::thread other([this] { interrupt_.ring(); });
  const auto finished = run("tail -f /dev/null");
  other.join();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().detail, "was interrupted");
  EXPECT_FALSE(run("tail -f /dev/null"));
}

}  // namespace
}  // namespace telltale::client
