// SPDX-License-Identifier: Apache-2.0
// Faults of vCenter, and the standard errors of its newer API.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern vsphere_code_list[] = {
    {"vsphere-passing-code", Passing, Code,
     "ManagedObjectNotFound|TaskInProgress|TaskInProgressFault|ConcurrentAccess|"
     "ConcurrentAccessFault|NotAuthenticated|NotAuthenticatedFault|HostCommunication|"
     "HostNotReachable"},
    {"vsphere-denied", Denied, Code,
     "NoPermission|NoPermissionFault|InvalidLogin|InvalidLoginFault|RestrictedVersion|"
     "LicenseExpired|NotEnoughLicenses|InvalidLocale"},
    {"vsphere-missing-code", MissingCode, Code,
     "FileNotFound|FileNotFoundFault|NetworkNotFound|DatastoreNotFound|TemplateNotFound|"
     "CannotAccessFile|CannotAccessNetwork"},
    {"vsphere-capacity-code", CapacityCode, Code,
     "InsufficientResourcesFault|InsufficientMemoryResourcesFault|InsufficientCpuResourcesFault|"
     "InsufficientHost\\w*CapacityFault|InsufficientFailoverResourcesFault|NoDiskSpace|"
     "NoDiskSpaceFault|InsufficientStorageSpace|InsufficientStorageSpaceFault|"
     "InsufficientStandby\\w*|NoCompatibleHost\\w*|NoCompatibleDatastore|OutOfBounds\\w*Space|"
     "InsufficientNetworkCapacity|InsufficientGraphicsResourcesFault|DatastoreNotWritable\\w*|"
     "InsufficientNetworkResourcePoolCapacity|NoCompatibleHardAffinityHost|"
     "InsufficientAgentVmsDeployed"},
    {"vsphere-failed", Failed, Code,
     "CannotAccessVmComponent|CannotAccessVmComponentFault|CloningFailed|PoweringOnFailed|"
     "TaskFailure|InvalidConfiguration|InvalidVmConfig|InvalidDeviceSpec|InvalidHostState|"
     "InvalidPowerState|GenericVmConfigFault|InvalidState|InvalidArgument|FileLocked|"
     "FileAlreadyExists|DuplicateName|VAppConfigFault|CannotCreateFile|SystemErrorFault|"
     "ToolsUnavailable|InvalidSnapshotState|VmConfigFault|InvalidDatastorePath"},
    {"vsphere-more-passing", Passing, Code,
     "HostConnectFault|GatewayConnectFault|GatewayToHostConnectFault|HostNotConnected|"
     "VAppTaskInProgress|VAppOperationInProgress|"
     "ToolsInstallationInProgress|ReplicationVmInProgressFault|TooManyConcurrentNativeClones|"
     "CONCURRENT_CHANGE|RESOURCE_BUSY"},
    {"vsphere-more-denied", Denied, Code,
     "AuthMinimumAdminPermission|NoPermissionOnHost|NoPermissionOnNasVolume|PasswordExpired|"
     "NoLicenseServerConfigured|LicenseRestricted|LicenseAssignmentFailed|"
     "LicenseDowngradeDisallowed|VmLimitLicense|VramLimitLicense|SSLVerifyFault|"
     "NoClientCertificate"},
    {"vsphere-more-missing", MissingCode, Code, "MissingIpPool|NoDiskFound"},
    {"vsphere-more-capacity", CapacityCode, Code,
     "NoConnectedDatastore|NotEnoughCpus|NotEnoughLogicalCpus|NoAvailableIp|"
     "NoActiveHostInCluster|NoHost|InsufficientVFlashResourcesFault|InsufficientPerCpuCapacity|"
     "InsufficientStorageIops|InsufficientDisks|UNABLE_TO_ALLOCATE_RESOURCE"},
    {"vsphere-more-failed", Failed, Code,
     "NOT_ALLOWED_IN_CURRENT_STATE|RESOURCE_INACCESSIBLE|FEATURE_IN_USE|RESOURCE_IN_USE|"
     "InvalidName|InvalidDatastore|InvalidDatastoreState|InvalidResourcePoolStructureFault|"
     "CustomizationFault|DeviceNotSupported|MissingNetworkIpConfig|OvfInvalidPackage|"
     "SnapshotFault|SnapshotLocked|UncustomizableGuest|CnsFault|CnsVolumeNotFoundFault|"
     "HostConfigFault|InvalidController|MethodFault|TooManyDevices|TooManySnapshotLevels|"
     "NotSupportedHostInCluster|NumVirtualCpusExceedsLimit|MissingController"},
};

}  // namespace

std::span<const Pattern> vsphere_codes() { return vsphere_code_list; }

}  // namespace telltale
