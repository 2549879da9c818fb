// SPDX-License-Identifier: Apache-2.0
#include "classify/patterns/patterns.h"

#include <algorithm>

#include "base/text.h"

namespace telltale {
namespace {

constexpr Platform aws[] = {Platform::AWS};
constexpr Platform azure[] = {Platform::Azure};
constexpr Platform gcp[] = {Platform::GCP};
constexpr Platform openstack[] = {Platform::OpenStack};
constexpr Platform kubevirt[] = {Platform::KubeVirt};
constexpr Platform vsphere[] = {Platform::VSphere};
constexpr Platform metal[] = {Platform::Baremetal, Platform::Agent};
constexpr Platform ibm[] = {Platform::PowerVS, Platform::IBMCloud};
constexpr Platform nutanix[] = {Platform::Nutanix};

// What a machine is made of or placed into. The machine itself is not among them.
constexpr std::string_view noun =
    R"re(\b(?:sub-?net(?:work)?|security[ _-]?group|net[ _-]?work|vnet|vpc|nsg|ami|image|)re"
    R"re(snapshot|)re"
    R"re(volume|(?:managed |data |boot |source )?disk|disk encryption set|)re"
    R"re(storage account|key ?pair|ssh key|)re"
    R"re((?:kms |customer )?key|(?:iam )?role|(?:iam )?instance ?profile|launch template|)re"
    R"re(placement group|host ?group|dedicated host|capacity reservation|reservation|)re"
    R"re(elastic ip|eip|allocation|target group|load ?balancer|route table|nat gateway|)re"
    R"re(resource ?group|(?:managed |user[ -]assigned )?identity|availability set|gallery|)re"
    R"re(application security group|public ip(?: address)?|network interface|nic|)re"
    R"re(service ?account|flavou?r|server ?group|port|floating ?ip|router|volume type|aggregate|)re"
    R"re((?:vm |virtual machine )?template|folder|data ?cent(?:er|re)|data ?store(?: cluster)?|)re"
    R"re(resource ?pool|compute cluster|storage policy|content library|library item|)re"
    R"re(distributed (?:port ?group|switch)|port ?group|storage ?class(?:es)?(?:\.storage\.k8s)re"
    R"re(\.io)?|)re"
    R"re(persistent ?volume ?claim|pvc|data ?volume|data ?source|)re"
    R"re(network-?attachment-?definition(?:s?\.k8s\.cni\.cncf\.io)?|)re"
    R"re((?:virtualmachinecluster|virtualmachine)(?:instancetype|preference)|infra-?env|)re"
    R"re(cloud instance|workspace|service instance|machine image|(?:hosted |dns |)re"
    R"re(route53 ?)?zone|region|bucket|)re"
    R"re(certificate|ova|iso|backing file|resource)s?)re";
constexpr std::string_view id =
    R"re((?:[:=]? ?(?:(?:with (?:the )?)?(?:ids?|names?|arn|uuid)|named|called)?[:=]? ?)re"
    R"re((?:'[^']*'|\[[^\]]*\]|\([^)]*\)|[^ ',;]*[^ ',;.:])))re";
constexpr std::string_view few = R"re((?: [^ ;]*[^ .;:])*)re";
constexpr std::string_view many = R"re((?: [^ ;]*[^ .;:])*)re";
constexpr std::string_view gone =
    R"re((?:(?:was|were|is|are|could|can|do|does|did|has|have|may) ?)?)re"
    R"re((?:not|n't|no longer) ?(?:yet |been |be )?(?:found|exists?|located)\b)re";

std::string spelled_out(std::string_view text) {
  struct Word {
    std::string_view sign;
    std::string_view expression;
  };
  const Word words[] = {
      {"<noun>", noun}, {"<id>", id}, {"<few>", few}, {"<many>", many}, {"<gone>", gone}};
  std::string out;
  while (!text.empty()) {
    const Word* found = nullptr;
    for (const Word& word : words) {
      if (text.starts_with(word.sign)) found = &word;
    }
    out += found == nullptr ? text.substr(0, 1) : found->expression;
    text.remove_prefix(found == nullptr ? 1 : found->sign.size());
  }
  return out;
}

std::optional<Literals> literals_in(Shape shape, std::string_view text) {
  std::optional<Literals> literals = literals_of(spelled_out(text));
  if (!literals || shape == Shape::Phrase) return literals;
  // A code has edges of its own kind.
  if (literals->before != Edge::Any || literals->after != Edge::Any) return std::nullopt;
  literals->before = Edge::Letter;
  literals->after = Edge::Letter;
  return literals;
}

// How much of an expression stands before its first | that is outside of all parentheses.
std::size_t alternative_bytes(std::string_view text) {
  int depth = 0;
  bool in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    } else if (c == '|' && depth == 0) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

std::span<const PatternGroup> pattern_groups() {
  static const PatternGroup groups[] = {
      {aws, aws_codes()},
      {aws, aws_patterns()},
      {azure, azure_codes()},
      {azure, azure_patterns()},
      {gcp, gcp_codes()},
      {gcp, gcp_patterns()},
      {openstack, openstack_codes()},
      {openstack, openstack_patterns()},
      {kubevirt, kubevirt_codes()},
      {kubevirt, kubevirt_patterns()},
      {vsphere, vsphere_codes()},
      {vsphere, vsphere_patterns()},
      {metal, metal_codes()},
      {metal, metal_patterns()},
      {ibm, ibm_codes()},
      {ibm, ibm_patterns()},
      {nutanix, nutanix_codes()},
      {nutanix, nutanix_patterns()},
      {{}, shared_patterns()},
      {{}, shared_failure_patterns()},
  };
  return groups;
}

bool applies(const PatternGroup& group, Platform platform) {
  return platform == Platform::Any || group.platforms.empty() ||
         std::ranges::find(group.platforms, platform) != group.platforms.end();
}

std::string expression_of(const Pattern& pattern) {
  return expression_of(pattern.shape, pattern.text);
}

std::string expression_of(Shape shape, std::string_view alternative) {
  const std::string spelled = spelled_out(alternative);
  if (shape == Shape::Phrase) return format("(?:{})", spelled);
  return format("(?:^|[^0-9A-Za-z])(?:{})(?:[^0-9A-Za-z]|$)", spelled);
}

std::vector<Alternative> alternatives_of(const Pattern& pattern) {
  std::vector<Alternative> alternatives;
  std::string_view rest = pattern.text;
  while (!rest.empty()) {
    const std::size_t bytes = alternative_bytes(rest);
    const std::string_view text = rest.substr(0, bytes);
    alternatives.push_back(
        {text, expression_of(pattern.shape, text), literals_in(pattern.shape, text)});
    rest.remove_prefix(std::min(bytes + 1, rest.size()));
  }
  return alternatives;
}

}  // namespace telltale
