// SPDX-License-Identifier: Apache-2.0

// The part of audit_policy.h that reads a policy file. Everything that would not be obeyed is an
// error with its line: a rule that silently means nothing is worse than a server that does not
// start.

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/tree/tree.h"
#include "json/tree/tree_reader.h"
#include "schema/validate/dns_names.h"
#include "server/access/audit/audit_policy.h"

namespace telltale::server {
namespace {

using json::Tree;
using Stages = std::bitset<audit_stages>;

constexpr std::array<std::string_view, 6> policy_members{
    "apiVersion", "kind", "metadata", "omitStages", "omitManagedFields", "rules"};
constexpr std::array<std::string_view, 9> rule_members{
    "level",           "users",      "userGroups",       "verbs", "resources", "namespaces",
    "nonResourceURLs", "omitStages", "omitManagedFields"};
constexpr std::array<std::string_view, 3> resources_members{"group", "resources", "resourceNames"};

// Reads until the first error; what is read after it is thrown away.
class PolicyText {
 public:
  PolicyText(const std::string& file, const dump::LineMap& lines) : file_(file), lines_(lines) {}

  Result<AuditPolicy> read(const Tree& document) {
    allow_members(document, policy_members, "a Policy");
    expect_word(document, "apiVersion", "audit.k8s.io/v1");
    expect_word(document, "kind", "Policy");
    const Stages omitted = read_stages(document["omitStages"]);
    const bool without_managed = read_flag(document["omitManagedFields"], false);
    const Tree list = document["rules"];
    std::vector<AuditRule> rules;
    for (const Tree& item : items_of(list, "rules", "rules")) {
      if (rules.size() == AuditPolicy::rules_max) {
        add_error(item, format("more than {} rules", AuditPolicy::rules_max));
      }
      if (error_) break;
      rules.push_back(read_rule(item, without_managed));
    }
    if (rules.empty()) add_error(list ? list : document, "a Policy needs at least one rule");
    if (error_) return fail(Error::Kind::Invalid, *error_);
    return AuditPolicy(std::move(rules), omitted);
  }

 private:
  void add_error(const Tree& where, const std::string& what) {
    if (error_) return;
    error_ = format("{}:{}: {}", file_, lines_.line_at(where.offset()) + 1, what);
  }

  void allow_members(const Tree& map, std::span<const std::string_view> known,
                     std::string_view what) {
    if (!map.is(Tree::Type::Map)) {
      return add_error(map, format("expected {}, found {}", what, json::type_name(map.type())));
    }
    for (const json::Member& member : map.members()) {
      if (std::ranges::find(known, member.key) != known.end()) continue;
      add_error(member.value, format("{} has no field \"{}\"; there are {}", what,
                                     printable(member.key), join(known, ", ")));
    }
  }

  void expect_word(const Tree& map, std::string_view name, std::string_view word) {
    const Tree found = map[name];
    if (found.as_string("") == word) return;
    add_error(found ? found : map, format("{} must be {}", name, word));
  }

  std::span<const Tree> items_of(const Tree& list, std::string_view name, std::string_view what) {
    const bool there = list && !list.is(Tree::Type::Null);
    if (there && !list.is(Tree::Type::List)) {
      add_error(list, format("{} must be a list of {}, found {}", name, what,
                             json::type_name(list.type())));
    }
    return list.items();
  }

  std::vector<std::string> read_words(const Tree& map, std::string_view name) {
    std::vector<std::string> words;
    for (const Tree& item : items_of(map[name], name, "strings")) {
      const auto word = item.as_string();
      if (!word) add_error(item, format("{} must hold strings", name));
      if (++words_ > AuditPolicy::words_max) {
        add_error(item, format("more than {} words in lists", AuditPolicy::words_max));
      }
      if (error_) return {};
      words.emplace_back(*word);
    }
    return words;
  }

  bool read_flag(const Tree& value, bool otherwise) {
    const bool there = value && !value.is(Tree::Type::Null);
    if (there && !value.as_bool()) add_error(value, "omitManagedFields must be true or false");
    return value.as_bool(otherwise);
  }

  Stages read_stages(const Tree& list) {
    Stages stages;
    for (const Tree& item : items_of(list, "omitStages", "stages")) {
      const std::string_view name = item.as_string("");
      std::size_t stage = 0;
      while (stage < audit_stages && to_text(static_cast<AuditStage>(stage)) != name) ++stage;
      if (stage < audit_stages) {
        stages.set(stage);
      } else {
        add_error(item, format("unknown stage \"{}\"; there are RequestReceived, ResponseStarted, "
                               "ResponseComplete and Panic",
                               printable(name)));
      }
    }
    return stages;
  }

  AuditLevel read_level(const Tree& rule) {
    const Tree found = rule["level"];
    if (!found) {
      add_error(rule, "a rule needs a level");
      return AuditLevel::None;
    }
    const std::string_view name = found.as_string("");
    for (std::size_t level = 0; level < audit_levels; ++level) {
      if (to_text(static_cast<AuditLevel>(level)) == name) return static_cast<AuditLevel>(level);
    }
    add_error(found, format("unknown level \"{}\"; there are None, Metadata, Request and "
                            "RequestResponse",
                            printable(name)));
    return AuditLevel::None;
  }

  AuditRule read_rule(const Tree& tree, bool without_managed) {
    allow_members(tree, rule_members, "a rule");
    AuditRule rule{
        .ruling = {.level = read_level(tree),
                   .omitted = read_stages(tree["omitStages"]),
                   .omit_managed_fields = read_flag(tree["omitManagedFields"], without_managed)},
        .users = read_words(tree, "users"),
        .groups = read_words(tree, "userGroups"),
        .verbs = read_words(tree, "verbs"),
        .resources = {},
        .namespaces = read_words(tree, "namespaces"),
        .paths = read_words(tree, "nonResourceURLs")};
    for (const Tree& item : items_of(tree["resources"], "resources", "groups with resources")) {
      rule.resources.push_back(read_resources(item));
    }
    check_paths(tree["nonResourceURLs"]);
    if (!rule.paths.empty() && (!rule.resources.empty() || !rule.namespaces.empty())) {
      add_error(tree["nonResourceURLs"],
                "a rule is about resources and namespaces or about nonResourceURLs, not both");
    }
    return rule;
  }

  AuditRule::Resources read_resources(const Tree& tree) {
    allow_members(tree, resources_members, "an entry of resources");
    const Tree group = tree["group"];
    if (group && !group.as_string()) add_error(group, "group must be a string");
    AuditRule::Resources resources{.group = std::string(group.as_string("")),
                                   .names = read_words(tree, "resources"),
                                   .objects = read_words(tree, "resourceNames")};
    if (++words_ > AuditPolicy::words_max) add_error(tree, "too many entries of resources");
    const bool good_group =
        resources.group.empty() || schema::errors_in_dns1123_subdomain(resources.group).empty();
    if (!good_group) {
      add_error(group, format("\"{}\" is not the name of an API group (without its version)",
                              printable(resources.group)));
    }
    if (!resources.objects.empty() && resources.names.empty()) {
      add_error(tree["resourceNames"], "resourceNames need resources beside them");
    }
    return resources;
  }

  void check_paths(const Tree& paths) {
    for (const Tree& item : paths.items()) {
      const std::string_view path = item.as_string("");
      if (path == "*") continue;
      if (!path.starts_with('/')) {
        add_error(item, format("\"{}\" must begin with / or be *", printable(path)));
      } else if (path.substr(0, path.size() - 1).find('*') != std::string_view::npos) {
        add_error(item, format("in \"{}\" only the last character may be *", printable(path)));
      }
    }
  }

  const std::string& file_;
  const dump::LineMap& lines_;
  std::size_t words_ = 0;
  std::optional<std::string> error_;
};

}  // namespace

Result<AuditPolicy> read_audit_policy(std::string_view yaml, const std::string& file) {
  const auto bad = [&](std::size_t line, std::string_view what) {
    return fail(Error::Kind::Invalid, format("{}:{}: {}", file, line + 1, what));
  };
  static const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(yaml, dump::YamlReader::Wrapping::None);
  const auto step = reader.next();
  if (step == dump::YamlReader::Step::Failed) {
    return bad(reader.error().line, reader.error().message);
  }
  if (step == dump::YamlReader::Step::End) return bad(0, "the file is empty");
  const dump::YamlDocument document = reader.document();
  if (document.is_nothing) return bad(0, "the file is empty");
  if (!document.warnings.empty()) {
    return bad(document.warnings.front().line, document.warnings.front().message);
  }
  Arena scratch;
  json::TreeReader trees;
  const auto tree = trees.read_any(document.json, json::TreeReader::depth_max, scratch);
  if (!tree) return bad(document.lines->line_at(tree.error().offset), tree.error().message);
  auto policy = PolicyText(file, *document.lines).read(*tree);
  if (!policy) return policy;
  // Only now: the first document is valid until the reader's next step.
  const bool more = reader.next() == dump::YamlReader::Step::Document;
  if (more && !reader.document().is_nothing) {
    return fail(Error::Kind::Invalid, format("{}: there is more than one document", file));
  }
  return policy;
}

Result<AuditPolicy> load_audit_policy(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return fail(Error::Kind::NotFound, format("cannot read the audit policy {}", path));
  std::string text(AuditPolicy::file_bytes_max + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) {
    return fail(Error::Kind::Internal, format("cannot read the audit policy {}", path));
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > AuditPolicy::file_bytes_max) {
    return fail(Error::Kind::TooLarge, format("the audit policy {} is larger than 1 MiB", path));
  }
  return read_audit_policy(text, path);
}

}  // namespace telltale::server
