// SPDX-License-Identifier: Apache-2.0
// Error codes of Azure Resource Manager and of its compute, network, storage and
// identity services.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern azure_code_list[] = {
    {"azure-throttling", RateLimit, Code,
     "TooManyRequests|TooManyRequestsReceived|ResourceRequestsThrottled|"
     "SubscriptionRequestsThrottled|TenantRequestsThrottled|RequestsThrottled|"
     "HighCostGet\\w*|ServerBusy|RateLimitExceeded|RequestThrottled|OperationThrottled|"
     "ReadRequestsThrottled|WriteRequestsThrottled|DeleteRequestsThrottled|TooManyVMRequests|"
     "[\\w]*ClientThrottled"},
    {"azure-passing", Passing, Code,
     "ExpiredAuthenticationToken|AADSTS90033|AADSTS90024|AADSTS50196|RetryableError|"
     "RetryableErrorDueTo\\w+|OperationPreempted|OperationPreemptedByMoreRecentOperation|"
     "AnotherOperationInProgress|ReferencedResourceNotProvisioned|"
     "CanceledAndSupersededDueToAnotherOperation|ResourceGroupBeingDeleted|"
     "OperationCanceled|InUseByAnotherOperation|"
     "StorageAccountOperationInProgress|"
     "[a-z]+NotInSucceededState|ConcurrentUpdate\\w*|ConflictingConcurrentWriteNotAllowed|"
     "EtagMismatch"},
    {"azure-vm-itself-code", Itself, Code, "VMNotFound|InstanceNotFound"},

    {"azure-access-denied", Denied, Code,
     "AuthorizationFailed|LinkedAuthorizationFailed|LinkedAccessCheckFailed|"
     "AuthorizationPermissionMismatch|InvalidAuthenticationToken\\w*|AuthenticationFailed|"
     "AADSTS[0-9]+|invalid_client|unauthorized_client|invalid_grant|invalid_resource|"
     "RequestDisallowedByPolicy|RequestDisallowedByAzure|DisallowedByPolicy|ScopeLocked|"
     "ReadOnlyDisabledSubscription|SubscriptionNotRegistered|MissingSubscriptionRegistration|"
     "DisabledSubscription|SubscriptionNotEnabled|InvalidSubscriptionId|"
     "MarketplacePurchaseEligibilityFailed|ResourcePurchase(?:Validation|Canceled)\\w*|"
     "ResourcePurchaseValidationFailed|VMMarketplaceInvalidInput|NoRegisteredProviderFound|"
     "ClientSecretCredential|ManagedIdentityCredential|DefaultAzureCredential|"
     "WorkloadIdentityCredential|ClientCertificateCredential|KeyVaultAccessForbidden|"
     "KeyVaultErrorReferenceNoPermission|FeatureNotRegistered|InvalidAuthenticationInfo"},
    {"azure-not-found-code", MissingCode, Code,
     "InvalidResourceReference|SubscriptionNotFound|GalleryImageNotFound|PlatformImageNotFound|"
     "ImageNotFound|"
     "ResourceNotFound|ParentResourceNotFound|ResourceGroupNotFound|NotFoundError|"
     "SubnetNotFound|VnetNotFound|VirtualNetworkNotFound|NetworkSecurityGroupNotFound|"
     "DiskEncryptionSetNotFound|DiskNotFound|AvailabilitySetNotFound|KeyVaultKeyNotFound|"
     "KeyVaultNotFound|KeyNotFound|SecretNotFound|IdentityNotFound|UserAssignedIdentityMissing|"
     "UserAssignedIdentityNotFound|FailedIdentityOperation|ReferencedResourceNotFound|"
     "ProximityPlacementGroupNotFound|CapacityReservationGroupNotFound|HostGroupNotFound|"
     "SourceImageNotFound|\\w*ImageVersionNotFound|StorageAccountNotFound|"
     "ApplicationSecurityGroupNotFound|LoadBalancerNotFound|SnapshotNotFound"},
    {"azure-limit-code", QuotaCode, Code,
     "QuotaExceeded|SubscriptionQuotaExceeded|ResourceQuotaExceeded|ResourceGroupQuotaExceeded|"
     "\\w*QuotaExceeded|\\w+CountLimitReached|\\w+CountLimitExceeded|\\w+LimitReached|"
     "\\w+QuotaReached|ResourceCountExceedsLimit\\w*|"
     "MaxStorageAccountsCountPerSubscriptionExceeded|InsufficientQuota|"
     "CoreQuotaExceeded|RegionalCoreQuota\\w*|DeploymentQuotaExceeded"},
    {"azure-capacity-code", CapacityCode, Code,
     "SkuNotAvailable|AllocationFailed|ZonalAllocationFailed|AllocationFailure|"
     "Overconstrained\\w*AllocationRequest|OverconstrainedAllocationRequest|"
     "NotAvailableForSubscription|SubnetIsFull|SubnetsIPAddressesExhausted|PrivateIPAddress\\w*"
     "Exhausted|InsufficientSubnetSize|VMSizeNotSupported|CapacityReservation\\w*Exceeded|"
     "InsufficientCapacity|SpotVMEvicted|AvailabilityZoneNotSupported|LowPriorityCapacity\\w*|"
     "ZoneNotSupported|OutOfCapacity|FabricAllocation\\w*|AvailabilitySetFaultDomainFull"},
    // The machine came up and did not get through; whatever its agent says of the network is why.
    {"azure-vm-failed-code", Fault, Code,
     "OSProvisioningTimedOut|OSProvisioningClientError|OSProvisioningInternalError|"
     "VMExtensionProvisioningError|VMExtensionProvisioningTimeout|"
     "VMExtensionHandlerNonTransientError|VMAgentStatusCommunicationError"},
    {"azure-invalid", Invalid, Code,
     "InvalidParameter|InvalidRequestContent|InvalidRequestFormat|InvalidTemplate|"
     "InvalidTemplateDeployment|InvalidResourceName|InvalidResource|BadRequest|"
     "ConflictingUserInput|PropertyChangeNotAllowed|OperationNotAllowed|ConflictError|"
     "AttachDiskWhileBeingDetached|DiskBlobAlreadyInUse\\w*|"
     "LinkedInvalidPropertyId|InvalidDeploymentLocation|LocationNotAvailableForResourceType|"
     "ImageVersionNotSupported|NetcfgInvalidSubnet|PrivateIPAddressNotInSubnet|NicInUse|"
     "PublicIPAddressInUse|PrivateIPAddressInUse|PrivateIPAddressIsAllocated|"
     "StorageAccountAlreadyTaken|DeploymentFailed|InvalidImageReference|ResourceExists|"
     "SubnetMissingRequiredDelegation|BadGalleryImage\\w*|VMStartTimedOut|"
     "TrustedLaunch\\w*|VMGuestState\\w*|UltraSSD\\w*"},
    {"azure-service-trouble", Network, Code,
     "InternalExecutionError|InternalOperationError|InternalServerError|"
     "InternalDiskManagementError|"
     "NetworkingInternalOperationError|GatewayTimeout|ServiceUnavailable|ServerTimeout|"
     "OperationTimedOut|SubscriptionRequestsTimeout|ResourceDeploymentFailure"},
    {"azure-identity-denied", Denied, Code,
     "PrincipalNotFound|ServicePrincipalNotFound|DenyAssignmentAuthorizationFailed|"
     "AuthorizationFailure|NoAuthenticationInformation|InsufficientAccountPermissions|"
     "AccountIsDisabled|ServicePrincipalValidationClientError|RoleAssignmentUpdateNotPermitted"},
    {"azure-network-missing", MissingCode, Code,
     "PublicIPAddressNotFound|NetworkInterfaceNotFound|RouteTableNotFound|NatGatewayNotFound|"
     "ContainerNotFound|BlobNotFound|DiskBlobNotFound|ImageBlobNotFound|ArtifactNotFound|"
     "ArtifactVersionNotFound|VaultNotFound|GalleryNotFound|DedicatedHostNotFound|"
     "AgentPoolNotFound"},
    {"azure-more-quota", QuotaCode, Code,
     "RoleAssignmentLimitExceeded|PublicIPCountLimitReached|InsufficientVCPUQuota"},
    {"azure-more-capacity", CapacityCode, Code,
     "AksCapacityHeavyUsage|AKSCapacityError|OverconstrainedZonalAllocationRequest|"
     "RestrictedSkuNotAvailable"},
    {"azure-conflict", Invalid, Code,
     "AgentPoolK8sVersionNotSupported|K8sVersionNotSupported|ResourceGroupDeletionBlocked|"
     "PublicIPAddressCannotBeDeleted|InUseSubnetCannotBeDeleted|"
     "InUseNetworkSecurityGroupCannotBeDeleted|NicReservedForAnotherVm|NetcfgSubnetRangesOverlap|"
     "NetcfgSubnetRangeOutsideVnet|CannotDeleteResource|SubnetsNotInSameVnet|"
     "LoadBalancerInUseByVirtualMachineScaleSet|PreconditionFailed|"
     "ApplianceManagedResourceGroupMismatch"},
    {"azure-wrapper", Failed, Code,
     "ResourceOperationFailure|CreateManagedAppError|ProvisioningFailed|"
     "ReconcileVMSSAgentPoolFailed|CreateVMSSAgentPoolFailed"},
    {"azure-more-trouble", Network, Code, "DownstreamEndpointTimeout|GatewayError"},
};

}  // namespace

std::span<const Pattern> azure_codes() { return azure_code_list; }

}  // namespace telltale
