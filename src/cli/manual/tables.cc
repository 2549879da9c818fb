// SPDX-License-Identifier: Apache-2.0
// `telltale tables [NAME]`: the transition tables, as a list or as pages. With --reasons: every
// type and reason they may write.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "catalog/clusterdeployment/mapping.h"
#include "catalog/explain/reasons_page.h"
#include "catalog/explain/tables.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wording.h"
#include "json/writer.h"
#include "table/render.h"

namespace telltale::cli {
namespace {

enum class TablesOutput : std::uint8_t { Text, Markdown, Json, Dot, Mermaid };
// The tables themselves, or the list of what they may write.
enum class TablesSubject : std::uint8_t { Tables, Reasons };

struct TablesOptions {
  std::string name = {};  // empty: all of them
  TablesOutput output = TablesOutput::Text;
  TablesSubject subject = TablesSubject::Tables;
};

std::string full_name(const TablePage& page) { return format("{}/{}", page.kind, page.condition); }

// "verdict" of "verdict.karpenter": two groups have a kind NodePool, with a verdict each.
std::string short_name(const TablePage& page) {
  return lower(page.condition.substr(0, page.condition.find('.')));
}

// A condition's name may stand for the tables of several kinds, a kind's for all of its own.
std::vector<TablePage> pages_called(std::string_view typed) {
  std::vector<TablePage> pages = all_tables();
  const std::string wanted = lower(typed);
  std::erase_if(pages, [&](const TablePage& page) {
    const std::string kind = lower(page.kind);
    const std::string names[] = {"",
                                 kind,
                                 lower(page.condition),
                                 lower(full_name(page)),
                                 short_name(page),
                                 format("{}/{}", kind, short_name(page))};
    return std::ranges::find(names, wanted) == std::end(names);
  });
  return pages;
}

ExitCode refuse_table(std::string_view typed, const Streams& streams) {
  const std::vector<TablePage> pages = all_tables();
  std::vector<std::string_view> names;
  for (const TablePage& page : pages) {
    names.push_back(page.condition);
    names.push_back(page.kind);
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  const std::string hint = did_you_mean(typed, names);
  streams.err.write(format("error: no table \"{}\"{}\n", printable(typed), hint));
  return ExitCode::Error;
}

void show_list(const std::vector<TablePage>& pages, const Streams& streams) {
  TextTable table({{"KIND"}, {"CONDITION"}, {"ROWS"}});
  for (const TablePage& page : pages) {
    table.add({{std::string(page.kind)},
               {std::string(page.condition), Paint::Strong},
               {std::to_string(page.rows.size())}});
  }
  table.print(streams.out, streams.out_terminal, TextTable::Header::Shown);
  streams.out.write(
      format("\nnext: {} tables {} -o markdown\n", streams.program, full_name(pages.front())));
}

void write_types(json::Writer& out) {
  out.list("types", [&] {
    for (const TypeFacts& facts : all_type_facts()) {
      out.map([&] {
        out.field("kind", facts.kind);
        out.field("type", facts.type);
        out.field("polarity", facts.polarity == Polarity::Positive ? "Positive" : "Negative");
        out.field("othersActOnIt", facts.others_act_on_it);
      });
    }
  });
}

void write_good_reasons(json::Writer& out) {
  out.list("goodReasons", [&] {
    for (const GoodReason& good : all_good_reasons()) {
      out.map([&] {
        out.field("kind", good.kind);
        out.field("type", good.type);
        out.field("status", to_text(good.status));
        out.field("reason", good.reason);
      });
    }
  });
}

void write_mapping(json::Writer& out) {
  out.list("oldConditions", [&] {
    for (const auto& [old_type, new_type, reason, note] : clusterdeployment::old_to_new()) {
      out.map([&] {
        out.field("kind", cluster_deployment_kind.kind);
        out.field("old", old_type);
        out.field("new", new_type);
        out.field("reason", reason);
        out.field("note", note);
      });
    }
  });
}

void show_json(const std::vector<TablePage>& pages, const Streams& streams) {
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
  out.map([&] {
    out.field("apiVersion", "telltale.dev/v1alpha1");
    out.field("kind", "TableList");
    out.list("tables", [&] {
      for (const TablePage& page : pages) write_json(out, page);
    });
    write_types(out);
    write_good_reasons(out);
    write_mapping(out);
  });
  streams.out.write(text + "\n");
}

// Where Hive's old conditions went, below the tables of the new ones.
void show_mapping(const Streams& streams) {
  std::string text =
      "\n# ClusterDeployment: old conditions and new\n\n"
      "| old | new | reason | note |\n|---|---|---|---|\n";
  for (const auto& [old_type, new_type, reason, note] : clusterdeployment::old_to_new()) {
    text += format("| {} | {} | {} | {} |\n", old_type, new_type.empty() ? "as before" : new_type,
                   reason, note);
  }
  streams.out.write(text);
}

void show_pages(const std::vector<TablePage>& pages, std::string (*render)(const TablePage&),
                const Streams& streams) {
  for (const TablePage& page : pages) {
    if (&page != pages.data()) streams.out.write("\n");
    streams.out.write(render(page));
  }
}

void show_reasons(TablesOutput output, const Streams& streams) {
  if (output != TablesOutput::Json) return streams.out.write(render_reasons());
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
  out.map([&] {
    out.field("apiVersion", "telltale.dev/v1alpha1");
    out.field("kind", "ReasonList");
    out.key("reasons");
    write_reasons(out);
  });
  streams.out.write(text + "\n");
}

ExitCode run_tables(const TablesOptions& options, const Streams& streams) {
  if (options.subject == TablesSubject::Reasons) {
    show_reasons(options.output, streams);
    return ExitCode::Fine;
  }
  const std::vector<TablePage> pages = pages_called(options.name);
  if (pages.empty()) return refuse_table(options.name, streams);
  const bool about_hive = lower(options.name) == "clusterdeployment";
  switch (options.output) {
    case TablesOutput::Text:
      // A name asks for a page, no name for the list of them.
      if (options.name.empty()) {
        show_list(pages, streams);
      } else {
        show_pages(pages, render_markdown, streams);
        if (about_hive) show_mapping(streams);
      }
      break;
    case TablesOutput::Markdown:
      show_pages(pages, render_markdown, streams);
      if (about_hive) show_mapping(streams);
      break;
    case TablesOutput::Json:
      show_json(pages, streams);
      break;
    case TablesOutput::Dot:
      show_pages(pages, render_dot, streams);
      break;
    case TablesOutput::Mermaid:
      show_pages(pages, render_mermaid, streams);
      break;
  }
  return ExitCode::Fine;
}

void declare_tables(Flags& flags, TablesOptions& options) {
  flags.operands({"NAME", "NodeHealthy or Machine/NodeHealthy (default: all)", "[NAME]"},
                 [&](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() > 1) return usage("tables takes one name at most");
                   if (!typed.empty()) options.name = typed.front();
                   return {};
                 });
  flags.offer_operands(condition_names);
  declare_output(flags, options.output, "markdown, json, dot or mermaid",
                 {{"markdown", TablesOutput::Markdown},
                  {"json", TablesOutput::Json},
                  {"dot", TablesOutput::Dot},
                  {"mermaid", TablesOutput::Mermaid}});
  flags.on({"--reasons", "", "every type and reason that may be written"}, options.subject,
           TablesSubject::Reasons);
  flags.check([&]() -> Result<void> {
    if (options.subject == TablesSubject::Tables) return {};
    if (!options.name.empty()) return usage("--reasons lists those of all tables");
    if (options.output == TablesOutput::Dot || options.output == TablesOutput::Mermaid) {
      return usage("--reasons goes with -o markdown or json");
    }
    return {};
  });
  flags.example("telltale tables Machine/NodeHealthy -o markdown");
}

}  // namespace

extern const Command tables_command{
    .name = "tables",
    .group = CommandGroup::Understand,
    .summary = "the tables that decide, and every reason they can give",
    .about =
        "Prints the transition tables. Each decides one condition: the first row that holds wins.",
    .prepare = prepare<TablesOptions, declare_tables, run_tables>,
};

}  // namespace telltale::cli
