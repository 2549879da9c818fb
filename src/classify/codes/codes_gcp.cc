// SPDX-License-Identifier: Apache-2.0
// Error codes of the Compute Engine API and the canonical codes of Google's APIs.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern gcp_code_list[] = {
    {"gcp-rate-limit", RateLimit, Code,
     "rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|RATE_LIMITED|"
     "USER_RATE_LIMIT_EXCEEDED|concurrentLimitExceeded|CONCURRENT_OPERATIONS_QUOTA_EXCEEDED|"
     "dailyLimitExceeded"},
    {"gcp-not-ready-yet", Passing, Code, "resourceNotReady|RESOURCE_NOT_READY"},
    {"gcp-used-by-another", Network, Code,
     "resourceInUseByAnotherResource|RESOURCE_IN_USE_BY_ANOTHER_RESOURCE"},
    {"gcp-access-denied", Denied, Code,
     "accessNotConfigured|PERMISSION_DENIED|SERVICE_DISABLED|PERMISSIONS_ERROR|BILLING_DISABLED|"
     "billingNotEnabled|VM_EXTERNAL_IP_ACCESS_POLICY_CONSTRAINT|"
     "ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|invalid_grant|UNAUTHENTICATED|"
     "authError|IAM_PERMISSION_DENIED|CONSUMER_INVALID|ACCOUNT_STATE_INVALID|"
     "accountDisabled|projectNotLinked|constraintViolated|INVALID_REFRESH_TOKEN"},
    {"gcp-not-found-code", MissingCode, Code,
     "RESOURCE_NOT_FOUND|resourceNotFound|SERVICE_ACCOUNT_NOT_FOUND|INSTANCE_TEMPLATE_NOT_FOUND|"
     "RESERVATION_NOT_FOUND|IMAGE_NOT_FOUND|SUBNETWORK_NOT_FOUND|NETWORK_NOT_FOUND|"
     "RESOURCE_NOT_READY_NOT_FOUND"},
    {"gcp-quota-code", QuotaCode, Code,
     "QUOTA_EXCEEDED|quotaExceeded|QUOTA_LIMIT|GCE_QUOTA_EXCEEDED|\\w+_QUOTA_EXCEEDED|"
     "LIMIT_EXCEEDED|QUOTA_FOR_INSTANCES"},
    {"gcp-capacity-code", CapacityCode, Code,
     "ZONE_RESOURCE_POOL_EXHAUSTED|REGION_RESOURCE_POOL_EXHAUSTED|RESOURCE_POOL_EXHAUSTED|"
     "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS|STOCKOUT|RESOURCE_STOCKOUT|GCE_STOCKOUT|"
     "IP_SPACE_EXHAUSTED|IP_SPACE_EXHAUSTED_WITH_DETAILS|\\w*STOCKOUT|"
     "RESERVATION_CAPACITY_EXCEEDED|UNSUPPORTED_MACHINE_TYPE_IN_ZONE|INSUFFICIENT_CAPACITY|"
     "zoneResourcePoolExhausted\\w*|resourcePoolExhausted|CAPACITY_EXHAUSTED"},
    {"gcp-invalid", Invalid, Code,
     "INVALID_ARGUMENT|invalidParameter|INVALID_USAGE|INVALID_FIELD_VALUE|badRequest|"
     "UNSUPPORTED_OPERATION|FAILED_PRECONDITION|failedPrecondition|alreadyExists|RESOURCE_ALREADY_"
     "EXISTS|"
     "INVALID_RESERVATION|UNSUPPORTED_GPU_CONFIGURATION|invalidResourceUsage"},
    {"gcp-service-trouble", Network, Code,
     "backendError|internalError|INTERNAL_ERROR|DEADLINE_EXCEEDED|"
     "RESOURCE_OPERATION_RATE_EXCEEDED|RESOURCE_EXHAUSTED|"
     "OPERATION_CANCELED_BY_USER|VM_MIN_COUNT_NOT_REACHED|badGateway"},
    {"gcp-more-denied", Denied, Code,
     "SERVICE_ACCOUNT_ACCESS_DENIED|CONSUMER_SUSPENDED|USER_PROJECT_DENIED|API_KEY_INVALID|"
     "ORG_RESTRICTION_VIOLATION|SECURITY_POLICY_VIOLATED|CREDENTIALS_MISSING|"
     "RESOURCES_PROJECT_SUSPENDED|KMS_KEY_ACCESS_DENIED"},
    {"gcp-more-invalid", Invalid, Code,
     "RESOURCE_IN_USE|ALREADY_EXISTS|OUT_OF_RANGE|UNIMPLEMENTED|invalidArgument"},
    {"gcp-more-trouble", Network, Code, "SERVICE_UNAVAILABLE"},
};

}  // namespace

std::span<const Pattern> gcp_codes() { return gcp_code_list; }

}  // namespace telltale
