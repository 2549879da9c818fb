// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/tables.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/closest.h"
#include "base/text.h"
#include "catalog/clusterdeployment/mapping.h"
#include "catalog/explain/reasons_page.h"
#include "catalog/explain/tables.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"
#include "cli/screen/text_table.h"
#include "cli/screen/words.h"
#include "json/writer.h"
#include "table/render.h"

namespace telltale::cli {
namespace {

std::string full_name(const TablePage& page) { return format("{}/{}", page.kind, page.condition); }

// A condition's name may stand for the tables of several kinds, a kind's for all of its own.
std::vector<TablePage> pages_called(std::string_view typed) {
  std::vector<TablePage> pages = all_tables();
  const std::string wanted = lower(typed);
  std::erase_if(pages, [&](const TablePage& page) {
    return !wanted.empty() && lower(page.condition) != wanted && lower(page.kind) != wanted &&
           lower(full_name(page)) != wanted;
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
  std::vector<std::string> near;
  for (const std::string_view name : closest(typed, names)) near.emplace_back(name);
  const std::string hint =
      near.empty() ? "" : format("; did you mean {}?", alternatives(std::move(near)));
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

}  // namespace

ExitCode tables_command(const TablesOptions& options, const Streams& streams) {
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

}  // namespace telltale::cli
