// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does what the loop asks for, as requests to the API server, and tells how each went. Commands
// come from the loop's thread; what follows from an answer happens on threads of the Api.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/api.h"
#include "client/discovery.h"
#include "live/stored/memory_keeper.h"
#include "reconcile/command.h"

namespace telltale::live {

struct ExecutorParts {
  client::Api& api;
  MemoryKeeper& memory;
  // Whether the tree is still ours; asked at the last moment before a write leaves.
  std::function<bool(std::string_view tree)> may_write = {};
  // On any thread.
  std::function<void(std::uint64_t id, Outcome outcome)> on_finished = {};
};

class Executor {
 public:
  explicit Executor(ExecutorParts parts) : parts_(std::move(parts)) {}

  void set_served(std::shared_ptr<const client::Served> served) { served_ = std::move(served); }
  void execute(Command command);

 private:
  void remember(std::shared_ptr<Command> command, const client::ServedResource& resource);
  void write_status(const std::shared_ptr<Command>& command,
                    const client::ServedResource& resource);
  void write_event(std::shared_ptr<Command> command, std::size_t index,
                   const client::ServedResource& resource);
  void read(const Command& command, const client::ServedResource& resource);
  void let_go(std::shared_ptr<Command> command, const client::ServedResource& resource);
  bool refuse_if_not_ours(const Command& command);

  ExecutorParts parts_;
  std::shared_ptr<const client::Served> served_;
};

// What an answer means to the loop.
Outcome outcome_of(const Result<http::Response>& answer);

}  // namespace telltale::live
