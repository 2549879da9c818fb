// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Swagger document as gnostic's protobuf, openapi.v2.Document: what old clients read. It is
// written piece by piece, since the whole of it as a tree would take much more memory than the
// bytes. Covers what openapi_v2 writes; members of other types than Swagger allows are left out.

#include <string>
#include <string_view>

#include "json/value.h"
#include "server/openapi/wire_writer.h"

namespace telltale::server::openapi {

class GnosticDocument {
 public:
  // "/api/v1/namespaces" and its operations.
  void add_path(std::string_view path, const json::Value& item);
  // "io.k8s.api.core.v1.ConfigMap" and its schema.
  void add_definition(std::string_view name, const json::Value& schema);
  std::string take(const json::Value& information) const;

 private:
  WireWriter paths_, definitions_;
};

}  // namespace telltale::server::openapi
