// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/pages.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "json/print.h"
#include "json/value.h"
#include "report/journal/write_history.h"

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

std::string said_in_several(const Key& key, std::span<const std::string> namespaces) {
  constexpr std::size_t told_max = 10;
  const std::size_t told = std::min(namespaces.size(), told_max);
  const std::string more =
      namespaces.size() > told ? format(" and {} more", namespaces.size() - told) : "";
  return format("nothing is known about {}; {} called {} are in {}{}", to_text(key),
                namespaces.size(), key.name, join(namespaces.first(told), ", "), more);
}

}  // namespace

http::Response history_page(const Controller& controller, const http::Target& target, Instant now) {
  Key key{.group = target.parameter("group"),
          .kind = target.parameter("kind"),
          .namespace_name = target.parameter("namespace"),
          .name = target.parameter("name"),
          .home = {}};
  if (key.kind.empty() || key.name.empty()) {
    return refusal(400, "expected the parameters kind and name");
  }
  const LoopStatus& status = controller.status();
  auto history = status.history(key, target.parameter("type"));
  if (!history && target.parameter("anywhere") == "true") {
    const std::vector<std::string> namespaces = status.namespaces_with(key);
    if (namespaces.size() > 1) return refusal(404, said_in_several(key, namespaces));
    if (namespaces.size() == 1) {
      key.namespace_name = namespaces.front();
      history = status.history(key, target.parameter("type"));
    }
  }
  if (!history) return refusal(404, history.error().detail);
  return {.body = write_history(document_of(std::move(*history), FlapRule{}, now),
                                ReportLayout::Lines)};
}

http::Response connection_page(const Controller& controller, const http::Target& target) {
  const remote::ClusterName cluster{std::string(target.parameter("namespace")),
                                    std::string(target.parameter("name"))};
  if (cluster.name.empty()) return refusal(400, "expected the parameters namespace and name");
  const auto state = controller.clusters().state_of(cluster);
  if (!state) {
    return refusal(404, format("no connection to Cluster {}/{} is looked after here",
                               cluster.namespace_name, cluster.name));
  }
  return {.body = remote::connection_document(cluster, *state) + "\n"};
}

http::Response settings_page(const Controller& controller) {
  const std::optional<RunningSettings> settings = controller.status().settings();
  if (!settings) return refusal(503, "still reading the fleet");
  return {.body = write_settings(*settings) + "\n"};
}

// The documents are JSON already, and stay as they are judged.
http::Response told_page(const Controller& controller, const http::Target& target, ToldKind kind) {
  const ToldPage page = controller.status().told(kind, target.parameter("after"));
  const std::string_view items = kind == ToldKind::Connection ? "RemoteConnection" : "Memory";
  json::ValueMap metadata;
  if (!page.next.empty()) metadata["next"] = json::ValueString(page.next);
  std::string body = format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"{}List",)"
                            R"("metadata":{},"items":[)",
                            items, json::print(metadata));
  for (const std::string& document : page.documents) {
    if (&document != page.documents.data()) body += ',';
    body += document;
  }
  body += "]}\n";
  return {.body = std::move(body)};
}

std::optional<http::Response> answer_page(const Controller& controller, const http::Target& target,
                                          Instant now) {
  if (target.path == history_path) return history_page(controller, target, now);
  if (target.path == connection_path) return connection_page(controller, target);
  if (target.path == settings_path) return settings_page(controller);
  if (target.path == connections_path) return told_page(controller, target, ToldKind::Connection);
  if (target.path == memory_path) return told_page(controller, target, ToldKind::Memory);
  return std::nullopt;
}

}  // namespace telltale::live
