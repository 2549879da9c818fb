// SPDX-License-Identifier: Apache-2.0
// Whole installations in virtual time: what each of the five conditions says at every step, and
// since when. Nothing survives between two looks but the documents, and at every step a second look
// must write nothing.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

constexpr std::string_view start = "Unknown/Initialized since 10:00:00";

class Story {
 public:
  explicit Story(std::string spec) : spec_(std::move(spec)) {}

  void spec(std::string_view more) { spec_ += more; }
  void status(std::string_view fields) { status_ = fields; }
  void remove_old(std::string_view type) { old_.erase(std::string(type)); }
  // One of Hive's old conditions.
  void old(std::string_view type, std::string_view status, std::string_view reason,
           std::string_view message, std::string_view since) {
    old_[std::string(type)] = told(type, status, reason, message, since);
  }
  void beside(std::string_view document) { stepper_.put(document); }
  void remove(std::string_view kind, std::string_view name) { stepper_.remove(kind, name); }
  void remove_deployment_at(std::string_view time) {
    metadata_ += format(R"(,"deletionTimestamp":"2026-01-01T{}Z")", time);
  }

  // Five lines: RequirementsMet, ProvisionFailed, ProvisionStopped, Provisioned, DeprovisionError.
  std::vector<std::string> look(std::string_view time) {
    put();
    stepper_.look(at(time));
    const std::vector<std::string> lines = five_lines();
    stepper_.lose_memory();
    EXPECT_EQ(stepper_.look(at(time)), 0) << "a second look at " << time;
    EXPECT_EQ(five_lines(), lines);
    written_ = true;
    return lines;
  }

  std::string_view verdict() const { return to_text(said().verdict); }
  std::string wake() const {
    return is_set(said().wake) ? format_rfc3339(said().wake).substr(11, 8) : "none";
  }
  std::string message(std::string_view type) const {
    return said().conditions.find(type)->second.message;
  }

 private:
  const Saying& said() const { return stepper_.said("ClusterDeployment", "cd"); }
  std::vector<std::string> five_lines() const {
    std::vector<std::string> lines;
    for (const std::string_view type : five_types) {
      lines.push_back(stepper_.line("ClusterDeployment", "cd", type));
    }
    return lines;
  }
  // What was written stays, beside what Hive writes.
  void put() {
    std::vector<std::string> conditions;
    for (const auto& [type, text] : old_) conditions.push_back(text);
    if (written_) {
      for (const std::string_view type : five_types) {
        const Saying::One& one = said().conditions.find(type)->second;
        conditions.push_back(told(type, one.status, one.reason, one.message,
                                  format_rfc3339(one.since).substr(11, 8)));
      }
    }
    stepper_.put(Document{.kind = "ClusterDeployment",
                          .name = "cd",
                          .metadata = metadata_,
                          .spec = spec_,
                          .status = status_,
                          .conditions = conditions}
                     .text());
  }

  Stepper stepper_;
  std::string metadata_ = R"("creationTimestamp":"2026-01-01T10:00:00Z")";
  std::string spec_;
  std::string status_;
  std::map<std::string, std::string> old_;
  bool written_ = false;
};

using Lines = std::vector<std::string>;

// Everything Hive checks before the first attempt.
void pass_checks(Story& story, std::string_view time) {
  story.old("AuthenticationFailure", "False", "PlatformAuthSuccess", "ok", time);
  story.old("InstallImagesNotResolved", "False", "ImagesResolved", "ok", time);
}

std::string failed_provision(std::string_view name, int attempt, std::string_view message) {
  return provision(name, "failed", attempt,
                   {told("ClusterProvisionFailed", "True", "AWSVPCLimitExceeded", message)});
}

TEST(HiveWorkflow, ProvisionsACluster) {
  Story story(format(R"({},"manageDNS":true)", hive_provisions));
  EXPECT_EQ(story.look("10:00:00"), Lines(5, std::string(start)));
  EXPECT_EQ(story.verdict(), "Unknown");

  story.beside(dns_zone({}, "10:00:10"));
  EXPECT_EQ(story.look("10:00:30"),
            (Lines{"False/DNSNotReady since 10:00:30", std::string(start), std::string(start),
                   std::string(start), std::string(start)}));
  EXPECT_EQ(story.verdict(), "Working");
  EXPECT_EQ(story.wake(), "10:10:10");

  story.beside(dns_zone({told("ZoneAvailable", "True")}, "10:00:10"));
  EXPECT_EQ(story.look("10:03:00")[0], "Unknown/DNSNotReadyResolved since 10:03:00");

  pass_checks(story, "10:04:00");
  EXPECT_EQ(
      story.look("10:04:00"),
      (Lines{"True/AllRequirementsMet since 10:04:00", std::string(start),
             "False/ProvisionNotStopped since 10:04:00", std::string(start), std::string(start)}));

  story.status(R"("provisionRef":{"name":"p0"})");
  story.beside(provision("p0", "initializing"));
  const Lines running = {"True/AllRequirementsMet since 10:04:00", std::string(start),
                         "False/ProvisionNotStopped since 10:04:00",
                         "False/Provisioning since 10:04:05", std::string(start)};
  EXPECT_EQ(story.look("10:04:05"), running);
  story.beside(provision("p0", "provisioning"));
  EXPECT_EQ(story.look("10:06:00"), running);
  EXPECT_EQ(story.verdict(), "Working");

  const Lines done = {"True/AllRequirementsMet since 10:04:00",
                      "False/ProvisionSucceeded since 10:45:00",
                      "False/ProvisionNotStopped since 10:04:00", "True/Provisioned since 10:45:00",
                      std::string(start)};
  story.beside(provision("p0", "complete"));
  EXPECT_EQ(story.look("10:45:00"), done);
  story.spec(R"(,"installed":true)");
  EXPECT_EQ(story.look("10:45:02"), done);
  story.remove("ClusterProvision", "p0");
  story.remove("DNSZone", "cd-zone");
  story.old("AuthenticationFailure", "True", "PlatformAuthError", "rotated", "10:50:00");
  EXPECT_EQ(story.look("10:50:00"), done);
  EXPECT_EQ(story.verdict(), "Healthy");
}

TEST(HiveWorkflow, TriesAgainAndGivesUp) {
  Story story(format(R"({},"installAttemptsLimit":2)", hive_provisions));
  pass_checks(story, "10:00:00");
  story.look("10:00:00");
  story.status(R"("provisionRef":{"name":"p0"})");
  story.beside(provision("p0", "provisioning"));
  story.look("10:01:00");

  story.beside(
      failed_provision("p0", 0, "VPC limit, RequestID: 1f2e3d4c-aaaa-4bbb-8ccc-000000000001"));
  const Lines failed = {"True/AllRequirementsMet since 10:00:00",
                        "True/AWSVPCLimitExceeded since 10:20:00",
                        "False/ProvisionNotStopped since 10:00:00",
                        "False/Provisioning since 10:01:00", std::string(start)};
  EXPECT_EQ(story.look("10:20:00"), failed);
  EXPECT_EQ(story.verdict(), "Working");

  story.status(R"("installRestarts":1)");
  EXPECT_EQ(story.look("10:21:00"), failed);
  story.status(R"("installRestarts":1,"provisionRef":{"name":"p1"})");
  story.beside(provision("p1", "initializing", 1));
  EXPECT_EQ(story.look("10:22:00"), failed);
  story.beside(provision("p1", "initializing", 1,
                         {told("InstallPodStuck", "True", "PodInPendingPhase", "no node")}));
  EXPECT_EQ(story.look("10:25:00")[1], "True/InstallLaunchError since 10:20:00");
  story.beside(provision("p1", "provisioning", 1));
  EXPECT_EQ(story.look("10:26:00"), failed);

  // The same error once more, with another request id: nothing to write.
  story.beside(
      failed_provision("p1", 1, "VPC limit, RequestID: 9a8b7c6d-aaaa-4bbb-8ccc-000000000002"));
  EXPECT_EQ(story.look("10:40:00"), failed);

  story.status(R"("installRestarts":2)");
  const Lines given_up = {"True/AllRequirementsMet since 10:00:00",
                          "True/AWSVPCLimitExceeded since 10:20:00",
                          "True/InstallAttemptsLimitReached since 10:41:00",
                          "False/ProvisionStopped since 10:01:00", std::string(start)};
  EXPECT_EQ(story.look("10:41:00"), given_up);
  EXPECT_EQ(story.verdict(), "Stuck");

  // Neither a higher limit nor lost attempts bring it back.
  story.spec(R"(,"installAttemptsLimit":9)");
  story.remove("ClusterProvision", "p0");
  story.remove("ClusterProvision", "p1");
  EXPECT_EQ(story.look("10:50:00"), given_up);
}

TEST(HiveWorkflow, RecoversFromAFailedAttempt) {
  Story story{std::string(hive_provisions)};
  story.status(R"("provisionRef":{"name":"p0"})");
  story.beside(failed_provision("p0", 0, "limit"));
  story.look("10:00:00");
  story.status(R"("installRestarts":1,"provisionRef":{"name":"p1"})");
  story.beside(provision("p1", "complete", 1));
  EXPECT_EQ(story.look("11:00:00"), (Lines{"True/AllRequirementsMet since 10:00:00",
                                           "False/ProvisionSucceeded since 11:00:00",
                                           "False/ProvisionNotStopped since 10:00:00",
                                           "True/Provisioned since 11:00:00", std::string(start)}));
  EXPECT_EQ(story.verdict(), "Healthy");
}

TEST(HiveWorkflow, TimesOutOnDns) {
  Story story(format(R"({},"manageDNS":true)", hive_provisions));
  story.look("10:00:00");
  story.beside(dns_zone({}, "10:00:10"));
  story.look("10:00:11");
  EXPECT_EQ(story.wake(), "10:10:10");
  // Another error in between does not wind the clock back.
  story.old("DNSNotReady", "True", "DNSNotReady", "waiting", "10:00:10");
  story.beside(dns_zone({told("DNSError", "True", "Throttled", "slow", "10:05:00")}, "10:00:10"));
  EXPECT_EQ(story.look("10:05:00")[0], "False/DNSNotReady since 10:00:11");
  EXPECT_EQ(story.message("RequirementsMet"), "Throttled: slow");
  story.beside(dns_zone({told("ZoneAvailable", "False")}, "10:00:10"));
  const Lines waiting = {"False/DNSNotReady since 10:00:11", std::string(start), std::string(start),
                         std::string(start), std::string(start)};
  EXPECT_EQ(story.look("10:10:09"), waiting);
  EXPECT_EQ(story.wake(), "10:10:10");
  EXPECT_EQ(story.verdict(), "Working");

  EXPECT_EQ(story.look("10:10:10"),
            (Lines{"False/DNSNotReady since 10:00:11", std::string(start),
                   "True/DNSNotReadyTimedOut since 10:10:10",
                   "False/ProvisionStopped since 10:10:10", std::string(start)}));
  EXPECT_EQ(story.verdict(), "Stuck");
  EXPECT_EQ(story.wake(), "none");

  story.beside(dns_zone({told("ZoneAvailable", "True")}, "10:00:10"));
  EXPECT_EQ(story.look("10:12:00"),
            (Lines{"Unknown/DNSNotReadyResolved since 10:12:00", std::string(start),
                   "True/DNSNotReadyTimedOut since 10:10:10",
                   "False/ProvisionStopped since 10:10:10", std::string(start)}));
}

TEST(HiveWorkflow, TellsOneProblemAfterTheOther) {
  Story story(format(R"({},"manageDNS":true)", hive_provisions));
  story.beside(dns_zone({told("DNSError", "True", "Throttled", "slow", "10:00:00")}));
  story.old("AuthenticationFailure", "True", "PlatformAuthError", "denied", "10:00:00");
  story.old("InstallerImageResolutionFailed", "True", "X", "no release", "10:00:00");
  EXPECT_EQ(story.look("10:00:00")[0], "False/DNSNotReady since 10:00:00");
  story.beside(dns_zone({told("ZoneAvailable", "True")}));
  EXPECT_EQ(story.look("10:01:00")[0], "False/AuthenticationFailure since 10:00:00");
  story.old("AuthenticationFailure", "False", "PlatformAuthSuccess", "ok", "10:02:00");
  EXPECT_EQ(story.look("10:02:00")[0], "False/InstallerImageResolutionFailed since 10:00:00");
  EXPECT_EQ(story.wake(), "10:05:00");
  EXPECT_EQ(story.look("10:05:00")[0], "False/InstallerImageResolutionFailed since 10:00:00");
  EXPECT_EQ(story.verdict(), "Stuck");
  story.old("InstallerImageResolutionFailed", "False", "X", "ok", "10:06:00");
  EXPECT_EQ(story.look("10:06:00")[0], "True/AllRequirementsMet since 10:06:00");
  EXPECT_EQ(story.verdict(), "Working");
}

std::string requirements(std::string_view status, std::string_view reason,
                         std::string_view since = "10:00:00") {
  return told("RequirementsMet", status, reason, "", since);
}

TEST(HiveWorkflow, IsInstalledByAClusterInstall) {
  Story story{std::string(agents_install)};
  EXPECT_EQ(story.look("10:00:00"), Lines(5, std::string(start)));
  story.beside(cluster_install({}));
  EXPECT_EQ(story.look("10:00:10")[3], "False/Provisioning since 10:00:10");
  story.beside(cluster_install({requirements("False", "HostsPending", "10:01:00"),
                                told("Completed", "False"), told("Failed", "False"),
                                told("Stopped", "False", "Going")}));
  const Lines waiting = {"False/HostsPending since 10:01:00", std::string(start),
                         "False/Going since 10:01:00", "False/Provisioning since 10:00:10",
                         std::string(start)};
  EXPECT_EQ(story.look("10:01:00"), waiting);
  EXPECT_EQ(story.wake(), "10:46:00");
  story.beside(cluster_install({requirements("True", "Ready"), told("Completed", "False"),
                                told("Failed", "False"), told("Stopped", "False", "Going")}));
  EXPECT_EQ(story.look("10:20:00")[0], "True/Ready since 10:20:00");
  story.beside(
      cluster_install({requirements("False", "HostLost", "10:30:00"), told("Completed", "False"),
                       told("Failed", "False"), told("Stopped", "False", "Going")}));
  EXPECT_EQ(story.look("10:30:00")[0], "False/HostLost since 10:30:00");
  story.beside(cluster_install({requirements("True", "Ready"), told("Completed", "True", "Done"),
                                told("Failed", "False"), told("Stopped", "True", "Done")}));
  const Lines done = {"True/Ready since 10:50:00", "False/ProvisionSucceeded since 10:50:00",
                      "True/Done since 10:50:00", "True/Provisioned since 10:50:00",
                      std::string(start)};
  EXPECT_EQ(story.look("10:50:00"), done);
  story.spec(R"(,"installed":true)");
  EXPECT_EQ(story.look("10:50:01"), done);
  EXPECT_EQ(story.verdict(), "Healthy");
}

TEST(HiveWorkflow, IsGivenUpByAClusterInstall) {
  Story story{std::string(agents_install)};
  story.beside(cluster_install({requirements("True", "Ready"), told("Failed", "False"),
                                told("Completed", "False"), told("Stopped", "False", "Going")}));
  story.look("10:00:00");
  story.beside(cluster_install({requirements("True", "Ready"), told("Failed", "True", "HostFailed"),
                                told("Completed", "False"), told("Stopped", "False", "Going")}));
  EXPECT_EQ(story.look("10:10:00"),
            (Lines{"True/Ready since 10:00:00", "True/HostFailed since 10:10:00",
                   "False/Going since 10:00:00", "False/Provisioning since 10:00:00",
                   std::string(start)}));
  EXPECT_EQ(story.verdict(), "Working");
  // It tries again, and what failed stays told.
  story.beside(cluster_install({requirements("True", "Ready"), told("Failed", "False"),
                                told("Completed", "False"), told("Stopped", "False", "Going")}));
  EXPECT_EQ(story.look("10:15:00")[1], "True/HostFailed since 10:10:00");
  story.beside(cluster_install({requirements("True", "Ready"), told("Failed", "True", "HostFailed"),
                                told("Completed", "False"), told("Stopped", "True", "Over")}));
  EXPECT_EQ(story.look("10:30:00"),
            (Lines{"True/Ready since 10:00:00", "True/HostFailed since 10:10:00",
                   "True/InstallAttemptsLimitReached since 10:30:00",
                   "False/ProvisionStopped since 10:00:00", std::string(start)}));
  EXPECT_EQ(story.verdict(), "Stuck");
}

TEST(HiveWorkflow, SurvivesABrokenContract) {
  Story story{std::string(agents_install)};
  story.beside(cluster_install(
      {told("Failed", "False"), told("Completed", "False"), told("Stopped", "False", "Going")}));
  story.look("10:00:00");
  story.beside(cluster_install({told("Failed", "False"), told("Completed", "True", "Done"),
                                told("Stopped", "False", "Going")}));
  EXPECT_EQ(
      story.look("10:10:00"),
      (Lines{std::string(start), "False/ProvisionSucceeded since 10:10:00",
             "False/Going since 10:00:00", "Unknown/Error since 10:10:00", std::string(start)}));
  EXPECT_EQ(story.verdict(), "Stuck");
  story.beside(cluster_install({told("Failed", "False"), told("Completed", "True", "Done"),
                                told("Stopped", "True", "Done")}));
  EXPECT_EQ(story.look("10:11:00")[3], "True/Provisioned since 10:11:00");
  EXPECT_EQ(story.verdict(), "Healthy");
}

TEST(HiveWorkflow, HandsOverOnlyWhenNothingOfItsOwnIsLeft) {
  Story story{std::string(agents_install)};
  story.old("AuthenticationFailure", "True", "PlatformAuthError", "denied", "10:00:00");
  story.beside(cluster_install({requirements("True", "Ready")}));
  EXPECT_EQ(story.look("10:00:00")[0], "False/AuthenticationFailure since 10:00:00");
  story.remove_old("AuthenticationFailure");
  EXPECT_EQ(story.look("10:01:00")[0], "False/AuthenticationFailure since 10:00:00");
  story.old("AuthenticationFailure", "False", "PlatformAuthSuccess", "ok", "10:02:00");
  EXPECT_EQ(story.look("10:02:00")[0], "True/Ready since 10:02:00");
}

TEST(HiveWorkflow, IsTakenApart) {
  Story story(format(R"({},"installed":true)", hive_provisions));
  story.status(R"("provisionRef":{"name":"p0"})");
  const std::string met = "True/AllRequirementsMet since 10:00:00";
  const std::string succeeded = "False/ProvisionSucceeded since 10:00:00";
  const std::string going = "False/ProvisionNotStopped since 10:00:00";
  EXPECT_EQ(story.look("10:00:00"),
            (Lines{met, succeeded, going, "True/Provisioned since 10:00:00", std::string(start)}));
  story.remove_deployment_at("12:00:00");
  EXPECT_EQ(story.look("12:00:00")[3], "True/Provisioned since 10:00:00");
  story.beside(cluster_deprovision({}));
  EXPECT_EQ(
      story.look("12:00:05"),
      (Lines{met, succeeded, going, "False/Deprovisioning since 12:00:05", std::string(start)}));
  EXPECT_EQ(story.verdict(), "Working");
  story.beside(
      cluster_deprovision({told("AuthenticationFailure", "True", "AuthError", "old key")}));
  EXPECT_EQ(story.look("12:10:00"),
            (Lines{met, succeeded, going, "False/DeprovisionFailed since 12:00:05",
                   "True/AuthError since 12:10:00"}));
  EXPECT_EQ(story.verdict(), "Stuck");
  story.beside(cluster_deprovision({told("AuthenticationFailure", "False", "AuthOk")}));
  EXPECT_EQ(story.look("12:20:00"),
            (Lines{met, succeeded, going, "False/Deprovisioning since 12:00:05",
                   "False/AuthOk since 12:20:00"}));
  story.beside(cluster_deprovision({told("AuthenticationFailure", "False", "AuthOk")},
                                   R"("completed":true)"));
  EXPECT_EQ(story.look("12:30:00")[3], "False/Deprovisioned since 12:00:05");
  EXPECT_EQ(story.verdict(), "Working");
}

}  // namespace
}  // namespace telltale::clusterdeployment
