// SPDX-License-Identifier: Apache-2.0
// IBM Cloud: VPC instances, whose codes are words joined by underscores, and Power Virtual Servers,
// whose errors carry the name of the API operation that answered.

#include "classify/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern ibm_list[] = {
    {"ibm-rate-limit", RateLimit, Code, "too_many_requests|rate_limit_exceeded|rate_limited"},
    {"ibm-instance-itself", Itself, Code,
     "instance_not_found|instances_not_found|pcloudPvminstances(?:Get|Delete|Put|ActionPost)\\w*"
     "NotFound|pvm-instance(?:s)? does not exist"},
    {"ibm-instance-itself-text", Itself, Phrase,
     "pvm ?instance<id>? <gone>|instance not found|pvm-instances/[^ ]*\\]\\[404\\]"},
    {"ibm-denied", Denied, Code,
     "not_authorized|forbidden_action|BXNIM[0-9]+E|invalid_api_key|account_inactive|"
     "not_authenticated|unauthorized_user|provisioning_not_allowed|invalid_token"},
    {"ibm-denied-text", Denied, Phrase,
     "provided api ?key could not be found|api ?key<few> (?:invalid|expired)|"
     "not authorized to access|iam token"},
    {"ibm-not-found-code", MissingCode, Code,
     "\\w+_not_found|pcloud\\w+NotFound|ImageImportFailed|ImageReconciliationNotFound"},
    {"ibm-not-found", MissingPhrase, Phrase,
     "(?:image|network|cloud-instance|cloud instance|ssh ?key|volume|subnet|service instance|"
     "workspace|placement group)<id>?<few> (?:<gone>|is not found)|"
     "image import (?:job )?(?:has )?failed|failed to import image"},
    {"ibm-quota-code", QuotaCode, Code,
     "over_quota|\\w*quota_exceeded|\\w*_over_quota|quota_limit\\w*|\\w+_limit_exceeded|"
     "\\w+_limit_reached|exceeds_quota|\\w+_quota_reached|insufficient_quota"},
    {"ibm-quota", LimitPhrase, Phrase,
     "exceed(?:s|ed|ing)?<few> (?:quota|limit)|"
     "(?:processors?|memory|cores?|storage|instances?|vcpus?|tier[0-9])<few> (?:limit|quota)<few> "
     "(?:exceeded|reached)|(?:limit|quota)<few> (?:exceeded|reached)"},
    {"ibm-capacity-code", CapacityCode, Code,
     "cannot_start_capacity|insufficient_capacity|\\w*_capacity_exceeded|"
     "capacity_unavailable|out_of_capacity|insufficient_resources|no_capacity|"
     "\\w*insufficient_(?:addresses|ips|space)|subnet_(?:exhausted|full|no_available_ips?)|"
     "placement_capacity\\w*|dedicated_host_capacity\\w*"},
    {"ibm-capacity", CapacityPhrase, Phrase,
     "insufficient (?:\\w+ )?(?:capacity|resources|memory|processors|cores|storage)|"
     "(?:unable|failed) to (?:place|find (?:a )?(?:host|system))|no (?:valid |available "
     ")?hosts?\\b|"
     "not enough (?:capacity|resources|memory|processors|cores)|no valid host|"
     "no (?:more )?(?:available )?ip addresses"},
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
};

}  // namespace

std::span<const Pattern> ibm_patterns() { return ibm_list; }

}  // namespace telltale
