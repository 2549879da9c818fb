// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_command.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/closest.h"
#include "base/letters.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/control_flags.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/manifests/manifests_rbac.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wording.h"
#include "json/print.h"
#include "reconcile/leases/shards.h"
#include "schema/members.h"
#include "server/crds/telltale_crds.h"
#include "server/writes/names.h"

namespace telltale::cli {
namespace {

constexpr std::string_view crds_word = "crds";
constexpr std::string_view rbac_word = "rbac";

using server::TelltaleCrd;

// Everything that people call a kind by.
std::vector<std::string> words_for(const TelltaleCrd& crd) {
  std::vector<std::string> words{crd.name};
  const json::ValueMap* spec = schema::map_of(crd.object.get_object(), "spec");
  const json::ValueMap* names = spec == nullptr ? nullptr : schema::map_of(*spec, "names");
  if (names == nullptr) return words;
  words.push_back(schema::text_of(*spec, "group"));
  for (const std::string_view name : {"kind", "plural", "singular"}) {
    words.push_back(schema::text_of(*names, name));
  }
  for (std::string& name : schema::texts_of(*names, "shortNames")) words.push_back(std::move(name));
  return words;
}

bool is_called(const TelltaleCrd& crd, std::string_view pattern) {
  return std::ranges::any_of(
      words_for(crd), [&](const std::string& word) { return matches_pattern(word, pattern); });
}

// "; did you mean machines?", or nothing.
std::string hint(std::string_view typed, const std::vector<TelltaleCrd>& crds) {
  std::vector<std::string_view> plurals;
  for (const TelltaleCrd& crd : crds) {
    plurals.push_back(std::string_view(crd.name).substr(0, crd.name.find('.')));
  }
  std::ranges::sort(plurals);
  plurals.erase(std::ranges::unique(plurals).begin(), plurals.end());
  return did_you_mean(typed, plurals);
}

ExitCode refuse_subject(std::string_view typed, const Streams& streams) {
  constexpr std::string_view known[] = {crds_word, rbac_word};
  std::vector<std::string> near;
  for (const std::string_view word : closest(typed, known)) near.emplace_back(word);
  if (near.empty()) near.assign(std::begin(known), std::end(known));
  streams.err.write(format(
      "error: no manifests \"{}\"; did you mean {}?\n       {} manifests lists what there is\n",
      printable(typed), alternatives(std::move(near)), streams.program));
  return ExitCode::Usage;
}

ExitCode refuse_name(std::string_view typed, const std::vector<TelltaleCrd>& crds,
                     const Streams& streams) {
  streams.err.write(format(
      "error: no definition is called \"{}\"{}\n       {} manifests crds -o name lists them\n",
      printable(typed), hint(typed, crds), streams.program));
  return ExitCode::Usage;
}

ExitCode show_subjects(const Streams& streams) {
  TextTable table({{"MANIFESTS"}, {"COUNT"}, {"WHAT"}});
  table.add({{std::string(crds_word), Paint::Strong},
             {std::to_string(server::telltale_crds().size())},
             {"CustomResourceDefinitions of Cluster API and its providers, HyperShift, Karpenter, "
              "Hive and telltale"}});
  table.add({{std::string(rbac_word), Paint::Strong},
             {std::to_string(rbac_documents({}).size())},
             {"a ServiceAccount for telltale run, and roles that let it do what it does and no "
              "more"}});
  table.print(streams.out, streams.out_terminal, TextTable::Header::Shown);
  streams.out.write(format("\nnext: {} manifests crds | kubectl apply -f -\n", streams.program));
  return ExitCode::Fine;
}

void show_yaml(const std::vector<TelltaleCrd>& crds, Output& out) {
  for (const TelltaleCrd& crd : crds) {
    if (&crd != crds.data()) out.write("---\n");
    out.write(crd.yaml);
  }
}

// Of several a List, of one itself.
template <class Documents>
void show_manifests_json(Documents documents, Output& out) {
  if (documents.size() == 1) return out.write(json::print_pretty(documents.front().object) + "\n");
  json::ValueList items;
  for (auto& document : documents) items.push_back(std::move(document.object));
  json::ValueMap list;
  list["apiVersion"] = "v1";
  list["kind"] = "List";
  list["items"] = std::move(items);
  out.write(json::print_pretty(list) + "\n");
}

void show_crd_names(const std::vector<TelltaleCrd>& crds, Output& out) {
  for (const TelltaleCrd& crd : crds) {
    out.write(format("customresourcedefinition.apiextensions.k8s.io/{}\n", crd.name));
  }
}

ExitCode show_rbac(const ManifestsOptions& options, const Streams& streams) {
  std::vector<RbacDocument> documents = rbac_documents(options.rbac);
  switch (options.output) {
    case ManifestsOutput::Yaml:
      streams.out.write(rbac_yaml(documents));
      break;
    case ManifestsOutput::Json:
      show_manifests_json(std::move(documents), streams.out);
      break;
    case ManifestsOutput::Name:
      for (const RbacDocument& one : documents) streams.out.write(one.name + "\n");
      break;
  }
  return ExitCode::Fine;
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
  // Where to go on when a * has to take one character more than it took so far.
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  std::size_t at = 0;
  std::size_t in_text = 0;
  while (in_text < text.size()) {
    const char wanted = at < pattern.size() ? lower_letter(pattern[at]) : '\0';
    if (wanted == '*') {
      star = at++;
      resume = in_text;
    } else if (at < pattern.size() && (wanted == '?' || wanted == lower_letter(text[in_text]))) {
      ++at;
      ++in_text;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_text = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(at).find_first_not_of('*') == std::string_view::npos;
}

namespace {

ExitCode run_manifests(const ManifestsOptions& options, const Streams& streams) {
  if (options.subject.empty()) return show_subjects(streams);
  if (options.subject == rbac_word) return show_rbac(options, streams);
  if (options.subject != crds_word) return refuse_subject(options.subject, streams);
  std::vector<TelltaleCrd> crds = server::telltale_crds();
  if (!options.name.empty()) {
    const auto none = [&](const TelltaleCrd& crd) { return !is_called(crd, options.name); };
    if (std::ranges::all_of(crds, none)) return refuse_name(options.name, crds, streams);
    std::erase_if(crds, none);
  }
  switch (options.output) {
    case ManifestsOutput::Yaml:
      show_yaml(crds, streams.out);
      break;
    case ManifestsOutput::Json:
      show_manifests_json(std::move(crds), streams.out);
      break;
    case ManifestsOutput::Name:
      show_crd_names(crds, streams.out);
      break;
  }
  return ExitCode::Fine;
}

std::vector<std::string> manifest_subjects() {
  return {std::string(crds_word), std::string(rbac_word)};
}

// Whether the flags fit the word behind `manifests` and each other. A flag that would change
// nothing was meant for something else.
Result<void> check_manifests(const Flags& flags, const ManifestsOptions& options) {
  const bool leaves_out = flags.typed_any({"--write", "--no-events", "--no-remote"});
  const bool of_rbac =
      leaves_out || options.rbac.shards > 0 || flags.typed_any({"--role", "--namespace"});
  if (options.subject.empty() && (of_rbac || flags.typed_any({"--output", "--name"}))) {
    return usage("flags need to know of what: manifests crds or manifests rbac");
  }
  if (options.subject == crds_word && of_rbac) {
    return usage("crds are the same for all: only --name and -o");
  }
  if (options.subject == rbac_word && !options.name.empty()) {
    return usage("--name goes with manifests crds");
  }
  if (!options.rbac.roles.empty() && leaves_out) {
    return usage("--role says which roles; --write, --no-events and --no-remote leave some out");
  }
  return {};
}

Result<void> read_role(std::string_view typed, std::vector<RbacRole>& roles) {
  std::vector<std::string_view> names;
  for (const RbacRoleText& role : rbac_roles()) {
    if (role.name == typed) {
      roles.push_back(role.role);
      return {};
    }
    names.push_back(role.name);
  }
  return Flags::not_among("--role", typed, names);
}

Result<void> read_own_namespace(std::string_view typed, std::string& namespace_name) {
  const auto trouble = server::error_in_name(typed, server::NameRule::Label);
  if (trouble) return usage(format("--namespace {}: {}", printable(typed), *trouble));
  namespace_name = typed;
  return {};
}

// As `run` is told, so that the roles fit it.
void declare_rbac(Flags& flags, RbacOptions& options) {
  std::vector<std::string> role_names;
  for (const RbacRoleText& role : rbac_roles()) role_names.emplace_back(role.name);
  flags.read_all(
      {"--role", "ROLE",
       "of rbac only this one: viewer, status-writer, events, leases, memory, secrets, "
       "metrics-auth or metrics-reader"},
      [&options](std::span<const std::string> typed) -> Result<void> {
        for (const std::string& one : typed) {
          if (auto read = read_role(one, options.roles); !read) return read;
        }
        return {};
      },
      {.split_at_commas = true}, std::move(role_names));
  flags.read({"-n,--namespace", "NS", "of rbac: where telltale runs (default: telltale-system)"},
             [&options](std::string_view typed) {
               return read_own_namespace(typed, options.namespace_name);
             });
  flags.number({"--shards", "N", "of rbac: as many as telltale run --shards has"}, options.shards);
  flags.check([&options]() -> Result<void> {
    if (options.shards <= shards_max) return {};
    return usage(format("--shards is at most {}", shards_max));
  });
  declare_write(flags, options.write,
                "of rbac: missing (default), all or none, as telltale run --write");
  flags.on({"--no-events", "", "of rbac: for a run without Events"}, options.events, false);
  flags.on({"--no-remote", "", "of rbac: for a run that reads no Secrets"}, options.remote, false);
}

void declare_manifests(Flags& flags, ManifestsOptions& options) {
  flags.operands({"WHAT", "crds or rbac (default: a list of what there is)", "[WHAT]"},
                 [&](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() > 1) return usage("manifests takes one word at most");
                   if (!typed.empty()) options.subject = typed.front();
                   return {};
                 });
  flags.offer_operands(manifest_subjects);
  flags.check([&] { return check_manifests(flags, options); });
  flags.text({"--name", "PATTERN",
              "of crds those of this name, kind, short name or group; * and ? stand for others"},
             options.name);
  declare_rbac(flags, options.rbac);
  declare_output(flags, options.output, "yaml (default), json or name",
                 {{"yaml", ManifestsOutput::Yaml},
                  {"json", ManifestsOutput::Json},
                  {"name", ManifestsOutput::Name}});
  flags.notes(
      "What is printed is for kubectl, in the same order every time. The roles of rbac let "
      "telltale run do what it does with the same flags, and no more.");
  flags.example("telltale manifests crds | kubectl apply -f -");
  flags.example("telltale manifests crds --name '*.hive.openshift.io' -o name");
  flags.example("telltale manifests rbac --no-remote --shards 16 | kubectl apply -f -");
  flags.example("telltale manifests rbac --role viewer | kubectl apply -f -");
}

}  // namespace

extern const Command manifests_command{
    .name = "manifests",
    .group = CommandGroup::Tools,
    .summary = "definitions and roles that telltale needs in a cluster",
    .about =
        "Prints what telltale needs in a Kubernetes cluster: CustomResourceDefinitions (crds) and "
        "roles (rbac).",
    .prepare = prepare<ManifestsOptions, declare_manifests, run_manifests>,
};

}  // namespace telltale::cli
