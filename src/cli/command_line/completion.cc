// SPDX-License-Identifier: Apache-2.0
// `telltale completion bash|zsh|fish`: a script for the shell to source.

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/flags.h"
#include "cli/command_line/parse.h"

namespace telltale::cli {
namespace {

enum class Shell : std::uint8_t { Bash, Zsh, Fish };

struct CompletionOptions {
  Shell shell = Shell::Bash;
};

struct Described {
  std::string_view name;
  CommandText text;
};

std::vector<Described> described_commands() {
  std::vector<Described> commands;
  for (const Command* command : all_commands()) {
    commands.push_back({command->name, describe(*command)});
  }
  return commands;
}

std::string joined(const std::vector<std::string>& words) {
  return join(std::span<const std::string>(words), " ");
}

// In the order of help: the command's own first.
std::string flags_of(const CommandText& text) {
  std::vector<std::string_view> names;
  for (const FlagText& flag : text.flags) names.push_back(flag.long_name());
  return join(std::span<const std::string_view>(names), " ");
}

std::string operands_of(const CommandText& text) {
  return text.operand_values == nullptr ? std::string() : joined(text.operand_values());
}

const FlagText* output_flag(const CommandText& text) {
  const auto found =
      std::ranges::find(text.flags, std::string_view("--output"), &FlagText::long_name);
  return found == text.flags.end() ? nullptr : &*found;
}

std::string formats_of(const CommandText& text) {
  const FlagText* output = output_flag(text);
  return output == nullptr ? std::string() : joined(output->values);
}

std::string command_names() {
  std::vector<std::string> names;
  for (const Command* command : all_commands()) names.emplace_back(command->name);
  return joined(names);
}

// "-f|--filename", as a pattern of a shell's case.
std::string pattern_of(std::string names) {
  std::ranges::replace(names, ',', '|');
  return names;
}

// What may stand behind a flag; where commands differ, what any of them takes.
struct FlagValue {
  std::vector<std::string> words = {};
  bool is_file = false;
};

std::map<std::string, FlagValue> values_of(const std::vector<Described>& commands) {
  std::map<std::string, FlagValue> values;
  for (const Described& command : commands) {
    for (const FlagText& flag : command.text.flags) {
      if (flag.type.empty() || flag.long_name() == "--output") continue;
      FlagValue& value = values[pattern_of(flag.names)];
      if (flag.type == "FILE" || flag.type == "PATH" || flag.type == "FOLDER") value.is_file = true;
      for (const std::string& word : flag.values) {
        if (std::ranges::find(value.words, word) == value.words.end()) value.words.push_back(word);
      }
    }
  }
  return values;
}

constexpr std::string_view bash_head =
    R"(# Completion for telltale; source it, or save it where bash-completion looks.
_telltale() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  local flags= formats= names= files=
)";

constexpr std::string_view bash_tail = R"(  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$names" -- "$cur"))
       if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$cur")); fi ;;
  esac
}
complete -o filenames -F _telltale telltale kubectl-telltale
)";

std::string bash() {
  const std::vector<Described> commands = described_commands();
  std::string text(bash_head);
  text +=
      format("  case $command in\n    \"\") names=\"{}\" flags=\"--help --version --color\" ;;\n",
             command_names());
  for (const Described& command : commands) {
    text += format("    {}) flags=\"{}\" formats=\"{}\" names=\"{}\"{} ;;\n", command.name,
                   flags_of(command.text), formats_of(command.text), operands_of(command.text),
                   command.text.operands_are_files ? " files=yes" : "");
  }
  text +=
      "  esac\n  case $prev in\n"
      "    -o|--output) COMPREPLY=($(compgen -W \"$formats\" -- \"$cur\")); return ;;\n";
  for (const auto& [pattern, value] : values_of(commands)) {
    if (!value.words.empty()) {
      text += format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$cur\")); return ;;\n", pattern,
                     joined(value.words));
    } else if (value.is_file) {
      text += format("    {}) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", pattern);
    } else {
      text += format("    {}) return ;;\n", pattern);
    }
  }
  text += bash_tail;
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
  for (const Command* command : all_commands()) {
    text += format("complete -c telltale -n __fish_use_subcommand -f -a {} -d '{}'\n",
                   command->name, command->summary);
  }
  for (const Described& command : described_commands()) {
    const std::string when = format("-n '__fish_seen_subcommand_from {}'", command.name);
    const std::string flags = flags_of(command.text);
    for (const std::string_view flag : split(flags, ' ')) {
      text += format("complete -c telltale {} -l {}\n", when, flag.substr(2));
    }
    const std::string formats = formats_of(command.text);
    if (!formats.empty()) {
      text += format("complete -c telltale {} -s o -x -a '{}'\n", when, formats);
    }
    const std::string operands = operands_of(command.text);
    if (!operands.empty()) text += format("complete -c telltale {} -f -a '{}'\n", when, operands);
  }
  return text;
}

ExitCode run_completion(const CompletionOptions& options, const Streams& streams) {
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

Choices<Shell> shells() {
  return {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}};
}

std::vector<std::string> shell_names() { return Flags::names_of(shells()); }

void declare_completion(Flags& flags, CompletionOptions& options) {
  flags.operands({"SHELL", "bash, zsh or fish", "SHELL"},
                 [&options](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() != 1) return usage("completion needs one of bash, zsh, fish");
                   const Result<Shell> shell =
                       Flags::choice_among("completion", typed.front(), shells());
                   if (!shell) return fail(shell.error());
                   options.shell = *shell;
                   return {};
                 });
  flags.offer_operands(shell_names);
  flags.example("source <(telltale completion bash)");
}

}  // namespace

extern const Command completion_command{
    .name = "completion",
    .group = CommandGroup::Itself,
    .summary = "completions for bash, zsh or fish",
    .about = "Prints a script with which your shell completes commands, flags and their values.",
    .prepare = prepare<CompletionOptions, declare_completion, run_completion>,
};

}  // namespace telltale::cli
