// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/overview.h"

#include <vector>

#include "base/closest.h"
#include "base/text.h"
#include "cli/screen/words.h"

namespace telltale::cli {
namespace {

constexpr CommandText commands[] = {
    {"check", "judge a cluster, or dumps; the exit code says whether a human is needed"},
    {"why", "every question asked about a condition, the answers, and what changes it next"},
    {"tree", "what belongs to what, from the Cluster down to the Node, with the causes on top"},
    {"get", "objects in the print columns of their kind, as they stand after judging"},
    {"wait", "until objects are as you want them, or will not be; kubectl's grammar and more"},
    {"history", "what the conditions of an object said over time, and whether they flap"},
    {"tables", "the transition tables themselves, as markdown, json, dot or mermaid"},
    {"runbook", "what to do about a reason, step by step, in the terminal"},
    {"generate", "a fleet of any size from a seed, as manifests"},
    {"convert", "manifests between v1beta1 and v1beta2, lossless both ways; --serve: as a webhook"},
    {"classify", "provider error messages, one per line: what kind of trouble, and what to do"},
    {"manifests", "definitions and roles that telltale needs in a Kubernetes cluster, for kubectl"},
    {"up", "an API server and the controllers in one process; --demo adds a living fleet"},
    {"run", "the controllers against an API server that is already there"},
    {"serve", "a Kubernetes API server with telltale's kinds, durable, in one process"},
    {"store", "check, back up, restore or compact what serve and up keep, also while they run"},
    {"rotate", "new certificates, tokens and keys for serve and up at once; --revoke ends the old"},
    {"completion", "completions for bash, zsh or fish"},
    {"version", "which telltale this is"},
};

}  // namespace

std::span<const CommandText> all_commands() { return commands; }

std::string overview(std::string_view program) {
  std::string text = format(
      "telltale gives every cluster-lifecycle resource one honest status, says why, and says who "
      "has to act.\n\n"
      "Usage:\n  {} COMMAND [OPTIONS]\n\nCommands:\n",
      program);
  for (const CommandText& command : commands) {
    text += format("  {:<12}{}\n", command.name, command.summary);
  }
  text += format(
      "\nTry:\n"
      "  {0} get clusters,machines -A -w      the server that your kubeconfig names\n"
      "  {0} check must-gather.tar.gz         files, folders, archives, or - for stdin\n"
      "  {0} why machine/m1 -f must-gather.tar.gz\n"
      "  {0} generate fleet --machines 20 --unhealthy 30 | {0} check -\n"
      "\nExit codes:\n"
      "  0 fine, met   1 operational error   2 usage   3 a human is needed, failed\n"
      "  4 timed out   5 not enough data\n"
      "\n{0} COMMAND --help says more about a command.\n",
      program);
  return text;
}

std::string unknown_command(std::string_view typed, std::string_view program) {
  std::vector<std::string_view> names;
  for (const CommandText& command : commands) names.push_back(command.name);
  std::vector<std::string> near;
  for (const std::string_view name : closest(typed, names)) near.emplace_back(name);
  const std::string hint =
      near.empty() ? "" : format("; did you mean {}?", alternatives(std::move(near)));
  return format("error: unknown command \"{}\"{}\n       {} --help lists the commands\n",
                printable(typed), hint, program);
}

}  // namespace telltale::cli
