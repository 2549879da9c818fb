// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/pool_flags.h"

#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/usage.h"
#include "cli/screen/words.h"
#include "convert/duration.h"

namespace telltale::cli {
namespace {

constexpr Seconds conditions_grace_min = std::chrono::minutes(2);

struct Threshold {
  std::string_view reason;
  Seconds ProgressingRules::* rule;
};

constexpr Threshold thresholds[] = {
    {"MissingCloudResources", &ProgressingRules::missing_resources},
    {"CloudQuotaExceeded", &ProgressingRules::quota_exceeded},
    {"InsufficientCloudCapacity", &ProgressingRules::insufficient_capacity},
    {"CAPIProviderFailed", &ProgressingRules::provider_failed},
    {"MachineDeploymentFailed", &ProgressingRules::deployment_failed},
    {"ControllerError", &ProgressingRules::controller_error},
};

const Threshold* find(std::string_view reason) {
  for (const Threshold& one : thresholds) {
    if (lower(one.reason) == lower(reason)) return &one;
  }
  return nullptr;
}

std::unexpected<Error> no_such_reason(std::string_view typed) {
  std::vector<std::string> known;
  for (const Threshold& one : thresholds) known.emplace_back(one.reason);
  return fail(Error::Kind::Invalid,
              format("--failure-threshold {}: expected REASON=DURATION, where REASON is {}",
                     printable(typed), alternatives(std::move(known))));
}

}  // namespace

Result<Seconds> read_duration(std::string_view flag, std::string_view typed) {
  const std::optional<std::int64_t> nanoseconds = convert::parse_duration(typed);
  if (nanoseconds && *nanoseconds > 0) {
    return std::chrono::duration_cast<Seconds>(std::chrono::nanoseconds(*nanoseconds));
  }
  return fail(Error::Kind::Invalid,
              format("{} {} is no duration such as 40s or 5m", flag, printable(typed)));
}

Result<std::vector<TypedThreshold>> read_typed_thresholds(std::span<const std::string> typed) {
  std::vector<TypedThreshold> read;
  for (const std::string& list : typed) {
    for (const std::string_view item : split(list, ',')) {
      const std::size_t equals = item.find('=');
      const Threshold* threshold = find(item.substr(0, equals));
      if (threshold == nullptr || equals == std::string_view::npos) return no_such_reason(item);
      const Result<Seconds> duration =
          read_duration("--failure-threshold", item.substr(equals + 1));
      if (!duration) return fail(duration.error());
      read.push_back({threshold->rule, *duration});
    }
  }
  return read;
}

Result<ProgressingRules> read_thresholds(std::span<const std::string> typed) {
  const Result<std::vector<TypedThreshold>> read = read_typed_thresholds(typed);
  if (!read) return fail(read.error());
  ProgressingRules rules;
  for (const TypedThreshold& one : *read) rules.*one.rule = one.duration;
  return rules;
}

Result<std::optional<NodeConditions>> read_node_conditions(std::string_view typed,
                                                           std::optional<DialectName> dialect) {
  if (typed.empty()) return std::nullopt;
  if (dialect == DialectName::Upstream) {
    return usage(format("--node-conditions is for the proposal's dialect: upstream sums up {}",
                        to_text(upstream_node_conditions())));
  }
  Result<NodeConditions> read = parse_node_conditions(typed);
  if (!read) return usage(format("--node-conditions: {}", read.error().detail));
  return std::move(*read);
}

Result<void> check_graces(Seconds connection, Seconds conditions) {
  if (conditions < conditions_grace_min) {
    return usage("--remote-conditions-grace-period must be at least 2m");
  }
  if (connection < conditions) return {};
  return usage(
      "--cluster-probe-grace-period must be shorter than --remote-conditions-grace-period");
}

}  // namespace telltale::cli
