// SPDX-License-Identifier: Apache-2.0
#include "remote/connection.h"

#include "base/text.h"
#include "json/writer.h"

namespace telltale::remote {
namespace {

void write_status(const ConnectionState& state, json::Writer& writer) {
  const bool stands = state.connected && state.consecutive_failures == 0;
  writer.field("connected", state.connected);
  writer.field("consecutiveFailures", state.consecutive_failures);
  if (!stands && is_set(state.last_success)) {
    writer.field("lastProbeSuccessTime", format_rfc3339(state.last_success));
  }
  writer.field("lookupError", state.lookup_error);
}

}  // namespace

std::string to_text(const ClusterName& cluster) {
  return format("{}/{}", cluster.namespace_name, cluster.name);
}

std::string connection_document(const ClusterName& cluster, const ConnectionState& state) {
  std::string out;
  json::JsonWriter writer(out);
  writer.map([&] {
    writer.field("apiVersion", "telltale.dev/v1alpha1");
    writer.field("kind", "RemoteConnection");
    writer.map("metadata", [&] {
      writer.field("name", cluster.name);
      writer.field("namespace", cluster.namespace_name);
    });
    writer.map("status", [&] { write_status(state, writer); });
  });
  // Values at the root end their line; a document is handed on without that.
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace telltale::remote
