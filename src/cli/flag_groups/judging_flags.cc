// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/judging_flags.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/screen/wording.h"

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

// Conditions of Machines may not go Unknown before their Cluster says that it is out of reach.
Result<void> check_graces(Seconds connection, Seconds conditions) {
  if (conditions < conditions_grace_min) {
    return usage("--remote-conditions-grace-period must be at least 2m");
  }
  if (connection < conditions) return {};
  return usage(
      "--cluster-probe-grace-period must be shorter than --remote-conditions-grace-period");
}

}  // namespace

Result<std::vector<TypedThreshold>> read_thresholds(std::span<const std::string> typed) {
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

Result<NodeConditions> read_node_conditions(std::string_view typed,
                                            std::optional<DialectName> dialect) {
  if (dialect == DialectName::Upstream) {
    return usage(format("--node-conditions is for the proposal's dialect: upstream sums up {}",
                        to_text(upstream_node_conditions())));
  }
  Result<NodeConditions> read = parse_node_conditions(typed);
  if (!read) return usage(format("--node-conditions: {}", read.error().detail));
  return read;
}

void declare_judging(Flags& flags, JudgingOptions& options,
                     const std::optional<DialectName>& dialect, const JudgingHelp& help) {
  const Flags::Scope judging = flags.group(FlagGroup::Judging);
  const auto read_connection_grace = [&options](std::string_view typed) {
    return keep(read_duration("--cluster-probe-grace-period", typed), options.connection_grace);
  };
  flags.read({"--cluster-probe-grace-period", "DURATION", help.connection_grace},
             read_connection_grace);
  flags.read({"--remote-connection-grace-period", "DURATION", "upstream's name for the same"},
             read_connection_grace);
  flags.duration({"--remote-conditions-grace-period", "DURATION", help.conditions_grace},
                 options.conditions_grace);
  flags.read({"--node-conditions", "TYPE,...",
              "conditions of Nodes that NodeHealthy sums up: Ready, others bad when True or as in "
              "TYPE=True (default: Ready, MemoryPressure, DiskPressure, PIDPressure, "
              "NetworkUnavailable)"},
             [&options, &dialect](std::string_view typed) {
               return keep(read_node_conditions(typed, dialect), options.node_conditions);
             });
  flags.read_all(
      {"--failure-threshold", "REASON=DURATION", help.thresholds},
      [&options](std::span<const std::string> typed) {
        return keep(read_thresholds(typed), options.thresholds);
      },
      help.repeated_thresholds);
  flags.duration({"--registration-ttl", "DURATION", help.registration_ttl},
                 options.registration_ttl);
  flags.check([&options] {
    const Settings standard;
    return check_graces(options.connection_grace.value_or(standard.connection_grace()),
                        options.conditions_grace.value_or(standard.remote_conditions_grace));
  });
}

std::string typed_again(const JudgingOptions& options) {
  std::string flags;
  const auto add = [&](std::string_view flag, const std::optional<Seconds>& duration) {
    if (duration) flags += format(" {} {}", flag, format_duration(*duration));
  };
  add("--cluster-probe-grace-period", options.connection_grace);
  add("--remote-conditions-grace-period", options.conditions_grace);
  if (options.node_conditions) {
    flags += format(" --node-conditions {}", shell_word(to_text(*options.node_conditions)));
  }
  for (const TypedThreshold& typed : options.thresholds) {
    const auto named = std::ranges::find(thresholds, typed.rule, &Threshold::rule);
    flags += format(" --failure-threshold {}={}", named->reason, format_duration(typed.duration));
  }
  add("--registration-ttl", options.registration_ttl);
  return flags;
}

void apply(const JudgingOptions& options, Settings& settings) {
  if (options.connection_grace) settings.remote_connection_grace = options.connection_grace;
  if (options.conditions_grace) settings.remote_conditions_grace = *options.conditions_grace;
  if (options.node_conditions) settings.node_conditions = options.node_conditions;
  for (const TypedThreshold& typed : options.thresholds) {
    settings.progressing.*typed.rule = typed.duration;
  }
  if (options.registration_ttl) settings.degraded.registration_ttl = *options.registration_ttl;
}

}  // namespace telltale::cli
