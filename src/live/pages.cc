// SPDX-License-Identifier: Apache-2.0
#include "live/pages.h"

#include "base/text.h"
#include "json/print.h"
#include "json/value.h"
#include "report/write_history.h"

namespace telltale::live {
namespace {

http::Response refusal(int status, std::string_view message) {
  const json::Value document = json::ValueMap{{"kind", "Status"},
                                              {"apiVersion", "v1"},
                                              {"status", "Failure"},
                                              {"code", status},
                                              {"message", json::ValueString(message)}};
  return {.status = status, .body = json::print(document) + "\n"};
}

}  // namespace

http::Response history_page(const Controller& controller, const http::Target& target, Instant now) {
  const Key key{.group = target.parameter("group"),
                .kind = target.parameter("kind"),
                .namespace_name = target.parameter("namespace"),
                .name = target.parameter("name"),
                .home = {}};
  if (key.kind.empty() || key.name.empty()) {
    return refusal(400, "expected the parameters kind and name");
  }
  auto history = controller.history(key, target.parameter("type"));
  if (!history) return refusal(404, history.error().detail);
  return {.body = write_history(document_of(std::move(*history), FlapRule{}, now),
                                ReportLayout::Lines)};
}

http::Response connection_page(const Controller& controller, const http::Target& target) {
  const remote::ClusterName cluster{std::string(target.parameter("namespace")),
                                    std::string(target.parameter("name"))};
  if (cluster.name.empty()) return refusal(400, "expected the parameters namespace and name");
  const auto state = controller.connection(cluster);
  if (!state) {
    return refusal(404, format("no connection to Cluster {}/{} is looked after here",
                               cluster.namespace_name, cluster.name));
  }
  return {.body = remote::connection_document(cluster, *state) + "\n"};
}

}  // namespace telltale::live
