// SPDX-License-Identifier: Apache-2.0
#include "server/store_paths.h"

#include <string_view>

#include "json/print.h"
#include "server/keys.h"
#include "server/version_text.h"
#include "store/snapshot.h"

namespace telltale::server {
namespace {

constexpr std::string_view store_paths = "/telltale/store/";

Failure store_failure(const Error& error) {
  if (error.kind == Error::Kind::Gone) return expired(error.detail);
  if (error.kind == Error::Kind::Invalid) return bad_request(error.detail);
  return internal(error.detail);
}

// Paths of this machine are for those who may post here.
http::Response answer_figures(const store::Checked& checked, const store::Store& store) {
  json::ValueMap figures{{"objects", static_cast<std::int64_t>(checked.objects)},
                         {"rows", checked.rows},
                         {"revision", checked.revision},
                         {"compacted", checked.compacted}};
  if (const auto disk = store.disk()) {
    figures["fileBytes"] = disk->file_bytes;
    figures["unusedBytes"] = disk->unused_bytes;
    figures["walBytes"] = disk->log_bytes;
  }
  return {.body = json::print(figures) + "\n"};
}

Outcome<http::Response> check_store(store::Store& store) {
  const auto checked = store.check_contents();
  if (!checked) return refuse(store_failure(checked.error()));
  return answer_figures(*checked, store);
}

Outcome<http::Response> compact_store(store::Store& store) {
  store::Present& present = store.present();
  if (const auto done = store.compact(present.revision()); !done) {
    return refuse(store_failure(done.error()));
  }
  return answer_figures(
      {.objects = present.size(), .revision = present.revision(), .compacted = present.compacted()},
      store);
}

Outcome<http::Response> back_up_store(const Call& call, store::Store& store) {
  const auto at = read_version_text(call.target.parameter("at"));
  if (!at) return refuse(bad_request("at: is no revision"));
  const store::SnapshotCursor cursor{.at = *at,
                                     .after = std::string(call.target.parameter("after"))};
  if (cursor.at == 0) {
    if (const auto caught = store.catch_up(); !caught) {
      return refuse(store_failure(caught.error()));
    }
  }
  const auto page = store::snapshot_page(store.present(), cursor);
  if (!page) return refuse(store_failure(page.error()));
  return http::Response{.content_type = "application/octet-stream", .body = to_bytes(*page)};
}

}  // namespace

bool is_store_path(const Route& route) {
  return route.what == Route::What::Fixed && route.home == management_home &&
         route.rest.starts_with(store_paths);
}

Outcome<http::Response> answer_store(const Call& call, store::Store& store) {
  if (call.http.method != "POST") return refuse(method_not_allowed({}, call.http.method));
  const std::string_view what = std::string_view(call.route.rest).substr(store_paths.size());
  if (what == "check") return check_store(store);
  if (what == "compact") return compact_store(store);
  if (what == "backup") return back_up_store(call, store);
  return page_not_found();
}

}  // namespace telltale::server
