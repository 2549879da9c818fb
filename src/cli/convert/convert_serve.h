// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale convert --serve: conversion as a webhook (live/diagnostics/webhook.h) until it is told
// to stop, and what to write into a CustomResourceDefinition so that an API server asks it.

#include <functional>
#include <string>
#include <string_view>

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"
#include "server/flow/workers.h"

namespace telltale::cli {

// The threads that reviews are answered on, so that those of the sockets stay free. To be finished
// while the webhook that posts to them is still there.
class ReviewWorkers {
 public:
  ReviewWorkers();

  std::function<bool(std::function<void()> job)> post();
  void finish() { workers_.finish(); }

 private:
  server::Workers workers_;
};

ExitCode convert_serve_command(const ConvertServeOptions& options, const Streams& streams);

// "https://127.0.0.1:9443": by what name it is reached, where it listens everywhere.
std::string conversion_url(const ConvertServeOptions& options, std::uint16_t port);

// The merge patch that makes an API server ask at this address, as YAML.
std::string conversion_patch(std::string_view url, std::string_view ca_pem);

}  // namespace telltale::cli
