// SPDX-License-Identifier: Apache-2.0
#include "live/watch_set.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds list_patience{30'000};
constexpr std::size_t retired_max = 256;
constexpr std::string_view events_about = "involvedObject.kind=";

TreeIndex::ListOf list_of(const client::ReflectorOptions& options) {
  std::string_view about = options.field_selector;
  if (about.starts_with(events_about)) about.remove_prefix(events_about.size());
  return {.group = options.resource.group,
          .kind = options.resource.kind,
          .namespace_name = options.namespace_name,
          .about = about};
}

}  // namespace

void WatchSet::watch(const client::ReflectorOptions& options) {
  const auto same = [&](const std::unique_ptr<Watched>& one) {
    return one->options.resource.group == options.resource.group &&
           one->options.resource.kind == options.resource.kind &&
           one->options.namespace_name == options.namespace_name &&
           one->options.field_selector == options.field_selector;
  };
  const auto known = std::ranges::find_if(watched_, same);
  if (known != watched_.end()) {
    const std::string& version = (*known)->options.resource.version;
    const auto& others = options.resource.other_versions;
    if (version == options.resource.version || std::ranges::find(others, version) != others.end()) {
      return;
    }
    retire(std::move(*known));
    watched_.erase(known);
  }
  watched_.push_back(std::make_unique<Watched>());
  Watched& watched = *watched_.back();
  watched.options = options;
  watched.reflector = std::make_unique<client::Reflector>(
      loop_.api, loop_.scheduler, loop_.seed + 100 + ++reflectors_, options, sink_of(watched));
}

// The Reflector may be waiting for room in the inbox, which only this thread can make: the
// scheduler's thread ends it.
void WatchSet::retire(std::unique_ptr<Watched> watched) {
  watched->retired = true;
  std::shared_ptr<client::Reflector> last = std::move(watched->reflector);
  auto ending = loop_.scheduler.after({}, [last = std::move(last)]() mutable { last.reset(); });
  retired_.push_back({std::move(watched), std::move(ending)});
  if (retired_.size() > retired_max) retired_.pop_front();
}

client::ReflectorSink WatchSet::sink_of(Watched& watched) {
  const auto on_loop = [this, &watched](auto task) {
    loop_.inbox.post_now([&watched, task = std::move(task)] {
      if (!watched.retired) task();
    });
  };
  return {
      .on_list =
          [this, on_loop, &watched] {
            on_loop([this, &watched] { reconciler_.trees().begin_list(list_of(watched.options)); });
          },
      .on_object =
          [this](std::string_view document) {
            loop_.inbox.post([this, text = std::string(document)] { loop_.put(text, {}); },
                             document.size());
          },
      .on_deleted =
          [this](std::string_view document) {
            loop_.inbox.post(
                [this, text = std::string(document)] { reconciler_.trees().remove(text, {}); },
                document.size());
          },
      .on_synced = [this, on_loop, &watched] { on_loop([this, &watched] { listed(watched); }); },
      .on_error =
          [this, on_loop, &watched](const Error& error) {
            on_loop([this, &watched, error] { failed(watched, error); });
          },
      .on_recovered = [on_loop, &watched] { on_loop([&watched] { watched.error.clear(); }); }};
}

// A list that the server refuses may never come; one that is lost on the way is worth waiting for,
// for a while.
void WatchSet::failed(Watched& watched, const Error& error) {
  if (watched.error.empty()) watched.failing_since = loop_.clock.elapsed();
  watched.error = error.detail;
  loop_.log(format("watching {}: {}", watched.options.resource.plural, error.detail));
  if (watched.synced || error.kind == Error::Kind::Unreachable) return;
  watched.given_up = true;
  loop_.on_progress();
}

void WatchSet::give_up_late(std::chrono::nanoseconds elapsed) {
  for (const auto& watched : watched_) {
    const bool waiting = !watched->synced && !watched->given_up && !watched->error.empty();
    if (waiting && elapsed - watched->failing_since > list_patience) watched->given_up = true;
  }
  loop_.on_progress();
}

bool WatchSet::is_settled() const {
  return std::ranges::all_of(
      watched_, [](const std::unique_ptr<Watched>& one) { return one->synced || one->given_up; });
}

void WatchSet::listed(Watched& watched) {
  reconciler_.trees().end_list(list_of(watched.options));
  watched.synced = true;
  watched.error.clear();
  cover_if_complete(watched);
  loop_.on_progress();
}

void WatchSet::cover_if_complete(const Watched& watched) {
  const client::ServedResource& resource = watched.options.resource;
  // Nobody has looked at the other namespaces: what is not found there may well be there.
  if (!watched.options.namespace_name.empty()) {
    return reconciler_.trees().cover_in(resource.group, resource.kind,
                                        watched.options.namespace_name);
  }
  for (const auto& one : watched_) {
    const client::ServedResource& other = one->options.resource;
    const bool same = other.group == resource.group && other.kind == resource.kind;
    if (same && !one->synced) return;
  }
  reconciler_.trees().cover(resource.group, resource.kind, {});
}

void WatchSet::add_checks(std::vector<ReadinessCheck>& checks) const {
  for (const auto& watched : watched_) {
    // A kind that the fleet named only now is read while everything else goes on.
    const bool is_late = reconciler_.begun() && watched->error.empty();
    checks.push_back({.name = format("watch/{}.{}", watched->options.resource.plural,
                                     watched->options.resource.group),
                      .ok = watched->synced || watched->given_up || is_late,
                      .detail = watched->error});
  }
}

WatchRestarts WatchSet::restarts() const {
  WatchRestarts restarts;
  for (const auto& watched : watched_) {
    const std::uint64_t watches = watched->reflector->figures().watches;
    const client::ServedResource& resource = watched->options.resource;
    restarts[{resource.group, resource.plural}] += watches > 0 ? watches - 1 : 0;
  }
  return restarts;
}

void WatchSet::stop() {
  retired_.clear();
  watched_.clear();
}

}  // namespace telltale::live
