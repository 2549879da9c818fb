// SPDX-License-Identifier: Apache-2.0
#include "classify/classify.h"

#include <map>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "classify/corpus_for_test.h"
#include "classify/fold.h"

namespace telltale {
namespace {

using enum FailureClass;

const std::string corpus = TELLTALE_SOURCE_DIR "/benchmarks/corpus/";

struct Score {
  std::size_t right = 0;
  std::size_t total = 0;
  std::map<FailureClass, std::size_t> said = {};
  std::map<FailureClass, std::size_t> said_rightly = {};
};

enum class Asked : std::uint8_t { WithPlatform, Without };

// Rows that differ from others by time alone, which no text shows: a subnet that was made seconds
// earlier is not found in the words for one that does not exist. Two more rows of the original
// collection (an instance profile and a security group) are like that and not in these files.
bool is_about_time(const LabelledMessage& row) { return row.id == "azure-033-tricky"; }

Score score_of(const std::string& file, Asked asked) {
  Score score;
  for (const LabelledMessage& row : read_corpus(file)) {
    if (is_about_time(row)) continue;
    const Platform platform = asked == Asked::WithPlatform ? row.platform : Platform::Any;
    const Classified answer = classify(row.message, platform);
    ++score.total;
    ++score.said[answer.failure];
    if (answer.failure == row.failure) {
      ++score.right;
      ++score.said_rightly[answer.failure];
    } else {
      std::printf("%s: %.*s, not %.*s\n", row.id.c_str(),
                  static_cast<int>(to_text(answer.failure).size()), to_text(answer.failure).data(),
                  static_cast<int>(to_text(row.failure).size()), to_text(row.failure).data());
    }
  }
  return score;
}

struct Target {
  double right;
  double precision;  // in the classes that make something Stuck
};

constexpr Target product_target{.right = 0.97, .precision = 0.99};

void expect_target(const std::string& file, Asked asked, const Target& target = product_target) {
  const Score score = score_of(file, asked);
  EXPECT_GE(static_cast<double>(score.right), target.right * static_cast<double>(score.total));
  for (const FailureClass failure :
       {MissingCloudResources, CloudQuotaExceeded, InsufficientCloudCapacity, CAPIProviderFailed}) {
    SCOPED_TRACE(to_text(failure));
    ASSERT_TRUE(score.said.contains(failure));
    EXPECT_GE(static_cast<double>(score.said_rightly.at(failure)),
              target.precision * static_cast<double>(score.said.at(failure)));
  }
}

TEST(Corpus, SampleIsClassifiedAsPeopleDid) {
  expect_target(corpus + "sample.tsv", Asked::WithPlatform);
  expect_target(corpus + "sample.tsv", Asked::Without);
}

// These were learned from, so they show that nothing was forgotten, not how new messages fare.
TEST(Corpus, WhatWasLearnedIsNotForgotten) {
  for (const std::string file : {"learned.tsv", "composed.tsv", "documented.tsv"}) {
    SCOPED_TRACE(file);
    expect_target(corpus + file, Asked::WithPlatform);
    expect_target(corpus + file, Asked::Without);
  }
}

// Of everything that makes clusters, and learned from too: what is reached there, so that nothing
// is lost unseen. New messages fare worse (docs/performance.md).
TEST(Corpus, PublicIssuesAreNotForgotten) {
  constexpr Target reached{.right = 0.96, .precision = 0.95};
  expect_target(corpus + "issues.tsv", Asked::WithPlatform, reached);
  expect_target(corpus + "issues.tsv", Asked::Without, reached);
  constexpr Target reached_later{.right = 0.94, .precision = 0.89};
  for (const std::string file : {"unread.tsv", "later.tsv"}) {
    SCOPED_TRACE(file);
    expect_target(corpus + file, Asked::WithPlatform, reached_later);
    expect_target(corpus + file, Asked::Without, reached_later);
  }
}

struct Case {
  FailureClass failure;
  std::string_view message;
};

void expect_all(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    const Classified answer = classify(one.message);
    EXPECT_EQ(to_text(answer.failure), to_text(one.failure))
        << one.message << "\n  decided by " << answer.pattern;
  }
}

TEST(Classify, TakesARateLimitForPassingWhateverElseIsSaid) {
  expect_all(
      {{Transient, "RequestLimitExceeded: Request limit exceeded."},
       {Transient, "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'"},
       {Transient, "Status=429 Code=\"OperationNotAllowed\" too many requests"},
       {Transient, "TooManyRequests"},
       {CloudQuotaExceeded, "Code=\"OperationNotAllowed\" exceeding approved Cores quota"}});
}

TEST(Classify, TellsTheMachineItselfFromWhatItNeeds) {
  expect_all({{Transient, "InvalidInstanceID.NotFound: The instance ID 'i-0abc' does not exist"},
              {Transient, "The resource 'projects/p/zones/z/instances/i' was not found"},
              {MissingCloudResources, "The resource 'projects/p/global/networks/n' was not found"},
              {Transient,
               "ResourceNotFound: The Resource 'Microsoft.Compute/virtualMachines/v' under "
               "resource group 'rg' was not found."},
              {MissingCloudResources,
               "ResourceNotFound: The Resource 'Microsoft.Network/"
               "virtualNetworks/v' under resource group 'rg' was not found."},
              {Transient, "machines.cluster.x-k8s.io \"m1\" not found"},
              {MissingCloudResources, "storageclass.storage.k8s.io \"fast\" not found"}});
}

TEST(Classify, TellsQuotasFromOtherLimits) {
  expect_all(
      {{CloudQuotaExceeded, "LimitExceededException: too many roles"},
       {CAPIProviderFailed, "TagLimitExceeded: too many tags"},
       {None, "BackoffLimitExceeded"},
       {None, "operation cancelled: actual cost limit exceeded"},
       {CloudQuotaExceeded, "pods \"x\" is forbidden: exceeded quota: compute, requested: cpu=4"},
       {CloudQuotaExceeded, "The maximum number of addresses has been reached."},
       {None, "quota check passed"}});
}

TEST(Classify, TellsCapacityFromOtherThingsThatAreInsufficient) {
  expect_all({{InsufficientCloudCapacity, "0/3 nodes are available: 3 Insufficient cpu."},
              {CAPIProviderFailed, "Insufficient privileges to complete the operation."},
              {CAPIProviderFailed, "insufficientPermissions"},
              {InsufficientCloudCapacity, "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS"},
              {InsufficientCloudCapacity, "No available host found"}});
}

TEST(Classify, PutsPermissionBeforeWhatCouldNotBeSeen) {
  expect_all({{CAPIProviderFailed,
               "PERMISSION_DENIED: Permission denied on resource 'projects/p' (or "
               "it may not exist)."},
              {CAPIProviderFailed,
               "AuthorizationFailed: The client does not have authorization to "
               "perform action over scope '/x' or the scope is invalid."}});
}

TEST(Classify, TakesTheNetworkForPassingUnlessSomethingElseIsWrong) {
  expect_all(
      {{Transient, "Post \"https://ec2/\": dial tcp 10.0.0.1:443: i/o timeout"},
       {Transient, "etcdserver: request timed out"},
       {Transient, "Operation cannot be fulfilled: the object has been modified"},
       {CAPIProviderFailed, "Get \"https://v\": x509: certificate signed by unknown authority"},
       {CAPIProviderFailed, "admission webhook \"v.x\" denied the request: no"}});
}

TEST(Classify, ReadsTheWordsInsideOfCodesThatNobodyListed) {
  expect_all({{InsufficientCloudCapacity, "ContosoInsufficientHostCapacity"},
              {CloudQuotaExceeded, "GADGET_QUOTA_EXCEEDED"},
              {CloudQuotaExceeded, "too bad: gadget_limit_reached"},
              {Transient, "GadgetApiRateLimitExceeded"},
              {MissingCloudResources, "PrivateSubnetworkNotFoundInRegion"},
              {CAPIProviderFailed, "ContosoPermissionDeniedByAdmin"},
              {None, "GadgetCreationInProgress"}});
}

TEST(Classify, TakesABrokenWayForPassingThoughItCouldNotLogIn) {
  expect_all(
      {{Transient, "failed to authenticate: Post \"https://i/\": dial tcp: i/o timeout"},
       {CAPIProviderFailed, "failed to authenticate: invalid password"},
       {CAPIProviderFailed, "Failed to get power state for node n: IPMI: connection refused"}});
}

TEST(Classify, TakesSomebodyElseAtWorkForPassing) {
  expect_all({{Transient, "409 Conflict: another operation on this resource is in progress"},
              {Transient, "load balancer lb is in PENDING_UPDATE and cannot be changed"},
              {Transient, "The request failed due to conflict with another request"},
              {None, "The installation is in progress"},
              {CAPIProviderFailed, "Error 409: the disk 'd' already exists"}});
}

TEST(Classify, TakesAStateThatPassesForPassing) {
  expect_all(
      {{Transient, "the action can not be performed on node n while it is in state \"cleaning\"."},
       {Transient, "failed to bind port 6443: load balancer is not in active state"},
       {Transient, "cannot attach the volume: it is being detached"},
       {None, "load balancer is in PROVISIONING state"},
       {CAPIProviderFailed, "cannot resize: the instance is in FAILED state"}});
}

TEST(Classify, ReadsWhatRemoteCallsSay) {
  expect_all(
      {{Transient, "rpc error: code = Unavailable desc = transport closing"},
       {Transient, "rpc error: code = Aborted desc = volume is not ready for workloads"},
       {CAPIProviderFailed, "rpc error: code = Unavailable desc = tls: certificate required"},
       {InsufficientCloudCapacity,
        "rpc error: code = ResourceExhausted desc = not enough disk space"}});
}

TEST(Classify, TellsWhoIsFullFromWhoIsNotThere) {
  expect_all({{InsufficientCloudCapacity, "no datastores with enough free space found in cluster"},
              {MissingCloudResources, "no datastores found in datacenter dc0"},
              {InsufficientCloudCapacity, "Host 'h' has no free PCI devices"},
              {InsufficientCloudCapacity, "unable to place the VM on any host"},
              {CAPIProviderFailed,
               "The provided location 'l' is not available for resource type 'virtualMachines'."}});
}

TEST(Classify, TellsTheMachineItselfFromItsGroup) {
  expect_all({{Transient, "unable to find VM by UUID 42"},
              {CAPIProviderFailed, "unable to find VM group workers"}});
}

TEST(Classify, PutsTheStatusAfterWhatIsSaidWithIt) {
  expect_all({{Transient, "could not create the guest, HTTP error code: '500'"},
              {CAPIProviderFailed,
               "500 Internal Server Error, message: {\"message\":\"Failed to create x\"}"},
              {CAPIProviderFailed, "but got 409 instead {\"type\": \"SubnetInUse\"}"},
              {Transient, "code=429, message=slow down"},
              {InsufficientCloudCapacity,
               "code=429, message=Reservation does not have enough resources for the request"}});
}

TEST(Classify, PutsTheCauseBeforeWhatWrapsIt) {
  expect_all(
      {{Transient,
        "Error deleting load balancer (will retry): timed out waiting for the condition"},
       {CAPIProviderFailed, "unable to create machine: timed out waiting for the condition"},
       {MissingCloudResources,
        "Error creating load balancer (will retry): could not find any suitable subnets"},
       {CAPIProviderFailed,
        "Code=\"ReferencedResourceNotProvisioned\" Resource is in Failed state and stays there"},
       {CAPIProviderFailed, "Waiting for the api... Error: timed out waiting for the condition"}});
}

TEST(Classify, TakesALineThatInformsForNothing) {
  expect_all({{None, "Creating EC2 instance"},
              {None, "level=info msg=\"the subnet does not exist, one is made\""},
              {None, "Deleting node n because it does not exist in the cloud provider"},
              {None, "[DEBUG] reading credentials"},
              {CAPIProviderFailed, "level=debug msg=\"error detaching the gateway\""},
              {CAPIProviderFailed, "creating group: InvalidGroup.Duplicate: it already exists"}});
}

TEST(Classify, SeesThatSomethingIsWrongWithoutTheWordError) {
  expect_all({{CAPIProviderFailed, "multiple subnet in the same AvailabilityZone"},
              {CAPIProviderFailed, "The resource 'my-datastore' is in use."},
              {CAPIProviderFailed, "VM requires hardware version 15 or greater"},
              {None, "There was an unknown error"}});
}

TEST(Classify, KnowsTheCodesOfPlatforms) {
  expect_all({{MissingCloudResources, "Ec2LaunchTemplateNotFound"},
              {CloudQuotaExceeded, "IamLimitExceeded"},
              {Transient, "EntityTemporarilyUnmodifiable"},
              {InsufficientCloudCapacity, "NoConnectedDatastore"},
              {CAPIProviderFailed, "SERVICE_ACCOUNT_ACCESS_DENIED"},
              {Transient, "reason: CONCURRENT_REQUESTS_NOT_ALLOWED"},
              {InsufficientCloudCapacity, "cannot_start_reservation_capacity"},
              {InsufficientCloudCapacity, "AddressPoolExhausted: 30"}});
  EXPECT_EQ(classify("NoHostResources", Platform::Nutanix).failure, InsufficientCloudCapacity);
  EXPECT_EQ(classify("NoHostResources", Platform::AWS).failure, None);
}

TEST(Classify, SaysThatTextFitsNothing) {
  expect_all({{None, ""},
              {None, "hello"},
              {None, "1 of 2 completed"},
              {None, "Waiting for control plane to be initialized"},
              {None, "VM not bootstrapped yet"},
              {None, "Machine is running"}});
  EXPECT_EQ(classify("hello").pattern, "");
}

TEST(Classify, LooksOnlyAtThePatternsOfItsPlatform) {
  EXPECT_EQ(classify("SpotMaxPriceTooLow", Platform::AWS).failure, InsufficientCloudCapacity);
  EXPECT_EQ(classify("SpotMaxPriceTooLow", Platform::GCP).failure, None);
  EXPECT_EQ(classify("SpotMaxPriceTooLow", Platform::None).failure, None);
  EXPECT_EQ(classify("SpotMaxPriceTooLow", Platform::Any).failure, InsufficientCloudCapacity);
  for (const Platform platform : all_platforms()) {
    EXPECT_EQ(classify("quota exceeded", platform).failure, CloudQuotaExceeded)
        << to_text(platform);
  }
}

TEST(Classify, SaysWhichPatternDecided) {
  EXPECT_EQ(classify("VcpuLimitExceeded: no", Platform::AWS).pattern, "aws-limit-code");
}

TEST(Classify, ReadsTheSameErrorInEveryWrapping) {
  expect_all({{MissingCloudResources, "INVALIDSUBNETID.NOTFOUND"},
              {MissingCloudResources, "{\\\"code\\\": \\\"InvalidSubnetID.NotFound\\\"}"},
              {MissingCloudResources, "{u'code': u'InvalidSubnetID.NotFound'}"},
              {MissingCloudResources, "the subnet\n\t\"subnet-1\" was not\n found"}});
}

TEST(Classify, LooksAtHeadAndTailOfHugeText) {
  const std::string filler(4 * classified_bytes_max, 'x');
  EXPECT_EQ(classify("VcpuLimitExceeded: " + filler).failure, CloudQuotaExceeded);
  EXPECT_EQ(classify(filler + " VcpuLimitExceeded").failure, CloudQuotaExceeded);
}

TEST(FailureClassName, IsWhatConditionsSay) {
  EXPECT_EQ(to_text(InsufficientCloudCapacity), "InsufficientCloudCapacity");
  EXPECT_EQ(to_text(None), "None");
}

RC_GTEST_PROP(ClassifyLaws, TakesAnyBytesAndAlwaysSaysTheSame, (const std::string& bytes)) {
  const Classified once = classify(bytes);
  RC_ASSERT(classify(bytes) == once);
  RC_ASSERT((once.failure == None) || !once.pattern.empty());
}

RC_GTEST_PROP(ClassifyLaws, DoesNotCareAboutLineBreaks, ()) {
  static const std::vector<LabelledMessage> rows = read_corpus(corpus + "sample.tsv");
  const LabelledMessage& row = *rc::gen::elementOf(rows);
  std::string broken;
  for (const char c : row.message) broken += c == ' ' ? std::string("\n  ") : std::string(1, c);
  RC_ASSERT(classify(broken) == classify(row.message));
}

}  // namespace
}  // namespace telltale
