// SPDX-License-Identifier: Apache-2.0
#include "classify/innermost.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "classify/classify.h"
#include "classify/corpus_for_test.h"

namespace telltale {
namespace {

struct Wrapped {
  std::string_view message;
  std::string_view innermost;
};

constexpr Wrapped wrapped[] = {
    // AWS, SDK v2 below a provider of Cluster API
    {"failed to create AWSMachine instance: failed to run instance: operation error EC2: "
     "RunInstances, https response error StatusCode: 400, RequestID: "
     "5f0d6c1e-0000-4000-8000-00000000a001, api error VcpuLimitExceeded: You have requested more "
     "vCPU capacity than your current vCPU limit of 32 allows for the instance bucket that the "
     "specified instance type belongs to.",
     "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 "
     "allows for the instance bucket that the specified instance type belongs to"},
    // SDK v1: what matters stands in front of the ids
    {"Error: Error launching source instance: Unsupported: Your requested instance type "
     "(a1.medium) is not supported in your requested Availability Zone (us-east-1b).\n\tstatus "
     "code: 400, request id: 00000000-0000-0000-0000-000000000000",
     "Unsupported: Your requested instance type (a1.medium) is not supported in your requested "
     "Availability Zone (us-east-1b)"},
    {"Error syncing load balancer: failed to ensure load balancer: TooManyLoadBalancers: Exceeded "
     "quota of account 1234567890\\n\\tstatus code: 400, request id: 0000-11",
     "TooManyLoadBalancers: Exceeded quota of account 1234567890"},
    {"WebIdentityErr: failed to retrieve credentials caused by: InvalidIdentityToken: No "
     "OpenIDConnect provider found in your account for https://oidc",
     "InvalidIdentityToken: No OpenIDConnect provider found in your account for https://oidc"},
    // boto, with and without retries
    {"An error occurred (InsufficientInstanceCapacity) when calling the RunInstances operation "
     "(reached max retries: 4): We currently do not have sufficient m5.8xlarge capacity",
     "InsufficientInstanceCapacity: We currently do not have sufficient m5.8xlarge capacity"},
    {"An error occurred (InvalidSubnetID.NotFound) when calling the RunInstances operation: The "
     "subnet ID 'subnet-1' does not exist",
     "InvalidSubnetID.NotFound: The subnet ID 'subnet-1' does not exist"},
    {"<Response><Errors><Error><Code>InvalidKeyPair.NotFound</Code><Message>The key pair 'k' does "
     "not exist</Message></Error></Errors><RequestID>0000</RequestID></Response>",
     "InvalidKeyPair.NotFound: The key pair 'k' does not exist"},
    // Karpenter
    {"creating instance, insufficient capacity, with fleet error(s), InsufficientInstanceCapacity: "
     "We currently do not have sufficient m6i.xlarge capacity",
     "InsufficientInstanceCapacity: We currently do not have sufficient m6i.xlarge capacity"},
    // Azure: JSON, nested and escaped; autorest; track 2
    {R"({"error": {"code": "OperationNotAllowed", "message": "Operation results in exceeding )"
     R"(quota limits of Core. Maximum allowed: 10, Current in use: 10."}})",
     "OperationNotAllowed: Operation results in exceeding quota limits of Core. Maximum allowed: "
     "10, Current in use: 10"},
    {R"({"code": "BadRequest","message": "{\r\n  \"error\": {\r\n    \"code\": \"SubnetIsFull\",)"
     R"(\r\n    \"message\": \"Subnet Subnet1 does not have enough capacity for 1 IP addresses.\",)"
     R"(\r\n    \"details\": []\r\n  }\r\n}"})",
     "SubnetIsFull: Subnet Subnet1 does not have enough capacity for 1 IP addresses"},
    {R"({"status":"Failed","error":{"code":"ResourceOperationFailure","message":"The resource )"
     R"(operation completed with terminal provisioning state 'Failed'.","details":[{"code":)"
     R"("OSProvisioningClientError","message":"OS Provisioning for VM 'x' did not finish in the )"
     R"(allotted time."}]}})",
     "OSProvisioningClientError: OS Provisioning for VM 'x' did not finish in the allotted time"},
    {"failed to create vm a: failure sending request for machine a: cannot create vm: "
     "compute.VirtualMachinesClient#CreateOrUpdate: Failure sending request: StatusCode=404 -- "
     "Original Error: Code=\"NotFound\" Message=\"The Image '/subscriptions/s/images/i' cannot be "
     "found.\" Target=\"imageReference\"",
     "NotFound: The Image '/subscriptions/s/images/i' cannot be found"},
    {"PUT https://management.azure.com/subscriptions/s\\n-----\\nRESPONSE 409: 409 "
     "Conflict\\nERROR "
     "CODE: OperationNotAllowed\\n-----\\n{\\n \\\"error\\\": {\\n \\\"code\\\": "
     "\\\"OperationNotAllowed\\\",\\n \\\"message\\\": \\\"Operation could not be completed as it "
     "results in exceeding approved Total Regional Cores quota.\\\"\\n }\\n}\\n-----",
     "OperationNotAllowed: Operation could not be completed as it results in exceeding approved "
     "Total Regional Cores quota"},
    // GCP
    {"update failed: cannot update GKE cluster: googleapi: Error 403: Quota 'CPUS' exceeded. "
     "Limit: 24.0 in region us-central1., quotaExceeded",
     "quotaExceeded: Quota 'CPUS' exceeded. Limit: 24.0 in region us-central1"},
    {"googleapi: Error 429: Resource has been exhausted (e.g. check quota)",
     "Resource has been exhausted (e.g. check quota)"},
    // gRPC
    {"failed to reserve: rpc error: code = PermissionDenied desc = caller lacks the permission",
     "PermissionDenied: caller lacks the permission"},
    {"rpc error: code = Unknown desc = failed to pull image: manifest for quay.io/a:b is not there",
     "manifest for quay.io/a:b is not there"},
    // OpenStack
    {"error creating Openstack instance: Expected HTTP response code [201 202] when accessing "
     "[POST "
     "https://nova:8774/servers], but got 403 instead {\"forbidden\": {\"code\": 403, \"message\": "
     "\"Quota exceeded for cores: Requested 8, but already used 16 of 20 cores\"}}",
     "Quota exceeded for cores: Requested 8, but already used 16 of 20 cores"},
    // vSphere
    {"unable to connect to vCenter: ServerFaultCode: Cannot complete login due to an incorrect "
     "user name or password.",
     "Cannot complete login due to an incorrect user name or password"},
    // Go's chains
    {"FATAL failed to fetch Metadata: failed to fetch dependency of \"Metadata\": failed to get "
     "DNS "
     "zone ID: Access to the api resource is not authorized.",
     "Access to the api resource is not authorized"},
    {"llm-gpu-2vtql: reconciler failed to Create machine: failed to launch instance: error "
     "launching instance: You have requested more vCPU capacity than your limit of 0 allows",
     "You have requested more vCPU capacity than your limit of 0 allows"},
    // An installer's log
    {"level=error msg=Error: Error creating VPC: VpcLimitExceeded: The maximum number of VPCs has "
     "been reached. level=fatal msg=failed to fetch Cluster: failed to complete the change",
     "VpcLimitExceeded: The maximum number of VPCs has been reached"},
    {R"(govc: 400 Bad Request: {"value":{"messages":[{"args":[],"default_message":"Cannot find )"
     R"(the storage backing of library l.","id":"com.vmware.x"}]}})",
     "Cannot find the storage backing of library l"},
    // Too little alone: the layer before it stays.
    {"Internal error occurred: failed calling webhook \"x.io\": context deadline exceeded",
     "failed calling webhook \"x.io\": context deadline exceeded"},
    {"failed to create machine: quota exceeded", "failed to create machine: quota exceeded"},
    // Nothing around it.
    {"AccessDenied: User: arn:aws:sts::1:assumed-role/x/y is not authorized to perform: "
     "iam:PassRole on resource: arn:aws:iam::1:role/z",
     "AccessDenied: User: arn:aws:sts::1:assumed-role/x/y is not authorized to perform: "
     "iam:PassRole on resource: arn:aws:iam::1:role/z"},
    {"Post \"https://vcenter/sdk\": dial tcp 10.0.0.1:443: connect: connection refused",
     "Post \"https://vcenter/sdk\": dial tcp 10.0.0.1:443: connect: connection refused"},
    {"DNS record already exists", "DNS record already exists"},
    {"", ""},
    {" \n ", ""},
    // Text that scrubbing has gone through.
    {"operation error EC2: RunInstances, https response error StatusCode: 400, RequestID: <id>, "
     "api "
     "error Unsupported: The type is not there",
     "Unsupported: The type is not there"},
    {"AADSTS7000215: Invalid client secret is provided. Trace ID: 1a-2b Correlation ID: 3c-4d "
     "Timestamp: 2023-10-05 12:00:00Z",
     "AADSTS7000215: Invalid client secret is provided"},
    {"the instance did not answer after 10m3.25s (request-id: \"abc\")",
     "the instance did not answer"},
};

TEST(Innermost, IsWhatStandsInTheWrapping) {
  for (const Wrapped& one : wrapped) EXPECT_EQ(innermost_error(one.message), one.innermost);
}

TEST(Innermost, IsTheSameForTheSameErrorOfTwoAttempts) {
  const auto attempt = [](std::string_view id) {
    return innermost_error(
        format("failed to run: operation error EC2: RunInstances, https response "
               "error StatusCode: 400, RequestID: {}, api error A: no",
               id));
  };
  EXPECT_EQ(attempt("5f0d6c1e-0000-4000-8000-00000000a001"),
            attempt("9b27e4d3-0000-4000-8000-00000000b417"));
}

TEST(Innermost, IsOneShortLine) {
  const std::string deep(200, '{');
  for (const std::string& hostile :
       {std::string(1 << 20, 'x'), deep + "\"message\":\"" + deep, std::string(1 << 16, '"'),
        std::string("a\x01\x1b[31m: b"), "message=" + std::string(1 << 15, '\'')}) {
    const std::string inner = innermost_error(hostile);
    EXPECT_LE(inner.size(), innermost_bytes_max);
    EXPECT_FALSE(inner.contains('\n'));
  }
}

// What is not read cannot cost anything.
TEST(Innermost, LooksAtTheFrontOfALongText) {
  std::string hostile = "failed to run: api error X: the front";
  const std::string inner = innermost_error(hostile);
  hostile += std::string(innermost_read_bytes_max, ' ');
  while (hostile.size() < (1 << 20)) hostile += "\"message\": \"failed to request id: ";
  EXPECT_EQ(innermost_error(hostile), inner);
}

// Thousands of real messages: something is left of each, without ids, and it still tells what kind
// of trouble it is.
TEST(Innermost, KeepsWhatARealMessageTells) {
  std::size_t all = 0;
  std::size_t kept = 0;
  for (const std::string file :
       {"sample.tsv", "unseen.tsv", "issues.tsv", "learned.tsv", "unread.tsv", "documented.tsv"}) {
    for (const LabelledMessage& row :
         read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/" + file)) {
      const std::string inner = innermost_error(row.message);
      EXPECT_FALSE(inner.empty()) << row.message;
      EXPECT_FALSE(inner.contains("RequestID: ")) << inner;
      EXPECT_FALSE(inner.contains("request id: ")) << inner;
      ++all;
      const auto whole = classify(row.message, row.platform).failure;
      if (classify(inner, row.platform).failure == whole) ++kept;
    }
  }
  EXPECT_GE(all, 2000U);
  EXPECT_GE(kept * 100, all * 96) << kept << " of " << all;
}

}  // namespace
}  // namespace telltale
