// SPDX-License-Identifier: Apache-2.0
// Error codes of EC2, ELB, IAM, KMS, SSM, EKS, CloudFormation and Service Quotas.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern aws_code_list[] = {
    {"aws-throttling", RateLimit, Code,
     "RequestLimitExceeded|Client\\.RequestLimitExceeded|Throttling|ThrottlingException|Throttled|"
     "ThrottledException|RequestThrottled|RequestThrottledException|PriorRequestNotComplete|"
     "BandwidthLimitExceeded|SlowDown|EC2ThrottledException|TooManyRequestsException|"
     "ProvisionedThroughputExceededException|TransactionInProgressException"},
    {"aws-expired-session", Passing, Code,
     "ExpiredToken|ExpiredTokenException|RequestExpired|IDPCommunicationError|"
     "RequestTimeTooSkewed|InvalidInstanceID\\.NotFound"},
    {"aws-eventual-consistency", Passing, Code, "InvalidSpotInstanceRequestID\\.NotFound"},
    {"aws-access-denied", Denied, Code,
     "AccessDenied|AccessDeniedException|AccessDeniedFault|UnauthorizedOperation|Client\\."
     "UnauthorizedOperation|AuthFailure|OptInRequired|PendingVerification|"
     "UnrecognizedClientException|InvalidClientTokenId|SignatureDoesNotMatch|"
     "IncompleteSignature|MissingAuthenticationToken|InvalidIdentityToken|"
     "NotAuthorized|SubscriptionRequired|InvalidSecurityToken|InvalidAccessKeyId|"
     "KMSAccessDeniedException|KMSAccessDeniedFault|KMSInvalidStateException|DisabledException|"
     "KMSDisabledException|AssumeRoleUnauthorizedAccess|ExpiredAccessKey"},
    {"aws-not-found-code", MissingCode, Code,
     "Invalid\\w+\\.(?:NotFound|NotFoundException|Unavailable|Unknown)|NoSuchEntity|"
     "NoSuchEntityException|NoSuchBucket|NoSuchHostedZone|ParameterNotFound|"
     "ParameterVersionNotFound|InvalidLaunchTemplate(?:Id|Name)\\w*|NoSuchKey|"
     "LoadBalancerNotFound|TargetGroupNotFound|SubnetNotFound|CertificateNotFound|"
     "InvalidKMSKey\\.NotFound|InvalidInstanceProfile|ResourceNotFoundException"},
    {"aws-limit-code", QuotaCode, Code,
     "(?:Vcpu|Instance|Volume|GiBVolume|IOPSVolume|MaxIOPS|SnapshotCreationPer\\w*|Snapshot|"
     "Address|PrivateIpAddress|NetworkInterface|SecurityGroups?PerInterface|"
     "SecurityGroups?PerInstance|SecurityGroup|RulesPerSecurityGroup|Vpc|Subnet|NatGateway|"
     "InternetGateway|RouteTable|Route|KeyPair|VpcEndpoint|TransitGateway|PlacementGroup|"
     "DedicatedHost|Host|CapacityReservation|LaunchTemplate|AutoScaling\\w*|Spot\\w*|Fleet|"
     "Attachment|ReservedInstances|ResourceCount|Resource|Account|Service|Entity|Certificate|"
     "InstanceProfile|VolumeIops?|\\w+Volume|\\w+Instance)s?LimitExceeded(?:Exception|Fault)?|"
     "ServiceQuotaExceeded(?:Exception)?|"
     "\\w*QuotaExceeded(?:Exception|Fault)?|"
     "MaxSpotInstanceCountExceeded|SpotInstanceCountExceeded|MaxSpotFleetRequestCountExceeded|"
     "MaxFleetCountExceeded|MaxConfigLimitExceededException|MissingQuota|"
     "TooMany(?:LoadBalancers|HostedZones|Buckets|TargetGroups|Listeners|Rules|Targets|Instances|"
     "Volumes|Certificates|Vpcs|VPCs|AccessPoints|SecurityGroups|UniqueTargetGroups\\w*|"
     "RegistrationsForTargetId)|ReservationCapacityLimit"},
    {"aws-limit", LimitPhrase, Code, "LimitExceeded(?:Exception|Fault)?"},
    {"aws-capacity-code", CapacityCode, Code,
     "InsufficientInstanceCapacity|InsufficientHostCapacity|InsufficientReservedInstanceCapacity|"
     "InsufficientReservedInstancesCapacity|InsufficientCapacityOnHost|InsufficientCapacity|"
     "InsufficientCapacityException|InsufficientVolumeCapacity|InsufficientAddressCapacity|"
     "InsufficientDBInstanceCapacity|InsufficientFreeAddressesInSubnet|UnfulfillableCapacity|"
     "ReservationCapacityExceeded|SpotMaxPriceTooLow|VolumeTypeNotAvailableInZone|"
     "VolumeTypeNotAvailableInRegion|InstanceTypeNotAvailable\\w*|UnavailableHostRequirements|"
     "capacity-not-available|capacity-oversubscribed|price-too-low|"
     "constraint-not-fulfillable|no-instance-type-matches|az-group-constraint|"
     "InsufficientFreeAddresses\\w*|InsufficientCidrBlocks|InstanceTypeUnsupported|"
     "NoCompatibleInstanceTypes?"},
    // EC2's own words for the code: constraints on an instance type in an Availability Zone. With a
    // sentence behind it, the sentence says more.
    {"aws-invalid", Invalid, Code,
     "InvalidParameter(?:Value|Combination|Exception|ValueException)?|MissingParameter|"
     "UnknownParameter|ValidationError|ValidationException|Unsupported|UnsupportedOperation|"
     "UnsupportedHostConfiguration|MalformedQueryString|MalformedPolicyDocument|"
     "Invalid\\w+\\.(?:Malformed|Duplicate|InUse|Conflict|Reserved|InvalidState|Range|Format)|"
     "InvalidInput|InvalidInstanceAttributeValue|InvalidBlockDeviceMapping|InvalidInterface\\w*|"
     "InvalidUserData|InvalidRequest|InvalidTag\\w*|TagLimitExceeded|TooManyTags|"
     "IdempotentParameter"
     "Mismatch|InvalidInstanceType|InvalidAvailabilityZone|InvalidTenancy|ParameterAlreadyExists|"
     "VPCIdNotSpecified|DefaultVpcDoesNotExist|OperationNotPermitted|"
     "InvalidState|InvalidZone"},
    {"aws-service-trouble", Network, Code,
     "InternalError|InternalFailure|InternalServiceError|ServiceUnavailable|"
     "ServiceUnavailableException|RequestTimeout|RequestTimeoutException|Server\\.InternalError|"
     "RequestError|RequestCanceled|IncorrectInstanceState|IncorrectState|"
     "ResourceInUse|ConcurrentModification\\w*|"
     "DependencyViolation|VolumeInUse|EC2MetadataError|ResponseTimeout"},
    {"aws-at-work", Passing, Code,
     "EntityTemporarilyUnmodifiable|ConcurrentTagAccess|BundlingInProgress|"
     "CreditSpecificationUpdateInProgress|AutoScalingGroupInstanceRefreshActive|"
     "ScalingActivityInProgress|SnapshotCreationPerVolumeRateExceeded"},
    {"aws-service-throttling", RateLimit, Code,
     "DependencyThrottle|IamThrottling|AutoScalingGroupRateLimitExceeded"},
    {"aws-account-denied", Denied, Code,
     "InvalidAuthenticationCode|CustomerKeyHasBeenRevoked|DeclarativePolicyViolation|"
     "AutoScalingGroupOptInRequired|InvalidCredentials|Ec2ServiceNotSubscribed|KmsGrantRevoked|"
     "KmsKeyMarkedForDeletion|KmsKeyDisabled|StsRegionalEndpointDisabled|AdmissionRequestDenied|"
     "AddonSubscriptionNeeded|AddonPermissionFailure"},
    {"aws-service-missing", MissingCode, Code,
     "Ec2SecurityGroupNotFound|Ec2LaunchTemplateNotFound|SourceEc2LaunchTemplateNotFound|"
     "Ec2SubnetNotFound|IamInstanceProfileNotFound|IamNodeRoleNotFound|IamRoleNotFound|"
     "VpcNotFound|KmsKeyNotFound|AmiIdNotFound|AutoScalingGroupNotFound|NatGatewayNotFound|"
     "LogDestinationNotFound|AllocationIdNotFound|SSLPolicyNotFound|ListenerNotFound|"
     "RuleNotFound|TrustStoreNotFound|VPCAssociationNotFound|NoSuchHealthCheck|NoSuchVersion"},
    {"aws-service-quota", QuotaCode, Code,
     "IamLimitExceeded|Ec2LaunchTemplateMaxLimitExceeded|"
     "Ec2LaunchTemplateVersionMaxLimitExceeded|RequestResourceCountExceeded|"
     "ReservedInstancesCountExceeded|ResourceCountExceeded|TargetCapacityLimitExceededException|"
     "MaxTemplateLimitExceeded|MaxTemplateVersionLimitExceeded|VolumeIOPSLimit|"
     "TargetGroupAssociationLimit|ServiceLimitExceeded|TooManyActions|"
     "PendingSnapshotLimitExceeded|ConcurrentSnapshotLimitExceeded"},
    {"aws-service-capacity", CapacityCode, Code,
     "InsufficientFreeAddresses|Ec2InstanceTypeDoesNotExist|MaxScheduledInstanceCapacityExceeded|"
     "ReservedInstancesUnavailable"},
    {"aws-conflict", Invalid, Code,
     "EntityAlreadyExists|DeleteConflict|DuplicateListener|DuplicateLoadBalancerName|"
     "DuplicateTargetGroupName|DuplicateTagKeys|PriorityInUse|RouteAlreadyExists|VpcCidrConflict|"
     "ZonesMismatched|Resource\\.AlreadyAssociated|Resource\\.AlreadyAssigned|Gateway\\."
     "NotAttached|"
     "NetworkAclEntryAlreadyExists|IncompatibleHostRequirements|UnsupportedTenancy|"
     "UnsupportedHibernationConfiguration|UnsupportedInstanceTypeOnHost|"
     "BootForVolumeTypeUnsupported|EncryptedVolumesNotSupported|InvalidConfigurationRequest|"
     "InvalidScheme|InvalidTarget|InvalidSubnet|InvalidSecurityGroup|IncompatibleProtocols|"
     "UnmodifiableEntity|PolicyNotAttachable|Ec2LaunchTemplateVersionMismatch|"
     "Ec2LaunchTemplateInvalidConfiguration|Ec2SubnetInvalidConfiguration|"
     "Ec2SubnetMissingIpv6Assignment|Ec2SubnetListTooLong|AutoScalingGroupInvalidConfiguration|"
     "KubernetesLabelInvalid|ConfigurationConflict|UnsupportedVersion|"
     "UnsupportedAddonModification|NotUpdatable|LimitPriceExceeded|LegacySecurityGroup|"
     "CannotDelete"},
    {"aws-not-stable", Failed, Code,
     "NodeCreationFailure|AsgInstanceLaunchFailures|NodeTerminationFailure|PodEvictionFailure|"
     "NotStabilized|GeneralServiceException|Ec2SecurityGroupDeletionFailure|"
     "Ec2LaunchTemplateDeletionFailure|IdempotentInstanceTerminated|InsufficientNumberOfReplicas"},
    {"aws-service-failure", Network, Code,
     "ServiceFailure|ServiceInternalError|NetworkFailure|HealthUnavailable|Server\\.Unavailable"},
};

}  // namespace

std::span<const Pattern> aws_codes() { return aws_code_list; }

}  // namespace telltale
