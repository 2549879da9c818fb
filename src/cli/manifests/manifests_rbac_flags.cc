// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_rbac_flags.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/usage.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "reconcile/leases/shards.h"
#include "server/writes/names.h"

namespace telltale::cli {
namespace {

Result<RbacRole> read_role(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const RbacRoleText& role : rbac_roles()) {
    if (role.name == typed) return role.role;
    names.push_back(role.name);
  }
  return usage(format("--role {} is none of {}", printable(typed),
                      join(std::span<const std::string_view>(names), ", ")));
}

Result<WritePolicy> read_policy(std::string_view typed) {
  if (typed.empty() || typed == "missing") return WritePolicy::Missing;
  if (typed == "all") return WritePolicy::All;
  if (typed == "none") return WritePolicy::None;
  return usage(format("--write {} is none of missing, all, none", printable(typed)));
}

Result<std::string> read_namespace(std::string_view typed) {
  if (typed.empty()) return RbacOptions{}.namespace_name;
  // kubectl's users write -n=x as well as -n x.
  if (typed.starts_with('=')) typed.remove_prefix(1);
  const auto trouble = server::error_in_name(typed, server::NameRule::Label);
  if (trouble) return usage(format("--namespace {}: {}", printable(typed), *trouble));
  return std::string(typed);
}

}  // namespace

Result<void> check_manifests_flags(const Typed& typed, std::string_view subject) {
  const TypedControl& run = typed.control;
  const bool leaves_out = !run.write.empty() || run.no_events || run.no_remote;
  const bool of_rbac =
      leaves_out || run.shards > 0 || !typed.roles.empty() || !typed.namespace_name.empty();
  if (subject.empty() && (of_rbac || !typed.output.empty() || !typed.name.empty())) {
    return usage("flags need to know of what: manifests crds or manifests rbac");
  }
  if (subject == "crds" && of_rbac) return usage("crds are the same for all: only --name and -o");
  if (subject == "rbac" && !typed.name.empty()) return usage("--name goes with manifests crds");
  if (!typed.roles.empty() && leaves_out) {
    return usage("--role says which roles; --write, --no-events and --no-remote leave some out");
  }
  return {};
}

Result<RbacOptions> rbac_options(const Typed& typed) {
  RbacOptions options{.events = !typed.control.no_events,
                      .remote = !typed.control.no_remote,
                      .shards = typed.control.shards};
  for (const std::string& one : typed.roles) {
    const auto role = read_role(one);
    if (!role) return fail(role.error());
    options.roles.push_back(*role);
  }
  const auto write = read_policy(typed.control.write);
  if (!write) return fail(write.error());
  options.write = *write;
  auto place = read_namespace(typed.namespace_name);
  if (!place) return fail(place.error());
  options.namespace_name = std::move(*place);
  if (options.shards > shards_max) return usage(format("--shards is at most {}", shards_max));
  return options;
}

}  // namespace telltale::cli
