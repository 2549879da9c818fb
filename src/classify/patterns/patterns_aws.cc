// SPDX-License-Identifier: Apache-2.0
// What AWS says around its codes (codes_aws.cc); both SDKs, the CLI and CloudFormation wrap the
// same codes differently.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern aws_list[] = {
    {"aws-instance-itself", Itself, Phrase,
     "(?:instance|instance id|ids?) '?i-[0-9a-f]+'?<few> <gone>|"
     "instance ids? '?\\[?'?i-[0-9a-f]+"
     "[^ ]* do(?:es)? not exist"},

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

    {"aws-instance-profile", MissingPhrase, Phrase,
     "invalid iam instance ?profile|iaminstanceprofile\\.(?:name|arn) is invalid|"
     "no (?:matching )?amis? (?:found|matched|exist)|failed to discover (?:any )?(?:amis?|subnets?|"
     "security groups?)|no (?:amis?|subnets?|security groups?|instance profiles?) (?:exist|matched|"
     "found|discovered|resolved)|ami '?ami-[0-9a-f]+'?<few> (?:<gone>|not "
     "valid|deregistered)|the (?:image|snapshot|key pair|security group|subnet|vpc|volume)(?: id)? "
     "'[^']*' does not exist"},

    {"aws-limit-phrase", QuotaPhrase, Phrase,
     "more vcpu capacity than your current|max spot instance count exceeded|"
     "reached your quota for|adjustment to this limit|service limit increase"},

    {"aws-unsupported", CapacityCode, Phrase, "^(?:[a-z0-9 .]*: )?unsupported$"},
    {"aws-type-not-in-zone", CapacityPhrase, Phrase,
     "instance type<few> is not (?:supported|available|offered) in|"
     "lower than the (?:minimum required|current) spot|spot price<few> (?:is )?too low|"
     "not supported in your requested availability zone|"
     "availability zone is no longer supported|"
     "there is no spot capacity available|no spot capacity"},

    {"aws-no-credentials", Failed, Phrase,
     "failed to (?:refresh cached|retrieve) credentials|get credentials:"},
    {"aws-instance-state", Failed, Phrase,
     "instance state<few> is unexpected|user initiated shutdown|"
     "i-[0-9a-f]+(?: instance)? is in \\w+ state"},
};

}  // namespace

std::span<const Pattern> aws_patterns() { return aws_list; }

}  // namespace telltale
