// SPDX-License-Identifier: Apache-2.0
#include "live/stored/writers_keeper.h"

#include <utility>

#include "base/text.h"
#include "client/answer.h"
#include "json/parse.h"
#include "json/value.h"
#include "live/stored/config_map.h"

namespace telltale::live {
namespace {

constexpr std::string_view writers_entry = "writers.json";
constexpr std::chrono::seconds store_pause{5};
constexpr std::chrono::seconds load_period{60};

std::string text_under(const json::Value& object, std::string_view map, std::string_view name) {
  const json::ValueMap* outer = object.if_object();
  const json::Value* inner = outer == nullptr ? nullptr : outer->if_contains(map);
  const json::ValueMap* members = inner == nullptr ? nullptr : inner->if_object();
  const json::Value* found = members == nullptr ? nullptr : members->if_contains(name);
  const json::ValueString* text = found == nullptr ? nullptr : found->if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

}  // namespace

Result<WritersKeeper::Stored> WritersKeeper::stored_in(Result<http::Response> answer) {
  answer = client::accepted(std::move(answer), "the ConfigMap of writers");
  if (!answer) return fail(answer.error());
  const auto map = json::parse(answer->body);
  if (!map) return fail(map.error());
  return Stored{.document = text_under(*map, "data", writers_entry),
                .resource_version = text_under(*map, "metadata", "resourceVersion")};
}

void WritersKeeper::begin() {
  if (loaded_ || busy_) return;
  if (parts_.policy != WritePolicy::Missing) {
    loaded_ = true;
    return;
  }
  load();
}

void WritersKeeper::load() {
  busy_ = true;
  loop_.api.send({.target = config_map_path(parts_.namespace_name, writers_map)},
                 [this](Result<http::Response> answer) {
                   auto read = stored_in(std::move(answer));
                   const bool none = !read && read.error().kind == Error::Kind::NotFound;
                   if (none) read = Stored{};
                   loop_.inbox.post_now([this, read = std::move(read)] { on_loaded(read); });
                 });
}

// What cannot be read is learned anew, in this process.
void WritersKeeper::on_loaded(const Result<Stored>& stored) {
  busy_ = false;
  next_load_ = loop_.clock.elapsed() + load_period;
  if (!stored && stored.error().kind == Error::Kind::Unreachable && !loaded_) return;
  if (!stored) {
    if (!std::exchange(said_trouble_, true)) parts_.home.lacks(writers_map, stored.error().detail);
  } else {
    said_trouble_ = false;
    last_ = *stored;
    const bool has_some = !stored->document.empty();
    const Result<void> merged =
        has_some ? parts_.reconciler.writers().merge(stored->document) : Result<void>();
    if (!merged) loop_.log(format("{} cannot be read: {}", writers_map, merged.error().detail));
  }
  loaded_ = true;
  loop_.on_progress();
}

void WritersKeeper::keep(std::chrono::nanoseconds elapsed) {
  if (busy_ || elapsed < next_) return;
  if (!loaded_) return begin();
  if (parts_.policy != WritePolicy::Missing) return;
  if (elapsed >= next_load_) return load();
  const Reconciler& reconciler = parts_.reconciler;
  const std::uint64_t changes = reconciler.writers().changes();
  if (changes == changes_ || !parts_.may_write() || !reconciler.begun()) return;
  const std::string document = reconciler.writers().document();
  if (document == last_.document) {
    changes_ = changes;
    return;
  }
  next_ = elapsed + store_pause;
  store(document, changes);
}

// Against what was read last: Conflict means to read and merge first.
void WritersKeeper::store(const std::string& document, std::uint64_t changes) {
  busy_ = true;
  put_entry(loop_.api, parts_.home,
            {.namespace_name = parts_.namespace_name,
             .map = std::string(writers_map),
             .name = std::string(writers_entry),
             .text = document,
             .resource_version = last_.resource_version},
            [this, changes](Result<http::Response> answer) {
              loop_.inbox.post_now([this, changes, written = stored_in(std::move(answer))] {
                on_stored(written, changes);
              });
            });
}

void WritersKeeper::on_stored(const Result<Stored>& stored, std::uint64_t changes) {
  busy_ = false;
  if (stored) {
    last_ = *stored;
    changes_ = changes;
    said_trouble_ = false;
    return;
  }
  // Another replica was faster: what it knows is added first.
  if (stored.error().kind == Error::Kind::Conflict) return load();
  if (!std::exchange(said_trouble_, true)) parts_.home.lacks(writers_map, stored.error().detail);
  next_ = loop_.clock.elapsed() + load_period;
}

}  // namespace telltale::live
