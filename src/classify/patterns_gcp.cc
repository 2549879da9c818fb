// SPDX-License-Identifier: Apache-2.0
// Error codes of the Compute Engine API, as operations, googleapi errors and gcloud show them.

#include "classify/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern gcp_list[] = {
    {"gcp-rate-limit", RateLimit, Code,
     "rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|RATE_LIMITED|"
     "USER_RATE_LIMIT_EXCEEDED|concurrentLimitExceeded|CONCURRENT_OPERATIONS_QUOTA_EXCEEDED|"
     "dailyLimitExceeded"},
    {"gcp-not-ready-yet", Passing, Code,
     "resourceNotReady|RESOURCE_NOT_READY|resourceInUseByAnotherResource|"
     "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE"},
    {"gcp-rate-quota", RatePeriod, Phrase,
     "per ?(?:minute|second|hour|day|100 ?seconds)|per-(?:minute|second|day)|"
     "(?:read|write|query|list|get|heavy-weight \\w+|global mutation|mutate) requests|"
     "(?:queries|requests) per|apirequests|defaultperminute"},
    {"gcp-instance-itself", Itself, Phrase,
     "/instances/[^ /']*'? (?:was|is) not found|instance '?projects/[^ ']*/instances/[^ ']*'?<few> "
     "<gone>|operations/operation-[^ ']*'?<few> <gone>"},

    {"gcp-access-denied", Denied, Code,
     "accessNotConfigured|PERMISSION_DENIED|SERVICE_DISABLED|PERMISSIONS_ERROR|BILLING_DISABLED|"
     "billingNotEnabled|VM_EXTERNAL_IP_ACCESS_POLICY_CONSTRAINT|CONDITION_NOT_MET|"
     "ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|invalid_grant|UNAUTHENTICATED|"
     "authError|IAM_PERMISSION_DENIED|conditionNotMet|CONSUMER_INVALID|ACCOUNT_STATE_INVALID|"
     "accountDisabled|projectNotLinked|constraintViolated|INVALID_REFRESH_TOKEN"},
    {"gcp-access-denied-text", Denied, Phrase,
     "required '[^']*' permission|permission '[^']*' (?:was |is )?denied|has not been used in "
     "project<few> before|"
     "api (?:is )?(?:has )?not (?:been )?enabled|it is disabled\\. enable it|"
     "constraint<few> violated|constraints/(?:compute|iam|gcp)\\.|billing (?:account|is disabled)|"
     "could not find default credentials|request had insufficient authentication scopes"},

    {"gcp-not-found-code", MissingCode, Code,
     "RESOURCE_NOT_FOUND|resourceNotFound|SERVICE_ACCOUNT_NOT_FOUND|INSTANCE_TEMPLATE_NOT_FOUND|"
     "RESERVATION_NOT_FOUND|IMAGE_NOT_FOUND|SUBNETWORK_NOT_FOUND|NETWORK_NOT_FOUND|"
     "RESOURCE_NOT_READY_NOT_FOUND"},
    {"gcp-resource-path", MissingPhrase, Phrase,
     "(?:networks|subnetworks|images|images/family|disks|disktypes|snapshots|addresses|"
     "instancetemplates|targetpools|healthchecks|backendservices|resourcepolicies|reservations|"
     "serviceaccounts|cryptokeys|firewalls|instancegroups|instancegroupmanagers|regions|zones|"
     "licenses|nodetemplates|nodegroups)/[^ ']*'? (?:was|were|is|cannot be|could not be) not "
     "found|(?:networks|subnetworks|images|images/family|disks|disktypes|snapshots|"
     "serviceaccounts|cryptokeys|reservations|instancetemplates)/[^ ']*'?<few> <gone>|"
     "the referenced<few> resource cannot be found|"
     "the resource '[^']*serviceaccount[^']*'<few> <gone>|"
     "service ?account [^ ]+ does not exist"},

    {"gcp-quota-code", QuotaCode, Code,
     "QUOTA_EXCEEDED|quotaExceeded|QUOTA_LIMIT|GCE_QUOTA_EXCEEDED|\\w+_QUOTA_EXCEEDED|"
     "LIMIT_EXCEEDED|QUOTA_FOR_INSTANCES"},
    {"gcp-quota-text", QuotaPhrase, Phrase,
     "quota '[^']*' exceeded|quota [a-z0-9_]+ exceeded|insufficient (?:\\w+ )?quota|"
     "quota limit '[^']*' has been exceeded|exceeded limit '[^']*' on resource"},

    {"gcp-capacity-code", CapacityCode, Code,
     "ZONE_RESOURCE_POOL_EXHAUSTED|REGION_RESOURCE_POOL_EXHAUSTED|RESOURCE_POOL_EXHAUSTED|"
     "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS|STOCKOUT|RESOURCE_STOCKOUT|GCE_STOCKOUT|"
     "IP_SPACE_EXHAUSTED|IP_SPACE_EXHAUSTED_WITH_DETAILS|\\w*STOCKOUT|"
     "RESERVATION_CAPACITY_EXCEEDED|UNSUPPORTED_MACHINE_TYPE_IN_ZONE|INSUFFICIENT_CAPACITY|"
     "zoneResourcePoolExhausted\\w*|resourcePoolExhausted|CAPACITY_EXHAUSTED"},
    {"gcp-type-not-in-zone", CapacityCode, Phrase,
     "(?:machine|accelerator)types/[^ ']*'? (?:was|is) not found"},
    {"gcp-capacity-text", CapacityPhrase, Phrase,
     "does not have enough resources available|accelerator(?:\\(s\\))? is currently unavailable|"
     "is currently unavailable in the [^ ]+ zone|currently has capacity to accommodate|"
     "(?:reservation|specified reservation)<few> (?:does not have (?:available|enough)|"
     "has no available)|"
     "machine type<few> (?:does not exist|is not (?:available|supported)) in (?:the "
     ")?(?:zone|region)|"
     "ip space of [^ ]+ is exhausted|vm instance<few> is currently unavailable|"
     "free ip space|resource pool exhausted|out of resources"},

    {"gcp-invalid", Invalid, Code,
     "INVALID_ARGUMENT|invalidParameter|INVALID_USAGE|INVALID_FIELD_VALUE|badRequest|"
     "UNSUPPORTED_OPERATION|FAILED_PRECONDITION|failedPrecondition|alreadyExists|RESOURCE_ALREADY_"
     "EXISTS|"
     "INVALID_RESERVATION|UNSUPPORTED_GPU_CONFIGURATION|invalidResourceUsage"},
    {"gcp-invalid-text", Invalid, Phrase,
     "invalid value for field '|too many network interfaces|"
     "invalid resource usage"},
    {"gcp-service-trouble", Network, Code,
     "backendError|internalError|INTERNAL_ERROR|DEADLINE_EXCEEDED|"
     "RESOURCE_OPERATION_RATE_EXCEEDED|RESOURCE_EXHAUSTED|"
     "OPERATION_CANCELED_BY_USER|VM_MIN_COUNT_NOT_REACHED|badGateway"},
};

}  // namespace

std::span<const Pattern> gcp_patterns() { return gcp_list; }

}  // namespace telltale
