// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/completion.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/polarity.h"
#include "classify/platform.h"
#include "cli/command_line/overview.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "cli/manual/runbook_command.h"
#include "kube/resource.h"

namespace telltale::cli {
namespace {

constexpr std::string_view reading_flags =
    "--filename --kubeconfig --context --cluster --user --as --as-uid --as-group --request-timeout "
    "--telltale --namespace --all-namespaces --now --dialect --cluster-probe-grace-period "
    "--remote-connection-grace-period --remote-conditions-grace-period --failure-threshold "
    "--registration-ttl --node-conditions --complete --threads "
    "--quiet --output --color --help";

struct CommandWords {
  std::string_view command;
  std::string_view flags;
  std::string_view formats;  // of -o
};

constexpr CommandWords words_of[] = {
    {"check", "--selector --no-headers", "wide json yaml name"},
    {"why", "", "json yaml"},
    {"tree",
     "--selector --show-conditions --show-machinesets --show-references --depth --expand "
     "--problems --no-headers --watch --watch-only",
     "json yaml"},
    {"get",
     "--selector --stage --show-labels --label-columns --sort-by --no-headers --watch --watch-only",
     "wide name json yaml jsonpath= custom-columns="},
    {"wait", "--for --fail-on --timeout --all --selector", "name json yaml"},
    {"history", "", "json yaml"},
    {"tables", "--output --reasons --color --help", "markdown json dot mermaid"},
    {"runbook", "--output --color --help", "markdown"},
    {"generate",
     "--clusters --machines --seed --unhealthy --api-version --dialect --now --output --help",
     "yaml json ndjson"},
    {"convert",
     "--filename --to --after-removal --dialect --quiet --output --serve --listen --cert --key "
     "--tls-san --help",
     "yaml json"},
    {"classify", "--filename --platform --no-headers --output --help", "json"},
    {"manifests",
     "--name --role --namespace --shards --write --no-events --no-remote --output --help",
     "yaml json name"},
    {"up",
     "--demo --listen --store --etcd-ca --etcd-cert --etcd-key --etcd-user "
     "--etcd-password-file --encryption-key-file --encryption-key-command --tls-san "
     "--audit-log --audit-policy --audit-log-maxsize --audit-log-maxbackup --audit-log-maxage "
     "--audit-client-events --audit-required --memory-budget --service-cluster-ip-range --seed "
     "--write --verbose --data-dir --http "
     "--dialect --write-acted-on --write-types --claim-after --feature-gates --hive-conditions "
     "--no-events --no-remote --cluster-probe-grace-period --remote-connection-grace-period "
     "--remote-conditions-grace-period --failure-threshold --registration-ttl --node-conditions "
     "--metrics-per-object --no-metrics-per-pool --metrics-compatibility --sync-period "
     "--log-format --help",
     ""},
    {"run",
     "--kubeconfig --context --cluster --user --namespace --own-namespace --write "
     "--insecure-diagnostics --journal --kube-api-qps --kube-api-burst --leader-elect --shards "
     "--leader-elect-lease-duration --leader-elect-renew-deadline --leader-elect-retry-period "
     "--webhook-listen --webhook-cert --webhook-key --data-dir --http --dialect --write-acted-on "
     "--write-types --claim-after --feature-gates --hive-conditions --no-events --no-remote "
     "--cluster-probe-grace-period "
     "--remote-connection-grace-period --remote-conditions-grace-period --failure-threshold "
     "--registration-ttl --node-conditions --metrics-per-object --no-metrics-per-pool "
     "--metrics-compatibility "
     "--sync-period --log-format "
     "--help",
     ""},
    {"serve",
     "--data-dir --listen --http --store --etcd-ca --etcd-cert --etcd-key --etcd-user "
     "--etcd-password-file --encryption-key-file --encryption-key-command --tls-san "
     "--audit-log --audit-policy --audit-log-maxsize --audit-log-maxbackup --audit-log-maxage "
     "--audit-client-events --audit-required --memory-budget --service-cluster-ip-range --no-crds "
     "--help",
     ""},
    {"store",
     "--data-dir --store --etcd-ca --etcd-cert --etcd-key --etcd-user --etcd-password-file "
     "--encryption-key-file --encryption-key-command --help",
     ""},
    {"rotate", "--data-dir --only --revoke --help", ""},
    {"completion", "--help", ""},
    {"version", "--output --help", "json"},
};

// The types of `get`, as kubectl spells them.
std::string resource_names() {
  std::string names = "all";
  for (const KnownKind& kind : known_kinds()) names += format(" {}", kind.plural);
  return names;
}

bool reads_worlds(const CommandWords& words) {
  constexpr std::string_view readers[] = {"check", "why", "tree", "get", "wait", "history"};
  return std::ranges::find(readers, words.command) != std::end(readers);
}

std::string flags_of(const CommandWords& words) {
  if (!reads_worlds(words)) return std::string(words.flags);
  return words.flags.empty() ? std::string(reading_flags)
                             : format("{} {}", reading_flags, words.flags);
}

std::string command_names() {
  std::vector<std::string_view> names;
  for (const CommandText& command : all_commands()) names.push_back(command.name);
  return join(std::span<const std::string_view>(names), " ");
}

std::string platform_names() {
  std::vector<std::string_view> names;
  for (const Platform platform : all_platforms()) names.push_back(to_text(platform));
  return join(std::span<const std::string_view>(names), " ");
}

std::string role_names() {
  std::vector<std::string_view> names;
  for (const RbacRoleText& role : rbac_roles()) names.push_back(role.name);
  return join(std::span<const std::string_view>(names), " ");
}

std::string condition_names() {
  std::vector<std::string_view> names;
  for (const TypeFacts& facts : all_type_facts()) names.push_back(facts.type);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return join(std::span<const std::string_view>(names), " ");
}

constexpr std::string_view bash_head =
    R"(# Completion for telltale; source it, or save it where bash-completion looks.
_telltale() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  local flags= formats= names=
)";

constexpr std::string_view bash_tail = R"(  case $prev in
    -o|--output) COMPREPLY=($(compgen -W "$formats" -- "$cur")); return ;;
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    --dialect) COMPREPLY=($(compgen -W "proposal upstream auto" -- "$cur")); return ;;
    --stage) COMPREPLY=($(compgen -W "v1beta1 v1beta2 v1beta2-after-removal" -- "$cur")); return ;;
    --api-version|--to) COMPREPLY=($(compgen -W "v1beta1 v1beta2" -- "$cur")); return ;;
    --platform) COMPREPLY=($(compgen -W "$platforms" -- "$cur")); return ;;
    --for|--fail-on)
      local forms="condition= jsonpath= verdict=Healthy verdict=Stuck create delete"
      COMPREPLY=($(compgen -W "$forms" -- "$cur")); return ;;
    --role) COMPREPLY=($(compgen -W "$roles" -- "$cur")); return ;;
    --only)
      COMPREPLY=($(compgen -W "admin viewer status-writer accounts" -- "$cur")); return ;;
    --write) COMPREPLY=($(compgen -W "missing all none" -- "$cur")); return ;;
    -f|--filename|--kubeconfig|--cert|--key) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    -n|--namespace|-l|--selector|--now|--threads|--clusters|--machines|--seed|--unhealthy) return ;;
    --depth|--show-conditions|--name|--timeout|--request-timeout|--telltale) return ;;
    --context|--cluster|--user|--as|--as-uid|--as-group) return ;;
    --listen|--tls-san|--shards) return ;;
  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$names" -- "$cur"))
       case $command in check|convert|classify) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac ;;
  esac
}
)";

// What stands behind a command without a dash.
std::string names_of(std::string_view command) {
  if (command == "why" || command == "tables" || command == "history") return condition_names();
  if (command == "runbook") return join(std::span<const std::string>(runbook_names()), " ");
  if (command == "get" || command == "wait") return resource_names();
  if (command == "manifests") return "crds rbac";
  if (command == "completion") return "bash zsh fish";
  if (command == "store") return "check backup restore compact";
  return command == "generate" ? "fleet" : "";
}

std::string bash() {
  std::string text(bash_head);
  text +=
      format("  case $command in\n    \"\") names=\"{}\" flags=\"--help --version --color\" ;;\n",
             command_names());
  for (const CommandWords& words : words_of) {
    text += format("    {}) flags=\"{}\" formats=\"{}\" names=\"{}\" ;;\n", words.command,
                   flags_of(words), words.formats, names_of(words.command));
  }
  text += format("  esac\n  local platforms=\"{}\" roles=\"{}\"\n", platform_names(), role_names());
  text += bash_tail;
  text += "complete -o filenames -F _telltale telltale kubectl-telltale\n";
  return text;
}

// zsh runs bash's completions through its own bridge.
std::string zsh() {
  return format(
      "#compdef telltale kubectl-telltale\n"
      "autoload -U +X bashcompinit && bashcompinit\n{}",
      bash());
}

std::string fish() {
  std::string text = "# Completion for telltale; save it as completions/telltale.fish.\n";
  for (const CommandText& command : all_commands()) {
    text += format("complete -c telltale -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                   command.summary);
  }
  for (const CommandWords& words : words_of) {
    const std::string when = format("-n '__fish_seen_subcommand_from {}'", words.command);
    const std::string flags = flags_of(words);
    for (const std::string_view flag : split(flags, ' ')) {
      if (flag.size() > 2) text += format("complete -c telltale {} -l {}\n", when, flag.substr(2));
    }
    if (!words.formats.empty()) {
      text += format("complete -c telltale {} -s o -x -a '{}'\n", when, words.formats);
    }
    const std::string names = names_of(words.command);
    if (!names.empty()) text += format("complete -c telltale {} -f -a '{}'\n", when, names);
  }
  return text;
}

}  // namespace

ExitCode completion_command(const CompletionOptions& options, const Streams& streams) {
  switch (options.shell) {
    case Shell::Bash:
      streams.out.write(bash());
      break;
    case Shell::Zsh:
      streams.out.write(zsh());
      break;
    case Shell::Fish:
      streams.out.write(fish());
      break;
  }
  return ExitCode::Fine;
}

}  // namespace telltale::cli
