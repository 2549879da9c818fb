// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which resources an API server serves: aggregated discovery where it is offered, one request per
// group version where not.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "client/api.h"

namespace telltale::client {

struct ServedResource {
  std::string group = {};
  std::string version = {};  // the preferred one of its group that serves it
  std::string kind = {};
  std::string plural = {};
  std::vector<std::string> short_names = {};
  bool namespaced = true;
  bool can_list = false;
  bool can_watch = false;
  bool has_status = false;
  std::vector<std::string> other_versions = {};

  std::string api_version() const;  // "cluster.x-k8s.io/v1beta2", "v1"
  bool operator==(const ServedResource&) const = default;
};

// Where objects of it are: "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1/status".
// Empty parts are left out.
std::string path_of(const ServedResource& resource, std::string_view namespace_name = {},
                    std::string_view name = {}, std::string_view subresource = {});

class Served {
 public:
  Served() = default;
  explicit Served(std::vector<ServedResource> resources);

  const ServedResource* find(std::string_view group, std::string_view kind) const;
  // As people type it: "machines", "machine", "ma", "machines.cluster.x-k8s.io",
  // "machines.v1beta2.cluster.x-k8s.io"; upper and lower case are the same.
  const ServedResource* named(std::string_view typed) const;
  std::span<const ServedResource> all() const { return resources_; }
  bool operator==(const Served&) const = default;

 private:
  std::vector<ServedResource> resources_;  // by group, then kind
};

// Groups that do not answer (a dead aggregated API) are left out and named in `errors`.
[[nodiscard]] Result<Served> discover(Api& api, std::vector<std::string>& errors);
// The same, without waiting.
void discover(Api& api, std::function<void(Result<Served>, std::vector<std::string> errors)> then);

}  // namespace telltale::client
