// SPDX-License-Identifier: Apache-2.0
#include "classify/recovery.h"

namespace telltale {
namespace {

struct Step {
  Platform platform;
  std::string_view text;
};

std::string_view step_for(std::span<const Step> steps, Platform platform,
                          std::string_view otherwise) {
  for (const Step& step : steps) {
    if (step.platform == platform) return step.text;
  }
  return otherwise;
}

constexpr std::string_view quota_step =
    "Raise the quota, reduce the replicas, or use a smaller instance type";
constexpr Step quota_steps[] = {
    {Platform::AWS,
     "Raise the quota that the error names under Service Quotas (vCPUs of the instance family, "
     "Spot requests, EBS storage, network interfaces, addresses), reduce the replicas, or use a "
     "smaller instance type"},
    {Platform::Azure,
     "Raise the quota under Usage + quotas of the subscription (Total Regional vCPUs, the vCPUs of "
     "the VM family, Spot vCPUs, public IP addresses), reduce the replicas, or use a smaller VM "
     "size"},
    {Platform::GCP,
     "Raise the quota under IAM & Admin > Quotas (CPUS, the CPUs of the machine family, "
     "IN_USE_ADDRESSES, SSD_TOTAL_GB), reduce the replicas, or use a smaller machine type"},
    {Platform::OpenStack,
     "Raise the project's quota (cores, ram, instances, volumes, gigabytes, ports, security "
     "groups, floating IPs), reduce the replicas, or use a smaller flavor"},
    {Platform::KubeVirt,
     "Raise the ResourceQuota of the infrastructure namespace, reduce the replicas, or ask for "
     "less CPU, memory or storage per machine"},
    {Platform::VSphere,
     "Raise the limits of the resource pool, folder or tenant that the error names, reduce the "
     "replicas, or use smaller machines"},
    {Platform::Baremetal,
     "Raise the limit that the error names in the namespace of the hosts, or reduce the replicas"},
    {Platform::Agent,
     "Raise the limit that the error names in the namespace of the Agents, or reduce the replicas"},
    {Platform::PowerVS,
     "Raise the processor, memory or storage limit of the workspace, reduce the replicas, or ask "
     "for fewer processors and less memory per machine"},
    {Platform::IBMCloud,
     "Raise the quota of the account in that region (vCPUs, memory, volumes, floating IPs), reduce "
     "the replicas, or use a smaller profile"},
    {Platform::Nutanix,
     "Raise the project's limits of vCPUs, memory and storage in Prism Central, reduce the "
     "replicas, or use smaller machines"},
};

constexpr std::string_view capacity_step =
    "Wait, or use another zone, instance type or capacity type";
constexpr Step capacity_steps[] = {
    {Platform::AWS,
     "Wait, or use another subnet or Availability Zone, another instance type, or On-Demand "
     "instead of Spot"},
    {Platform::Azure,
     "Wait, use another zone or VM size, or remove constraints such as ephemeral OS disks and "
     "accelerated networking"},
    {Platform::GCP, "Wait, or use another zone or machine type"},
    {Platform::OpenStack,
     "Add compute hosts or addresses, or use another flavor or availability zone"},
    {Platform::KubeVirt,
     "Free CPU, memory, storage or kvm devices on the infrastructure cluster's nodes, or add "
     "nodes"},
    {Platform::VSphere,
     "Free CPU, memory or datastore space in the cluster and resource pool, add hosts or "
     "datastores, or place the machines elsewhere"},
    {Platform::Baremetal,
     "Add BareMetalHosts that match the host selector, or release hosts that are not needed"},
    {Platform::Agent, "Add Agents that match the agentLabelSelector, and approve them"},
    {Platform::PowerVS, "Wait, or use another system type or system pool"},
    {Platform::IBMCloud, "Wait, or use another zone or profile"},
    {Platform::Nutanix,
     "Free CPU, memory or storage in the Prism Element cluster, add nodes or addresses, or "
     "place the machines elsewhere"},
};

constexpr std::string_view missing_step =
    "Recreate the resource that the error names, or fix the reference to it in spec.platform";
constexpr Step missing_steps[] = {
    {Platform::AWS,
     "Recreate the instance profile, security group, subnet, AMI or KMS key that the error names, "
     "or fix the reference in spec.platform.aws"},
    {Platform::Azure,
     "Recreate the subnet, network security group, gallery image, disk encryption set or identity "
     "that the error names, or fix the reference in spec.platform.azure"},
    {Platform::GCP,
     "Recreate the subnetwork, image or service account that the error names, or fix the reference "
     "in spec.platform.gcp"},
    {Platform::OpenStack,
     "Recreate the image, flavor, network or security group that the error names, or fix the "
     "reference in spec.platform.openstack"},
    {Platform::KubeVirt,
     "Recreate the StorageClass, PersistentVolumeClaim, DataVolume or NetworkAttachmentDefinition "
     "that the error names, or fix the reference in spec.platform.kubevirt"},
    {Platform::VSphere,
     "Recreate the template, folder, network, datastore or resource pool that the error names, or "
     "fix the reference in the machine template"},
    {Platform::Baremetal,
     "Restore the image, network data or secret that the error names, or fix the reference in the "
     "machine template"},
    {Platform::Agent, "Restore the InfraEnv and its discovery image, or fix the reference to it"},
    {Platform::PowerVS,
     "Import the image again or recreate the network that the error names, or fix the reference in "
     "spec.platform.powervs"},
    {Platform::IBMCloud,
     "Recreate the image, subnet, security group or key that the error names, or fix the reference "
     "in the machine template"},
    {Platform::Nutanix,
     "Recreate the image, subnet, Prism Element cluster, category or project that the error "
     "names, or fix the reference in the machine template"},
};

constexpr std::string_view provider_step =
    "Read the logs of the provider's pod in the hosted control plane's namespace, and check its "
    "credentials and permissions";
constexpr Step provider_steps[] = {
    {Platform::AWS,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check the "
     "role's trust policy, its permissions, service control policies and the regional STS "
     "endpoint"},
    {Platform::Azure,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check the "
     "expiry of the service principal's secret and its role assignments"},
    {Platform::GCP,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check that "
     "the APIs are enabled and that the service account has its IAM permissions"},
    {Platform::OpenStack,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check the "
     "credentials and the CA in clouds.yaml"},
    {Platform::KubeVirt,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check the "
     "kubeconfig of the infrastructure cluster"},
    {Platform::VSphere,
     "Read the logs of the provider's pod, and check vCenter's recent tasks, the user's password "
     "and privileges, and vCenter's certificate"},
    {Platform::Baremetal,
     "Read the status of the BareMetalHost and the logs of Ironic, and check the BMC's address, "
     "credentials and power"},
    {Platform::Agent,
     "Read the conditions of the Agents and the logs of the assisted-service, and check the hosts' "
     "validations"},
    {Platform::PowerVS,
     "Read the logs of the provider's pod in the hosted control plane's namespace, and check the "
     "API key and its access to the workspace"},
    {Platform::IBMCloud,
     "Read the logs of the provider's pod, and check the API key and its access policies"},
    {Platform::Nutanix,
     "Read the logs of the provider's pod and the task in Prism Central, and check the user's "
     "role and the endpoint"},
};

}  // namespace

std::string_view recovery_for(FailureClass failure, Platform platform) {
  switch (failure) {
    case FailureClass::CloudQuotaExceeded:
      return step_for(quota_steps, platform, quota_step);
    case FailureClass::InsufficientCloudCapacity:
      return step_for(capacity_steps, platform, capacity_step);
    case FailureClass::MissingCloudResources:
      return step_for(missing_steps, platform, missing_step);
    case FailureClass::CAPIProviderFailed:
      return step_for(provider_steps, platform, provider_step);
    case FailureClass::Transient:
      return "Wait, this passes without help; look again if it lasts for more than half an hour";
    case FailureClass::None:
      break;
  }
  return {};
}

}  // namespace telltale
