// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/control_flags.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/names.h"
#include "catalog/polarity.h"

namespace telltale::cli {
namespace {

bool somebody_acts_on(std::string_view type) {
  return std::ranges::any_of(all_type_facts(), [&](const TypeFacts& facts) {
    return facts.others_act_on_it && facts.type == type;
  });
}

bool is_computed(std::string_view type) {
  return std::ranges::any_of(all_type_facts(), [&](const TypeFacts& facts) {
    return canonical_type(facts.kind, type) == facts.type;
  });
}

Result<void> check_acted_on(const std::vector<std::string>& types) {
  for (const std::string& type : types) {
    if (somebody_acts_on(type)) continue;
    return usage(
        format("--write-acted-on {}: no other controller acts on such a condition; "
               "telltale tables -o json lists those (othersActOnIt)",
               printable(type)));
  }
  return {};
}

Result<void> check_write_types(const std::vector<std::string>& types) {
  for (const std::string& type : types) {
    if (is_computed(type)) continue;
    return usage(
        format("--write-types {}: telltale computes no such condition; "
               "telltale tables --reasons lists them",
               printable(type)));
  }
  return {};
}

Result<void> read_claim_after(std::string_view typed, Seconds& claim_after) {
  const bool at_once = typed == "0" || typed == "0s";
  const Result<Seconds> read =
      at_once ? Result<Seconds>(Seconds{}) : read_duration("--claim-after", typed);
  if (!read) return fail(read.error());
  claim_after = *read;
  return {};
}

void declare_writing(Flags& flags, ControlOptions& options) {
  const Flags::Scope writing = flags.group(FlagGroup::Writing);
  flags.texts(
      {"--write-acted-on", "TYPE", "also write this condition on which other controllers act"},
      options.write_acted_on);
  flags.check([&options] { return check_acted_on(options.write_acted_on); });
  flags.texts({"--write-types", "TYPE",
               "with --write=missing: write this condition though another controller writes it"},
              options.write_types, {.split_at_commas = true});
  flags.check([&options] { return check_write_types(options.write_types); });
  flags.read(
      {"--claim-after", "DURATION",
       "with --write=missing: how old an object must be before telltale claims a condition "
       "that its own controller may bring (default: 2m)"},
      [&options](std::string_view typed) { return read_claim_after(typed, options.claim_after); });
  flags.read({"--feature-gates", "GATES",
              "A=true,B=false; what is off is judged, but neither written nor reported"},
             [&options](std::string_view typed) {
               return keep(parse_gates(typed, options.gates), options.gates);
             });
  flags.choose(
      {"--hive-conditions", "WHICH",
       "of ClusterDeployments: new (retires old ones; default of up), both (default of "
       "run) or old (writes no new ones)"},
      options.hive_conditions,
      {{"new", HiveConditions::New}, {"both", HiveConditions::Both}, {"old", HiveConditions::Old}});
  flags.on({"--no-events", "", "write no Kubernetes Events"}, options.events, false);
  flags.on({"--no-remote", "", "never connect to workload clusters, never read their Secrets"},
           options.remote, false);
}

void declare_metrics(Flags& flags, ControlOptions& options) {
  const Flags::Scope metrics = flags.group(FlagGroup::Metrics);
  flags.texts({"--metrics-per-object", "KIND",
               "kinds of which every condition of every object has series in /metrics"},
              options.metric_kinds, {.split_at_commas = true, .greedy = true});
  flags.on({"--no-metrics-per-pool", "",
            "no series for each NodePool's verdict, attention and own condition"},
           options.pool_metrics, false);
  flags.on({"--metrics-compatibility", "",
            "conditions also as kube_<kind>_status_condition and capi_<kind>_status_condition"},
           options.metric_compatibility);
}

}  // namespace

void declare_write(Flags& flags, WritePolicy& write, std::string_view help) {
  const Flags::Scope writing = flags.group(FlagGroup::Writing);
  flags.choose(
      {"--write", "WHICH", help}, write,
      {{"missing", WritePolicy::Missing}, {"all", WritePolicy::All}, {"none", WritePolicy::None}});
}

namespace {

void declare_control_dialect(Flags& flags, ControlOptions& options) {
  const Flags::Scope judging = flags.group(FlagGroup::Judging);
  flags.choose({"--dialect", "NAME",
                "names to write: proposal, upstream or auto (default: as the server's definitions "
                "do); see telltale help dialects"},
               options.dialect,
               {{"proposal", DialectName::Proposal},
                {"upstream", DialectName::Upstream},
                {"auto", std::nullopt}});
}

}  // namespace

void declare_control(Flags& flags, ControlOptions& options) {
  declare_writing(flags, options);
  declare_control_dialect(flags, options);
  declare_judging(
      flags, options.judging, options.dialect,
      {.connection_grace = "how long a Cluster may be out of reach (default: 40s, upstream 50s)",
       .conditions_grace = "how long its last known conditions stay valid (default: 5m)",
       .thresholds =
           "how long a failure lasts before a node pool reports it: CloudQuotaExceeded=15m,...",
       .registration_ttl = "how long a Karpenter node may take to register (default: 15m)",
       .repeated_thresholds = {.greedy = true}});
  declare_metrics(flags, options);
  const Flags::Scope judging = flags.group(FlagGroup::Judging);
  flags.duration(
      {"--sync-period", "DURATION", "how often everything is judged again (default: 10m)"},
      options.sync_period);
  const Flags::Scope logs = flags.group(FlagGroup::Metrics);
  flags.choose({"--log-format", "FORMAT", "text (default) or json"}, options.log_format,
               {{"text", LogFormat::Text}, {"json", LogFormat::Json}});
}

}  // namespace telltale::cli
