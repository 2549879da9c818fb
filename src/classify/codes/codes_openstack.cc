// SPDX-License-Identifier: Apache-2.0
// Faults of Nova, Neutron, Cinder, Glance, Octavia, Heat and Keystone.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern openstack_code_list[] = {
    {"openstack-not-found-code", MissingCode, Code,
     "ImageNotFound\\w*|FlavorNotFound|NetworkNotFound|SubnetNotFound|PortNotFound|"
     "SecurityGroupNotFound\\w*|VolumeNotFound|VolumeTypeNotFound|SnapshotNotFound|"
     "KeypairNotFound|FloatingIpNotFound|ServerGroupNotFound|InstanceGroupNotFound|"
     "VolumeTypeNotFoundByName|AvailabilityZoneNotFound\\w*|ExternalNetworkNotFound|"
     "RouterNotFound|FixedIpNotFound\\w*|ResourceProviderNotFound|ErrResourceNotFound|"
     "AggregateNotFound|SecurityGroupRuleNotFound"},
    {"openstack-quota-code", QuotaCode, Code,
     "OverQuota|QuotaError|PortLimitExceeded|FixedIpLimitExceeded|FloatingIpLimitExceeded|"
     "SecurityGroupLimitExceeded|VolumeLimitExceeded|SnapshotLimitExceeded|"
     "VolumeSizeExceedsAvailableQuota|KeypairLimitExceeded|TooManyInstances|\\w*QuotaExceeded|"
     "VolumeSizeExceedsLimit|GroupLimitExceeded|NetworkLimitExceeded|MetadataLimitExceeded"},
    {"openstack-capacity-code", CapacityCode, Code,
     "NoValidHost|NoValidBackend|NoValidHost_Remote|ComputeResourcesUnavailable|"
     "IpAddressGenerationFailure|ExternalIpAddressExhausted|NoMoreFixedIps|NoMoreFloatingIps|"
     "IpAddressGenerationFailureAllSubnets|InsufficientFreeMemory|NoMoreNetworks|"
     "ServiceWithNoHosts|RequestedVRamTooHigh|NUMATopologyUnsupported"},
    {"openstack-failed", Fault, Code,
     "InstanceCreateFailed|InstanceStateError|OpenStackError|DependencyFailed|InstanceDeleted|"
     "PortBindingFailed|VolumeNotCreated|BuildAbortException|MaxRetriesExceeded|"
     "VirtualInterfaceCreateException|InvalidBDM\\w*|BuildErrorException|RescheduledException|"
     "InstanceDeployFailure|InvalidMachineSpec|VolumeBackendAPIException"},
    {"openstack-at-work", Passing, Code,
     "InstanceUpdateConflict|UnknownInstanceUpdateConflict|PlacementAllocationGenerationConflict|"
     "TaskAlreadyRunning|InstanceEventTimeout"},
    {"openstack-forbidden", Denied, Code, "PolicyNotAuthorized|AdminRequired|ImageNotAuthorized"},
    {"openstack-more-missing", MissingCode, Code,
     "SubnetPoolNotFound|QosPolicyNotFound|AddressScopeNotFound|FlavorNotFoundByName|"
     "FloatingIpPoolNotFound|AggregateHostNotFound|PortNotFoundOnNetwork|"
     "SecurityGroupNotFoundForProject"},
    {"openstack-more-quota", QuotaCode, Code,
     "ServerGroupLimitExceeded|GroupMemberLimitExceeded|ExternalDNSOverQuota|"
     "OnsetFileLimitExceeded"},
    {"openstack-more-capacity", CapacityCode, Code,
     "PciDeviceRequestFailed|PciDevicePoolEmpty|ResourceExhausted|AllowedAddressPairExhausted"},
    {"openstack-conflict", Invalid, Code,
     "SubnetInUse|NetworkInUse|PortInUse|ExternalNetworkInUse|FloatingIPPortAlreadyAssociated|"
     "IpAddressInUse|FixedIpAlreadyInUse|MacAddressInUse|GatewayIpInUse|"
     "RouterInterfaceInUseByFloatingIP|RouterExternalGatewayInUseByFloatingIp|"
     "OverlappingAllocationPools|InvalidIpForNetwork|InvalidIpForSubnet|NetworkAmbiguous|"
     "NoUniqueMatch|FloatingIpAssociated|FlavorDiskSmallerThanImage|FlavorDiskTooSmall|"
     "FlavorMemoryTooSmall|ImageUnacceptable|ImageNotActive|ExternalNetworkAttachForbidden|"
     "InvalidVolume|InstanceIsLocked"},
    {"openstack-error-state", Fault, Code, "ResourceInError|ResourceFailure|PortUpdateFailed"},
    {"openstack-trouble", Network, Code,
     "MessagingTimeout|CellTimeout|ComputeServiceUnavailable|HypervisorUnavailable|"
     "GlanceConnectionFailed|CinderConnectionFailed|PlacementAPIConnectFailure"},
};

}  // namespace

std::span<const Pattern> openstack_codes() { return openstack_code_list; }

}  // namespace telltale
