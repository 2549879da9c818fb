// SPDX-License-Identifier: Apache-2.0
#include "classify/aws_quota.h"

#include <algorithm>

#include "base/letters.h"
#include "classify/characters.h"

namespace telltale {
namespace {

struct VcpuBucket {
  std::string_view family;  // the letters before the generation: "g" of "g5.4xlarge"
  std::string_view on_demand;
  std::string_view spot;  // empty: never sold as Spot
};

// Service Quotas of EC2, "Running On-Demand ... instances" and "All ... Spot Instance Requests".
constexpr VcpuBucket vcpu_buckets[] = {
    {"dl", "L-6E869C2A", "L-85EED4F7"},  {"f", "L-74FC7D96", "L-88CF9481"},
    {"g", "L-DB2E81BA", "L-3819A6DF"},   {"gr", "L-DB2E81BA", "L-3819A6DF"},
    {"vt", "L-DB2E81BA", "L-3819A6DF"},  {"hpc", "L-F7808C92", ""},
    {"inf", "L-1945791B", "L-B5D1601B"}, {"p", "L-417A185B", "L-7212CCBC"},
    {"trn", "L-2C3B7624", "L-6B0D517C"}, {"u", "L-43DA4232", ""},
    {"x", "L-7295265B", "L-E3A00192"},
};
constexpr VcpuBucket standard_bucket{"", "L-1216C47A", "L-34B43A08"};
constexpr std::string_view standard_families = "acdhimrtz";
// Apart from the other P instances, and only for Spot.
constexpr std::string_view p5_spot = "L-C4BD4855";

struct NamedLimit {
  std::string_view word;  // in the error
  std::string_view code;
};

// Errors that name what is used up, by their codes. The first that is there counts.
constexpr NamedLimit named_limits[] = {
    {"AddressLimitExceeded", "L-0263D0A3"},          {"VpcLimitExceeded", "L-F678F1CE"},
    {"NatGatewayLimitExceeded", "L-FE5A380F"},       {"InternetGatewayLimitExceeded", "L-A4707A72"},
    {"NetworkInterfaceLimitExceeded", "L-DF5E4CA3"}, {"SecurityGroupLimitExceeded", "L-E79EC296"},
    {"maximum gp3 storage limit", "L-7A658B76"},     {"maximum gp2 storage limit", "L-D18FCD1D"},
    {"maximum io1 storage limit", "L-FD252861"},     {"maximum io2 storage limit", "L-09BD8365"},
};

// "L-DB2E81BA"
bool is_quota_code(std::string_view text) {
  constexpr std::size_t length = 10;
  return text.size() >= length && text.starts_with("L-") &&
         std::ranges::all_of(text.substr(2, length - 2),
                             [](char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }) &&
         (text.size() == length || (!is_letter(text[length]) && !is_digit(text[length])));
}

std::string_view code_named_in(std::string_view error) {
  constexpr std::size_t length = 10;
  for (std::size_t at = error.find("L-"); at != std::string_view::npos;
       at = error.find("L-", at + 1)) {
    const bool begins = at == 0 || (!is_letter(error[at - 1]) && !is_digit(error[at - 1]));
    if (begins && is_quota_code(error.substr(at))) return error.substr(at, length);
  }
  return {};
}

std::string_view family_of(std::string_view instance_type) {
  const auto end = std::ranges::find_if_not(instance_type, is_small);
  return instance_type.substr(0, static_cast<std::size_t>(end - instance_type.begin()));
}

std::string_view bucket_code(std::string_view instance_type, AwsMarket market) {
  const std::string_view family = family_of(instance_type);
  if (family.empty() || !instance_type.contains('.')) return {};
  const bool on_demand = market == AwsMarket::OnDemand;
  if (!on_demand && instance_type.starts_with("p5")) return p5_spot;
  const auto* found = std::ranges::find(vcpu_buckets, family, &VcpuBucket::family);
  if (found != std::end(vcpu_buckets)) return on_demand ? found->on_demand : found->spot;
  // "im4gn" and "is4gen" are storage instances as "i3" is, "mac1" runs on hosts of its own.
  const bool standard = standard_families.contains(family.front()) && family != "mac";
  if (!standard) return {};
  return on_demand ? standard_bucket.on_demand : standard_bucket.spot;
}

}  // namespace

std::string_view aws_quota_code(std::string_view error, std::string_view instance_type,
                                AwsMarket market) {
  if (const std::string_view named = code_named_in(error); !named.empty()) return named;
  for (const NamedLimit& limit : named_limits) {
    if (error.contains(limit.word)) return limit.code;
  }
  const std::string small = lower(error);
  const bool of_spot = small.contains("maxspotinstancecount") ||
                       small.contains("max spot instance count") ||
                       small.contains("spot instance request limit");
  const bool of_vcpus = small.contains("vcpulimitexceeded") || small.contains("vcpu limit") ||
                        small.contains("vcpu capacity");
  if (!of_spot && !of_vcpus) return {};
  return bucket_code(instance_type, of_spot ? AwsMarket::Spot : market);
}

}  // namespace telltale
