// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keeps up with all objects of one resource: LIST in pages, then WATCH from there with bookmarks;
// again from the last known version when the watch ends, and from a new LIST when the server no
// longer knows it (410). Never gives up; backs off with jitter while it fails.
//
//   Reflector machines(api, scheduler, seed, {.resource = ...}, {.on_object = ..., ...});

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/api.h"
#include "client/discovery.h"

namespace telltale::client {

struct ReflectorOptions {
  ServedResource resource = {};
  std::string namespace_name = {};  // empty: all of them
  std::string label_selector = {};
  std::string field_selector = {};
  std::size_t page = 500;  // objects; fewer are asked for when a page outgrows what is taken in
  std::size_t pages_max = 1'000'000;  // of one LIST; a server that goes on for ever is an error
  std::chrono::milliseconds list_timeout{60'000};
  // A watch is asked to end after about so long (a random part on top), and is given up when
  // nothing, not even a bookmark, came for twice as long.
  std::chrono::milliseconds watch_for{300'000};
  std::chrono::milliseconds backoff_first{800};
  std::chrono::milliseconds backoff_max{30'000};
};

// Called one at a time, on threads of the transport or the scheduler; must not block.
struct ReflectorSink {
  // The first page of a LIST is here: what stands on none of its pages, up to on_synced, is gone.
  // A LIST that fails half way is followed by another on_list.
  std::function<void()> on_list = {};
  std::function<void(std::string_view document)> on_object = {};  // added or changed; JSON
  std::function<void(std::string_view document)> on_deleted = {};
  std::function<void()> on_synced = {};  // the LIST is complete
  // What keeps it from keeping up; told at every change of mind, not at every attempt.
  std::function<void(const Error& error)> on_error = {};
  std::function<void()> on_recovered = {};  // the error told last is over
};

struct ReflectorFigures {
  std::uint64_t lists = 0;
  std::uint64_t watches = 0;  // begun; minus one: restarts
  std::uint64_t events = 0;
  bool synced = false;
  bool failing = false;
};

class Reflector {
 public:
  Reflector(Api& api, Scheduler& scheduler, std::uint64_t seed, ReflectorOptions options,
            ReflectorSink sink);
  ~Reflector();  // when it returns nothing is called any more
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  ReflectorFigures figures() const;

 private:
  class Following;
  std::shared_ptr<Following> following_;
};

// The items of a List, each as its own document with apiVersion and kind (typed lists leave them
// out of their items), in order; and where the list goes on.
struct ListPage {
  std::string resource_version = {};
  std::string continue_token = {};  // empty: this was the last
};
[[nodiscard]] Result<ListPage> read_list(std::string_view body, const ServedResource& resource,
                                         const std::function<void(std::string_view)>& on_item);

}  // namespace telltale::client
