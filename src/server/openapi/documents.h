// SPDX-License-Identifier: Apache-2.0
#pragma once

// Discovery and OpenAPI of one Registry as text that can be sent. Every document is made when it is
// first asked for and kept; a new Registry has new Documents. Safe to share between threads:
// whoever asks while another makes a document waits for it.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "server/openapi/discovery.h"
#include "server/registry.h"

namespace telltale::server {

class Documents {
 public:
  using Text = std::shared_ptr<const std::string>;  // null: there is no such document

  explicit Documents(std::shared_ptr<const Registry> registry);
  // Takes over the large documents of groups whose resources are still the same ones, so that one
  // changed definition costs one document.
  Documents(std::shared_ptr<const Registry> registry, const Documents& previous);

  const Registry& registry() const { return *registry_; }

  Text api_group_list() const;
  Text api_group(std::string_view group) const;
  Text api_resource_list(std::string_view group, std::string_view version) const;
  Text aggregated(DiscoveryPart part, DiscoveryVersion version) const;
  Text root_paths() const;

  Text openapi_v3_root() const;
  // "apis/ref.example.com/v1", "api/v1"
  Text openapi_v3(std::string_view path) const;
  // What the root says of that document; nothing when there is none. The root asks for all of them,
  // clients for few of the documents, so these are not kept for it.
  std::optional<std::string> openapi_v3_hash(std::string_view path) const;
  Text openapi_v2_json() const;
  // Sent as application/octet-stream.
  Text openapi_v2_protobuf() const;

 private:
  using Make = std::function<std::optional<std::string>()>;

  // Only what exists is kept, so that asking for nonsense takes no memory.
  Text kept(std::string name, const Make& make) const;
  std::string make_root() const;

  std::shared_ptr<const Registry> registry_;
  mutable std::recursive_mutex mutex_;  // The root asks for every other document.
  mutable std::map<std::string, Text> texts_;
};

}  // namespace telltale::server
