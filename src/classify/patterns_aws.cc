// SPDX-License-Identifier: Apache-2.0
// Error codes of EC2, ELB, IAM, KMS, SSM and Service Quotas; both SDKs, the CLI and CloudFormation
// wrap the same codes differently, so only the codes are looked for.

#include "classify/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern aws_list[] = {
    {"aws-throttling", RateLimit, Code,
     "RequestLimitExceeded|Client\\.RequestLimitExceeded|Throttling|ThrottlingException|Throttled|"
     "ThrottledException|RequestThrottled|RequestThrottledException|PriorRequestNotComplete|"
     "BandwidthLimitExceeded|SlowDown|EC2ThrottledException|TooManyRequestsException|"
     "ProvisionedThroughputExceededException|TransactionInProgressException"},
    {"aws-expired-session", Passing, Code,
     "ExpiredToken|ExpiredTokenException|RequestExpired|IDPCommunicationError|"
     "RequestTimeTooSkewed|InvalidInstanceID\\.NotFound"},
    {"aws-eventual-consistency", Passing, Code, "InvalidSpotInstanceRequestID\\.NotFound"},
    {"aws-instance-itself", Itself, Phrase,
     "(?:instance|instance id|ids?) '?i-[0-9a-f]+'?<few> <gone>|"
     "instance ids? '?\\[?'?i-[0-9a-f]+"
     "[^ ]* do(?:es)? not exist"},

    {"aws-access-denied", Denied, Code,
     "AccessDenied|AccessDeniedException|AccessDeniedFault|UnauthorizedOperation|Client\\."
     "UnauthorizedOperation|AuthFailure|OptInRequired|PendingVerification|"
     "UnrecognizedClientException|InvalidClientTokenId|SignatureDoesNotMatch|"
     "IncompleteSignature|MissingAuthenticationToken|InvalidIdentityToken|"
     "NotAuthorized|SubscriptionRequired|InvalidSecurityToken|InvalidAccessKeyId|"
     "KMSAccessDeniedException|KMSAccessDeniedFault|KMSInvalidStateException|DisabledException|"
     "KMSDisabledException|AssumeRoleUnauthorizedAccess|ExpiredAccessKey"},
    {"aws-kms-state", Denied, Phrase,
     "InvalidKMSKey\\.InvalidState|Client\\.InternalError|(?:client|internal|server) error on "
     "launch|"
     "kms key<few> (?:is disabled|incorrect state|pending deletion)"},
    {"aws-account", Denied, Phrase,
     "\\bblocked: |^blocked$|with an explicit deny|no identity-based policy allows|service control "
     "policy|"
     "not authorized to perform|account is currently (?:blocked|suspended)|"
     "not subscribed to this service|need to accept (?:the )?terms|"
     "NoCredentialProviders|no valid (?:credential providers|providers in chain)|"
     "no EC2 IMDS role found|"
     "WebIdentityErr|your request for accessing resources in this region is being validated"},

    {"aws-not-found-code", MissingCode, Code,
     "Invalid\\w+\\.(?:NotFound|NotFoundException|Unavailable|Unknown)|NoSuchEntity|"
     "NoSuchEntityException|NoSuchBucket|NoSuchHostedZone|ParameterNotFound|"
     "ParameterVersionNotFound|InvalidLaunchTemplate(?:Id|Name)\\w*|NoSuchKey|"
     "LoadBalancerNotFound|TargetGroupNotFound|SubnetNotFound|CertificateNotFound|"
     "InvalidKMSKey\\.NotFound|InvalidInstanceProfile|ResourceNotFoundException"},
    {"aws-instance-profile", MissingPhrase, Phrase,
     "invalid iam instance ?profile|iaminstanceprofile\\.(?:name|arn) is invalid|"
     "no (?:matching )?amis? (?:found|matched|exist)|failed to discover (?:any )?(?:amis?|subnets?|"
     "security groups?)|no (?:amis?|subnets?|security groups?|instance profiles?) (?:exist|matched|"
     "found|discovered|resolved)|ami '?ami-[0-9a-f]+'?<few> (?:<gone>|not "
     "valid|deregistered)|the (?:image|snapshot|key pair|security group|subnet|vpc|volume)(?: id)? "
     "'[^']*' does not exist"},

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
    {"aws-limit-phrase", QuotaPhrase, Phrase,
     "more vcpu capacity than your current|max spot instance count exceeded|"
     "reached your quota for|adjustment to this limit|service limit increase"},

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
    {"aws-unsupported", CapacityCode, Phrase, "^(?:[a-z0-9 .]*: )?unsupported$"},
    {"aws-type-not-in-zone", CapacityPhrase, Phrase,
     "instance type<few> is not (?:supported|available|offered) in|"
     "lower than the (?:minimum required|current) spot|spot price<few> (?:is )?too low|"
     "not supported in your requested availability zone|"
     "availability zone is no longer supported|"
     "there is no spot capacity available|no spot capacity"},

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
    {"aws-no-credentials", Failed, Phrase,
     "failed to (?:refresh cached|retrieve) credentials|get credentials:"},
    {"aws-instance-state", Failed, Phrase,
     "instance state<few> is unexpected|user initiated shutdown|"
     "i-[0-9a-f]+(?: instance)? is in \\w+ state"},
    {"aws-service-trouble", Network, Code,
     "InternalError|InternalFailure|InternalServiceError|ServiceUnavailable|"
     "ServiceUnavailableException|RequestTimeout|RequestTimeoutException|Server\\.InternalError|"
     "RequestError|RequestCanceled|IncorrectInstanceState|IncorrectState|"
     "ResourceInUse|ConcurrentModification\\w*|"
     "DependencyViolation|VolumeInUse|EC2MetadataError|ResponseTimeout"},
};

}  // namespace

std::span<const Pattern> aws_patterns() { return aws_list; }

}  // namespace telltale
