// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/flags.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/command_line/audit_flags.h"
#include "cli/command_line/encryption_flags.h"
#include "cli/command_line/etcd_flags.h"
#include "cli/command_line/memory_flag.h"
#include "cli/command_line/overview.h"

namespace telltale::cli {
namespace {

// The server to talk to where no -f says otherwise, as kubectl names it.
void add_server_flags(CLI::App& app, Typed& typed) {
  app.add_option("--kubeconfig", typed.kubeconfig,
                 "which one (default: $KUBECONFIG, ~/.kube/config)")
      ->type_name("FILE");
  app.add_option("--context", typed.context, "of the kubeconfig")->type_name("NAME");
  app.add_option("--cluster", typed.cluster, "of the kubeconfig")->type_name("NAME");
  app.add_option("--user", typed.user, "of the kubeconfig")->type_name("NAME");
  app.add_option("--as", typed.as_user, "act as this user")->type_name("USER");
  app.add_option("--as-uid", typed.as_uid, "act as this UID")->type_name("UID");
  app.add_option("--as-group", typed.as_groups, "act as a member of this group")
      ->type_name("GROUP")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--request-timeout", typed.request_timeout,
                 "how long one request may take (default: 1m; 0: for ever)")
      ->type_name("DURATION");
}

void add_telltale_flag(CLI::App& app, Typed& typed) {
  app.add_option("--telltale", typed.telltale,
                 "the running telltale, for its settings and what no API object holds (default "
                 "http://127.0.0.1:7480)")
      ->type_name("URL");
}

void add_watch_flags(CLI::App& app, Typed& typed) {
  app.add_flag("-w,--watch", typed.watch, "go on as the server changes; Ctrl-C ends it");
  app.add_flag("--watch-only", typed.watch_only, "only what changes from now on");
}

void add_reading_flags(CLI::App& app, Typed& typed) {
  app.add_option("-f,--filename", typed.paths,
                 "file, folder or archive to read instead of a server; - is stdin")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->take_all();
  add_server_flags(app, typed);
  add_telltale_flag(app, typed);
  app.add_option("-n,--namespace", typed.namespace_name, "only objects in this namespace")
      ->type_name("NS");
  app.add_flag("-A,--all-namespaces", typed.all_namespaces,
               "objects in all namespaces (default with -f)");
  app.add_option("--now", typed.now,
                 "judge as of this instant (default: the newest in the dump, or the clock)")
      ->type_name("RFC3339");
  app.add_option("--dialect", typed.dialect,
                 "names to write: proposal, upstream or auto (default: proposal for files, auto "
                 "for servers)")
      ->type_name("NAME");
  app.add_option("--cluster-probe-grace-period", typed.connection_grace,
                 "how long a Cluster may be out of reach (default: 40s, upstream 50s)")
      ->type_name("DURATION");
  app.add_option("--remote-connection-grace-period", typed.connection_grace,
                 "upstream's name for the same")
      ->type_name("DURATION");
  app.add_option("--remote-conditions-grace-period", typed.conditions_grace,
                 "how long what was last seen of it stands (default: 5m)")
      ->type_name("DURATION");
  app.add_option("--node-conditions", typed.node_conditions, std::string(node_conditions_help))
      ->type_name("TYPE,...");
  app.add_option("--failure-threshold", typed.thresholds,
                 "how long a failure lasts before a node pool says so: CloudQuotaExceeded=15m,...")
      ->type_name("REASON=DURATION")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--registration-ttl", typed.registration_ttl,
                 "how long a Karpenter node may take to register (default: 15m)")
      ->type_name("DURATION");
  app.add_flag("--complete", typed.complete, "the dump holds everything: missing means absent");
  app.add_option("--threads", typed.threads, "how many to use (default: one per core)")
      ->type_name("N");
  app.add_flag("-q,--quiet", typed.quiet, "say nothing on stderr but errors and warnings");
}

void add_output(CLI::App& app, Typed& typed, const std::string& formats) {
  app.add_option("-o,--output", typed.output, formats)->type_name("FORMAT");
}

void add_words(CLI::App& app, Typed& typed, const std::string& name, const std::string& text) {
  app.add_option(name, typed.words, text)->type_name("");
}

CLI::App& add_command(CLI::App& app, std::vector<CLI::App*>& commands, std::string_view name) {
  const auto text = std::ranges::find(all_commands(), name, &CommandText::name);
  CLI::App* command = app.add_subcommand(std::string(name), std::string(text->summary));
  command->fallthrough();
  commands.push_back(command);
  return *command;
}

void add_check(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& check = add_command(app, commands, "check");
  check
      .add_option("PATH", typed.words,
                  "files, folders, archives; - is stdin (default: the server of the kubeconfig)")
      ->type_name("");
  add_reading_flags(check, typed);
  check.add_option("-l,--selector", typed.selector, "only objects with these labels")
      ->type_name("SELECTOR");
  add_output(check, typed, "wide, json, yaml or name (default: a table)");
  check.add_flag("--no-headers", typed.no_headers, "rows only");
}

void add_tree(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& tree = add_command(app, commands, "tree");
  add_words(tree, typed, "TYPE/NAME", "the object to start from (default: every Cluster)");
  add_reading_flags(tree, typed);
  tree.add_option("-l,--selector", typed.selector, "only Clusters with these labels")
      ->type_name("SELECTOR");
  tree.add_option("--show-conditions", typed.show_conditions,
                  "conditions of all, Kind or Kind/name; a + behind leaves out what is good")
      ->type_name("LIST")
      ->expected(0, 1)
      ->default_str("all");
  tree.add_flag("--show-machinesets", typed.show_machine_sets,
                "the sets between a deployment and its Machines");
  tree.add_flag("--show-references", typed.show_references, "what every Machine stands on");
  tree.add_option("--depth", typed.depth, "levels below the root")->type_name("N");
  tree.add_flag("--expand", typed.expand, "a line for every Machine, alike or not");
  tree.add_flag("--problems", typed.problems, "only branches that are not healthy");
  add_output(tree, typed, "json or yaml (default: text)");
  tree.add_flag("--no-headers", typed.no_headers, "the tree only");
  add_watch_flags(tree, typed);
}

void add_generate(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& generate = add_command(app, commands, "generate");
  fleet::FleetOptions& fleet = typed.fleet;
  add_words(generate, typed, "WHAT", "fleet");
  generate.add_option("--clusters", fleet.clusters, "how many Clusters")->capture_default_str();
  generate.add_option("--machines", fleet.machines, "Machines of each")->capture_default_str();
  generate.add_option("--seed", fleet.seed, "same seed, same bytes")->capture_default_str();
  generate.add_option("--unhealthy", fleet.unhealthy_percent, "percent of workers in trouble")
      ->capture_default_str();
  generate.add_option("--api-version", typed.api_version, "v1beta1 or v1beta2")
      ->capture_default_str();
  generate.add_option("--dialect", typed.dialect, "upstream (default) or proposal");
  generate.add_option("--now", typed.now, "the newest instant in the fleet")->type_name("RFC3339");
  add_output(generate, typed, "yaml (default), json or ndjson");
}

void add_get(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& get = add_command(app, commands, "get");
  add_words(get, typed, "TYPE", "TYPE[,TYPE] [NAME...] or TYPE/NAME...; all: every judged kind");
  add_reading_flags(get, typed);
  get.add_option("-l,--selector", typed.selector, "only objects with these labels")
      ->type_name("SELECTOR");
  add_output(get, typed, "wide, name, json, yaml, jsonpath=TEMPLATE, custom-columns=HEADER:PATH");
  get.add_option("--stage", typed.stage,
                 "of json, yaml and jsonpath: v1beta1, v1beta2 (with what v1beta1 still needs) or "
                 "v1beta2-after-removal; each object's own version by default")
      ->type_name("STAGE");
  get.add_option("-L,--label-columns", typed.label_columns, "labels to show as columns")
      ->type_name("LABEL")
      ->allow_extra_args(false)
      ->take_all();
  get.add_flag("--show-labels", typed.show_labels, "all labels as the last column");
  get.add_option("--sort-by", typed.sort_by, "order by what it finds")->type_name("JSONPATH");
  get.add_flag("--no-headers", typed.no_headers, "rows only");
  add_watch_flags(get, typed);
  get.footer(
      "Without -n the namespace of the context is listed or, with -f, all of them, with a "
      "NAMESPACE\n"
      "column when there is more than one; -A shows the column always. Cells show objects as they\n"
      "stand after judging.\n"
      "\n  telltale get clusters,machines -A -w"
      "\n  telltale get machines,machinesets -f dump.tar.gz -o wide"
      "\n  telltale get cluster/prod -n clusters -f dump.tar.gz -o yaml");
}

void add_wait(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& wait = add_command(app, commands, "wait");
  add_words(wait, typed, "TYPE/NAME", "TYPE/NAME..., TYPE NAME..., or TYPE with --all or -l");
  wait.add_option("--for", typed.expected,
                  "condition=TYPE[=STATUS], jsonpath='{PATH}'[=VALUE], verdict=VERDICT, create or "
                  "delete; of several all must hold at once")
      ->type_name("WHAT")
      ->allow_extra_args(false)
      ->take_all();
  wait.add_option("--fail-on", typed.failing, "the same; any of these ends it with exit code 3")
      ->type_name("WHAT")
      ->allow_extra_args(false)
      ->take_all();
  wait.add_option("--timeout", typed.timeout,
                  "how long to wait (default: 30s; 0: look once; below zero: a week)")
      ->type_name("DURATION");
  wait.add_flag("--all", typed.all, "all objects of the type");
  wait.add_option("-l,--selector", typed.selector, "those with these labels")
      ->type_name("SELECTOR");
  add_reading_flags(wait, typed);
  add_output(wait, typed, "name, json or yaml (default: text)");
  wait.footer(
      "Everything is looked at on one version of an object; a condition that is older than the\n"
      "object does not count. Exit codes: 0 met, 1 error, 2 usage, 3 failed, 4 timed out, and "
      "with\n"
      "-f, where one look is all there is, 5 not met.\n"
      "\n  telltale wait cluster/prod --for=verdict=Healthy --fail-on=verdict=Stuck --timeout 20m"
      "\n  telltale wait machines --all --for=condition=Ready");
}

void add_history(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& history = add_command(app, commands, "history");
  add_words(history, typed, "TYPE/NAME", "the object, and a condition if it is about one");
  add_reading_flags(history, typed);
  add_output(history, typed, "json or yaml (default: text)");
}

void add_convert(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& convert = add_command(app, commands, "convert");
  add_words(convert, typed, "PATH", "files, folders, archives; - is stdin");
  convert.add_option("-f,--filename", typed.paths, "file, folder or archive to read; - is stdin")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->take_all();
  convert.add_option("--to", typed.to, "v1beta1 or v1beta2")->type_name("VERSION");
  convert.add_flag("--after-removal", typed.after_removal, "without what only v1beta1 needs");
  convert
      .add_option("--dialect", typed.dialect,
                  "names to write: proposal, upstream, auto (default: as each object speaks)")
      ->type_name("NAME");
  convert.add_flag("-q,--quiet", typed.quiet, "no warnings");
  add_output(convert, typed, "yaml (default) or json");
  convert.add_flag("--serve", typed.serve,
                   "answer the ConversionReviews of API servers, over TLS, until Ctrl-C");
  convert.add_option("--listen", typed.control.webhook_listen, "where (default 127.0.0.1:9443)")
      ->type_name("HOST:PORT");
  convert
      .add_option("--cert", typed.control.webhook_certificate,
                  "its certificate, PEM (default: one made on the spot)")
      ->type_name("FILE");
  convert.add_option("--key", typed.control.webhook_key, "and its key")->type_name("FILE");
  convert
      .add_option("--tls-san", typed.subject_names,
                  "a name or address by which API servers reach it, for a certificate made here")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  convert.footer(
      "\n  telltale convert --to v1beta2 -f cluster.yaml"
      "\n  telltale convert --serve --listen :9443 --tls-san telltale.telltale-system.svc");
}

void add_classify(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& classify = add_command(app, commands, "classify");
  add_words(classify, typed, "FILE", "messages, one per line; - is stdin (default)");
  classify.add_option("-f,--filename", typed.paths, "the same")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->take_all();
  classify.add_option("--platform", typed.platform, "whose messages (default: anybody's)")
      ->type_name("NAME");
  classify.add_flag("--no-headers", typed.no_headers, "rows only");
  add_output(classify, typed, "text (default) or json, one object per line");
  classify.footer(
      "Two characters \\n in a message stand for a line break.\n"
      "\n  kubectl get machines -A -o jsonpath='{range .items[*]}{.status.failureMessage}{\"\\n\"}"
      "{end}' | telltale classify --platform AWS");
}

void add_rbac_flags(CLI::App& manifests, Typed& typed) {
  manifests
      .add_option("--role", typed.roles,
                  "of rbac only this one: viewer, status-writer, events, leases, memory, secrets, "
                  "metrics-auth or metrics-reader")
      ->type_name("ROLE")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all();
  manifests
      .add_option("-n,--namespace", typed.namespace_name,
                  "of rbac: where telltale runs (default telltale-system)")
      ->type_name("NS");
  manifests
      .add_option("--shards", typed.control.shards, "of rbac: as many as telltale run --shards has")
      ->type_name("N");
  manifests
      .add_option("--write", typed.control.write,
                  "of rbac: missing (default), all or none, as telltale run --write")
      ->type_name("WHICH");
  manifests.add_flag("--no-events", typed.control.no_events, "of rbac: for a run without Events");
  manifests.add_flag("--no-remote", typed.control.no_remote,
                     "of rbac: for a run that reads no Secrets");
}

void add_manifests(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& manifests = add_command(app, commands, "manifests");
  add_words(manifests, typed, "WHAT", "crds or rbac (default: a list of what there is)");
  manifests
      .add_option("--name", typed.name,
                  "of crds those of this name, kind, short name or group; * and ? stand for others")
      ->type_name("PATTERN");
  add_rbac_flags(manifests, typed);
  add_output(manifests, typed, "yaml (default), json or name");
  manifests.footer(
      "What is printed is for kubectl, in the same order every time. The roles of rbac let "
      "telltale run\n"
      "do what it does with the same flags, and no more.\n"
      "\n  telltale manifests crds | kubectl apply -f -"
      "\n  telltale manifests crds --name '*.hive.openshift.io' -o name"
      "\n  telltale manifests rbac --no-remote --shards 16 | kubectl apply -f -"
      "\n  telltale manifests rbac --role viewer | kubectl apply -f -");
}

void add_serve(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& serve = add_command(app, commands, "serve");
  add_data_folder_flag(serve, typed.data_folder);
  serve.add_option("--listen", typed.listen, "the API, over TLS (default 127.0.0.1:7443)")
      ->type_name("HOST:PORT");
  serve.add_option("--http", typed.http, "/healthz, /readyz and /metrics (default 127.0.0.1:7480)")
      ->type_name("HOST:PORT");
  serve
      .add_option(
          "--store", typed.store,
          "sqlite:FILE (default: in the data folder), etcd://HOST:PORT,..., etcds:// or memory")
      ->type_name("STORE");
  add_etcd_flags(serve, typed.etcd);
  add_encryption_flags(serve, typed.encryption);
  serve
      .add_option("--tls-san", typed.subject_names,
                  "another name or address of this server, for its certificate")
      ->type_name("NAME");
  add_audit_flags(serve, typed.audit);
  add_memory_flag(serve, typed.memory_budget_mib);
  add_service_range_flag(serve, typed.service_range);
  serve.add_flag("--no-crds", typed.no_definitions,
                 "do not install telltale's CustomResourceDefinitions");
  serve.footer(
      "\n  telltale serve &"
      "\n  export KUBECONFIG=~/.local/state/telltale/kubeconfig"
      "\n  kubectl apply -f examples/fleet && kubectl get machines -A");
}

void add_store(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& store = add_command(app, commands, "store");
  add_words(store, typed, "ACTION",
            "check [FILE], backup FILE, restore FILE, compact or rotate-key");
  add_data_folder_flag(store, typed.data_folder);
  store
      .add_option("--store", typed.store,
                  "sqlite:FILE (default: in the data folder), etcd://HOST:PORT,... or etcds://")
      ->type_name("STORE");
  add_etcd_flags(store, typed.etcd);
  add_encryption_flags(store, typed.encryption);
  store.footer(
      "check, backup, compact and rotate-key go through the server where one runs on the data "
      "folder; restore\nneeds it stopped, and keeps what it replaces. A backup is made wholly or "
      "not at all, without history;\nits Secrets are sealed, and opening them takes the key of the "
      "store it was made of. After a restore\nrevisions go on behind the old ones. rotate-key "
      "makes "
      "a new data key and seals every Secret with it.\n"
      "\n  telltale store check"
      "\n  telltale store backup monday.db && telltale store check monday.db"
      "\n  telltale store restore monday.db"
      "\n  telltale store compact"
      "\n  telltale store rotate-key");
}

void add_rotate(CLI::App& app, std::vector<CLI::App*>& commands, Typed& typed) {
  CLI::App& rotate = add_command(app, commands, "rotate");
  add_data_folder_flag(rotate, typed.data_folder);
  rotate
      .add_option("--only", typed.only,
                  "admin, viewer, status-writer, or accounts: what signs the tokens of "
                  "ServiceAccounts (default: everything, the authority too)")
      ->type_name("NAME");
  rotate.add_flag("--revoke", typed.revoke, "refuse the old ones from now on, not in 24 hours");
  rotate.footer(
      "Through the server where one runs on the data folder, else in the folder itself. A server "
      "that runs\nreplaces by itself what has lived for two thirds of its time (30 days; the "
      "authority a year), and\ntakes the old ones for 24 hours more.\n"
      "\n  telltale rotate"
      "\n  telltale rotate --only viewer --revoke");
}

}  // namespace

std::vector<CLI::App*> add_commands(CLI::App& app, Typed& typed) {
  std::vector<CLI::App*> commands;
  add_check(app, commands, typed);
  CLI::App& why = add_command(app, commands, "why");
  add_words(why, typed, "TYPE/NAME", "the object, and a condition if it is about one");
  add_reading_flags(why, typed);
  add_output(why, typed, "json or yaml (default: text)");
  add_tree(app, commands, typed);
  add_get(app, commands, typed);
  add_wait(app, commands, typed);
  add_history(app, commands, typed);
  CLI::App& tables = add_command(app, commands, "tables");
  add_words(tables, typed, "NAME", "NodeHealthy or Machine/NodeHealthy (default: all)");
  add_output(tables, typed, "markdown, json, dot or mermaid");
  tables.add_flag("--reasons", typed.reasons, "every type and reason that may be written");
  CLI::App& runbook = add_command(app, commands, "runbook");
  add_words(runbook, typed, "REASON", "a reason, such as CloudQuotaExceeded (default: list them)");
  add_output(runbook, typed, "markdown (default: text)");
  add_generate(app, commands, typed);
  add_convert(app, commands, typed);
  add_classify(app, commands, typed);
  add_manifests(app, commands, typed);
  add_up_flags(add_command(app, commands, "up"), typed.control);
  add_run_flags(add_command(app, commands, "run"), typed.control);
  add_serve(app, commands, typed);
  add_store(app, commands, typed);
  add_rotate(app, commands, typed);
  CLI::App& completion = add_command(app, commands, "completion");
  add_words(completion, typed, "SHELL", "bash, zsh or fish");
  CLI::App& version = add_command(app, commands, "version");
  add_output(version, typed, "json (default: text)");
  return commands;
}

}  // namespace telltale::cli
