// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `telltale run` asks of an API server, as rules of RBAC: no more verbs, resources or names
// than requests are made of. Kinds come from what is watched and judged, so a new table brings its
// rule along; requests are those of live/ and remote/.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "report/status/status_write.h"

namespace telltale::cli {

// What was asked of `manifests rbac`: for which way of running, and which of the roles.
enum class RbacRole : std::uint8_t {
  Viewer,
  StatusWriter,
  Events,
  Leases,
  Memory,
  LettingGo,
  Secrets,
  MetricsAuth,
  MetricsReader,
};

struct RbacOptions {
  // Only these; none: everything that such a run needs, with a ServiceAccount to run as.
  std::vector<RbacRole> roles = {};
  std::string namespace_name = "telltale-system";
  // As `run` was told.
  WritePolicy write = WritePolicy::Missing;
  bool events = true;
  bool remote = true;
  std::size_t shards = 0;
};

struct RbacRule {
  std::vector<std::string> groups = {};
  std::vector<std::string> resources = {};
  std::vector<std::string> names = {};  // none: any; verbs that cannot be bound to names have none
  std::vector<std::string> verbs = {};
  std::vector<std::string> paths = {};  // of what is no resource; then there is nothing but verbs
};
json::Value to_json(const RbacRule& rule);

enum class RbacScope : std::uint8_t { Cluster, OwnNamespace };
// Whether it is telltale that acts, or somebody who asks telltale.
enum class RbacHolder : std::uint8_t { Telltale, Somebody };

struct RbacRoleText {
  RbacRole role;
  std::string_view name;     // "viewer"; the object is called telltale-viewer
  std::string_view purpose;  // a sentence, for those who must agree to it
  RbacScope scope = RbacScope::Cluster;
  RbacHolder holder = RbacHolder::Telltale;
};
// In the order in which they are printed.
std::span<const RbacRoleText> rbac_roles();

// Makes the rules of all roles from one look at the definitions.
class RbacRules {
 public:
  RbacRules();

  std::vector<RbacRule> of(RbacRole role, const RbacOptions& options) const;

 private:
  struct Resource {
    std::string group;
    std::string plural;
    bool watched = false;
    bool judged = false;
  };
  std::vector<RbacRule> viewer() const;
  std::vector<RbacRule> status_writer() const;
  std::vector<RbacRule> letting_go() const;
  std::vector<Resource> resources_;  // by group, then by name
};

}  // namespace telltale::cli
