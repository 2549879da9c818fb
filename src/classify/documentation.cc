// SPDX-License-Identifier: Apache-2.0
#include "classify/documentation.h"

#include <algorithm>

namespace telltale {
namespace {

struct Pages {
  Platform platform;
  std::string_view quota;
  std::string_view capacity;
  std::string_view missing;
  std::string_view provider;
};

constexpr Pages platform_pages[] = {
    {Platform::AWS, "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-resource-limits.html",
     "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/troubleshooting-launch.html",
     "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html",
     "https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html"},
    {Platform::Azure,
     "https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/"
     "error-resource-quota",
     "https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/"
     "error-sku-not-available",
     "https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/error-not-found",
     "https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/"
     "common-deployment-errors"},
    {Platform::GCP, "https://cloud.google.com/compute/quotas-limits",
     "https://cloud.google.com/compute/docs/troubleshooting/troubleshooting-resource-availability",
     "https://cloud.google.com/compute/docs/troubleshooting/troubleshooting-vm-creation",
     "https://cloud.google.com/iam/docs/permission-error-messages"},
    {Platform::OpenStack, "https://docs.openstack.org/nova/latest/admin/quotas.html",
     "https://docs.openstack.org/nova/latest/admin/scheduling.html",
     "https://docs.openstack.org/python-openstackclient/latest/cli/command-list.html",
     "https://docs.openstack.org/nova/latest/admin/support-compute.html"},
    {Platform::KubeVirt, "https://kubernetes.io/docs/concepts/policy/resource-quotas/",
     "https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/",
     "https://kubevirt.io/user-guide/storage/disks_and_volumes/",
     "https://kubevirt.io/user-guide/"},
    {Platform::VSphere,
     "https://github.com/kubernetes-sigs/cluster-api-provider-vsphere/blob/main/docs/"
     "troubleshooting.md",
     "https://github.com/kubernetes-sigs/cluster-api-provider-vsphere/blob/main/docs/"
     "troubleshooting.md",
     "https://github.com/kubernetes-sigs/cluster-api-provider-vsphere/blob/main/docs/"
     "troubleshooting.md",
     "https://github.com/kubernetes-sigs/cluster-api-provider-vsphere/blob/main/docs/"
     "troubleshooting.md"},
    {Platform::Baremetal, "https://book.metal3.io/troubleshooting",
     "https://book.metal3.io/troubleshooting", "https://book.metal3.io/troubleshooting",
     "https://book.metal3.io/troubleshooting"},
    {Platform::Agent,
     "https://github.com/openshift/assisted-service/tree/master/docs/hive-integration",
     "https://github.com/openshift/assisted-service/tree/master/docs/hive-integration",
     "https://github.com/openshift/assisted-service/tree/master/docs/hive-integration",
     "https://github.com/openshift/assisted-service/tree/master/docs/hive-integration"},
    {Platform::PowerVS, "https://cloud.ibm.com/docs/power-iaas",
     "https://cloud.ibm.com/docs/power-iaas", "https://cloud.ibm.com/docs/power-iaas",
     "https://cloud.ibm.com/docs/power-iaas"},
    {Platform::IBMCloud, "https://cloud.ibm.com/docs/vpc?topic=vpc-quotas",
     "https://cloud.ibm.com/docs/vpc?topic=vpc-instance-status-messages",
     "https://cloud.ibm.com/docs/vpc", "https://cloud.ibm.com/docs/vpc"},
    {Platform::Nutanix, "https://opendocs.nutanix.com/capx/latest/troubleshooting/",
     "https://opendocs.nutanix.com/capx/latest/troubleshooting/",
     "https://opendocs.nutanix.com/capx/latest/troubleshooting/",
     "https://opendocs.nutanix.com/capx/latest/troubleshooting/"},
};

}  // namespace

std::string_view documentation_for(FailureClass failure, Platform platform) {
  const auto pages = std::ranges::find(platform_pages, platform, &Pages::platform);
  if (pages == std::end(platform_pages)) return {};
  switch (failure) {
    case FailureClass::CloudQuotaExceeded:
      return pages->quota;
    case FailureClass::InsufficientCloudCapacity:
      return pages->capacity;
    case FailureClass::MissingCloudResources:
      return pages->missing;
    case FailureClass::CAPIProviderFailed:
      return pages->provider;
    case FailureClass::Transient:
    case FailureClass::None:
      break;
  }
  return {};
}

}  // namespace telltale
