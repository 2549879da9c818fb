// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_flags.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/flag_groups/reading_flags.h"
#include "kube/resource.h"

namespace telltale::cli {
namespace {

constexpr std::string_view get_form = "get TYPE [NAME...], or get TYPE/NAME...";

// Commas part columns, but not within the brackets or quotes of a path.
std::vector<std::string_view> split_columns(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char byte = text[i];
    if (quote != 0) {
      if (byte == quote) quote = 0;
    } else if (byte == '"' || byte == '\'') {
      quote = byte;
    } else if (byte == '[') {
      ++depth;
    } else if (byte == ']') {
      --depth;
    } else if (byte == ',' && depth <= 0) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

Result<void> read_custom_columns(std::string_view text, GetOptions& options) {
  for (const std::string_view part : split_columns(text)) {
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == part.size()) {
      return usage(format("-o custom-columns: expected HEADER:JSONPATH, found {}",
                          part.empty() ? "nothing" : printable(part)));
    }
    if (options.custom_columns.size() == get_columns_max) {
      return usage(format("-o custom-columns: at most {} columns", get_columns_max));
    }
    Result<JsonPath> path = parse_json_path(part.substr(colon + 1));
    if (!path) return usage(format("-o custom-columns: {}", path.error().detail));
    options.custom_columns.push_back({std::string(part.substr(0, colon)), std::move(*path)});
  }
  return {};
}

}  // namespace

Result<void> read_pairs(std::span<const std::string> words, std::string_view form,
                        std::vector<GetSubject>& subjects) {
  for (const std::string& word : words) {
    const std::size_t slash = word.find('/');
    const bool whole = slash != std::string::npos && slash > 0 && slash + 1 < word.size();
    if (!whole) {
      return usage(
          format("{} is not a TYPE/NAME, as the others are; expected {}", printable(word), form));
    }
    subjects.push_back({word.substr(0, slash), word.substr(slash + 1)});
  }
  return {};
}

Result<void> read_get_subjects(std::span<const std::string> words, GetOptions& options) {
  if (words.empty()) return usage(format("get needs to know what; expected {}", get_form));
  if (words.front().contains('/')) return read_pairs(words, get_form, options.subjects);
  std::vector<std::string> types;
  for (const std::string_view type : split(words.front(), ',')) {
    if (type.empty()) return usage(format("a type is missing; expected {}", get_form));
    types.emplace_back(type);
  }
  const std::span<const std::string> names = words.subspan(1);
  if (std::ranges::any_of(names, [](const std::string& name) { return name.contains('/'); })) {
    return usage(format("names and TYPE/NAME do not mix; expected {}", get_form));
  }
  for (const std::string& type : types) {
    if (names.empty()) options.subjects.push_back({type, ""});
    for (const std::string& name : names) options.subjects.push_back({type, name});
  }
  return {};
}

Result<void> read_get_output(std::string_view typed, GetOptions& options) {
  typed = plain_value(typed);
  constexpr std::pair<std::string_view, GetOutput> plain[] = {{"", GetOutput::Table},
                                                              {"wide", GetOutput::Wide},
                                                              {"name", GetOutput::Name},
                                                              {"json", GetOutput::Json},
                                                              {"yaml", GetOutput::Yaml}};
  for (const auto& [name, output] : plain) {
    if (typed != name) continue;
    options.output = output;
    return {};
  }
  constexpr std::string_view jsonpath = "jsonpath=";
  constexpr std::string_view custom_columns = "custom-columns=";
  if (typed.starts_with(jsonpath)) {
    Result<JsonTemplate> text = parse_json_template(typed.substr(jsonpath.size()));
    if (!text) return fail(text.error());
    options.text = std::move(*text);
    options.output = GetOutput::JsonPath;
    return {};
  }
  if (typed.starts_with(custom_columns)) {
    options.output = GetOutput::CustomColumns;
    return read_custom_columns(typed.substr(custom_columns.size()), options);
  }
  return usage(
      format("-o must be wide, name, json, yaml, jsonpath=TEMPLATE or "
             "custom-columns=HEADER:JSONPATH,..., not {}",
             printable(typed)));
}

Result<void> read_get_stage(std::string_view typed, GetOptions& options) {
  using convert::Stage;
  typed = plain_value(typed);
  if (typed.empty()) return {};
  constexpr std::pair<std::string_view, Stage> stages[] = {
      {"v1beta1", Stage::V1Beta1},
      {"v1beta2", Stage::V1Beta2},
      {"v1beta2-after-removal", Stage::V1Beta2AfterRemoval}};
  for (const auto& [name, stage] : stages) {
    if (typed == name) options.stage = stage;
  }
  if (!options.stage) {
    return usage(format("--stage must be v1beta1, v1beta2 or v1beta2-after-removal, not {}",
                        printable(typed)));
  }
  if (is_data(options.output)) return {};
  return usage("--stage goes with -o json, yaml or jsonpath=TEMPLATE");
}

Result<void> read_sort_by(std::string_view typed, GetOptions& options) {
  typed = plain_value(typed);
  if (typed.empty()) return {};
  Result<JsonPath> path = parse_json_path(typed);
  if (!path) return usage(format("--sort-by: {}", path.error().detail));
  options.sort_by = std::move(*path);
  return {};
}

Result<void> read_label_columns(std::span<const std::string> typed, GetOptions& options) {
  for (const std::string& word : typed) {
    for (const std::string_view label : split(plain_value(word), ',')) {
      if (label.empty()) return usage("-L: a label is missing");
      if (options.label_columns.size() == get_columns_max) {
        return usage(format("-L: at most {} labels", get_columns_max));
      }
      options.label_columns.emplace_back(label);
    }
  }
  return {};
}

std::vector<std::string> resource_names() {
  std::vector<std::string> names{std::string(all_types)};
  for (const KnownKind& kind : known_kinds()) names.emplace_back(kind.plural);
  return names;
}

namespace {

void declare_get_output(Flags& flags, GetOptions& options) {
  flags.read({"-o,--output", "FORMAT",
              "wide, name, json, yaml, jsonpath=TEMPLATE, custom-columns=HEADER:PATH"},
             [&options](std::string_view typed) { return read_get_output(typed, options); },
             {"wide", "name", "json", "yaml", "jsonpath=", "custom-columns="});
  flags.read({"--stage", "STAGE",
              "of json, yaml and jsonpath: v1beta1, v1beta2 (with what v1beta1 still needs) or "
              "v1beta2-after-removal; each object's own version by default"},
             [&options](std::string_view typed) { return read_get_stage(typed, options); },
             {"v1beta1", "v1beta2", "v1beta2-after-removal"});
  flags.read_all(
      {"-L,--label-columns", "LABEL", "labels to show as columns"},
      [&options](std::span<const std::string> typed) { return read_label_columns(typed, options); },
      {});
  flags.on({"--show-labels", "", "all labels as the last column"}, options.labels,
           LabelsColumn::Shown);
  flags.read({"--sort-by", "JSONPATH", "order rows by what this path finds"},
             [&options](std::string_view typed) { return read_sort_by(typed, options); });
  declare_no_headers(flags, options.headers, "rows only");
}

}  // namespace

void declare_get(Flags& flags, GetOptions& options) {
  flags.operands(
      {"TYPE", "TYPE[,TYPE] [NAME...] or TYPE/NAME...; all: every judged kind", "TYPE [NAME...]"},
      [&](std::span<const std::string> typed) { return read_get_subjects(typed, options); });
  flags.offer_operands(resource_names);
  declare_reading(flags, options.read);
  declare_selector(flags, options.read.filter.selector, "only objects with these labels");
  declare_get_output(flags, options);
  declare_watching(flags, options.watching, options.read);
  flags.check([&options]() -> Result<void> {
    if (!options.read.filter.namespace_name.empty()) options.namespaces = NamespaceColumn::Hidden;
    if (options.read.namespaces == Namespaces::All) options.namespaces = NamespaceColumn::Shown;
    return {};
  });
  flags.notes(
      "Without -n the namespace of the context is listed or, with -f, all of them, with a "
      "NAMESPACE column when there is more than one; -A shows the column always.");
  flags.example("telltale get clusters,machines -A -w");
  flags.example("telltale get machines,machinesets -f dump.tar.gz -o wide");
  flags.example("telltale get cluster/prod -n clusters -f dump.tar.gz -o yaml");
}

}  // namespace telltale::cli
