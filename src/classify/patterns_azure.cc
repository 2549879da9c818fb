// SPDX-License-Identifier: Apache-2.0
// Error codes of Azure Resource Manager and of its compute, network and identity services.
// OperationNotAllowed is a quota (409), a throttle (429) or a refusal: the text around it decides.

#include "classify/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern azure_list[] = {
    {"azure-throttling", RateLimit, Code,
     "TooManyRequests|TooManyRequestsReceived|ResourceRequestsThrottled|"
     "SubscriptionRequestsThrottled|TenantRequestsThrottled|RequestsThrottled|"
     "HighCostGet\\w*|ServerBusy|RateLimitExceeded|RequestThrottled|OperationThrottled|"
     "ReadRequestsThrottled|WriteRequestsThrottled|DeleteRequestsThrottled|TooManyVMRequests|"
     "[\\w]*ClientThrottled"},
    {"azure-throttling-text", RateLimit, Phrase,
     "requests have been received for this subscription|"
     "number of (?:\\w+ )?requests for (?:subscription|tenant|resource)|exceeded the backend "
     "storage limit|retry after '?[0-9]+'? seconds|azure (?:cloud provider )?rate ?limited|"
     "please try again after '?[0-9]+'? (?:seconds|minutes)"},
    {"azure-not-provisioned-yet", Passing, Phrase,
     "provisioning state must be '?succeeded|is not in '?succeeded'? state"},
    {"azure-passing", Passing, Code,
     "ExpiredAuthenticationToken|AADSTS90033|AADSTS90024|AADSTS50196|RetryableError|"
     "RetryableErrorDueTo\\w+|OperationPreempted|OperationPreemptedByMoreRecentOperation|"
     "AnotherOperationInProgress|ReferencedResourceNotProvisioned|"
     "CanceledAndSupersededDueToAnotherOperation|ResourceGroupBeingDeleted|"
     "OperationCanceled|InUseByAnotherOperation|"
     "StorageAccountOperationInProgress|"
     "[a-z]+NotInSucceededState|ConcurrentUpdate\\w*|ConflictingConcurrentWriteNotAllowed|"
     "EtagMismatch"},
    {"azure-vm-itself", Itself, Phrase,
     "microsoft\\.compute/virtualmachines/[^ /']*'?<few> <gone>|"
     "the entity<few> was not found|virtualmachines/[^ /']*'? under resource group|"
     "virtualmachinescalesets/[^ ']*/virtualmachines/[^ /']*'?<few> <gone>"},
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
    {"azure-access-denied-text", Denied, Phrase,
     "does not have authorization to perform action|does not have permission to perform action|"
     "disallowed by policy|accept(?:ed)? the (?:legal|marketplace) terms|"
     "legal terms have not been accepted"},

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
    {"azure-referenced", MissingPhrase, Phrase,
     "referenced by (?:resource|virtual machine|vm)?<few> (?:was|were|is) not found|"
     "referenced resource [^ ]+ does not exist|please make sure that the referenced resource "
     "exists|the (?:platform|gallery|managed|requested|virtual machine) image<few> "
     "(?:<gone>|is not available)|"
     "resource '?microsoft\\.(?:network|managedidentity|storage|keyvault)/[^ ]*<few> <gone>|"
     "microsoft\\.compute/(?:images|galleries|disks|diskencryptionsets|availabilitysets|snapshots|"
     "proximityplacementgroups)/[^ ']*'?<few> <gone>|"
     "resource group '[^']*' could not be found"},

    {"azure-limit-code", QuotaCode, Code,
     "QuotaExceeded|SubscriptionQuotaExceeded|ResourceQuotaExceeded|ResourceGroupQuotaExceeded|"
     "\\w*QuotaExceeded|\\w+CountLimitReached|\\w+CountLimitExceeded|\\w+LimitReached|"
     "\\w+QuotaReached|ResourceCountExceedsLimit\\w*|"
     "MaxStorageAccountsCountPerSubscriptionExceeded|InsufficientQuota|"
     "CoreQuotaExceeded|RegionalCoreQuota\\w*|DeploymentQuotaExceeded"},
    {"azure-limit-text", QuotaPhrase, Phrase,
     "exceeding (?:the )?approved|exceeding quota limit|\\w+ cores quota|lowprioritycores|"
     "new limit required|quotamonitoringalerting|corequotaincrease|"
     "cannot create more than [0-9]+|maximum allowed: [0-9]+, current in use|"
     "not enough quota|(?:family|regional) vcpus quota"},

    {"azure-capacity-code", CapacityCode, Code,
     "SkuNotAvailable|AllocationFailed|ZonalAllocationFailed|AllocationFailure|"
     "Overconstrained\\w*AllocationRequest|OverconstrainedAllocationRequest|"
     "NotAvailableForSubscription|SubnetIsFull|SubnetsIPAddressesExhausted|PrivateIPAddress\\w*"
     "Exhausted|InsufficientSubnetSize|VMSizeNotSupported|CapacityReservation\\w*Exceeded|"
     "InsufficientCapacity|SpotVMEvicted|AvailabilityZoneNotSupported|LowPriorityCapacity\\w*|"
     "ZoneNotSupported|OutOfCapacity|FabricAllocation\\w*|AvailabilitySetFaultDomainFull"},
    {"azure-capacity-text", CapacityPhrase, Phrase,
     "allocation failed\\b|failed for capacity restrictions|"
     "is (?:currently )?not available in (?:location|region|zone|the current region)|"
     "do not have sufficient capacity for the requested|azureskunotavailable|"
     "subnet<few> is full|does not have enough capacity|"
     "vm size<few> is not available|capacity restrictions"},

    {"azure-invalid", Invalid, Code,
     "InvalidParameter|InvalidRequestContent|InvalidRequestFormat|InvalidTemplate|"
     "InvalidTemplateDeployment|InvalidResourceName|InvalidResource|BadRequest|"
     "ConflictingUserInput|PropertyChangeNotAllowed|OperationNotAllowed|ConflictError|"
     "OSProvisioningTimedOut|"
     "OSProvisioningClientError|OSProvisioningInternalError|VMExtensionProvisioningError|"
     "VMExtensionProvisioningTimeout|VMExtensionHandlerNonTransientError|"
     "VMAgentStatusCommunicationError|AttachDiskWhileBeingDetached|DiskBlobAlreadyInUse\\w*|"
     "LinkedInvalidPropertyId|InvalidDeploymentLocation|LocationNotAvailableForResourceType|"
     "ImageVersionNotSupported|NetcfgInvalidSubnet|PrivateIPAddressNotInSubnet|NicInUse|"
     "PublicIPAddressInUse|PrivateIPAddressInUse|PrivateIPAddressIsAllocated|"
     "StorageAccountAlreadyTaken|DeploymentFailed|InvalidImageReference|ResourceExists|"
     "SubnetMissingRequiredDelegation|BadGalleryImage\\w*|VMStartTimedOut|"
     "TrustedLaunch\\w*|VMGuestState\\w*|UltraSSD\\w*"},
    {"azure-vm-failed", Fault, Phrase,
     "azure vm state is failed|vm state is failed|provisioning ?state[': =]+failed|"
     "os provisioning for vm<few> did not finish|os provisioning failed"},
    {"azure-service-trouble", Network, Code,
     "InternalExecutionError|InternalOperationError|InternalServerError|"
     "InternalDiskManagementError|"
     "NetworkingInternalOperationError|GatewayTimeout|ServiceUnavailable|ServerTimeout|"
     "OperationTimedOut|SubscriptionRequestsTimeout|ResourceDeploymentFailure"},
};

}  // namespace

std::span<const Pattern> azure_patterns() { return azure_list; }

}  // namespace telltale
