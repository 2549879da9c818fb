// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which requests are written down, and how much of each: a Policy of audit.k8s.io/v1. The first
// rule that fits a request decides; what no rule fits is not written down. Never changes, so it is
// safe to share between threads.
//
//   auto policy = read_audit_policy(text, "policy.yaml");
//   if (policy->decide(user, attributes).level == AuditLevel::None) return;

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/access/audit/audit_event.h"
#include "server/access/identity/user.h"

namespace telltale::server {

// What was decided about one request.
struct AuditRuling {
  AuditLevel level = AuditLevel::None;
  std::bitset<audit_stages> omitted = {};
  bool omit_managed_fields = false;

  bool records(AuditStage stage) const {
    return level != AuditLevel::None && !omitted[static_cast<std::size_t>(stage)];
  }
};

// An empty list fits everything.
struct AuditRule {
  struct Resources {
    std::string group = {};               // empty: the core group
    std::vector<std::string> names = {};  // "pods", "pods/log", "pods/*", "*/status", "*"
    std::vector<std::string> objects = {};
  };
  AuditRuling ruling = {};
  std::vector<std::string> users = {};
  std::vector<std::string> groups = {};
  std::vector<std::string> verbs = {};
  std::vector<Resources> resources = {};
  std::vector<std::string> namespaces = {};  // "" fits what lies in none
  std::vector<std::string> paths = {};       // of what is no resource: "/version", "/healthz*"
};

class AuditPolicy {
 public:
  static constexpr std::size_t file_bytes_max = std::size_t{1} << 20;
  static constexpr std::size_t rules_max = 256;
  static constexpr std::size_t words_max = 4096;  // in all lists of all rules

  // Metadata of everything, once it is answered.
  AuditPolicy();
  AuditPolicy(std::vector<AuditRule> rules, std::bitset<audit_stages> omitted);

  // `user`: who was authenticated, not as whom they act. Attributes without a resource are about
  // their path.
  AuditRuling decide(const User& user, const Attributes& wanted) const;

 private:
  std::vector<AuditRule> rules_;
  AuditRuling otherwise_;
};

// An error names the file and the line: "policy.yaml:7: unknown level \"Meta\"; ...".
[[nodiscard]] Result<AuditPolicy> read_audit_policy(std::string_view yaml, const std::string& file);
[[nodiscard]] Result<AuditPolicy> load_audit_policy(const std::string& path);

}  // namespace telltale::server
