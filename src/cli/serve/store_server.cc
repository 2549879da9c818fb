// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/store_server.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "client/api.h"
#include "http/target.h"
#include "json/parse.h"
#include "store/snapshot.h"
#include "store/sqlite/sqlite_copy.h"

namespace telltale::cli {
namespace {

// A large store takes its time to be read, and a slow disk longer.
constexpr std::chrono::minutes store_patience{30};
// A server that forgets the revision while it is copied is asked again for a newer one.
constexpr int backup_attempts = 5;

std::int64_t figure(const json::Value& answer, std::string_view name) {
  const auto* map = answer.if_object();
  const auto* value = map == nullptr ? nullptr : map->if_contains(name);
  return value != nullptr && value->is_number() ? value->to_number<std::int64_t>() : 0;
}

}  // namespace

Result<StoreServer> StoreServer::find(const std::string& data_folder, const Streams& streams) {
  const auto kubeconfig = data_folder + "/kubeconfig";
  std::error_code ignored;
  if (!std::filesystem::exists(kubeconfig, ignored)) {
    return fail(Error::Kind::NotFound,
                format("{}: there is no store here, and no server's kubeconfig", data_folder));
  }
  auto connection = connect({.access = {.kubeconfig = kubeconfig}}, streams);
  if (!connection) return fail(connection.error());
  return StoreServer(*std::move(connection));
}

Result<std::string> StoreServer::post(const std::string& target) {
  auto answer = client::accepted(
      client::ask(*connection_->transport,
                  {.method = "POST",
                   .target = target,
                   .timeout = std::chrono::duration_cast<std::chrono::milliseconds>(store_patience),
                   .answer_bytes_max = std::size_t{64} << 20}),
      target);
  if (!answer) return fail(named_after(*connection_, answer.error()));
  return std::move(answer->body);
}

Result<StoreServer::Answer> StoreServer::figures(const std::string& target) {
  const auto text = post(target);
  if (!text) return fail(text.error());
  const auto read = json::parse(*text);
  if (!read) return fail(read.error());
  return Answer{.checked = {.objects = static_cast<std::size_t>(figure(*read, "objects")),
                            .rows = figure(*read, "rows"),
                            .revision = figure(*read, "revision"),
                            .compacted = figure(*read, "compacted")},
                .disk = {.file_bytes = figure(*read, "fileBytes"),
                         .unused_bytes = figure(*read, "unusedBytes"),
                         .log_bytes = figure(*read, "walBytes")}};
}

Result<StoreServer::Answer> StoreServer::check() { return figures("/telltale/store/check"); }
Result<StoreServer::Answer> StoreServer::compact() { return figures("/telltale/store/compact"); }

Result<store::KeyKeeper::Standing> StoreServer::rotate_key() {
  const auto text = post("/telltale/store/rotate-key");
  if (!text) return fail(text.error());
  const auto read = json::parse(*text);
  if (!read) return fail(read.error());
  return store::KeyKeeper::Standing{.values = static_cast<std::size_t>(figure(*read, "sealed")),
                                    .waiting = static_cast<std::size_t>(figure(*read, "waiting")),
                                    .keys = static_cast<std::size_t>(figure(*read, "keys")),
                                    .newest = static_cast<store::DataKeyId>(figure(*read, "key"))};
}

Result<store::Checked> StoreServer::back_up_once(const std::string& file) {
  auto copy = store::SqliteCopy::begin(file);
  if (!copy) return fail(copy.error());
  store::Checked made;
  std::string target = "/telltale/store/backup";
  for (std::size_t remaining = 1; remaining > 0;) {
    const auto bytes = post(target);
    if (!bytes) return fail(bytes.error());
    const auto page = store::page_from_bytes(*bytes);
    if (!page) return fail(page.error());
    if (made.revision != 0 && page->revision != made.revision) {
      return fail(Error::Kind::Invalid, "the server answered with another revision than asked for");
    }
    if (auto added = (*copy)->add(page->items); !added) return fail(added.error());
    made.revision = page->revision;
    made.objects += page->items.size();
    remaining = page->remaining;
    if (page->items.empty()) break;
    target = format("/telltale/store/backup?at={}&after={}", made.revision,
                    http::escape(page->items.back().key));
  }
  if (auto finished = (*copy)->finish(made.revision); !finished) return fail(finished.error());
  return made;
}

Result<store::Checked> StoreServer::back_up(const std::string& file) {
  auto made = back_up_once(file);
  for (int attempt = 1; attempt < backup_attempts; ++attempt) {
    if (made || made.error().kind != Error::Kind::Gone) break;
    made = back_up_once(file);
  }
  return made;
}

}  // namespace telltale::cli
