// SPDX-License-Identifier: Apache-2.0
#include "classify/resource.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "classify/corpus_for_test.h"

namespace telltale {
namespace {

using enum FailureClass;

const std::string corpus_folder = TELLTALE_SOURCE_DIR "/benchmarks/corpus/";

struct Naming {
  FailureClass failure;
  std::string_view message;
  std::string_view kind;
  std::string_view name;
};

void expect_named(std::initializer_list<Naming> cases) {
  for (const Naming& one : cases) {
    const NamedResource found =
        resource_named_in(one.message, one.failure).value_or(NamedResource{"nothing", ""});
    EXPECT_EQ(found, (NamedResource{std::string(one.kind), std::string(one.name)})) << one.message;
  }
}

TEST(ResourceNamed, IsWhatIsMissing) {
  const auto m = MissingCloudResources;
  expect_named(
      {{m, "The subnet ID 'subnet-0a1b' does not exist", "subnet", "subnet-0a1b"},
       {m, "Value (nodes) for parameter iamInstanceProfile.name is invalid.", "instance profile",
        "nodes"},
       {m, "NoSuchEntity: The role with name worker-role cannot be found.", "role", "worker-role"},
       {m,
        "The gallery image /subscriptions/0/resourceGroups/g/providers/Microsoft.Compute/"
        "galleries/capi/images/ubuntu is not available",
        "image", "ubuntu"},
       {m, "googleapi: Error 404: The resource 'projects/p/global/images/rhcos' was not found",
        "image", "rhcos"},
       {m, "Flavor m1.xlarge could not be found.", "flavor", "m1.xlarge"},
       {m, "unable to find template: vm '/dc0/vm/rhcos' not found", "template", "/dc0/vm/rhcos"},
       {m, "storageclass.storage.k8s.io \"fast\" not found", "storageclass", "fast"},
       {m, "AMI ami-0abc123 not found", "AMI", "ami-0abc123"},
       {m, "ssh key with name my-key does not exist", "SSH key", "my-key"},
       {m, "failed to find image with name rhcos-4.12: found no image", "image", "rhcos-4.12"}});
}

TEST(ResourceNamed, IsNotThePlaceWhereItShouldBe) {
  const auto m = MissingCloudResources;
  expect_named(
      {{m, "The security group 'sg-0a' does not exist in VPC 'vpc-0b'", "security group", "sg-0a"},
       {m,
        "The Resource 'Microsoft.Network/virtualNetworks/hcp-vnet' under resource group 'rg' was "
        "not found.",
        "virtual network", "hcp-vnet"},
       {m,
        "Resource /subscriptions/0/subnets/nodes referenced by resource "
        "/subscriptions/0/networkInterfaces/nic was not found.",
        "subnet", "nodes"},
       {m, "unable to get networks for \"w-1\": network 'dv-vlan-204' not found", "network",
        "dv-vlan-204"}});
}

TEST(ResourceNamed, IsWhatWasUsedUpOrIsScarce) {
  const auto q = CloudQuotaExceeded;
  const auto c = InsufficientCloudCapacity;
  expect_named({{q, "Quota 'N2_CPUS' exceeded.  Limit: 8.0 in region r.", "quota", "N2_CPUS"},
                {q, "results in exceeding approved standardDSv3Family Cores quota.", "quota",
                 "standardDSv3Family Cores"},
                {q, "pods \"x\" is forbidden: exceeded quota: compute, requested: cpu=4",
                 "ResourceQuota", "compute"},
                {q, "VcpuLimitExceeded: no", "limit", "Vcpu"},
                {q, "Quota exceeded for resources: ['port'].", "quota", "port"},
                {c, "We do not have sufficient m5.xlarge capacity in the zone", "instance type",
                 "m5.xlarge"},
                {c, "Insufficient disk space on datastore 'vsan'.", "datastore", "vsan"},
                {c, "The zone 'projects/p/zones/us-east1-b' does not have enough resources", "zone",
                 "us-east1-b"},
                {c, "0/3 nodes are available: 3 Insufficient memory.", "resource", "memory"}});
}

TEST(ResourceNamed, IsWhatWasNotAllowed) {
  const auto p = CAPIProviderFailed;
  expect_named(
      {{p, "is not authorized to perform: iam:PassRole on resource: arn:aws:iam::1:role/nodes",
        "permission", "iam:PassRole"},
       {p, "Required 'compute.instances.create' permission for 'projects/p'", "permission",
        "compute.instances.create"},
       {p, "Not authorized for images: [ami-5287d500]", "AMI", "ami-5287d500"},
       {p, "A specified parameter was not correct: spec.memoryMB", "parameter", "spec.memoryMB"}});
}

TEST(ResourceNamed, IsNothingWhereTheTextNamesNone) {
  for (const std::string_view text :
       {"", "quota exceeded", "One or more target groups not found", "Can not find requested image",
        "the subnet does not exist", "InvalidGroup.NotFound"}) {
    for (const FailureClass failure : all_failure_classes) {
      EXPECT_EQ(resource_named_in(text, failure), std::nullopt) << text;
    }
  }
  EXPECT_EQ(resource_named_in("Image provisioning failed", CAPIProviderFailed), std::nullopt);
  EXPECT_EQ(resource_named_in("The subnet ID 'subnet-0a1b' does not exist", Transient),
            std::nullopt);
}

TEST(ResourceNamed, IsShortAndPrintable) {
  const auto long_name =
      resource_named_in("image '" + std::string(190, 'x') + "' not found", MissingCloudResources);
  ASSERT_TRUE(long_name.has_value());
  EXPECT_LE(long_name->name.size(), resource_name_bytes_max);
  const auto hostile = resource_named_in("image 'a\x1b[31mb' not found", MissingCloudResources);
  ASSERT_TRUE(hostile.has_value());
  EXPECT_EQ(hostile->name.find('\x1b'), std::string::npos);
}

// What stands in the text of real messages: names are never made up, and most missing resources
// have one (the others are bare codes).
TEST(ResourceNamed, StandsInTheRealMessages) {
  std::size_t missing = 0;
  std::size_t named = 0;
  for (const std::string file : {"sample.tsv", "unseen.tsv", "issues.tsv", "documented.tsv"}) {
    for (const LabelledMessage& row : read_corpus(corpus_folder + file)) {
      const auto found = resource_named_in(row.message, row.failure);
      if (row.failure == MissingCloudResources) {
        ++missing;
        named += found ? 1 : 0;
      }
      if (!found || found->name.ends_with("...")) continue;
      EXPECT_NE(row.message.find(found->name.substr(0, found->name.find(' '))), std::string::npos)
          << row.message << "\n  " << found->name;
    }
  }
  EXPECT_GE(named * 100, missing * 65) << named << " of " << missing;
}

RC_GTEST_PROP(ResourceNamedLaws, TakesAnyBytes, (const std::string& bytes)) {
  for (const FailureClass failure : all_failure_classes) {
    const auto found = resource_named_in(bytes, failure);
    if (found) RC_ASSERT(!found->name.empty() && !found->kind.empty());
  }
}

}  // namespace
}  // namespace telltale
