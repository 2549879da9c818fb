// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/runbook_command.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "base/text.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/reasons.h"
#include "catalog/names.h"
#include "classify/classify.h"
#include "cli/command_line/commands.h"
#include "cli/embedded.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/manual/runbook_text.h"
#include "cli/screen/pager.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wording.h"
#include "convert/dialect.h"

namespace telltale::cli {
namespace {

enum class RunbookOutput : std::uint8_t { Text, Markdown };

struct RunbookOptions {
  std::string reason = {};  // empty: the list of them
  RunbookOutput output = RunbookOutput::Text;
};

constexpr std::string_view index_name = "README";
constexpr std::string_view all_of_them = "*";

// "NodeDeleted" of "docs/runbooks/NodeDeleted.md" and of "NodeDeleted.md".
std::string_view stem_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  name.remove_suffix(std::string_view(".md").size());
  return name;
}

std::string_view runbook_page(std::string_view name) {
  for (const EmbeddedFile& file : embedded_runbooks()) {
    if (stem_of(file.name) == name) return file.text;
  }
  return {};
}

// One thing that somebody may type, and the page that is about it.
struct RunbookLead {
  std::string kind;
  std::string condition;
  std::string reason;
  std::string upstream;  // the other dialect's name of the reason
  std::string page;
};

std::vector<RunbookLead> runbook_leads() {
  std::vector<RunbookLead> out;
  const Dialect upstream = upstream_dialect();
  const auto add = [&](std::string_view kind, std::string_view condition, std::string_view reason,
                       std::string_view runbook) {
    const std::string_view page = stem_of(runbook);
    if (page == index_name) return;
    out.push_back({.kind = std::string(kind),
                   .condition = std::string(condition),
                   .reason = std::string(reason),
                   .upstream = std::string(written_reason(upstream, kind, condition, reason)),
                   .page = std::string(page)});
  };
  for (const Guidance& one : all_guidance()) add(one.kind, one.condition, one.reason, one.runbook);
  for (const WrittenReason& one : written_reasons()) {
    if (one.reason == any_reason || effect_of(one) == VerdictEffect::Never) continue;
    add(one.kind, one.type, one.reason, guidance_for(one.kind, one.type, one.reason).runbook);
  }
  return out;
}

std::vector<std::string> sorted(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

ExitCode refuse_reason(std::string_view typed, const Streams& streams) {
  const std::vector<std::string> names = runbook_names();
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string hint = did_you_mean(typed, known);
  streams.err.write(format("error: no runbook about \"{}\"{}\n       {} runbook lists them\n",
                           printable(typed), hint, streams.program));
  return ExitCode::Usage;
}

void show_list_of_runbooks(const Streams& streams) {
  std::map<std::string, std::set<std::string>> about;
  for (const RunbookLead& lead : runbook_leads()) {
    if (lead.condition == all_of_them) {
      about[lead.page];
    } else {
      about[lead.page].insert(format("{} {}", lead.kind, lead.condition));
    }
  }
  TextTable table({{"RUNBOOK"}, {"ABOUT"}});
  for (const auto& [page, subjects] : about) {
    table.add(
        {{page, Paint::Strong}, {join(std::span<const std::string>(sorted(subjects)), ", ")}});
  }
  table.print(streams.out, streams.out_terminal, TextTable::Header::Shown);
  streams.out.write(format("\nnext: {} runbook {}\n", streams.program, about.begin()->first));
}

// A provider's code, such as VcpuLimitExceeded, has the page of its class.
std::vector<std::string> runbook_of_error(std::string_view code) {
  const std::string_view page = to_text(classify(code, Platform::Any).failure);
  if (runbook_page(page).empty()) return {};
  return {std::string(page)};
}

}  // namespace

std::vector<std::string> runbook_names() {
  std::set<std::string> names;
  for (const RunbookLead& lead : runbook_leads()) {
    names.insert(lead.page);
    for (const std::string& reason : {lead.reason, lead.upstream}) {
      if (reason != all_of_them && !reason.contains(',')) names.insert(reason);
    }
  }
  return sorted(names);
}

std::vector<std::string> runbooks_about(std::string_view typed) {
  const std::string wanted = lower(typed);
  std::set<std::string> pages;
  std::set<std::string> by_reason;
  std::set<std::string> by_condition;
  for (const RunbookLead& lead : runbook_leads()) {
    if (lower(lead.page) == wanted) pages.insert(lead.page);
    if (lower(lead.reason) == wanted || lower(lead.upstream) == wanted) by_reason.insert(lead.page);
    if (lower(lead.condition) == wanted) by_condition.insert(lead.page);
  }
  if (wanted == all_of_them) return {};
  if (!pages.empty()) return sorted(pages);
  if (!by_reason.empty()) return sorted(by_reason);
  return by_condition.empty() ? runbook_of_error(typed) : sorted(by_condition);
}

namespace {

ExitCode run_runbook(const RunbookOptions& options, const Streams& streams) {
  const bool as_markdown = options.output == RunbookOutput::Markdown;
  if (options.reason.empty()) {
    if (as_markdown) {
      streams.out.write(runbook_page(index_name));
    } else {
      show_list_of_runbooks(streams);
    }
    return ExitCode::Fine;
  }
  const std::vector<std::string> names = runbooks_about(options.reason);
  if (names.empty()) return refuse_reason(options.reason, streams);
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += '\n';
    text += as_markdown ? std::string(runbook_page(name))
                        : runbook_text(runbook_page(name), streams.out_terminal);
  }
  if (as_markdown) {
    streams.out.write(text);
  } else {
    show_long(text, streams);
  }
  return ExitCode::Fine;
}

void declare_runbook(Flags& flags, RunbookOptions& options) {
  flags.operands(
      {"REASON", "a reason, such as CloudQuotaExceeded (default: list them)", "[REASON]"},
      [&](std::span<const std::string> typed) -> Result<void> {
        if (typed.size() > 1) return usage("runbook takes one reason at most");
        if (!typed.empty()) options.reason = typed.front();
        return {};
      });
  flags.offer_operands(runbook_names);
  declare_output(flags, options.output, "markdown (default: text)",
                 {{"markdown", RunbookOutput::Markdown}});
  flags.example("telltale runbook CloudQuotaExceeded");
}

}  // namespace

extern const Command runbook_command{
    .name = "runbook",
    .group = CommandGroup::Understand,
    .summary = "what to do about a reason, step by step",
    .about = "Prints the page about a reason: what it means, how to confirm it, and how to fix it.",
    .prepare = prepare<RunbookOptions, declare_runbook, run_runbook>,
};

}  // namespace telltale::cli
