// SPDX-License-Identifier: Apache-2.0
#include "server/objects/store_paths.h"

#include <string_view>

#include "base/text.h"
#include "json/print.h"
#include "server/conversion/version_text.h"
#include "server/objects/keys.h"
#include "store/sealing/key_keeper.h"
#include "store/snapshot.h"

namespace telltale::server {
namespace {

constexpr std::string_view store_paths = "/telltale/store/";
constexpr int key_steps_max = 1'000'000;

StatusError store_error(const Error& error) {
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

Outcome<http::Response> check_store(store::Store& store, const store::KeyKeeper* keys) {
  const auto checked = store.check_contents();
  if (!checked) return refuse(store_error(checked.error()));
  const auto damaged = keys == nullptr ? 0 : keys->standing().damaged;
  if (damaged > 0) {
    return refuse(
        internal(format("{} values are sealed and do not open: they are damaged", damaged)));
  }
  return answer_figures(*checked, store);
}

Outcome<http::Response> compact_store(store::Store& store) {
  store::CurrentState& present = store.present();
  if (const auto done = store.compact(present.revision()); !done) {
    return refuse(store_error(done.error()));
  }
  return answer_figures(
      {.objects = present.size(), .revision = present.revision(), .compacted = present.compacted()},
      store);
}

Outcome<http::Response> rotate_key(store::Store& store, store::KeyKeeper* keys) {
  if (keys == nullptr) return refuse(bad_request("nothing is sealed in a store in memory"));
  if (const auto made = keys->rotate(); !made) return refuse(store_error(made.error()));
  // Somebody may go on rotating for ever, but not on this thread.
  for (int steps = 0; steps < key_steps_max; ++steps) {
    const auto more = keys->step();
    if (!more) return refuse(store_error(more.error()));
    if (!*more) break;
  }
  const auto standing = keys->standing();
  const store::CurrentState& present = store.present();
  return http::Response{.body = json::print(json::ValueMap{
                                    {"objects", static_cast<std::int64_t>(present.size())},
                                    {"revision", present.revision()},
                                    {"key", static_cast<std::int64_t>(standing.newest)},
                                    {"keys", static_cast<std::int64_t>(standing.keys)},
                                    {"sealed", static_cast<std::int64_t>(standing.values)},
                                    {"waiting", static_cast<std::int64_t>(standing.waiting)}}) +
                                "\n"};
}

Outcome<http::Response> back_up_store(const Call& call, store::Store& store,
                                      store::KeyKeeper* keys) {
  const auto at = read_version_text(call.target.parameter("at"));
  if (!at) return refuse(bad_request("at: is not a revision"));
  const store::SnapshotCursor cursor{.at = *at,
                                     .after = std::string(call.target.parameter("after"))};
  if (cursor.at == 0) {
    if (const auto caught = store.catch_up(); !caught) {
      return refuse(store_error(caught.error()));
    }
  }
  auto page = store::snapshot_page(store.present(), cursor);
  if (!page) return refuse(store_error(page.error()));
  if (keys != nullptr) {
    if (const auto sealed = keys->seal(*page); !sealed) return refuse(store_error(sealed.error()));
  }
  return http::Response{.content_type = "application/octet-stream", .body = to_bytes(*page)};
}

}  // namespace

bool is_store_path(const Route& route) {
  return route.what == Route::What::Fixed && route.home == management_home &&
         route.rest.starts_with(store_paths);
}

Outcome<http::Response> answer_store(const Call& call, store::Store& store,
                                     store::KeyKeeper* keys) {
  if (call.http.method != "POST") return refuse(method_not_allowed({}, call.http.method));
  const std::string_view what = std::string_view(call.route.rest).substr(store_paths.size());
  if (what == "check") return check_store(store, keys);
  if (what == "compact") return compact_store(store);
  if (what == "backup") return back_up_store(call, store, keys);
  if (what == "rotate-key") return rotate_key(store, keys);
  return page_not_found();
}

}  // namespace telltale::server
