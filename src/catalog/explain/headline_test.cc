// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/headline.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

std::string as_is(std::string_view message) { return headline_of(message, HeadlineText::AsIs); }

TEST(Headline, IsTheMessageWhereThatIsOneLine) {
  EXPECT_EQ(as_is("Waiting for a Node to exist"), "Waiting for a Node to exist");
  EXPECT_EQ(as_is(""), "");
  EXPECT_EQ(as_is("* Node.Ready: container runtime is down"),
            "Node.Ready: container runtime is down");
}

TEST(Headline, JoinsTheLinesOfAList) {
  EXPECT_EQ(as_is("* Version v1, v2 required\n* DockerMachine is not up-to-date"),
            "Version v1, v2 required · DockerMachine is not up-to-date");
}

TEST(Headline, KeepsASentenceInFrontOfItsItems) {
  EXPECT_EQ(as_is("Health check failed:\n  * Condition Ready on Node is Unknown"),
            "Health check failed: Condition Ready on Node is Unknown");
  EXPECT_EQ(as_is("Drain not completed yet (started at x):\n* Pod a/b: cannot evict"),
            "Drain not completed yet (started at x): Pod a/b: cannot evict");
  EXPECT_EQ(as_is("Nothing follows:"), "Nothing follows");
}

TEST(Headline, SaysTheErrorOfSeveralMachinesOnce) {
  EXPECT_EQ(
      as_is("* Machine a:\n  * InfrastructureReady: failed to run: RequestID: 1, api error X: "
            "no room\n  * NodeHealthy: Waiting\n"
            "* Machine b:\n  * InfrastructureReady: failed to run: RequestID: 2, api error X: "
            "no room\n"),
      "Machines a, b: X: no room · Machine a: Waiting");
  EXPECT_EQ(as_is("* Machines a, b, c, ... (2 more):\n  * NodeHealthy:\n    * Node.Ready: down"),
            "Machines a, b, c, ...: Node.Ready: down");
}

TEST(Headline, ReadsTheLinesOfAPool) {
  EXPECT_EQ(headline_of("2 of 3 machines are not ready\n"
                        "Machine a: Failed: failed to run: RequestID: 1, api error X: no room\n"
                        "Machine b: Failed: failed to run: RequestID: 2, api error X: no room\n",
                        HeadlineText::Errors),
            "2 of 3 machines are not ready · Machines a, b: X: no room");
}

TEST(Headline, LeavesOutWhichConditionOfAClusterItIs) {
  EXPECT_EQ(as_is("* WorkersAvailable:\n  * MachineDeployment md: 1 available replicas"),
            "MachineDeployment md: 1 available replicas");
}

TEST(LinesWithInnermostErrors, KeepTheListAndShortenTheChains) {
  EXPECT_EQ(lines_with_innermost_errors(
                "* InfrastructureReady: failed to create AWSMachine instance: failed to run "
                "instance: operation error EC2: RunInstances, https response error StatusCode: "
                "400, RequestID: 5f0d6c1e, api error VcpuLimitExceeded: You have requested more\n"
                "* NodeHealthy: Waiting for AWSMachine to report spec.providerID",
                HeadlineText::AsIs),
            "* InfrastructureReady: VcpuLimitExceeded: You have requested more\n"
            "* NodeHealthy: Waiting for AWSMachine to report spec.providerID");
}

TEST(LinesWithInnermostErrors, ShortenAMessageWithoutAListWhereItIsAProviders) {
  constexpr std::string_view wrapped =
      "failed to create: rpc error: code = NotFound desc = no image";
  EXPECT_EQ(lines_with_innermost_errors(wrapped, HeadlineText::AsIs), wrapped);
  EXPECT_NE(lines_with_innermost_errors(wrapped, HeadlineText::Errors), wrapped);
}

TEST(Headline, IsOneLineOfBoundedLength) {
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "* Machine m" + std::to_string(i) + ":\n  * Ready: gone\n";
  for (const std::string& hostile :
       {many, std::string(1 << 18, '*'), std::string(1 << 18, ':'), std::string("* :\n* ,:\n*"),
        std::string("* Machine :\n  * : x"), std::string("\xff\n\xff:")}) {
    const std::string line = as_is(hostile);
    EXPECT_LE(line.size(), headline_bytes_max);
    EXPECT_FALSE(line.contains('\n'));
  }
  EXPECT_EQ(as_is(many).substr(0, 9), "Machines ");
}

}  // namespace
}  // namespace telltale
