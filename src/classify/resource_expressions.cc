// SPDX-License-Identifier: Apache-2.0
#include "classify/resource_expressions.h"

namespace telltale {
namespace {

// What a machine is made of or placed into, the longer names first. Unlike the patterns' <noun> it
// is read out to people, so words that stand for anything are left out.
constexpr std::string_view nouns =
    "iam instance profile|instance ?profile|security[ _-]?group|load ?balancer|target group|"
    "launch template|placement group|capacity reservation|dedicated host|key ?pair|ssh ?key|"
    "kms key|route table|nat gateway|internet gateway|transit gateway|network interface|"
    "elastic ip|floating ip|hosted zone|resource ?group|availability set|disk encryption set|"
    "storage account|managed identity|user[ -]assigned identity|service ?account|server ?group|"
    "volume type|availability zone|resource ?pool|storage ?policy|storage ?class|"
    "library item|datastore cluster|compute cluster|data ?store|data ?center|folder|"
    "vm template|virtual machine template|template|persistent ?volume ?claim|pvc|data ?volume|"
    "data ?source|network-attachment-definition|infra-?env|cluster ?image ?set|gallery image|"
    "platform image|managed image|image|ami|flavou?r|sub-?net(?:work)?|network|vnet|vpc|iam role|"
    "role|snapshot|volume|disk|bucket|reservation|router|port|secret|service instance|workspace|"
    "category|project|machine type|instance type|vm size|ip ?pool|zone|region";

// Things that are referred to, by what their names look like and by the words before them.
constexpr Naming references[] = {
    {"subnet", R"(\b(subnet-[0-9a-fx]{2,})\b)"},
    {"security group", R"(\b(sg-[0-9a-fx]{2,})\b)"},
    {"AMI", R"(\b(ami-[0-9a-fx]{2,})\b)"},
    {"VPC", R"(\b(vpc-[0-9a-fx]{2,})\b)"},
    {"network interface", R"(\b(eni-[0-9a-fx]{2,})\b)"},
    {"volume", R"(\b(vol-[0-9a-fx]{2,})\b)"},
    {"snapshot", R"(\b(snap-[0-9a-fx]{1,})\b)"},
    {"address allocation", R"(\b(eipalloc-[0-9a-fx]{2,})\b)"},
    {"NAT gateway", R"(\b(nat-[0-9a-fx]{6,})\b)"},
    {"route table", R"(\b(rtb-[0-9a-fx]{2,})\b)"},
    {"internet gateway", R"(\b(igw-[0-9a-fx]{2,})\b)"},
    {"launch template", R"(\b(lt-[0-9a-fx]{6,})\b)"},
    {"capacity reservation", R"(\b(cr-[0-9a-fx]{6,})\b)"},
    {"dedicated host", R"(\b(h-[0-9a-f]{8,})\b)"},
    {"IAM role", R"(arn:aws[a-z-]*:iam::[^: ]*:role/([^ ',;)\]]+))"},
    {"instance profile", R"(arn:aws[a-z-]*:iam::[^: ]*:instance-profile/([^ ',;)\]]+))"},
    {"KMS key", R"(arn:aws[a-z-]*:kms:[^ ':]*:[^ ':]*:key/([^ ',;)\]]+))"},
    {"instance profile", R"(value \(([^)]{1,200})\) for parameter iaminstanceprofile)"},
    {"resource group", R"(resourcegroups/([^ '/,;)]+)(?:[ ',;)]|$))"},
    {"", R"(microsoft\.[a-z]{4,}/(?:[a-z]+/[^ '/]+/)*([a-z]+)/([^ '/,;)]+))"},
    {"", R"(subscriptions/[^ '/]+/(?:[a-z]+/[^ '/]+/)*([a-z]+)/([^ '/,;)]+)(?:[ ',;)]|$))"},
    {"", R"(projects/[^ '/]+/(?:global|zones/[^ '/]+|regions/[^ '/]+)/([a-z]+)/([^ ',;)]+))"},
    {"service account", R"(\b([a-z0-9.*-]+@[a-z0-9.-]+gserviceaccount\.com)\b)"},
    {"image", R"((https?://[^ ',;)]+\.(?:qcow2|iso|img|ova|vmdk|raw|vhd|xz|gz)[^ ',;)]*))"},
    {"file", R"((\[[^\] ]{1,80}\] ?[^ ',;)]+\.(?:vmdk|vmx|iso|vmtx)))", "["},
    {"", R"(\b([a-z][a-z-]{2,})\.[a-z0-9-]+(?:\.[a-z0-9-]+)+ '([^' ]{1,253})')"},
    {"template", R"(template: vm '([^']{1,200})')"},
    {"cluster", R"(\bcluster '(/[^']{1,200})')"},
    {"",
     R"((?:^|[^a-z0-9/'-])(<noun>)s?(?: (?:ids?|name|named|called|with (?:the )?(?:id|name|label)|)"
     R"(version)){0,2}(?: is)?[ :=]+(?:'|\['|\('|\[)([^'\]]{1,200})['\]])",
     "'["},
    {"", R"((?:^|[^a-z0-9/'-])(<noun>)(?: (?:id|name|named|called|with (?:the )?(?:id|name|uuid)|)"
         R"(by name)){0,2}[ :=]+([a-z0-9*](?:[^ ',;:)(]*[a-z0-9*])?)(?:[ .,;:)]|$))"},
    {"", R"(no such (<noun>):? '?([^ ',;\]]+))"},
    {"", R"(\bno (<noun>)s?\b[^.;:]{0,60}[ (:]+(?:name|id)[= ]+'?([^ ',;)]+))"},
};

// What was used up.
constexpr Naming quotas[] = {
    {"quota", R"(quota (?:limit )?'([^']{1,120})')"},
    {"quota", R"(\bapproved (?:the )?([a-z0-9_]+(?: [a-z0-9_]+){0,2}) quota)"},
    {"quota", R"(exceeding quota limits? of ([a-z0-9_]+))"},
    {"quota", R"(service quota for ([^.;:]{3,80}))"},
    {"quota", R"(insufficient '([^']{1,80})' quota)"},
    {"quota", R"(request for resource: '([a-z0-9_]{3,80})')"},
    {"quota", R"(quota has been met for resources?: ([a-z]+(?: [a-z]+){0,2}))"},
    {"quota", R"(\b(?:family|service|account)? ?((?:[a-z0-9-]+/)?L-[0-9A-F]{8})\b)"},
    {"quota", R"(missingquota\)?: ([a-z0-9./_-]+))"},
    {"ResourceQuota", R"(exceeded quota: ([a-z0-9][a-z0-9.-]*))"},
    {"quota", R"(quota exceeded for resources?: \[?'?([a-z0-9_]+))"},
    {"quota", R"(quota exceeded for ([a-z_]+(?:, [a-z_]+)*))"},
    {"quota", R"(exceed quota for ([a-z]+))"},
    {"quota", R"(for quota '([^']{1,80})')"},
    {"quota", R"(limit '([a-z0-9_-]{1,80})' on resource)"},
    {"quota", R"(resource '([A-Z0-9_]{3,80})': request requires)"},
    {"quota", R"(exceeds allowed ([a-z_]+) quota)"},
    {"quota", R"(too many ((?:[a-z]+ )?(?:pairs|groups|servers|instances|volumes|ports)))"},
    {"limit",
     R"(maximum number of ([a-z]+(?: [a-z]+){0,3}) (?:has been|have been|was|is|allowed))"},
    {"limit", R"(cannot create more than [0-9]+ ([a-z]+(?: [a-z]+){0,3}?)(?: for| in|\.|$))"},
    {"limit", R"(\b([a-z0-9]+?)(?:Count)?Limit(?:Exceeded|Reached))"},
    {"limit", R"(\bTooMany([a-z]{4,})\b)"},
    {"limit", R"(\bmax (spot instance) count exceeded)"},
    {"limit", R"(\b([a-z]+ [a-z]+) limit exceeded)"},
    {"limit", R"(your (?:current |maximum )?([a-z0-9 -]{2,40}?) limit of)"},
};

// What there is too little of, or where.
constexpr Naming scarce[] = {
    {"instance type", R"(sufficient ([a-z][a-z0-9-]*\.[a-z0-9-]+) capacity)"},
    {"instance type", R"(instance type[s ]*[('\[]*([a-z][a-z0-9-]*\.[a-z0-9-]+))"},
    {"VM size", R"(\b((?:Standard|Basic)_[a-z0-9_]+))"},
    {"machine type", R"(machinetypes/([a-z0-9-]+))"},
    {"machine type", R"(machine type(?: with name)? '?([a-z][a-z0-9]*-[a-z0-9-]+))"},
    {"machine type", R"(\ba ([a-z][a-z0-9]*-[a-z0-9-]+) vm instance)"},
    {"accelerator", R"(\b(nvidia-[a-z0-9-]+)\b)"},
    {"reservation", R"(reservation '([^']{1,80})')"},
    {"capacity reservation", R"(\b(cr-[0-9a-fx]{6,})\b)"},
    {"host selector", R"(hostselector (\{[^}]{1,80}))"},
    {"subnet", R"(\b(subnet-[0-9a-fx]{2,})\b)"},
    {"subnet",
     R"(\bsubnet(?:work)? '?([^ ',;:)]+)'? (?:with address|does not have|is full|has no))"},
    {"subnetwork", R"(subnetworks/([^ ',;)]+))"},
    {"network", R"((?:on|for) (?:external )?network:? '?([a-z0-9][^ ',;]*[a-z0-9])'?)"},
    {"subnet", R"((?:on|for) subnet:? '?([a-z0-9][^ ',;]*[a-z0-9])'?)"},
    {"datastore", R"(datastore '([^']{1,80})')"},
    {"IPPool", R"(ip ?pool '?([a-z0-9][^ ',;]*[a-z0-9])'?)"},
    {"zone",
     R"(zone '?(?:you requested )?\(?(?:projects/[^ '/]+/zones/)?([a-z]+-[a-z]+[-0-9a-z]*))"},
    {"region", R"(region '?(?:projects/[^ '/]+/regions/)?([a-z]+-[a-z]+-?[0-9]))"},
    {"location", R"(location '([^']{1,60})')"},
    {"resource", R"(\b[0-9]+ insufficient ([a-z0-9./_-]+[a-z0-9]))"},
    {"flavor", R"(flavor '?([a-z0-9][^ ',;]*[a-z0-9])'?)"},
    {"profile", R"(profile '?([a-z0-9]+-[0-9]+x[0-9]+))"},
};

// What was not allowed, to whom; else whatever else is referred to.
constexpr Naming refusals[] = {
    {"permission", R"(not authorized to perform:? '?([a-z0-9-]+:[a-z*]+))"},
    {"permission", R"(perform action '([^']{1,120})')"},
    {"permission", R"(required '([a-z0-9.]{1,80})' permission)"},
    {"permission", R"(permission '([a-z0-9./]{1,80})')"},
    {"permission", R"(missing privilege ([a-z0-9.]+))"},
    {"permission", R"(policy doesn't allow ([^ ',;]+))"},
    {"permission", R"(cannot ([a-z]+ resource '[a-z]+)')"},
    {"IAM role", R"(assumed-role/([^ /',;)]+))"},
    {"constraint", R"((constraints/[a-z]+\.[a-z]+))"},
    {"API", R"(\b([a-z]+\.googleapis\.com)\b)"},
    {"parameter", R"(for parameter ([a-z0-9.]+) is invalid)"},
    {"parameter", R"(value of parameter ([a-z0-9.]+) is invalid)"},
    {"field", R"(invalid value for field '([^']{1,120})')"},
    {"parameter", R"(specified parameter was not correct:? ([a-z0-9.\[\]]+))"},
    {"extension", R"(processing extension '([^']{1,80})')"},
    {"application", R"(application with identifier '([^']{1,80})')"},
    {"webhook", R"(admission webhook '([^']{1,120})')"},
};

}  // namespace

std::string_view resource_nouns() { return nouns; }
std::span<const Naming> reference_expressions() { return references; }
std::span<const Naming> quota_expressions() { return quotas; }
std::span<const Naming> scarcity_expressions() { return scarce; }
std::span<const Naming> refusal_expressions() { return refusals; }

}  // namespace telltale
