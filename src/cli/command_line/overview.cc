// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/overview.h"

#include <vector>

#include "base/closest.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/screen/wording.h"

namespace telltale::cli {

std::string overview(std::string_view program) {
  std::string text = format(
      "telltale gives every cluster-lifecycle resource one honest status, says why, and says who "
      "has to act.\n\n"
      "Usage:\n  {} COMMAND [OPTIONS]\n\nCommands:\n",
      program);
  for (const Command* command : all_commands()) {
    text += format("  {:<12}{}\n", command->name, command->summary);
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
  for (const Command* command : all_commands()) names.push_back(command->name);
  std::vector<std::string> near;
  for (const std::string_view name : closest(typed, names)) near.emplace_back(name);
  const std::string hint =
      near.empty() ? "" : format("; did you mean {}?", alternatives(std::move(near)));
  return format("error: unknown command \"{}\"{}\n       {} --help lists the commands\n",
                printable(typed), hint, program);
}

}  // namespace telltale::cli
