// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/control_flags.h"

#include <algorithm>
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "catalog/polarity.h"
#include "cli/command_line/audit_flags.h"
#include "cli/command_line/encryption_flags.h"
#include "cli/command_line/etcd_flags.h"
#include "cli/command_line/memory_flag.h"
#include "cli/command_line/pool_flags.h"
#include "cli/command_line/usage.h"
#include "reconcile/leases/shards.h"

namespace telltale::cli {

void add_data_folder_flag(CLI::App& app, std::string& folder) {
  app.add_option("--data-dir", folder,
                 "where everything lies (default: $XDG_STATE_HOME/telltale, else "
                 "~/.local/state/telltale)")
      ->type_name("FOLDER");
}

namespace {

void add_common_flags(CLI::App& app, TypedControl& typed) {
  add_data_folder_flag(app, typed.data_folder);
  app.add_option("--http", typed.http,
                 "/healthz, /readyz, /metrics and what commands ask (default 127.0.0.1:7480)")
      ->type_name("HOST:PORT");
  app.add_option("--dialect", typed.dialect,
                 "names to write: proposal, upstream or auto (default: as the server's "
                 "definitions speak)")
      ->type_name("NAME");
  app.add_option("--write-acted-on", typed.write_acted_on,
                 "also write this condition on which other controllers act")
      ->type_name("TYPE")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--write-types", typed.write_types,
                 "with --write=missing: write this condition though somebody else writes it")
      ->type_name("TYPE")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--claim-after", typed.claim_after,
                 "with --write=missing: how old an object must be before a condition is claimed "
                 "that its own controller may bring (default 2m)")
      ->type_name("DURATION");
  app.add_option("--feature-gates", typed.gates,
                 "A=true,B=false; what is off is judged, but neither written nor told")
      ->type_name("GATES");
  app.add_option("--hive-conditions", typed.hive_conditions,
                 "of ClusterDeployments: new (retires old ones; default of up), both (default of "
                 "run) or old (writes none)")
      ->type_name("WHICH");
  app.add_flag("--no-events", typed.no_events, "write no Kubernetes Events");
  app.add_flag("--no-remote", typed.no_remote,
               "never connect to workload clusters, never read their Secrets");
  app.add_option("--cluster-probe-grace-period", typed.connection_grace,
                 "how long a Cluster may be out of reach (default 40s, upstream 50s)")
      ->type_name("DURATION");
  app.add_option("--remote-connection-grace-period", typed.connection_grace,
                 "upstream's name for the same")
      ->type_name("DURATION");
  app.add_option("--remote-conditions-grace-period", typed.conditions_grace,
                 "how long conditions that need its Nodes stay as they were (default 5m)")
      ->type_name("DURATION");
  app.add_option("--node-conditions", typed.node_conditions, std::string(node_conditions_help))
      ->type_name("TYPE,...");
  app.add_option("--failure-threshold", typed.thresholds,
                 "REASON=DURATION: how long a class of failure must be seen on a NodePool")
      ->type_name("REASON=DURATION");
  app.add_option("--registration-ttl", typed.registration_ttl,
                 "how long a Karpenter node may take to register (default 15m)")
      ->type_name("DURATION");
  app.add_option("--metrics-per-object", typed.metric_kinds,
                 "kinds of which every condition of every object has series in /metrics")
      ->type_name("KIND")
      ->delimiter(',');
  app.add_flag("--no-metrics-per-pool", typed.no_pool_metrics,
               "no series for each NodePool's verdict, attention and own condition");
  app.add_flag("--metrics-compatibility", typed.metric_compatibility,
               "conditions also as kube_<kind>_status_condition and capi_<kind>_status_condition");
  app.add_option("--sync-period", typed.sync_period, "judge everything again (default 10m)")
      ->type_name("DURATION");
  app.add_option("--log-format", typed.log_format, "text (default) or json")->type_name("FORMAT");
}

Result<std::optional<Seconds>> read_optional(std::string_view flag, std::string_view typed) {
  if (typed.empty()) return std::nullopt;
  const auto read = read_duration(flag, typed);
  if (!read) return fail(read.error());
  return *read;
}

Result<void> read_times(const TypedControl& typed, ControlOptions& options) {
  const auto connection = read_optional("--cluster-probe-grace-period", typed.connection_grace);
  if (!connection) return fail(connection.error());
  const auto conditions = read_optional("--remote-conditions-grace-period", typed.conditions_grace);
  if (!conditions) return fail(conditions.error());
  const auto thresholds = read_thresholds(typed.thresholds);
  if (!thresholds) return fail(thresholds.error());
  const auto nodes = read_node_conditions(typed.node_conditions, options.dialect);
  if (!nodes) return fail(nodes.error());
  options.node_conditions = *nodes;
  const auto ttl = read_optional("--registration-ttl", typed.registration_ttl);
  if (!ttl) return fail(ttl.error());
  const auto sync = read_optional("--sync-period", typed.sync_period);
  if (!sync) return fail(sync.error());
  options.connection_grace = *connection;
  options.conditions_grace = conditions->value_or(options.conditions_grace);
  const Seconds shorter = connection->value_or(Seconds(50));
  if (auto checked = check_graces(shorter, options.conditions_grace); !checked) return checked;
  options.progressing = *thresholds;
  options.degraded.registration_ttl = ttl->value_or(options.degraded.registration_ttl);
  options.sync_period = sync->value_or(options.sync_period);
  return {};
}

bool somebody_acts_on(std::string_view type) {
  return std::ranges::any_of(all_type_facts(), [&](const TypeFacts& facts) {
    return facts.others_act_on_it && facts.type == type;
  });
}

bool is_computed(std::string_view type) {
  return std::ranges::any_of(all_type_facts(), [&](const TypeFacts& facts) {
    return Dialect::canonical_type(facts.kind, type) == facts.type;
  });
}

Result<void> read_writing(const TypedControl& typed, ControlOptions& options) {
  if (typed.write == "missing") {
    options.write = WritePolicy::Missing;
  } else if (typed.write == "all") {
    options.write = WritePolicy::All;
  } else if (typed.write == "none") {
    options.write = WritePolicy::None;
  } else if (!typed.write.empty()) {
    return usage(format("--write {} is none of missing, all, none", printable(typed.write)));
  }
  for (const std::string& type : typed.write_acted_on) {
    if (somebody_acts_on(type)) continue;
    return usage(
        format("--write-acted-on {}: no other controller acts on such a condition; "
               "telltale tables -o json lists those (othersActOnIt)",
               printable(type)));
  }
  options.write_acted_on = typed.write_acted_on;
  for (const std::string& type : typed.write_types) {
    if (is_computed(type)) continue;
    return usage(
        format("--write-types {}: telltale computes no such condition; "
               "telltale tables --reasons lists them",
               printable(type)));
  }
  options.write_types = typed.write_types;
  const bool at_once = typed.claim_after == "0" || typed.claim_after == "0s";
  const auto claim_after = read_optional("--claim-after", at_once ? "" : typed.claim_after);
  if (!claim_after) return fail(claim_after.error());
  options.claim_after = at_once ? Seconds{} : claim_after->value_or(options.claim_after);
  const auto gates = parse_gates(typed.gates, options.gates);
  if (!gates) return fail(gates.error());
  options.gates = *gates;
  if (typed.hive_conditions.empty()) return {};
  const auto hive = parse_hive_conditions(typed.hive_conditions);
  if (!hive) {
    return usage(
        format("--hive-conditions {} is none of new, both, old", printable(typed.hive_conditions)));
  }
  options.hive_conditions = *hive;
  return {};
}

Result<void> read_control(const TypedControl& typed, ControlOptions& options) {
  if (!typed.dialect.empty() && typed.dialect != "auto") {
    options.dialect = parse_dialect(typed.dialect);
    if (!options.dialect) {
      return usage(
          format("--dialect {} is none of proposal, upstream, auto", printable(typed.dialect)));
    }
  }
  if (auto times = read_times(typed, options); !times) return times;
  if (auto writing = read_writing(typed, options); !writing) return writing;
  if (!typed.log_format.empty() && typed.log_format != "text" && typed.log_format != "json") {
    return usage(format("--log-format {} is none of text, json", printable(typed.log_format)));
  }
  options.log_format = typed.log_format == "json" ? LogFormat::Json : LogFormat::Text;
  options.events = !typed.no_events;
  options.remote = !typed.no_remote;
  options.metric_kinds = typed.metric_kinds;
  options.pool_metrics = !typed.no_pool_metrics;
  options.metric_compatibility = typed.metric_compatibility;
  options.verbose = typed.verbose;
  return {};
}

Result<void> read_lease_rules(const TypedControl& typed, LeaseRules& rules) {
  const auto read = [](std::string_view flag, const std::string& text,
                       std::chrono::milliseconds& into) -> Result<void> {
    const auto duration = read_optional(flag, text);
    if (!duration) return fail(duration.error());
    if (*duration) into = **duration;
    return {};
  };
  if (auto done = read("--leader-elect-lease-duration", typed.lease_duration, rules.duration);
      !done) {
    return done;
  }
  if (auto done = read("--leader-elect-renew-deadline", typed.renew_deadline, rules.renew_deadline);
      !done) {
    return done;
  }
  if (auto done = read("--leader-elect-retry-period", typed.retry_period, rules.retry_period);
      !done) {
    return done;
  }
  return validate(rules);
}

std::string namespace_of_pod() {
  const char* name = std::getenv("POD_NAMESPACE");
  return name == nullptr || *name == '\0' ? "telltale-system" : name;
}

}  // namespace

void add_up_flags(CLI::App& up, TypedControl& typed) {
  up.add_flag("--demo", typed.demo, "a small living fleet with faults; thresholds are seconds");
  up.add_option("--listen", typed.listen, "the API, over TLS (default 127.0.0.1:7443)")
      ->type_name("HOST:PORT");
  up.add_option(
        "--store", typed.store,
        "sqlite:FILE (default: in the data folder), etcd://HOST:PORT,..., etcds:// or memory")
      ->type_name("STORE");
  add_etcd_flags(up, typed.etcd);
  add_encryption_flags(up, typed.encryption);
  up.add_option("--tls-san", typed.subject_names,
                "another name or address of this server, for its certificate")
      ->type_name("NAME");
  add_audit_flags(up, typed.audit);
  add_memory_flag(up, typed.memory_budget_mib);
  add_service_range_flag(up, typed.service_range);
  up.add_option("--seed", typed.seed, "of everything that is spread at random")->type_name("N");
  up.add_option("--write", typed.write, "conditions to write: all (default), missing or none")
      ->type_name("WHICH");
  up.add_flag("-v,--verbose", typed.verbose, "say on stderr what the controllers do");
  add_common_flags(up, typed);
  up.footer(
      "\n  telltale up --demo"
      "\n  export KUBECONFIG=~/.local/state/telltale/kubeconfig"
      "\n  kubectl get machines -A; telltale tree cluster/prod-eu -w");
}

void add_run_flags(CLI::App& run, TypedControl& typed) {
  run.add_option("--kubeconfig", typed.kubeconfig,
                 "which one (default: $KUBECONFIG, ~/.kube/config, then the service account)")
      ->type_name("FILE");
  run.add_option("--context", typed.context, "of the kubeconfig")->type_name("NAME");
  run.add_option("--cluster", typed.cluster, "of the kubeconfig")->type_name("NAME");
  run.add_option("--user", typed.user, "of the kubeconfig")->type_name("NAME");
  run.add_option("--namespace,-n", typed.namespaces, "look only here; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  run.add_option("--own-namespace", typed.own_namespace,
                 "for leases and memory (default: $POD_NAMESPACE, else telltale-system)")
      ->type_name("NAME");
  run.add_option("--write", typed.write,
                 "conditions to write: missing (default: those nobody else owns), all or none")
      ->type_name("WHICH");
  run.add_flag("--insecure-diagnostics", typed.insecure_diagnostics,
               "/metrics for anybody who can reach it");
  run.add_option("--journal", typed.journal, "keep histories in this file (default: in memory)")
      ->type_name("FILE");
  run.add_option("--kube-api-qps", typed.qps, "requests a second (default 100)")->type_name("N");
  run.add_option("--kube-api-burst", typed.burst, "at once (default 200)")->type_name("N");
  run.add_flag("--leader-elect", typed.leader_elect, "only one replica writes: a Lease says which");
  run.add_option("--shards", typed.shards,
                 "replicas share the fleet by so many Leases (default: no sharing)")
      ->type_name("N");
  run.add_option("--leader-elect-lease-duration", typed.lease_duration,
                 "after which a silent holder is dead (default 15s)")
      ->type_name("DURATION");
  run.add_option("--leader-elect-renew-deadline", typed.renew_deadline,
                 "after which a holder that cannot renew gives up (default 10s)")
      ->type_name("DURATION");
  run.add_option("--leader-elect-retry-period", typed.retry_period,
                 "between two attempts (default 2s)")
      ->type_name("DURATION");
  run.add_option("--webhook-listen", typed.webhook_listen,
                 "answer ConversionReviews here, over TLS (default: not at all)")
      ->type_name("HOST:PORT");
  run.add_option("--webhook-cert", typed.webhook_certificate,
                 "its certificate, PEM (default: one made on the spot)")
      ->type_name("FILE");
  run.add_option("--webhook-key", typed.webhook_key, "and its key")->type_name("FILE");
  add_common_flags(run, typed);
  run.footer(
      "Conditions on which other controllers act are written only when named "
      "(--write-acted-on).\n"
      "\n  telltale run --write=none            look on: metrics and histories only"
      "\n  telltale run --leader-elect          one of several replicas"
      "\n  telltale run --shards=16             share a large fleet");
}

Result<UpOptions> up_options(const TypedControl& typed) {
  if (auto fits = check_audit_flags(typed.audit); !fits) return fail(fits.error());
  UpOptions options{.data_folder = typed.data_folder,
                    .store = typed.store,
                    .etcd = typed.etcd,
                    .encryption = typed.encryption,
                    .listen = typed.listen,
                    .http = typed.http,
                    .subject_names = typed.subject_names,
                    .audit = typed.audit,
                    .memory_budget_mib = typed.memory_budget_mib,
                    .service_range = typed.service_range,
                    .demo = typed.demo,
                    .seed = typed.seed};
  // Its own server is there to show everything.
  for (const GateFacts& gate : all_gates()) options.control.gates.*gate.value = true;
  if (auto read = read_control(typed, options.control); !read) return fail(read.error());
  return options;
}

Result<RunOptions> run_options(const TypedControl& typed) {
  RunOptions options{
      .access = {.kubeconfig = typed.kubeconfig,
                 .context = typed.context,
                 .cluster = typed.cluster,
                 .user = typed.user},
      .namespaces = typed.namespaces,
      .own_namespace = typed.own_namespace.empty() ? namespace_of_pod() : typed.own_namespace,
      .data_folder = typed.data_folder,
      .http = typed.http,
      .open_metrics_page = typed.insecure_diagnostics,
      .journal = typed.journal,
      .qps = typed.qps,
      .burst = typed.burst,
      .leader_elect = typed.leader_elect,
      .shards = typed.shards,
      .webhook_listen = typed.webhook_listen,
      .webhook_certificate = typed.webhook_certificate,
      .webhook_key = typed.webhook_key};
  if (auto read = read_control(typed, options.control); !read) return fail(read.error());
  if (auto read = read_lease_rules(typed, options.lease); !read) return fail(read.error());
  if (typed.shards > shards_max) return usage(format("--shards is at most {}", shards_max));
  if (typed.qps <= 0 || typed.burst == 0) {
    return usage("--kube-api-qps and --kube-api-burst must be more than nothing");
  }
  if (typed.webhook_certificate.empty() != typed.webhook_key.empty()) {
    return usage("--webhook-cert and --webhook-key go together");
  }
  return options;
}

}  // namespace telltale::cli
