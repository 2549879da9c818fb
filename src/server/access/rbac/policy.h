// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who may do what: the RBAC objects of one moment, arranged for asking. A new one is made whenever
// such an object changes. Immutable; safe to share between threads.
//
//   const Policy policy(objects);
//   if (!policy.decide(user, {.verb = "get", .resource = "pods", .namespace_name = "default"})
//            .allowed) ...

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "base/result.h"
#include "json/value.h"
#include "server/access/identity/user.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {

// Whoever is in it may do anything; no rule is asked.
inline constexpr std::string_view masters_group = "system:masters";

bool in_group(const User& user, std::string_view group);

struct Decision {
  bool allowed = false;
  // `RBAC: allowed by ClusterRoleBinding "x" of ClusterRole "y" to Group "z"`; of a refusal, which
  // roles could not be found; often empty.
  std::string reason = {};
};

struct RoleReference {
  std::string kind;  // "Role", "ClusterRole"
  std::string name;
};

struct HeldRules {
  PolicyRules rules = {};
  std::string error = {};  // of roles that could not be found
};

class Policy {
 public:
  // Of ClusterRoles, ClusterRoleBindings, Roles and RoleBindings, in any order; others are ignored.
  explicit Policy(std::span<const json::Value> objects);

  Decision decide(const User& user, const Attributes& attributes) const;
  // All rules that the user has in the namespace, or, if it is empty, everywhere.
  HeldRules rules_for(const User& user, std::string_view namespace_name) const;
  // What a binding in that namespace grants by referring to the role. NotFound says which role.
  [[nodiscard]] Result<PolicyRules> rules_of(const RoleReference& role,
                                             std::string_view namespace_name) const;

 private:
  struct Binding {
    std::string namespace_name;  // empty: a ClusterRoleBinding
    std::string name;
    RoleReference role;
    std::vector<std::string> subjects;  // as reasons name them: `Group "z"`
    std::optional<std::size_t> rules = {};
  };
  // That a subject of a binding is the one asked for.
  struct Grant {
    std::size_t binding;
    std::size_t subject;
    auto operator<=>(const Grant&) const = default;
  };
  template <class T>
  using ByText = absl::flat_hash_map<std::string, T, TextHash, std::equal_to<>>;

  void add_roles(std::span<const json::Value> objects);
  void add_bindings(std::span<const json::Value> objects);
  void add_subjects(const json::Value& object, std::size_t binding);
  std::optional<std::size_t> find_role(const RoleReference& role,
                                       std::string_view namespace_name) const;
  // In the order of the bindings' names, those for everywhere first; one for each binding.
  std::vector<Grant> grants(const User& user, std::string_view namespace_name) const;
  std::string describe(const Grant& grant) const;

  std::vector<PolicyRules> rules_;
  ByText<std::size_t> roles_;  // "namespace/name" -> place in rules_; "/name" for ClusterRoles
  std::vector<Binding> bindings_;
  ByText<std::vector<Grant>> grants_;  // by namespace and subject
};

}  // namespace telltale::server
