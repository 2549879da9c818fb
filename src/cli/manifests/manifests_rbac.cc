// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_rbac.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "cli/screen/wrap.h"
#include "json/yaml/yaml_document.h"

namespace telltale::cli {
namespace {

constexpr std::string_view account = "telltale";
constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";
constexpr std::size_t comment_width = 98;

json::Value text(std::string_view words) { return json::ValueString(words); }

struct Header {
  std::string_view kind;
  std::string_view name;
  std::string_view namespace_name = {};  // empty: it has none
};

RbacDocument document(std::string_view group, const Header& header) {
  json::ValueMap metadata;
  metadata["name"] = text(header.name);
  if (!header.namespace_name.empty()) metadata["namespace"] = text(header.namespace_name);
  metadata["labels"] = json::ValueMap{{"app.kubernetes.io/name", text(account)}};
  json::ValueMap object;
  object["apiVersion"] = text(group.empty() ? "v1" : format("{}/v1", group));
  object["kind"] = text(header.kind);
  object["metadata"] = std::move(metadata);
  const std::string type =
      group.empty() ? lower(header.kind) : format("{}.{}", lower(header.kind), group);
  return {.object = std::move(object), .name = format("{}/{}", type, header.name)};
}

class Writing {
 public:
  explicit Writing(const RbacOptions& options) : options_(options) {}

  std::vector<RbacDocument> write() {
    if (options_.roles.empty()) add_account();
    for (const RbacRoleText& role : rbac_roles()) {
      if (is_wanted(role.role)) add_role(role);
    }
    return std::move(documents_);
  }

 private:
  bool is_wanted(RbacRole role) const {
    if (!options_.roles.empty()) {
      return std::ranges::find(options_.roles, role) != options_.roles.end();
    }
    const bool writes = options_.write != WritePolicy::None;
    if (role == RbacRole::StatusWriter) return writes;
    if (role == RbacRole::Events) return writes && options_.events;
    if (role == RbacRole::Secrets) return options_.remote;
    if (role == RbacRole::LettingGo) return false;  // more than most want to grant: by name only
    return true;
  }

  // A namespace that is somebody's already is theirs: whoever deletes what was applied here must
  // not delete what else is in it.
  void add_account() {
    if (options_.namespace_name == RbacOptions{}.namespace_name) {
      documents_.push_back(document({}, {.kind = "Namespace", .name = options_.namespace_name}));
    }
    documents_.push_back(document(
        {},
        {.kind = "ServiceAccount", .name = account, .namespace_name = options_.namespace_name}));
  }

  void add_role(const RbacRoleText& role) {
    const bool wide = role.scope == RbacScope::Cluster;
    const std::string name = format("telltale-{}", role.name);
    const std::string_view place = wide ? std::string_view{} : options_.namespace_name;
    const std::string_view kind = wide ? "ClusterRole" : "Role";
    json::ValueList rules;
    for (const RbacRule& rule : rules_.of(role.role, options_)) rules.push_back(to_json(rule));
    RbacDocument made = document(rbac_group, {.kind = kind, .name = name, .namespace_name = place});
    made.comment = role.purpose;
    made.object.get_object()["rules"] = std::move(rules);
    documents_.push_back(std::move(made));
    if (role.holder == RbacHolder::Somebody) return;
    RbacDocument binding =
        document(rbac_group, {.kind = wide ? "ClusterRoleBinding" : "RoleBinding",
                              .name = name,
                              .namespace_name = place});
    bind(binding.object.get_object(), kind, name);
    documents_.push_back(std::move(binding));
  }

  void bind(json::ValueMap& binding, std::string_view kind, std::string_view name) const {
    binding["roleRef"] =
        json::ValueMap{{"apiGroup", text(rbac_group)}, {"kind", text(kind)}, {"name", text(name)}};
    json::ValueList subjects;
    subjects.emplace_back(json::ValueMap{{"kind", "ServiceAccount"},
                                         {"name", text(account)},
                                         {"namespace", text(options_.namespace_name)}});
    binding["subjects"] = std::move(subjects);
  }

  const RbacOptions& options_;
  RbacRules rules_;
  std::vector<RbacDocument> documents_;
};

}  // namespace

std::vector<RbacDocument> rbac_documents(const RbacOptions& options) {
  return Writing(options).write();
}

std::string rbac_yaml(const std::vector<RbacDocument>& documents) {
  std::string yaml;
  for (const RbacDocument& one : documents) {
    if (!yaml.empty()) yaml += "---\n";
    if (!one.comment.empty()) {
      for (const std::string& line : wrap(one.comment, comment_width)) {
        yaml += format("# {}\n", line);
      }
    }
    yaml += json::yaml_document(one.object);
  }
  return yaml;
}

}  // namespace telltale::cli
