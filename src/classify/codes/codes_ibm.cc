// SPDX-License-Identifier: Apache-2.0
// Error codes of the IBM Cloud VPC API and of Power Virtual Servers.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern ibm_code_list[] = {
    {"ibm-rate-limit", RateLimit, Code, "too_many_requests|rate_limit_exceeded|rate_limited"},
    {"ibm-instance-itself", Itself, Code,
     "instance_not_found|instances_not_found|pcloudPvminstances(?:Get|Delete|Put|ActionPost)\\w*"
     "NotFound|pvm-instance(?:s)? does not exist"},
    {"ibm-denied", Denied, Code,
     "not_authorized|forbidden_action|BXNIM[0-9]+E|invalid_api_key|account_inactive|"
     "not_authenticated|unauthorized_user|provisioning_not_allowed|invalid_token"},
    {"ibm-not-found-code", MissingCode, Code,
     "\\w+_not_found|pcloud\\w+NotFound|ImageImportFailed|ImageReconciliationNotFound"},
    {"ibm-quota-code", QuotaCode, Code,
     "over_quota|\\w*quota_exceeded|\\w*_over_quota|quota_limit\\w*|\\w+_limit_exceeded|"
     "\\w+_limit_reached|exceeds_quota|\\w+_quota_reached|insufficient_quota"},
    {"ibm-capacity-code", CapacityCode, Code,
     "cannot_start_capacity|insufficient_capacity|\\w*_capacity_exceeded|"
     "capacity_unavailable|out_of_capacity|insufficient_resources|no_capacity|"
     "\\w*insufficient_(?:addresses|ips|space)|subnet_(?:exhausted|full|no_available_ips?)|"
     "placement_capacity\\w*|dedicated_host_capacity\\w*"},
    {"ibm-invalid", Invalid, Code,
     "bad_field|bad_request|validation_failed|invalid_\\w+|missing_field|unsupported_\\w+|"
     "pcloud\\w+(?:BadRequest|UnprocessableEntity|Conflict|Unauthorized|Forbidden)|"
     "not_supported|bad_json|duplicate_\\w+|\\w+_in_use"},
    {"ibm-failed", Failed, Code,
     "InstanceErrored|InstanceStopped|InstanceProvisionFailed|ImageReconciliationFailed|"
     "NetworkReconciliationFailed|VPCReconciliationFailed|LoadBalancerReconciliationFailed|"
     "ServiceInstanceReconciliationFailed|TransitGatewayReconciliationFailed|"
     "VPCSecurityGroupReconciliationFailed|VPCSubnetReconciliationFailed|COSInstance"
     "ReconciliationFailed|ImageDeletionFailed|cannot_start|cannot_start_compute|stopped_by_\\w+|"
     "cannot_start_network|"
     "cannot_start_storage|failed_to_start"},
    {"ibm-service-trouble", Network, Code,
     "internal_error|service_error|service_unavailable|pcloud\\w+InternalServerError|"
     "pcloud\\w+GatewayTimeout|gateway_timeout|server_error"},
    {"ibm-more-denied", Denied, Code, "TokenManagerRetrieveError"},
    {"ibm-more-missing", MissingCode, Code, "encryption_key_deleted"},
    {"ibm-more-capacity", CapacityCode, Code,
     "cannot_start_reservation_capacity|cannot_start_placement_group"},
    {"ibm-more-failed", Failed, Code,
     "cannot_start_ip_address|cannot_start_reservation_expired|cannot_reinitialize|"
     "cannot_update_firmware"},
};

}  // namespace

std::span<const Pattern> ibm_codes() { return ibm_code_list; }

}  // namespace telltale
