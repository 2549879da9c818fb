// SPDX-License-Identifier: Apache-2.0
#include "server/request/fixed_paths.h"

#include "base/text.h"
#include "json/print.h"
#include "server/objects/reader.h"
#include "server/request/negotiate.h"
#include "server/request/options.h"

namespace telltale::server {
namespace {

constexpr std::string_view gnostic_type = "proto-openapi.spec.v2";

http::Response send(const Documents::Text& text, std::string content_type = "application/json") {
  if (!text) return page_not_found();
  return {.content_type = std::move(content_type), .body = *text};
}

Outcome<http::Response> in_form(const Documents::Text& text, const Call& call) {
  if (!text) return page_not_found();
  const auto form = negotiate(call.accept(), Shapes::NotOffered);
  if (!form) return refuse(form.error());
  return answer_json(*text, *form, call.target);
}

http::Response aggregated(const Documents& documents, DiscoveryPart part,
                          const std::string& version) {
  const auto which = version == "v2" ? DiscoveryVersion::V2 : DiscoveryVersion::V2Beta1;
  return send(
      documents.aggregated(part, which),
      format("application/json;g=apidiscovery.k8s.io;v={};as=APIGroupDiscoveryList", version));
}

}  // namespace

std::shared_ptr<const Documents> Published::documents(
    const std::shared_ptr<const Registry>& registry) {
  const std::lock_guard lock(mutex_);
  if (registry_ != registry) {
    documents_ = std::make_shared<const Documents>(registry);
    registry_ = registry;
  }
  return documents_;
}

Outcome<http::Response> answer_discovery(const Call& call, const Documents& documents) {
  const std::string version = aggregated_discovery_version(call.accept());
  switch (call.route.what) {
    case Route::What::Root:
      return in_form(documents.root_paths(), call);
    case Route::What::Versions: {
      if (!version.empty()) return aggregated(documents, DiscoveryPart::Core, version);
      const std::string_view host = call.http.header("Host").value_or("127.0.0.1");
      return in_form(std::make_shared<const std::string>(json::print(api_versions(host))), call);
    }
    case Route::What::Groups:
      if (!version.empty()) return aggregated(documents, DiscoveryPart::Named, version);
      return in_form(documents.api_group_list(), call);
    case Route::What::Group:
      return in_form(documents.api_group(call.route.group), call);
    default:
      return in_form(documents.api_resource_list(call.route.group, call.route.version), call);
  }
}

Outcome<http::Response> answer_openapi(const Call& call, const Documents& documents) {
  const std::string_view rest = call.route.rest;
  if (rest == "v2") {
    const bool protobuf = call.accept().find(gnostic_type) != std::string_view::npos;
    // The type must be one that Go can parse, so the one asked for is not repeated.
    if (protobuf) return send(documents.openapi_v2_protobuf(), "application/octet-stream");
    return send(documents.openapi_v2_json());
  }
  if (rest == "v3") return send(documents.openapi_v3_root());
  if (rest.starts_with("v3/")) return send(documents.openapi_v3(rest.substr(3)));
  return page_not_found();
}

http::Response answer_version() {
  const json::ValueMap version{{"major", "1"},
                               {"minor", "32"},
                               {"gitVersion", "v1.32.0+telltale"},
                               {"gitCommit", "telltale"},
                               {"gitTreeState", "clean"},
                               {"buildDate", "1970-01-01T00:00:00Z"},
                               {"goVersion", "none"},
                               {"compiler", "c++"},
                               {"platform", "linux/amd64"}};
  return {.body = json::print_pretty(version) + "\n"};
}

http::Response answer_health(const http::Target& target, std::string_view path,
                             const ServerHealth& health, Reasons reasons) {
  const bool about_disk = path != "/livez";
  const bool well = health.well() || !about_disk;
  http::Response response{.status = well ? 200 : 500,
                          .content_type = "text/plain; charset=utf-8",
                          .headers = {{"X-Content-Type-Options", "nosniff"}}};
  const std::string name(path.substr(1));
  if (!is_yes(target, "verbose") && well) {
    response.body = "ok";
    return response;
  }
  response.body = "[+]ping ok\n";
  if (about_disk) {
    const auto tell = [&](std::string_view what, bool fine, std::string_view why) {
      const std::string_view told = reasons == Reasons::Told ? why : "reason withheld";
      response.body += fine ? format("[+]{} ok\n", what) : format("[-]{} failed: {}\n", what, told);
    };
    tell("store", health.store.writable, health.store.error);
    const auto& audit = health.audit_error;
    if (audit) tell("audit", audit->empty(), *audit);
  }
  response.body += format("{} check {}\n", name, well ? "passed" : "failed");
  return response;
}

}  // namespace telltale::server
